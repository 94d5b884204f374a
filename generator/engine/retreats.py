"""Retreats: where a dislodged unit may go, and the results of the retreats that were ordered.

Rulesets differ in who may retreat at all and in which provinces are closed to whom; both come in
as values, so that nothing here asks which ruleset is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from generator.engine.board import Board, province_of
from generator.engine.orders.values import AnyOrder, Disband, Move, Retreat
from generator.engine.units import Unit
from generator.engine.verdicts import Outcome


class Stranded(Struct, frozen=True):
    """A dislodged unit that waits for its retreat.

    `attacker_from` is the province that its attacker came from, or None where that one does not
    matter (the attacker came by convoy). `places` are the places it may retreat to, sorted.
    """

    owner: str
    unit: Unit
    attacker_from: str | None
    places: tuple[str, ...]


class Fate(Struct, frozen=True):
    """The fate of a dislodged unit.

    `to` is the place that it reaches, or None: it is disbanded. `cause` is what decided;
    `rivals` are the indexes of the units that wanted the same province.
    """

    outcome: Outcome
    cause: str
    to: str | None = None
    rivals: tuple[int, ...] = ()


def mask_of(board: Board, places: Iterable[str]) -> int:
    """The provinces of `places` as a bit set of the board."""
    mask = 0
    for place in places:
        mask |= 1 << board.province_number[board.number[place]]
    return mask


def retreat_places(board: Board, unit: Unit, barred: int) -> tuple[str, ...]:
    """The places that `unit` can reach on its own and that `barred` leaves open, sorted.

    barred: bit set of the provinces that are occupied, contested, the attacker's or otherwise
    closed to the unit.
    """
    if unit.kind == "A":
        codes = board.codes
        found = []
        free = board.army_mask[board.number[unit.province]] & ~barred
        while free:
            low = free & -free
            found.append(codes[low.bit_length() - 1])
            free ^= low
        return tuple(found)
    number, province = board.number, board.province_number
    return tuple(
        place for place in board.fleet_from(unit.at) if not barred >> province[number[place]] & 1
    )


def retreat_target(stranded: Stranded, to: str) -> str | None:
    """The place that a retreat ordered to `to` means, or None where it is not open to the unit.

    A coast left out is filled in where only one will do; an army's coast is disregarded.
    """
    if to in stranded.places:
        return to
    if stranded.unit.kind == "A":
        return province_of(to) if province_of(to) in stranded.places else None
    if "/" in to:
        return None
    fitting = [place for place in stranded.places if province_of(place) == to]
    return fitting[0] if len(fitting) == 1 else None


def resolve_retreats(
    stranded: Sequence[Stranded], orders: Sequence[AnyOrder | None]
) -> tuple[Fate, ...]:
    """The fates of the dislodged units, parallel to `stranded` and to `orders`.

    Units that retreat to one province are all disbanded; so is a unit without a legal order. The
    cause of an impossible retreat is left to `why_barred` and is here as "retreat-barred".
    """
    targets: list[str | None] = []
    takers: dict[str, list[int]] = {}
    for index, (unit, order) in enumerate(zip(stranded, orders, strict=True)):
        to = None
        if isinstance(order, Retreat) or (isinstance(order, Move) and not order.via):
            to = retreat_target(unit, order.to)
        targets.append(to)
        if to is not None:
            takers.setdefault(province_of(to), []).append(index)
    fates = []
    for index, (unit, order, to) in enumerate(zip(stranded, orders, targets, strict=True)):
        if to is not None:
            rivals = tuple(other for other in takers[province_of(to)] if other != index)
            if rivals:
                fates.append(Fate("bounce", "retreat-collision", None, rivals))
            else:
                fates.append(Fate("success", "retreat-made", to))
        elif isinstance(order, Disband):
            fates.append(Fate("success", "retreat-disband"))
        elif order is not None:
            fates.append(Fate("illegal", "retreat-barred"))
        elif unit.places:
            fates.append(Fate("success", "retreat-no-order"))
        else:
            fates.append(Fate("success", "retreat-nowhere"))
    return tuple(fates)


def why_barred(
    board: Board, stranded: Stranded, order: AnyOrder, occupied: int, contested: int
) -> tuple[str, str]:
    """The cause that bars a retreat, and the sentence for people.

    occupied, contested: bit sets of provinces, as they were after movement.
    """
    here = board.name_of(stranded.unit.province)
    if isinstance(order, Move) and order.via:
        return "retreat-by-convoy", "no convoy carries a retreat"
    if not isinstance(order, (Retreat, Move)):
        return (
            "retreat-not-dislodged",
            f"a dislodged {noun(stranded.unit)} may only retreat or be disbanded",
        )
    to = province_of(order.to)
    there = board.name_of(to)
    number, target = board.number[stranded.unit.province], board.number[to]
    reachable = (
        board.army_mask[number]
        if stranded.unit.kind == "A"
        else board.fleet_mask[board.number[stranded.unit.at]]
    )
    if not reachable >> target & 1:
        if stranded.unit.kind == "A" and board.touching_seas[number] & board.touching_seas[target]:
            return (
                "retreat-by-convoy",
                f"{here} and {there} do not touch, and no convoy carries a retreat",
            )
        unit, at = noun(stranded.unit, article=True), board.name_of(stranded.unit.at)
        return "retreat-not-adjacent", f"{unit} in {at} cannot go to {there}"
    if to == stranded.attacker_from:
        return "retreat-attacker", f"the attack on {here} came from {there}"
    if occupied >> target & 1:
        return "retreat-occupied", f"{there} is occupied"
    if contested >> target & 1:
        return "retreat-contested", f"a standoff left {there} empty in this phase"
    if stranded.unit.kind == "F" and not _fleet_reaches(board, stranded.unit, order.to):
        coasts = " or ".join(
            at for at in board.fleet_from(stranded.unit.at) if province_of(at) == to
        )
        if "/" not in order.to:
            return "coast-needed", f"the order must name a coast of {there}: {coasts}"
        return "retreat-not-adjacent", f"only {coasts} can be reached from {here}"
    open_to = ", ".join(stranded.places) or "nowhere"
    return "retreat-closed", f"{there} is not open to this retreat (open: {open_to})"


def _fleet_reaches(board: Board, unit: Unit, to: str) -> bool:
    """Whether a fleet reaches the place as named; a coast may be left out where one will do."""
    near = board.fleet_from(unit.at)
    return to in near or sum(province_of(place) == to for place in near) == 1


def explain_retreat(board: Board, stranded: Sequence[Stranded], index: int, fate: Fate) -> str:
    """The sentence that explains a fate other than an impossible retreat."""
    one = stranded[index]
    unit, here = noun(one.unit), board.name_of(one.unit.at)
    if fate.cause == "retreat-made":
        return f"the {unit} retreats from {here} to {board.name_of(fate.to or '')}"
    if fate.cause == "retreat-collision":
        others = [stranded[rival].unit for rival in fate.rivals]
        named = " and ".join(f"the {noun(unit)} from {board.name_of(unit.at)}" for unit in others)
        verb, all_of_them = ("wants", "both") if len(others) == 1 else ("want", "all")
        return f"{named} {verb} the same province; {all_of_them} are disbanded"
    if fate.cause == "retreat-nowhere":
        return f"the {unit} from {here} has nowhere to go and is disbanded"
    if fate.cause == "retreat-no-order":
        return f"no retreat was ordered; the {unit} from {here} is disbanded"
    return f"the {unit} from {here} is disbanded as ordered"


def noun(unit: Unit, *, article: bool = False) -> str:
    """The word for the unit: "army", "a fleet"."""
    word, lead = ("army", "an") if unit.kind == "A" else ("fleet", "a")
    return f"{lead} {word}" if article else word
