"""The map of a moment: land by who holds it and how, pieces, markers, orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from msgspec.structs import replace

from generator.engine.board import province_of
from generator.engine.movement.routes import shortest_route
from generator.engine.orders.values import (
    AnyOrder,
    Convoy,
    Move,
    SupportMove,
)
from generator.engine.phases import Resolution
from generator.engine.picture import (
    CenterSign,
    MarkSign,
    OrderSign,
    Paint,
    Picture,
    UnitSign,
    sign_of,
)
from generator.engine.units import Unit
from generator.engine.verdicts import Verdict
from generator.rulesets.europe.data.facts import Confession, Facts, is_minor
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import BuildUnit, BuyUnit, DisbandUnit
from generator.rulesets.europe.steps.unit_orders import DISLODGED, EVICTED
from generator.rulesets.europe.telling.report import position_words, summarize
from generator.rulesets.europe.turn.edition import Edition

_MARKS: Final[Mapping[str, Literal["catholic", "protestant", "islamic"]]] = MappingProxyType(
    {"catholic": "catholic", "protestant": "protestant", "muslim": "islamic"}
)

Looks = Mapping[str, Literal["dislodged", "evicted"]]
"""The look of a unit in a province that has to leave, or will be gone."""


def picture_of_position(edition: Edition, state: EuropeState) -> Picture:
    """The position that waits for orders, or the one in which the game ended."""
    title = edition.course.title(state.moment)
    subtitle = state.ending.text if state.ending else ""
    return _picture(
        edition, state, _unit_signs(edition, state), (), title, subtitle, position_words(state)
    )


def picture_of_phase(
    edition: Edition, before: EuropeState, resolution: Resolution[EuropeState]
) -> Picture:
    """The map of a phase.

    Movement and retreats are drawn on the position before them, with the statuses and markers that
    politics of the same phase have settled. All other phases show the statuses, captures and
    markers that they left; with them map adjustment and builds show the units that are new or gone.
    """
    phase, after = edition.course[resolution.moment.phase], resolution.state
    title = edition.course.title(resolution.moment)
    words = " ".join([f"{title}.", *summarize(edition, before, resolution), position_words(after)])
    if phase.units:
        shown = before
        if "politics" in phase.traits:
            settled = {name: getattr(after, name) for name in ("infs", "statuses", "markers")}
            shown = replace(before, **settled)
        orders = tuple(_order_signs(shown, resolution.verdicts, phase.units == "retreat"))
        leavers = _leavers(resolution, orders) if phase.units == "movement" else {}
        signs = _unit_signs(edition, shown, leavers)
        return _picture(edition, shown, signs, orders, title, "", words)
    orders = tuple(_build_signs(resolution))
    return _picture(
        edition, after, _changed_signs(edition, before, after), orders, title, "", words
    )


def marker_sign(confessions: Mapping[str, Confession], name: str, confession: str) -> MarkSign:
    """The marker of a confession on the seat of the state of that name."""
    return MarkSign(_MARKS[confession], f"{name}: {confessions[confession].name} marker")


def _picture(
    edition: Edition,
    state: EuropeState,
    units: tuple[UnitSign, ...],
    orders: tuple[OrderSign, ...],
    title: str,
    subtitle: str,
    words: str,
) -> Picture:
    facts = state.facts
    holders = state.standing.holders
    values = {
        **{code: one.center or one.value for code, one in facts.provinces.items()},
        **facts.seas,
    }
    values = {code: value for code, value in values.items() if value}
    places = dict.fromkeys((*facts.centers, *values))
    lines = [line for feature in edition.features for line in feature.picture_lines(state)]
    apart = [minor.name for minor in facts.states.values() if not minor.pliant]
    # The words of the legend for signs that mean something else in this edition.
    legend = {"hatched": ", ".join(apart)} if apart else {}
    legend |= {"disc": "home center"} if facts.map.home_centers else {}
    return Picture(
        board=facts.board.name,
        title=title,
        subtitle=subtitle,
        land=MappingProxyType(
            {c: h for c, h in holders.items() if h in facts.powers and c not in state.captures}
        ),
        centers=MappingProxyType(
            {code: holders[code] if holders.get(code) in facts.powers else None for code in places}
        ),
        units=units,
        orders=orders,
        fills=MappingProxyType(_fills(state)),
        values=MappingProxyType(values),
        center_kinds=MappingProxyType(_center_kinds(facts, values)),
        markers=MappingProxyType(_markers(edition, state)),
        corner=tuple(lines),
        style="blocks",
        description=words,
        powers=state.living,
        words=MappingProxyType(legend),
    )


def _center_kinds(facts: Facts, values: Mapping[str, int]) -> dict[str, CenterSign]:
    """The looks of centers that are not plain discs.

    `center_signs` in the table `map` of the facts gives one to each value of a center.
    """
    by_value = facts.map.center_signs
    kinds: dict[str, CenterSign] = {
        code: by_value[str(value)]
        for code, value in facts.centers.items()
        if str(value) in by_value
    }
    if facts.map.home_centers:
        homes = {code for power in facts.powers.values() for code in power.centers}
        kinds |= dict.fromkeys((code for code in facts.centers if code not in homes), "open")
    kinds |= dict.fromkeys((code for code in values if code not in facts.centers), "triangle")
    bonus = [item.province for item in facts.scoring.items if item.province in facts.centers]
    return kinds | dict.fromkeys(bonus, "double")


def _fills(state: EuropeState) -> dict[str, Paint]:
    """Every province that is not simply held by the power that owns it."""
    standing, facts = state.standing, state.facts
    fills = {}
    for code, holder in standing.holders.items():
        owner = standing.owners[code]
        native = owner if owner in facts.powers and owner != holder else ""
        # A power that has lost it shows by its color; a state, or a fallen power, has none.
        hatched = facts.map.hatched_states and code in state.captures and not native
        if not holder:
            fills[code] = Paint("unaligned")
        elif is_minor(holder):
            status = state.statuses[holder]
            kind = "unaligned" if status.kind == "captured" else status.kind
            fills[code] = Paint(kind, status.patron, native, holder, hatched)
            if not facts.states[holder].pliant:
                fills[code] = Paint("neutral", "", native, holder, hatched=not native)
        elif code in state.captures:
            fills[code] = Paint(
                "captured", holder, native, owner if is_minor(owner) else "", hatched
            )
    return fills


def _markers(edition: Edition, state: EuropeState) -> dict[str, tuple[MarkSign, ...]]:
    facts = state.facts
    confessions = facts.confessions
    found: dict[str, tuple[MarkSign, ...]] = {
        facts.states[code].seat: (marker_sign(confessions, facts.name_of(code), confession),)
        for code, confession in state.markers.items()
    }
    for code, sign in edition.marks(state).items():
        found[code] = (*found.get(code, ()), sign)
    return found


# --- units


def _unit_signs(
    edition: Edition, state: EuropeState, away: Looks = MappingProxyType({})
) -> tuple[UnitSign, ...]:
    signs = [
        _unit_sign(edition, state, side, unit, away.get(unit.province, "normal"))
        for side, unit in state.stands
    ]
    # A unit that drove another out and may not stay keeps the place: one more fits next to it.
    driven = {one.unit.province for one in state.displaced if one.cause == "dislodged"}
    for displaced in state.displaced:
        stays = displaced.cause == "evicted" and displaced.unit.province in driven
        look = "normal" if stays else displaced.cause
        signs.append(_unit_sign(edition, state, displaced.owner, displaced.unit, look))
    return tuple(signs)


def _unit_sign(
    edition: Edition,
    state: EuropeState,
    side: str,
    unit: Unit,
    look: Literal["normal", "dislodged", "evicted", "built", "removed"],
) -> UnitSign:
    letter = edition.unit_letter(state, side, unit)
    if not is_minor(side):
        return edition.unit_sign(state, UnitSign(side, unit, look, letter=letter))
    minor = state.facts.states[side]
    flag = state.facts.map.minor_bonus
    return UnitSign("", unit, look, minor.label or side[:2].title(), flag, letter=letter)


def _leavers(
    resolution: Resolution[EuropeState], orders: Iterable[OrderSign]
) -> dict[str, Literal["dislodged", "evicted"]]:
    """The places of units before the phase that were driven out or may not stay where they are."""
    came_from = {
        province_of(sign.target): province_of(sign.at)
        for sign in orders
        if sign.kind == "move" and sign.outcome == "success"
    }
    looks: dict[str, Literal["dislodged", "evicted"]] = {}
    for event in resolution.events:
        if event.kind == EVICTED.slug:
            at = event.provinces[0]
            looks[came_from.get(at, at)] = "evicted"
        elif event.kind == DISLODGED.slug:
            looks[event.provinces[0]] = "dislodged"
    return looks


def _changed_signs(
    edition: Edition, before: EuropeState, after: EuropeState
) -> tuple[UnitSign, ...]:
    """The units after a phase in which none moves, and those that are gone."""
    there, here = before.at, after.at
    signs = [
        _unit_sign(edition, after, side, unit, "built" if _is_new(there, side, unit) else "normal")
        for side, unit in after.stands
    ]
    # Two units cannot be drawn in one place: what is new there tells of what is gone.
    signs += [
        _unit_sign(edition, before, side, unit, "removed")
        for side, unit in before.stands
        if unit.province not in here
    ]
    return tuple(signs)


def _is_new(there: Mapping[str, tuple[str, Unit]], side: str, unit: Unit) -> bool:
    """Whether a unit is another one than was in its place before, whatever its strength was."""
    if unit.province not in there:
        return True
    owner, old = there[unit.province]
    return (owner, old.kind, old.at) != (side, unit.kind, unit.at)


# --- orders


def _build_signs(resolution: Resolution[EuropeState]) -> Iterable[OrderSign]:
    """The units that powers build and give up; what did not happen is not drawn."""
    here = resolution.state.at
    for number, verdict in enumerate(resolution.verdicts, 1):
        order = verdict.meant if verdict.outcome == "success" else None
        if isinstance(order, BuildUnit | BuyUnit) and order.unit.province in here:
            yield OrderSign(number, verdict.power, "build", order.unit.at, "success")
        elif isinstance(order, DisbandUnit) and order.unit.province not in here:
            yield OrderSign(number, verdict.power, "remove", order.unit.at, "success")


def _order_signs(
    before: EuropeState, verdicts: Sequence[Verdict], retreats: bool
) -> Iterable[OrderSign]:
    orders = [one.meant if isinstance(one.meant, AnyOrder) else None for one in verdicts]
    standing: dict[str, tuple[str, Unit]] = dict(before.at)
    if retreats:
        standing = {one.unit.province: (one.owner, one.unit) for one in before.displaced}
    helped = _helped(standing, verdicts, orders)
    for number, (verdict, order) in enumerate(zip(verdicts, orders, strict=True), 1):
        if order is None or not hasattr(order, "unit"):
            continue
        there = standing.get(province_of(order.unit.at))
        # Orders of secret handlers appear under the state's name, and are drawn as the state's own.
        side = "" if there is None else before.standing.side_of(there[0])
        kind, target, to = sign_of(order)
        if there is None or kind is None or verdict.power not in (side, there[0]):
            continue
        strength = 1 if kind in ("convoy", "retreat", "disband") else there[1].strength
        if isinstance(order, Move) and verdict.outcome != "illegal":
            strength += helped.get((order.unit.province, province_of(order.to)), 0)
        seas = _convoy_seas(before, orders, order)
        # Units that no power commands are drawn in the color of no power.
        owner, at = "" if is_minor(side) else side, there[1].at
        yield OrderSign(number, owner, kind, at, verdict.outcome, target, to, seas, strength)


def _helped(
    standing: Mapping[str, tuple[str, Unit]],
    verdicts: Iterable[Verdict],
    orders: Iterable[AnyOrder | None],
) -> dict[tuple[str, str], int]:
    """The strength that supports lend to moves, from where to where."""
    helped: dict[tuple[str, str], int] = {}
    for verdict, order in zip(verdicts, orders, strict=True):
        if verdict.outcome == "success" and isinstance(order, SupportMove):
            move = (order.supported.province, province_of(order.to))
            _, unit = standing.get(order.unit.province, ("", None))
            helped[move] = helped.get(move, 0) + (unit.strength if unit else 0)
    return helped


def _convoy_seas(
    before: EuropeState, orders: Sequence[AnyOrder | None], order: AnyOrder
) -> tuple[str, ...]:
    """The shortest chain of fleets that were ordered to carry a move; empty if it goes by land."""
    if not isinstance(order, Move) or order.unit.kind == "F":
        return ()
    board = before.facts.board
    start, to = board.number[order.unit.province], board.number.get(order.to, -1)
    if to < 0 or (board.army_mask[start] >> to & 1 and not order.via):
        return ()
    fleets = 0
    for given in orders:
        if (
            isinstance(given, Convoy)
            and given.army.province == order.unit.province
            and given.to == order.to
            and given.unit.province in board.number
        ):
            fleets |= 1 << board.number[given.unit.province]
    route = shortest_route(board, fleets, start, to)
    return tuple(board.codes[sea] for sea in route) if route else ()
