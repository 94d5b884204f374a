"""What one other order would have made the failed orders of a movement phase succeed."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.hindsight import Remedy
from generator.engine.movement.why.remedies import remedies_of_verdicts
from generator.engine.phases import Resolution
from generator.rulesets.standard.course import kind_of
from generator.rulesets.standard.replay import replay_movement
from generator.rulesets.standard.state import StandardState
from generator.rulesets.standard.words import power_name


def remedies(before: StandardState, resolution: Resolution[StandardState]) -> Mapping[int, Remedy]:
    """The remedies of a movement phase by the numbers of verdicts; of other phases there are none.

    Rulings need not be known: those on orders show in the verdicts, and all others come after it.
    """
    if kind_of(before.moment.phase) != "movement":
        return {}
    replay = replay_movement(before, resolution.verdicts)
    sides = [power for power, _ in before.stands()]
    return remedies_of_verdicts(
        replay.movement, resolution.verdicts, replay.units, sides, name_of=power_name
    )
