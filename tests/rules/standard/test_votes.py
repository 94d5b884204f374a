"""Votes for a draw and concessions."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from generator.engine.phases import Ruling
from generator.rulesets.standard import RULESET
from generator.rulesets.standard.votes import find_votes
from tests.rules.standard.play import Turn, play

UNITS = "austria: A VIE\nitaly: A ROM\nturkey: F ANK\nfrance: A PAR"
CENTERS = "austria: VIE, BUD\nitaly: ROM\nturkey: ANK\nfrance: PAR"


def vote(votes: str, rulings: Sequence[Ruling] = (), **options: object) -> Turn:
    """Austria (two centers), Italy, Turkey and France are left, and vote."""
    names = {name.replace("_", "-"): value for name, value in options.items()}
    return play(votes, units=UNITS, centers=CENTERS, options=names, rulings=rulings)


@pytest.mark.rule("STD-END-6")
@pytest.mark.parametrize("label", ["No", "Proposal", "PS", "My answer"])
def test_only_the_power_s_name_is_left_out_before_a_vote(label: str) -> None:
    """The name of the power may stand before its vote, and nothing else."""
    line = f"{label}: CONCEDE TO ITALY"
    assert find_votes(RULESET.facts, line) == (line, ())
    assert [found.text for found in find_votes(RULESET.facts, "France: CONCEDE TO ITALY")[1]] == [
        "CONCEDE TO ITALY"
    ]


@pytest.mark.rule("STD-END-9")
@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("A VIE H, VOTE DRAW", ["A VIE H"]),
        ("Austria: VOTE DRAW", []),
        ("I hereby vote for a draw", []),
        ("we concede to Italy", []),
        ("- concede the game to Italy.", []),
        ("VOTE DRAW WITH MY FRIENDS", []),
    ],
)
def test_however_a_vote_is_written_its_line_is_secret_where_numbers_are_told(
    line: str, rest: list[str]
) -> None:
    turn = vote(f"austria: {line}", votes_told="counts")
    told = [one.written or one.order for one in turn.resolution.verdicts if one.public]
    own = [text for text in told if "vote" in text.lower() or "concede" in text.lower()]
    assert own == []
    assert all(text in told for text in rest)
    assert sum(not one.public for one in turn.resolution.verdicts) == 1


@pytest.mark.rule("STD-END-6")
def test_who_sends_a_vote_alone_is_still_missing() -> None:
    assert "austria" in vote("austria: VOTE DRAW\nitaly: A ROM H").book.missing


def test_a_vote_of_a_record_is_read_back() -> None:
    turn = vote("austria: CONCEDE TO ITALY\nitaly: VOTE DRAW")
    for verdict in turn.resolution.verdicts:
        assert RULESET.order_in(turn.before, verdict.order) == verdict.meant
    assert RULESET.picture_of(turn.before, turn.resolution).orders
