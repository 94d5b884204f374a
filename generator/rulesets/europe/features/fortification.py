"""Fortified provinces: armies of minor states that grow stronger and never move again.

With this feature a unit of a state with a strength above 1 is a fortified
army: a shield. Nothing else needs to be remembered of it.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.forms.pattern import filled, forms
from generator.engine.orders import AnyOrder, Hold
from generator.engine.typed import Table, knob
from generator.engine.units import Unit
from generator.engine.words import count
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.state import Stand
from generator.rulesets.europe.turn.feature import Feature, Refusal, StrengthOffer
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import unit_words


class Fortify(Struct, frozen=True):
    """`FORTIFY HES 1`: steps of fortification for the army on the home center of a state."""

    state: str
    points: int = 1

    def __str__(self) -> str:
        return f"FORTIFY {self.state} {self.points}"


_POINTS: Final = "[BY|+] {points:number} [POINT|POINTS|STEP|STEPS]"
_FORMS: Final = forms(
    "FORTIFY HES 1",
    filled(Fortify),
    f"(FORTIFY|FORTIFIES|SHIELD) [A] {{state:state}} [{_POINTS}]",
)


def is_fortified(stand: Stand) -> bool:
    """Whether a unit is a fortified army, in an edition that has them."""
    return is_minor(stand[0]) and stand[1].strength > 1


class FortificationRules(Table, frozen=True):
    """The table `fortification`."""

    permanent_hold: Annotated[bool, knob("No order removes it", "E19D-FRT-4")] = True


class Fortification(Feature):
    """Sells steps of fortification, and keeps fortified armies where they are."""

    tables = MappingProxyType({"fortification": FortificationRules})
    forms = MappingProxyType({"builds": _FORMS})
    accounts = MappingProxyType({"fortification": ("fortifying", "Purchases", "fortify-made")})

    def bar_order(self, turn: Turn, stand: Stand, order: AnyOrder) -> tuple[str, str] | None:
        if not is_fortified(stand) or type(order) is Hold:
            return None
        return "fortified-holds", f"{unit_words(turn.facts, *stand)} is fortified and always holds"


def offer_steps(turn: Turn, power: str, order: Fortify) -> StrengthOffer | Refusal:
    """The steps of defense on offer for the unit of a state, or why there are not any."""
    facts, state = turn.facts, order.state
    wrong = _closed(turn, power, state)
    if wrong:
        return wrong
    if order.points < 1:
        return Refusal("illegal", "fortify-points", f"{order.points} steps are nothing to buy")
    stand = _garrison(turn, state)
    if isinstance(stand, Refusal):
        return stand
    unit, limit = stand[1], facts.caps.army_strength
    words = unit_words(facts, *stand)
    if unit.strength + order.points > limit:
        said = f"{words} has a defense of {unit.strength}, and {limit} is the most"
        return Refusal("excess", "fortify-limit", said)
    after = replace(unit, strength=unit.strength + order.points)

    def deliver() -> None:
        turn.stands[turn.stands.index(stand)] = (state, after)

    said = f"fortifies {words} by {count(order.points, 'step')} to a defense of"
    return StrengthOffer(
        "fortification",
        "fortify-made",
        f"{said} {after.strength}",
        after,
        order.points,
        deliver,
        state,
        bolsters=True,
    )


def bar_removal(turn: Turn, stand: Stand) -> tuple[str, str] | None:
    if not is_fortified(stand) or not turn.facts.of(FortificationRules).permanent_hold:
        return None
    said = f"{unit_words(turn.facts, *stand)} is fortified, and nobody can remove it"
    return "minor-disband-no-unit", said


def _closed(turn: Turn, power: str, state: str) -> Refusal | None:
    """Why a power may not fortify a state, or None."""
    if state not in turn.states:
        return Refusal("illegal", "fortify-not-aligned", f"there is no state {state}")
    status, name = turn.statuses[state], turn.facts.name_of(state)
    if status.patron == power:
        return None
    whose = f"aligned with {turn.facts.name_of(status.patron)}" if status.patron else status.kind
    said = f"{name} is {whose}, not aligned with {turn.facts.name_of(power)}"
    return Refusal("illegal", "fortify-not-aligned", said)


def _garrison(turn: Turn, state: str) -> tuple[str, Unit] | Refusal:
    """The army of a state on its home center, or why there is no army to fortify."""
    home, name = turn.facts.states[state].home, turn.facts.name_of(state)
    if not home:
        return Refusal("illegal", "fortify-no-army", f"{name} has no center and no army")
    where = turn.board.name_of(home)
    stand = next((other for other in turn.stands if other[1].province == home), None)
    if stand is None or stand[0] != state:
        return Refusal("illegal", "fortify-no-army", f"no army of {name} stands in {where}")
    if stand[1].kind != "A":
        words = unit_words(turn.facts, *stand)
        return Refusal("illegal", "fortify-no-army", f"{words} is none: only armies are fortified")
    return stand
