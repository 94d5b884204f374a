"""Who may enter what in Version 3, and which units of Christians and Muslims help each other."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final

from generator.engine.knobs import Table, knob
from generator.engine.movement import No, Stand
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.turn.contingent import ContingentPassage

_MARK: Final = "islamic"


class Faiths(Table, frozen=True):
    """The table `faiths`."""

    guarded: Annotated[
        tuple[str, ...], knob("The provinces into which no Christian helps a Muslim", "E15V3-CM-1")
    ] = ()


class ThreePassage(ContingentPassage):
    """Land of neutral states is closed, and faith limits who supports and convoys whom."""

    tables = MappingProxyType({"faiths": Faiths})

    def may_help(self, helper: Stand, helped: Stand, to: str, *, convoy: bool) -> No | None:
        if to == helped[1].province or self._is_muslim(helper[0]) == self._is_muslim(helped[0]):
            return None
        name = self.facts.board.name_of(to)
        verb = "convoy" if convoy else "support"
        if self._is_muslim(helped[0]):
            if to not in self.facts.of(Faiths).guarded:
                return None
            cause = "faith-convoy" if convoy else "faith-guarded"
            return self.no(cause, f"Christians {verb} no Muslim into {name}")
        victim = self.at.get(to)
        if not convoy and victim is not None and self._is_muslim(victim[0]):
            return self.no("faith-attack", "Muslims support no Christian against a Muslim unit")
        if not self._is_islamic_center(to) or self._are_allied(helper[0], helped[0]):
            return None
        text = f"{name} is an Islamic center, into which Muslims {verb} only Christians of their"
        return self.no("faith-center", f"{text} own alliance")

    def _is_muslim(self, owner: str) -> bool:
        return is_minor(owner) and _MARK in self.facts.states[owner].marks

    def _is_islamic_center(self, province: str) -> bool:
        land = self.facts.provinces.get(province)
        return land is not None and land.center > 0 and self._is_muslim(land.owner)

    def _are_allied(self, one: str, other: str) -> bool:
        """Whether two units belong to one alliance; while that is not known, they may."""
        if not self.foresees:
            return True
        return self.standing.friendly(one, other)
