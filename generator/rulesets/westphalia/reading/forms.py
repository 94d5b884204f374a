"""How each kind of order is written: its pattern behind the verb, what it becomes, an example, and
the phases in which it is given."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from generator.engine.forms import pattern
from generator.engine.forms.pattern import filled
from generator.rulesets.westphalia.orders import (
    Choose,
    Concede,
    Convert,
    Council,
    Dilemma,
    Faith,
    Gift,
    JoinLeague,
    LeaveEmpire,
    Loss,
    PlaceInfluence,
    Release,
    SetupInfluence,
    SetupLand,
    SetupProvinces,
    Vote,
    Winner,
    Withdraw,
)
from generator.rulesets.westphalia.reading.slots import INFLUENCE
from generator.rulesets.westphalia.state import Task
from generator.rulesets.westphalia.wars.orders import (
    BattleOrder,
    Call,
    DeclareReligiousWar,
    DeclareWar,
    ExchangeElectors,
    PlayCard,
    RequestInitiative,
    Swap,
    Treaty,
    Yield,
)

__all__ = ["FORMS", "IMPLIED", "VERBS", "Form", "example_of"]

Slots = Mapping[str, Any]


class Form(pattern.Form, frozen=True):
    """A kind of order. In `phases`, "*" stands for all phases."""

    phases: tuple[str, ...] = ()


def example_of(verb: str, kind: str) -> str:
    """An order of that verb as it is given in a kind of phase."""
    return _SETUP_EXAMPLES.get(kind, "") if verb == "setup" else FORMS[verb].example


def _setup(slots: Slots) -> Any:
    if "placed" in slots:
        return SetupInfluence(slots["placed"])
    if slots["kind"] == "provinces":
        return SetupProvinces(slots["provinces"], slots.get("capital", ""))
    return SetupLand(**slots)


def _choose(slots: Slots) -> Choose:
    order: tuple[Task, ...] = ("heresy", "diplomacy", "war")
    return Choose(tuple(task for task in order if task in slots["tasks"]))


def _faith(slots: Slots) -> Faith:
    dice = slots.get("dice", 1)
    return Faith(slots["place"], 0 if dice == "rest" else dice, slots.get("also", ()))


_RELIGION: Final = "[TO|THE]* [{{religion:{}}} [FAITH|RELIGION]]"
_FAITH: Final = "[DIE|DICE|ON|IN|FOR|THE]* ({place:principality}|{place:province})"
_NAME: Final = "[AS {name}]"
_VERSUS: Final = "[(VS|VERSUS|AGAINST) {versus:opponent}]"
_SWAPS: Final = ("battles", "swaps", "religious-war", "religious-swaps")
_ROUNDS: Final = ("battle-round", "melee-round")
_ACTIONS: Final = ("diplomacy", "actions")
_DECLARATIONS: Final = ("diplomacy", "declarations")
_CHOICES: Final = ("choice", "conversion")
_ALWAYS: Final = ("*",)

_SETUP_EXAMPLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "provinces": "SETUP provinces B1 A1 B2 C1 CAPITAL B1",
        "elector": "SETUP elector bohemia D8 D9 E7 E8 CAPITAL D8",
        "principality": "SETUP principality hesse C3 C2 D4 CAPITAL C3",
        "influence": "SETUP influence trier 1, cologne 2",
    }
)

FORMS: Final[Mapping[str, Form]] = MappingProxyType(
    {
        "setup": Form(
            "({kind:setup-influence} {placed:placements}|({kind:setup-provinces}"
            "|{kind:setup-land} {name}) {provinces} [CAPITAL {capital:province}])",
            _setup,
            _SETUP_EXAMPLES["provinces"],
            tuple(_SETUP_EXAMPLES),
        ),
        "choose": Form("{tasks}", _choose, "CHOOSE heresy diplomacy", ("choice", "second-choice")),
        "convert": Form(
            _RELIGION.format("new-religion"), lambda slots: Convert(True), "CONVERT", _CHOICES
        ),
        "stay": Form(
            _RELIGION.format("own-religion"), lambda slots: Convert(False), "STAY", _CHOICES
        ),
        "council": Form(
            "[FOR|WITH|THE|OF]* {vote:council-vote}", filled(Council), "COUNCIL trent", _CHOICES
        ),
        "dilemma": Form(
            "[AS] {role} {card:choice}",
            filled(Dilemma),
            "DILEMMA LEAD cooperate",
            ("choice", "second-choice", "game"),
        ),
        "faith": Form(
            f"[THE]* ({{dice=REST}} {_FAITH}|{{dice:leading-number}} {_FAITH}|{_FAITH} [{{dice}}])"
            " [DIE|DICE] [ALSO {also:provinces}]",
            _faith,
            "FAITH hesse x3",
            ("faith",),
        ),
        "influence": Form(
            INFLUENCE,
            filled(PlaceInfluence),
            "INFLUENCE hesse 2",
            ("diplomacy", "actions", "tradeoffs", "election"),
        ),
        "release": Form(
            f"[THE|A|TOWN|VASSAL]* {{province}} {_NAME}",
            filled(Release), "RELEASE C5 AS ulm", _ACTIONS,
        ),
        "gift": Form("{province} [TO] {principality}", filled(Gift), "GIFT C6 TO ulm", _ACTIONS),
        "league": Form(
            "[JOIN|THE]* {league} [LEAGUE] [IF [TARGET] {target:principality}]",
            filled(JoinLeague),
            "LEAGUE catholic",
            (*_ACTIONS, "declarations", "leagues"),
        ),
        "war": Form(
            "[ON|AGAINST]* (NONE|NOBODY|{target:power})",
            filled(DeclareWar, target=""), "WAR black", _DECLARATIONS,
        ),
        "religiouswar": Form(
            "[ON|OVER] {target:principality}",
            filled(DeclareReligiousWar), "RELIGIOUSWAR hesse", _DECLARATIONS,
        ),
        "swap": Form(
            f"{_VERSUS} (NONE|{{cards}} [FOR {{want:cards}}])",
            filled(Swap, cards=()), "SWAP C C", _SWAPS,
        ),
        "request": Form(
            "{request} [ORDER]",
            lambda slots: RequestInitiative(),
            "REQUEST initiative",
            ("battles", "religious-war", "tradeoffs", "election"),
        ),
        "battle": Form(
            "{script}",
            filled(BattleOrder),
            "BATTLE vs:black play:MCP*",
            (*_SWAPS, "scripts", "religious-scripts", *_ROUNDS),
        ),
        "play": Form(f"{_VERSUS} {{card}}", filled(PlayCard), "PLAY M", _ROUNDS),
        "call": Form(f"{_VERSUS} [FOR] [{{wishes:cards}}]", filled(Call), "CALL M M C", _ROUNDS),
        "nocall": Form(_VERSUS, filled(Call, willing=False), "NOCALL", _ROUNDS),
        "treaty": Form(
            "[WITH|AGAINST|THE]* ({enemy:only-enemy}|{enemy=RELIGIOUS}|{enemy:power}) [WAR]*"
            " [ALLY {ally:principality}] ({deal:take} (NONE|{take:provinces})"
            f"|(VASSALIZE|VASSALISE) {{vassalize:capital}} {_NAME})",
            lambda slots: Treaty(**{name: slots[name] for name in slots if name != "deal"}),
            "TREATY black TAKE D5 D6",
            (*_SWAPS, "treaties", "religious-treaties"),
        ),
        "yield": Form(
            "{provinces} [TO {to:principality}]",
            filled(Yield), "YIELD D4 > C2", ("battles", "swaps", "treaties"),
        ),
        "electors": Form(
            "(NONE|{deal:remove} {remove:removed} [ADD] {add:added})",
            lambda slots: ExchangeElectors(slots.get("remove", ()), slots.get("add", ())),
            "ELECTORS REMOVE brandenburg ADD salzburg",
            ("religious-war", "religious-swaps", "religious-treaties"),
        ),
        # A candidate alone is the candidate of all.
        "vote": Form(
            "[FOR|THE]* ({elector:principality} [ELECTORS|FOR]*|ALL [ELECTORS|FOR]*|)"
            " {candidate:player}",
            filled(Vote, elector=""),
            "VOTE trier purple",
            ("first-election", "election", "closing", "ballot"),
        ),
        "winner": Form("{player}", filled(Winner), "WINNER white", ("peace",)),
        "concede": Form(
            "(NONE|{provinces})", filled(Concede, provinces=()), "CONCEDE D5 > C7", _ALWAYS
        ),
        "loss": Form(
            "(NONE|{sources})", filled(Loss, sources=()), "LOSS saved > hesse > trier", _ALWAYS
        ),
        "withdraw": Form(
            "(NONE|[FROM] {principality} (IF [IT|IS|THE]* {when:condition}|[NOW]))",
            filled(Withdraw, principality=""), "WITHDRAW hesse IF attacked", _ALWAYS,
        ),
        "foreign": Form(
            f"(NONE|{{home}} [AT|THE]* [EDGE {{edge}}|{{edge:bare-edge}}] {_NAME})",
            filled(LeaveEmpire, home=""), "FOREIGN france EDGE SW", _ALWAYS,
        ),
    }
)  # fmt: skip

IMPLIED: Final[Mapping[str, str]] = MappingProxyType({"take": "treaty", "vassalize": "treaty"})
"""Words of an order with which it may begin without its verb."""

VERBS: Final[Mapping[tuple[str, ...], str]] = MappingProxyType(
    {
        ("religious", "war"): "religiouswar",
        ("religious-war",): "religiouswar",
        ("private", "war"): "war",
        ("declare", "war"): "war",
        ("declare", "religious", "war"): "religiouswar",
        ("declare", "the", "religious", "war"): "religiouswar",
        ("join",): "league",
    }
)
"""Words with which an order may begin instead of its verb."""
