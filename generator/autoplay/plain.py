"""A player of whatever is built on `generator.rulesets.plain`: it plans as for Diplomacy.

It knows the rules of movement of the variant and what each center is worth; what else a variant has
of its own (new units, other ways to win) it does not foresee.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from generator.autoplay.outlook import Outlook
from generator.autoplay.planning import plan_movement
from generator.autoplay.relations import Relations, read_relations
from generator.engine.chance import Chance
from generator.engine.movement import MovementOptions, judge_orders
from generator.engine.orders.values import Hold
from generator.engine.ruleset import Ruleset
from generator.rulesets.plain import PlainRuleset, PlainState


class PlainPlayer:
    """The player for every plain ruleset."""

    def write_orders(
        self, ruleset: Ruleset[PlainState], state: PlainState, power: str, chance: Chance
    ) -> tuple[str, ...]:
        """An order for each unit of the power; none that the variant forbids."""
        assert isinstance(ruleset, PlainRuleset)
        board, stands, policy = ruleset.facts.board, state.stands(), ruleset.policy_for(state)
        relations = self._relations(ruleset, state, power, chance)
        outlook = Outlook(board, stands, state.centers, relations, True)
        others = [
            Outlook(board, stands, state.centers, _against_all(relations, state, other), True)
            for other, own in state.units.items()
            if other != power and own
        ]
        draws = chance.branch(f"autoplay plan {state.year} {state.phase} {power}")
        planned = plan_movement(outlook, others, {}, draws, MovementOptions(), policy)
        every = [planned.get(index) for index in range(len(stands))]
        judged = judge_orders(board, stands, every, policy)
        legal = (
            order if judged[index].status == "legal" else Hold(order.unit)
            for index, order in sorted(planned.items())
        )
        return tuple(map(str, legal))

    def _relations(
        self, ruleset: PlainRuleset, state: PlainState, power: str, chance: Chance
    ) -> Relations:
        powers = tuple(state.units)
        counts: dict[str, int] = {other: state.count(other) for other in powers}
        relations = read_relations(chance, powers, counts, power, state.year)
        # An alliance of all would end the war.
        return _against_all(relations, state, power) if len(powers) == 2 else relations


PLAYER: Final = PlainPlayer()


def _against_all(relations: Relations, state: PlainState, other: str) -> Relations:
    """The relations of a power that is at odds with all, as another one supposes it to be."""
    hostility: dict[str, Any] = dict.fromkeys(state.units, 100)
    hostility[other] = 0
    return replace(relations, power=other, hostility=hostility, ally="", leads=False, boldness=100)
