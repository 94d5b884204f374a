"""States read back from their tables."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

from msgspec.structs import asdict

from generator.engine.errors import FileError, TheatrumError
from generator.engine.phases import Document, Moment
from generator.engine.ruleset import Ending
from generator.engine.shapes import read_entry
from generator.engine.words import unknown
from generator.rulesets.westphalia.data.board import HexBoard, board_for
from generator.rulesets.westphalia.data.facts import options
from generator.rulesets.westphalia.record.document import ALWAYS, SAME
from generator.rulesets.westphalia.record.soundness import flaws_of
from generator.rulesets.westphalia.record.tables import (
    FLAGS,
    PlayerRow,
    PrincipalityRow,
    Secrets,
    Tables,
    WishesRow,
)
from generator.rulesets.westphalia.setup.opening import option_problem, seats_in
from generator.rulesets.westphalia.state.state import (
    NOTHING,
    RELIGIONS,
    Foreign,
    Player,
    Principality,
    Province,
    Religion,
    ReligiousWar,
    State,
    War,
    Wishes,
    Withdrawal,
)
from generator.rulesets.westphalia.wars.fields import load_fields

__all__ = ["load_state"]

T = TypeVar("T")
_NAMES: Final = Tables.__struct_fields__


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
        raise FileError("; ".join(wrong))
    return state


def _load(tables: Mapping[str, Any], private: Mapping[str, Mapping[str, Any]]) -> State:
    wrong = [f"the state: {unknown(x, _NAMES)}" for x in tables if x not in _NAMES]
    wrong += [f"the state has no {name}" for name in ALWAYS if name not in tables]
    chosen = _load_options(read_entry(tables, Tables, "options", {}, wrong))
    seats = seats_in(str(chosen["seats"]))
    known, freeze = dict.fromkeys(seats), MappingProxyType
    rest = [name for name in _NAMES if name != "options"]
    found = Tables(**{name: read_entry(tables, Tables, name, known, wrong) for name in rest})
    secret = Secrets(
        **{x: read_entry(private, Secrets, x, known, wrong) for x in Secrets.__struct_fields__}
    )
    wrong += [f"players: {seat} is missing" for seat in seats if seat not in found.players]
    if wrong:
        raise FileError("; ".join(wrong))
    war, ending = found.religious_war, found.ending
    provinces = _load_provinces(found.provinces, board_for(str(chosen["board"]), len(seats)))
    return State(
        Moment(found.year, found.number, found.phase),
        seats,
        chosen,
        freeze(provinces),
        freeze({x: _player(x, found.players[x], secret.wishes.get(x, WishesRow())) for x in seats}),
        freeze({name: _principality(name, row) for name, row in found.principalities.items()}),
        **{name: getattr(found, name) for name in SAME if name in _NAMES},
        wars=tuple(War(**asdict(row)) for row in found.wars),
        religious_war=ReligiousWar(**asdict(war)) if war else None,
        cards=secret.cards,
        lying=tuple(map(_load_die, found.lying)),
        bringing=tuple(map(_load_bringing, found.bringing)),
        hands=load_fields(secret.armies),
        ending=Ending(**asdict(ending)) if ending else None,
    )


def _load_die(text: str) -> tuple[str, str, Religion]:
    place, owner, faith = text.split()
    return place, owner, _one_of(faith, RELIGIONS, "lying")


def _load_bringing(text: str) -> tuple[str, str, tuple[str, ...]]:
    player, place, *also = text.split()
    return player, place, tuple(also)


def _load_options(given: Mapping[str, Any]) -> Mapping[str, Any]:
    wrong = [said for name, value in given.items() if (said := option_problem(name, value))]
    if wrong:
        raise FileError("; ".join(wrong))
    return MappingProxyType(
        {name: given.get(name, option.default) for name, option in options().items()}
    )


def _load_provinces(rows: Mapping[str, str], board: HexBoard) -> dict[str, Province]:
    table = dict.fromkeys(board.hexes, Province(""))
    for code, text in rows.items():
        if code not in table:
            raise FileError(f"provinces: there is no province {code}")
        owner, religion, *marks = text.split()
        if marks not in ([], ["town"], ["capital"]):
            raise FileError(f"provinces of {code}: {text!r} is not like 'red catholic town'")
        is_capital = marks == ["capital"]
        faith = _one_of(religion, RELIGIONS, f"provinces of {code}")
        table[code] = Province(owner, faith, bool(marks), is_capital)
    return table


def _player(seat: str, row: PlayerRow, wishes: WishesRow) -> Player:
    return Player(
        seat,
        row.religion,
        row.saints,
        row.reformation,
        row.saved,
        Foreign(**asdict(row.foreign)) if row.foreign else None,
        row.tasks,
        _load_wishes(wishes),
        row.league,
        **{name: name in row.marks for name in FLAGS},
    )


def _principality(name: str, row: PrincipalityRow) -> Principality:
    marks = {mark: mark in row.marks for mark in ("elector", "drawn", "attacked")}
    influence = MappingProxyType(row.influence) if row.influence else NOTHING
    return Principality(name, row.name, influence=influence, ally=row.ally, **marks)


def _load_wishes(row: WishesRow) -> Wishes:
    withdraw = []
    for text in row.withdraw:
        name, when = text.split()
        withdraw.append(Withdrawal(name, _one_of(when, ("attacked", "target"), "withdraw")))
    answers = []
    for text in row.answers:
        name, *league = text.split()
        joined = league[0] if league else ""
        answers.append((name, _one_of(joined, ("", "catholic", "evangelical"), "answers")))
    return Wishes(
        row.concede,
        row.loss,
        tuple(withdraw),
        tuple(answers),  # type: ignore[arg-type]
        row.home,
        row.edge,
        row.name,
    )


def _one_of(value: Any, known: tuple[T, ...], where: str) -> T:
    """The value, if it is a known one. Raises FileError."""
    for one in known:
        if one == value:
            return one
    raise FileError(f"{where}: {value!r} is none of {', '.join(map(str, known))}")
