"""States as tables that people can read."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import asdict

from generator.engine.phases import Document
from generator.engine.shapes import as_tables
from generator.rulesets.westphalia.data.facts import options
from generator.rulesets.westphalia.record.tables import (
    FLAGS,
    EndingRow,
    ForeignRow,
    PlayerRow,
    PrincipalityRow,
    ReligiousWarRow,
    Secrets,
    Tables,
    WarRow,
    WishesRow,
)
from generator.rulesets.westphalia.state.state import Player, Principality, State, Wishes
from generator.rulesets.westphalia.wars.fields import dump_fields

__all__ = ["ALWAYS", "SAME", "dump_state"]

ALWAYS: Final = ("year", "number", "phase", "round")
"""What every file has."""


def dump_state(state: State) -> Document:
    """The state as tables in a stable order; what is empty is left out."""
    moment, war = state.moment, state.religious_war
    same = {name: getattr(state, name) for name in Tables.__struct_fields__ if name in SAME}
    public = Tables(
        year=moment.year,
        number=moment.number,
        phase=moment.phase,
        players={name: _player_row(one) for name, one in state.players.items()},
        principalities={name: _principality_row(x) for name, x in state.principalities.items()},
        provinces=_provinces(state),
        wars=tuple(WarRow(**asdict(one)) for one in state.wars),
        religious_war=ReligiousWarRow(**asdict(war)) if war else None,
        lying=tuple(" ".join(die) for die in state.lying),
        bringing=tuple(" ".join((one, place, *also)) for one, place, also in state.bringing),
        options={
            name: state.options[name]
            for name, option in options().items()
            if state.options[name] != option.default
        },
        ending=EndingRow(**asdict(state.ending)) if state.ending else None,
        **same,
    )
    secrets = Secrets(
        wishes={name: row for name, x in state.players.items() if (row := _wishes(x.wishes))},
        cards=state.cards,
        armies=dump_fields(state.hands),
    )
    return Document(_filled(public), _filled(secrets))


SAME: Final = frozenset(State.__struct_fields__) - {
    "players", "principalities", "provinces", "wars", "religious_war", "lying", "bringing",
    "options", "ending",
}  # fmt: skip
"""What a file has as the state has it."""


def _filled(written: Tables | Secrets) -> MappingProxyType[str, Any]:
    """The tables that hold something."""
    tables = as_tables(written).items()
    return MappingProxyType({name: one for name, one in tables if one or name in ALWAYS})


def _provinces(state: State) -> dict[str, str]:
    """Each province as `red catholic town`, or `red catholic capital`."""
    rows = {}
    for code, one in state.provinces.items():
        mark = "capital" if one.capital else "town" if one.town else ""
        if one.owner:
            rows[code] = " ".join(word for word in (one.owner, one.religion, mark) if word)
    return rows


def _player_row(one: Player) -> PlayerRow:
    return PlayerRow(
        one.religion,
        one.saints,
        one.reformation,
        one.saved,
        ForeignRow(**asdict(one.foreign)) if one.foreign else None,
        one.tasks,
        one.league,
        tuple(name for name in FLAGS if getattr(one, name)),
    )


def _principality_row(one: Principality) -> PrincipalityRow:
    marks: Any = tuple(x for x in ("elector", "drawn", "attacked") if getattr(one, x))
    return PrincipalityRow(one.name, dict(one.influence), one.ally, marks)


def _wishes(one: Wishes) -> WishesRow | None:
    row = WishesRow(
        one.concede,
        one.loss,
        tuple(f"{wish.principality} {wish.when}" for wish in one.withdraw),
        tuple(" ".join(answer).strip() for answer in one.answers),
        one.home,
        one.edge,
        one.name,
    )
    return row if row != WishesRow() else None
