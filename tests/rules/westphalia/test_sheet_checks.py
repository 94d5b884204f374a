"""Orders that can be read and will do nothing are warned of."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.chance import Chance
from generator.engine.phases import Setup
from generator.rulesets.westphalia.reading.read import read_sheets
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.position import open_position
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import ally, level, six
from tests.rules.westphalia.writing import write_sheet

Table = Mapping[str, Any]

WAR = {"declared": ["red: black"], "ally": {"hesse": "red", "thuringia": "black"}}
WAR |= {"phase": "battles-1"}
STEPWISE: Table = {"options": {"pacing": "stepwise"}}
WAGING: Table = {"tasks": {"red": "diplomacy war"}}
FAITH: Table = {"phase": "faith", "ally": {"hesse": "red"}, "dice": {"red": 2, "green": 1}}
TARGET: Table = {**WAGING, "protestant": "hesse", "influence": {"hesse": "red 3"}}
NO_DIPLOMACY: Table = {"tasks": {"red": "heresy war"}, "player": {"red": {"saved": 1}}}
FOREIGN: Table = {"foreign": {"red": "SW"}}


def at(phase: str, **more: Any) -> Table:
    return {"phase": phase, **more}


@pytest.mark.parametrize(
    ("position", "text", "warned"),
    [
        # B1 is green's, a third player's; C5 is of an ally of black.
        (WAR, "TREATY black TAKE G1", ""),
        (WAR, "TREATY black TAKE C5", ""),
        (WAR, "TREATY black TAKE B1", "1 POW-PCE-2"),
        (WAR, "TREATY black TAKE G1 B1", "1 POW-PCE-2"),
        (WAR, "TREATY black VASSALIZE A1", "1 POW-PCE-2"),
        (WAR, "TREATY black ALLY hesse TAKE C1", "1 POW-PCE-2"),
        (WAR, "TREATY black ALLY hesse TAKE C4", "1 POW-PCE-13"),
        (WAR, "TREATY black ALLY trier TAKE G1", "1 POW-PCE-7"),
        (WAR, "TREATY black TAKE G1 G3 F3", "1 POW-PCE-1"),
        (WAR, "TREATY thuringia TAKE C5", "1 POW-PCE-2"),
        (WAR, "TREATY green TAKE B1", "1 POW-PCE-2"),
        (WAR, "YIELD A2", "1 POW-PCE-10"),
        ({**WAR, "declared": ["red: saxony"]}, "YIELD A2 > C2 TO saxony", ""),
        ({**WAR, "declared": ["red: saxony"]}, "YIELD B1", "1 POW-PCE-10"),
        # Treaties with a deadline of their own are not taken before it.
        ({**WAR, **STEPWISE}, "TREATY black TAKE G1", "1 POW-PCE-23"),
        ({**WAR, "options": {"battle_play": "live"}}, "TREATY black TAKE G1", "1 POW-PCE-23"),
        (at("treaties-1", treaty="red > black", **STEPWISE), "TREATY black TAKE G1", ""),
        # Votes without an Elector.
        (at("election"), "VOTE ALL purple", "1 POW-ELE-3"),
        (at("closing"), "VOTE purple", "1 POW-ELE-3"),
        (at("first-election"), "VOTE trier purple", "1 POW-ELE-3"),
        (at("closing", ally={"trier": "red"}), "VOTE purple", ""),
        (at("first-election", ally={"trier": "red"}), "VOTE trier purple", ""),
        (at("election"), "FOREIGN france\nFOREIGN spain", ""),
        # Conversions of this Round, and cards for other games.
        (at("choice"), "CHOOSE diplomacy war\nCONVERT", "2 POW-CNV-2"),
        (at("choice"), "CHOOSE heresy war\nCONVERT", ""),
        (at("choice"), "CONVERT", ""),
        (at("choice", **WAGING), "CONVERT", "1 POW-CNV-2"),
        (at("choice", **STEPWISE), "CHOOSE heresy war\nCONVERT", "2 POW-CNV-3"),
        (at("choice", **STEPWISE), "DILEMMA LEAD compete", "1 POW-DIL-2"),
        (at("game-1", **STEPWISE, **WAGING), "DILEMMA LEAD compete", ""),
        (at("game-1", **STEPWISE, **WAGING), "DILEMMA FOLLOW compete", "1 POW-DIL-2"),
        (at("game-1", **STEPWISE, **WAGING), "black: DILEMMA FOLLOW compete", ""),
        (at("game-1", **STEPWISE, **WAGING), "green: DILEMMA LEAD compete", "1 POW-DIL-2"),
        # What earlier lines have used, and what is not asked.
        ({**WAGING, "player": {"red": {"saved": 3}}},
         "INFLUENCE hesse 2\nINFLUENCE trier 2\nINFLUENCE mainz 1", "2 POW-ACT-1, 3 POW-ACT-1"),
        (FAITH, "FAITH hesse x2", ""),
        (FAITH, "FAITH hesse x3", "1 POW-FTH-5"),
        (FAITH, "FAITH hesse\nFAITH REST hesse\nFAITH hesse", "3 POW-FTH-5"),
        (FAITH, "black: FAITH G1", "1 POW-GEN-6"),
        (NO_DIPLOMACY, "RELEASE A3", "1 POW-DI-6"),
        (NO_DIPLOMACY, "GIFT A2 TO hesse", "1 POW-DI-6"),
        (NO_DIPLOMACY, "INFLUENCE hesse 1", "1 POW-DI-6"),
        (at("influence", setup_order=["red", "green", "white", "orange", "purple", "black"]),
         "SETUP provinces A1 B1 B2 C1 CAPITAL A1", "1 POW-GEN-6"),
        (at("choice", **FOREIGN), "FOREIGN spain", "1 POW-FP-1"),
        (at("battles-1", **FOREIGN), "FOREIGN spain", "1 POW-FP-1"),
        (at("election", **FOREIGN), "FOREIGN spain", "1 POW-FP-1"),
        # A Religious War needs a League, which the sheet may join before.
        (TARGET, "RELIGIOUSWAR hesse", "1 POW-RWD-1"),
        (TARGET, "LEAGUE catholic\nRELIGIOUSWAR hesse", ""),
        (TARGET, "RELIGIOUSWAR hesse\nLEAGUE catholic", "1 POW-RWD-1"),
    ],
)  # fmt: skip
def test_what_will_do_nothing_is_warned_of(position: Table, text: str, warned: str) -> None:
    """Sheets are red's unless another player is named."""
    player, _, sheet = text.rpartition(": ")
    found = read_sheets(open_position(position, {}), {player or "red": sheet}).complaints
    assert {one.severity for one in found} <= {"warning"}
    assert ", ".join(f"{one.line} {one.rule}" for one in found) == warned


def replaced(state: State, text: str) -> list[tuple[int, str]]:
    """The lines that a later one replaces, with "error" where it says something else."""
    complaints = read_sheets(state, {"red": text}).complaints
    assert {one.rule for one in complaints} <= {"POW-MAIL-2"}
    return [(one.line, one.severity) for one in complaints]


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


def test_the_warning_names_the_line_that_counts() -> None:
    (one,) = read_sheets(at_phase(six(), "choice"), {"red": "STAY\n\nSTAY"}).complaints
    assert one.problem == "line 3 counts instead: STAY"


def _rules(state: State, text: str, player: str = "red") -> list[str]:
    return [one.rule for one in read_sheets(state, {player: text}).complaints]


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
    assert _rules(state, text)[-1:] in (["POW-GEN-6"], ["POW-WAR-1"])
    assert "POW-GEN-6" not in _rules(state, text, "purple")
    assert "POW-GEN-6" not in _rules(state, "LOSS saved")


@pytest.mark.parametrize(
    ("phase", "line", "said"),
    [
        ("battles-1", "SWAP vs:white C", "white is not among the enemies (black)"),
        ("battles-1", "BATTLE vs:blakc policy:most", "blakc is not among the enemies (black)"),
        ("battles-1", "SWAP C FOR M", "drawn from the top of the deck"),
        ("battles-1", "BATTLE vs:black swap:C want:M", "drawn from the top of the deck"),
        ("battles-1", "TREATY white TAKE A4", "no war with White is fought now"),
        ("battles-1", "TREATY hesse TAKE C2", "Hesse is an ally of Black: name black instead"),
        ("battles-1", "YIELD A1 TO mainz", "no war with Mainz is fought now"),
        ("battles-1-round-1", "CALL M", "there are no Reserves to call"),
        ("battles-1-round-1", "NOCALL", ""),
        ("battles-1", "BATTLE vs:default policy:most", ""),
        ("battles-1", "TREATY black TAKE none", ""),
        ("battles-1", "REQUEST initiative", ""),
    ],
)
def test_checking_tells_what_will_do_nothing(phase: str, line: str, said: str) -> None:
    table = {"declared": ["red: black"], "ally": {"hesse": "black", "saxony": "red"}}
    state = open_position({**table, "phase": phase}, {})
    complaints = [
        one.problem
        for one in RULESET.read(state, {"red": line}).complaints
        if one.severity == "warning"
    ]
    assert [one for one in complaints if said in one] == complaints
    assert bool(complaints) is bool(said)


def test_checking_tells_bystanders_that_no_battle_is_theirs() -> None:
    state = open_position({"declared": ["red: black"], "phase": "battles-1"}, {})
    for line in ("REQUEST initiative", "SWAP C", "BATTLE vs:default policy:most"):
        (complaint,) = RULESET.read(state, {"white": line}).complaints
        assert complaint.problem == "the player has no battle to fight"


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
