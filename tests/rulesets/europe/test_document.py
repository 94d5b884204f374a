"""States as the files of a game: every one comes back, and a broken one says what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.archive.files.reading import parse_toml
from generator.archive.game.state_files import format_state, state_file_in
from generator.engine.errors import FileError
from generator.engine.phases import Document
from generator.engine.ruleset import Ending
from generator.engine.units import Unit
from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.features.extension import Extended
from generator.rulesets.europe.record.document import dump_state, load_state
from generator.rulesets.europe.state.soundness import flaws_of
from generator.rulesets.europe.state.standing import Capture, Relation, Status, pair_of
from generator.rulesets.europe.state.state import (
    ComingChange,
    Displaced,
    EuropeState,
    Loan,
    arrange,
)
from generator.rulesets.europe_1619 import EDITION
from generator.rulesets.europe_1619.papacy import Immunity, ImmunityBreach
from generator.rulesets.europe_1619.reichstag_meeting import Meeting, Meetings, ReichstagCall
from tests.rules.europe.building import opening

OPENING = opening(EDITION)
YEARS = st.integers(1619, 1650)
SMALL = st.integers(0, 30)


def through_files(state: EuropeState) -> EuropeState:
    """A state that was written to its file and read again."""
    (text,) = format_state(state.moment, dump_state(EDITION, state)).values()
    return load_state(EDITION, Document(state_file_in(parse_toml(text, Path("x.toml"))).tables))


def test_rows_that_say_the_same_are_equal_and_not_one() -> None:
    """Texts are read once for many states: a state must not get the row of another."""
    tables = {**dump_state(EDITION, OPENING).public}
    tables["infs"] = {"HES": "union 2, spain 0, denmark 1", "LOWR": "denmark 1, union 2"}
    first, second = (load_state(EDITION, Document(tables)) for _ in range(2))
    assert list(first.infs["HES"].items()) == [("denmark", 1), ("union", 2)]
    assert first.infs["HES"] == first.infs["LOWR"] == second.infs["HES"]
    assert first.infs["HES"] is not second.infs["HES"]


@st.composite
def setups(draw: st.DrawFn) -> dict[str, Any]:
    powers, centers = list(OPENING.facts.powers), list(OPENING.facts.centers)
    return draw(
        st.fixed_dictionaries(
            {},
            optional={
                "centers": st.dictionaries(st.sampled_from(centers), st.integers(1, 9), max_size=4),
                "price": st.lists(SMALL, min_size=1, max_size=20),
                "attack_order": st.permutations(powers).map(list),
                "allotment": st.dictionaries(st.sampled_from(powers), SMALL, max_size=3),
            },
        )
    )


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        name: st.sampled_from(list(option.choices))
        for name, option in EDITION.options.items()
        if option.choices and name != "players"
    }
    | {"currency_name": st.sampled_from(["ducats", 'T\'ler "good" #1', "écus"])},
)


def opened(options: Mapping[str, Any], setup: Mapping[str, Any]) -> EuropeState:
    from generator.engine.phases import Setup
    from generator.rulesets.europe.record.opening import open_game

    return open_game(EDITION, Setup(options, setup))


@st.composite
def states(draw: st.DrawFn) -> EuropeState:
    """Any state that does not contradict itself, reachable or not."""
    start = opened(draw(OPTIONS), draw(setups()))
    facts = start.facts
    phase = draw(st.sampled_from(YEAR.slugs))
    gone = draw(st.dictionaries(st.sampled_from(list(facts.powers)), YEARS, max_size=2))
    living = [power for power in facts.powers if power not in gone]
    founded = tuple(code for code, one in facts.latent.items() if one.created_by in gone)
    existing = (*facts.minors, *founded)
    owners = {code: one.owner for code, one in facts.provinces.items()}
    owners = {code: "" if owner in gone else owner for code, owner in owners.items()}
    owners |= {facts.latent[code].seat: code for code in founded}
    captors = st.sampled_from([*living, *facts.minors])
    drawn = draw(st.dictionaries(st.sampled_from(list(owners)), captors, max_size=12))
    captures = {
        code: Capture(holder, draw(YEARS))
        for code, holder in sorted(drawn.items())
        if holder != owners[code]
    }
    seats = {code: captures.get(facts.states[code].seat) for code in existing}
    captured = {code: one.holder for code, one in seats.items() if one}
    lords = st.sampled_from(living)
    statuses = {
        code: Status("captured", "", captured[code])
        if code in captured
        else draw(
            st.one_of(
                st.sampled_from([Status("unaligned"), Status("neutral")]),
                st.builds(Status, st.sampled_from(["aligned", "vassal"]), lords),
            )
        )
        for code in existing
    }
    markers = st.sampled_from(["", *facts.confessions])
    able = [code for code in existing if facts.states[code].home and code not in captured]
    sides = [*living, *(code for code in existing if code not in captured)]
    stands = draw(_stands(facts.board, sides))
    table = draw(st.lists(st.tuples(lords, lords, _relations()), max_size=12))
    relations = {pair_of(facts, a, b): one for a, b, one in table if a != b}
    relations.pop(pair_of(facts, "union", "league"), None)
    pairs = sorted(relations)
    amounts = st.dictionaries(lords, st.integers(-9, 40), max_size=5)
    return EuropeState(
        moment=EDITION.moment_of(draw(YEARS), phase),
        facts=facts,
        options=start.options,
        units=MappingProxyType(arrange(facts, living, stands)),
        infs=MappingProxyType({code: _row(draw, living) for code in existing}),
        statuses=MappingProxyType(statuses),
        captures=MappingProxyType(captures),
        markers=MappingProxyType({c: m for c in able if (m := draw(markers))}),
        extra_units=draw(st.dictionaries(st.sampled_from(existing), st.integers(1, 3), max_size=3)),
        treasury=MappingProxyType({power: draw(SMALL) for power in living}),
        relations=MappingProxyType({pair: relations[pair] for pair in pairs}),
        changes=tuple(draw(st.lists(_changes(), max_size=2))) if not gone else (),
        loans=tuple(draw(st.lists(st.builds(Loan, YEARS, lords, lords, SMALL, SMALL, SMALL)))[:3]),
        eliminated=MappingProxyType(gone),
        founded=founded,
        displaced=tuple(draw(st.lists(_displaced(sides), max_size=2)))
        if phase == "retreats"
        else (),
        contested=tuple(draw(st.lists(st.sampled_from(facts.board.codes), max_size=3))),
        scores=MappingProxyType(
            {p: {"own_marker": n, "holds": 0} for p, n in draw(amounts).items()}
        ),
        totals=draw(amounts),
        parts=MappingProxyType(
            {
                "papacy": draw(_immunities()),
                "reichstag": draw(_meetings()),
                "extension": draw(st.sampled_from([Extended(), Extended(1650)])),
            }
        ),
        setup=start.setup,
        ending=draw(st.sampled_from([None, Ending("draw", ("spain", "dutch"), 'Tied: "so"')])),
    )


def _row(draw: st.DrawFn, living: list[str]) -> dict[str, int]:
    given = draw(st.dictionaries(st.sampled_from(living), st.integers(1, 30), max_size=3))
    return {power: given[power] for power in living if power in given}


@st.composite
def _stands(draw: st.DrawFn, board: Any, sides: list[str]) -> list[tuple[str, Unit]]:
    places = draw(st.lists(st.sampled_from(board.places), max_size=40))
    found: dict[str, tuple[str, Unit]] = {}
    counts: dict[str, int] = {}
    for place in places:
        side = draw(st.sampled_from(sides))
        province = board.provinces[place.partition("/")[0]]
        armed = province.kind in ("inland", "coastal") and "/" not in place
        fleet = bool(board.fleet_from(place)) and (not province.coasts or "/" in place)
        if province.code in found or counts.get(side, 0) >= 3 or not (armed or fleet):
            continue
        counts[side] = counts.get(side, 0) + 1
        if fleet and (not armed or draw(st.booleans())):
            found[province.code] = (side, Unit("F", place))
        else:
            found[province.code] = (side, Unit("A", place, draw(st.integers(1, 5))))
    return list(found.values())


def _relations() -> st.SearchStrategy[Relation]:
    kinds = st.sampled_from(
        [("war", ""), ("alliance", ""), ("peace", "war"), ("peace", "alliance")]
    )
    return st.builds(lambda kind, year: Relation(kind[0], year, kind[1]), kinds, YEARS)


def _changes() -> st.SearchStrategy[ComingChange]:
    kinds = st.sampled_from(["war", "alliance", "armistice", "dissolution"])
    by = st.sampled_from([("france",), ("spain", "france")])
    return st.builds(ComingChange, YEARS, kinds, st.just(("spain", "france")), by)


def _displaced(sides: list[str]) -> st.SearchStrategy[Displaced]:
    units = st.sampled_from([Unit("A", "PAR", 2), Unit("F", "HOL/EC")])
    places = st.sampled_from([(), ("BUR",), ("COP", "HEL")])
    causes: Any = st.sampled_from(["dislodged", "evicted"])
    origin = st.sampled_from(["", "BUR"])
    return st.builds(Displaced, st.sampled_from(sides), units, causes, origin, places)


def _immunities() -> st.SearchStrategy[Immunity]:
    breach = st.builds(ImmunityBreach, YEARS, st.just("ruling"), st.sampled_from(["", "ruling 2"]))
    return st.builds(Immunity, st.lists(breach, max_size=2).map(tuple), st.sampled_from([0, 1621]))


def _meetings() -> st.SearchStrategy[Meetings]:
    motion = st.sampled_from([ReichstagCall(1), ReichstagCall(3, "france", "", "LOR")])
    votes = st.sampled_from([(), (("austria", "aye"), ("saxony", "silent"))])
    result: Any = st.sampled_from(["passed", "rejected", "tied"])
    one = st.builds(Meeting.of, YEARS, motion, result, st.integers(0, 5), st.just(5), votes)
    return st.builds(Meetings, st.lists(one, max_size=2).map(tuple), st.booleans())


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_every_state_comes_back_from_its_file(data: st.DataObject) -> None:
    state = data.draw(states())
    assert flaws_of(state) == ()
    again = through_files(state)
    assert again == state
    assert dump_state(EDITION, again) == dump_state(EDITION, state)


def test_the_opening_file_has_a_line_for_each_thing() -> None:
    """The tables of a person's file: units by side, INFs by state, relations by pair."""
    tables = dump_state(EDITION, OPENING).public
    assert (tables["year"], tables["phase"]) == (1619, "diplomatic")
    assert tables["units"]["spain"][-1] == "F ANDL/WC"
    assert "A FLA +1" in tables["units"]["spain"]
    assert tables["infs"]["LOWR"] == "denmark 1"
    assert tables["statuses"]["HES"] == "aligned union"
    assert tables["relations"]["spain-dutch"] == "war 1619"
    assert "options" not in tables
    assert "captures" not in tables


# --- files that are broken


def with_tables(**tables: Any) -> Mapping[str, Any]:
    """The opening's tables with some that are replaced; None leaves one out."""
    found = {**dump_state(EDITION, OPENING).public, **tables}
    return {name: table for name, table in found.items() if table is not None}


# What `positions.txt` refuses of a position is refused of a state too; these are of states alone.
BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"year": None}, "the state has no year"),
    ({"units": None}, "the state has no units"),
    ({"units": []}, "units cannot be [] (a table [units])"),
    ({"units": {"france": ["A PAR"], "spain": ["A PAR"]}}, "A PAR of france is there too"),
    ({"statuses": {"HES": "captured spain"}}, "HES is not captured, since HES is held by HES"),
    ({"captures": {"HES": "spain 1619"}}, "HES is captured spain, since HES is held by spain"),
    ({"relations": {"spain-dutch": "war", "dutch-spain": "war"}}, "dutch-spain appear twice"),
    ({"eliminated": {"england": 1619}}, "england fell in 1619 and still has units"),
    ({"founded": ["SCOT"]}, "founded: SCOT comes into being when England falls"),
    ({"ending": {"kind": "peace"}}, "ending.kind cannot be 'peace' (victory, draw, ended)"),
]


@pytest.mark.parametrize(("tables", "problem"), BROKEN, ids=[problem for _, problem in BROKEN])
def test_a_broken_state_says_what_is_wrong(tables: dict[str, Any], problem: str) -> None:
    with pytest.raises(FileError) as caught:
        load_state(EDITION, Document(with_tables(**tables)))
    assert problem in str(caught.value)


def test_everything_wrong_with_a_state_is_said_at_once() -> None:
    tables = with_tables(units={"france": ["A XXX"]}, treasury={"spain": -1}, markers=7)
    with pytest.raises(FileError) as caught:
        load_state(EDITION, Document(tables))
    said = str(caught.value)
    assert "A XXX" in said
    assert "spain cannot be -1" in said
    assert "markers cannot be 7 (a table [markers])" in said


def test_what_is_sound_of_a_faulty_table_is_checked_with_the_rest() -> None:
    units = {"frnce": ["A PAR"], "england": 7, "spain": ["A XXX", "F BOH"]}
    changes = [{"year": 1620}, {"year": 1620, "kind": "war", "powers": ["spain"] * 2, "by": []}]
    with pytest.raises(FileError) as caught:
        load_state(EDITION, Document(with_tables(units=units, changes=changes)))
    said = str(caught.value)
    for problem in (
        "units: there is no 'frnce' (did you mean france?)",
        "units.england cannot be 7 (a list (a text in quotes))",
        "there is no province XXX",
        "F BOH",
        "changes, row 1: kind is missing",
        "changes: not two powers",
    ):
        assert problem in said


@settings(max_examples=80, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from([*dump_state(EDITION, OPENING).public, "captures", "loans", "options"]),
        st.recursive(
            st.one_of(st.integers(), st.text(max_size=5), st.booleans(), st.sampled_from(["HES"])),
            lambda inner: st.one_of(
                st.lists(inner, max_size=2),
                st.dictionaries(st.sampled_from(["spain", "HES", "x"]), inner, max_size=2),
            ),
            max_leaves=4,
        ),
        min_size=1,
        max_size=2,
    )
)
def test_no_table_breaks_the_reader(tables: dict[str, Any]) -> None:
    """Whatever stands in a file: a state or a FileError."""
    document = Document(with_tables(**tables))
    try:
        state = load_state(EDITION, document)
    except FileError:
        return
    assert flaws_of(state) == ()
