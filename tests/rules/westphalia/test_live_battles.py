"""Live play: what becomes of every line, and of what was ordered in a phase before."""

from __future__ import annotations

import pytest

from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.wars.battles import open_battles
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import after, ally, lots, six, wars


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
    state = wars(ally(ally(six(), "hesse", "black"), "saxony", "red"), "red: black").state
    state = at_phase(after(open_battles, state, 1, lots()).state, phase)
    complaints = [
        one.problem
        for one in RULESET.read(state, {"red": line}).complaints
        if one.severity == "warning"
    ]
    assert [one for one in complaints if said in one] == complaints
    assert bool(complaints) is bool(said)


def test_checking_tells_bystanders_that_no_battle_is_theirs() -> None:
    state = after(open_battles, wars(six(), "red: black").state, 1, lots()).state
    for line in ("REQUEST initiative", "SWAP C", "BATTLE vs:default policy:most"):
        (complaint,) = RULESET.read(at_phase(state, "battles-1"), {"white": line}).complaints
        assert complaint.problem == "the player has no battle to fight"
