"""The openings of the draft: every number of players, every option, its large states."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from generator.engine.chance import Chance
from generator.engine.errors import GameError
from generator.engine.phases import Document, OrderBook, Setup
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.data.variation import entry_value
from generator.rulesets.europe.playing.play import play_phase
from generator.rulesets.europe_1619_draft import EDITION, RULESET
from tests.rules.europe.building import opening, units_of

CONVERTIBLE = ("saxony", "poland", "sweden", "papacy", "dutch")


CATHOLIC = {"poland", "papacy"}


def counts(facts: Facts) -> tuple[int, int]:
    confessions = [one.confession for one in facts.powers.values()]
    return confessions.count("catholic"), confessions.count("protestant")


@pytest.mark.rule("E19D-PLR-6")
@pytest.mark.parametrize(
    "converted", [list(some) for n in range(6) for some in combinations(CONVERTIBLE, n)], ids=str
)
def test_any_conversions_in_balance_open_a_game(converted: list[str]):
    """All 32 sets of conversions: those within the balance open, in either order of the list."""
    gone = len(CATHOLIC & set(converted))
    catholic, protestant = 6 - gone, 6 - (len(converted) - gone)
    setup = Setup({"converted": list(reversed(converted))})
    if abs(catholic - protestant) > 1:
        with pytest.raises(GameError, match="not in balance"):
            RULESET.opening(setup)
        return
    state = RULESET.opening(setup)
    assert counts(state.facts) == (catholic, protestant)
    assert state.options["players"] == 12 - len(converted)
    assert state.options["converted"] == converted
    assert RULESET.load(RULESET.dump(state)) == state


@pytest.mark.rule("E19D-PLR-8")
@pytest.mark.parametrize(
    ("power", "code", "home", "centers"),
    [
        ("saxony", "SAX", "SAX", ["SAX"]),
        ("poland", "POLN", "WAR", ["WAR", "DAN"]),
        ("sweden", "SWE", "STO", ["STO"]),
        ("papacy", "PAPL", "ROM", ["ROM"]),
        ("dutch", "DUT", "HLD", ["HLD", "FRI"]),
    ],
)
def test_a_converted_state_has_the_lands_and_units_of_the_power(
    power: str, code: str, home: str, centers: list[str]
):
    state = opening(EDITION, players=7)
    minor, own = state.facts.minors[code], EDITION.tables["powers"][power]
    assert minor.home == minor.seat == home
    assert set(minor.provinces) == set(own["home"])
    assert [place for place in minor.provinces if place in state.facts.centers] == centers
    assert sorted(units_of(state, code)) == sorted(own["units"])
    assert {state.standing.holders[place] for place in own["home"]} == {code}


@pytest.mark.rule("E19D-PLR-8")
def test_dynasties_of_powers_that_are_not_played_are_gone():
    assert opening(EDITION).facts.victory.dynasties == (
        ("austria", "spain"), ("sweden", "poland"),
    )  # fmt: skip
    ten = opening(EDITION, players=10).facts
    assert ten.victory.dynasties == (("austria", "spain"),)


BALKANS = ("MAC", "GRE", "BUL", "SER", "ALB", "BOS", "WAL")


@pytest.mark.rule("E19D-MAP-1")
@pytest.mark.rule("E19D-MAP-2")
@pytest.mark.rule("E19D-MAP-3")
@pytest.mark.rule("E19D-MAP-4")
def test_four_states_are_large_with_the_home_center_first():
    minors = opening(EDITION).facts.minors
    large = {code: one.provinces for code, one in minors.items() if len(one.provinces) > 1}
    # Dalmatia joins Venice: no list of the draft names it.
    assert large == {
        "VEN": ("VEN", "DLM"),
        "SAV": ("SAV", "PIE"),
        "HES": ("HES", "DAR"),
        "LOWR": ("BRU", "KAL"),
        "OTT": BALKANS,
    }
    assert [minors[code].home for code in ("SAV", "HES", "LOWR")] == ["SAV", "HES", "BRU"]


@pytest.mark.rule("E19D-MAP-4")
def test_the_center_of_the_ottomans_lies_in_macedonia():
    state = opening(EDITION)
    assert state.facts.minors["OTT"].home == "MAC"
    assert units_of(state, "OTT") == ["A MAC"]
    assert state.facts.centers["MAC"] == 5
    assert sum(code in state.facts.centers for code in BALKANS) == 1
    assert sorted(state.facts.minors["OTT"].provinces) == sorted(BALKANS)


@pytest.mark.rule("E19D-MAP-11")
def test_provinces_and_waters_with_a_number_have_no_center():
    facts = opening(EDITION).facts
    valued = {code: one.value for code, one in facts.provinces.items() if one.value}
    assert valued["KAL"] == valued["ARA"] == 1
    assert not set(valued) & set(facts.centers)
    assert facts.seas["NTH"] == 1
    assert facts.provinces["POI"].value == 0


def test_the_defaults_are_those_of_the_facts():
    """An option sets an entry that the facts leave to it, or that is its default there too."""
    usual = opening(EDITION).facts
    for row in EDITION.option_rows:
        if "sets" not in row:
            continue
        value = entry_value(row, row["default"])
        name, _, key = row["sets"].partition(".")
        found = getattr(usual, name, None) or usual.of(EDITION.own_tables[name])
        for part in filter(None, key.split(".")):
            found = getattr(found, part)
        assert msgspec.json.decode(msgspec.json.encode(found)) == value, row["id"]
        written = EDITION.tables.get(name, {})
        assert written == value if not key else key not in written, row["id"]


def test_labels_of_states_are_different():
    states = opening(EDITION, players=7, bohemia="minor").facts.states
    labels = [one.label for one in states.values() if one.label]
    assert len(set(labels)) == len(labels)


OTHER: Final[dict[str, Any]] = {"converted": ["saxony", "poland"], "start_year": 1620}


"""Values of opening options without a list of choices."""


OPENINGS: Final = [
    (name, value)
    for name in sorted(name for name, option in EDITION.options.items() if option.opening)
    for value in EDITION.options[name].choices or (OTHER[name],)
    if value != EDITION.options[name].default
]


def plain(document: Document) -> tuple[Any, Any]:
    public = {key: one for key, one in document.public.items() if key != "options"}
    return public, document.private


def first_years(last: int = 1620, **options: Any) -> list[Any]:
    """The opening, and all phases to the end of a year in which nobody orders anything."""
    state = opening(EDITION, **options)
    found: list[Any] = [plain(RULESET.dump(state))]
    while state.ending is None and state.year <= last:
        chance = Chance("any", f"{state.moment.year}/{state.moment.slug}")
        played = play_phase(EDITION, state, OrderBook({}), (), chance)
        state = played.state
        found.append((played.verdicts, played.events, plain(RULESET.dump(state))))
    return found


@pytest.mark.parametrize(("name", "value"), OPENINGS)
def test_an_option_of_the_opening_changes_it(name: str, value: Any) -> None:
    assert first_years(**{name: value}) != first_years()


def test_every_other_option_has_a_test_that_names_it() -> None:
    here = Path(__file__).parent
    left_out = {"options.txt", Path(__file__).name}
    files = (*here.glob("test_*.py"), *here.glob("*.txt"))
    text = "\n".join(path.read_text("utf-8") for path in files if path.name not in left_out)
    shown_here = {*(name for name, _ in OPENINGS), *OTHER, "target_last_year"}
    for name in EDITION.options:
        if name not in shown_here:
            assert re.search(rf'"{name}"|\b{name}=|options\.{name} ', text), name
