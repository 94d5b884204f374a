"""Which orders count, before any strength is counted: each is legal, void or illegal.

Structure. `OrderCase` turns a position with its orders into integers and judges it in this order,
since each step reads what those before it found:

    moves      can the unit get there, and does the policy let it enter?
    convoys    could the fleet be of use to that army, and does the policy let it help?
    travel     does an army go by convoy, and do the fleets with orders for it make a chain?
    matching   does the army that a fleet convoys really go there, and by convoy?
    supports   could both units get there, may the one help, and does the order fit the other's?
    following  which moves may not follow the unit that is ordered to leave their target?

The three results. LEGAL orders take part in resolving. An order is ILLEGAL if no orders of the
others could make it possible; it is ignored, and the unit holds. It is VOID if it was possible,
but the orders that it needs were not given, or if it is help that the policy refuses.

Invariants.
- All lists run parallel to `units`. Units, provinces and places are numbers; -1 is "none". A set
  of provinces is an int with bit n for province n.
- A unit is in one province, and no two in the same: `occupant[province[i]] == i`.
- `cause[i]` is "" exactly for LEGAL orders. `refusal` has the policy's own reason for the causes
  "may-not-enter" (ILLEGAL) and "may-not-help" (VOID), and for no others.
- An illegal move leaves the unit holding, so it can be supported to hold. A void one (an army that
  no convoy fetches) has tried to leave: it holds with only its own strength.
- Nothing changes after `__init__`; `with_order` makes a new case.

Why integers: resolving asks millions of these questions when remedies are looked for.

Example. France: A PAR - BUR, A MAR S A PAR - BUR. Germany: A BUR H, A MUN S A RUH - BUR, A RUH H.

    province  [PAR, MAR, BUR, MUN, RUH]            as numbers of the board
    kind      [MOVE, SUPPORT_MOVE, HOLD, SUPPORT_MOVE, HOLD]
    target    [BUR, BUR, BUR, BUR, RUH]            where it is directed; its own if nowhere
    other     [-1, 0, -1, 4, -1]                   the unit that is helped
    status    [LEGAL, LEGAL, LEGAL, VOID, LEGAL]
    cause     ["", "", "", "support-unmatched", ""]

Sources: DATC 3.0, 4.E.1 and the choices named in `MovementOptions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from generator.engine.board import Board
from generator.engine.movement.policy import (
    MovementOptions,
    MovementPolicy,
    No,
    Stand,
    StandardPolicy,
)
from generator.engine.movement.routes import is_carried, route_needs
from generator.engine.orders.values import Convoy, Move, SupportHold, SupportMove, UnitOrder
from generator.engine.units import Piece

HOLD: Final = 0
MOVE: Final = 1
SUPPORT_HOLD: Final = 2
SUPPORT_MOVE: Final = 3
CONVOY: Final = 4

LEGAL: Final = 0
VOID: Final = 1
ILLEGAL: Final = 2


class OrderCase:
    """A position with its orders in integers, judged. See the head of the file.

    `to_place` is `target` with its coast. `carriers[i]` is the set of seas whose fleets are legally
    ordered to convoy unit i where it goes; `ferries[i]` lists the fleets that are legally ordered
    to convoy it anywhere. `contingent[i]` is why move i may not follow the unit in its target.
    `may_help` is the policy's question, None if its answer is the standard one.
    """

    __slots__ = (
        "board",
        "by_convoy",
        "carriers",
        "cause",
        "contingent",
        "ferries",
        "fleets",
        "is_army",
        "kind",
        "marches",
        "may_help",
        "occupant",
        "options",
        "orders",
        "other",
        "place",
        "policy",
        "province",
        "refusal",
        "status",
        "target",
        "to_place",
        "units",
    )

    def __init__(
        self,
        board: Board,
        units: Sequence[Stand],
        orders: Sequence[UnitOrder | None],
        policy: MovementPolicy,
        options: MovementOptions,
        marches: frozenset[int] = frozenset(),
    ) -> None:
        """`marches`: units that go by land although a convoy was meant (the rules of 2000)."""
        self.board = board
        self.units = units
        self.orders = orders
        self.policy = policy
        self.options = options
        self.marches = marches
        count = len(units)
        number = board.number
        self.place = place = [number[unit.at] for _, unit in units]
        self.province = province = [board.province_number[at] for at in place]
        self.is_army = [unit.kind == "A" for _, unit in units]
        self.occupant = occupant = [-1] * len(board.codes)
        fleets = 0
        for index, at in enumerate(province):
            occupant[at] = index
            if not self.is_army[index]:
                fleets |= 1 << at
        self.fleets = fleets & board.sea
        self.kind = [HOLD] * count
        self.status = [LEGAL] * count
        self.cause = [""] * count
        self.target = province[:]
        self.to_place = place[:]
        self.other = [-1] * count
        self.by_convoy = [False] * count
        self.carriers: dict[int, int] = {}
        self.ferries: dict[int, list[int]] = {}
        self.refusal: dict[int, No] = {}
        self.contingent: dict[int, No] = {}
        kind_of_policy = type(policy)
        asks_help = kind_of_policy.may_help is not StandardPolicy.may_help
        self.may_help = policy.may_help if asks_help else None
        convoys: list[int] = []
        supports: list[int] = []
        travelers: list[int] = []
        for index, order in enumerate(orders):
            order_type = type(order)
            if order_type is Move:
                self.kind[index] = MOVE
                if self._judge_move(index, order):  # type: ignore[arg-type]
                    travelers.append(index)
            elif order_type is SupportHold or order_type is SupportMove:
                supports.append(index)
            elif order_type is Convoy:
                convoys.append(index)
        if convoys:
            self._judge_convoys(convoys)
        for index in travelers:
            self._judge_travel(index)
        for index in convoys:
            self._match_convoy(index)
        for index in supports:
            order = orders[index]
            if type(order) is SupportMove:
                self._judge_support_move(index, order)
            else:
                self._judge_support_hold(index, order)  # type: ignore[arg-type]
        if kind_of_policy.may_follow is not StandardPolicy.may_follow:
            self._judge_following()

    def with_order(self, index: int, order: UnitOrder | None) -> tuple[OrderCase, list[int]] | None:
        """The case with another order for one unit, and the units whose orders were judged again.

        None if the whole case must be judged again, which a convoy before or after the change
        requires. `order` may be anything except a move.
        """
        old = type(self.orders[index])
        if old is Convoy or type(order) is Convoy or index in self.ferries or self.by_convoy[index]:
            return None
        new: OrderCase = object.__new__(OrderCase)
        for name in OrderCase.__slots__:
            setattr(new, name, getattr(self, name))
        new.orders = orders = list(self.orders)
        new.kind, new.status, new.cause = self.kind[:], self.status[:], self.cause[:]
        new.target, new.to_place, new.other = self.target[:], self.to_place[:], self.other[:]
        new.refusal = self.refusal.copy()
        # The order may take the place of a move, which then neither follows nor is followed.
        left = self.province[index]
        new.contingent = {
            mover: why
            for mover, why in self.contingent.items()
            if mover != index and self.target[mover] != left
        }
        orders[index] = order
        kinds = self.kind
        touched = [index]
        touched += [
            helper
            for helper, other in enumerate(self.other)
            if other == index and (kinds[helper] == SUPPORT_HOLD or kinds[helper] == SUPPORT_MOVE)
        ]
        for unit in touched:
            new.kind[unit], new.status[unit], new.cause[unit] = HOLD, LEGAL, ""
            new.target[unit], new.to_place[unit] = new.province[unit], new.place[unit]
            new.other[unit] = -1
            new.refusal.pop(unit, None)
        for unit in touched:
            given = orders[unit]
            if isinstance(given, SupportMove):
                new._judge_support_move(unit, given)
            elif isinstance(given, SupportHold):
                new._judge_support_hold(unit, given)
        return new, touched

    def _refuse(self, index: int, status: int, cause: str) -> None:
        self.status[index] = status
        self.cause[index] = cause

    def _judge_move(self, index: int, order: Move) -> bool:
        """Judge all but the travel by convoy; True if that remains to be judged."""
        board = self.board
        goal = board.number.get(order.to, -1)
        if goal < 0:
            self._refuse(index, ILLEGAL, "move-not-adjacent")
            return False
        to = board.province_number[goal]
        self.target[index] = to
        start = self.province[index]
        if to == start:
            self._refuse(index, ILLEGAL, "move-own-province")
            return False
        travels = False
        if self.is_army[index]:
            self.to_place[index] = to
            travels = self._judge_army(index, order, start, to)
        else:
            self._judge_fleet(index, goal, to)
        if self.status[index] == LEGAL:
            refusal = self.policy.may_enter(self.units[index], board.codes[to])
            if refusal is not None:
                self.refusal[index] = refusal
                self._refuse(index, ILLEGAL, "may-not-enter")
                return False
        return travels

    def _judge_army(self, index: int, order: Move, start: int, to: int) -> bool:
        board = self.board
        if not (board.army_mask[start] >> to & 1):
            if board.sea >> to & 1:
                self._refuse(index, ILLEGAL, "army-to-sea")
            elif not (board.coastal >> to & 1 and board.coastal >> start & 1):
                self._refuse(index, ILLEGAL, "move-not-adjacent")
            elif not is_carried(board, self.fleets, start, to):
                self._refuse(index, ILLEGAL, "no-convoy-route")
            else:
                return True
            return False
        if index in self.marches:
            return False
        shores = board.coastal >> to & 1 and board.coastal >> start & 1
        if order.via and not (shores and is_carried(board, self.fleets, start, to)):
            if self.options.adjacent_convoy != "2000":
                self._refuse(index, ILLEGAL, "no-convoy-route")
            return False
        # Whether it travels by convoy shows only when the fleets' orders have been judged.
        return bool(shores)

    def _judge_fleet(self, index: int, goal: int, to: int) -> None:
        board = self.board
        reachable = board.fleet_places[self.place[index]]
        if goal in reachable:
            self.to_place[index] = goal
            return
        if board.provinces[board.codes[to]].kind == "inland":
            self._refuse(index, ILLEGAL, "fleet-inland")
        elif goal == to:
            coasts = [n for n in reachable if board.province_number[n] == to]
            if len(coasts) == 1:
                self.to_place[index] = coasts[0]
            else:
                self._refuse(index, ILLEGAL, "coast-needed" if coasts else "move-not-adjacent")
        else:
            self._refuse(index, ILLEGAL, "move-not-adjacent")

    def _judge_convoys(self, convoys: list[int]) -> None:
        board = self.board
        for index in convoys:
            order = self.orders[index]
            assert isinstance(order, Convoy)
            self.kind[index] = CONVOY
            sea = self.province[index]
            if self.is_army[index] or not board.sea >> sea & 1:
                self._refuse(index, ILLEGAL, "convoy-not-at-sea")
                continue
            start = board.number.get(order.army.province, -1)
            goal = board.number.get(order.to, -1)
            army = self.occupant[start] if start >= 0 else -1
            if army < 0:
                self._refuse(index, ILLEGAL, "convoy-no-army")
                continue
            self.other[index] = army
            if not self.is_army[army]:
                self._refuse(index, ILLEGAL, "fleet-convoyed")
                continue
            to = board.province_number[goal] if goal >= 0 else start
            self.target[index] = to
            lands = board.coastal >> start & 1 and board.coastal >> to & 1 and start != to
            if not lands or not route_needs(board, self.fleets, start, to, sea):
                self._refuse(index, ILLEGAL, "convoy-not-needed")
            elif self.may_help is None or not self._is_refused(index, army, to, convoy=True):
                self.ferries.setdefault(army, []).append(index)

    def _judge_travel(self, index: int) -> None:
        """Decide whether an army travels by convoy, and whether it has the orders to."""
        board = self.board
        start, to = self.province[index], self.target[index]
        carriers = 0
        meant = False
        owner = self.units[index][0]
        by_intent = self.options.adjacent_convoy != "via"
        for fleet in self.ferries.get(index, ()):
            if self.target[fleet] == to:
                carriers |= 1 << self.province[fleet]
                meant = meant or (by_intent and self.units[fleet][0] == owner)
        order = self.orders[index]
        assert isinstance(order, Move)
        adjacent = board.army_mask[start] >> to & 1
        if adjacent and not order.via and not meant:
            return
        carried = is_carried(board, carriers, start, to)
        if adjacent and not carried and self.options.adjacent_convoy == "2000":
            return
        self.by_convoy[index] = True
        self.carriers[index] = carriers
        if not carried:
            self._refuse(index, VOID, "convoy-not-ordered")

    def _match_convoy(self, index: int) -> None:
        if self.status[index] != LEGAL:
            return
        army = self.other[index]
        matched = (
            self.kind[army] == MOVE
            and self.status[army] != ILLEGAL
            and self.by_convoy[army]
            and self.target[army] == self.target[index]
        )
        if not matched:
            self._refuse(index, VOID, "convoy-unmatched")

    def _reaches(self, index: int, to: int) -> bool:
        """Whether a unit could move to a province without a convoy, on any coast."""
        if self.is_army[index]:
            return bool(self.board.army_mask[self.province[index]] >> to & 1)
        return bool(self.board.fleet_mask[self.place[index]] >> to & 1)

    def _supported(self, index: int, piece: Piece) -> int:
        """The supported unit, or -1 after refusing the order."""
        board = self.board
        place = board.number.get(piece.at, -1)
        if place < 0:
            place = board.number.get(piece.province, -1)
        other = self.occupant[board.province_number[place]] if place >= 0 else -1
        if other < 0:
            self._refuse(index, ILLEGAL, "support-no-unit")
        elif other == index:
            self._refuse(index, ILLEGAL, "support-self")
            return -1
        return other

    def _judge_support_hold(self, index: int, order: SupportHold) -> None:
        self.kind[index] = SUPPORT_HOLD
        other = self._supported(index, order.supported)
        if other < 0:
            return
        self.other[index] = other
        self.target[index] = self.province[other]
        if not self._reaches(index, self.province[other]):
            self._refuse(index, ILLEGAL, "support-unreachable")
        elif self.may_help is not None and self._is_refused(index, other, self.province[other]):
            return
        elif self.kind[other] == MOVE and self.status[other] != ILLEGAL:
            self._refuse(index, VOID, "support-unmatched")

    def _judge_support_move(self, index: int, order: SupportMove) -> None:
        board = self.board
        self.kind[index] = SUPPORT_MOVE
        other = self._supported(index, order.supported)
        if other < 0:
            return
        self.other[index] = other
        goal = board.number.get(order.to, -1)
        to = board.province_number[goal] if goal >= 0 else -1
        self.target[index] = to if to >= 0 else self.province[index]
        if to < 0 or not self._reaches(index, to):
            self._refuse(index, ILLEGAL, "support-unreachable")
        elif not self._may_arrive(other, goal, to, index):
            self._refuse(index, ILLEGAL, "support-impossible")
        elif self.may_help is not None and self._is_refused(index, other, to):
            return
        elif self.kind[other] != MOVE or self.status[other] == ILLEGAL or self.target[other] != to:
            self._refuse(index, VOID, "support-unmatched")
        elif goal != to and not self.is_army[other] and goal != self.to_place[other]:
            self._refuse(index, VOID, "support-coast")

    def _is_refused(self, index: int, other: int, to: int, *, convoy: bool = False) -> bool:
        """Whether the policy refuses a support or convoy, which is then void."""
        assert self.may_help is not None
        units = self.units
        refusal = self.may_help(units[index], units[other], self.board.codes[to], convoy=convoy)
        if refusal is None:
            return False
        self.refusal[index] = refusal
        self._refuse(index, VOID, "may-not-help")
        return True

    def _judge_following(self) -> None:
        """Note the moves that may not follow the unit that is ordered to leave their target."""
        legal = [
            self.kind[index] == MOVE and status == LEGAL for index, status in enumerate(self.status)
        ]
        for index, to in enumerate(self.target):
            leaver = self.occupant[to]
            if (
                legal[index]
                and leaver >= 0
                and legal[leaver]
                and not (
                    self.target[leaver] == self.province[index]
                    and not self.by_convoy[index]
                    and not self.by_convoy[leaver]
                )
            ):
                refusal = self.policy.may_follow(self.units[index], self.units[leaver])
                if refusal is not None:
                    self.contingent[index] = refusal

    def _may_arrive(self, index: int, goal: int, to: int, without: int) -> bool:
        """Whether a unit could come to a place, not convoyed by the unit `without`."""
        board = self.board
        start = self.province[index]
        if start == to:
            return False
        if not self.is_army[index]:
            if goal == to:
                return self._reaches(index, to)
            return goal in board.fleet_places[self.place[index]]
        if board.army_mask[start] >> to & 1:
            return True
        if not (board.coastal >> to & 1 and board.coastal >> start & 1):
            return False
        fleets = self.fleets & ~(1 << self.province[without])
        return is_carried(board, fleets, start, to)
