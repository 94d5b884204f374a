"""The Reichstag: Austria calls it once, its members vote, and what they adopt binds for good."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from generator.engine.course import NEW_YEAR, Added, Step
from generator.engine.events import EventKind
from generator.engine.movement.policy import No
from generator.engine.words import listed
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import DiplomaticAttack, PlaceInfs
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, LivingPower, MinorState
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619.reichstag_meeting import (
    FORMS,
    Meeting,
    Meetings,
    ReichstagCall,
    ReichstagRules,
    ReichstagVote,
    Result,
    closes_state,
    delay_of,
    motion_words,
)
from generator.rulesets.europe_1619.reichstag_session import (
    AGENDA_CAUSES,
    KEY,
    REICHSTAG,
    REICHSTAG_SILENT,
    meet,
)

_PHASES: Final = ("diplomatic", "movement")


REICHSTAG_RULE: Final = EventKind(
    "reichstag-rule", section="The new year", topics=("diplomacy",), weight=36
)
REICHSTAG_VOID: Final = EventKind(
    "reichstag-void", section="The Reichstag", topics=("diplomacy",), weight=30
)


class ReichstagRuling(EuropeRuling, frozen=True):
    """the Reichstag: sets a meeting of the Reichstag and its decision"""

    point = "during"
    phases = _PHASES
    electorate: tuple[LivingPower, ...] | None = None
    target: LivingPower | None = None
    state: MinorState | None = None
    result: Result | None = None
    void: bool | None = None

    def check(self, turn: Turn) -> None:
        if not self.ruling.facts.keys() - {"secret"}:
            raise self.refuse("give electorate, target, state, result or void")
        if self.electorate == ():
            raise self.refuse("electorate is empty", "electorate")

    def words(self, turn: Turn) -> str:
        name, said = turn.facts.name_of, []
        if self.electorate:
            said.append(f"{listed(map(name, self.electorate))} may vote")
        said += [f"the motion is about {name(one)}" for one in (self.target, self.state) if one]
        if self.result:
            said.append(f"the motion is {self.result}")
        if self.void is not None:
            said.append(f"what was adopted is {'void' if self.void else 'valid again'}")
        return f"the Reichstag: {listed(said)}"


class Reichstag(Feature):
    """Meetings in the diplomatic or the movement phase, and the restrictions that they adopt."""

    key = KEY
    part = Meetings
    tables = MappingProxyType({KEY: ReichstagRules})
    forms = MappingProxyType(dict.fromkeys(_PHASES, FORMS))
    headings = ("reichstag",)
    events = (REICHSTAG, REICHSTAG_SILENT, REICHSTAG_RULE, REICHSTAG_VOID)
    rulings = MappingProxyType({"reichstag": ReichstagRuling})

    def steps(self) -> tuple[Added, ...]:
        meeting = Step("reichstag", meet, (ReichstagCall, ReichstagVote))
        return (
            Added("diplomatic", meeting, after="attacks"),
            Added("movement", meeting, before="orders"),
            Added(NEW_YEAR, Step("reichstag", _report_effects), after="declarations"),
        )

    def report_lines(self, state: EuropeState) -> tuple[str, ...]:
        return tuple(
            f"the Reichstag of {meeting.year} resolved: {motion_words(state.facts, meeting.motion)}"
            for meeting in _in_effect(state)
        )

    def bar_attack(self, turn: Turn, power: str, order: DiplomaticAttack) -> No | None:
        """E19-REI-5 and the first choice of E19-REI-6: members spare each other's influence."""
        facts = turn.facts
        members = facts.of(ReichstagRules).members
        if power not in members or order.power not in members:
            return None
        for meeting in _in_effect(turn):
            motion = meeting.motion
            if motion.agenda == 2 and (motion.ban, motion.target) != ("attacks", power):
                continue
            if motion.agenda == 3:
                continue
            text = f"the Reichstag of {meeting.year} resolved: {motion_words(facts, motion)}"
            return No(turn.cites(AGENDA_CAUSES[motion.agenda]), text)
        return None

    def bar_deposit(self, turn: Turn, power: str, order: PlaceInfs) -> No | None:
        """E19-REI-9 and the second choice of E19-REI-6: a state is closed to a power."""
        for meeting in _in_effect(turn):
            motion = meeting.motion
            if closes_state(turn.facts, motion) and (motion.target, motion.state) == (
                power,
                order.state,
            ):
                said = motion_words(turn.facts, motion)
                text = f"the Reichstag of {meeting.year} resolved: {said}"
                return No(turn.cites(AGENDA_CAUSES[motion.agenda]), text)
        return None

    def on_elimination(self, turn: Turn, power: str) -> None:
        """E19-REI-15: what was adopted falls with Austria, even before it took effect."""
        part: Meetings = turn.parts[KEY]
        ends = turn.facts.of(ReichstagRules).ends_when_eliminated
        adopted = [meeting for meeting in part.held if meeting.result == "passed"]
        if power != ends or part.void or not adopted:
            return
        turn.parts[KEY] = replace(part, void=True)
        said = listed(motion_words(turn.facts, meeting.motion) for meeting in adopted)
        turn.report(
            REICHSTAG_VOID,
            "reichstag-nullified",
            f"with {turn.facts.name_of(power)} falls what the Reichstag adopted: {said}",
            powers=[power],
        )


# --- what is in effect


def _report_effects(turn: Turn) -> None:
    """Report the measures that bind from this year on."""
    for meeting in _in_effect(turn):
        if meeting.year + delay_of(turn.facts) == turn.year:
            said = motion_words(turn.facts, meeting.motion)
            turn.report(
                REICHSTAG_RULE,
                "reichstag-in-effect",
                f"what the Reichstag adopted is in effect from {turn.year} on: {said}",
                powers=[meeting.motion.target] if meeting.motion.target else (),
                motion=str(meeting.motion),
                year=turn.year,
            )


def _in_effect(turn: Turn | EuropeState) -> list[Meeting]:
    part: Meetings = turn.parts[KEY]
    if part.void:
        return []
    last = turn.year - delay_of(turn.facts)
    return [meeting for meeting in part.held if meeting.result == "passed" and meeting.year <= last]
