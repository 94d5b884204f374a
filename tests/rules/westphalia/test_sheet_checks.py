"""Orders that can be read and will do nothing are warned of."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from generator.engine.chance import Chance
from generator.engine.phases import Setup
from generator.rulesets.westphalia.diplomacy.actions import declare, open_wars
from generator.rulesets.westphalia.reading.read import read_sheets
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.orders import DeclareWar
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.wars.battles import open_battles
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import after, ally, di, foreign, level, lots, protestant, six
from tests.rules.westphalia.writing import write_sheet


def warned(state: State, text: str, player: str = "red") -> list[tuple[int, str]]:
    """The lines that are warned of, with the rules."""
    complaints = read_sheets(state, {player: text}).complaints
    assert {one.severity for one in complaints} <= {"warning"}
    return [(one.line, one.rule) for one in complaints]


def replaced(state: State, text: str) -> list[tuple[int, str]]:
    """The lines that a later one replaces, with "error" where it says something else."""
    complaints = read_sheets(state, {"red": text}).complaints
    assert {one.rule for one in complaints} <= {"POW-MAIL-2"}
    return [(one.line, one.severity) for one in complaints]


def at_war(target: str = "black", **options: str) -> State:
    """Red has attacked, and the hands are dealt. Hesse is his ally, Thuringia black's."""
    table = ally(ally(six(**options), "hesse", "red"), "thuringia", "black")
    state = replace(after(open_wars, table).state, moment=at_phase(table, "battles-1").moment)
    state = after(declare, state, "red", [DeclareWar(target)]).state
    return after(open_battles, state, 1, lots()).state


# --- treaties


@pytest.mark.rule("POW-PCE-2")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("TREATY black TAKE G1", ""),
        ("TREATY black TAKE C5", ""),
        ("TREATY black TAKE B1", "POW-PCE-2"),
        ("TREATY black TAKE G1 B1", "POW-PCE-2"),
        ("TREATY black VASSALIZE A1", "POW-PCE-2"),
        ("TREATY black ALLY hesse TAKE C1", "POW-PCE-2"),
        ("TREATY black ALLY hesse TAKE C4", "POW-PCE-13"),
        ("TREATY black ALLY trier TAKE G1", "POW-PCE-7"),
        ("TREATY black TAKE G1 G3 F3", "POW-PCE-1"),
        ("TREATY thuringia TAKE C5", "POW-PCE-2"),
        ("TREATY green TAKE B1", "POW-PCE-2"),
        ("YIELD A2", "POW-PCE-10"),
    ],
)
def test_a_treaty_that_takes_what_is_not_the_enemys_is_warned_of(text: str, rule: str) -> None:
    """B1 is green's, a third player's; C5 is of an ally of black."""
    assert warned(at_war(), text) == ([(1, rule)] if rule else [])


@pytest.mark.rule("POW-PCE-10")
def test_what_is_given_up_is_ones_own_or_an_allys() -> None:
    state = at_war("saxony")
    assert warned(state, "YIELD A2 > C2 TO saxony") == []
    assert warned(state, "YIELD B1") == [(1, "POW-PCE-10")]


@pytest.mark.rule("POW-PCE-23")
@pytest.mark.parametrize("options", [{"battle_play": "live"}, {"pacing": "stepwise"}])
def test_where_treaties_have_a_deadline_of_their_own_they_are_not_taken_before(
    options: dict[str, str],
) -> None:
    state = at_war(**options)
    assert warned(state, "TREATY black TAKE G1") == [(1, "POW-PCE-23")]
    later = replace(state, moment=at_phase(state, "treaties-1").moment)
    assert warned(later, "TREATY black TAKE G1") == []


# --- elections


@pytest.mark.rule("POW-ELE-3")
@pytest.mark.parametrize("text", ["VOTE ALL purple", "VOTE purple", "VOTE trier purple"])
@pytest.mark.parametrize("phase", ["election", "closing", "first-election"])
def test_a_vote_without_an_elector_is_warned_of(text: str, phase: str) -> None:
    assert warned(at_phase(six(), phase), text) == [(1, "POW-ELE-3")]
    assert warned(at_phase(ally(six(), "trier", "red"), phase), text) == []


# --- lines that replace each other


@pytest.mark.rule("POW-MAIL-2")
@pytest.mark.parametrize(
    ("phase", "text", "lines"),
    [
        ("choice", "CHOOSE heresy war\nCONVERT\nSTAY", {2: "error"}),
        ("choice", "CHOOSE heresy war\nSTAY\nCONVERT\nSTAY", {2: "warning", 3: "error"}),
        ("choice", "CHOOSE heresy war\nCHOOSE heresy diplomacy", {1: "error"}),
        (
            "choice",
            "DILEMMA LEAD compete\nDILEMMA FOLLOW compete\nDILEMMA LEAD cooperate",
            {1: "error"},
        ),
        ("election", "VOTE trier red\nVOTE ALL black\nVOTE trier white", {1: "error"}),
        ("upheaval", "CONCEDE A2\nCONCEDE A4\nLOSS saved\nLOSS hesse", {1: "error", 3: "error"}),
        ("upheaval", "FOREIGN france\nFOREIGN spain", {1: "error"}),
        (
            "upheaval",
            "LEAGUE catholic IF TARGET hesse\nLEAGUE none IF TARGET hesse",
            {1: "error"},
        ),
        ("upheaval", "LEAGUE catholic IF TARGET hesse\nLEAGUE none IF TARGET trier", {}),
    ],
)
def test_of_several_lines_that_say_the_same_thing_the_last_counts(
    phase: str, text: str, lines: dict[int, str]
) -> None:
    state = ally(at_phase(six(), phase), "trier", "red")
    assert dict(replaced(state, text)) == lines


def test_homes_are_a_list_by_preference_where_one_may_leave() -> None:
    assert warned(at_phase(six(), "election"), "FOREIGN france\nFOREIGN spain") == []


def test_the_warning_names_the_line_that_counts() -> None:
    (one,) = read_sheets(at_phase(six(), "choice"), {"red": "STAY\n\nSTAY"}).complaints
    assert one.problem == "line 3 counts instead: STAY"


# --- conversions, cards


@pytest.mark.rule("POW-CNV-2")
def test_only_who_combats_heresy_in_this_round_converts() -> None:
    state = at_phase(six(), "choice")
    assert warned(state, "CHOOSE diplomacy war\nCONVERT") == [(2, "POW-CNV-2")]
    assert warned(state, "CHOOSE heresy war\nCONVERT") == []
    assert warned(state, "CONVERT") == []
    before = state.with_player("red", tasks=("diplomacy", "war"))
    assert warned(before, "CONVERT") == [(1, "POW-CNV-2")]
    stepwise = at_phase(six(pacing="stepwise"), "choice")
    assert warned(stepwise, "CHOOSE heresy war\nCONVERT") == [(2, "POW-CNV-3")]


@pytest.mark.rule("POW-DIL-2")
def test_a_card_for_another_game_is_warned_of() -> None:
    options = {"pacing": "stepwise"}
    assert warned(at_phase(six(**options), "choice"), "DILEMMA LEAD compete") == [(1, "POW-DIL-2")]
    state = at_phase(six(**options), "game-1").with_player("red", tasks=("diplomacy", "war"))
    assert warned(state, "DILEMMA LEAD compete") == []
    assert warned(state, "DILEMMA FOLLOW compete") == [(1, "POW-DIL-2")]
    assert warned(state, "DILEMMA FOLLOW compete", "black") == []
    assert warned(state, "DILEMMA LEAD compete", "green") == [(1, "POW-DIL-2")]


# --- what is used up, and what is not asked


@pytest.mark.rule("POW-ACT-1")
def test_influence_that_earlier_lines_have_used_is_warned_of() -> None:
    state = at_phase(six(), "diplomacy").with_player("red", tasks=("diplomacy", "war"), saved=3)
    text = "INFLUENCE hesse 2\nINFLUENCE trier 2\nINFLUENCE mainz 1"
    assert warned(state, text) == [(2, "POW-ACT-1"), (3, "POW-ACT-1")]


@pytest.mark.rule("POW-FTH-5")
def test_dice_that_earlier_lines_have_used_are_warned_of() -> None:
    state = ally(at_phase(six(), "faith"), "hesse", "red")
    state = replace(state, dice={"red": 2, "green": 1})
    assert warned(state, "FAITH hesse x2") == []
    assert warned(state, "FAITH hesse x3") == [(1, "POW-FTH-5")]
    assert warned(state, "FAITH hesse\nFAITH REST hesse\nFAITH hesse") == [(3, "POW-FTH-5")]
    assert warned(state, "FAITH G1", "black") == [(1, "POW-GEN-6")]


@pytest.mark.rule("POW-DI-6")
@pytest.mark.parametrize("text", ["RELEASE A3", "GIFT A2 TO hesse", "INFLUENCE hesse 1"])
def test_who_does_not_engage_in_diplomacy_has_no_actions(text: str) -> None:
    state = at_phase(six(), "diplomacy").with_player("red", tasks=("heresy", "war"), saved=1)
    assert warned(state, text) == [(1, "POW-DI-6")]


@pytest.mark.rule("POW-GEN-6")
@pytest.mark.parametrize(
    ("phase", "text"),
    [
        ("actions-1", "LEAGUE catholic"),
        ("declarations-1", "WAR black"),
        ("peace", "WINNER white"),
    ],
)
def test_whose_turn_it_is_not_is_told_so(phase: str, text: str) -> None:
    state = at_phase(level(), phase)
    state = replace(state, setup_order=("purple", "red"))
    state = state.with_player("purple", tasks=("diplomacy", "war"))
    assert [rule for _, rule in warned(state, text)][-1:] in (["POW-GEN-6"], ["POW-WAR-1"])
    assert "POW-GEN-6" not in str(warned(state, text, "purple"))
    assert "POW-GEN-6" not in str(warned(state, "LOSS saved"))


@pytest.mark.rule("POW-GEN-6")
def test_an_order_of_another_part_of_the_setup_is_warned_of() -> None:
    state = replace(at_phase(six(), "influence"), setup_order=six().seats)
    text = "SETUP provinces A1 B1 B2 C1 CAPITAL A1"
    assert warned(state, text) == [(1, "POW-GEN-6")]


@pytest.mark.rule("POW-FP-1")
@pytest.mark.parametrize("phase", ["choice", "battles-1", "election"])
def test_a_foreign_power_is_told_that_it_has_left_already(phase: str) -> None:
    state = foreign(at_phase(six(), phase), "red")
    assert warned(state, "FOREIGN spain") == [(1, "POW-FP-1")]


@pytest.mark.rule("POW-RWD-1")
def test_a_religious_war_needs_a_league_that_the_sheet_may_join_before() -> None:
    state = protestant(at_phase(six(), "diplomacy"), "hesse")
    state = di(state, "hesse", red=3).with_player("red", tasks=("diplomacy", "war"))
    assert warned(state, "RELIGIOUSWAR hesse") == [(1, "POW-RWD-1")]
    assert warned(state, "LEAGUE catholic\nRELIGIOUSWAR hesse") == []
    assert warned(state, "RELIGIOUSWAR hesse\nLEAGUE catholic") == [(1, "POW-RWD-1")]


# --- nothing is refused without a warning but for what others did

OTHERS = {
    "POW-ELE-2",  # the Emperor lives
    "POW-TRD-8",  # somebody asks for Initiative Order
    "POW-WAR-2", "POW-WAR-3", "POW-WAR-4", "POW-WAR-5", "POW-RWD-1", "POW-RWD-3",
    "POW-PCE-1", "POW-PCE-2", "POW-PCE-7", "POW-PCE-15", "POW-PCE-16", "POW-PCE-23",
    "POW-FP-4", "POW-LEA-5", "POW-RWP-4", "POW-RWP-5", "POW-RWP-6", "POW-ELE-3", "POW-ACT-4",
}  # fmt: skip


@pytest.mark.parametrize("pacing", ["merged", "stepwise"])
def test_what_is_refused_for_reasons_that_everybody_could_see_was_warned_of(pacing: str) -> None:
    """Games on wild sheets: what came as a surprise came from others, or from lots."""
    rng = random.Random(pacing)
    options = {"game_id": "demo", "pacing": pacing}
    state = RULESET.opening(Setup(options))
    surprises: Counter[str] = Counter()
    warned_of = 0
    while state.ending is None:
        texts = {player: write_sheet(state, player, rng) for player in state.seats}
        book = RULESET.read(state, texts)
        told = {(one.power, one.line) for one in book.complaints}
        done = RULESET.adjudicate(state, book, (), Chance("surprises", str(state.moment)))
        for player, sheet in book.sheets.items():
            own = [one for one in done.verdicts if one.power == player]
            for order, found in zip(sheet.orders, own, strict=False):
                if found.outcome not in ("illegal", "void", "excess"):
                    continue
                warned_of += (player, order.line) in told
                if (player, order.line) not in told:
                    surprises[found.reasons[0].rule] += 1
        state = done.state
    assert set(surprises) <= OTHERS, surprises
    assert warned_of > 200
