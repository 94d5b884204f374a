"""The plain game that small variants stand on: its files, its phases, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.engine.answers import answer_case
from generator.engine.chance import Chance
from generator.engine.errors import FileError, GameError, UsageError
from generator.engine.movement import StandardPolicy
from generator.engine.orders import read_order
from generator.engine.phases import Document, Resolution, Ruling, Setup
from generator.engine.ruleset import Ruleset
from generator.rulesets import get_ruleset
from generator.rulesets.plain import PlainRuleset, PlainState, read_facts
from generator.rulesets.plain.facts import CAUSES
from mapsvg.workshop.gridboard import main as draw
from tests.guide.walking import GUIDE, File, steps

PAGE = GUIDE / "rulesets.md"
FILES = {step.name: step.text for step in steps(PAGE) if isinstance(step, File)}
CHANCE = Chance("a seed", "1/summer")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data files of the guide's variant, without its code."""
    made = tmp_path_factory.mktemp("plain") / "fens"
    made.mkdir()
    for name in ("ruleset.toml", "rules.toml", "board.toml"):
        (made / name).write_text(FILES[f"fens/{name}"], encoding="utf-8")
    assert draw([str(made / "board.toml")]) == 0
    return made


@pytest.fixture(scope="module")
def plain(folder: Path) -> Ruleset[PlainState]:
    return PlainRuleset("fens", folder)


def play(
    ruleset: Ruleset[PlainState], position: dict[str, Any], *rulings: Ruling, **orders: str
) -> Resolution[PlainState]:
    state = ruleset.opening(Setup(position=position))
    return ruleset.adjudicate(state, ruleset.read(state, orders), rulings, CHANCE)


def ruling(**facts: Any) -> Ruling:
    return Ruling(1, "summer", facts.pop("kind", "units"), "as agreed", facts=facts)


# --- the files


def test_movement_claims_every_cause_that_movement_gives() -> None:
    """Standard Diplomacy has a rule for each; whatever it claims for movement is claimed here."""
    known = get_ruleset("standard").rulebook.causes
    parts = ("MAP", "ORD", "MOV", "HTH", "SUP", "CON")
    movement = {cause for cause, rule in known.items() if rule.split("-")[1] in parts}
    assert movement - {"dislodged"} == set(CAUSES)


def test_rule_that_claims_a_cause_goes_before_the_one_for_movement(
    plain: Ruleset[PlainState],
) -> None:
    assert plain.rulebook.cites("bounce-hold") == "FEN-3"
    assert plain.rulebook.cites("support-cut") == "FEN-2"


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("ruleset.toml", 'title = "The Fens"', "", "fens/ruleset.toml: title is missing"),
        ("ruleset.toml", "[phases]", "[phase]", "fens/ruleset.toml: phases is missing"),
        ("ruleset.toml", "[phases]", "[phases", "fens/ruleset.toml: "),
        ("rules.toml", '["movement"]', '["motion"]', "no rule claims the cause army-to-sea"),
        ("board.toml", 'fleet = ["MER"]', "fleet = []", "fleet MER-ELY has no way back"),
    ],
)
def test_files_that_cannot_be_are_named(
    tmp_path: Path, folder: Path, name: str, old: str, new: str, said: str
) -> None:
    broken = tmp_path / "fens"
    broken.mkdir()
    for file in folder.iterdir():
        (broken / file.name).write_text(file.read_text("utf-8"), encoding="utf-8")
    text = (broken / name).read_text("utf-8")
    assert old in text
    (broken / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FileError, match=said):
        read_facts(broken)


def test_board_without_its_map_says_how_to_make_it(tmp_path: Path) -> None:
    for name in ("ruleset.toml", "rules.toml", "board.toml"):
        (tmp_path / name).write_text(FILES[f"fens/{name}"], encoding="utf-8")
    with pytest.raises(FileError, match=r"fens.json is missing .*mapsvg.workshop.gridboard"):
        read_facts(tmp_path)


# --- what the program asks for


def test_it_is_a_ruleset_that_feeds_the_pages(plain: Ruleset[PlainState]) -> None:
    assert plain.title == "The Fens"
    gazetteer = plain.gazetteer(plain.opening(Setup()))
    assert (gazetteer.goal, gazetteer.goal_rule) == (4, "FEN-8")
    assert gazetteer.provinces["MER"].neighbors == ("CRO", "ELY", "PET", "WIS")


@pytest.mark.parametrize(
    "position",
    [
        {},
        {"year": 4, "phase": "winter"},
        {"units": {"crane": ["F MER", "A SWA"], "heron": []}},
        {"notes": {"eels": {"crane": 3}}},
        {"options": {"last-year": 9}},
    ],
)
def test_states_read_back_the_same(plain: Ruleset[PlainState], position: dict[str, Any]) -> None:
    state = plain.opening(Setup(position=position))
    assert plain.load(plain.dump(state)) == state
    given = {name: table for name, table in position.items() if name != "units"}
    assert given.items() <= dict(plain.dump(state).public).items()


def test_units_of_a_state_are_sorted(plain: Ruleset[PlainState]) -> None:
    """The same position is the same file, whoever wrote it in which order."""
    one = plain.opening(Setup(position={"units": {"crane": ["F MER", "A SWA"]}}))
    other = plain.opening(Setup(position={"units": {"heron": [], "crane": ["A SWA", "F MER"]}}))
    assert plain.dump(one) == plain.dump(other)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"units": {"crane": ["A MER"]}}, "an army cannot stand in The Mere"),
        ({"units": {"crane": ["A ELY"], "heron": ["F ELY"]}}, "another unit stands there"),
        ({"units": {"stork": ["A ELY"]}}, "there is no 'stork'"),
        ({"units": {"crane": ["X ELY"]}}, "not a unit"),
        ({"units": 7}, "cannot be read"),
        ({"centers": {"SWA": "crane"}}, "SWA is not a center of crane"),
        ({"phase": "autumn"}, "there is no phase autumn"),
        ({"year": "soon"}, "cannot be read"),
        ({"weather": {}}, "a position has no table weather"),
        ({"ending": {}}, "a position has no table ending"),
    ],
)
def test_positions_that_cannot_be_are_refused(
    plain: Ruleset[PlainState], position: dict[str, Any], said: str
) -> None:
    with pytest.raises(FileError, match=said):
        plain.opening(Setup(position=position))


def test_state_without_a_table_is_refused(plain: Ruleset[PlainState]) -> None:
    with pytest.raises(FileError, match="the state has no year"):
        plain.load(Document({}))


def test_a_case_is_resolved(plain: Ruleset[PlainState]) -> None:
    """`theatrum resolve` opens a game, plays the orders and gives the next state."""
    answer = answer_case(plain, {"orders": {}})
    assert answer["state"]["phase"] == answer["phase"]
    assert set(answer["state"]) >= {"units", "centers"}
    with pytest.raises(UsageError, match="there is no weather"):
        answer_case(plain, {"weather": {}})


def test_primer_has_an_example_of_each_form_that_can_be_given(folder: Path) -> None:
    """Every example can be read and is of its form; the page for players shows them."""
    ruleset = PlainRuleset("fens", folder)
    (part,) = ruleset.primer().parts
    assert part.phases == ("summer", "winter")
    examples = {form.title: form.example for form in part.forms}
    assert examples == {
        "hold": "A ELY H",
        "move": "A ELY - SWA",
        "support a move": "A HOL S F PET - CRO",
        "support a unit that stays": "A HOL S F CRO",
        "convoy an army": "F MER C A CRO - ELY",
    }
    for form in part.forms:
        assert form.read(form.example, lambda kind, text: text)
        read = read_order(form.example, ruleset.facts.board, "movement")
        assert str(read) == form.example


# --- orders


@pytest.mark.parametrize(
    "text",
    ["", "\x00", "A ELY", "🦢", "A ELY - SWA\n" * 200, "BUILD A ELY", "A ELY R SWA", "[" * 99],
)
def test_no_text_stops_the_reading(plain: Ruleset[PlainState], text: str) -> None:
    state = plain.opening(Setup())
    book = plain.read(state, {"crane": text, "stork": text})
    plain.adjudicate(state, book, (), CHANCE)


def test_order_sheet_of_nobody_is_a_complaint(plain: Ruleset[PlainState]) -> None:
    book = plain.read(plain.opening(Setup()), {"stork": "A ELY H"})
    assert "there is no power stork" in " ".join(map(str, book.complaints))
    assert book.missing == ("crane", "heron")


def test_of_two_orders_the_possible_one_counts(plain: Ruleset[PlainState]) -> None:
    turn = play(plain, {}, crane="A ELY - HOL\nA ELY - SWA")
    assert [str(unit) for unit in turn.state.units["crane"]] == ["A SWA", "F LYN"]


def test_order_for_a_foreign_unit_is_told_and_ignored(plain: Ruleset[PlainState]) -> None:
    turn = play(plain, {}, crane="A HOL - SPA")
    (verdict,) = (one for one in turn.verdicts if one.order == "A HOL - SPA")
    assert (verdict.outcome, verdict.reasons[0].text) == (
        "illegal",
        "the unit belongs to another power",
    )


def test_policy_changes_movement(folder: Path) -> None:
    class Nobody(StandardPolicy):
        def may_dislodge(self, attacker: Any, victim: Any) -> bool:
            return False

    position = {"units": {"crane": ["A WIS", "F MER"], "heron": ["A CRO"]}}
    orders = "A WIS - CRO; F MER S A WIS - CRO"
    wild, tame = (
        PlainRuleset("fens", folder, **more) for more in ({}, {"policy": lambda *_: Nobody()})
    )
    assert play(wild, position, crane=orders).state.units["heron"] == ()
    kept = play(tame, position, crane=orders).state.units["heron"]
    assert [str(unit) for unit in kept] == ["A CRO"]


def test_settle_has_the_last_word(folder: Path) -> None:
    def settle(facts: Any, state: PlainState) -> Any:
        assert state.phase == "summer"
        return state, [facts.event("muster", "a heron is seen", "heron", "HOL", weight=99)]

    turn = play(PlainRuleset("fens", folder, settle=settle), {})
    assert turn.events[-1].rule == "FEN-7"
    assert (turn.state.year, turn.state.phase) == (1, "winter")


# --- rulings


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (ruling(kind="weather"), "no kind 'weather' .kinds: units, note."),
        (ruling(power="crane"), "units is missing .units has power, units."),
        (ruling(power="stork", units=[]), "there is no power 'stork'"),
        (ruling(power="crane", units="A ELY"), "units is not a list"),
        (ruling(power="crane", units=["A MER"]), "an army cannot stand"),
        (ruling(power="crane", units=["ELY"]), "not a unit"),
        (ruling(power="crane", units=["A HOL"]), "two units would stand in HOL"),
    ],
)
def test_rulings_that_cannot_be_are_refused(
    plain: Ruleset[PlainState], given: Ruling, said: str
) -> None:
    with pytest.raises(GameError, match=said):
        play(plain, {}, given)


def test_game_that_is_over_takes_no_turn(plain: Ruleset[PlainState]) -> None:
    tables = dict(plain.dump(plain.opening(Setup())).public)
    ending = {"kind": "draw", "powers": ["crane", "heron"], "text": "enough"}
    over = plain.load(Document({**tables, "ending": ending}))
    assert plain.awaits(over) == ()
    with pytest.raises(GameError, match="the game is over: enough"):
        plain.adjudicate(over, plain.read(over, {}), (), CHANCE)


def test_units_by_ruling_are_told_and_the_loss_of_one_that_stands_is_not(
    plain: Ruleset[PlainState],
) -> None:
    position = {"units": {"crane": ["A ELY"], "heron": ["A HOL"]}}
    done = play(plain, position, ruling(power="crane", units=["A ELY"]))
    said = [event.text for event in done.events if event.kind == "ruling"]
    assert said == [f"Ruling 1: {plain.powers['crane'].name} has A ELY (as agreed)"]
    assert not [event for event in done.events if event.kind == "dislodged"]
