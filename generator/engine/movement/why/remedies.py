"""The single other order that would have made a failed order succeed: tried, not guessed.

The ordinary resolver resolves every candidate. Help that could have been added to the order itself
is tried first, then the orders against it, then help for the units that it depends on.

Only a unit that was free is asked for help: it held, its order failed, or its support or convoy
changed nothing. A unit that did what it was ordered to do had no support to give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from generator.engine.movement.judgment import CONVOY, HOLD, ILLEGAL, LEGAL, MOVE, VOID, OrderCase
from generator.engine.movement.result import Movement
from generator.engine.movement.why.candidates import Candidates, Change, MayOrder, Scopes
from generator.engine.orders.values import Hold, UnitOrder
from generator.engine.verdicts import Remedy, RemedyKind, Verdict

# --- remedies in one sentence each

NO_CHAIN: Final = "No single fleet that was free would have completed the chain."


def remedy_text(
    case: OrderCase, goal: int, kind: RemedyKind, changes: Sequence[Change], whose: Sequence[str]
) -> str:
    """The remedy for the order of a unit. `whose` are the orders of the changes, each with the name
    of the side whose it is."""
    named = " or ".join(whose)
    if kind == "matched":
        return _waited(case, changes, named)
    if kind == "without":
        return _without(case, goal, named)
    carried = case.by_convoy[goal] or case.kind[goal] == CONVOY
    if kind == "none":
        more = "support or convoy" if carried else "support"
        return f"Neither one more {more} by a free unit nor one order fewer would have changed it."
    verb = "done" if case.kind[goal] == MOVE else "saved it"
    return f"One more {kind} would have {verb}: {named}."


def _without(case: OrderCase, goal: int, named: str) -> str:
    kind = case.kind[goal]
    if kind == MOVE:
        return f"Without {named} it would have succeeded."
    what = "unit" if kind == HOLD else "convoy" if kind == CONVOY else "support"
    return f"Had {named} not been ordered, the {what} would have held."


def _waited(case: OrderCase, changes: Sequence[Change], named: str) -> str:
    if len(changes) > 1:
        return f"It waited for one more order: {named}."
    ((index, _),) = changes
    order = case.orders[index]
    unit = case.units[index][1].piece
    if order is None or isinstance(order, Hold):
        return f"It waited for {named}; {unit} held."
    return f"It waited for {named}; instead of it {order} was ordered."


def in_vain(order: UnitOrder) -> str:
    """For an order that was waited for, and that would not have been enough either."""
    return f"It waited for {order}, and even that would not have been enough."


def impossible(order: UnitOrder) -> str:
    """For an order that was waited for, and that no one could have given."""
    return f"It waited for {order}, an order that could not be given."


# --- finding them

_NAMED: Final = 2
"""How many orders are listed when each of several would have been enough."""


def remedies_of_verdicts(
    movement: Movement,
    verdicts: Sequence[Verdict],
    units: Sequence[int],
    sides: Sequence[str],
    may_order: MayOrder = lambda index, order: True,
    name_of: Callable[[str], str] = str,
) -> Mapping[int, Remedy]:
    """The remedies of a movement phase, by the numbers of its verdicts (from 1).

    `units[n]` is the index of the unit that the order of verdict n + 1 counted for, or -1. Empty
    where the movement is not that of the verdicts. For the rest see `Remedies`.
    """
    outcomes = movement.outcomes
    failed: dict[int, int] = {}
    for number, (verdict, index) in enumerate(zip(verdicts, units, strict=True), 1):
        if index < 0:
            continue
        if verdict.outcome != outcomes[index]:
            return {}
        if verdict.outcome not in ("success", "illegal"):
            failed[number] = index
    if not failed:
        return {}
    remedies = Remedies(movement, sides, may_order, name_of)
    return {number: remedies.remedy(index) for number, index in failed.items()}


class Remedies:
    """The search in one resolved movement.

    An order succeeds if its outcome is "success". `sides` runs parallel to the units: the power
    that orders each, its owner where that is secret, "" where no one may order it. `may_order` is
    whether the ruleset lets a unit have an order, apart from the engine's own judgment; `name_of`
    is the name of a side or an owner.
    """

    def __init__(
        self,
        movement: Movement,
        sides: Sequence[str],
        may_order: MayOrder = lambda index, order: True,
        name_of: Callable[[str], str] = str,
    ) -> None:
        self.movement = movement
        self.case = movement.case
        self.sides = sides
        self.scopes = Scopes(movement)
        self.candidates = Candidates(self.scopes, sides, may_order)
        self._name_of = name_of
        self._free: dict[int, bool] = {}
        self._tried: dict[tuple[int, int, UnitOrder | None], tuple[bool, bool]] = {}

    def remedy(self, goal: int) -> Remedy:
        """The change that would have made a failed order succeed."""
        if goal in self.case.refusal:
            return self._remedy(goal, "none", ())
        if self.case.status[goal] == VOID:
            return self._unmatched(goal)
        scope = self.scopes.scope(goal)
        kind, changes = self._search(goal, scope)
        return self._remedy(goal, kind, changes)

    # --- trying

    def _try(self, goal: int, index: int, order: UnitOrder | None) -> tuple[bool, bool]:
        """Whether goal succeeds with another order for one unit (None: it holds), and whether that
        order counts and costs the unit nothing. The movement itself is not kept: it is large, and
        hundreds are tried."""
        key = (goal, index, order)
        known = self._tried.get(key)
        if known is None:
            tried = self.scopes.changed(self.scopes.scope(goal), index, order)
            stays = tried.driven_by(index) < 0 or self.movement.driven_by(index) >= 0
            counts = tried.case.status[index] == LEGAL and stays
            known = tried.outcome(goal) == "success", counts
            self._tried[key] = known
        return known

    def _holds(self, goal: int, index: int) -> bool:
        """Whether the goal succeeds if a unit holds instead of obeying its order."""
        if self.case.orders[index] is None or self.case.kind[index] == HOLD:
            return False
        return self._try(goal, index, None)[0]

    def _helps(self, goal: int, change: Change) -> bool:
        """Whether the added order is what helps, and not the loss of the order it replaces."""
        index, order = change
        if index == goal:
            return False
        succeeds, counts = self._try(goal, index, order)
        return counts and succeeds and not self._holds(goal, index) and self._is_free(index)

    # --- searching

    def _search(self, goal: int, scope: int) -> tuple[RemedyKind, list[Change]]:
        candidates = self.candidates
        foes = self._foes(goal)
        friendly: list[Change] = []
        hostile: list[Change] = []
        # A support that an attack has cut stays cut, even if its unit holds its ground.
        if self.case.kind[goal] == MOVE or self.movement.driven_by(goal) >= 0:
            friendly, hostile = self._ranked(goal, candidates.supports_of(goal), foes)
        found = self._first(goal, friendly, _NAMED)
        if found:
            return "support", found
        found = self._first(goal, candidates.convoys_of(goal), _NAMED)
        if found:
            return "convoy", found
        return self._elsewhere(goal, scope, foes, hostile)

    def _elsewhere(
        self, goal: int, scope: int, foes: frozenset[str], hostile: Sequence[Change] = ()
    ) -> tuple[RemedyKind, list[Change]]:
        """Other remedies: an order left out, help for other units, help by foes."""
        candidates = self.candidates
        for index in candidates.removals(goal, scope):
            if self._holds(goal, index):
                order = self.case.orders[index] or Hold(candidates.pieces[index])
                return "without", [(index, order)]
        others = list(dict.fromkeys(candidates.helped(scope)))
        changes = [change for unit in others for change in candidates.supports_of(unit)]
        near, far = self._ranked(goal, changes, foes)
        for more in (near, hostile, far):
            found = self._first(goal, more, 1)
            if found:
                return "support", found
        convoys = (change for unit in others for change in candidates.convoys_of(unit))
        found = self._first(goal, convoys, 1)
        return ("convoy", found) if found else ("none", [])

    def _first(self, goal: int, changes: Iterable[Change], most: int) -> list[Change]:
        """The first changes that make the goal succeed, `most` at most."""
        found: list[Change] = []
        for change in changes:
            if self._helps(goal, change):
                found.append(change)
                if len(found) == most:
                    break
        return found

    def _foes(self, goal: int) -> frozenset[str]:
        """The sides that ordered something against the order where it was decided."""
        case, solver = self.case, self.movement.solver
        focus = self.scopes.focus(goal)
        units = [mover for mover in solver.into.get(focus, ()) if mover != goal]
        stayer = case.occupant[focus]
        if stayer >= 0 and stayer != goal:
            units.append(stayer)
        helpers = [
            helper for unit in units for table in (solver.helpers, solver.holders)
            for helper in table.get(unit, ())
        ]  # fmt: skip
        return frozenset(self.sides[unit] for unit in (*units, *helpers)) - {self.sides[goal]}

    def _ranked(
        self, goal: int, changes: Iterable[Change], foes: frozenset[str]
    ) -> tuple[list[Change], list[Change]]:
        """Changes by others than foes, and by foes; those of the own side first, of these
        those by units that held or failed."""
        sides, own = self.sides, self.sides[goal]
        friendly: list[Change] = []
        hostile: list[Change] = []
        for change in changes:
            (hostile if sides[change[0]] in foes else friendly).append(change)
        for several in (friendly, hostile):
            # A stable sort: equals stay in the order of the candidates.
            several.sort(key=lambda change: (sides[change[0]] != own, not self._is_idle(change[0])))
        return friendly, hostile

    def _is_free(self, index: int) -> bool:
        """Whether a unit held, failed, or gave a support or a convoy that changed nothing."""
        known = self._free.get(index)
        if known is None:
            known = self._free[index] = self._is_idle(index) or self._is_useless(index)
        return known

    def _is_idle(self, index: int) -> bool:
        order = self.case.orders[index]
        held = order is None or isinstance(order, Hold)
        return held or self.movement.outcome(index) != "success"

    def _is_useless(self, index: int) -> bool:
        """Whether a unit stayed, and had it held, no other order would have ended otherwise."""
        if self.case.kind[index] == MOVE:
            return False
        now, then = self.movement, self.scopes.replayed(index, None)
        return (now.places, now.contested) == (then.places, then.contested) and all(
            (before == "success") == (after == "success")
            for unit, (before, after) in enumerate(zip(now.outcomes, then.outcomes, strict=True))
            if unit != index
        )

    # --- orders that nothing fitted

    def _unmatched(self, goal: int) -> Remedy:
        """The order that an unmatched order waited for, if that would have been enough."""
        candidates = self.candidates
        needed = candidates.matches(goal)
        possible = [change for change in needed if self._is_possible(goal, change)]
        found = [
            (index, order)
            for index, order in possible
            if self.scopes.replayed(index, order).outcome(goal) == "success"
        ]
        if found:
            return self._remedy(goal, "matched", found[:_NAMED])
        kind, changes = self._elsewhere(goal, self.scopes.scope(goal), self._foes(goal))
        if kind == "none":
            return Remedy(kind, self._in_vain(goal, needed, possible))
        return self._remedy(goal, kind, changes)

    def _is_possible(self, goal: int, change: Change) -> bool:
        """Whether someone could have given a unit that order: a fleet is asked for a convoy only
        if it was free, while a support or a convoy was meant for what its unit should have done."""
        index, order = change
        if self.case.kind[goal] == MOVE and not self._is_free(index):
            return False
        if not self.sides[index] or not self.candidates.may_order(index, order):
            return False
        return self.scopes.replayed(index, order).case.status[index] != ILLEGAL

    def _in_vain(self, goal: int, needed: Sequence[Change], possible: Sequence[Change]) -> str:
        if self.case.kind[goal] == MOVE:
            return NO_CHAIN
        ((_, order),) = needed
        return in_vain(order) if possible else impossible(order)

    def _remedy(self, goal: int, kind: RemedyKind, changes: Sequence[Change]) -> Remedy:
        named = [
            f"{self._name_of(self.sides[index] or self.case.units[index][0])}'s {order}"
            for index, order in changes
        ]
        return Remedy(
            kind,
            remedy_text(self.case, goal, kind, changes, named),
            tuple(str(order) for _, order in changes),
            tuple(self.sides[index] for index, _ in changes),
        )
