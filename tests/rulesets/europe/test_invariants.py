"""Whatever is ordered: what is true after every phase, and that every phase can be replayed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.archive.files.reading import parse_toml
from generator.archive.game.state_files import (
    document_in,
    format_phase,
    format_state,
    state_file_in,
)
from generator.engine.phases import Document, OrderBook, Resolution
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.playing.play import play_phase
from generator.rulesets.europe.record.document import dump_state, load_state
from generator.rulesets.europe.state.soundness import flaws_of, unit_problem
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.statuses import status_of
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, play
from tests.rulesets.europe.random_play import Step, play_years

Played = Resolution[EuropeState]
UNREACHED = 10_000

CHOICES = [
    {},
    {"players": 10, "scoring.mode": "cumulative"},
    {"players": 13, "report.placements": "totals"},
]


def file_of(files: dict[str, str]) -> Any:
    """The public file among those of a phase."""
    (path,) = [path for path in files if not path.startswith("private/")]
    return state_file_in(parse_toml(files[path], Path(path)))


def reread(edition: Edition, played: Played) -> EuropeState:
    """The state after a phase as it comes back from the files of a game."""
    files = format_phase(played, dump_state(edition, played.state))
    private = {
        Path(path).stem: document_in(parse_toml(text, Path(path)))
        for path, text in files.items()
        if path.startswith("private/") and "/state/" in path
    }
    return load_state(edition, Document(file_of(files).tables, private))


# --- the invariants


def check_board(state: EuropeState) -> None:
    """One unit in a province, each where it can stand and as strong as may be; whose land is
    whose, statuses, markers, and what is left of powers that fell."""
    assert flaws_of(state) == ()
    places = [unit.province for _, unit in state.stands]
    assert len(places) == len(set(places))
    for side, unit in state.stands:
        assert unit_problem(state.facts, unit) == "", f"{side}: {unit}"
        assert unit.kind == "A" or unit.strength == 1
    for power, units in state.units.items():
        if not is_minor(power):
            assert len(units) <= 15
            assert sum(unit.strength for unit in units) <= 15
    for power, year in state.eliminated.items():
        assert power not in state.living
        assert year <= state.year


def check_captures(state: EuropeState) -> None:
    """After map adjustment whoever holds foreign land stands in it, or a friend does."""
    standing = state.standing
    for code, capture in state.captures.items():
        assert code in state.at
        assert standing.friendly(state.at[code][0], capture.holder), code
    for code in state.states:
        if not standing.is_captured(code):
            assert state.statuses[code] == status_of(state.facts, state.infs[code])


def check_settled(edition: Edition, state: EuropeState) -> None:
    """A second map adjustment changes nothing."""
    moment = edition.moment_of(state.year, "adjustment")
    again = play_phase(edition, replace(state, moment=moment), OrderBook({})).state
    assert replace(again, moment=state.moment) == state


def check_states(state: EuropeState) -> None:
    """After builds no state has a unit that nobody owes it, and no army is stronger than 10."""
    holders = list(state.standing.holders.items())
    for code in state.states:
        centers = sum(by == code for at, by in holders if at in state.facts.centers)
        assert len(state.units.get(code, ())) <= centers + state.extra_units.get(code, 0)
    assert all(unit.strength <= 10 for _, unit in state.stands)


def placed_and_lost(played: Played) -> dict[str, dict[str, int]]:
    """What placements and attacks did to the INFs, by state and power, as it was reported."""
    change: dict[str, dict[str, int]] = {}

    def add(state: str, power: str, number: int) -> None:
        row = change.setdefault(state, {})
        row[power] = row.get(power, 0) + number

    for event in played.events:
        if event.kind == "placement":
            for state, number in event.data["placed"].items():
                add(state, event.data["power"], number)
        if event.kind == "diplomatic-attack":
            add(event.data["state"], event.data["by"], -event.data["lost"])
            add(event.data["state"], event.data["against"], -event.data["lost"])
    return change


def check_infs(before: EuropeState, played: Played) -> None:
    """INFs change by placements and attacks, and go with a power that falls; nothing else."""
    after = played.state
    changes = placed_and_lost(played)
    for code in after.states:
        row = dict(before.infs.get(code, {}))
        for power, number in changes.get(code, {}).items():
            row[power] = row.get(power, 0) + number
        assert min(row.values(), default=0) >= 0
        left = {p: n for p, n in row.items() if n and p not in after.eliminated}
        assert left == dict(after.infs[code]), code
    for event in played.events:
        if event.kind == "placement":
            power, placed = event.data["power"], event.data["placed"]
            assert sum(placed.values()) <= before.facts.infs_of(power, before.year)
            for state in placed:
                status = before.statuses[state]
                assert status.kind != "captured"
                assert status.kind != "vassal" or status.patron == power


def check_money(before: EuropeState, played: Played) -> None:
    """TP come from income and go into purchases; nobody owes the treasury anything."""
    after = played.state
    assert min(after.treasury.values(), default=0) >= 0
    earned = sum(event.data["tp"] for event in played.events if event.kind == "income")
    spent = sum(event.data["price"] for event in played.events if event.kind == "purchase")
    gone = sum(tp for power, tp in before.treasury.items() if power in after.eliminated)
    assert sum(after.treasury.values()) == sum(before.treasury.values()) + earned - spent - gone
    if before.moment.phase != "builds":
        for power, tp in after.treasury.items():
            assert tp == before.treasury[power]


def check_relations(before: EuropeState, played: Played) -> None:
    """Relations change with the year alone; every pair has one; none that may not ally does."""
    after = played.state
    if after.year == before.year:
        for pair, relation in after.relations.items():
            assert before.relations[pair] == relation
    for pair, relation in after.relations.items():
        assert pair[0] != pair[1]
        assert relation.since <= after.year
        assert relation.kind != "peace" or relation.after
    for change in after.changes:
        assert change.year == before.year + 1


def check_orders(step: Step, edition: Edition = EDITION) -> None:
    """Every order that was written has a verdict with a rule, in the order of the sheet."""
    _, book, played = step
    known = edition.rulebook
    for power, sheet in book.sheets.items():
        own = [one for one in played.verdicts if one.power == power]
        assert len(own) >= len(sheet.orders)
    for verdict in played.verdicts:
        assert verdict.reasons, verdict
        assert all(reason.rule in known and reason.text for reason in verdict.reasons)
    for event in played.events:
        assert event.rule in known
        assert event.text.strip()


def check_step(step: Step) -> None:
    before, _, played = step
    check_board(played.state)
    if before.moment.phase == "adjustment":
        check_captures(played.state)
        check_settled(EDITION, played.state)
    if before.moment.phase == "builds":
        check_states(played.state)
    if before.moment.phase == "scoring":
        assert tuple(played.state.scores) == played.state.living
    check_infs(before, played)
    check_money(before, played)
    check_relations(before, played)
    check_orders(step)


def check_replay(step: Step, edition: Edition = EDITION) -> None:
    """The state comes back from its files, and the phase played again is the same by the byte."""
    before, book, played = step
    again = reread(edition, played)
    assert again == played.state
    assert list(again.infs) == list(played.state.infs)
    document = dump_state(edition, again)
    assert format_state(played.moment, document) == format_state(
        played.moment, dump_state(edition, played.state)
    )
    reopened = load_state(edition, dump_state(edition, before))
    repeated = play_phase(edition, reopened, book)
    assert format_phase(repeated, dump_state(edition, repeated.state)) == format_phase(
        played, dump_state(edition, played.state)
    )


# --- the games


def test_thirty_years_of_dice_keep_every_promise() -> None:
    """Fallen powers, founded states, loans, a Reichstag, a vote: a game to its very end."""
    state = opening(EDITION, victory__points=UNREACHED)
    seen: set[str] = set()
    steps = 0
    for step in play_years(EDITION, state, Random(7), 40):
        check_step(step)
        if steps % 2 == 0:
            check_replay(step)
        seen.add(step[0].moment.phase)
        steps += 1
        last = step[2].state
    assert last.ending is not None
    assert last.year >= 1648
    assert steps > 30 * 5
    assert last.eliminated
    assert seen >= {"diplomatic", "movement", "retreats", "adjustment", "builds", "scoring"}


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: ",".join(choice) or "defaults")
def test_five_years_of_dice_keep_every_promise_with_options(choice: dict[str, Any]) -> None:
    options = {name.replace(".", "__"): value for name, value in choice.items()}
    state = opening(EDITION, victory__points=UNREACHED, **options)
    for number, step in enumerate(play_years(EDITION, state, Random(7), 5)):
        check_step(step)
        if number % 4 == 0:
            check_replay(step)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32))
def test_three_years_of_any_dice_keep_every_promise(seed: int) -> None:
    dice = Random(seed)
    state = opening(EDITION, victory__points=UNREACHED, players=dice.randint(10, 15))
    for step in play_years(EDITION, state, dice, 3):
        check_step(step)


def test_a_tie_is_voted_on_and_the_vote_is_replayed() -> None:
    """The only year ends level: all vote for one more, and it opens with orders."""
    state = opening(EDITION, first_year=1648, victory__points=UNREACHED)
    seen = []
    while state.ending is None and state.year < 1650:
        vote = state.moment.phase == "vote"
        orders = dict.fromkeys(state.living, "EXTEND 1") if vote else {}
        played = play(EDITION, state, orders)
        check_board(played.state)
        check_money(state, played)
        assert reread(EDITION, played) == played.state
        seen.append(str(state.moment))
        state = played.state
    assert seen[5:8] == ["1648 vote", "1649 movement", "1649 adjustment"]
    assert state.moment.phase == "vote" or state.ending is not None or state.year == 1650
