"""A meeting of the Reichstag: Austria's call, the members' votes; who votes, on whom
and what, and with which result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from generator.engine.forms.pattern import Form, filled
from generator.engine.typed import Count, Record, Table, knob
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.values import Power, State

HRE: Final = "hre"
"""The mark of what lies in the Empire, and the table of rules about it."""

Ban = Literal["", "attacks", "infs"]


class ReichstagCall(Struct, frozen=True):
    """A motion: `REICHSTAG CALL 2 SAXONY INFS HES`.

    `target` is the power that it is about and `state` the state that it closes to it, both ""
    where the agenda has none or where Austria leaves it open. `ban` is the effect of the second
    agenda.
    """

    corrected: ClassVar[tuple[str, ...]] = ("agenda", "target", "ban", "state")
    agenda: int
    target: str = ""
    ban: Ban = ""
    state: str = ""

    def __str__(self) -> str:
        words = ["REICHSTAG CALL", str(self.agenda)]
        if self.target or self.agenda != 1:
            words.append(self.target.upper() or "OPEN")
        words += [word for word in (self.ban.upper(), self.state) if word]
        return " ".join(words)


class ReichstagVote(Struct, frozen=True):
    """`REICHSTAG VOTE AYE FOR FRANCE LOR`: a vote, with whom it names where that is open."""

    corrected: ClassVar[tuple[str, ...]] = ("aye",)
    aye: bool
    target: str = ""
    state: str = ""

    def __str__(self) -> str:
        words = ["REICHSTAG VOTE", "AYE" if self.aye else "NAY"]
        if self.target or self.state:
            words.append("FOR")
        words += [word for word in (self.target.upper(), self.state) if word]
        return " ".join(words)


def _call(slots: Mapping[str, Any]) -> ReichstagCall:
    """A motion without a word on what it forbids; with a state, it is about INFs there."""
    infs = slots["agenda"] == 2 and "state" in slots
    return ReichstagCall(**{"ban": "infs" if infs else "", **slots})


def _ban_on_infs(slots: Mapping[str, Any]) -> ReichstagCall:
    return ReichstagCall(**{"ban": "infs" if slots["agenda"] == 2 else "", **slots})


_CALL: Final = (
    "(REICHSTAG [CALL|CALLS]|CALL [THE] REICHSTAG) [ON|FOR|WITH] [AGENDA] {agenda:number}"
)
_WHOM: Final = "[[AGAINST|ON|BAN|FOR] ({target:power}|OPEN)]"
_INFS: Final = "(INFS|INF|INFLUENCE|DEPOSITS)"
_IN: Final = "(IN|INTO|TO|FROM|ON)"
_VOTE: Final = "(REICHSTAG [VOTE|VOTES]|VOTE|VOTES)"
_NAMED: Final = f"[[FOR|NAMES|NAMING|ON|AGAINST] {{target:power}}] [[FOR] [{_IN}] {{state:state}}]"

FORMS: Final = (
    Form(f"{_CALL} {_WHOM}", _call, "REICHSTAG CALL 1"),
    Form(
        f"{_CALL} {_WHOM} [DIPLOMATIC] (ATTACKS|ATTACK)",
        filled(ReichstagCall, ban="attacks"),
        "REICHSTAG CALL 2 SAXONY ATTACKS",
    ),
    Form(f"{_CALL} {_WHOM} {_INFS}", _ban_on_infs, "REICHSTAG CALL 2 SAXONY INFS HES"),
    Form(
        f"{_CALL} {_WHOM} [{_INFS}] [{_IN}] {{state:state}}", _call, "REICHSTAG CALL 3 FRANCE LOR"
    ),
    Form(
        f"{_VOTE} (AYE|AYES|YES|YEA) {_NAMED}",
        filled(ReichstagVote, aye=True),
        "REICHSTAG VOTE AYE",
    ),
    Form(
        f"{_VOTE} (NAY|NAYS|NO|ABSTAIN) {_NAMED}",
        filled(ReichstagVote, aye=False),
        "REICHSTAG VOTE NAY",
    ),
)
"""Abstaining counts against, as an explicit nay does."""


Result = Literal["passed", "rejected", "tied"]


class Effect(Table, frozen=True):
    """The prohibition by a motion that is adopted."""

    forbid: Annotated[Literal["diplomatic_attack", "deposit"], knob("The ban")]


class Target(Table, frozen=True):
    """Whom a motion may be about."""

    who: Annotated[Literal["members", "foreign_powers"], knob("Whose powers it may be about")]
    spared: tuple[str, ...] = field(default=(), name="except")
    votes: Annotated[bool, knob("Whether a member votes on a motion about itself")] = True


class Agenda(Table, frozen=True):
    """A kind of motion; where `choices` stand for `effect`, the motion contains one of them."""

    number: int
    target: Target | None = None
    effect: Effect | None = None
    choices: tuple[Effect, ...] = ()


class ReichstagRules(Table, frozen=True):
    """The table `reichstag`."""

    caller: Annotated[str, knob("The power that calls it", "E19-REI-1")] = ""
    meetings: Annotated[Count, knob("Meetings that decide something", "E19-REI-11")] = 1
    members: Annotated[tuple[str, ...], knob("Who votes", "E19-REI-2")] = ()
    foreign_powers: Annotated[
        tuple[str, ...], knob("Whom the third agenda may be about", "E19-REI-9")
    ] = ()
    delay_years: Annotated[Count, knob("Years until it is in effect", "E19-REI-10")] = 1
    ends_when_eliminated: Annotated[
        str, knob("The power with which all falls that was adopted", "E19-REI-15")
    ] = ""
    agenda: Annotated[tuple[Agenda, ...], knob("The agenda", "E19-REI-4")] = ()


class Meeting(Record, frozen=True, kw_only=True):
    """A meeting that was held.

    Its motion has the target and the state that the members found, if Austria left them open.
    `cast` has every member of the electorate with "aye", "nay" or "silent" ("austria aye, league
    silent").
    """

    year: int
    agenda: int
    target: Power = ""
    ban: Ban = ""
    state: State = ""
    result: Result
    ayes: int
    electorate: int
    cast: str = field(default="", name="votes")

    @classmethod
    def of(
        cls,
        year: int,
        motion: ReichstagCall,
        result: Result,
        ayes: int,
        electorate: int,
        votes: Iterable[tuple[str, str]] = (),
    ) -> Meeting:
        cast = ", ".join(f"{member} {vote}" for member, vote in votes)
        return cls(
            year=year, **asdict(motion), result=result, ayes=ayes, electorate=electorate, cast=cast
        )

    @property
    def motion(self) -> ReichstagCall:
        return ReichstagCall(self.agenda, self.target, self.ban, self.state)

    @property
    def votes(self) -> tuple[tuple[str, str], ...]:
        pairs = (ballot.partition(" ") for ballot in self.cast.split(", ") if ballot)
        return tuple((member, vote) for member, _, vote in pairs)


class Meetings(Record, frozen=True):
    """The record of the Reichstag: the meetings held, and whether their decisions are void."""

    held: tuple[Meeting, ...] = field(default=(), name="meetings")
    void: bool = False


# --- the facts about meetings


def delay_of(facts: Facts) -> int:
    """The years from a meeting to the effect of what it adopts."""
    return facts.of(ReichstagRules).delay_years


def agenda_of(facts: Facts, number: int) -> Agenda | None:
    """The row of an agenda, None for an unknown number."""
    return next((row for row in facts.of(ReichstagRules).agenda if row.number == number), None)


def target_of(facts: Facts, number: int) -> Target | None:
    """The possible targets of an agenda; None for one about all members, or for an unknown
    number."""
    row = agenda_of(facts, number)
    return row.target if row is not None else None


def members_of(facts: Facts, living: Iterable[str]) -> tuple[str, ...]:
    """The members that are left, Austria among them, in the rulebook's order."""
    members = facts.of(ReichstagRules).members
    left = frozenset(living)
    return tuple(power for power in members if power in left)


def targets_of(facts: Facts, agenda: int, living: Iterable[str]) -> tuple[str, ...]:
    """The powers that a motion on an agenda may be about; none for one about all members."""
    target = target_of(facts, agenda)
    if target is None:
        return ()
    left = frozenset(living)
    rules = facts.of(ReichstagRules)
    named = rules.members if target.who == "members" else rules.foreign_powers
    return tuple(power for power in named if power in left and power not in target.spared)


def closes_state(facts: Facts, motion: ReichstagCall) -> bool:
    """Whether a motion forbids its target the INFs in one state of the Empire."""
    return "deposit" in _forbids(facts, motion)


def _forbids(facts: Facts, motion: ReichstagCall) -> tuple[str, ...]:
    row = agenda_of(facts, motion.agenda)
    ban = {"attacks": "diplomatic_attack", "infs": "deposit"}.get(motion.ban)
    if row is None or row.effect is not None:
        return (row.effect.forbid,) if row is not None and row.effect is not None else ()
    return tuple(choice.forbid for choice in row.choices if choice.forbid == ban)


def motion_words(facts: Facts, motion: ReichstagCall) -> str:
    """The effect of a motion in words: `no INFs of France in Lorraine`."""
    whom = facts.name_of(motion.target) if motion.target else "a power left open"
    where = facts.name_of(motion.state) if motion.state else "a state left open"
    if motion.agenda == 1:
        return "no diplomatic attacks of its members on each other"
    if motion.agenda == 2:
        what = f"no INFs in {where}" if motion.ban == "infs" else "no attacks on other members"
        return f"imperial ban on {whom}, {what}"
    return f"no INFs of {whom} in {where}"


# --- the vote


def hold_meeting(
    facts: Facts,
    year: int,
    motion: ReichstagCall,
    ballots: Mapping[str, ReichstagVote],
    members: Sequence[str],
    candidates: Sequence[str],
) -> Meeting:
    """Put a motion to the vote.

    members: those who may vote, the target of a ban included while it is open. candidates: whom an
    open motion may be about. Ayes are counted against all who may vote, so that silence is a vote
    against.
    """
    caller = facts.of(ReichstagRules).caller
    was_open = not motion.target
    whom = target_of(facts, motion.agenda)
    silences = whom is not None and not whom.votes
    if whom is not None and was_open:
        named = [
            (member, vote.aye, vote.target)
            for member, vote in ballots.items()
            if vote.target in candidates and not (silences and vote.target == member)
        ]
        motion = replace(motion, target=_chosen(named, caller))
    dropped = motion.target if silences and was_open else ""
    voters = [member for member in members if member != dropped]
    ballots = {member: vote for member, vote in ballots.items() if member in voters}
    if closes_state(facts, motion) and not motion.state:
        named = [(member, vote.aye, vote.state) for member, vote in ballots.items() if vote.state]
        motion = replace(motion, state=_chosen(named, caller))
    cast = {member: "aye" if vote.aye else "nay" for member, vote in ballots.items()}
    votes = tuple((member, cast.get(member, "silent")) for member in voters)
    ayes = sum(vote.aye for vote in ballots.values())
    is_open = (whom is not None and not motion.target) or (
        closes_state(facts, motion) and not motion.state
    )
    result = _result(ayes, len(voters), is_open, silences and not motion.target)
    return Meeting.of(year, motion, result, ayes, len(voters), votes)


def _chosen(named: Iterable[tuple[str, bool, str]], caller: str) -> str:
    """The choice with the most ayes; where several lead, the one of the caller, or ""."""
    counts: dict[str, int] = {}
    callers = ""
    for member, aye, what in named:
        callers = what if member == caller else callers
        if aye:
            counts[what] = counts.get(what, 0) + 1
    leaders = [what for what, number in counts.items() if number == max(counts.values())]
    if len(leaders) == 1:
        return leaders[0]
    return callers if callers in leaders else ""


def _result(ayes: int, voters: int, is_open: bool, one_voter_too_many: bool) -> Result:
    """A motion that stays open ends as a tie, unless too few are for it whomever it would hit."""
    if is_open:
        return "rejected" if 2 * ayes < voters - one_voter_too_many else "tied"
    if 2 * ayes == voters:
        return "tied"
    return "passed" if 2 * ayes > voters else "rejected"
