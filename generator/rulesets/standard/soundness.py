"""What a state must keep, whatever happens: its invariants."""

from __future__ import annotations

from generator.rulesets.standard import facts
from generator.rulesets.standard.course import kind_of
from generator.rulesets.standard.state import StandardState, unit_problem


def problems(state: StandardState) -> tuple[str, ...]:
    """What contradicts the rules in a state; empty for every state of a game."""
    board = facts.board()
    known = facts.powers()
    wrong: list[str] = []
    if tuple(state.units) != tuple(known):
        wrong.append("units are not listed for every power in order")
    where: dict[str, str] = {}
    for power, unit in state.stands():
        problem = unit_problem(board, unit)
        if problem:
            wrong.append(f"{power}: {unit}: {problem}")
        if unit.province in where:
            wrong.append(f"{power}: {unit}: {where[unit.province]} stands there too")
        where[unit.province] = f"{power}'s {unit}"
    for table, of_center in ((state.centers, True), (state.land, False)):
        for code, owner in table.items():
            one = board.provinces.get(code)
            if one is None or one.kind == "sea" or one.center is not of_center:
                wrong.append(f"{code} is not a {'center' if of_center else 'land without center'}")
            if owner not in known:
                wrong.append(f"{code}: there is no power {owner}")
    if (state.dislodged or state.contested) and kind_of(state.moment.phase) != "retreat":
        wrong.append("units are dislodged outside a retreat phase")
    left: set[str] = set()
    for one_dislodged in state.dislodged:
        unit = one_dislodged.unit
        problem = unit_problem(board, unit)
        if problem:
            wrong.append(f"{one_dislodged.owner}: {unit}: {problem}")
        if unit.province in left:
            wrong.append(f"two units are dislodged in {unit.province}")
        left.add(unit.province)
        if one_dislodged.owner not in known:
            wrong.append(f"there is no power {one_dislodged.owner}")
        for place in one_dislodged.places:
            if not board.is_place(place):
                wrong.append(f"{unit}: there is no place {place}")
            elif place.partition("/")[0] in where:
                wrong.append(f"{unit} cannot retreat to {place}, which is occupied")
    return tuple(wrong)
