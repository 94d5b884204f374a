"""States that no power commands: all powers order their units, and the heaviest order counts.

Equal orders for a unit add up by the INFs of the year of the powers that gave them. Impossible
orders are not weighed. Where two different orders are the heaviest, and where there are no orders,
the unit holds; no one learns which of these it was, nor who ordered what.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from generator.engine.course import Added, Step
from generator.engine.docket import Entry
from generator.engine.orders import AnyOrder, Hold, settle_order, with_coast
from generator.rulesets.europe.features.annual_infs import year_of
from generator.rulesets.europe.state.state import Stand
from generator.rulesets.europe.steps.movement import ORDERS, passage_of, why_impossible
from generator.rulesets.europe.turn.feature import Feature, Overruled
from generator.rulesets.europe.turn.turn import Turn

_MANY: Final = "there is a later order for this unit on the sheet, which counts"
_DECIDED: Final = "the weight of the powers' orders decides what this unit does"
_WEIGHED: Final = "the order is weighed with those of the other powers"


class WeightedVotes(Feature):
    """Weighs the orders for the units of handled states, in the phases of these names."""

    def __init__(self, phases: Iterable[str]) -> None:
        self._phases = tuple(phases)

    def steps(self) -> tuple[Added, ...]:
        weighing = Step("votes on units", _weigh)
        return tuple(Added(phase, weighing, before="orders") for phase in self._phases)

    def overrule(
        self, turn: Turn, stands: Sequence[Stand], orders: Sequence[AnyOrder | None]
    ) -> Mapping[int, Overruled]:
        return {
            index: (turn.weighed[unit.province], ("vote-decided", _DECIDED))
            for index, (_, unit) in enumerate(stands)
            if unit.province in turn.weighed
        }


def _weigh(turn: Turn) -> None:
    """Settle all orders for units of handled states, and find the one that each follows."""
    stands = tuple(turn.stands)
    states = turn.facts.states
    at = {unit.province: unit for _, unit in stands}
    numbers = {
        unit.province: index
        for index, (owner, unit) in enumerate(stands)
        if owner in states and states[owner].handled
    }
    given: dict[tuple[int, str], list[Entry]] = {}
    for entry in turn.entries_of(*ORDERS):
        index = numbers.get(entry.order.unit.province, -1)
        if index >= 0:
            entry.order = with_coast(turn.board, settle_order(entry.order, at))
            given.setdefault((index, entry.power), []).append(entry)
    weights: dict[int, dict[AnyOrder, int]] = {index: {} for index in numbers.values()}
    year = year_of(turn)
    passage = passage_of(turn, stands)
    for (index, power), entries in given.items():
        counts = False
        for entry in reversed(entries):
            why = why_impossible(turn, stands, passage, index, entry.order)
            if why:
                turn.settle(entry, "illegal", *why, known_to=(power,))
            elif counts:
                turn.settle(entry, "illegal", ("duplicate-order", _MANY), known_to=(power,))
            else:
                turn.settle(entry, "success", ("vote-weighed", _WEIGHED), known_to=(power,))
                row, counts = weights[index], True
                row[entry.order] = row.get(entry.order, 0) + year.allotment.get(power, 0)
    for index, row in weights.items():
        unit = stands[index][1]
        most = max(row.values(), default=0)
        best = [order for order, weight in row.items() if weight == most]
        turn.weighed[unit.province] = best[0] if len(best) == 1 else Hold(unit.piece)
