"""The ballot of a phase: which votes count, whether they end the game, and what players learn.

draw-votes   who must agree: all powers that are left, more than half of them, or no one is asked
draws        who shares a draw, and whether it is scored
votes-told   names, or only numbers: then the lines of votes stay secret until the game is over
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from generator.engine.docket import Entry
from generator.engine.errors import Complaint
from generator.engine.phases import WrittenOrder
from generator.engine.ruleset import Ending
from generator.engine.verdicts import Outcome
from generator.engine.words import count, listed
from generator.rulesets.standard.aftermath import alive, draw_of
from generator.rulesets.standard.event_kinds import VOTES
from generator.rulesets.standard.state import StandardState
from generator.rulesets.standard.turn import Turn
from generator.rulesets.standard.votes import FoundVote, Vote, is_vote


def check_vote(state: StandardState, power: str, found: FoundVote) -> WrittenOrder:
    """A vote of a sheet as one of its orders, with its problems."""
    column = found.start + 1
    cause, problem = "unreadable", found.problem
    if found.vote is not None:
        cause, problem = _refusal(state, power, found.vote)
    if not problem:
        return WrittenOrder(found.text, found.line, column, found.vote)
    rule = state.facts.rulebook.cites(cause)
    complaint = Complaint("error", power, found.line, column, found.text, problem, found.hint, rule)
    return WrittenOrder(found.text, found.line, column, found.vote, complaint)


def take_votes(turn: Turn) -> None:
    """Remove the votes from all sheets, because votes are not orders."""
    turn.votes = [entry for entry in turn.entries if is_vote(entry.written)]
    turn.entries = [entry for entry in turn.entries if not is_vote(entry.written)]


def count_votes(turn: Turn, after: StandardState) -> tuple[Ending | None, str]:
    """Count the votes of a phase in the position after it, and settle them. Returns how the game
    ends by them, with its cause, or None."""
    cast: dict[str, set[Vote]] = {}
    for entry in turn.votes:
        vote = entry.order
        if vote and entry.verdict is None and not _refusal(after, entry.power, vote)[0]:
            cast.setdefault(entry.power, set()).add(vote)
    votes = {power: own for power in after.facts.powers if len(own := cast.get(power, set())) == 1}
    for entry in turn.votes:
        _settle(turn, after, entry, votes)
    tally: dict[Vote, list[str]] = {}
    for power, (vote,) in votes.items():
        tally.setdefault(vote, []).append(power)
    majority = after.option("draw-votes") == "majority"
    carried = []
    for vote, voters in tally.items():
        number, asked = len(voters), _asked(after, vote)
        if number * 2 > asked if majority else number == asked:
            carried.append(vote)
    if len(carried) == 1:
        (vote,) = carried
        ending = _ending(after, vote, len(tally[vote]))
        return ending, "conceded" if vote.concedes else "draw-voted"
    # Two concessions that both pass contradict each other: then there is no agreement.
    for vote, voters in tally.items():
        number, asked = len(voters), _asked(after, vote)
        verb = "votes" if number == 1 else "vote"
        said = f"{number} of {count(asked, 'power')} {verb} for {vote.aim(after.facts)}"
        if after.option("votes-told") == "counts":
            turn.report(VOTES, "votes-told", said)
        else:
            names = listed(map(after.facts.name_of, voters))
            turn.report(VOTES, "votes-told", f"{said} ({names})", voters)
    return None, ""


def _refusal(state: StandardState, power: str, vote: Vote) -> tuple[str, str]:
    """Why a vote cannot count in a position: the cause, and the sentence; "" where it can."""
    living = alive(state)
    gone = [named for named in vote.powers if named not in living]
    cause = "concession" if vote.concedes else "draw-shares"
    if state.option("draw-votes") == "none":
        return "votes-off", "no votes in this game: the referee records what the players agree on"
    if power not in living:
        return "vote-eliminated", f"{state.facts.name_of(power)} is eliminated and has no vote"
    if vote.concedes and vote.powers == (power,):
        return cause, "a power concedes to another one"
    if not vote.concedes and bool(vote.powers) != (state.option("draws") == "agreed"):
        if vote.powers:
            return cause, "the rules say who shares: write VOTE DRAW alone"
        return cause, "it must name the powers that share: VOTE DRAW OF ENGLAND, FRANCE"
    if gone:
        return cause, f"{listed(map(state.facts.name_of, gone))} is eliminated"
    return "", ""


def _asked(state: StandardState, vote: Vote) -> int:
    """How many powers must agree; the one that would win is not asked."""
    return sum(not (vote.concedes and vote.powers == (power,)) for power in alive(state))


def _ending(state: StandardState, vote: Vote, votes: int) -> Ending:
    asked = _asked(state, vote)
    if vote.concedes:
        who = "all other powers" if votes == asked else f"{votes} of {asked} other powers"
        text = f"{state.facts.name_of(vote.powers[0])} wins: {who} concede"
        return Ending("victory", vote.powers, text)
    who = "all powers" if votes == asked else f"{votes} of {asked} powers"
    return draw_of(state, f"Agreed by the votes of {who}", vote.powers)


def _settle(turn: Turn, state: StandardState, entry: Entry, votes: Mapping[str, set[Vote]]) -> None:
    known_to = (entry.power,) if state.option("votes-told") == "counts" else ()
    if entry.verdict is not None:
        entry.verdict = replace(entry.verdict, known_to=known_to)
        return
    vote: Vote | None = entry.order
    outcome: Outcome = "illegal"
    if vote is None:
        cause, said = "unreadable", entry.unread
    else:
        cause, said = _refusal(state, entry.power, vote)
        if not cause and votes.get(entry.power) != {vote}:
            cause, said = "vote-twice", "the sheet has different votes: none counts"
        elif not cause:
            outcome, cause, said = "success", "vote-cast", f"a vote for {vote.aim(state.facts)}"
    turn.settle(entry, outcome, (cause, said), known_to=known_to)
