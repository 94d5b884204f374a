"""A movement policy for tests: who may not follow whom, and who may not help whom."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from generator.engine.movement import No, Stand, StandardPolicy


class Refusals(StandardPolicy):
    """Nobody follows a unit that leaves one of the `closed` provinces; `unhelpful` owners help
    nobody but themselves into (or in) one of the `shunned` provinces, by support or convoy."""

    def __init__(self, closed: str = "", unhelpful: str = "", shunned: str = "") -> None:
        self.closed = closed.split()
        self.unhelpful = unhelpful.split()
        self.shunned = shunned.split()

    def may_follow(self, mover: Stand, leaver: Stand) -> No | None:
        left = leaver[1].province
        if left not in self.closed:
            return None
        return No("TST-3", f"{left} is closed, and nobody may follow a unit that leaves it")

    def may_help(self, helper: Stand, helped: Stand, to: str, *, convoy: bool) -> No | None:
        if helper[0] == helped[0] or helper[0] not in self.unhelpful or to not in self.shunned:
            return None
        verb = "convoy" if convoy else "support"
        return No("TST-4", f"{helper[0]} does not {verb} units of {helped[0]} into {to}")


@dataclass(frozen=True)
class Drawn(StandardPolicy):
    """Refuses a share of all that it is asked, by lot: always the same for the same question."""

    seed: int
    follow: float
    help: float

    def _draw(self, *question: Any) -> float:
        return Random(f"{self.seed} {question}").random()

    def may_follow(self, mover: Stand, leaver: Stand) -> No | None:
        refused = self._draw("follow", str(mover), str(leaver)) < self.follow
        return No("TST-3", "drawn") if refused else None

    def may_help(self, helper: Stand, helped: Stand, to: str, *, convoy: bool) -> No | None:
        refused = self._draw("help", str(helper), str(helped), to, convoy) < self.help
        return No("TST-4", "drawn") if refused else None
