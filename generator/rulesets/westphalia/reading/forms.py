"""How each kind of order is written: its pattern behind the verb, what it becomes, an example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from generator.engine.forms.pattern import Form, filled
from generator.rulesets.westphalia.reading.slots import INFLUENCE
from generator.rulesets.westphalia.state import orders
from generator.rulesets.westphalia.state.state import Task

Slots = Mapping[str, Any]


def example_of(verb: str, kind: str) -> str:
    """An order of that verb as it is given in a kind of phase."""
    return _SETUP_EXAMPLES.get(kind, "") if verb == "setup" else FORMS[verb].example


def _setup(slots: Slots) -> Any:
    if "placed" in slots:
        return orders.SetupInfluence(slots["placed"])
    if slots["kind"] == "provinces":
        return orders.SetupProvinces(slots["provinces"], slots.get("capital", ""))
    return orders.SetupLand(**slots)


def _choose(slots: Slots) -> orders.Choose:
    order: tuple[Task, ...] = ("heresy", "diplomacy", "war")
    return orders.Choose(tuple(task for task in order if task in slots["tasks"]))


def _faith(slots: Slots) -> orders.Faith:
    dice = slots.get("dice", 1)
    return orders.Faith(slots["place"], 0 if dice == "rest" else dice, slots.get("also", ()))


_RELIGION: Final = "[TO|THE]* [{{religion:{}}} [FAITH|RELIGION]]"
_FAITH: Final = "[DIE|DICE|ON|IN|FOR|THE]* ({place:principality}|{place:province})"
_NAME: Final = "[AS {name}]"
_VERSUS: Final = "[(VS|VERSUS|AGAINST) {versus:opponent}]"

_SETUP_EXAMPLES: Final[Mapping[str, str]] = {
    "provinces": "SETUP provinces B1 A1 B2 C1 CAPITAL B1",
    "elector": "SETUP elector bohemia D8 D9 E7 E8 CAPITAL D8",
    "principality": "SETUP principality hesse C3 C2 D4 CAPITAL C3",
    "influence": "SETUP influence trier 1, cologne 2",
}

FORMS: Final[Mapping[str, Form]] = {
    "setup": Form(
        "({kind:setup-influence} {placed:placements}|({kind:setup-provinces}"
        "|{kind:setup-land} {name}) {provinces} [CAPITAL {capital:province}])",
        _setup,
        _SETUP_EXAMPLES["provinces"],
    ),
    "choose": Form("{tasks}", _choose, "CHOOSE heresy diplomacy"),
    "convert": Form(
        _RELIGION.format("new-religion"), lambda slots: orders.Convert(True), "CONVERT"
    ),
    "stay": Form(_RELIGION.format("own-religion"), lambda slots: orders.Convert(False), "STAY"),
    "dilemma": Form("[AS] {role} {card:choice}", filled(orders.Dilemma), "DILEMMA LEAD cooperate"),
    "faith": Form(
        f"[THE]* ({{dice=REST}} {_FAITH}|{{dice:leading-number}} {_FAITH}|{_FAITH} [{{dice}}])"
        " [DIE|DICE] [ALSO {also:provinces}]",
        _faith,
        "FAITH hesse x3",
    ),
    "influence": Form(INFLUENCE, filled(orders.PlaceInfluence), "INFLUENCE hesse 2"),
    "release": Form(
        f"[THE|A|TOWN|VASSAL]* {{province}} {_NAME}", filled(orders.Release), "RELEASE C5 AS ulm"
    ),
    "gift": Form("{province} [TO] {principality}", filled(orders.Gift), "GIFT C6 TO ulm"),
    "league": Form(
        "[JOIN|THE]* {league} [LEAGUE] [IF [TARGET] {target:principality}]",
        filled(orders.JoinLeague),
        "LEAGUE catholic",
    ),
    "war": Form(
        "[ON|AGAINST]* (NONE|NOBODY|{target:power})",
        filled(orders.DeclareWar, target=""),
        "WAR black",
    ),
    "religiouswar": Form(
        "[ON|OVER] {target:principality}", filled(orders.DeclareReligiousWar), "RELIGIOUSWAR hesse"
    ),
    "swap": Form(
        f"{_VERSUS} (NONE|{{cards}} [FOR {{want:cards}}])",
        filled(orders.Swap, cards=()),
        "SWAP C C",
    ),
    "request": Form(
        "{request} [ORDER]", lambda slots: orders.RequestInitiative(), "REQUEST initiative"
    ),
    "battle": Form("{script}", filled(orders.BattleOrder), "BATTLE vs:black play:MCP*"),
    "play": Form(f"{_VERSUS} {{card}}", filled(orders.PlayCard), "PLAY M"),
    "call": Form(f"{_VERSUS} [FOR] [{{wishes:cards}}]", filled(orders.Call), "CALL M M C"),
    "nocall": Form(_VERSUS, filled(orders.Call, willing=False), "NOCALL"),
    "treaty": Form(
        "[WITH|AGAINST|THE]* ({enemy:only-enemy}|{enemy=RELIGIOUS}|{enemy:power}) [WAR]*"
        " [ALLY {ally:principality}] ({deal:take} (NONE|{take:provinces})"
        f"|(VASSALIZE|VASSALISE) {{vassalize:capital}} {_NAME})",
        lambda slots: orders.Treaty(**{name: slots[name] for name in slots if name != "deal"}),
        "TREATY black TAKE D5 D6",
    ),
    "yield": Form("{provinces} [TO {to:principality}]", filled(orders.Yield), "YIELD D4 > C2"),
    "electors": Form(
        "(NONE|{deal:remove} {remove:removed} [ADD] {add:added})",
        lambda slots: orders.ExchangeElectors(slots.get("remove", ()), slots.get("add", ())),
        "ELECTORS REMOVE brandenburg ADD salzburg",
    ),
    # A candidate alone is the candidate of all.
    "vote": Form(
        "[FOR|THE]* ({elector:principality} [ELECTORS|FOR]*|ALL [ELECTORS|FOR]*|)"
        " {candidate:player}",
        filled(orders.Vote, elector=""),
        "VOTE trier purple",
    ),
    "winner": Form("{player}", filled(orders.Winner), "WINNER white"),
    "concede": Form("(NONE|{provinces})", filled(orders.Concede, provinces=()), "CONCEDE D5 > C7"),
    "loss": Form("(NONE|{sources})", filled(orders.Loss, sources=()), "LOSS saved > hesse > trier"),
    "withdraw": Form(
        "(NONE|[FROM] {principality} (IF [IT|IS|THE]* {when:condition}|[NOW]))",
        filled(orders.Withdraw, principality=""),
        "WITHDRAW hesse IF attacked",
    ),
    "foreign": Form(
        f"(NONE|{{home}} [AT|THE]* [EDGE {{edge}}|{{edge:bare-edge}}] {_NAME})",
        filled(orders.LeaveEmpire, home=""),
        "FOREIGN france EDGE SW",
    ),
}

IMPLIED: Final[Mapping[str, str]] = {"take": "treaty", "vassalize": "treaty"}
"""Words of an order with which it may begin without its verb."""

VERBS: Final[Mapping[tuple[str, ...], str]] = {
    ("religious", "war"): "religiouswar",
    ("religious-war",): "religiouswar",
    ("private", "war"): "war",
    ("declare", "war"): "war",
    ("declare", "religious", "war"): "religiouswar",
    ("declare", "the", "religious", "war"): "religiouswar",
    ("join",): "league",
}
"""Words with which an order may begin instead of its verb."""
