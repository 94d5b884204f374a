"""What a player has said beyond the orders of a phase: standing orders, leave, and the return.

Each mail that says such a thing is a file of its own in private/, so two referees who take mail
never write the same one; of each kind the newest counts. The names of the files tell nothing: they
are public where secrets are sealed.

    private/notices/20270301100000-1f0c9a2b.toml
        power = "france"
        phase = "1901 1-spring-movement"    the game waited for it when the mail was stored
        sent = "2027-03-01T10:00:00+00:00"  by this the newest is found
        received = "2027-03-01 10:00"
        standing = "A PAR H\\n"              "" takes standing orders back
        phases.spring-movement = "..."      standing orders for this phase alone
        away = ["2027-12-20", "2028-01-03"] the first and the last day of leave
        ready = true                        nobody need wait for the player in that time
        back = true                         the leave is over
        replaced = true                     a new player took over: all before it is over
    private/notices/20270301100000-1f0c9a2b.txt    the mail

Nothing of it is public before it is used, and then only what it led to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct, field

from generator.archive.files.layout import PRIVATE, RECEIVED, key_of
from generator.archive.files.reading import TomlText, entries, read_toml
from generator.archive.files.toml_layout import format_toml
from generator.archive.files.writing import Change
from generator.archive.game.game import Game
from generator.archive.game.settings import AbsencePolicy
from generator.engine.errors import FileError, GameError
from generator.engine.phases import Moment

NOTICES: Final = f"{PRIVATE}/notices"
LONGEST_LEAVE: Final = 366
"""The most days that a notice may speak of."""
_NONE: Mapping[str, str] = MappingProxyType({})
KEYS: Final = (
    "power", "phase", "sent", "received", "standing", "phases", "away", "ready", "back", "replaced",
)  # fmt: skip


class Notice(Struct, frozen=True):
    """What a mail of a power says beyond the orders of a phase. `phase` is that for which the game
    waited ("1901 1-spring-movement"). `standing` are the standing orders for any phase, None where
    the mail says nothing of them; `phases` those for one phase, by its slug. `away` are the first
    and the last day of leave; `ready`: nobody need wait for the player then; `back`: it is over.
    `replaced`: a new player takes over in `phase`, of whom nothing was said before."""

    power: str
    phase: str
    sent: str
    received: str = ""
    standing: str | None = None
    phases: Mapping[str, str] = field(default_factory=lambda: _NONE)
    away: tuple[date, date] | None = None
    ready: bool = False
    back: bool = False
    replaced: bool = False


class Leave(Struct, frozen=True):
    """The days on which a player may be away without missing a phase, sorted. `asked` is how many
    days were asked for, with those beyond the days that the game grants; `ready`: nobody need wait
    on those days that are in it."""

    days: tuple[date, ...] = ()
    asked: int = 0
    ready: frozenset[date] = frozenset()


def filed_notice(notice: Notice, original: str) -> Change:
    """The change that keeps a notice and its mail. The same one twice is the same file."""
    facts: dict[str, Any] = {"power": notice.power, "phase": notice.phase, "sent": notice.sent}
    if notice.received:
        facts["received"] = notice.received
    if notice.standing is not None:
        facts["standing"] = notice.standing
    if notice.away is not None:
        facts["away"] = [day.isoformat() for day in notice.away]
    for key in ("ready", "back", "replaced"):
        if getattr(notice, key):
            facts[key] = True
    if notice.phases:
        facts["phases"] = dict(sorted(notice.phases.items()))
    text = format_toml(facts)
    stamp = "".join(sign for sign in notice.sent.partition("+")[0] if sign.isdigit())
    path = f"{NOTICES}/{stamp}-{sha256(text.encode()).hexdigest()[:8]}"
    return Change({f"{path}.toml": text, f"{path}.txt": original})


def powers_with_notices(folder: Path) -> tuple[str, ...]:
    """The powers of which anything was noted, sorted. Raises FileError."""
    return tuple(sorted({notice.power for notice in _all(folder)}))


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
            f"standing orders or leave of {game.slug} are in private/, which is not here",
            hint="adjudicate where it is, or seal them: theatrum secrets seal",
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
    return filed_notice(ended, "A new player: standing orders and leave are over.\n")


def _order(key: str) -> tuple[int, int]:
    year, _, slug = key.partition(" ")
    return int(year), int(slug.partition("-")[0])


def standing_orders(notices: tuple[Notice, ...], phase: str) -> str:
    """The standing orders that hold for a phase: those for it alone, then those for any."""
    for notice in reversed(notices):
        if notice.standing is not None:
            return f"{notice.phases.get(phase, '')}{notice.standing}"
    return ""


def leave_of(notices: tuple[Notice, ...], policy: AbsencePolicy) -> Leave:
    """The leave that a game grants, of all that was asked for: the first days, as many as there
    are. A new notice replaces what an older one says of the days to come."""
    days: dict[date, bool] = {}
    for notice in notices:
        if notice.away is None and not notice.back:
            continue
        said = datetime.fromisoformat(notice.sent).date()
        days = {day: ready for day, ready in days.items() if day < said}
        if notice.away is not None:
            first, last = notice.away
            for number in range((last - first).days + 1):
                days[first + timedelta(days=number)] = notice.ready
    granted = sorted(days)[: policy.leave_days]
    return Leave(tuple(granted), len(days), frozenset(day for day in granted if days[day]))


def _read(toml: TomlText) -> Notice:
    data = toml.data
    for key in data:
        if key not in KEYS:
            raise toml.error(f"there is no {key} here", key)
    phases, away = data.get("phases", {}), data.get("away")
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
        good = good and all(
            isinstance(data.get(key, True), bool) for key in ("ready", "back", "replaced")
        )
        span = None
        if away is not None:
            first, last = map(date.fromisoformat, away)
            span = first, last
            good = good and 0 <= (last - first).days <= LONGEST_LEAVE
    except (KeyError, TypeError, ValueError, AttributeError):
        good = False
    if not good:
        raise FileError(
            "is not as theatrum writes it",
            place=toml.place(),
            hint="git restore, or theatrum secrets unseal, brings back what was stored",
        )
    return Notice(
        data["power"],
        data["phase"],
        data["sent"],
        data.get("received", ""),
        data.get("standing"),
        MappingProxyType(dict(phases)),
        span,
        data.get("ready", False),
        data.get("back", False),
        data.get("replaced", False),
    )
