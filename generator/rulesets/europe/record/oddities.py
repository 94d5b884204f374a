"""What is strange about a position of the family, though it can be played."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.words import listed
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.standing import CLOSED
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.elimination import has_fallen
from generator.rulesets.europe.turn.edition import Edition


def oddities(edition: Edition, state: EuropeState) -> Iterator[str]:
    """Powers that have lost what they stand for, and units where nobody could have sent them."""
    yield from _powers(state)
    standing, facts, name = state.standing, state.facts, state.facts.name_of
    none_sold = bool(facts.price) and facts.minor_builds.purchase == "none"
    for side, unit in state.stands:
        if is_minor(side) and not facts.states[side].home:
            yield f"{unit} of {name(side)} has no center to come from"
        elif is_minor(side) and unit.strength > 1 and none_sold:
            yield f"{unit} of {name(side)} is stronger than units of states can be"
        holder = standing.holders.get(unit.province, "")
        if not holder or holder == side or standing.friendly(side, holder):
            continue
        place = facts.board.name_of(unit.province)
        where = f"{unit} of {name(side)} stands in {place}"
        lord = standing.lord_of(holder)
        if lord == CLOSED:
            yield f"{where}, though {name(holder)} is neutral"
        elif not facts.declarations.made:
            continue  # nobody needs a war
        elif lord in facts.powers and not standing.at_war(standing.side_of(side), lord):
            yield f"{where} on the side of {name(lord)}, without a war"
    for code, row in state.infs.items():
        admitted = facts.states[code].deposit
        powers = [power for power in row if facts.powers[power].confession not in admitted]
        if admitted and powers:
            yield f"{listed(map(name, powers))} may place no INFs in {name(code)}, and have some"
    for feature in edition.features:
        yield from feature.oddities(state)


def _powers(state: EuropeState) -> Iterator[str]:
    standing, name = state.standing, state.facts.name_of
    fallen = [power for power in state.living if has_fallen(state, power)]
    for power in fallen:
        yield (
            f"{name(power)} has lost its home centers, and would be eliminated by the rules "
            f"(eliminated.{power} = {state.year})"
        )
    others = [power for power in state.living if power not in fallen]
    unarmed = [name(power) for power in others if not state.units.get(power)]
    landless = [name(power) for power in others if power not in standing.holders.values()]
    for powers, one, more in (
        (unarmed, "has no unit", "have no unit"),
        (landless, "holds no province", "hold no province"),
    ):
        if powers:
            yield f"{listed(powers)} {one if len(powers) == 1 else more}"
