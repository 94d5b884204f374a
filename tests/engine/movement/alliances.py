"""A movement policy for tests: owners who are friends, and land that is closed."""

from __future__ import annotations

from dataclasses import dataclass

from generator.engine.movement import No, Stand, StandardPolicy


@dataclass(frozen=True, slots=True)
class Alliances(StandardPolicy):
    """Owners in one of `sides` are friends: no friend is dislodged, cut or helped against.

    `closed` maps provinces to the rule that closes them to everybody.
    """

    sides: tuple[frozenset[str], ...] = ()
    closed: tuple[tuple[str, str], ...] = ()

    def are_friends(self, one: str, other: str) -> bool:
        return one == other or any({one, other} <= side for side in self.sides)

    def may_enter(self, mover: Stand, province: str) -> No | None:
        rule = dict(self.closed).get(province)
        return No(rule, f"{province} is closed to {mover[0]}") if rule else None

    def may_dislodge(self, attacker: Stand, victim: Stand) -> bool:
        return not self.are_friends(attacker[0], victim[0])

    def cut(self, attacker: Stand, supporter: Stand) -> int:
        return 0 if self.are_friends(attacker[0], supporter[0]) else attacker[1].strength

    def support_counts(self, supporter: Stand, victim: Stand) -> bool:
        return not self.are_friends(supporter[0], victim[0])
