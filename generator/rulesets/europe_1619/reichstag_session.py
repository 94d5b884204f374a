"""A phase in which the Reichstag may meet: calls and votes, and the result for all to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from generator.engine.docket import Entry
from generator.engine.events import EventKind
from generator.engine.verdicts import Outcome
from generator.engine.words import count, listed
from generator.rulesets.europe.turn.rulings import rulings_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619.reichstag_meeting import (
    HRE,
    Meeting,
    Meetings,
    ReichstagCall,
    ReichstagRules,
    ReichstagVote,
    agenda_of,
    closes_state,
    delay_of,
    hold_meeting,
    members_of,
    motion_words,
    target_of,
    targets_of,
)

KEY: Final = "reichstag"
AGENDA_CAUSES: Final = {1: "reichstag-attacks", 2: "reichstag-ban", 3: "reichstag-foreign"}
_RESULTS: Final = {"passed": ("adopts", 55), "rejected": ("rejects", 45), "tied": ("ties on", 45)}

REICHSTAG: Final = EventKind("reichstag", section="The Reichstag", topics=("diplomacy",))
REICHSTAG_SILENT: Final = EventKind(
    "reichstag-silent", section="The Reichstag", topics=("diplomacy",)
)


def meet(turn: Turn) -> None:
    """Settle calls and votes of the phase, and hold the meeting if one is called."""
    for ruling in rulings_of(turn, "reichstag"):
        if ruling.void is not None:
            part: Meetings = turn.parts[KEY]
            turn.parts[KEY] = replace(part, void=ruling.void)
    call = _call(turn)
    votes = turn.entries_of(ReichstagVote)
    if call is None:
        for entry in votes:
            turn.settle(entry, *_no_meeting(turn, entry))
        for ruling in rulings_of(turn, "reichstag"):
            if ruling.electorate or ruling.target or ruling.state or ruling.result:
                raise ruling.refuse("no meeting of the Reichstag is called")
        return
    motion = _ruled_motion(turn, call.order)
    members = _electorate(turn, motion)
    ballots = _ballots(turn, motion, votes, members)
    meeting = hold_meeting(
        turn.facts,
        turn.year,
        motion,
        ballots,
        members,
        targets_of(turn.facts, motion.agenda, turn.living),
    )
    for ruling in rulings_of(turn, "reichstag"):
        if ruling.result:
            meeting = replace(meeting, result=ruling.result)
    _settle_votes(turn, meeting, ballots, votes)
    cause, said = _outcome(turn, motion, meeting)
    turn.settle(call, "success", (cause, said))
    _report(turn, meeting, cause, said)
    part = turn.parts[KEY]
    turn.parts[KEY] = replace(part, held=(*part.held, meeting))


def _ruled_motion(turn: Turn, motion: ReichstagCall) -> ReichstagCall:
    """A motion with the target and the state that the referee has ruled."""
    for ruling in rulings_of(turn, "reichstag"):
        if ruling.target:
            motion = replace(motion, target=ruling.target)
        if ruling.state:
            motion = replace(motion, state=ruling.state)
        bar = _bar_motion(turn, motion)
        if bar is not None:
            raise ruling.refuse(bar[1])
    return motion


def _call(turn: Turn) -> Entry | None:
    """The call that counts; all others are settled."""
    call = None
    for entry in turn.entries_of(ReichstagCall):
        bar = _bar_call(turn, entry.power, entry.order)
        if bar is not None:
            turn.settle(entry, "illegal", bar)
        elif call is not None:
            said = "one agenda is put to the vote, and the first one on the sheet is it"
            turn.settle(entry, "excess", ("reichstag-agenda", said))
        else:
            call = entry
    return call


def _bar_call(turn: Turn, power: str, motion: ReichstagCall) -> tuple[str, str] | None:
    """Why a call does not count, whatever others do; None if it does."""
    facts = turn.facts
    caller = facts.of(ReichstagRules).caller
    if power != caller or power in turn.eliminated:
        return "reichstag-caller", f"only {facts.name_of(caller)} calls the Reichstag"
    part: Meetings = turn.parts[KEY]
    decided = [meeting for meeting in part.held if meeting.result != "tied"]
    if len(decided) >= facts.of(ReichstagRules).meetings:
        last = decided[-1]
        cause = "reichstag-closed" if last.result == "passed" else "reichstag-rejected"
        what = "adopted its motion" if last.result == "passed" else "rejected its motion"
        return cause, f"the Reichstag of {last.year} {what}, and there is no other"
    if any(meeting.year == turn.year for meeting in part.held):
        said = "the Reichstag has met this year; after a tie it meets again in a later one"
        return "reichstag-tied", said
    return _bar_motion(turn, motion)


def _bar_motion(turn: Turn, motion: ReichstagCall) -> tuple[str, str] | None:
    """Why a motion cannot be put to the vote."""
    facts = turn.facts
    row = agenda_of(facts, motion.agenda)
    if row is None:
        return "reichstag-agenda", f"there is no agenda {motion.agenda}"
    cause = AGENDA_CAUSES[motion.agenda]
    if row.target is None:
        named = motion.target or motion.ban or motion.state
        return (cause, "this agenda is about all members, and names nobody") if named else None
    targets = targets_of(facts, motion.agenda, turn.living)
    if motion.target and motion.target not in targets:
        names = listed(facts.name_of(power) for power in targets)
        return cause, f"{facts.name_of(motion.target)} cannot be its target ({names})"
    if row.choices and not motion.ban:
        return cause, "it does not say what the ban forbids: ATTACKS, or INFS and a state"
    if not row.choices and motion.ban:
        return cause, "only the imperial ban has a choice of what it forbids"
    if motion.state and not closes_state(facts, motion):
        return cause, "it forbids attacks, and names no state"
    if motion.state and not _is_state_of_empire(turn, motion.state):
        return cause, f"{facts.name_of(motion.state)} is not a minor state of the Empire"
    return None


def _is_state_of_empire(turn: Turn, state: str) -> bool:
    return state in turn.states and HRE in turn.facts.states[state].marks


def _electorate(turn: Turn, motion: ReichstagCall) -> tuple[str, ...]:
    """The powers that may vote on a motion; a ruling may change that."""
    for ruling in rulings_of(turn, "reichstag"):
        if ruling.electorate:
            return tuple(ruling.electorate)
    members = members_of(turn.facts, turn.living)
    target = target_of(turn.facts, motion.agenda)
    if target is not None and not target.votes:
        return tuple(member for member in members if member != motion.target)
    return members


def _ballots(
    turn: Turn, motion: ReichstagCall, votes: Sequence[Entry], members: Sequence[str]
) -> dict[str, ReichstagVote]:
    """The votes that count, by member; all others are settled."""
    ballots: dict[str, ReichstagVote] = {}
    for entry in votes:
        name, vote = turn.facts.name_of(entry.power), entry.order
        if entry.power in ballots:
            said = "a member has one vote, and the first one on the sheet is it"
            turn.settle(entry, "excess", ("reichstag-member", said))
        elif entry.power in members:
            state = vote.state if _is_state_of_empire(turn, vote.state) else ""
            ballots[entry.power] = replace(vote, state=state)
        elif entry.power == motion.target:
            said = f"{name} is the target of the ban, and has no vote on it"
            # Not illegal: whether it counts hangs on Austria's call.
            turn.settle(entry, "void", ("reichstag-no-vote", said))
        else:
            turn.settle(entry, "illegal", ("reichstag-member", _not_a_member(turn, entry.power)))
    return ballots


def _not_a_member(turn: Turn, power: str) -> str:
    return f"{turn.facts.name_of(power)} is not a member of the Reichstag"


def _no_meeting(turn: Turn, entry: Entry) -> tuple[Outcome, tuple[str, str]]:
    """The verdict on a vote without a meeting."""
    if entry.power not in members_of(turn.facts, turn.living):
        return "illegal", ("reichstag-member", _not_a_member(turn, entry.power))
    return "void", ("reichstag-member", "no Reichstag is called in this phase")


def _settle_votes(
    turn: Turn, meeting: Meeting, ballots: Mapping[str, ReichstagVote], votes: Sequence[Entry]
) -> None:
    """The verdicts on the votes that were cast."""
    counted = {member for member, _ in meeting.votes}
    for entry in votes:
        if entry.verdict is not None:
            continue
        if entry.power not in counted:
            said = f"the ban is on {turn.facts.name_of(entry.power)}, which has no vote on it"
            turn.settle(entry, "void", ("reichstag-no-vote", said))
            continue
        side = "for" if ballots[entry.power].aye else "against"
        said = f"counts {side}: {count(meeting.ayes, 'aye')} of {meeting.electorate}"
        turn.settle(entry, "success", ("reichstag-vote", said))


def _outcome(turn: Turn, motion: ReichstagCall, meeting: Meeting) -> tuple[str, str]:
    """The cause and the sentence of a result."""
    words = motion_words(turn.facts, meeting.motion)
    verb, _ = _RESULTS[meeting.result]
    figures = f"{count(meeting.ayes, 'aye')} of {meeting.electorate}"
    said = f"the Reichstag {verb} agenda {motion.agenda} ({words}) with {figures}"
    if meeting.result == "passed":
        return "reichstag-passed", f"{said}; it is in effect from {_first_year(turn)}"
    if meeting.result == "tied" and 2 * meeting.ayes != meeting.electorate:
        return "reichstag-open", f"{said}: the votes do not settle what was left open"
    return f"reichstag-{meeting.result}", said


def _first_year(turn: Turn) -> int:
    return turn.year + delay_of(turn.facts)


def _report(turn: Turn, meeting: Meeting, cause: str, said: str) -> None:
    facts = turn.facts
    sides = {
        vote: [member for member, cast in meeting.votes if cast == vote]
        for vote in ("aye", "nay", "silent")
    }
    named = [
        f"{vote}: {', '.join(map(facts.name_of, powers))}"
        for vote, powers in sides.items()
        if powers
    ]
    turn.report(
        REICHSTAG,
        cause,
        f"{said} ({'; '.join(named)})" if named else said,
        powers=[facts.of(ReichstagRules).caller, *filter(None, [meeting.motion.target])],
        weight=_RESULTS[meeting.result][1],
        motion=str(meeting.motion),
        result=meeting.result,
        ayes=meeting.ayes,
        electorate=meeting.electorate,
        year=_first_year(turn),
        votes=dict(meeting.votes),
    )
    silent = sides["silent"]
    if silent:
        verb = "does" if len(silent) == 1 else "do"
        who = listed(map(facts.name_of, silent))
        text = f"{who} {verb} not vote, which counts against the motion"
        turn.report(REICHSTAG_SILENT, "reichstag-silent", text, powers=silent)
