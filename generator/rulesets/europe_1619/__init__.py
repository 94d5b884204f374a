"""Europe 1619, the edition of 26 February 2018 for fifteen players."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Annotated, Final

from generator.engine.movement import No, Stand
from generator.engine.rulebook import Rulebook
from generator.engine.typed import Table, knob
from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.features.extension import Extension
from generator.rulesets.europe.ruleset import EuropeRuleset
from generator.rulesets.europe.state.standing import CLOSED, OPEN, Standing
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.passage import Passage
from generator.rulesets.europe.wording import unit_words
from generator.rulesets.europe_1619.papacy import PapalImmunity
from generator.rulesets.europe_1619.reichstag import Reichstag
from generator.rulesets.europe_1619.reichstag_meeting import HRE


class Empire(Table, frozen=True):
    """The table `hre`."""

    exempt_powers: Annotated[
        tuple[str, ...], knob("Who may attack foreign units in the Empire in peace", "E19-HRE-1")
    ] = ()


class ImperialPassage(Passage):
    """The family's tests, with E19-MOV-10 (a guest shares his host's wars) and E19-HRE (foreign
    units in the Empire may be attacked by those who belong there, without a war)."""

    tables = MappingProxyType({HRE: Empire})

    def __init__(self, standing: Standing, stands: Iterable[Stand], rulebook: Rulebook) -> None:
        super().__init__(standing, stands, rulebook)
        exempt = self.facts.of(Empire).exempt_powers
        self._exempt = frozenset(exempt) & frozenset(self.facts.powers)

    def opens_land(self, owner: str, victim: Stand) -> bool:
        return self._expels(owner, victim)

    def license(self, owner: str, victim: Stand) -> No | None:
        facts = self.facts
        theirs = unit_words(facts, *victim)
        if self._is_hostile_guest(owner, victim):
            host = facts.name_of(self.standing.lords[victim[1].province])
            side = facts.name_of(self.standing.side_of(owner))
            text = f"{theirs} is a guest of {host}, with which {side} is at war"
            return self.no("attack-on-guest", text)
        if self._expels(owner, victim):
            cause = "empire-state" if is_minor(owner) else "empire"
            text = f"{theirs} is foreign to the Empire, and {facts.name_of(owner)} needs no war"
            return self.no(cause, text)
        return None

    def _is_hostile_guest(self, owner: str, victim: Stand) -> bool:
        """E19-MOV-10: the unit is with an ally of its own side who is our enemy."""
        standing = self.standing
        host = standing.lords.get(victim[1].province, OPEN)
        return standing.allied(host, standing.side_of(victim[0])) and standing.at_war(
            standing.side_of(owner), host
        )

    def _expels(self, owner: str, victim: Stand) -> bool:
        """E19-HRE: a privileged unit against a foreign one inside the Empire, friends left out."""
        province = self.facts.provinces.get(victim[1].province)
        return (
            province is not None
            and HRE in province.marks
            and self.standing.lords[province.code] != CLOSED
            and self._is_privileged(owner)
            and self._is_foreign(victim[0])
        )

    def _is_privileged(self, owner: str) -> bool:
        if not is_minor(owner):
            return owner in self._exempt
        of_empire = HRE in self.facts.states[owner].marks
        return of_empire and self.standing.side_of(owner) in self._exempt

    def _is_foreign(self, owner: str) -> bool:
        if not is_minor(owner):
            return owner not in self._exempt
        of_empire = HRE in self.facts.states[owner].marks
        return not of_empire and self.standing.side_of(owner) not in self._exempt


EDITION: Final = Edition(
    __name__, (PapalImmunity(), Reichstag(), Extension()), ImperialPassage, YEAR
)
RULESET: Final = EuropeRuleset(EDITION)
