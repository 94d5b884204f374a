"""Variants of Diplomacy: their files, their phases, and what they refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.autoplay.standard import PLAYER
from generator.commands.resolve import answer_case
from generator.engine.chance import Chance
from generator.engine.errors import FileError, GameError, UsageError
from generator.engine.movement import StandardPolicy
from generator.engine.orders import read_order
from generator.engine.phases import Document, Resolution, Ruling, Setup
from generator.engine.ruleset import Ruleset
from generator.rulesets import get_ruleset
from generator.rulesets.standard import StandardRuleset, StandardState
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
def variant(folder: Path) -> Ruleset[StandardState]:
    return StandardRuleset("fens", folder)


def play(
    ruleset: Ruleset[StandardState], position: dict[str, Any], *rulings: Ruling, **orders: str
) -> Resolution[StandardState]:
    state = ruleset.opening(Setup(position=position))
    return ruleset.adjudicate(state, ruleset.read(state, orders), rulings, CHANCE)


def ruling(**facts: Any) -> Ruling:
    return Ruling(1, "summer", facts.pop("kind", "units"), "as agreed", facts=facts)


# --- the files


def test_rule_for_movement_claims_every_cause_of_diplomacy(variant: Ruleset[StandardState]) -> None:
    assert set(get_ruleset("standard").rulebook.causes) <= set(variant.rulebook.causes)


def test_rule_that_claims_a_cause_goes_before_the_one_for_movement(
    variant: Ruleset[StandardState],
) -> None:
    assert variant.rulebook.cites("bounce-hold") == "FEN-3"
    assert variant.rulebook.cites("support-cut") == "FEN-2"


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("ruleset.toml", 'title = "The Fens"', "", "fens/ruleset.toml: title is missing"),
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
        StandardRuleset("fens", broken).opening(Setup())


def test_board_without_its_map_says_how_to_make_it(tmp_path: Path) -> None:
    for name in ("ruleset.toml", "rules.toml", "board.toml"):
        (tmp_path / name).write_text(FILES[f"fens/{name}"], encoding="utf-8")
    with pytest.raises(FileError, match=r"fens.json is missing .*mapsvg.workshop.gridboard"):
        StandardRuleset("fens", tmp_path).opening(Setup())


# --- what the program asks for


def test_it_is_a_ruleset_that_feeds_the_pages(variant: Ruleset[StandardState]) -> None:
    assert variant.title == "The Fens"
    gazetteer = variant.gazetteer(variant.opening(Setup()))
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
def test_states_read_back_the_same(
    variant: Ruleset[StandardState], position: dict[str, Any]
) -> None:
    state = variant.opening(Setup(position=position))
    assert variant.load(variant.dump(state)) == state
    given = {name: table for name, table in position.items() if name != "units"}
    assert given.items() <= dict(variant.dump(state).public).items()


def test_units_of_a_state_are_sorted(variant: Ruleset[StandardState]) -> None:
    """The same position is the same file, whoever wrote it in which order."""
    one = variant.opening(Setup(position={"units": {"crane": ["F MER", "A SWA"]}}))
    other = variant.opening(Setup(position={"units": {"heron": [], "crane": ["A SWA", "F MER"]}}))
    assert variant.dump(one) == variant.dump(other)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"units": {"crane": ["A MER"]}}, "an army cannot be in The Mere"),
        ({"units": {"crane": ["A ELY"], "heron": ["F ELY"]}}, "crane's A ELY is there too"),
        ({"units": {"stork": ["A ELY"]}}, "stork"),
        ({"units": {"crane": ["X ELY"]}}, "not a unit"),
        ({"units": 7}, "units"),
        ({"centers": {"crane": ["SWA"]}}, "centers of crane: SWA is not a supply center"),
        ({"phase": "autumn"}, "autumn"),
        ({"year": "soon"}, "year"),
        ({"weather": {}}, "there is no weather"),
        ({"ending": {}}, "a game cannot open with its ending"),
    ],
)
def test_positions_that_cannot_be_are_refused(
    variant: Ruleset[StandardState], position: dict[str, Any], said: str
) -> None:
    with pytest.raises(FileError, match=said):
        variant.opening(Setup(position=position))


def test_state_without_a_table_is_refused(variant: Ruleset[StandardState]) -> None:
    with pytest.raises(FileError, match="the state has no year"):
        variant.load(Document({}))


def test_a_case_is_resolved(variant: Ruleset[StandardState]) -> None:
    """`theatrum resolve` takes the cases of Diplomacy, with the phases that the variant has."""
    case = {
        "phase": "movement",
        "units": {"CRANE": ["A ELY"]},
        "orders": {"CRANE": ["A ELY - SWA"]},
    }
    assert answer_case(variant, case)["after"] == {"CRANE": ["A SWA"]}
    with pytest.raises(UsageError, match="there is no phase 'retreat'"):
        answer_case(variant, {**case, "phase": "retreat"})


def test_primer_has_an_example_of_each_form_that_can_be_given(folder: Path) -> None:
    """Every example can be read and is of its form; the page for players shows them."""
    ruleset = StandardRuleset("fens", folder)
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
def test_no_text_stops_the_reading(variant: Ruleset[StandardState], text: str) -> None:
    state = variant.opening(Setup())
    book = variant.read(state, {"crane": text, "stork": text})
    variant.adjudicate(state, book, (), CHANCE)


@pytest.mark.parametrize("phase", ["summer", "winter"])
def test_program_player_writes_orders_that_are_read(
    variant: Ruleset[StandardState], phase: str
) -> None:
    state = variant.opening(Setup(position={"phase": phase}))
    lines = PLAYER.write_orders(variant, state, "crane", CHANCE)
    assert len(lines) == 2
    assert variant.read(state, {"crane": "\n".join(lines)}).complaints == ()


def test_order_sheet_of_nobody_is_a_complaint(variant: Ruleset[StandardState]) -> None:
    book = variant.read(variant.opening(Setup()), {"stork": "A ELY H"})
    assert "there is no power stork" in " ".join(map(str, book.complaints))
    assert book.missing == ("crane", "heron")


def test_of_two_orders_the_possible_one_counts(variant: Ruleset[StandardState]) -> None:
    turn = play(variant, {}, crane="A ELY - HOL\nA ELY - SWA")
    assert [str(unit) for unit in turn.state.units["crane"]] == ["A SWA", "F LYN"]


def test_order_for_a_foreign_unit_is_told_and_ignored(variant: Ruleset[StandardState]) -> None:
    turn = play(variant, {}, crane="A HOL - SPA")
    (verdict,) = (one for one in turn.verdicts if one.order == "A HOL - SPA")
    assert (verdict.outcome, verdict.reasons[0].text) == (
        "illegal",
        "the unit in Holland belongs to another power",
    )


def test_policy_changes_movement(folder: Path) -> None:
    class Nobody(StandardPolicy):
        def may_dislodge(self, attacker: Any, victim: Any) -> bool:
            return False

    position = {"units": {"crane": ["A WIS", "F MER"], "heron": ["A CRO"]}}
    orders = "A WIS - CRO; F MER S A WIS - CRO"
    wild, tame = (
        StandardRuleset("fens", folder, **more) for more in ({}, {"policy": lambda *_: Nobody()})
    )
    units = {power.upper(): own for power, own in position["units"].items()}
    case = {"phase": "movement", "units": units, "orders": {"CRANE": orders.split("; ")}}
    assert wild.answer(case)["dislodged"] == {"HERON": ["A CRO"]}
    assert tame.answer(case, verdicts=False)["dislodged"] == {}
    assert play(wild, position, crane=orders).state.units["heron"] == ()
    kept = play(tame, position, crane=orders).state.units["heron"]
    assert [str(unit) for unit in kept] == ["A CRO"]


def test_settle_has_the_last_word(folder: Path) -> None:
    def settle(facts: Any, state: StandardState) -> Any:
        assert state.moment.phase == "summer"
        return state, [facts.event("muster", "a heron is seen", "heron", "HOL", weight=99)]

    turn = play(StandardRuleset("fens", folder, settle=settle), {})
    assert turn.events[-1].rule == "FEN-7"
    assert str(turn.state.moment) == "1 winter"


def test_variant_without_phases_of_its_own_has_the_year_of_diplomacy(
    tmp_path: Path, folder: Path
) -> None:
    """Powers, board, rules and options are all that it needs: it retreats, captures and builds."""
    own = tmp_path / "fens"
    own.mkdir()
    for file in folder.iterdir():
        (own / file.name).write_text(file.read_text("utf-8"), encoding="utf-8")
    data = (own / "ruleset.toml").read_text("utf-8")
    phases = data[data.index("[phases]") : data.index("[powers.crane]")]
    (own / "ruleset.toml").write_text(data.replace(phases, ""), encoding="utf-8")
    ruleset = StandardRuleset("fens", own)
    units = {"crane": ["A WIS", "F MER"], "heron": ["A CRO", "F HOL"]}
    attacked = play(
        ruleset,
        {"units": units, "phase": "fall-movement"},
        crane="A WIS - CRO; F MER S A WIS - CRO",
    )
    assert str(attacked.state.moment) == "1 fall-retreats"
    book = ruleset.read(attacked.state, {"heron": "A CRO - SPA"})
    winter = ruleset.adjudicate(attacked.state, book, (), CHANCE).state
    assert str(winter.moment) == "1 winter-adjustments"
    assert winter.centers["CRO"] == "crane"
    assert {offer.at for offer in ruleset.offers(winter)} == {"ELY", "LYN"}
    spring = ruleset.adjudicate(winter, ruleset.read(winter, {"crane": "BUILD A ELY"}), (), CHANCE)
    assert str(spring.state.moment) == "2 spring-movement"
    assert [str(unit) for unit in spring.state.units["crane"]] == ["A CRO", "A ELY", "F MER"]


# --- rulings


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (ruling(kind="weather"), "no kind 'weather'"),
        (ruling(power="crane"), "units is missing .units has power, units."),
        (ruling(power="stork", units=[]), "there is no power 'stork'"),
        (ruling(power="crane", units="A ELY"), "units cannot be 'A ELY'"),
        (ruling(power="crane", units=["A MER"]), "an army cannot be"),
        (ruling(power="crane", units=["ELY"]), "not a unit"),
        (ruling(power="crane", units=["A HOL"]), "would share a province with"),
    ],
)
def test_rulings_that_cannot_be_are_refused(
    variant: Ruleset[StandardState], given: Ruling, said: str
) -> None:
    with pytest.raises(GameError, match=said):
        play(variant, {}, given)


def test_game_that_is_over_takes_no_turn(variant: Ruleset[StandardState]) -> None:
    tables = dict(variant.dump(variant.opening(Setup())).public)
    ending = {"kind": "draw", "powers": ["crane", "heron"], "text": "enough"}
    over = variant.load(Document({**tables, "ending": ending}))
    assert variant.awaits(over) == ()
    with pytest.raises(GameError, match="the game is over: enough"):
        variant.adjudicate(over, variant.read(over, {}), (), CHANCE)


def test_units_by_ruling_are_told_and_the_loss_of_one_that_stands_is_not(
    variant: Ruleset[StandardState],
) -> None:
    position = {"units": {"crane": ["A ELY"], "heron": ["A HOL"]}}
    done = play(variant, position, ruling(power="crane", units=["A ELY"]))
    said = [event.text for event in done.events if event.kind == "ruling"]
    assert said == [f"Ruling 1: {variant.powers['crane'].name} has A ELY (as agreed)"]
    assert not [event for event in done.events if event.kind == "dislodged"]
