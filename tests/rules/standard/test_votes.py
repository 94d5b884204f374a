"""Votes for a draw and concessions."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from generator.engine.phases import Ruling
from generator.rulesets.standard import RULESET
from generator.rulesets.standard.votes import find_votes
from tests.rules.standard.play import Turn, play, winter
from tests.rules.standard.test_centers import SEVENTEEN

UNITS = "austria: A VIE\nitaly: A ROM\nturkey: F ANK\nfrance: A PAR"
CENTERS = "austria: VIE, BUD\nitaly: ROM\nturkey: ANK\nfrance: PAR"


def vote(votes: str, rulings: Sequence[Ruling] = (), **options: object) -> Turn:
    """Austria (two centers), Italy, Turkey and France are left, and vote."""
    lines = "\n".join(line.replace(": ", ": !", 1) for line in votes.strip().splitlines())
    names = {name.replace("_", "-"): value for name, value in options.items()}
    return play(lines, units=UNITS, centers=CENTERS, options=names, rulings=rulings)


def end(turn: Turn) -> tuple[str, str]:
    assert turn.state.ending is not None
    last = turn.events[-1]
    assert last.text == turn.state.ending.text
    return last.rule, last.text


ALL = "austria: VOTE DRAW\nitaly: vote draw\nturkey: Votes for a draw.\nfrance: 1) Draw"


@pytest.mark.rule("STD-END-7")
def test_all_that_are_left_vote_for_a_draw() -> None:
    turn = vote(ALL)
    assert not turn.book.complaints
    said = "Agreed by the votes of all powers: a draw of Austria, France, Italy and Turkey"
    assert end(turn) == ("STD-END-7", said)
    assert turn.state.ending is not None
    assert turn.state.ending.kind == "draw"
    assert turn.said("turkey: VOTE DRAW") == "success STD-END-6"
    assert turn.verdict("turkey: VOTE DRAW").written == "Votes for a draw."


@pytest.mark.rule("STD-END-7")
def test_one_vote_too_few_is_no_draw_unless_a_majority_is_enough() -> None:
    three = ALL.rpartition("\n")[0]
    assert vote(three).state.ending is None
    said = "Agreed by the votes of 3 of 4 powers: a draw of Austria, France, Italy and Turkey"
    assert end(vote(three, draw_votes="majority")) == ("STD-END-7", said)
    two = three.rpartition("\n")[0]
    assert vote(two, draw_votes="majority").state.ending is None


@pytest.mark.rule("STD-END-7")
def test_players_that_agree_on_who_shares_name_the_same_powers() -> None:
    lines = "austria: VOTE DRAW OF ITALY AND AUSTRIA\nitaly: vote draw between Austrian & italy\n"
    others = "turkey: VOTE DRAW OF AUSTRIA, ITALY\nfrance: VOTE DRAW OF AUSTRIA, {}"
    agreed = vote(lines + others.format("ITALY"), draws="agreed")
    assert end(agreed)[1] == "Agreed by the votes of all powers: a draw of Austria and Italy"
    split = vote(lines + others.format("FRANCE"), draws="agreed")
    assert split.state.ending is None
    assert split.texts("votes") == [
        "3 of 4 powers vote for a draw of Austria and Italy (Austria, Italy and Turkey)",
        "1 of 4 powers votes for a draw of Austria and France (France)",
    ]
    assert vote(ALL, draws="agreed").said("austria: VOTE DRAW") == "illegal STD-END-7"
    named = vote("austria: VOTE DRAW OF ITALY")
    assert named.said("austria: VOTE DRAW OF ITALY") == "illegal STD-END-7"
    assert "write VOTE DRAW alone" in str(named.book.complaints[0])


@pytest.mark.rule("STD-END-7")
def test_a_victory_on_the_board_goes_before_votes() -> None:
    turn = play(
        "turkey: A WAR H\nturkey: !VOTE DRAW\nrussia: !VOTE DRAW",
        units="russia: A STP",
        phase="fall-movement",
        centers=f"turkey: {SEVENTEEN}\nrussia: WAR, STP",
    )
    assert end(turn)[0] == "STD-END-1"


@pytest.mark.rule("STD-END-8")
def test_all_others_concede() -> None:
    lines = "austria: CONCEDE TO FRANCE\nitaly: Concede the game to the French"
    turn = vote(f"{lines}\nturkey: concession: France")
    assert end(turn) == ("STD-END-8", "France wins: all other powers concede")
    assert turn.state.ending is not None
    assert (turn.state.ending.kind, turn.state.ending.powers) == ("victory", ("france",))
    assert vote(lines).state.ending is None
    assert end(vote(lines, draw_votes="majority"))[1] == "France wins: 2 of 3 other powers concede"


@pytest.mark.rule("STD-END-8")
def test_nobody_concedes_to_itself_or_to_an_eliminated_power() -> None:
    turn = vote("france: CONCEDE TO FRANCE\nitaly: CONCEDE TO RUSSIA")
    assert turn.said("france: CONCEDE TO FRANCE") == "illegal STD-END-8"
    assert turn.said("italy: CONCEDE TO RUSSIA") == "illegal STD-END-8"
    assert [one.problem for one in turn.book.complaints if one.rule == "STD-END-8"] == [
        "a power concedes to another one",
        "Russia is eliminated",
    ]


@pytest.mark.rule("STD-END-8")
def test_two_that_concede_to_each_other_agree_on_nothing() -> None:
    turn = play(
        "austria: A VIE H\nitaly: A ROM H\naustria: !CONCEDE TO ITALY\nitaly: !CONCEDE TO AUSTRIA",
        centers="austria: VIE\nitaly: ROM",
    )
    assert turn.state.ending is None
    assert turn.texts("votes") == [
        "1 of 1 power votes for a victory of Italy (Austria)",
        "1 of 1 power votes for a victory of Austria (Italy)",
    ]


@pytest.mark.rule("STD-END-6")
def test_a_vote_counts_in_its_phase_alone() -> None:
    first = vote("austria: VOTE DRAW\nitaly: VOTE DRAW\nturkey: VOTE DRAW")
    assert first.state.ending is None
    assert first.then("france: VOTE DRAW").state.ending is None


@pytest.mark.rule("STD-END-6")
def test_different_votes_on_one_sheet_count_for_nothing() -> None:
    turn = vote(f"{ALL}\nfrance: CONCEDE TO ITALY\nitaly: VOTE DRAW")
    assert turn.state.ending is None
    assert turn.said("france: CONCEDE TO ITALY") == "illegal STD-END-6"
    assert turn.said("italy: VOTE DRAW", 2) == "success STD-END-6"


@pytest.mark.rule("STD-END-6")
@pytest.mark.parametrize("label", ["No", "Proposal", "PS", "My answer"])
def test_only_the_power_s_name_is_left_out_before_a_vote(label: str) -> None:
    """The name of the power may stand before its vote, and nothing else."""
    line = f"{label}: CONCEDE TO ITALY"
    assert find_votes(RULESET.facts, line) == (line, ())
    assert [found.text for found in find_votes(RULESET.facts, "France: CONCEDE TO ITALY")[1]] == [
        "CONCEDE TO ITALY"
    ]


@pytest.mark.rule("STD-END-6")
def test_an_eliminated_power_has_no_vote() -> None:
    turn = vote(f"{ALL}\nrussia: VOTE DRAW")
    assert turn.said("russia: VOTE DRAW") == "illegal STD-END-6"
    assert turn.state.ending is not None


@pytest.mark.rule("STD-END-6")
def test_a_game_without_votes() -> None:
    turn = vote(ALL, draw_votes="none")
    assert turn.state.ending is None
    assert turn.said("italy: VOTE DRAW") == "illegal STD-END-6"
    ruling = Ruling(1, "spring-movement", "end", "agreed", facts={"result": "draw"})
    assert end(vote(ALL, [ruling], draw_votes="none"))[0] == "STD-END-3"


@pytest.mark.rule("STD-END-6")
def test_votes_stand_beside_orders_in_every_phase() -> None:
    turn = vote("austria: A VIE - GAL; VOTE DRAW  # at last\nitaly: A ROM H")
    assert turn.said("austria: A VIE - GAL") == "success STD-MOV-3"
    lines = turn.book.sheets["austria"].orders
    assert [(order.text, order.line, order.column) for order in lines] == [
        ("A VIE - GAL", 1, 1),
        ("VOTE DRAW", 1, 14),
    ]  # fmt: skip
    late = winter("austria: A VIE\nitaly: A ROM", "austria: VIE, BUD\nitaly: ROM",
                  "austria: BUILD A BUD\naustria: VOTE DRAW\nitaly: VOTE DRAW")  # fmt: skip
    assert late.units("austria") == ["A BUD", "A VIE"]
    assert end(late)[0] == "STD-END-7"


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


@pytest.mark.rule("STD-END-6")
@pytest.mark.parametrize(
    ("line", "problem", "hint"),
    [
        ("VOTE FOR PEACE", "this is no vote", "VOTE DRAW or CONCEDE TO FRANCE"),
        ("CONCEDE", "this is no vote", "VOTE DRAW or CONCEDE TO FRANCE"),
        ("CONCEDE TO FRNACE", "there is no power 'FRNACE'", "did you mean france?"),
        ("CONCEDE TO FRANCE AND ITALY", "a concession is to one power", "CONCEDE TO FRANCE"),
    ],
)
def test_what_is_no_vote_is_said_with_its_place(line: str, problem: str, hint: str) -> None:
    turn = vote(f"austria: A VIE H\naustria:   {line}")
    (complaint,) = [one for one in turn.book.complaints if one.power == "austria"]
    assert (complaint.line, complaint.problem, complaint.rule) == (2, problem, "STD-ORD-4")
    assert hint in complaint.hint
    assert turn.said(f"austria: {line}") == "illegal STD-ORD-4"


@pytest.mark.rule("STD-END-9")
def test_votes_are_told_by_names_or_by_numbers() -> None:
    lines = "italy: VOTE DRAW\nturkey: VOTE DRAW\naustria: VOTE DRAW OF ITALY"
    named = vote(lines)
    assert named.texts("votes") == ["2 of 4 powers vote for a draw (Italy and Turkey)"]
    assert all(verdict.public for verdict in named.resolution.verdicts)
    counted = vote(lines, votes_told="counts")
    assert counted.texts("votes") == ["2 of 4 powers vote for a draw"]
    assert counted.resolution.events[-1].powers == ()
    secret = [verdict for verdict in counted.resolution.verdicts if not verdict.public]
    assert [(verdict.power, *verdict.known_to) for verdict in secret] == [
        ("austria", "austria"), ("italy", "italy"), ("turkey", "turkey"),
    ]  # fmt: skip


@pytest.mark.rule("STD-END-10")
def test_a_draw_is_scored_by_the_squares_of_centers() -> None:
    said = "a draw of Austria 57.1, France 14.3, Italy 14.3 and Turkey 14.3"
    assert end(vote(ALL, draws="scored"))[1] == f"Agreed by the votes of all powers: {said}"


@pytest.mark.rule("STD-RUL-2")
def test_a_ruling_makes_a_vote_void() -> None:
    facts = {"power": "france", "order": "Draw"}
    ruling = Ruling(1, "spring-movement", "void", "sent by somebody else", facts=facts)
    turn = vote(ALL, rulings=[ruling])
    assert turn.state.ending is None
    assert turn.said("france: Draw") == "void STD-RUL-1"
    assert (turn.verdict("france: Draw").order, turn.verdict("france: Draw").written) == (
        "VOTE DRAW",
        "Draw",
    )


def test_a_vote_of_a_record_is_read_back() -> None:
    turn = vote("austria: CONCEDE TO ITALY\nitaly: VOTE DRAW")
    for verdict in turn.resolution.verdicts:
        assert RULESET.order_in(turn.before, verdict.order) == verdict.meant
    assert RULESET.picture_of(turn.before, turn.resolution).orders
