"""States read back from their tables."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from generator.engine.errors import FileError, TheatrumError
from generator.engine.phases import Document, Moment
from generator.engine.ruleset import Ending
from generator.rulesets.westphalia.data.board import EDGES, HexBoard, board_for
from generator.rulesets.westphalia.data.facts import homes, options
from generator.rulesets.westphalia.record.document import FLAGS, SETTINGS
from generator.rulesets.westphalia.record.soundness import flaws_of
from generator.rulesets.westphalia.setup.opening import option_problem, seats_in
from generator.rulesets.westphalia.state.state import (
    NOTHING,
    RELIGIONS,
    RESULTS,
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
    chosen = _load_options(tables.get("options", {}))
    seats = seats_in(str(chosen["seats"]))
    freeze = MappingProxyType
    wishes = private.get("wishes", {})
    return State(
        Moment(int(tables["year"]), int(tables["number"]), str(tables["phase"])),
        seats,
        chosen,
        freeze(
            _load_provinces(
                tables.get("provinces", {}), board_for(str(chosen["board"]), len(seats))
            )
        ),
        freeze(
            {
                seat: _load_player(seat, tables["players"][seat], wishes.get(seat, {}))
                for seat in seats
            }
        ),
        freeze(
            {
                name: _load_principality(name, row, seats)
                for name, row in tables.get("principalities", {}).items()
            }
        ),
        round=int(tables["round"]),
        setup_order=tuple(tables.get("setup_order", ())),
        initiative=tuple(tables.get("initiative", ())),
        emperor=tables.get("emperor", ""),
        emperor_rounds=tables.get("emperor_rounds", 0),
        **{name: bool(tables.get(name, False)) for name in SETTINGS},
        wars=tuple(_load_war(row) for row in tables.get("wars", ())),
        religious_war=_load_religious(tables.get("religious_war")),
        footing=freeze({one: tuple(own) for one, own in tables.get("footing", {}).items()}),
        landed=tuple(tables.get("landed", ())),
        renamed=tuple(tables.get("renamed", ())),
        cards=freeze({p: (row[0], row[1]) for p, row in private.get("cards", {}).items()}),
        dice=freeze(dict(tables.get("dice", {}))),
        lying=tuple(_load_die(text) for text in tables.get("lying", ())),
        bringing=tuple(_load_bringing(text) for text in tables.get("bringing", ())),
        ballots=freeze(dict(tables.get("ballots", {}))),
        hands=load_fields(private.get("armies", {})),
        labels=tuple(tables.get("labels", ())),
        draws=tables.get("draws", 0),
        size=tables.get("size", 0),
        ending=_load_ending(tables.get("ending")),
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


def _load_player(seat: str, row: Mapping[str, Any], wishes: Mapping[str, Any]) -> Player:
    foreign = None
    if "foreign" in row:
        foreign = Foreign(**row["foreign"])
        _one_of(foreign.home, tuple(homes()), f"home of {seat}")
        _one_of(foreign.edge, EDGES, f"edge of {seat}")
    marks = row.get("marks", [])
    unknown = [mark for mark in marks if mark not in FLAGS]
    if unknown:
        raise FileError(f"{seat}: there is no mark {unknown[0]}")
    return Player(
        seat,
        _one_of(row["religion"], RELIGIONS, f"religion of {seat}"),
        row.get("saints", 0),
        row.get("reformation", 0),
        row.get("saved", 0),
        foreign,
        tuple(_one_of(t, ("heresy", "diplomacy", "war"), seat) for t in row.get("tasks", ())),
        _load_wishes(wishes),
        _one_of(row.get("league", ""), ("", "catholic", "evangelical"), f"league of {seat}"),
        **{name: name in marks for name in FLAGS},
    )


def _load_principality(name: str, row: Mapping[str, Any], seats: tuple[str, ...]) -> Principality:
    marks = row.get("marks", [])
    influence = row.get("influence", {})
    for player in influence:
        _one_of(player, seats, f"influence in {name}")
    return Principality(
        name,
        row["name"],
        "elector" in marks,
        MappingProxyType(dict(influence)) if influence else NOTHING,
        row.get("ally", ""),
        "drawn" in marks,
        "attacked" in marks,
    )


def _load_wishes(row: Mapping[str, Any]) -> Wishes:
    withdraw = []
    for text in row.get("withdraw", ()):
        name, when = text.split()
        withdraw.append(Withdrawal(name, _one_of(when, ("attacked", "target"), "withdraw")))
    answers = []
    for text in row.get("answers", ()):
        name, *league = text.split()
        joined = league[0] if league else ""
        answers.append((name, _one_of(joined, ("", "catholic", "evangelical"), "answers")))
    return Wishes(
        tuple(row.get("concede", ())),
        tuple(row.get("loss", ())),
        tuple(withdraw),
        tuple(answers),  # type: ignore[arg-type]
        row.get("home", ""),
        row.get("edge", ""),
        row.get("name", ""),
    )


def _load_war(row: Mapping[str, Any]) -> War:
    return War(
        row["number"],
        row["attacker"],
        row["defender"],
        row["phase"],
        tuple(row.get("could_take", ())),
        _one_of(row["status"], ("pending", "won", "inconclusive", "cancelled"), "war"),
        row.get("winner", ""),
    )


def _load_religious(row: Mapping[str, Any] | None) -> ReligiousWar | None:
    if row is None:
        return None
    fought = {league: tuple(electors) for league, electors in row.get("fought", {}).items()}
    return ReligiousWar(
        row["target"],
        row["rotf"],
        row.get("dotf", ""),
        tuple(row.get("could_take", ())),
        MappingProxyType(fought) if fought else NOTHING,
        _one_of(row["status"], ("pending", "won", "inconclusive", "cancelled"), "religious war"),
        row.get("winner", ""),
    )


def _load_ending(row: Mapping[str, Any] | None) -> Ending | None:
    if row is None:
        return None
    return Ending(_one_of(row["kind"], RESULTS, "ending"), tuple(row["powers"]), row["text"])


def _one_of(value: Any, known: tuple[T, ...], where: str) -> T:
    """The value, if it is a known one. Raises FileError."""
    for one in known:
        if one == value:
            return one
    raise FileError(f"{where}: {value!r} is none of {', '.join(map(str, known))}")
