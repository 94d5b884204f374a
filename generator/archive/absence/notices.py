"""The standing orders of players.

Each mail that has some, or takes them back, is a file of its own in private/, so two referees who
take mail never write the same one; the newest counts. The names of the files tell nothing: they are
public where secrets are sealed.

    private/notices/20270301100000-1f0c9a2b.toml
        power = "france"
        phase = "1901 1-spring-movement"    the game waited for it when the mail was stored
        sent = "2027-03-01T10:00:00+00:00"  by this the newest is found
        received = "2027-03-01 10:00"
        standing = "A PAR H\\n"              "" takes standing orders back
        phases.spring-movement = "..."      standing orders for this phase alone
        replaced = true                     a new player took over: all before it is over
    private/notices/20270301100000-1f0c9a2b.txt    the mail

Nothing of it is public before it is used, and then only what it led to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct, field

from generator.archive.files.layout import PRIVATE, RECEIVED, key_of
from generator.archive.files.leftovers import tell
from generator.archive.files.reading import TomlText, entries, read_toml
from generator.archive.files.toml_layout import format_toml
from generator.archive.files.writing import Change
from generator.archive.game.game import Game
from generator.engine.errors import FileError, GameError, Place
from generator.engine.phases import Moment

NOTICES: Final = f"{PRIVATE}/notices"
_NONE: Mapping[str, str] = MappingProxyType({})
KEYS: Final = ("power", "phase", "sent", "received", "standing", "phases", "replaced")
_OF_LEAVE: Final = ("away", "ready", "back")
"""Keys of earlier versions, which nothing reads any more."""


class Notice(Struct, frozen=True):
    """The standing orders in a mail of a power. `phase` is that for which the game waited ("1901
    1-spring-movement"). `standing` are those for any phase, None where the mail says nothing of
    them; `phases` those for one phase, by its slug. `replaced`: a new player takes over in `phase`,
    of whom nothing was said before."""

    power: str
    """the power"""
    phase: str
    """the phase for which the game waited: `"1901 1-spring-movement"`; the notice counts from
    it on"""
    sent: str
    """the time that decides which is newest, in UTC"""
    received: str = ""
    """the time of arrival, as given in the receipt"""
    standing: str | None = None
    """standing orders for any phase; `""` with empty `phases` cancels all"""
    phases: Mapping[str, str] = field(default_factory=lambda: _NONE)
    """standing orders for one phase: its slug = the orders"""
    replaced: bool = False
    """a new player has taken over, so earlier standing orders are void"""


def filed_notice(notice: Notice, original: str) -> Change:
    """The change that keeps a notice and its mail. The same one twice is the same file."""
    facts: dict[str, Any] = {"power": notice.power, "phase": notice.phase, "sent": notice.sent}
    if notice.received:
        facts["received"] = notice.received
    if notice.standing is not None:
        facts["standing"] = notice.standing
    if notice.replaced:
        facts["replaced"] = True
    if notice.phases:
        facts["phases"] = dict(sorted(notice.phases.items()))
    text = format_toml(facts)
    stamp = "".join(sign for sign in notice.sent.partition("+")[0] if sign.isdigit())
    path = f"{NOTICES}/{stamp}-{sha256(text.encode()).hexdigest()[:8]}"
    return Change({f"{path}.toml": text, f"{path}.txt": original})


def has_notices(folder: Path) -> bool:
    """Whether anyone has sent standing orders."""
    at = folder / NOTICES
    return at.is_dir() and any(name.endswith(".toml") for name in entries(at))


def _all(folder: Path) -> list[Notice]:
    """All notices, the oldest first."""
    at = folder / NOTICES
    names = [name for name in entries(at) if name.endswith(".toml")] if at.is_dir() else []
    found = [(_read(read_toml(at / name)), name) for name in names]
    found.sort(key=lambda pair: (pair[0].sent, pair[0].replaced, pair[1]))
    return [notice for notice, _ in found]


def check_notices(game: Game) -> None:
    """Raises GameError where the referee has notices that are not here, and FileError."""
    file = game.folder / RECEIVED
    if (game.folder / PRIVATE).is_dir() or game.settings.recipients or not file.is_file():
        return
    if read_toml(file).data.get("notices", False):
        raise GameError(
            f"standing orders of {game.slug} are in private/, which is not here",
            hint="adjudicate where private/ is, or share it with theatrum secrets seal and unseal",
        )


def notices_of(folder: Path, power: str, moment: Moment) -> tuple[Notice, ...]:
    """What the player of a power had said by a phase, the oldest first. Raises FileError."""
    said: list[Notice] = []
    for notice in seat_notices(folder, power, moment):
        said = [] if notice.replaced else [*said, notice]
    return tuple(said)


def seat_notices(folder: Path, power: str, moment: Moment) -> tuple[Notice, ...]:
    """The same, with what those said who played the power before. Raises FileError."""
    now = _order(key_of(moment))
    return tuple(
        notice for notice in _all(folder) if notice.power == power and _order(notice.phase) <= now
    )


def standing_lines(notices: tuple[Notice, ...]) -> Iterator[str]:
    """The newest standing orders in notices, those for one phase with its slug in front."""
    newest = next((one for one in reversed(notices) if one.standing is not None), None)
    if newest is not None:
        for phase, text in newest.phases.items():
            yield from (f"{phase}: {line}" for line in text.splitlines())
        yield from (newest.standing or "").splitlines()


def ended_notices(folder: Path, power: str, moment: Moment) -> Change:
    """The change that ends what the player of a power has said, where a new one takes over in a
    phase; it is empty where nothing was said. Raises FileError."""
    sent = [notice.sent for notice in _all(folder) if notice.power == power]
    if not sent:
        return Change({})
    ended = Notice(power, key_of(moment), sent[-1], replaced=True)
    return filed_notice(ended, "A new player: standing orders are over.\n")


def _order(key: str) -> tuple[int, int]:
    year, _, slug = key.partition(" ")
    return int(year), int(slug.partition("-")[0])


def standing_orders(notices: tuple[Notice, ...], phase: str) -> str:
    """The standing orders that hold for a phase: those for it alone, then those for any."""
    for notice in reversed(notices):
        if notice.standing is not None:
            return f"{notice.phases.get(phase, '')}{notice.standing}"
    return ""


def _read(toml: TomlText) -> Notice:
    data = toml.data
    for key in data:
        if key not in (*KEYS, *_OF_LEAVE):
            raise toml.error(f"there is no {key} here", key)
    if any(key in data for key in _OF_LEAVE):
        tell(
            FileError(
                "days of leave are no longer counted",
                place=Place(str(toml.path.parent)),
                hint="a player who is away can send STANDING orders, or ask you for a pause",
            )
        )
    phases = data.get("phases", {})
    try:
        _order(data["phase"])
        datetime.fromisoformat(data["sent"])
        texts = (
            data["power"],
            data.get("received", ""),
            data.get("standing", ""),
            *phases.values(),
        )
        good = all(isinstance(text, str) for text in texts)
        good = good and isinstance(data.get("replaced", True), bool)
    except (KeyError, TypeError, ValueError, AttributeError):
        good = False
    if not good:
        raise FileError(
            "is not as theatrum wrote it",
            place=toml.place(),
            hint="git restore, or theatrum secrets unseal, restores what was stored",
        )
    return Notice(
        data["power"],
        data["phase"],
        data["sent"],
        data.get("received", ""),
        data.get("standing"),
        MappingProxyType(dict(phases)),
        data.get("replaced", False),
    )
