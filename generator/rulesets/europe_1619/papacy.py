"""The immunity of the Papacy: no Catholic power declares war on it until it breaks the peace."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Annotated, Final, Literal

from msgspec.structs import replace

from generator.engine.course import NEW_YEAR, Added, Step
from generator.engine.events import EventKind
from generator.engine.movement import Movement
from generator.engine.movement.policy import No
from generator.engine.orders.values import SupportMove
from generator.engine.typed import Record, Table, knob
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.standing import pair_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Declare
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import unit_words

Lifting = Literal[
    "papacy_captures_center",
    "papal_ally_at_war_with_catholic",
    "papacy_supports_attack_on_catholic",
]
CAPTURE: Final = "papacy_captures_center"
ALLY: Final = "papal_ally_at_war_with_catholic"
SUPPORT: Final = "papacy_supports_attack_on_catholic"
RULING: Final = "ruling"

_CAUSES: Final = {
    CAPTURE: "papacy-captured-center",
    ALLY: "papacy-ally-at-war",
    SUPPORT: "papacy-supported-attack",
}


class ImmunityBreach(Record, frozen=True, omit_defaults=False):
    """An event that lifts the immunity. `year` is the first whose declarations it allows, `what`
    the center, the ally and its enemy, or the province of the attack."""

    year: int
    event: Lifting | Literal["ruling"]
    what: str = ""


class Immunity(Record, frozen=True):
    """The record of the Pope: the breaches, and the year of a ruling that restored the immunity (0:
    none did), before which nothing counts."""

    breaches: tuple[ImmunityBreach, ...] = ()
    restored: int = 0


class Papacy(Table, frozen=True):
    """The table `papacy`."""

    power: Annotated[str, knob("The power that is immune", "E19-PAP-2")] = ""
    immune_to_declarations_of: Annotated[
        str, knob("The confession whose powers declare no war on it", "E19-PAP-2")
    ] = ""
    immunity_lifted_by: Annotated[
        tuple[Lifting, ...], knob("The end of the immunity", "E19-PAP-4")
    ] = ()


PAPAL_IMMUNITY: Final = EventKind(
    "papal-immunity",
    section=("Declarations", "The new year", "The immunity of the Papacy"),
    topics=("diplomacy",),
    weight=34,
)


class ImmunityRuling(EuropeRuling, frozen=True):
    """immunity: decides whether the immunity of the Papacy is lifted"""

    point = "before"
    lifted: bool

    def check(self, turn: Turn) -> None:
        if _pope(turn.facts) is None:
            raise self.refuse("there is no immune power in this game")

    def words(self, turn: Turn) -> str:
        name = turn.facts.name_of(_pope(turn.facts) or "")
        return f"the immunity of the {name} {'is lifted' if self.lifted else 'stands'}"

    def apply(self, turn: Turn) -> None:
        """Lift the immunity from the next declarations on, or restore it whatever was before."""
        phase = turn.moment.phase
        if self.lifted:
            part: Immunity = turn.parts[PapalImmunity.key]
            # A breach after the declarations of a year is in time for those of the next.
            year = turn.year if phase == "diplomatic" else turn.year + 1
            breach = ImmunityBreach(year, RULING, f"ruling {self.ruling.number}")
            part = replace(part, breaches=(*part.breaches, breach))
        else:
            # The captures of a year are made in its map adjustment.
            made = phase in ("builds", "scoring", "vote")
            part = Immunity((), turn.year + made)
        turn.parts[PapalImmunity.key] = part


class PapalImmunity(Feature):
    """Catholic powers may declare war on the Papacy only after a breach.

    What happens in a phase counts from the next diplomatic phase on, for good.
    """

    key = "papacy"
    part = Immunity
    tables = MappingProxyType({"papacy": Papacy})
    events = (PAPAL_IMMUNITY,)
    rulings = MappingProxyType({"immunity": ImmunityRuling})

    def report_lines(self, state: EuropeState) -> tuple[str, ...]:
        pope = _pope(state.facts)
        if pope is None:
            return ()
        name = state.facts.name_of(pope)
        stands = "is lifted" if _is_open(state) else "stands"
        return (f"the immunity of the {name} {stands}",)

    def bar_declaration(self, turn: Turn, power: str, order: Declare) -> No | None:
        """E19-PAP-2."""
        facts = turn.facts
        if order.kind != "war" or order.power != _pope(facts):
            return None
        if not _is_bound(facts, power) or _is_open(turn):
            return None
        pope, name = facts.name_of(order.power), facts.name_of(power)
        confession = facts.confessions[facts.powers[power].confession].name
        text = f"{name} is {confession}, and the immunity of the {pope} stands"
        return No(turn.cites("papacy-immune"), text)

    def steps(self) -> tuple[Added, ...]:
        return (
            Added(NEW_YEAR, Step("papacy", self._note_wars), after="declarations"),
            Added("diplomatic", Step("papacy", self._note_declarations), after="declarations"),
            Added("movement", Step("papacy", self._note_support, tried=False)),
            Added("adjustment", Step("papacy", self._note_captures), before="markers"),
        )

    def _note_wars(self, turn: Turn) -> None:
        for war in _wars_of_allies(turn):
            said = _war_words(turn, war, "is at war with")
            _breach(turn, turn.year, ALLY, "-".join(war), said)

    def _note_declarations(self, turn: Turn) -> None:
        """An ally's own declaration counts from the next year on, even if the alliance ends."""
        pope = _pope(turn.facts)
        if pope is None:
            return
        self._note_wars(turn)
        for code in _conquests(turn):
            said = f"{turn.facts.name_of(pope)} holds {turn.board.name_of(code)}, a center"
            _breach(turn, turn.year, CAPTURE, code, said)
        for change in turn.changes:
            for ally in change.by if change.kind == "war" else ():
                enemy = change.pair[change.pair[0] == ally]
                if _are_catholic(turn, ally, enemy) and turn.standing.allied(pope, ally):
                    said = _war_words(turn, (ally, enemy), "declares war on")
                    _breach(turn, change.year, ALLY, f"{ally}-{enemy}", said)

    def _note_support(self, turn: Turn) -> None:
        movement = turn.moved
        for index, (owner, unit) in enumerate(movement.units):
            order = movement.orders[index]
            if type(order) is not SupportMove or turn.standing.side_of(owner) != _pope(turn.facts):
                continue
            if movement.outcomes[index] in ("illegal", "void"):
                continue
            victim = _victim(turn, movement, order)
            if victim:
                where = turn.board.name_of(order.to)
                said = (
                    f"{unit_words(turn.facts, owner, unit)} supports an attack on "
                    f"{turn.facts.name_of(victim)} in {where}"
                )
                _breach(turn, turn.year + 1, SUPPORT, order.to.partition("/")[0], said)

    def _note_captures(self, turn: Turn) -> None:
        pope = _pope(turn.facts)
        for code, capture in turn.captures.items():
            before = turn.before.captures.get(code)
            new = before is None or before.holder != pope
            if capture.holder == pope and new and turn.facts.provinces[code].center:
                said = f"{turn.facts.name_of(pope)} captures {turn.board.name_of(code)}, a center"
                _breach(turn, turn.year + 1, CAPTURE, code, said)


# --- who is bound, and by when not


def _pope(facts: Facts) -> str | None:
    """The power that is immune, None in a game without it."""
    power = facts.of(Papacy).power
    return power if power in facts.powers else None


def _is_bound(facts: Facts, power: str) -> bool:
    return facts.powers[power].confession == facts.of(Papacy).immune_to_declarations_of


def _are_catholic(turn: Turn | EuropeState, *powers: str) -> bool:
    """Whether these are powers that the immunity binds, none of them the Papacy."""
    pope = _pope(turn.facts)
    return all(power != pope and _is_bound(turn.facts, power) for power in powers)


def _is_open(turn: Turn | EuropeState) -> bool:
    """Whether Catholic powers may declare war in this diplomatic phase.

    Beside the breaches that were noted, the units on the board and the measures in effect count: a
    game may have begun with them.
    """
    part: Immunity = turn.parts[PapalImmunity.key]
    if any(breach.year <= turn.year for breach in part.breaches):
        return True
    return bool(_conquests(turn) or _wars_of_allies(turn))


def _conquests(turn: Turn | EuropeState) -> list[str]:
    """The captured centers that the Papacy holds, as far as they lift the immunity now."""
    facts = turn.facts
    if CAPTURE not in facts.of(Papacy).immunity_lifted_by:
        return []
    part: Immunity = turn.parts[PapalImmunity.key]
    return [
        code
        for code, capture in turn.captures.items()
        if capture.holder == _pope(facts)
        and capture.year >= part.restored
        and facts.provinces[code].center
    ]


def _wars_of_allies(turn: Turn | EuropeState) -> list[tuple[str, str]]:
    """Wars in effect of the Papacy's Catholic allies with other Catholic powers."""
    pope = _pope(turn.facts)
    if pope is None or ALLY not in turn.facts.of(Papacy).immunity_lifted_by:
        return []
    part: Immunity = turn.parts[PapalImmunity.key]
    found = []
    for pair, relation in turn.relations.items():
        if relation.kind != "war" or not _are_catholic(turn, *pair):
            continue
        for ally, enemy in (pair, pair[::-1]):
            alliance = turn.relations.get(pair_of(turn.facts, pope, ally))
            if alliance is None or alliance.kind != "alliance":
                continue
            if not part.restored or max(alliance.since, relation.since) > part.restored:
                found.append((ally, enemy))
    return found


def _victim(turn: Turn, movement: Movement, order: SupportMove) -> str:
    """The Catholic power that the supported move is an attack on, or "".

    E19-PAP-6: the move goes against a unit on its side or into its sphere. Moves of its own side
    and of its allies are not attacks on it.
    """
    standing = turn.standing
    province = order.to.partition("/")[0]
    mover = next(
        owner for owner, unit in movement.units if unit.province == order.supported.province
    )
    suspects = [standing.lords.get(province, "")]
    suspects += [standing.side_of(one) for one, unit in movement.units if unit.province == province]
    for power in suspects:
        is_catholic = power in turn.facts.powers and _are_catholic(turn, power)
        if is_catholic and not standing.friendly(mover, power):
            return power
    return ""


# --- what is noted


def _war_words(turn: Turn, war: Sequence[str], does: str) -> str:
    """`Spain, an ally of the Papacy, declares war on France`."""
    ally, enemy = (turn.facts.name_of(power) for power in war)
    pope = turn.facts.name_of(_pope(turn.facts) or "")
    return f"{ally}, an ally of the {pope}, {does} {enemy}"


def _breach(turn: Turn, year: int, event: Lifting, what: str, said: str) -> None:
    """Note and report a breach, unless it does not count or changes nothing."""
    if event not in turn.facts.of(Papacy).immunity_lifted_by:
        return
    part: Immunity = turn.parts[PapalImmunity.key]
    if any(breach.year <= year for breach in part.breaches):
        return
    breach = ImmunityBreach(year, event, what)
    turn.parts[PapalImmunity.key] = replace(part, breaches=(*part.breaches, breach))
    pope = _pope(turn.facts) or ""
    confession = turn.facts.of(Papacy).immune_to_declarations_of
    name = turn.facts.confessions[confession].name
    turn.report(
        PAPAL_IMMUNITY,
        _CAUSES[event],
        f"{said}: {name} powers may declare war on the {turn.facts.name_of(pope)} from {year}",
        powers=[pope],
        event=event,
        what=what,
        year=year,
    )
