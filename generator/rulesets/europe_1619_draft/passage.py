"""The draft of Europe 1619: water is open to every fight, and land only to those at war."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from generator.engine.movement import Stand
from generator.engine.rulebook import Rulebook
from generator.rulesets.europe.passage import Passage
from generator.rulesets.europe.standing import Standing

__all__ = ["ContestedWaters"]


class ContestedWaters(Passage):
    """The family's tests, with E19D-MOV-12: at sea only friends are spared. No right to attack
    comes from where a unit stands: a war with its own side is needed (E19D-CHK-6)."""

    def __init__(
        self,
        standing: Standing,
        stands: Iterable[Stand],
        options: Mapping[str, Any],
        rulebook: Rulebook,
    ) -> None:
        super().__init__(standing, stands, options, rulebook)
        self.water_contested = bool(options["sea_combat_without_war"])
