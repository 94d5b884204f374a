"""Autonomy: units of minor states that do not leave a threatened home, or return to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from generator.engine.board import province_of
from generator.engine.events import EventKind
from generator.engine.movement import judge_orders
from generator.engine.orders import AnyOrder, Convoy, Move, SupportHold, SupportMove
from generator.engine.units import Unit
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import Minor
from generator.rulesets.europe.state.state import Stand
from generator.rulesets.europe.turn.feature import Feature, Overruled
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import named_place, side_in, unit_words

Orders = Sequence[AnyOrder | None]


OVERRULED: Final = EventKind(
    "order-overruled",
    section="Orders that states do not follow",
    topics=("war",),
    weight=12,
    says="{what}: {why}",
    columns={
        "State": side_in("state"),
        "Unit in": lambda facts, event: named_place(facts, event.provinces[0]),
        "Ordered": lambda facts, event: event.data["ordered"] or "-",
        "Does": lambda facts, event: event.data["does"] or "holds",
        "Why": "why",
    },
)


class Autonomy(Feature):
    """Lets units of aligned states hold at home, or go home, whatever their patron orders.

    Only positions before movement count, and wars in effect.
    """

    events = (OVERRULED,)

    def overrule(
        self, turn: Turn, stands: Sequence[Stand], orders: Orders
    ) -> Mapping[int, Overruled]:
        found: dict[int, Overruled] = {}
        own: dict[str, list[int]] = {}
        for index, (owner, _) in enumerate(stands):
            if owner in turn.facts.states:
                own.setdefault(owner, []).append(index)
        for code, units in own.items():
            state, standing = turn.facts.states[code], turn.standing
            if (
                not standing.is_aligned(code)
                or not state.home
                or standing.holders[state.home] != code
            ):
                continue
            threats = tuple(_threats(turn, stands, state))
            if not threats:
                continue
            at_home = next((n for n in units if stands[n][1].province == state.home), None)
            if at_home is not None:
                found |= _stay(turn, stands, orders, at_home, threats)
            elif all(unit.province != state.home for _, unit in stands):
                found |= _return(turn, stands, orders, state, units, threats)
        for index, overruled in found.items():
            _report(turn, stands[index], orders[index], overruled)
        return found


def _threats(turn: Turn, stands: Sequence[Stand], state: Minor) -> Iterator[str]:
    """The provinces and seas from which an enemy threatens a state's home center."""
    standing = turn.standing
    patron = standing.lord_of(state.code)
    for owner, unit in stands:
        if standing.at_war(standing.side_of(owner), patron) and _ways(turn, unit, state.home):
            yield unit.province


def _ways(turn: Turn, unit: Unit, province: str) -> tuple[str, ...]:
    """The places in a province that a unit could move to without help."""
    board = turn.board
    near = board.army_from(unit.at) if unit.kind == "A" else board.fleet_from(unit.at)
    return tuple(to for to in near if province_of(to) == province)


def _deed(turn: Turn, stands: Sequence[Stand], orders: Orders, index: int) -> AnyOrder | None:
    """The order of a unit if the map lets it do that, None for a hold.

    Whether it is entitled to go there is another question: an order to move is one to move.
    """
    alone = [order if number == index else None for number, order in enumerate(orders)]
    judged = judge_orders(turn.board, stands, alone)[index]  # type: ignore[arg-type]
    return None if judged.status == "illegal" else orders[index]


def _stay(
    turn: Turn, stands: Sequence[Stand], orders: Orders, index: int, threats: tuple[str, ...]
) -> dict[int, Overruled]:
    """The unit on its home center holds if an enemy is beside it, but for where it goes itself."""
    order = orders[index]
    if not isinstance(order, Move):
        return {}
    others = [code for code in threats if code != province_of(order.to)]
    if not others or _deed(turn, stands, orders, index) is None:
        return {}
    return {index: (None, ("autonomy-stays", f"refused: enemy in {_names(turn, others)}"))}


def _return(
    turn: Turn,
    stands: Sequence[Stand],
    orders: Orders,
    state: Minor,
    units: Sequence[int],
    threats: tuple[str, ...],
) -> dict[int, Overruled]:
    """One unit beside the empty home center goes there, unless one is ordered to already."""
    deeds = {index: _deed(turn, stands, orders, index) for index in units}
    if any(type(deed) is Move and province_of(deed.to) == state.home for deed in deeds.values()):
        return {}
    able = [
        index
        for index in units
        if _ways(turn, stands[index][1], state.home)
        and not _is_exempt(turn, stands[index], deeds[index])
    ]
    if not able:
        return {}
    index = min(able, key=lambda one: (_rank(deeds[one]), stands[one][1].province))
    unit = stands[index][1]
    order = Move(unit.piece, _ways(turn, unit, state.home)[0])
    home = turn.board.name_of(state.home)
    why = f"replaced: {home} is empty, enemy in {_names(turn, threats)}"
    return {index: (order, ("autonomy-returns", why))}


def _is_exempt(turn: Turn, stand: Stand, deed: AnyOrder | None) -> bool:
    """Whether a unit may stay abroad, in a foreign center that its state holds."""
    owner, unit = stand
    capture = turn.captures.get(unit.province)
    if capture is None or capture.holder != owner:
        return False
    return turn.facts.provinces[unit.province].center > 0 and type(deed) is Move


_HELP: Final = (SupportHold, SupportMove, Convoy)


def _rank(deed: AnyOrder | None) -> int:
    """Which of several units returns: first one that holds, then one that helps, then a mover."""
    return 2 if type(deed) is Move else 1 if isinstance(deed, _HELP) else 0


def _names(turn: Turn, codes: Sequence[str]) -> str:
    return listed(turn.board.name_of(code) for code in codes)


def _report(turn: Turn, stand: Stand, order: AnyOrder | None, overruled: Overruled) -> None:
    owner, unit = stand
    instead, (cause, why) = overruled
    words = unit_words(turn.facts, owner, unit)
    does = "stays at home" if instead is None else "goes home"
    # The orders of handlers are secret; the action of the unit is public.
    secret = turn.facts.states[owner].handled
    patron = turn.standing.side_of(owner)
    turn.report(
        OVERRULED,
        cause,
        OVERRULED.text(what=f"{words} {does}", why=why),
        (patron,),
        state=owner,
        unit=str(unit),
        ordered="" if secret or order is None else str(order),
        does="" if instead is None else str(instead),
    )
