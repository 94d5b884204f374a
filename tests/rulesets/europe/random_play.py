"""Games of Europe played by dice: orders that count and orders that do not, in every phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from generator.engine.orders.values import (
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    SupportHold,
    SupportMove,
)
from generator.engine.phases import OrderBook, Resolution, Sheet, WrittenOrder
from generator.engine.units import Piece, Unit
from generator.rulesets.europe.features.extension import Vote
from generator.rulesets.europe.playing.play import play_phase
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import (
    BolsterUnit,
    BuildUnit,
    BuyUnit,
    Declare,
    DiplomaticAttack,
    DisbandUnit,
    MinorBuild,
    MinorDisband,
    PlaceInfs,
    ReduceUnit,
    Transfer,
)
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe_1619.reichstag_meeting import ReichstagCall, ReichstagVote

Step = tuple[EuropeState, OrderBook, Resolution[EuropeState]]


def play_years(edition: Edition, state: EuropeState, dice: Random, years: int) -> Iterator[Step]:
    """Every phase of so many years, or to the end of the game."""
    last = state.year + years
    while state.ending is None and state.year < last:
        step = play_on(edition, state, dice)
        yield step
        state = step[2].state


def play_on(edition: Edition, state: EuropeState, dice: Random) -> Step:
    book = book_of(state, dice)
    return state, book, play_phase(edition, state, book)


def book_of(state: EuropeState, dice: Random) -> OrderBook:
    """Random sheets for the phase that a state waits for; some powers send none."""
    write = _WRITERS.get(state.moment.phase, _nothing)
    orders = {
        power: [*write(state, dice, power), *_strays(state, dice)]
        for power in state.living
        if dice.random() < 0.93
    }
    missing = tuple(power for power in state.living if power not in orders)
    return OrderBook(sheets_with(orders), (), missing)


def sheets_with(orders: Mapping[str, Iterable[Any]]) -> dict[str, Sheet]:
    """Sheets with these orders, as if each had been written on a line of its own."""
    return {
        power: Sheet(power, tuple(WrittenOrder(str(o), n, 1, o) for n, o in enumerate(own, 1)))
        for power, own in orders.items()
    }


def options_by(edition: Edition, number: int) -> dict[str, Any]:
    """Options of a game; the games 0 to 9 have every choice of each, and for numbers a few."""
    chosen: dict[str, Any] = {}
    for place, (name, option) in enumerate(edition.options.items()):
        least = option.least or 0
        few = (option.default, least, least + 2)
        known = (True, False) if isinstance(option.default, bool) else few
        values = tuple(option.choices) or _VALUES.get(name) or known
        chosen[name] = values[(number + place) % len(values)] if number else option.default
    return chosen


_VALUES: Mapping[str, tuple[Any, ...]] = {
    "currency": ("ducats", "gulden"),
    "score_years": ([1625, 1625], [1616, 1617]),
}
"""Values of the options for which any text or list will do."""


def _nothing(state: EuropeState, dice: Random, power: str) -> list[Any]:
    return []


def _strays(state: EuropeState, dice: Random) -> Iterator[Any]:
    """Now and then something that cannot be read, or that belongs to another phase."""
    if dice.random() < 0.05:
        yield None
    if dice.random() < 0.05:
        yield dice.choice((PlaceInfs(1, "HES"), Vote("draw"), Hold(Piece("A", "PAR"))))


def _anybody(state: EuropeState, dice: Random) -> str:
    return dice.choice(list(state.facts.powers))


# --- diplomacy


def _diplomacy(state: EuropeState, dice: Random, power: str) -> Iterator[Any]:
    facts = state.facts
    states = list(facts.states)
    own = [code for code, one in state.statuses.items() if one.patron == power]
    left = facts.infs_of(power, state.year) + dice.randint(-1, 1)
    while left > 0:
        number = dice.randint(-1 if dice.random() < 0.1 else 1, max(1, left))
        where = dice.choice(own) if own and dice.random() < 0.6 else dice.choice(states)
        yield PlaceInfs(number, where)
        left -= max(number, 1)
    for _ in range(dice.choice((0, 0, 1, 1, 2))):
        code = dice.choice(states)
        rivals = list(state.infs.get(code, ())) or list(facts.powers)
        yield DiplomaticAttack(code, dice.choice(rivals))
    # Offers meet when both powers draw the same partner from the same dice.
    partners = Random(state.year * 100 + dice.randint(0, 1))
    names = list(facts.powers)
    partners.shuffle(names)
    other = names[(names.index(power) ^ 1) % len(names)]
    for kind in ("alliance", "armistice", "dissolution"):
        if dice.random() < 0.35:
            yield Declare(kind, other)  # type: ignore[arg-type]
    for _ in range(dice.choice((0, 0, 0, 1, 2))):
        kind = dice.choice(("war", "war", "war", "alliance", "armistice", "dissolution"))
        yield Declare(kind, _anybody(state, dice))  # type: ignore[arg-type]
    yield from _reichstag(state, dice, power)


def _reichstag(state: EuropeState, dice: Random, power: str) -> Iterator[Any]:
    if power == "austria" and dice.random() < 0.15:
        target = dice.choice(("", *state.facts.powers))
        code = dice.choice(("", *state.facts.minors))
        ban: Any = dice.choice(("", "attacks", "infs"))
        yield ReichstagCall(dice.randint(0, 3), target, ban, code)
        yield ReichstagCall(1)
    if dice.random() < 0.5:
        names = (dice.choice(("", _anybody(state, dice))), dice.choice(("", "HES", "LOR")))
        yield ReichstagVote(dice.random() < 0.7, *names)


# --- orders


def _orders(state: EuropeState, dice: Random, power: str) -> Iterator[Any]:
    standing = state.standing
    for owner, unit in state.stands:
        mine = standing.side_of(owner) == power
        if (mine and dice.random() < 0.95) or dice.random() < 0.01:
            yield _order(state, dice, unit)
            if dice.random() < 0.03:
                yield _order(state, dice, unit)
    yield from _reichstag(state, dice, power)


def _order(state: EuropeState, dice: Random, unit: Unit) -> Any:
    board, piece = state.facts.board, unit.piece
    kind = dice.choices(("move", "support", "help", "convoy", "hold", "wild"), (60, 8, 14, 8, 6, 4))
    near = _near(state, unit)
    if kind[0] == "wild" or not near:
        return Move(piece, dice.choice(board.places), dice.random() < 0.5)
    if kind[0] == "move":
        return Move(piece, dice.choice(near))
    at = [stand for stand in state.stands if stand[1].province != unit.province]
    other = dice.choice(at)[1] if at else unit
    if kind[0] == "support":
        close = {place.partition("/")[0] for place in near}
        known = [stand[1] for stand in at if stand[1].province in close]
        return SupportHold(piece, dice.choice(known).piece if known else other.piece)
    if kind[0] == "help":
        return SupportMove(piece, other.piece, dice.choice(near).partition("/")[0])
    if kind[0] == "convoy":
        return Convoy(piece, other.piece, dice.choice(board.codes))
    return Hold(piece)


def _near(state: EuropeState, unit: Unit) -> Sequence[str]:
    board = state.facts.board
    if unit.kind == "A":
        return board.provinces[unit.province].army
    return tuple(sorted(board.fleet_from(unit.at)))


def _retreats(state: EuropeState, dice: Random, power: str) -> Iterator[Any]:
    for one in state.displaced:
        if state.standing.side_of(one.owner) != power and dice.random() < 0.9:
            continue
        if one.places and dice.random() < 0.8:
            yield Retreat(one.unit.piece, dice.choice(one.places))
        elif dice.random() < 0.5:
            yield Disband(one.unit.piece)
        else:
            yield Retreat(one.unit.piece, dice.choice(state.facts.board.places))


# --- builds, votes


def _builds(state: EuropeState, dice: Random, power: str) -> Iterator[Any]:
    facts = state.facts
    one = facts.powers[power]
    own = list(state.units.get(power, ()))
    wards = [code for code, status in state.statuses.items() if status.patron == power]
    for _ in range(dice.randint(0, 5)):
        kind = dice.choice("bbbggguuurdtttmx")
        code = dice.choice(wards) if wards and dice.random() < 0.7 else dice.choice([*facts.states])
        foreign = list(state.units.get(code, ()))
        if kind == "b":
            yield BuildUnit(_piece(state, dice, dice.choice((*one.centers, *one.build_sites))))
        elif kind == "g" and own:
            yield BolsterUnit(dice.choice(own).piece, dice.choice((1, 1, 2, 0)))
        elif kind == "u":
            wrong = "ERF" if "ERF" in facts.provinces else facts.states[code].seat
            home = facts.states[code].home or wrong
            yield BuyUnit(_piece(state, dice, home), code)
        elif kind == "r" and own:
            yield ReduceUnit(dice.choice(own).piece, dice.randint(0, 2))
        elif kind == "d" and own and dice.random() < 0.3:
            yield DisbandUnit(dice.choice(own).piece)
        elif kind == "t":
            sort: Any = dice.choice(("loan", "grant", "repayment"))
            terms = (dice.randint(0, 2), dice.choice((0, state.year + 2)))
            yield Transfer(sort, dice.randint(0, 5), _anybody(state, dice), *terms)
        elif kind == "m":
            yield MinorBuild(code, dice.choice("AF"), dice.choice(("", "", "EC")))
        elif kind == "x" and foreign:
            unit = dice.choice(foreign).piece
            bolster = BolsterUnit(unit, 1, code)
            yield bolster if dice.random() < 0.7 else MinorDisband(code, unit)


def _piece(state: EuropeState, dice: Random, code: str) -> Piece:
    coasts = [f"{code}/{coast}" for coast in state.facts.board.provinces[code].coasts]
    if dice.random() < 0.4:
        return Piece("F", dice.choice([*coasts, code]))
    return Piece("A", code)


def _votes(state: EuropeState, dice: Random, power: str) -> Iterator[Any]:
    if dice.random() < 0.9:
        yield Vote("extend", dice.randint(1, 2))
    else:
        yield dice.choice((Vote("draw"), Vote("extend", 0)))


_WRITERS: Any = {
    "diplomatic": _diplomacy,
    "movement": _orders,
    "retreats": _retreats,
    "builds": _builds,
    "vote": _votes,
}
