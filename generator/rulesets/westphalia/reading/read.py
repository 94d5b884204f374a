"""Reading and checking the order sheets of a phase.

    BATTLE vs:black play:MCP*, call:6   # at dawn
    battle  vs  black  play:mcp*  call:6

Words are in lower case; commas, and `:` and `=` at a word's end, only divide words. `vs:` is always
a separate word, because a name of several words may follow it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from generator.engine.errors import Complaint, Done, Severity
from generator.engine.forms.pattern import Form, filled
from generator.engine.forms.tokens import Token
from generator.engine.forms.verbs import Unreadable, read_form, read_lines, verb_of
from generator.engine.orders.checks import complaint_about
from generator.engine.orders.spelling import did_you_mean
from generator.engine.phases import OrderBook, Sheet, with_faults
from generator.engine.words import closest
from generator.rulesets.westphalia.data.facts import powers
from generator.rulesets.westphalia.land.influence import Refusal
from generator.rulesets.westphalia.reading.checks import check_order, check_sheet, replaced_lines
from generator.rulesets.westphalia.reading.slots import INFLUENCE, KEYWORDS, kinds_for
from generator.rulesets.westphalia.state import orders
from generator.rulesets.westphalia.state.state import State, Task
from generator.rulesets.westphalia.year.course import ALWAYS, COURSE, awaited, kind_of

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
    # A candidate without an Elector is the candidate of all.
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


_WORD: Final = re.compile(r"[^\s,;>&+]+|\+\d+|[>&+]")


def read_sheets(state: State, texts: Mapping[str, str]) -> OrderBook:
    """Read and check the order texts of all players. Never raises on any text."""
    sheets: dict[str, Sheet] = {}
    complaints: list[Complaint] = []
    for player, text in texts.items():
        if player not in state.seats:
            hint = f"players: {', '.join(state.seats)}"
            known = "does not play in this game" if player in powers() else "is not a player"
            complaints.append(Complaint("error", player, 0, 0, "", f"{player} {known}", hint))
            continue
        sheets[player], found = _read_sheet(state, player, text)
        complaints += found
    missing = tuple(one for one in awaited(state) if not texts.get(one, "").strip())
    return OrderBook(MappingProxyType(sheets), tuple(complaints), missing)


def read_order(state: State, text: str, player: str = "") -> Any:
    """The order in one line, as `player` means it; None for a line without any. Raises
    Unreadable."""
    tokens = _tokens_of(text)
    if not tokens:
        return None
    kind = kind_of(state)
    name, length = verb_of([token.text for token in tokens], VERBS, IMPLIED)
    if tokens[0].text == kind and kind in _SETUP_EXAMPLES:
        name, length = "setup", 0  # `influence trier 1` in the setup
    form = FORMS.get(name)
    column = tokens[0].start + 1
    if form is None:
        written = text[tokens[0].start : tokens[0].end]
        raise Unreadable(column, f"there is no order {written}", _nearest_verb(name, kind))
    standing = name == "league" and "if" in [one.text for one in tokens]
    if name not in _taken(kind) and not standing:
        now = ", ".join(_verbs(kind))
        said = f"{name.upper()} has no place in: {COURSE[kind].name}"
        raise Unreadable(column, said, f"now: {now}")
    like = f"write it like {example_of(name, kind)}"
    return read_form(form, tokens, length, kinds_for(state, player, text), KEYWORDS, like)


def _tokens_of(line: str) -> tuple[Token, ...]:
    """The words of a line without its comment."""
    found = []
    for match in _WORD.finditer(line.partition("#")[0]):
        word, start = match[0].rstrip(":=."), match.start()
        if word[:3].lower() == "vs:":
            found.append(Token("word", start, start + 2, "vs"))
            word, start = word[3:], start + 3
        if word:
            found.append(Token("word", start, start + len(word), word.lower()))
    return tuple(found)


def recorded_order(state: State, text: str) -> Any:
    """The order of a recorded verdict, from its canonical notation; None for text that is not an
    order."""
    try:
        return read_order(state, text)
    except Unreadable:
        return None


def _read_sheet(state: State, player: str, text: str) -> tuple[Sheet, list[Complaint]]:
    orders, complaints = read_lines(
        player, text, _tokens_of, lambda line: read_order(state, line, player), "POW-MAIL-3"
    )
    found: dict[int, tuple[Severity, Done, Refusal]] = {
        index: ("warning", "perhaps", refusal)
        for index, one in enumerate(orders)
        if one.order is not None and (refusal := check_order(state, player, one.order))
    }
    for index, done, refusal in check_sheet(state, player, orders):
        found.setdefault(index, ("warning", done, refusal))
    for index, severity, refusal in replaced_lines(state, player, orders):
        found[index] = severity, "no" if severity == "error" else "yes", refusal
    numbered = list(with_faults(orders, complaints))
    for index, (severity, done, (rule, text)) in found.items():
        fault = complaint_about(severity, player, numbered[index], text, "", rule, done)
        complaints.append(fault)
        numbered[index] = replace(numbered[index], fault=fault)
    complaints.sort(key=lambda one: one.line)
    return Sheet(player, tuple(numbered)), complaints


def _verbs(kind: str) -> list[str]:
    """The orders of a phase, and those that are always taken."""
    return [verb.upper() for verb in FORMS if verb in _taken(kind)]


def _taken(kind: str) -> tuple[str, ...]:
    return (*COURSE[kind].forms, *ALWAYS)


def _nearest_verb(text: str, kind: str) -> str:
    """The verb that was probably meant among the orders of a phase, or a list of all of them."""
    verbs = _verbs(kind)
    near = closest(text, verbs, 0.5)
    meant = [example_of(near.lower(), kind)] if near else []
    return did_you_mean(meant, f"now: {', '.join(verbs)}")
