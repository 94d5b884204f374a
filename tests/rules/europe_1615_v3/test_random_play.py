"""Whatever is ordered: games of Version 3 go on, every state of them is sound and comes back from
its files, and nothing secret is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from generator.archive.game.state_files import format_phase
from generator.engine.phases import Moment, OrderBook, Resolution
from generator.engine.units import Piece
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.features.agreement import AgreeStop
from generator.rulesets.europe.features.annual_infs import year_of
from generator.rulesets.europe.features.ballots import BallotVote, MoveRemoval
from generator.rulesets.europe.features.modifiers import SanctionRules
from generator.rulesets.europe.features.sanctions import Permit
from generator.rulesets.europe.features.waivers import WaiveCapture
from generator.rulesets.europe.features.winter import units_allowed
from generator.rulesets.europe.playing.play import play_phase
from generator.rulesets.europe.record.document import dump_state
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import (
    BuildUnit,
    BuyUnit,
    DiplomaticAttack,
    DisbandUnit,
    PlaceInfs,
)
from generator.rulesets.europe_1615_v3 import EDITION, RULESET
from tests.rules.europe.building import opening
from tests.rulesets.europe.random_play import book_of, options_by, sheets_with
from tests.rulesets.europe.test_invariants import check_orders, check_replay

GAMES = 10
YEARS = 7
MOVES = ("spring", "summer", "fall")
LIKE = {
    **dict.fromkeys(MOVES, "movement"),
    **{f"{season}-retreats": "retreats" for season in MOVES},
}
"""What the phases of this year take is what other editions order in theirs."""

Played = Resolution[EuropeState]


def politics(state: EuropeState, dice: Random, power: str) -> Iterator[Any]:
    """INFs, attacks, and what else is written with them; much of it is too much."""
    year, states = year_of(state), list(state.facts.states)
    left = dice.randint(0, year.allotment.get(power, 0) - year.spent.get(power, 0) + 1)
    while left > 0:
        number = dice.randint(1, left)
        yield PlaceInfs(number if dice.random() < 0.95 else 0, dice.choice(states))
        left -= number
    if dice.random() < 0.7:
        code = dice.choice(states)
        rivals = list(state.infs.get(code, ())) or list(state.facts.powers)
        yield DiplomaticAttack(code, dice.choice(rivals))
    names = [one.id for one in state.facts.of(SanctionRules).modifier]
    if dice.random() < 0.1:
        yield MoveRemoval(dice.choice(names))
    if dice.random() < 0.1:
        yield Permit("spain", dice.choice(("SWI", "SAV")))
    if dice.random() < 0.02:
        yield AgreeStop()
    if state.moment.phase == "fall" and dice.random() < 0.3:
        yield WaiveCapture(dice.choice(list(state.facts.provinces)))


def strangers(state: EuropeState, dice: Random, orders: list[Any]) -> Iterator[Any]:
    """Orders for units of the Ottomans and of states, whoever they follow."""
    book = book_of(replace(state, moment=Moment(state.year, 1, "movement")), dice)
    known = {unit.piece for side, unit in state.stands if is_minor(side)}
    for sheet in book.sheets.values():
        for one in sheet.orders:
            piece = getattr(one.order, "unit", None)
            if piece in known and dice.random() < 0.3:
                yield one.order


def winter(state: EuropeState, dice: Random, power: str) -> Iterator[Any]:
    facts = state.facts
    sides = [power, *(c for c, status in state.statuses.items() if status.patron == power)]
    if state.moment.phase == "early-winter":
        for side in sides:
            for unit in state.units.get(side, ()):
                if dice.random() < 0.1:
                    yield DisbandUnit(unit.piece)
        if dice.random() < 0.2:
            yield WaiveCapture(dice.choice(list(facts.provinces)))
        return
    for side in (*sides, dice.choice(list(facts.states))):
        room = units_allowed(state, side) - len(state.units.get(side, ()))
        for _ in range(max(room, 0) + (dice.random() < 0.1)):
            held = [c for c in facts.centers if state.standing.holders[c] == side]
            code = dice.choice(held or list(facts.centers))
            kind: Any = dice.choice("AAF")
            coasts = facts.board.provinces[code].coasts
            place = f"{code}/{min(coasts)}" if kind == "F" and coasts else code
            piece = Piece(kind, place)
            yield BuyUnit(piece, side) if is_minor(side) else BuildUnit(piece)
    rules = facts.of(SanctionRules)
    for _ in range(dice.randint(0, 4)):
        votes = dice.randint(-8, 9)
        yield BallotVote(votes, dice.choice(rules.modifier).id, dice.random() < 0.2)


def sheets(state: EuropeState, dice: Random) -> OrderBook:
    phase = state.moment.phase
    orders: dict[str, list[Any]] = {power: [] for power in RULESET.awaits(state)}
    if phase in LIKE:
        book = book_of(replace(state, moment=Moment(state.year, 1, LIKE[phase])), dice)
        for power in orders:
            own = book.sheets.get(power)
            orders[power] += [one.order for one in own.orders] if own is not None else []
    for power in orders:
        if phase in MOVES:
            orders[power] += politics(state, dice, power)
            orders[power] += strangers(state, dice, orders[power])
        elif phase in ("early-winter", "late-winter"):
            orders[power] += winter(state, dice, power)
    return OrderBook(sheets_with(orders))


def check_position(before: EuropeState, played: Played) -> None:
    """One unit in a province; as many as a side may have; INFs and votes within their bounds."""
    state, year = played.state, year_of(played.state)
    places = [unit.province for _, unit in state.stands]
    assert len(places) == len(set(places))
    for power, spent in year.spent.items():
        assert 0 <= spent <= year.allotment[power]
    if before.moment.phase in ("early-winter", "late-winter") and state.ending is None:
        for side, units in state.units.items():
            assert len(units) <= units_allowed(state, side), side
    if before.moment.phase not in MOVES:
        held = {c: dict(row) for c, row in before.infs.items() if c in state.infs and row}
        now = {c: dict(row) for c, row in state.infs.items() if row}
        gone = {event.kind for event in played.events} & {"infs-removed"}
        assert gone or before.moment.phase == "status-check" or held == now
    if before.moment.phase == "scoring":
        assert set(state.scores) == set(state.living)
    if not before.facts.of(SanctionRules).motions:
        return
    by = Counter(one.by for one in state.parts["sanctions"].motions)
    assert max(by.values(), default=0) <= before.facts.of(SanctionRules).motions


def check_secrets(before: EuropeState, played: Played) -> None:
    """The public file and public events hold no ballot, no waiver before winter, no vote on the
    Ottomans, and no name of whom they would obey."""
    written = format_phase(played, dump_state(EDITION, played.state))
    (public,) = [text for path, text in written.items() if not path.startswith("private/")]
    ballots = before.facts.of(SanctionRules).public
    for verdict in played.verdicts:
        if isinstance(verdict.meant, BallotVote) and verdict.outcome == "success":
            assert (verdict.known_to == ()) == ballots
            assert (verdict.order in public) == ballots
        if isinstance(verdict.meant, WaiveCapture) and verdict.outcome == "success":
            assert verdict.order not in public
        if any(reason.rule == "E15V3-OTT-3" for reason in verdict.reasons):
            assert verdict.known_to == (verdict.power,)


@pytest.mark.parametrize(
    "game", [0, *(pytest.param(number, marks=pytest.mark.slow) for number in range(1, GAMES))]
)
def test_games_by_dice_are_sound_in_every_phase(game: int) -> None:
    dice, state = Random(game), opening(EDITION, **options_by(EDITION, game))
    seen: set[str] = set()
    last = state.year + YEARS
    while state.ending is None and state.year < last:
        book = sheets(state, dice)
        played = play_phase(EDITION, state, book)
        check_position(state, played)
        check_orders((state, book, played), EDITION)
        check_secrets(state, played)
        check_replay((state, book, played), EDITION)
        RULESET.report(state, played)
        RULESET.picture_of(state, played)
        RULESET.summary(state, played)
        seen |= {one.kind for one in played.events}
        state = played.state
    assert seen >= {"placement", "captured", "ballot", "score", "round"}
