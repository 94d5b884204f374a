"""The Imperial Election."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.engine.phases import Resolution
from generator.rulesets.westphalia.closing.closing import count_votes, voters_of
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.power import initiative_order
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.telling.tables import standing_tables
from tests.rules.westphalia.rounds import at_phase, opened, play, said, texts_of, verdict
from tests.rules.westphalia.table import ally, protestant, six


def held(state: State, **electors: str) -> State:
    """Electors as allies of players."""
    for elector, player in electors.items():
        state = ally(state, elector, player)
    return state


def seven(state: State, red: int, purple: int) -> State:
    """Electors held by Protestant red and Catholic purple."""
    names = list(state.electors)
    for name in names[:red]:
        state = ally(state, name, "red")
    for name in names[red : red + purple]:
        state = ally(state, name, "purple")
    return state


def election(
    state: State, orders: dict[str, str] | None = None, roll: int = 1
) -> Resolution[State]:
    """The end of Round 1, in which nobody owes a Tradeoff."""
    for player in state.seats:
        state = state.with_player(player, tasks=("heresy", "diplomacy"), fought=True)
    return play(at_phase(state, "election"), orders, {"r1/emperor": roll})


@pytest.mark.rule("POW-ELE-1")
def test_the_emperor_lives_or_dies() -> None:
    lives = election(six(), roll=4).state
    assert (lives.emperor, lives.emperor_rounds) == ("purple", 1)
    assert "Emperor Purple dies: a roll of 3" in texts_of(election(six(), roll=3), "emperor-dies")
    second = election(replace(six(), emperor_rounds=1), roll=6)
    assert texts_of(second, "emperor-dies") == ["Emperor Purple dies: after 2 Rounds in office"]


@pytest.mark.rule("POW-ELE-2")
def test_the_successor_is_elected_in_the_same_phase() -> None:
    done = election(held(six(), trier="red", mainz="red", cologne="red", saxony="red"), roll=2)
    assert done.state.emperor == "red"
    assert done.state.moment.phase == "upheaval"
    assert done.state.round == 2


@pytest.mark.rule("POW-ELE-3")
def test_the_ally_of_an_elector_casts_its_vote() -> None:
    state = held(six(), trier="purple", mainz="purple", hesse="purple")
    assert voters_of(state, "purple") == ("trier", "mainz")
    done = election(state, {"red": "VOTE trier red", "purple": "VOTE trier white"})
    assert verdict(done, "red", "VOTE trier red") == "illegal POW-ELE-3"
    assert "Trier (Purple) votes for White" in texts_of(done, "ballot")


@pytest.mark.rule("POW-ELE-4")
def test_any_player_may_be_voted_for() -> None:
    """Protestant green casts the vote of Catholic Trier for Catholic white."""
    state = held(protestant(six(), "green"), trier="green")
    done = election(state, {"green": "VOTE trier white"})
    assert verdict(done, "green", "VOTE trier white") == "success"
    assert done.state.emperor == "white"


@pytest.mark.rule("POW-ELE-5")
def test_unaligned_electors_vote_with_their_religion() -> None:
    """Red 2 and purple 1; three Catholics and a Protestant are unaligned: purple 4, red 3."""
    state = protestant(seven(six(), 2, 1), "red")
    loose = [name for name in state.electors if not state.principalities[name].ally]
    state = protestant(state, loose[0])
    found = count_votes(state, {})
    assert dict(found.votes) == {"purple": 4, "red": 3}
    assert found.winner == "purple"


@pytest.mark.rule("POW-ELE-6")
def test_ties_in_a_block_go_by_initiative() -> None:
    state = held(six("purple green white orange red black"), trier="orange", mainz="white")
    found = count_votes(state, {})
    assert {block.candidate for block in found.blocks} == {"white"}


@pytest.mark.rule("POW-ELE-6")
def test_a_block_without_votes_and_without_players() -> None:
    """Nobody of the religion has a vote: its first player. Nobody is of it: no vote."""
    state = held(protestant(six(), "red", "saxony"), trier="green")
    (catholic, other) = count_votes(state, {}).blocks
    assert (catholic.candidate, other.candidate) == ("green", "red")
    nobody = held(protestant(six(), "saxony"), trier="green")
    assert count_votes(nobody, {}).blocks[1].candidate == ""


@pytest.mark.rule("POW-ELE-7")
def test_most_votes_elect_and_ties_go_by_initiative() -> None:
    """3-2-2: the three win."""
    state = six("purple green white orange red black")
    names = state.electors
    votes = ("black", "black", "black", "white", "white", "red", "red")
    for name, player in zip(names, votes, strict=True):
        state = ally(state, name, player)
    assert count_votes(state, {}).winner == "black"
    tie = count_votes(state, {names[0]: "white", names[1]: "red"})
    assert (tie.votes["white"], tie.votes["red"], tie.winner) == (3, 3, "white")


@pytest.mark.rule("POW-ELE-8")
def test_a_block_does_not_react_to_the_other() -> None:
    """The Catholic block makes green lead; the Protestant one still looks at players' votes."""
    state = protestant(held(six(), trier="green", mainz="red"), "red", "black")
    state = protestant(state, "saxony", "brandenburg")
    found = count_votes(state, {"mainz": "black"})
    assert [block.candidate for block in found.blocks] == ["green", "black"]


@pytest.mark.rule("POW-ELE-9")
def test_a_former_emperor_begins_anew() -> None:
    state = held(replace(six(), emperor_rounds=1), trier="purple", mainz="purple")
    done = election(state)
    assert (done.state.emperor, done.state.emperor_rounds) == ("purple", 0)


@pytest.mark.rule("POW-ELE-10")
def test_without_a_ballot_an_elector_votes_for_its_ally() -> None:
    done = election(held(six(), mainz="purple"))
    assert "Mainz (Purple) votes for Purple" in texts_of(done, "ballot")
    notes = [one.note for one in done.verdicts if one.order == "VOTE mainz purple"]
    assert notes == ["no order given"]


@pytest.mark.rule("POW-ELE-11")
def test_the_emperor_is_first_and_has_the_bonus() -> None:
    state = held(six("black purple green white orange red"), bohemia="black")
    assert initiative_order(state)[0] == "black"


@pytest.mark.rule("POW-ELE-12")
def test_players_are_never_electors() -> None:
    text = "ELECTORS REMOVE saxony ADD red"
    book = RULESET.read(at_phase(six(), "religious-war"), {"red": text})
    assert [one.problem for one in book.complaints] == ["there is no principality red"]


@pytest.mark.rule("POW-MAIL-1")
def test_ballots_stay_secret_where_the_emperor_lives() -> None:
    done = election(held(six(), mainz="red"), {"red": "VOTE ALL white"}, roll=5)
    (vote,) = [one for one in done.verdicts if one.order == "VOTE ALL white"]
    assert vote.known_to == ("red",)
    assert not texts_of(done, "ballot")


# --- open ballots


def open_table(**electors: str) -> State:
    return held(six(election_ballot="open"), **electors)


@pytest.mark.rule("POW-ELE-3")
def test_open_ballots_are_cast_one_after_the_other_in_initiative_order() -> None:
    """Purple, green and red hold Electors; each sees the votes before his own."""
    state = open_table(trier="red", mainz="purple", cologne="green", saxony="green")
    done = election(state)
    assert texts_of(done, "emperor-dies")
    assert not texts_of(done, "ballot")
    asked = []
    while done.state.moment.phase.startswith("ballot"):
        (voter,) = RULESET.awaits(done.state)
        asked.append((done.state.moment.phase, voter, dict(done.state.ballots)))
        done = play(done.state, {voter: "VOTE ALL red"})
    assert asked == [
        ("ballot-1", "purple", {}),
        ("ballot-2", "green", {"mainz": "red"}),
        ("ballot-3", "red", {"mainz": "red", "cologne": "red", "saxony": "red"}),
    ]
    assert texts_of(done, "vote") == ["Red votes for Red with Trier"]
    assert len(texts_of(done, "ballot")) == 4
    assert (done.state.emperor, done.state.round, dict(done.state.ballots)) == ("red", 2, {})


@pytest.mark.rule("POW-ELE-3")
def test_an_open_vote_is_public_and_a_later_line_of_another_player_does_not_count() -> None:
    done = election(open_table(trier="red", mainz="purple"))
    first = play(done.state, {"purple": "VOTE mainz white", "red": "VOTE trier red"})
    (vote,) = [one for one in first.verdicts if one.order == "VOTE mainz white"]
    assert vote.public
    assert texts_of(first, "vote") == ["Purple votes for White with Mainz"]
    assert dict(first.state.ballots) == {"mainz": "white"}


@pytest.mark.rule("POW-ELE-3")
def test_who_holds_several_electors_may_split_an_open_vote() -> None:
    done = election(open_table(trier="purple", mainz="purple", cologne="purple"))
    voted = play(done.state, {"purple": "VOTE ALL white\nVOTE mainz red"})
    assert texts_of(voted, "vote") == [
        "Purple votes for White with Trier and Cologne",
        "Purple votes for Red with Mainz",
    ]


@pytest.mark.rule("POW-ELE-3")
def test_an_open_vote_stands_although_the_elector_loses_its_ally() -> None:
    """Purple's influence is withdrawn after his vote: Mainz joins no block, and is not asked
    again."""
    done = election(open_table(trier="red", mainz="purple"))
    first = play(done.state, {"purple": "VOTE mainz white"})
    last = play(first.state, {"purple": "WITHDRAW mainz", "red": "VOTE trier red"})
    assert "Mainz votes for White" in texts_of(last, "ballot")
    (block,) = [one for one in last.events if one.kind == "block-vote"]
    assert "mainz" not in block.data["electors"]


@pytest.mark.rule("POW-ELE-10")
def test_without_an_open_ballot_the_elector_votes_for_its_ally() -> None:
    done = election(open_table(mainz="green"))
    last = play(done.state, {})
    assert said(last, "vote") == ["POW-ELE-10"]
    assert "Mainz (Green) votes for Green" in texts_of(last, "ballot")


@pytest.mark.rule("POW-ELE-2")
def test_nobody_is_asked_openly_where_the_emperor_lives_or_nobody_has_a_vote() -> None:
    lives = election(open_table(mainz="red"), {"red": "VOTE ALL white"}, roll=5)
    assert lives.state.moment.phase == "upheaval"
    (vote,) = [one for one in lives.verdicts if one.order == "VOTE ALL white"]
    assert (vote.outcome, vote.known_to) == ("void", ("red",))
    alone = election(open_table())
    assert (alone.state.moment.phase, alone.state.emperor) == ("upheaval", "purple")


@pytest.mark.rule("POW-ELE-3")
def test_a_vote_that_comes_before_the_open_ballot_is_not_counted() -> None:
    done = election(open_table(mainz="red"), {"red": "VOTE mainz white"})
    assert verdict(done, "red", "VOTE mainz white") == "void POW-ELE-2"
    assert done.state.moment.phase == "ballot-1"
    book = RULESET.read(at_phase(open_table(mainz="red"), "election"), {"red": "VOTE mainz white"})
    assert [one.rule for one in book.complaints] == ["POW-ELE-3"]


@pytest.mark.rule("POW-SET-19")
@pytest.mark.parametrize("pacing", ["merged", "stepwise"])
def test_the_first_election_is_open_in_setup_order(pacing: str) -> None:
    state = opened("ballot-1", election_ballot="open", pacing=pacing)
    assert state.setup
    order = []
    while state.moment.phase.startswith("ballot"):
        order += RULESET.awaits(state)
        state = play(state, {}).state
    assert order == [seat for seat in state.setup_order if seat in order]
    assert len(order) > 1
    assert (state.moment.phase, state.setup, bool(state.emperor)) == ("upheaval", False, True)


@pytest.mark.rule("POW-ELE-2")
def test_open_ballots_follow_the_leaving_step_by_step() -> None:
    state = held(six(election_ballot="open", pacing="stepwise"), mainz="red")
    done = play(at_phase(state, "leaving"), {}, {"r1/emperor": 1})
    assert done.state.moment.phase == "ballot-1"
    last = play(done.state, {"red": "VOTE ALL white"})
    assert (last.state.moment.phase, last.state.round) == ("upheaval", 2)


@pytest.mark.rule("POW-MAIL-1")
def test_secret_ballots_are_shown_once_they_are_counted() -> None:
    done = election(held(six(), mainz="red"), {"red": "VOTE ALL white"})
    (vote,) = [one for one in done.verdicts if one.order == "VOTE ALL white"]
    assert vote.public
    assert "Mainz (Red) votes for White" in texts_of(done, "ballot")


@pytest.mark.rule("POW-ELE-3")
def test_who_is_asked_and_withdraws_casts_nothing_and_nobody_votes_unasked() -> None:
    done = election(open_table(trier="red", mainz="purple"))
    first = play(done.state, {"purple": "WITHDRAW mainz\nVOTE ALL white"})
    assert verdict(first, "purple", "VOTE ALL white") == "void POW-ELE-3"
    assert (first.state.moment.phase, RULESET.awaits(first.state)) == ("ballot-2", ("red",))


@pytest.mark.rule("POW-MAIL-2")
def test_of_two_votes_of_one_elector_the_later_counts() -> None:
    done = election(held(six(), mainz="red"), {"red": "VOTE mainz white\nVOTE mainz black"})
    assert verdict(done, "red", "VOTE mainz white") == "excess POW-MAIL-2"
    assert "Mainz (Red) votes for Black" in texts_of(done, "ballot")


@pytest.mark.rule("POW-ELE-3")
def test_votes_that_were_cast_openly_stand_in_a_table() -> None:
    done = election(open_table(trier="red", mainz="purple"))
    first = play(done.state, {"purple": "VOTE mainz white"}).state
    (votes,) = [one for one in standing_tables(first) if one.title == "Votes cast so far"]
    assert votes.plain_rows == (("Mainz", "White"),)
    assert [one.title for one in standing_tables(replace(first, setup=True))] == [votes.title]
    assert standing_tables(replace(first, setup=True, ballots={})) == ()
