"""The ruleset's part of the pages that follow a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import tomli

from generator.engine.chronicle import (
    Bond,
    BondFacts,
    CountFacts,
    Figure,
    Gazetteer,
    InfluenceChange,
    MarkFacts,
    MinorFacts,
    MinorStand,
    ProvinceFacts,
    RecordFacts,
    Snapshot,
    StatusFacts,
)
from generator.engine.events import topics_of
from generator.engine.phases import Resolution
from generator.engine.typed import Table, read_table
from generator.engine.verdicts import Event
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import facts, layout, principalities
from generator.rulesets.westphalia.land.influence import total_influence
from generator.rulesets.westphalia.land.victory import balance_of
from generator.rulesets.westphalia.state.power import imperial_power, saved_in
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import LEAGUES, RELIGION, RELIGION_COLORS, home_name

_FOLDER: Final = Path(__file__).parent


class Names(Table, frozen=True):
    """The tables of the file, in its order."""

    words: Mapping[str, str]
    signs: Mapping[str, str]
    statuses: Mapping[str, StatusFacts]
    bonds: Mapping[str, BondFacts]
    figures: Mapping[str, Figure]
    counts: Mapping[str, CountFacts]
    records: Mapping[str, RecordFacts]


@cache
def names() -> Names:
    file = _FOLDER / "gazetteer.toml"
    return read_table(tomli.loads(file.read_text(encoding="utf-8")), Names, file=file)


_TOPICS: Final = ("influence", "diplomacy", "war", "religion", "empire", "scores", "places")


def make_gazetteer(state: State) -> Gazetteer:
    """Names and words, the same throughout a game. They include principalities that may come into
    being later."""
    colors, great, told = RELIGION_COLORS, facts().game.great_names, names()
    # As the game opens: one that may come into being later has no province yet.
    minors = {
        name: MinorFacts(
            name,
            row.name,
            row.label,
            _land(state, name),
            notes=("an Elector at first",) if row.size else (),
        )
        for name, row in principalities().items()
        # Principalities take some names only as they grow.
        if name not in great
    }
    marks = {
        str(one): MarkFacts(word, one, word[:1], (), "POW-MAP-7", colors[one])
        for one, word in RELIGION.items()
    }
    return Gazetteer(
        provinces=MappingProxyType({code: _province(state, code) for code in state.board.hexes}),
        minors=MappingProxyType(minors),
        statuses=told.statuses,
        marks=MappingProxyType(marks),
        bonds=told.bonds,
        figures=told.figures,
        counts=told.counts,
        records=told.records,
        words=told.words,
        influence="DI",
        points="Imperial Power",
        goal_rule="POW-VIC-5",
        topics=topics_of(_TOPICS, kinds.EVENTS),
        power_notes=MappingProxyType(dict.fromkeys(state.seats, ())),
    )


def _province(state: State, code: str) -> ProvinceFacts:
    on = [edge for edge, places in state.board.edges.items() if code in places]
    notes = (f"on the edge {' and '.join(on)}",) if on else ()
    town, near = state.provinces[code].town, state.board.neighbors[code]
    return ProvinceFacts(code, code, "inland", is_center=town, neighbors=near, notes=notes)


def _land(state: State, name: str) -> tuple[str, ...]:
    """The provinces of a principality, its capital first; those of the board that is ready to play
    before it is laid out."""
    if state.lands.get(name):
        seat = state.capital_of(name)
        return (seat, *(code for code in state.lands[name] if code != seat))
    if state.setup and state.option("setup_mode") == "default":
        return layout(len(state.seats)).get(name, ())
    return ()


def take_snapshot(state: State) -> Snapshot:
    """The public knowledge of a state, in figures."""
    figures = _figures(state)
    holders = {code: one.owner for code, one in state.provinces.items() if one.owner}
    minors = {
        name: MinorStand(
            "allied" if one.ally else "unaligned",
            one.ally,
            state.religion_of(name),
            one.influence,
            needed=len(state.lands[name]),
        )
        for name, one in state.principalities.items()
        # Free cities have only the name of their town, and no page either.
        if name in principalities()
    }
    counts = {
        name: {str(one): many for one, many in count.items()}
        for name, count in balance_of(state)._asdict().items()
        # Before the board is laid out there are no Electors to count.
        if any(count.values())
    }
    return Snapshot(
        holders=MappingProxyType(holders),
        minors=MappingProxyType(minors),
        bonds=_bonds(state),
        figures=figures,
        points=figures["power"],
        marks=MappingProxyType({code: one.religion for code, one in state.provinces.items()}),
        counts=MappingProxyType(counts),
        remarks=MappingProxyType({seat: tuple(_remarks(state, seat)) for seat in state.seats}),
    )


def _figures(state: State) -> Mapping[str, Mapping[str, int]]:
    """The figures of gazetteer.toml, each by player."""
    players = state.players.items()
    return {
        "power": {seat: imperial_power(state, seat) for seat in state.seats},
        "saints": {seat: one.saints for seat, one in players},
        "points": {seat: one.reformation for seat, one in players},
        "saved": {seat: one.saved for seat, one in players},
        "influence": {seat: total_influence(state, seat) for seat in state.seats},
        "provinces": {seat: len(state.lands[seat]) for seat in state.seats},
    }


def standings(state: State) -> tuple[tuple[str, Mapping[str, int]], ...]:
    """Imperial Power, Saints or points, Influence and provinces of each player."""
    rows = _figures(state).items()
    return tuple((names().figures[name].title, row) for name, row in rows if name != "saved")


def _remarks(state: State, player: str) -> Iterator[str]:
    """A player's lands, religion and titles."""
    one = state.players[player]
    saved = ", saved" if player in saved_in(state, one.religion) else ""
    yield f"{RELIGION[one.religion]}{saved}"
    if one.foreign:
        home = f"{home_name(one.foreign.home)}, beyond the edge {one.foreign.edge}"
        yield f"Foreign Power: {home}, which gives {one.foreign.home_ip} IP"
    elif state.capital_of(player):
        yield f"Prince, with the capital {state.capital_of(player)}"
    if player == state.emperor:
        yield "Emperor"
    if one.league:
        yield f"in {LEAGUES[one.league]}"


def _bonds(state: State) -> tuple[Bond, ...]:
    """Wars of the Round between players, and players in one League."""
    year = state.moment.year
    found = []
    # A Round that has not begun still remembers the wars of the last one.
    wars = () if state.moment.phase == "upheaval" else state.wars
    at_war = {frozenset((war.attacker, war.defender)) for war in wars if war.status != "cancelled"}
    for one, other in combinations(state.seats, 2):
        league = state.players[one].league
        if frozenset((one, other)) in at_war:
            found.append(Bond((one, other), "war", year))
        elif league and league == state.players[other].league:
            found.append(Bond((one, other), league, year))
    return tuple(found)


def influence_changes(resolution: Resolution[State]) -> Sequence[InfluenceChange]:
    """Gains and losses of influence by place, from the events that report them."""
    found: dict[tuple[str, str], list[int]] = {}
    for event in resolution.events:
        if event.kind in (kinds.INFLUENCE_PLACED.slug, kinds.INFLUENCE_LOST.slug) and event.public:
            row = found.setdefault((event.data["principality"], event.powers[0]), [0, 0])
            row[event.kind == kinds.INFLUENCE_LOST.slug] += event.data["number"]
        elif event.kind == kinds.PRINCIPALITY_DESTROYED.slug:
            for player, number in event.data["influence"].items():
                found.setdefault((event.data["principality"], player), [0, 0])[1] += number
    return tuple(
        InfluenceChange(minor, player, placed, lost)
        for (minor, player), (placed, lost) in found.items()
    )


def minors_of(state: State, event: Event) -> tuple[str, ...]:
    """The principalities that an event is about."""
    named: list[Any] = [
        event.data.get(key) for key in ("principality", "target", "defender", "owner", "before")
    ]
    named += [*event.data.get("drawn", ()), *event.data.get("electors", ())]
    return tuple(dict.fromkeys(one for one in named if one in principalities()))
