"""The strength that an order of the builds phase would buy, before the check that it can be paid.

An order that is not permitted gives a Refusal, any other a StrengthOffer. The same checks serve
the power's own units and those that it buys for states.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from generator.engine.units import Piece, Unit
from generator.engine.verdicts import Outcome
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.values import BolsterUnit, BuildUnit, BuyUnit
from generator.rulesets.europe.turn.feature import Refusal, StrengthOffer
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import build_words, unit_words


def offer_for(turn: Turn, power: str, order: Any) -> StrengthOffer | Refusal:
    """The offer for a power's order."""
    if isinstance(order, BuildUnit):
        return _own_unit(turn, power, order)
    if isinstance(order, BuyUnit):
        return _states_unit(turn, order)
    return _bolster(turn, power, order)


def _own_unit(turn: Turn, power: str, order: BuildUnit) -> StrengthOffer | Refusal:
    at, one = order.unit.province, turn.facts.powers[power]
    where, name = turn.board.name_of(at), one.name
    outlying = one.build_sites if turn.facts.builds.build_sites else ()
    if at not in one.centers and at not in outlying:
        said = f"{where} is no place in which {name} builds"
        states = [state for state in turn.states if turn.facts.states[state].home == at]
        if states and turn.facts.minor_builds.purchase != "none":
            said += f"; for the state itself it is BUILD {order.unit} FOR {states[0]}"
        return Refusal("illegal", "build-not-site", said)
    holder = turn.standing.holders[at]
    if holder != power:
        said = f"{where} is held by {turn.facts.name_of(holder)}" if holder else f"{where} is lost"
        return Refusal("illegal", "build-not-held", said)
    taken: tuple[Outcome, str] = ("illegal", "build-occupied")
    if at in turn.fresh:
        taken = ("excess", "build-no-site")
    return _new_unit(turn, power, order.unit, "build-made", taken)


def _states_unit(turn: Turn, order: BuyUnit) -> StrengthOffer | Refusal:
    refusal = _closed_to_buyers(turn, order.state, turn.facts.minor_builds.purchase)
    if refusal:
        return refusal
    minor = turn.facts.states[order.state]
    if not minor.home:
        return Refusal("illegal", "buy-no-center", f"{minor.name} has no center and no units")
    if order.unit.province != minor.home:
        said = f"{minor.name} gets new units in {turn.board.name_of(minor.home)} alone"
        return Refusal("illegal", "buy-not-home", said)
    # The state itself or a rival placed a unit there first: the order was possible.
    taken: tuple[Outcome, str] = ("illegal", "buy-occupied")
    if minor.home in turn.fresh:
        taken = ("void", "buy-taken")
    return _new_unit(turn, order.state, order.unit, "buy-made", taken)


def _closed_to_buyers(turn: Turn, state: str, terms: str) -> Refusal | None:
    """Why no one may buy for a state the strength that `terms` would sell for its kind, or None."""
    if state not in turn.states:
        return Refusal("illegal", "buy-not-aligned", f"there is no state {state}")
    name = turn.facts.name_of(state)
    if terms == "none":
        return Refusal("illegal", "buy-not-sold", f"nothing can be bought for {name}")
    if terms == "aligned" and not turn.standing.is_aligned(state):
        said = f"{name} is {turn.statuses[state].kind}, and only an aligned state can be bought for"
        return Refusal("illegal", "buy-not-aligned", said)
    return None


def bar_to_raising(turn: Turn, unit: Piece) -> tuple[str, str] | None:
    """Why a unit of this kind cannot come into being at this place: cause and sentence."""
    province = turn.board.provinces[unit.province]
    _, _, coast = unit.at.partition("/")
    if unit.kind not in ("A", "F"):
        return "build-type", "the order does not say whether army or fleet"
    if unit.kind == "A":
        if coast:
            return "build-coast", f"an army in {province.name} has no coast"
        return None
    if not turn.board.fleet_from(unit.province) and not province.coasts:
        return "build-type", f"{province.name} has no coast for a fleet"
    if province.coasts and coast not in province.coasts:
        coasts = " or ".join(f"({coast})" for coast in province.coasts)
        return "build-coast", f"a fleet in {province.name} needs its coast: {coasts}"
    if coast and not province.coasts:
        return "build-coast", f"{province.name} has one coast, without a name"
    return None


def _new_unit(
    turn: Turn, side: str, piece: Piece, cause: str, taken: tuple[Outcome, str]
) -> StrengthOffer | Refusal:
    """A new unit of a side. `taken` is the refusal if the place has another unit."""
    wrong = bar_to_raising(turn, piece)
    if wrong:
        return Refusal("illegal", *wrong)
    for owner, unit in turn.stands:
        if unit.province == piece.province:
            said = f"{unit_words(turn.facts, owner, unit)} stands there"
            return Refusal(*taken, said)
    new = Unit("A" if piece.kind == "A" else "F", piece.at)

    def deliver() -> None:
        turn.stands.append((side, new))
        turn.fresh.add(new.province)

    words = build_words(turn.facts, new)
    state = side if is_minor(side) else ""
    if state:
        words += f" for {turn.facts.name_of(state)}"
    return StrengthOffer("unit", cause, words, new, 1, deliver, state)


def _bolster(turn: Turn, power: str, order: BolsterUnit) -> StrengthOffer | Refusal:
    if order.state:
        refusal = _closed_to_buyers(turn, order.state, turn.facts.minor_builds.purchase)
        if refusal:
            return refusal
    side = order.state or power
    name = turn.facts.name_of(side)
    unit = unit_meant(turn, side, order.unit)
    if unit is None:
        named = {one.province: owner for owner, one in turn.stands}.get(order.unit.province, "")
        closed = is_minor(named) and turn.facts.minor_builds.purchase == "none"
        refusal = _closed_to_buyers(turn, named, "none") if closed else None
        return refusal or Refusal("illegal", "bolster-no-unit", _no_unit(turn, name, order))
    if order.points < 1:
        return Refusal("illegal", "bolster-no-unit", f"{order.points} points are nothing to buy")
    words = unit_words(turn.facts, side, unit)
    if {"A": "army", "F": "fleet"}[unit.kind] not in turn.facts.bolster.units:
        return Refusal("illegal", "bolster-fleet", f"{words} is no army, and only armies grow")
    where = turn.board.name_of(unit.province)
    if order.state:
        province = turn.facts.provinces.get(unit.province)
        is_center = province is not None and province.center > 0
        if "center" in turn.facts.bolster.minor_sites and not is_center:
            return Refusal("illegal", "minor-bolster-site", f"{where} has no center")
    elif bolster_site(turn, power, unit.province) not in turn.facts.bolster.sites:
        said = f"{where} is no center in which {name} bolsters"
        return Refusal("illegal", "bolster-site", said)
    limit = turn.facts.caps.army_strength
    if unit.strength + order.points > limit:
        said = f"{words} has strength {unit.strength}, and {limit} is the most"
        return Refusal("excess", "bolster-limit", said)
    after = replace(unit, strength=unit.strength + order.points)

    def deliver() -> None:
        turn.stands[turn.stands.index((side, unit))] = (side, after)

    cause = "minor-bolster-made" if order.state else "bolster-made"
    said = f"bolsters {words} to strength {after.strength}"
    return StrengthOffer("bolster", cause, said, after, order.points, deliver, order.state, True)


def _no_unit(turn: Turn, name: str, order: BolsterUnit) -> str:
    for owner, unit in turn.stands:
        if unit.province == order.unit.province and is_minor(owner) and not order.state:
            said = f"BOLSTER {order.unit} FOR {owner} {order.points}"
            return f"{unit_words(turn.facts, owner, unit)} is not {name}'s; for the state: {said}"
    return f"{name} has no {order.unit}"


def bolster_site(turn: Turn, power: str, code: str) -> str:
    """The kind of center that a province is for a power: "home_center", "build_site",
    "captured_center", "allied_center"; "" if none of these."""
    province = turn.facts.provinces.get(code)
    if province is None or not province.center:
        return ""
    standing = turn.standing
    holder = standing.holders[code]
    if holder == power:
        if standing.owners[code] != power:
            return "captured_center"
        return "build_site" if code in turn.facts.powers[power].build_sites else "home_center"
    if is_minor(holder):
        lord = standing.lord_of(holder)
        return "allied_center" if lord == power or standing.allied(lord, power) else ""
    return "allied_center" if standing.allied(holder, power) else ""


def unit_meant(turn: Turn, side: str, piece: Piece) -> Unit | None:
    """The unit of a side that an order names, or None. A coast need not be written."""
    for owner, unit in turn.stands:
        if owner == side and unit.province == piece.province:
            fits = piece.kind in ("", unit.kind) and piece.at in (unit.at, unit.province)
            return unit if fits else None
    return None
