"""The conditions that every state meets across its tables, whichever phase it waits for."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.units import Unit
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import Facts, is_minor
from generator.rulesets.europe.state.state import EuropeState


def unit_problem(facts: Facts, unit: Unit) -> str:
    """Why a unit cannot be where it is, or ""."""
    problem = facts.board.standing_problem(unit.kind, unit.at)
    if problem:
        return problem
    if not 1 <= unit.strength <= facts.caps.army_strength:
        return f"strength {unit.strength} is out of range"
    return "fleets are never bolstered" if unit.kind == "F" and unit.strength != 1 else ""


def flaws_of(state: EuropeState) -> tuple[str, ...]:
    """The contradictions in a state whose tables can be read one by one, as sentences."""
    return (*_fallen(state), *_armies(state), *_land(state), *_states(state), *_relations(state))


def _fallen(state: EuropeState) -> Iterator[str]:
    """Remains of powers that are out of the game."""
    gone = state.eliminated
    if gone:
        left = {
            "units": [side for side, units in state.units.items() if units],
            "INFs": [
                p for row in state.infs.values() for p in row if not _awaits_removal(state, p)
            ],
            "a treasury": list(state.treasury),
            "bought INFs": list(state.extra_infs),
            "captures": [capture.holder for capture in state.captures.values()],
            "relations": [power for pair in state.relations for power in pair],
            "declarations": [power for change in state.changes for power in change.pair],
            "loans": [power for loan in state.loans for power in (loan.lender, loan.debtor)],
            "a unit that has to leave": [displaced.owner for displaced in state.displaced],
        }
        for what, owners in left.items():
            for power in dict.fromkeys(owner for owner in owners if owner in gone):
                yield f"{power} fell in {gone[power]} and still has {what}"
    for code, minor in state.facts.latent.items():
        if minor.created_by and (minor.created_by in gone) != (code in state.founded):
            name = state.facts.name_of(minor.created_by)
            yield f"founded: {code} comes into being when {name} falls, and only then"


def _awaits_removal(state: EuropeState, power: str) -> bool:
    """Whether INFs of a fallen power may still be there: until the first phase after its year."""
    year = state.eliminated.get(power, state.year)
    late = state.facts.elimination.infs == "next_year"
    return late and state.year <= year + (state.moment.number == 1)


def excess_of(state: EuropeState) -> Iterator[str]:
    """The powers that begin with more than they may have."""
    caps = state.facts.caps
    for side, units in state.units.items():
        if is_minor(side):
            continue
        for what, most, number in (
            ("units", caps.units, len(units)),
            ("strength", caps.total_strength, sum(unit.strength for unit in units)),
        ):
            if most and number > most:
                yield f"units of {side}: {number} {what}, and {most} is the most"


def _armies(state: EuropeState) -> Iterator[str]:
    for side, units in state.units.items():
        if units and is_minor(side):
            if side not in state.states:
                yield f"units: {side} is not an independent state"
            elif state.standing.is_captured(side):
                yield f"units of {side}: a state whose seat is captured has none"


def _land(state: EuropeState) -> Iterator[str]:
    owners = state.standing.owners
    for code, capture in state.captures.items():
        if capture.holder == owners[code]:
            yield f"captures: {code} belongs to {capture.holder} and is not captured by it"
        if is_minor(capture.holder) and capture.holder not in state.states:
            yield f"captures: {code}: {capture.holder} is not an independent state"
    if state.displaced and not state.moment.phase.endswith("retreats"):
        yield f"displaced: units retreat in the phase of retreats, not of {state.moment.phase}"


def _states(state: EuropeState) -> Iterator[str]:
    holders = state.standing.holders
    for code in state.states:
        minor, status = state.facts.states[code], state.statuses[code]
        holder = holders[minor.seat]
        captor = state.standing.captor_of(minor)
        if status.captor != captor or (status.kind == "captured") != bool(captor):
            said = f"captured {captor}" if captor else "not captured"
            yield f"statuses: {code} is {said}, since {minor.seat} is held by {holder or 'nobody'}"
        if status.patron in state.eliminated and not _awaits_removal(state, status.patron):
            yield f"statuses: {code} is aligned with {status.patron}, which has fallen"
    needs = state.facts.influence.marker_requires
    for code in state.markers:
        if code not in state.states:
            yield f"markers: {code} is not an independent state"
        elif "center" in needs and not state.facts.states[code].home:
            yield f"markers: {code} has no center and carries none"
        elif "not_captured" in needs and state.standing.is_captured(code):
            yield f"markers: {code} is captured and carries none"
    for code in state.extra_units:
        if code not in state.states:
            yield f"extra_units: {code} is not an independent state"


def _relations(state: EuropeState) -> Iterator[str]:
    forbidden = state.facts.setup.forbidden_alliances
    for pair in forbidden:
        allied = any(
            relation.kind == "alliance" and set(pair) == set(powers)
            for powers, relation in state.relations.items()
        )
        if allied:
            yield f"relations: {listed(map(state.facts.name_of, pair))} may never ally"
