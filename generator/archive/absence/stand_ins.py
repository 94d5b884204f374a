"""Who writes for a power that has sent nothing, as the game's settings say; see `authorship`.

What is written goes into the order file before the phase is resolved, with its author. So the
record replays without the programs and the standing orders that it came from.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from generator.archive.absence.notices import Notice, check_notices, notices_of, standing_orders
from generator.archive.files.layout import key_of
from generator.archive.files.reading import parse_toml, read_exact_text
from generator.archive.game.authorship import PLAYER, Authorship
from generator.archive.game.game import Game
from generator.archive.game.orders import OrderText
from generator.archive.game.seeds import read_seed
from generator.archive.game.sheets import order_text, waiting_path, with_orders
from generator.engine.chance import Chance
from generator.engine.errors import Complaint
from generator.engine.phases import Moment, OrderBook
from generator.engine.ruleset import Ruleset

_MOST_READINGS: Final = 20


class StoodIn(Struct, frozen=True):
    """The orders of a phase, with those of stand-ins: all texts in the ruleset's order, the files
    that change by their paths, and who wrote what the player did not."""

    texts: Mapping[str, OrderText]
    files: Mapping[str, str]
    authors: Mapping[str, Authorship]


def missed_before(game: Game, power: str, moment: Moment) -> int:
    """How many phases before `moment` a power's player has missed one after another, as the record
    says it. A new player begins again. Raises FileErrors."""
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
    """The orders of the phase that `state` waits for, where those who owe some and sent none have
    them from whom the game's settings say. `texts` are those that are there. Raises FileErrors, and
    GameError where what players have said is not here."""
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
        orders = _standing(game.ruleset, state, power, notices)
    author = "standing" if orders else "nobody"
    if absence == "caretaker" and not orders:
        author, orders = "caretaker", _caretaker(game, state, power, moment)
    if absence:
        return orders, Authorship(author, missed_before(game, power, moment) + 1)
    return orders, Authorship(author) if orders else PLAYER


def _standing(ruleset: Ruleset[Any], state: Any, power: str, notices: tuple[Notice, ...]) -> str:
    """What of a power's standing orders can be carried out in the phase that `state` waits for."""
    text = standing_orders(notices, ruleset.moment(state).phase)
    return _readable(ruleset, state, power, text)


def standing_faults(game: Game, notice: Notice) -> tuple[Complaint, ...]:
    """What is wrong with the standing orders of a notice in the phase that the game waits for."""
    text = order_text(standing_orders((notice,), game.current_moment.phase))
    book = game.ruleset.read(game.current_state(), {notice.power: text})
    return _errors(book, notice.power)


def _errors(book: OrderBook, power: str) -> tuple[Complaint, ...]:
    """The errors of a power's sheet, each with its line."""
    return tuple(
        complaint
        for complaint in book.complaints
        if complaint.power == power and complaint.severity == "error" and complaint.line
    )


def _caretaker(game: Game, state: Any, power: str, moment: Moment) -> str:
    """The orders that a program writes for a power. It sees what everyone sees."""
    from generator.autoplay import get_player

    # A source of its own, which reveals nothing of the game's draws. Where the seed is not here,
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
    """Order files without what stand-ins wrote for phases that are taken back: for these it is
    written again. `files` are texts that are about to be written."""
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
