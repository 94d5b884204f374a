"""The strengths that met in a contest, in words: whose they are, and which supports were lost."""

from __future__ import annotations

from functools import lru_cache

from generator.engine.board import Board
from generator.engine.movement.judgment import ILLEGAL, MOVE, OrderCase
from generator.engine.movement.result import Movement
from generator.engine.movement.solve import SUCCEEDS
from generator.engine.words import listed


@lru_cache(maxsize=16)
def _names_on(board: Board) -> tuple[str, ...]:
    """The names of a board's provinces, by their numbers."""
    return tuple(board.name_of(code) for code in board.codes)


def strength_words(parts: list[tuple[str, int]]) -> str:
    """`2 (Venice, Tyrolia)`; with each strength where one is not 1: `4 (Venice 3, Rome 1)`."""
    total = sum([strength for _, strength in parts])
    if total == len(parts):
        inside = ", ".join([name for name, _ in parts])
    else:
        inside = ", ".join([f"{name} {strength}" for name, strength in parts])
    return f"{total} ({inside})" if inside else str(total)


class Strengths:
    """The strengths of one resolved movement. Units are called by the provinces they are in."""

    def __init__(self, movement: Movement) -> None:
        self.movement = movement
        self.case: OrderCase = movement.case
        self.solver = movement.solver
        self.province_names = _names_on(movement.board)
        self.names = [self.province_names[at] for at in self.case.province]
        self._attack_words: dict[tuple[int, int], str] = {}

    def listed(self, indices: list[int]) -> str:
        return listed(self.names[index] for index in indices)

    def _parts_of(self, supporters: list[int]) -> list[tuple[str, int]]:
        support, names = self.solver.support, self.names
        return [(names[index], strength) for index in supporters if (strength := support(index)[1])]

    def _move_parts(self, index: int, victim: int = -1) -> list[tuple[str, int]]:
        """A move's strength and whose; with `victim`, only what counts toward dislodging it."""
        own = (self.names[index], self.solver.strength[index])
        helpers = self.solver.helpers.get(index)
        if not helpers:
            return [own]
        if victim >= 0:
            units, policy = self.case.units, self.case.policy
            helpers = [h for h in helpers if policy.support_counts(units[h], units[victim])]
        return [own, *self._parts_of(helpers)]

    def attack(self, index: int, victim: int = -1) -> str:
        """`attack 2 (Venice, Tyrolia)`; with `victim`, as in `_move_parts`."""
        key = (index, victim if index in self.solver.helpers else -1)
        words = self._attack_words.get(key)
        if words is None:
            words = f"attack {strength_words(self._move_parts(index, victim))}"
            self._attack_words[key] = words
        return words

    def hold_parts(self, index: int) -> list[tuple[str, int]]:
        """The strength with which a unit holds its province, and whose it is."""
        own = (self.names[index], self.solver.strength[index])
        holders = self.solver.holders.get(index)
        tried = self.case.kind[index] == MOVE and self.case.status[index] != ILLEGAL
        return [own] if tried or not holders else [own, *self._parts_of(holders)]

    def stayer(self, index: int) -> int:
        """The unit that is in a move's way and does not leave, or -1."""
        victim = self.case.occupant[self.case.target[index]]
        return victim if victim >= 0 and self.solver.state[victim] != SUCCEEDS else -1

    def cutters(self, index: int) -> list[int]:
        """The attacks that took strength from a support."""
        case, solver = self.case, self.solver
        return [
            attacker
            for attacker in solver.into.get(case.province[index], [])
            if case.province[attacker] != case.target[index]
            and case.policy.cut(case.units[attacker], case.units[index])
            and (not case.by_convoy[attacker] or solver.carried(attacker)[1])
        ]

    def dislodger(self, index: int) -> int:
        """The unit that ended a support by dislodging the supporter, -1 if attacks had cut it."""
        case, by = self.case, self.movement.driven_by(index)
        cutters = self.cutters(index)
        taken = sum(case.policy.cut(case.units[cutter], case.units[index]) for cutter in cutters)
        return -1 if by in cutters and taken >= self.solver.strength[index] else by

    def _loss(self, index: int) -> str:
        """`Budapest's support was cut by Serbia`, of a support that lost strength."""
        left = self.solver.support(index)[1]
        name = self.names[index]
        by = self.dislodger(index)
        if by >= 0:
            return f"{name}'s support was lost: {self.names[by]} dislodged it"
        cutters = self.listed(self.cutters(index))
        verb = f"reduced to {left}" if left else "cut"
        return f"{name}'s support was {verb} by {cutters}"

    def losses(self, supporters: list[int]) -> list[str]:
        """What became of the supports that lost strength."""
        full, support = self.solver.strength, self.solver.support
        return [self._loss(index) for index in supporters if support(index)[1] < full[index]]

    def contest(self, index: int) -> tuple[str, list[str]]:
        """What a move had against it, and the supports lost on either side."""
        case, solver = self.case, self.solver
        against: list[str] = []
        losses = self.losses(solver.helpers.get(index, []))
        victim, opponent = self.stayer(index), solver.opponent(index)
        if opponent >= 0:
            against.append(f"head-on {self.attack(opponent)}")
            losses += self.losses(solver.helpers.get(opponent, []))
        elif victim >= 0:
            against.append(f"hold {strength_words(self.hold_parts(victim))}")
            losses += self.losses(solver.holders.get(victim, []))
        for rival in solver.into[case.target[index]]:
            if rival != index and solver.prevent(rival)[1]:
                against.append(self.attack(rival))
                losses += self.losses(solver.helpers.get(rival, []))
        return " and ".join(against), losses
