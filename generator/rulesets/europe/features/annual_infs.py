"""INFs that are allotted every year, by the values of the centers that a power holds.

A power may place INFs that it has left in a later phase of the year. With the allotments the year
has its order of diplomatic attacks, the weakest power first, and the powers that lead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Final

from msgspec.structs import replace

from generator.engine.errors import FaultyState
from generator.engine.report import Section, table
from generator.engine.typed import Count, Named, Record
from generator.engine.words import unknown
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Power
from generator.rulesets.europe.steps.influence import PLACEMENT
from generator.rulesets.europe.steps.year import report_allotments
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import named_side

_KEY: Final = "annual"

Politics = Turn | EuropeState


Leading = Annotated[str, Named(lambda facts: {"all": "", **facts.confessions})]


class Year(Record, frozen=True):
    """The INFs of the year and of those how many are placed; the powers in the order of their
    attacks; and the power that leads: of all, and of each confession."""

    allotment: Mapping[Power, Count] = MappingProxyType({})
    spent: Mapping[Power, Count] = MappingProxyType({})
    attack_order: tuple[Power, ...] = ()
    leaders: Mapping[Leading, Power] = MappingProxyType({})


class AnnualInfs(Feature):
    """Keeps the account of the year."""

    key = _KEY
    part = Year
    follows = True

    def completed(self, state: EuropeState) -> EuropeState:
        """A position in the middle of a year has the account that its centers make."""
        year = year_of(state)
        if state.moment.number == 1 and year == Year():
            return state
        infs = {**_allotments(state), **year.allotment}
        made = _ordered(state, replace(year, allotment=MappingProxyType(infs)))
        full = replace(
            made,
            attack_order=year.attack_order or made.attack_order,
            leaders=MappingProxyType({**made.leaders, **year.leaders}),
        )
        wrong = list(_flaws(state, full))
        if wrong:
            raise FaultyState(wrong)
        if full == year:
            return state
        return replace(state, parts=MappingProxyType({**state.parts, _KEY: full}))

    def registers(self, state: EuropeState) -> tuple[Section, ...]:
        year = year_of(state)
        rows = []
        for power in (other for other in year.attack_order if other in state.living):
            infs, spent = year.allotment.get(power, 0), year.spent.get(power, 0)
            row = (str(infs), str(spent), str(infs - spent))
            rows.append((named_side(state.facts, power), *row))
        # Until the status check the account is that of the year before.
        told = state.year - (state.moment.number == 1)
        title = f"INFs of {told}, in the order of attacks"
        return (table(title, ("Power", "INFs", "Placed", "Left"), rows),)


def _flaws(state: EuropeState, year: Year) -> Iterator[str]:
    for power, number in year.spent.items():
        if number > year.allotment.get(power, 0):
            has = year.allotment.get(power, 0)
            yield f"{_KEY}.spent: {power} has {has} INFs, and cannot have placed {number}"
    order = year.attack_order
    if len(set(order)) < len(order) or not set(state.living) <= set(order):
        yield f"{_KEY}.attack_order has each power in play once, not {', '.join(order)}"
    leaders = {"all", *(power.confession for power in state.facts.powers.values())}
    for name, power in year.leaders.items():
        if name not in leaders:
            yield f"{_KEY}.leaders: {unknown(name, sorted(leaders))}"
        elif name not in ("all", state.facts.powers[power].confession):
            yield f"{_KEY}.leaders: {power} is not {name}"


def year_of(politics: Politics) -> Year:
    """The account of the year."""
    found: Year = politics.parts[_KEY]
    return found


def allot(turn: Turn) -> None:
    """Give each living power the sum of the values of the centers that it holds."""
    infs = _allotments(turn)
    turn.parts[_KEY] = Year(MappingProxyType(infs))
    report_allotments(turn, infs)


def _allotments(politics: Politics) -> dict[str, int]:
    holders = politics.standing.holders
    infs = dict.fromkeys(politics.living, 0)
    for code, value in politics.facts.centers.items():
        if holders[code] in infs:
            infs[holders[code]] += value
    return infs


def fix_order(turn: Turn) -> None:
    """Fix the order of attacks and the powers that lead, for the whole year."""
    turn.parts[_KEY] = _ordered(turn, year_of(turn))


def _ordered(politics: Politics, year: Year) -> Year:
    """The account with the order of attacks and the powers that lead."""
    facts, first = politics.facts, politics.facts.attack_order
    holders = politics.standing.holders
    centers = Counter(holders[code] for code in facts.centers)
    score = {power: sum(row.values()) for power, row in politics.scores.items()}

    def weight(power: str) -> tuple[int, ...]:
        """The lightest attacks first: by INFs, then centers, then the last score."""
        return year.allotment[power], centers[power], score.get(power, 0), first.index(power)

    def claim(power: str) -> tuple[int, ...]:
        """The rank of a power for the lead: by INFs, then the last score, then all scores, then
        centers."""
        rank = first.index(power)
        total = politics.totals.get(power, 0)
        return year.allotment[power], score.get(power, 0), total, centers[power], rank

    living = politics.living
    opening = politics.year == facts.first_year
    order = sorted(living, key=first.index if opening else weight)
    best = sorted(living, key=claim)
    leaders = {facts.powers[power].confession: power for power in best}
    if best:
        leaders["all"] = best[-1]
    return replace(year, attack_order=tuple(order), leaders=MappingProxyType(leaders))


def count_spent(turn: Turn) -> None:
    """Note what was placed in this phase."""
    year = year_of(turn)
    spent = dict(year.spent)
    for event in turn.events:
        if event.kind == PLACEMENT.slug:
            power = event.data["power"]
            spent[power] = spent.get(power, 0) + sum(event.data["placed"].values())
    turn.parts[_KEY] = replace(year, spent=MappingProxyType(spent))
