"""The standing orders of players, and the orders of those who sent none.

Each mail that has some, or withdraws them, is a separate file in private/, so two referees who take
mail never write the same one; the newest counts. The names of the files reveal nothing: they are
public where secrets are sealed.

    private/notices/20270301100000-1f0c9a2b.toml
        power = "france"
        phase = "1901 1-spring-movement"    the game waited for it when the mail was stored
        sent = "2027-03-01T10:00:00+00:00"  by this the newest is found
        received = "2027-03-01 10:00"
        standing = "A PAR H\\n"              "" withdraws standing orders
        phases.spring-movement = "..."      standing orders for this phase only
        replaced = true                     a new player took over: all before it is over
    private/notices/20270301100000-1f0c9a2b.txt    the mail

Nothing of it is public before it is used, and then only its effect.
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
from generator.archive.files.reading import (
    TomlText,
    entries,
    parse_toml,
    read_exact_text,
    read_toml,
)
from generator.archive.files.toml_layout import format_toml
from generator.archive.files.writing import Change
from generator.archive.game.authorship import PLAYER, Authorship
from generator.archive.game.game import Game
from generator.archive.game.orders import OrderText
from generator.archive.game.seeds import read_seed
from generator.archive.game.sheets import order_text, waiting_path, with_orders
from generator.engine.chance import Chance
from generator.engine.errors import Complaint, FileError, GameError, Place
from generator.engine.phases import Moment, OrderBook
from generator.engine.ruleset import Ruleset

NOTICES: Final = f"{PRIVATE}/notices"
_NONE: Mapping[str, str] = MappingProxyType({})
KEYS: Final = ("power", "phase", "sent", "received", "standing", "phases", "replaced")
_OF_LEAVE: Final = ("away", "ready", "back")
"""Keys of earlier versions, which nothing reads any more."""


class Notice(Struct, frozen=True):
    """The standing orders in a mail of a power. `phase` is that for which the game waited ("1901
    1-spring-movement"). `standing` are those for any phase, None if the mail has none; `phases`
    those for one phase, by its slug. `replaced`: a new player takes over in `phase`, and all
    earlier notices are void."""

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
    """The notices of a power's player by a phase, the oldest first. Raises FileError."""
    said: list[Notice] = []
    for notice in seat_notices(folder, power, moment):
        said = [] if notice.replaced else [*said, notice]
    return tuple(said)


def seat_notices(folder: Path, power: str, moment: Moment) -> tuple[Notice, ...]:
    """The same, with the notices of former players of the power. Raises FileError."""
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
    """The standing orders that hold for a phase: those for this phase, then those for any."""
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


_MOST_READINGS: Final = 20


class StoodIn(Struct, frozen=True):
    """The orders of a phase, with those of stand-ins: all texts in the ruleset's order, the files
    that change by their paths, and who wrote what the player did not."""

    texts: Mapping[str, OrderText]
    files: Mapping[str, str]
    authors: Mapping[str, Authorship]


def missed_before(game: Game, power: str, moment: Moment) -> int:
    """How many phases before `moment` a power's player has missed one after another, by the record.
    A new player begins with 0. Raises FileErrors."""
    begun = {row.since for row in game.settings.replacements if row.power == power}
    if str(moment) in begun:
        return 0
    for record in reversed(game.phases):
        if record.moment >= moment:
            continue
        text = game.year_orders(record.moment.year).of(record.moment.phase).get(power)
        if text is not None:
            authorship = text.authorship
            if authorship.author and not authorship.leave:
                return authorship.missed
            if not authorship.author and text.text.strip():
                return 0
        if str(record.moment) in begun:
            break
    return 0


def stand_in(game: Game, state: Any, texts: Mapping[str, OrderText]) -> StoodIn:
    """The orders of the phase that `state` waits for, with orders written for those who owe some
    and sent none, as the game's settings decide. `texts` are those that came. Raises FileErrors,
    and GameError if the files with standing orders are not here."""
    ruleset = game.ruleset
    moment = ruleset.moment(state)
    found = dict(texts)
    files: dict[str, str] = {}
    authors = {power: text.authorship for power, text in texts.items() if text.authorship.author}
    for power in ruleset.awaits(state):
        there = texts.get(power)
        if there is not None and (there.text.strip() or there.authorship.author):
            continue
        orders, authorship = _written(game, state, power, moment)
        if authorship == PLAYER:
            continue
        path = waiting_path(game.settings, moment.year, power)
        file = game.folder / path
        before = read_exact_text(file) if file.exists() else ""
        title = ruleset.phase_title(moment)
        files[path] = with_orders(file, before, moment.phase, orders, title, authorship)
        toml = parse_toml(files[path].removeprefix("\ufeff").replace("\r\n", "\n"), file)
        found[power] = OrderText(power, moment.phase, orders, toml, authorship)
        authors[power] = authorship
    ordered = {power: found[power] for power in ruleset.powers if power in found}
    return StoodIn(MappingProxyType(ordered), files, authors)


def _written(game: Game, state: Any, power: str, moment: Moment) -> tuple[str, Authorship]:
    """The orders for a power that sent none, and who wrote them; `PLAYER` where nothing is to be
    noted."""
    absence, orders = game.settings.absence, ""
    if absence != "hold":
        check_notices(game)
        notices = notices_of(game.folder, power, moment)
        text = standing_orders(notices, moment.phase)
        orders = _readable(game.ruleset, state, power, text)
    author = "standing" if orders else "nobody"
    if absence == "caretaker" and not orders:
        author, orders = "caretaker", _caretaker(game, state, power, moment)
    if absence:
        return orders, Authorship(author, missed_before(game, power, moment) + 1)
    return orders, Authorship(author) if orders else PLAYER


def standing_faults(game: Game, notice: Notice) -> tuple[Complaint, ...]:
    """The faults of the standing orders of a notice in the phase that the game waits for."""
    text = order_text(standing_orders((notice,), game.current_moment.phase))
    book = game.ruleset.read(game.current_state(), {notice.power: text})
    return _errors(book, notice.power)


def _errors(book: OrderBook, power: str) -> tuple[Complaint, ...]:
    return tuple(
        complaint
        for complaint in book.complaints
        if complaint.power == power and complaint.severity == "error" and complaint.line
    )


def _caretaker(game: Game, state: Any, power: str, moment: Moment) -> str:
    """The orders that a program writes for a power. It sees what everyone sees."""
    from generator.autoplay import get_player

    # A separate source, which reveals nothing of the game's draws. Where the seed is not here,
    # orders are public all the same.
    seed = read_seed(game.folder, game.settings) or game.settings.seed_commitment
    chance = Chance(f"{seed} caretaker", f"{key_of(moment)} {power}")
    lines = get_player(game.ruleset.id).write_orders(game.ruleset, state, power, chance)
    return _readable(game.ruleset, state, power, "".join(f"{line}\n" for line in lines))


def _readable(ruleset: Ruleset[Any], state: Any, power: str, text: str) -> str:
    """The lines of a text without those that have an error; "" where no order is left."""
    lines = [line for line in text.split("\n") if line.strip()]
    for _ in range(_MOST_READINGS):
        left = order_text("\n".join(lines))
        book = ruleset.read(state, {power: left})
        wrong = {complaint.line for complaint in _errors(book, power)}
        if not wrong:
            sheet = book.sheets.get(power)
            return left if sheet is not None and sheet.orders else ""
        lines = [line for number, line in enumerate(lines, 1) if number not in wrong]
    return ""


def without_stand_ins(
    game: Game, moments: tuple[Moment, ...], files: Mapping[str, str]
) -> dict[str, str]:
    """Order files without the stand-ins' orders for phases that are undone: those are written
    again. `files` are texts that are about to be written."""
    changed: dict[str, str] = {}
    for moment in moments:
        texts = game.year_orders(moment.year).of(moment.phase)
        for power, text in texts.items():
            if not text.authorship.author:
                continue
            path = waiting_path(game.settings, moment.year, power)
            file = game.folder / path
            before = changed.get(path, files.get(path, ""))
            if not before and file.exists():
                before = read_exact_text(file)
            if before:
                changed[path] = with_orders(file, before, moment.phase, "")
    return changed
