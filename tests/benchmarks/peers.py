"""Published adjudicators as contestants: the PyPI packages `diplomacy` and `pydip`.

Each gives the position after movement in one form, so that the answers can be compared before the
times are. An absent package is None.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from generator.engine.board import Board, province_of

Case = dict[str, Any]
Position = frozenset[tuple[str, str]]
"""Powers with their units, the dislodged left out."""


@dataclass(frozen=True, slots=True)
class Peer:
    """`whole` does everything from texts; `prepare` and `process` split off the resolving."""

    name: str
    version: str
    whole: Callable[[Case], object]
    prepare: Callable[[Case], object]
    process: Callable[[Any], object]
    position: Callable[[Any], Position]


def diplomacy_peer() -> Peer | None:
    try:
        from diplomacy import Game
    except ImportError:
        return None

    def prepare(case: Case) -> Any:
        game = Game()
        game.clear_units()
        for power, units in case["units"].items():
            game.set_units(power, units)
        for power, orders in case["orders"].items():
            game.set_orders(power, orders)
        return game

    def process(game: Any) -> Any:
        game.process()
        return game

    def position(game: Any) -> Position:
        return frozenset(
            (name, unit)
            for name, power in game.powers.items()
            for unit in power.units
            if not unit.startswith("*")
        )

    return Peer(
        "diplomacy",
        version("diplomacy"),
        lambda case: process(prepare(case)),
        prepare,
        process,
        position,
    )


def pydip_peer(board: Board) -> Peer | None:
    """pydip reads no texts: `whole` makes its players and commands from words, then resolves."""
    try:
        from pydip.map.predefined.vanilla_dip import generate_map
        from pydip.player.command import command as commands
        from pydip.player.player import Player
        from pydip.player.unit import Unit, UnitTypes
        from pydip.turn.resolve import resolve_turn
    except ImportError:
        return None
    game_map = generate_map()
    kinds = {"A": UnitTypes.TROOP, "F": UnitTypes.FLEET}
    names = _pydip_names(board, set(game_map.name_map))
    codes = {name: at for at, name in names.items()}

    def unit_of(kind: str, place: str) -> Any:
        return Unit(kinds[kind], names[(kind, place)])

    def command_of(player: Any, text: str) -> Any:
        words = text.split()
        unit = unit_of(words[0], words[1])
        match words[2:]:
            case ["-", to, *via]:
                start, goal = words[1], names[(words[0], to)]
                by_land = words[0] == "F" or to in board.army_from(province_of(start))
                if by_land and not via:
                    return commands.MoveCommand(player, unit, goal)
                return commands.ConvoyMoveCommand(player, unit, goal)
            case ["S", kind, at]:
                other = unit_of(kind, at)
                return commands.SupportCommand(player, unit, other, other.position)
            case ["S", kind, at, "-", to]:
                goal = names[(kind, to)]
                return commands.SupportCommand(player, unit, unit_of(kind, at), goal)
            case ["C", kind, at, "-", to]:
                army = unit_of(kind, at)
                return commands.ConvoyTransportCommand(player, unit, army, names[(kind, to)])
        return commands.HoldCommand(player, unit)

    def prepare(case: Case) -> Any:
        made = []
        for power, units in case["units"].items():
            start = [
                {"territory_name": names[(kind, at)], "unit_type": kinds[kind]}
                for kind, at in map(str.split, units)
            ]
            player = Player(power, game_map, start)
            ordered = set()
            for text in case["orders"].get(power, ()):
                made.append(command_of(player, text))
                ordered.add(made[-1].unit)
            made += [
                commands.HoldCommand(player, one) for one in player.units if one not in ordered
            ]
        return made

    def process(made: Any) -> Any:
        return resolve_turn(game_map, made)

    def position(results: Any) -> Position:
        return frozenset(
            (power, " ".join(codes[unit.position]))
            for power, units in results.items()
            for unit, retreats in units.items()
            if retreats is None
        )

    return Peer(
        "pydip", version("pydip"), lambda case: process(prepare(case)), prepare, process, position
    )


def _pydip_names(board: Board, known: set[str]) -> dict[tuple[str, str], str]:
    """pydip's names of places, by our type of unit and place."""
    plain = {_plain(name): name for name in known}
    names: dict[tuple[str, str], str] = {}
    for code, one in board.provinces.items():
        name = plain.get(_plain(one.name)) or plain[_plain(f"{one.name} Sea")]
        if one.kind == "sea":
            names[("F", code)] = name
            continue
        names[("A", code)] = name
        if one.kind == "coastal" and not one.coasts:
            names[("F", code)] = f"{name} Coast"
        for coast in one.coasts:
            # pydip calls Bulgaria's east coast its north coast.
            side = "South" if coast == "SC" else "North"
            names[("F", f"{code}/{coast}")] = f"{name} {side} Coast"
    missing = sorted(set(names.values()) - known)
    assert not missing, missing
    return names


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalpha())
