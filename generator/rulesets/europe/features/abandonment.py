"""Powers without a player: what they do until winter, and what is left of them after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import field
from msgspec.structs import replace

from generator.engine.course import START, Added, Step
from generator.engine.errors import FileError
from generator.engine.typed import Count, Record
from generator.rulesets.europe.features.winter import end_power
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Power
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, LivingPower
from generator.rulesets.europe.turn.turn import Turn

_KEY: Final = "abandoned"


class Abandoned(Record, frozen=True):
    """The powers without a player, since which year; and those that were dissolved."""

    since: Mapping[Power, Count] = MappingProxyType({})
    dissolved: tuple[Power, ...] = ()


class AbandonmentRuling(EuropeRuling, frozen=True):
    """an abandoned power: records that a power has no player, has a new one, or is dissolved"""

    point = "before"
    power: LivingPower
    what: Literal["abandoned", "replaced", "dissolved"] = field(name="is")

    def check(self, turn: Turn) -> None:
        known = self.power in abandoned_in(turn).since
        (winter,) = (one.winter for one in turn.edition.features if isinstance(one, Abandonment))
        if self.what == "replaced" and not known:
            raise self.refuse(f"{self.power} has not been abandoned")
        if self.what == "abandoned" and known:
            raise self.refuse(f"{self.power} has been abandoned already")
        if self.what == "dissolved" and turn.moment.phase != winter:
            raise self.refuse(f"a power is dissolved in {winter}")

    def words(self, turn: Turn) -> str:
        means = {
            "abandoned": "has no player any more",
            "replaced": "has a new player",
            "dissolved": "has no player and is dissolved",
        }
        return f"{turn.facts.name_of(self.power)} {means[self.what]}"

    def apply(self, turn: Turn) -> None:
        power, known = self.power, abandoned_in(turn)
        since = {one: year for one, year in known.since.items() if one != power}
        if self.what != "replaced":
            since[power] = known.since.get(power, turn.year)
        turn.parts[_KEY] = replace(known, since=MappingProxyType(since))


class Abandonment(Feature):
    """Lets abandoned powers do nothing, and dissolves them in the phase `winter`."""

    key = _KEY
    part = Abandoned
    rulings = MappingProxyType({"abandonment": AbandonmentRuling})

    def __init__(self, winter: str, after: str) -> None:
        self.winter = winter
        self._after = after

    def steps(self) -> tuple[Added, ...]:
        dissolve = Step("dissolutions", _dissolve, tried=False)
        return (
            Added(START, Step("abandoned powers", _refuse)),
            Added(self.winter, dissolve, after=self._after),
        )

    def completed(self, state: EuropeState) -> EuropeState:
        for power, year in abandoned_in(state).since.items():
            if year > state.year:
                raise FileError(f"{_KEY}.since.{power}: {year} is still to come")
        return state

    def captures(self, turn: Turn, side: str, province: str) -> bool:
        """Units of a power that is about to be dissolved claim nothing; those of its states do."""
        unit = next((one for one, unit in turn.stands if unit.province == province), "")
        return unit not in abandoned_in(turn).since

    def on_elimination(self, turn: Turn, power: str) -> None:
        known = abandoned_in(turn)
        left = {one: year for one, year in known.since.items() if one != power}
        turn.parts[_KEY] = replace(known, since=MappingProxyType(left))

    def oddities(self, state: EuropeState) -> Iterable[str]:
        for power, year in abandoned_in(state).since.items():
            name = state.facts.name_of(power)
            yield (
                f"{name} has had no player since {year}: it is dissolved in early winter unless "
                f"you record a replacement with a ruling of the kind abandonment"
            )


def abandoned_in(politics: Turn | EuropeState) -> Abandoned:
    """Which powers have no player, and which were dissolved."""
    found: Abandoned = politics.parts[_KEY]
    return found


def played_powers(politics: Turn | EuropeState) -> tuple[str, ...]:
    """The powers in the game that have a player."""
    since = abandoned_in(politics).since
    return tuple(power for power in politics.living if power not in since)


def _refuse(turn: Turn) -> None:
    """Settle what is written for powers without a player: none of it counts."""
    since = abandoned_in(turn).since
    for entry in turn.entries:
        if entry.verdict is None and entry.power in since:
            said = f"{turn.facts.name_of(entry.power)} has been abandoned, and nobody orders it"
            turn.settle(entry, "void", ("power-abandoned", said))


def _dissolve(turn: Turn) -> None:
    for power in [absent for absent in turn.living if absent in abandoned_in(turn).since]:
        end_power(turn, power, "nobody has taken it over")
        known = abandoned_in(turn)
        turn.parts[_KEY] = replace(known, dissolved=(*known.dissolved, power))
