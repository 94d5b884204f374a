"""States as tables that people can read: their shape, written and read back, and the invariants
that they keep whatever happens.

year = 1530
number = 7
phase = "turn-1"
round = 2
wars = [{ number = 1, attacker = "red", defender = "ulm", phase = 1, status = "pending" }]
[players.red]
religion = "catholic"
saved = 3
tasks = ["heresy", "war"]
[provinces]
B2 = "red catholic town"
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from generator.engine.errors import FaultyState, FileError, TheatrumError
from generator.engine.phases import Document, Moment, Setup
from generator.engine.ruleset import Ending
from generator.engine.typed import Named, Record, as_tables, read_entry
from generator.engine.words import unknown
from generator.rulesets.westphalia.data.board import HexBoard, board_for
from generator.rulesets.westphalia.data.facts import facts, options
from generator.rulesets.westphalia.setup.opening import chosen_options, seats_in
from generator.rulesets.westphalia.state.state import (
    FLAGS,
    MARKS,
    Flag,
    Foreign,
    League,
    Mark,
    Player,
    Principality,
    Province,
    Religion,
    ReligiousWar,
    State,
    Task,
    War,
    Wishes,
    Withdrawal,
)
from generator.rulesets.westphalia.wars.fields import (
    BattleRow,
    Fields,
    dump_fields,
    fields_seen_by,
    load_fields,
)
from generator.rulesets.westphalia.year.course import CARDS, COURSE, VACANT


def flaws_of(state: State) -> tuple[str, ...]:
    """The ways in which a state contradicts the rules; empty for every state of a game."""
    return (*_land_flaws(state), *_player_flaws(state), *_principality_flaws(state))


def _land_flaws(state: State) -> Iterator[str]:
    known = {*state.players, *state.principalities}
    if tuple(state.provinces) != tuple(state.board.hexes):
        yield f"the board has {len(state.provinces)} provinces"
    for code, one in state.provinces.items():
        if one.owner not in known and (one.owner or not state.setup):
            yield f"{code} belongs to {one.owner or 'nobody'}, who is not in the game"
        if one.capital and not one.town:
            yield f"the capital {code} has no town"


def _player_flaws(state: State) -> Iterator[str]:
    for player, one in state.players.items():
        capitals = [code for code in state.lands[player] if state.provinces[code].capital]
        if min(one.saints, one.reformation, one.saved) < 0:
            yield f"{player} has less than nothing"
        if one.saved > facts().game.most_influence:
            yield f"{player} has {one.saved} saved DI, more than any counter shows"
        if state.setup and not state.lands[player]:
            continue
        if one.foreign:
            if capitals:
                yield f"{player} is a Foreign Power with the capital {capitals[0]} in the Empire"
        elif len(capitals) != 1:
            yield f"{player} has {len(capitals)} capitals"
        elif state.provinces[capitals[0]].religion != one.religion:
            yield f"the capital of {player} is not of his religion"
    if state.emperor and state.emperor not in state.players:
        yield f"the Emperor {state.emperor} is not a player"
    if not (state.setup or state.emperor or VACANT in COURSE[state.moment.phase].traits):
        yield "there is no Emperor"
    for title, order in (("Setup Order", state.setup_order), ("Initiative", state.initiative)):
        if order and sorted(order) != sorted(state.seats):
            yield f"{title} is not an order of all players: {', '.join(order)}"
    unknown = [
        one
        for elector, candidate in state.ballots.items()
        for one, known in ((elector, state.electors), (candidate, state.seats))
        if one not in known
    ]
    if unknown:
        yield f"ballots: {', '.join(unknown)} cannot be"
    places = [one.foreign.home for one in state.players.values() if one.foreign]
    if len(set(places)) < len(places):
        yield "two Foreign Powers have one home"


def _principality_flaws(state: State) -> Iterator[str]:
    for name, one in state.principalities.items():
        own = state.lands[name]
        capitals = [code for code in own if state.provinces[code].capital]
        if len(capitals) != 1:
            yield f"{name} has {len(capitals)} capitals"
        if len({state.provinces[code].religion for code in own}) > 1:
            yield f"{name} has two religions"
        if any(number < 1 for number in one.influence.values()):
            yield f"{name}: influence below 1"
        if any(number > facts().game.most_influence for number in one.influence.values()):
            yield f"{name}: more influence of one player than any counter shows"
        if one.ally:
            held = one.influence.get(one.ally, 0)
            if held < 1 or held < max(one.influence.values()):
                yield f"{one.ally} has too little influence to be the ally of {name}"
    electors = len(state.electors)
    if not state.setup and electors != facts().game.electors:
        yield f"there are {electors} Electors"


# A name is looked up in the seats of the game.
Seat = Annotated[str, Named(lambda seats: seats, "player")]


class PlayerRow(Record, frozen=True):
    """A player without the wishes; `marks` are the flags that are set."""

    religion: Religion
    saints: int = 0
    reformation: int = 0
    saved: int = 0
    foreign: Foreign | None = None
    tasks: tuple[Task, ...] = ()
    league: League = ""
    marks: tuple[Flag, ...] = ()


class PrincipalityRow(Record, frozen=True):
    name: str
    influence: Mapping[Seat, int] = {}
    ally: str = ""
    marks: tuple[Mark, ...] = ()


class Tables(Record, frozen=True, omit_defaults=False):
    """The public tables of a state, in their order."""

    year: int
    """the current year"""
    number: int
    """the number of the phase in the year"""
    phase: str
    """the current phase"""
    round: int
    """the current Round"""
    setup_order: tuple[str, ...] = ()
    """the order of players in the setup"""
    initiative: tuple[str, ...] = ()
    """the order of players in this Round"""
    emperor: str = ""
    """the Emperor"""
    emperor_rounds: int = 0
    """the number of Rounds of his reign"""
    emperor_left: bool = False
    """whether he has left the Empire"""
    reformation: bool = False
    """whether the Catholic Reformation has begun"""
    luther: bool = False
    """whether the first Protestant has his reward"""
    francis: bool = False
    """whether the first Catholic has his reward"""
    setup: bool = False
    """whether the players set up the board"""
    size: int = 0
    """the die for the next principality"""
    renamed: tuple[str, ...] = ()
    """renamed principalities"""
    landed: tuple[str, ...] = ()
    """Foreign Powers that have held land"""
    labels: tuple[str, ...] = ()
    """the labels of lots drawn in this Round"""
    draws: int = 0
    """the number of lots drawn in the game"""
    players: Mapping[Seat, PlayerRow] = {}
    """for each player `religion`, `saints` or `reformation`, `saved` (influence), `tasks`
    (chosen phases), `league`, `foreign` (the home of a Foreign Power) and `marks` (deeds in
    this Round)"""
    principalities: Mapping[str, PrincipalityRow] = {}
    """for each `name`, `influence` (player = number), `ally`, `marks` (`elector`, `drawn`,
    `attacked`)"""
    provinces: Mapping[str, str] = {}
    """province = owner, religion, `town` or `capital`: `"red catholic capital"`"""
    wars: tuple[War, ...] = ()
    """the private wars of the Round: `number`, `attacker`, `defender`, `phase` (the Battle
    Phase), `status`, `could_take`, `winner`"""
    religious_war: ReligiousWar | None = None
    """`target`, `rotf` and `dotf` (the player who declared it, and the leader of the other
    League), `status`, `fought`, `winner`"""
    footing: Mapping[str, tuple[str, ...]] = {}
    """each player's provinces when wars were declared: provinces that border on them cost no
    influence"""
    dice: Mapping[str, int] = {}
    """the dice of faith that each player has left"""
    lying: tuple[str, ...] = ()
    """their provinces"""
    ballots: Mapping[str, str] = {}
    """votes so far, with open ballots"""
    bringing: tuple[str, ...] = ()
    """the further province that one of them brings along"""
    options: Mapping[str, Any] = {}
    """options that are not at their defaults"""
    ending: Ending | None = None
    """`kind`, `powers`, `text`"""


class WishesRow(Record, frozen=True):
    concede: tuple[str, ...] = ()
    loss: tuple[str, ...] = ()
    withdraw: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    home: str = ""
    edge: str = ""
    name: str = ""


class Secrets(Record, frozen=True, omit_defaults=False):
    """The referee's secrets: wishes, committed cards and armies."""

    wishes: Mapping[Seat, WishesRow] = {}
    cards: Mapping[Seat, tuple[str, str]] = {}
    armies: Mapping[str, BattleRow] = {}


_Die = tuple[str, str, Religion]
_Wish = tuple[str, Literal["attacked", "target"]]
S = TypeVar("S", bound=Struct)

_ALWAYS: Final = ("year", "number", "phase", "round")
"""The keys that every file has."""
_NAMES: Final = Tables.__struct_fields__
_CHANGED: Final = (
    "players", "principalities", "provinces", "lying", "bringing", "options", "ending",
)  # fmt: skip
_SAME: Final = tuple(x for x in State.__struct_fields__ if x in _NAMES and x not in _CHANGED)
"""The keys that hold the same in a file as in the state."""
_STATE_FILE: Final = ("format", "verdicts", "events", "state")


def dump_state(state: State) -> Document:
    """The state as tables in a stable order; empty ones are left out."""
    moment = state.moment
    public = Tables(
        year=moment.year,
        number=moment.number,
        phase=moment.phase,
        players={name: _row(PlayerRow, one, FLAGS) for name, one in state.players.items()},
        principalities={
            name: _row(PrincipalityRow, one, MARKS) for name, one in state.principalities.items()
        },
        provinces=_provinces(state),
        lying=tuple(" ".join(die) for die in state.lying),
        bringing=tuple(" ".join((one, place, *also)) for one, place, also in state.bringing),
        options={
            name: state.options[name]
            for name, option in options().items()
            if state.options[name] != option.default
        },
        ending=state.ending,
        **{name: getattr(state, name) for name in _SAME},
    )
    return Document(_filled(public), _secrets(state, state.seats, state.hands))


def tables_of(state: State, player: str) -> Mapping[str, Mapping[str, Any]]:
    """The secret tables of a state as one player has them."""
    return _secrets(state, (player,), fields_seen_by(state.hands, player))


def _secrets(
    state: State, players: Sequence[str], fields: Fields
) -> MappingProxyType[str, Mapping[str, Any]]:
    wishes = {name: _wishes(state.players[name].wishes) for name in players}
    secrets = Secrets(
        wishes={name: row for name, row in wishes.items() if row != WishesRow()},
        cards={name: state.cards[name] for name in players if name in state.cards},
        armies=dump_fields(fields),
    )
    return _filled(secrets)


def _filled(written: Tables | Secrets) -> MappingProxyType[str, Any]:
    """The tables that hold something."""
    tables = as_tables(written).items()
    return MappingProxyType({name: one for name, one in tables if one or name in _ALWAYS})


def _row(kind: type[S], one: Player | Principality, flags: Sequence[str]) -> S:
    """A row with what a value has by the same names, and with those of the flags that are true of
    it as `marks`."""
    same = {name: getattr(one, name) for name in kind.__struct_fields__ if name != "marks"}
    return kind(**same, marks=tuple(name for name in flags if getattr(one, name)))


def _fields(row: PlayerRow | PrincipalityRow, flags: Sequence[str]) -> dict[str, Any]:
    """The fields of the value in such a row."""
    fields = asdict(row)
    marks = fields.pop("marks")
    return {**fields, **{name: name in marks for name in flags}}


def _provinces(state: State) -> dict[str, str]:
    """Each province as `red catholic town`, or `red catholic capital`."""
    rows = {}
    for code, one in state.provinces.items():
        mark = "capital" if one.capital else "town" if one.town else ""
        if one.owner:
            rows[code] = " ".join(word for word in (one.owner, one.religion, mark) if word)
    return rows


def _wishes(one: Wishes) -> WishesRow:
    shown = {
        "withdraw": tuple(f"{wish.principality} {wish.when}" for wish in one.withdraw),
        "answers": tuple(" ".join(answer).strip() for answer in one.answers),
    }
    return WishesRow(**{**asdict(one), **shown})


def load_state(document: Document) -> State:
    """The state that `dump_state` wrote. Raises FileError for anything else."""
    try:
        state = _load(document.public, document.private)
    except TheatrumError as error:
        raise FileError(error.problem, hint=error.hint) from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise FileError(f"the state cannot be read: {error!r}") from None
    wrong = flaws_of(state)
    if wrong:
        raise FaultyState(wrong)
    return state


def resume_game(setup: Setup) -> State:
    """A game that begins with the state in a file of another one's folder, exactly as it is there
    but for the options given: of any Round and phase but those of battles. Raises FileError."""
    strange = [name for name in setup.position if name not in _STATE_FILE]
    tables = setup.position["state"]
    if strange or not isinstance(tables, Mapping):
        raise FileError(f"beside a state there cannot be {', '.join(strange) or 'text'}")
    if "ending" in tables:
        raise FileError("a game cannot open with its ending", hint="to play on, leave it out")
    chosen = tables.get("options", {})
    given = {**(chosen if isinstance(chosen, Mapping) else {}), **setup.options}
    state = load_state(Document({**tables, "options": given}))
    phase = state.moment.phase
    if phase not in COURSE:
        raise FileError(f"there is no phase {phase!r}")
    if CARDS in COURSE[phase].traits:
        raise FileError(
            f"a game cannot open with {phase}: who holds which cards is secret",
            hint="begin before the battles, or after them",
        )
    return state


def _load(tables: Mapping[str, Any], private: Mapping[str, Mapping[str, Any]]) -> State:
    wrong = [f"the state: {unknown(x, _NAMES)}" for x in tables if x not in _NAMES]
    wrong += [f"the state has no {name}" for name in _ALWAYS if name not in tables]
    chosen = chosen_options(read_entry(tables, Tables, "options", {}, wrong))
    seats = seats_in(str(chosen["seats"]))
    known, freeze = dict.fromkeys(seats), MappingProxyType
    rest = [name for name in _NAMES if name != "options"]
    found = Tables(**{name: read_entry(tables, Tables, name, known, wrong) for name in rest})
    secret = Secrets(
        **{x: read_entry(private, Secrets, x, known, wrong) for x in Secrets.__struct_fields__}
    )
    wrong += [f"players: {seat} is missing" for seat in seats if seat not in found.players]
    if wrong:
        raise FaultyState(wrong)
    players = {}
    for seat in seats:
        wishes = _load_wishes(secret.wishes.get(seat, WishesRow()))
        players[seat] = Player(seat, wishes=wishes, **_fields(found.players[seat], FLAGS))
    principalities = {
        name: Principality(name, **_fields(row, MARKS))
        for name, row in found.principalities.items()
    }
    provinces = _load_provinces(found.provinces, board_for(str(chosen["board"]), len(seats)))
    return State(
        Moment(found.year, found.number, found.phase),
        seats,
        chosen,
        freeze(provinces),
        freeze(players),
        freeze(principalities),
        **{name: getattr(found, name) for name in _SAME},
        cards=secret.cards,
        lying=tuple(_typed(text.split(), _Die, "lying") for text in found.lying),
        bringing=tuple(
            (player, place, tuple(also)) for player, place, *also in map(str.split, found.bringing)
        ),
        hands=load_fields(secret.armies),
        ending=found.ending,
    )


def _load_provinces(rows: Mapping[str, str], board: HexBoard) -> dict[str, Province]:
    table = dict.fromkeys(board.hexes, Province(""))
    for code, text in rows.items():
        if code not in table:
            raise FileError(f"provinces: there is no province {code}")
        owner, religion, *marks = text.split()
        if marks not in ([], ["town"], ["capital"]):
            raise FileError(f"provinces of {code}: {text!r} is not like 'red catholic town'")
        owner, faith = _typed((owner, religion), tuple[str, Religion], f"provinces of {code}")
        table[code] = Province(owner, faith, bool(marks), marks == ["capital"])
    return table


def _load_wishes(row: WishesRow) -> Wishes:
    withdraw = (_typed(text.split(), _Wish, "withdraw") for text in row.withdraw)
    answers = (
        _typed([*text.split(), ""][:2], tuple[str, League], "answers") for text in row.answers
    )
    kept = {"withdraw": tuple(Withdrawal(*one) for one in withdraw), "answers": tuple(answers)}
    return Wishes(**{**asdict(row), **kept})


def _typed(words: Sequence[str], kind: Any, where: str) -> Any:
    """The words of a text as a tuple of that type. Raises FileError."""
    try:
        return msgspec.convert(tuple(words), kind)
    except msgspec.ValidationError as error:
        raise FileError(f"{where}: {' '.join(words)!r} cannot be: {error}") from None
