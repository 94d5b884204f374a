"""The forms of the family's own orders, phase by phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from generator.engine.errors import GameError
from generator.engine.units import Piece
from generator.rulesets.europe.orders.forms import Form
from generator.rulesets.europe.values import (
    BolsterUnit,
    BuildUnit,
    BuyUnit,
    DeclarationKind,
    Declare,
    DiplomaticAttack,
    DisbandUnit,
    MinorBuild,
    MinorDisband,
    PlaceInfs,
    ReduceUnit,
    Transfer,
    TransferKind,
    Vote,
)

__all__ = ["BUILDS", "DIPLOMACY", "VOTES"]

Slots = Mapping[str, Any]
Make = Callable[[Slots], Any]


def _place(slots: Slots) -> Any:
    return PlaceInfs(slots["number"], slots["state"])


def _attack(slots: Slots) -> Any:
    return DiplomaticAttack(slots["state"], slots["power"])


def _nothing(slots: Slots) -> tuple[()]:
    return ()


def _declare(kind: DeclarationKind) -> Make:
    def make(slots: Slots) -> Any:
        return tuple(Declare(kind, power) for power in slots["powers"])

    return make


def _transfer(kind: TransferKind) -> Make:
    def make(slots: Slots) -> Any:
        return Transfer(
            kind, slots["amount"], slots["to"], slots.get("interest", 0), slots.get("due", 0)
        )

    return make


def _typed(unit: Piece) -> Piece:
    if not unit.kind:
        hint = f"write BUILD A {unit.at} or BUILD F {unit.at}"
        raise GameError("the order does not say whether army or fleet", hint=hint)
    return unit


def _build(slots: Slots) -> Any:
    return tuple(BuildUnit(_typed(unit)) for unit in slots["units"])


def _buy(slots: Slots) -> Any:
    return BuyUnit(_typed(slots["unit"]), slots["state"])


def _bolster(slots: Slots) -> Any:
    return BolsterUnit(slots["unit"], slots.get("points", 1), slots.get("state", ""))


def _reduce(slots: Slots) -> Any:
    return ReduceUnit(slots["unit"], slots.get("points", 1))


def _disband(slots: Slots) -> Any:
    return tuple(DisbandUnit(unit) for unit in slots["units"])


def _minor_build(slots: Slots) -> Any:
    return MinorBuild(slots["state"], slots["kind"], slots.get("coast", ""))


def _minor_disband(slots: Slots) -> Any:
    return MinorDisband(slots["state"], slots["unit"])


def _extend(slots: Slots) -> Any:
    return Vote("extend", slots.get("years", 1))


_INFS = "(INFS|INF|INFLUENCE|POINTS|POINT)"
_INTO = "(IN|TO|INTO|FOR|ON|-)"
_TP = "[TP|TPS|DUCATS]"
_TERMS = f"[(INTEREST|AT) {{interest:number}} {_TP} [INTEREST]]"
_DUE = "[(DUE|REPAY|UNTIL|BY) [IN|BY] {due:year}]"
_LATE = f"{_DUE} {_TERMS} {_DUE}"
_POINTS = "[BY|+] {points:number} [POINT|POINTS]"
_NONE = "(NONE|NOBODY|NOTHING|-)"

# A sheet that says that it wants nothing is a sheet.
_PASS: Final = Form("(NONE|NOTHING|PASS|WAIVE|NO ORDERS|NO ORDER)", _nothing, "PASS")

DIPLOMACY: Final = (
    Form(f"{{number:number}} [{_INFS}] [{_INTO}] {{state:state}}", _place, "5: BRE"),
    Form(f"{{state:state}} [{_INTO}] {{number:number}} [{_INFS}]", _place, "5: BRE"),
    Form(
        f"(PLACE|PUT|DEPOSIT|{_INFS}) {{number:number}} [{_INFS}] [{_INTO}] {{state:state}}",
        _place,
        "5: BRE",
    ),
    Form(
        f"(PLACE|PUT|DEPOSIT|{_INFS}) {{state:state}} {{number:number}} [{_INFS}]",
        _place,
        "5: BRE",
    ),
    Form("{state:state} > {power:power}", _attack, "BRAP > FRANCE"),
    Form(
        "[DIPLOMATIC] (ATTACK|DA) [ON|IN] {state:state} (>|AGAINST|VS|V) {power:power}",
        _attack,
        "BRAP > FRANCE",
    ),
    Form(
        f"[DIPLOMATIC] (ATTACK|DA) [ON|AGAINST] {{power:power}} [{_INFS}] IN {{state:state}}",
        _attack,
        "BRAP > FRANCE",
    ),
    Form(
        "[DECLARE|DECLARES] WAR [ON|AGAINST|WITH|TO] {powers:powers}", _declare("war"), "WAR: SPAIN"
    ),
    Form("WARS [ON|AGAINST|WITH] {powers:powers}", _declare("war"), "WAR: SPAIN"),
    Form(
        "[DECLARE|OFFER|PROPOSE|MAKE|FORM] (ALLIANCE|ALLIANCES|ALLY|ALLIES|ALLIED) [WITH|TO]"
        " {powers:powers}",
        _declare("alliance"),
        "ALLIANCE: SPAIN, ENGLAND",
    ),
    Form(
        "(DISSOLVE|DISSOLUTION) [OF] [ALLIANCE|ALLIANCES] [WITH] {powers:powers}",
        _declare("dissolution"),
        "DISSOLVE: SPAIN",
    ),
    Form(
        "(LEAVE|END|BREAK) (ALLIANCE|ALLIANCES) [WITH] {powers:powers}",
        _declare("dissolution"),
        "DISSOLVE: SPAIN",
    ),
    Form(
        "(ALLIANCE|ALLIANCES) (DISSOLVED|ENDED|ENDS) [WITH] {powers:powers}",
        _declare("dissolution"),
        "DISSOLVE: SPAIN",
    ),
    Form(
        "(END|STOP) (WAR|WARS) [WITH|AGAINST|ON] {powers:powers}",
        _declare("armistice"),
        "ARMISTICE: SPAIN",
    ),
    Form(
        "[DECLARE|OFFER|PROPOSE|MAKE] (ARMISTICE|ARMISTICES|PEACE) [WITH|TO] {powers:powers}",
        _declare("armistice"),
        "ARMISTICE: SPAIN",
    ),
    Form(
        f"({_INFS}|[DIPLOMATIC] (ATTACK|ATTACKS)|WAR|WARS|ALLIANCE|ALLIANCES|DISSOLVE|ARMISTICE"
        f"|ARMISTICES|PEACE|DECLARATIONS) {_NONE}",
        _nothing,
        "WAR: NONE",
    ),
    Form(
        f"NO ({_INFS}|[DIPLOMATIC] (ATTACK|ATTACKS)|WAR|WARS|ALLIANCE|ALLIANCES|ARMISTICE"
        "|DECLARATIONS|DECLARATION)",
        _nothing,
        "WAR: NONE",
    ),
    _PASS,
)

BUILDS: Final = (
    Form("(BUILD|BUILDS|RAISE|B) {units:units}", _build, "BUILD A PAR"),
    Form(
        "(BUY|BUILD|BUILDS|RAISE) {unit:unit} (FOR|IN) {state:state}", _buy, "BUILD A HES FOR HES"
    ),
    Form("(BUY|BUILD|BUILDS|RAISE) FOR {state:state} {unit:unit}", _buy, "BUILD A HES FOR HES"),
    Form("(BUY|BUILD|BUILDS|RAISE) {state:state} {unit:unit}", _buy, "BUILD A HES FOR HES"),
    Form("+ {units:units}", _build, "BUILD A PAR"),
    Form(f"BOLSTER {{unit:unit}} [{_POINTS}]", _bolster, "BOLSTER A BUR 2"),
    Form(
        f"BOLSTER {{unit:unit}} FOR {{state:state}} [{_POINTS}]",
        _bolster,
        "BOLSTER A SAA FOR HES 1",
    ),
    Form(
        f"BOLSTER {{unit:unit}} {_POINTS} FOR {{state:state}}",
        _bolster,
        "BOLSTER A SAA FOR HES 1",
    ),
    Form(f"BOLSTER {{state:state}} {{unit:unit}} [{_POINTS}]", _bolster, "BOLSTER A SAA FOR HES 1"),
    Form(f"REDUCE {{unit:unit}} [{_POINTS}]", _reduce, "REDUCE A PAR 1"),
    Form("(DISBAND|REMOVE|DISBANDS) {units:units}", _disband, "DISBAND F LON"),
    Form(
        "[MINOR] {state:state} (BUILD|BUILDS) {kind:type} [{coast:coast}]",
        _minor_build,
        "MINOR IRE BUILDS F (EC)",
    ),
    Form(
        "[MINOR] {state:state} (DISBAND|DISBANDS|REMOVES|REMOVE) {unit:unit}",
        _minor_disband,
        "MINOR HES DISBANDS A SAA",
    ),
    Form(
        f"(LOAN|LEND|LOANS|LENDS) {{amount:number}} {_TP} [TO] {{to:power}} {_LATE}",
        _transfer("loan"),
        "LOAN 5 TO SPAIN INTEREST 1 DUE 1625",
    ),
    Form(
        f"(LOAN|LEND|LOANS|LENDS) {{to:power}} {{amount:number}} {_TP} {_LATE}",
        _transfer("loan"),
        "LOAN 5 TO SPAIN INTEREST 1 DUE 1625",
    ),
    Form(
        f"(GRANT|GIVE|GRANTS|GIVES) {{amount:number}} {_TP} [TO] {{to:power}}",
        _transfer("grant"),
        "GRANT 5 TO SPAIN",
    ),
    Form(
        f"(GRANT|GIVE|GRANTS|GIVES) {{to:power}} {{amount:number}} {_TP}",
        _transfer("grant"),
        "GRANT 5 TO SPAIN",
    ),
    Form(
        f"(REPAY|REPAYS|PAY) [BACK] {{amount:number}} {_TP} [BACK] [TO] {{to:power}}",
        _transfer("repayment"),
        "REPAY 5 TO SPAIN",
    ),
    Form(
        f"(REPAY|REPAYS|PAY) [BACK] {{to:power}} {{amount:number}} {_TP} [BACK]",
        _transfer("repayment"),
        "REPAY 5 TO SPAIN",
    ),
    Form(
        f"(BUILD|BUILDS|LOAN|LOANS|GRANT|GRANTS|DISBAND|BOLSTER|REDUCE|REPAY) {_NONE}",
        _nothing,
        "BUILD A PAR",
    ),
    Form("NO (BUILD|BUILDS|PURCHASES|LOANS|GRANTS|TRANSFERS|DISBANDS)", _nothing, "BUILD A PAR"),
    _PASS,
)

VOTES: Final = (
    Form("[VOTE] [TO] EXTEND [BY|FOR] [{years:number}] [YEAR|YEARS]", _extend, "EXTEND 2"),
    Form("[VOTE] [FOR|TO] [A] DRAW", lambda slots: Vote("draw"), "DRAW"),
    _PASS,
)
