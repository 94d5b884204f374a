"""Who may enter what in Version 3, and which units of Christians and Muslims help each other.

Land of neutral states is closed to everybody, but a foreign unit inside may be attacked.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final

from generator.engine.movement import No, Stand
from generator.engine.typed import Table, knob
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.standing import CLOSED
from generator.rulesets.europe.turn.passage import Passage


class ContingentPassage(Passage):
    """A move into land of a neutral state is an attack on the foreign unit that stands there: it
    goes in where it dislodges that unit, and stays out where the unit leaves by itself.

    A unit that is inside already has no way into other land of the state.
    """

    def may_enter(self, mover: Stand, province: str) -> No | None:
        refusal = super().may_enter(mover, province)
        if refusal is None or self._is_ruled(mover, province) or not self._is_shut(province):
            return refusal
        holder = self.standing.holders[province]
        if self._is_inside(mover, holder) or self._foreigner(province) is None:
            return refusal
        return None

    def may_follow(self, mover: Stand, leaver: Stand) -> No | None:
        province = leaver[1].province
        if self._is_ruled(mover, province) or not self._is_shut(province):
            return None
        name = self.facts.name_of(self.standing.holders[province])
        text = f"{name} is neutral, and nobody may follow a unit that leaves its land"
        return self.no("neutral-left", text)

    def license_at(self, owner: str, province: str) -> No | None:
        victim = self._foreigner(province) if self._is_shut(province) else None
        if victim is None or self.friends(owner, victim[0]):
            return super().license_at(owner, province)
        name = self.facts.name_of(self.standing.holders[province])
        text = f"{name} is neutral, and a foreign unit in its land may be attacked"
        return self.no("neutral-guest", text)

    def _is_ruled(self, mover: Stand, province: str) -> bool:
        return (mover[1].province, province) in self._ruled

    def _is_shut(self, province: str) -> bool:
        """Whether a province is land of a neutral state, as far as that is known."""
        standing = self.standing
        if standing.lords.get(province) != CLOSED:
            return False
        return self.foresees or not standing.may_change(province)

    def _is_inside(self, mover: Stand, holder: str) -> bool:
        """Whether a unit stands in land of the state, and was not driven out of it just now."""
        start = mover[1].province
        return self.standing.holders.get(start) == holder and self.at.get(start) == mover

    def _foreigner(self, province: str) -> Stand | None:
        """The unit in a province that is not its holder's, if there is one."""
        stand = self.at.get(province)
        return stand if stand and stand[0] != self.standing.holders[province] else None


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
