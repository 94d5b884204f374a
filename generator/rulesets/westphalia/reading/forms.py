"""How each kind of order is written, and reading it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from generator.rulesets.westphalia.board import EDGES
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
from generator.rulesets.westphalia.reading.warforms import (
    read_battle,
    read_call,
    read_electors,
    read_no_call,
    read_play,
    read_religious_war,
    read_request,
    read_swap,
    read_treaty,
    read_war,
    read_yield,
)
from generator.rulesets.westphalia.reading.words import Line
from generator.rulesets.westphalia.state import League, Religion, Task
from generator.rulesets.westphalia.words import RELIGION

__all__ = ["FORMS", "IMPLIED", "VERBS", "Form", "example_of"]


class Form(NamedTuple):
    """A kind of order: how it reads, an example, and in which phases it is given; "*" stands for
    all phases."""

    read: Callable[[Line], Any]
    example: str
    phases: tuple[str, ...]


def example_of(verb: str, kind: str) -> str:
    """An order of that verb as it is given in a kind of phase."""
    return _SETUP_EXAMPLES.get(kind, "") if verb == "setup" else FORMS[verb].example


_TASKS: Final[Mapping[str, Task]] = MappingProxyType(
    {
        "heresy": "heresy",
        "combat-heresy": "heresy",
        "diplomacy": "diplomacy",
        "war": "war",
    }
)
_ORDER: Final[tuple[Task, ...]] = ("heresy", "diplomacy", "war")
_LEAGUES: Final[Mapping[str, League]] = MappingProxyType(
    {
        "catholic": "catholic",
        "evangelical": "evangelical",
        "protestant": "evangelical",
        "none": "",
        "no": "",
    }
)
_RELIGIONS: Final[Mapping[str, Religion]] = MappingProxyType(
    {
        "catholic": "catholic",
        "catholics": "catholic",
        "catholicism": "catholic",
        "protestant": "protestant",
        "protestants": "protestant",
        "protestantism": "protestant",
    }
)


def _setup(line: Line) -> Any:
    kind = line.one_of("setup order", tuple(_SETUP_EXAMPLES))
    if kind == "influence":
        return _setup_influence(line)
    name = "" if kind == "provinces" else line.name()
    own = line.provinces()
    capital = line.province() if line.take("capital") else ""
    if kind == "provinces":
        return SetupProvinces(own, capital)
    return SetupLand(kind, name, own, capital)  # type: ignore[arg-type]


def _setup_influence(line: Line) -> SetupInfluence:
    placed: dict[str, int] = {}
    while line.listing():
        name, number = _influence_of(line)
        placed[name] = placed.get(name, 0) + number
    if not placed:
        line.word("a principality")
    return SetupInfluence(tuple(placed.items()))


def _choose(line: Line) -> Choose:
    tasks = []
    while line.listing():
        if not line.take("engage", "in", "wage"):
            tasks.append(line.one_of("phase", _TASKS))
    if not tasks:
        line.word("a phase")
    return Choose(tuple(task for task in _ORDER if task in tasks))


def _convert(line: Line) -> Convert:
    religion = _religion(line)
    own = line.own_religion
    if religion and religion == own:
        line.refuse(f"the player is {RELIGION[own]} already", "STAY keeps the religion")
    return Convert(True)


def _stay(line: Line) -> Convert:
    religion = _religion(line)
    own = line.own_religion
    if religion and own and religion != own:
        line.refuse(f"the player is {RELIGION[own]}", "CONVERT takes the other religion")
    return Convert(False)


def _religion(line: Line) -> Religion | None:
    """A religion, if one is named."""
    line.skip("to", "the")
    religion = None if line.is_done else line.one_of("religion", _RELIGIONS)
    line.take("faith", "religion")
    return religion


def _council(line: Line) -> Council:
    line.skip("for", "with", "the", "of")
    return Council(line.one_of("vote", ("trent", "french")))  # type: ignore[arg-type]


def _dilemma(line: Line) -> Dilemma:
    line.take("as")
    role = line.one_of(
        "role", {"lead": "lead", "leader": "lead", "follow": "follow", "follower": "follow"}
    )
    card = line.one_of("card", ("cooperate", "compete"))
    return Dilemma(role, card)  # type: ignore[arg-type]


def _faith(line: Line) -> Faith:
    line.take("the")
    rest = line.take("rest")
    dice = 0 if rest else 1
    counted = not rest and line.is_number()
    if counted:
        dice = line.number("the number of dice")
    line.skip("die", "dice", "on", "in", "for", "the")
    place = _place(line)
    if not rest and not counted and not line.is_done and not line.next_is("also"):
        dice = line.number("the number of dice")
    line.take("die", "dice")
    also = line.provinces() if line.take("also") else ()
    return Faith(place, dice, also)


def _place(line: Line) -> str:
    """A province or a principality, whichever the next word is."""
    if line.rest and line.is_province(line.rest[0]):
        return line.province()
    return line.principality()


def _influence(line: Line) -> PlaceInfluence:
    return PlaceInfluence(*_influence_of(line))


def _influence_of(line: Line) -> tuple[str, int]:
    """`hesse 2`, or `2 DI on Hesse`: a principality and a number."""
    first = line.number("the DI") if line.is_number() else 0
    line.skip("di", "influence", "on", "in", "with")
    name = line.principality()
    number = first or line.number("the DI")
    line.skip("di", "influence")
    return name, number


def _release(line: Line) -> Release:
    line.skip("the", "a", "town", "vassal")
    code = line.province()
    return Release(code, line.name() if line.take("as") else "")


def _gift(line: Line) -> Gift:
    code = line.province()
    line.take("to")
    return Gift(code, line.principality())


def _league(line: Line) -> JoinLeague:
    line.skip("join", "the")
    league = line.one_of("League", _LEAGUES)
    line.take("league")
    target = ""
    if line.take("if"):
        line.take("target")
        target = line.principality()
    return JoinLeague(league, target)


def _withdraw(line: Line) -> Withdraw:
    if line.take("none"):
        return Withdraw("")
    line.take("from")
    name = line.principality()
    if not line.take("if"):
        line.take("now")
        return Withdraw(name)
    line.skip("it", "is", "the")
    return Withdraw(name, line.one_of("condition", ("attacked", "target")))  # type: ignore[arg-type]


def _concede(line: Line) -> Concede:
    return Concede(() if line.take("none") else line.provinces())


def _loss(line: Line) -> Loss:
    sources: list[str] = []
    if line.take("none"):
        return Loss(())
    while line.listing():
        sources.append("saved" if line.take("saved") else line.principality())
        line.skip("di", "influence")
    if not sources:
        line.word("saved or a principality")
    return Loss(tuple(dict.fromkeys(sources)))


def _foreign(line: Line) -> LeaveEmpire:
    if line.take("none"):
        return LeaveEmpire("")
    home = line.home()
    edge = ""
    line.skip("at", "the")
    if line.take("edge") or line.next_is(*(one.lower() for one in EDGES)):
        edge = line.one_of("edge", {one.lower(): one for one in EDGES})
    return LeaveEmpire(home, edge, line.name() if line.take("as") else "")


def _vote(line: Line) -> Vote:
    # A candidate alone is the candidate of all.
    line.skip("for", "the")
    elector = "" if line.is_one_player() or line.take("all") else line.principality()
    line.skip("electors", "for")
    return Vote(elector, line.player())


def _winner(line: Line) -> Winner:
    return Winner(line.player())


_SWAPS: Final = ("battles", "swaps", "religious-war", "religious-swaps")
_SCRIPTS: Final = ("scripts", "religious-scripts")
_ROUNDS: Final = ("battle-round", "melee-round")
_TREATIES: Final = (*_SWAPS, "treaties", "religious-treaties")

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
        "setup": Form(_setup, _SETUP_EXAMPLES["provinces"], tuple(_SETUP_EXAMPLES)),
        "choose": Form(_choose, "CHOOSE heresy diplomacy", ("choice", "second-choice")),
        "convert": Form(_convert, "CONVERT", ("choice", "conversion")),
        "stay": Form(_stay, "STAY", ("choice", "conversion")),
        "council": Form(_council, "COUNCIL trent", ("choice", "conversion")),
        "dilemma": Form(_dilemma, "DILEMMA LEAD cooperate", ("choice", "second-choice", "game")),
        "faith": Form(_faith, "FAITH hesse x3", ("faith",)),
        "influence": Form(
            _influence, "INFLUENCE hesse 2", ("diplomacy", "actions", "tradeoffs", "election")
        ),
        "release": Form(_release, "RELEASE C5 AS ulm", ("diplomacy", "actions")),
        "gift": Form(_gift, "GIFT C6 TO ulm", ("diplomacy", "actions")),
        "league": Form(
            _league, "LEAGUE catholic", ("diplomacy", "actions", "declarations", "leagues")
        ),
        "war": Form(read_war, "WAR black", ("diplomacy", "declarations")),
        "religiouswar": Form(
            read_religious_war, "RELIGIOUSWAR hesse", ("diplomacy", "declarations")
        ),
        "swap": Form(read_swap, "SWAP C C", _SWAPS),
        "request": Form(
            read_request,
            "REQUEST initiative",
            ("battles", "religious-war", "tradeoffs", "election"),
        ),
        "battle": Form(read_battle, "BATTLE vs:black play:MCP*", (*_SWAPS, *_SCRIPTS, *_ROUNDS)),
        "play": Form(read_play, "PLAY M", _ROUNDS),
        "call": Form(read_call, "CALL M M C", _ROUNDS),
        "nocall": Form(read_no_call, "NOCALL", _ROUNDS),
        "treaty": Form(read_treaty, "TREATY black TAKE D5 D6", _TREATIES),
        "yield": Form(read_yield, "YIELD D4 > C2", ("battles", "swaps", "treaties")),
        "electors": Form(
            read_electors,
            "ELECTORS REMOVE brandenburg ADD salzburg",
            ("religious-war", "religious-swaps", "religious-treaties"),
        ),
        "vote": Form(
            _vote, "VOTE trier purple", ("first-election", "election", "closing", "ballot")
        ),
        "winner": Form(_winner, "WINNER white", ("peace",)),
        "concede": Form(_concede, "CONCEDE D5 > C7", ("*",)),
        "loss": Form(_loss, "LOSS saved > hesse > trier", ("*",)),
        "withdraw": Form(_withdraw, "WITHDRAW hesse IF attacked", ("*",)),
        "foreign": Form(_foreign, "FOREIGN france EDGE SW", ("*",)),
    }
)

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
