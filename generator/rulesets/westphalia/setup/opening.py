"""The first state of a game: seats and options, and a board that is empty or the referee's."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from generator.engine.errors import FileError, GameError
from generator.engine.knobs import options_problems
from generator.engine.phases import Moment, Setup
from generator.engine.words import nearest
from generator.rulesets.westphalia.data.board import HexBoard, board_for
from generator.rulesets.westphalia.data.facts import (
    facts,
    layout,
    options,
    powers,
    principalities,
    year_of,
)
from generator.rulesets.westphalia.setup.placing import (
    elector_size,
    free_provinces,
    put_player,
    put_principality,
)
from generator.rulesets.westphalia.state.state import Player, Province, State


def open_game(setup: Setup) -> State:
    """The first state: nothing is drawn and placed yet.

    With the option setup_mode = "referee" `setup.position` has a table `board`, {player or
    principality: "B1 A1 B2 C1", the capital first}. Raises GameError for an option, FileError for
    a board that cannot be.
    """
    chosen = chosen_options(setup.options)
    seats = seats_in(str(chosen["seats"]))
    _check_count(len(seats), bool(chosen["allow_variant_counts"]))
    board = board_for(str(chosen["board"]), len(seats))
    _check_board(board, len(seats))
    mode = chosen["setup_mode"]
    if mode == "default" and not (board.players == len(seats) and layout(len(seats))):
        where = "" if board.players == len(seats) else f" on {chosen['board']}"
        hint = 'set setup_mode = "draft" or "referee"'
        raise GameError(f"there is no setup ready for {len(seats)} players{where}", hint=hint)
    unknown = [name for name in setup.position if name != "board"]
    if unknown:
        raise FileError(
            f"there is no {', '.join(unknown)}",
            hint="a position has the table board, or is the file of a state with its table state",
        )
    if ("board" in setup.position) != (mode == "referee"):
        problem = "the referee's board is missing" if mode == "referee" else "a board is given"
        raise FileError(problem, hint='a table [board] goes with setup_mode = "referee"')
    saints, points = facts().start.saints, facts().start.reformation
    players = {seat: Player(seat, saints=saints, reformation=points) for seat in seats}
    state = State(
        Moment(year_of(1), 1, "setup"),
        seats,
        chosen,
        MappingProxyType({code: Province("") for code in board.hexes}),
        MappingProxyType(players),
        MappingProxyType({}),
        setup=True,
    )
    return _with_board(state, setup.position["board"]) if setup.position else state


def seats_in(text: str) -> tuple[str, ...]:
    """The seats in an option's text. Raises GameError for a color twice, or one that is none."""
    seats = tuple(text.replace(",", " ").lower().split())
    for seat in seats:
        if seat not in powers():
            raise GameError(f"there is no color {seat}", hint=f"colors: {', '.join(powers())}")
        if seats.count(seat) > 1:
            raise GameError(f"the color {seat} is taken by two players")
    return seats


def option_problem(name: str, value: object) -> str:
    """Why an option cannot have a value, or ""."""
    return "; ".join(options_problems(options(), {name: value}))


def chosen_options(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The value of every option, chosen or not. Raises GameError for one that cannot be."""
    wrong = [said for name, value in given.items() if (said := option_problem(name, value))]
    if wrong:
        raise GameError("; ".join(wrong))
    return MappingProxyType(
        {name: given.get(name, option.default) for name, option in options().items()}
    )


def _check_count(count: int, variants: bool) -> None:
    """POW-GEN-1: how many may play."""
    game = facts().game
    low, high = game.players_min, game.players_max
    if variants:
        low, high = game.variant_min, game.variant_max
    if not low <= count <= high:
        hint = "" if variants else "allow_variant_counts = true lets three or four play"
        raise GameError(f"{low} to {high} can play, not {count}", hint=hint)


def _check_board(board: HexBoard, players: int) -> None:
    """POW-MAP-1: a board of another number of players has to have room for all."""
    needed = players * facts().start.provinces
    needed += sum(row.size for row in principalities().values())
    has = len(board.hexes)
    if has < needed:
        need = f"{players} players and the Electors need {needed} provinces"
        hint = 'choose a larger board, or board = "own"'
        raise GameError(f"{need}, and the board has {has}", hint=hint)


def _with_board(state: State, table: object) -> State:
    """The state with the referee's board."""
    if not isinstance(table, Mapping):
        raise FileError("board is not a table", hint='write red = "B1 A1 B2 C1" under [board]')
    for owner, text in table.items():
        if not isinstance(text, str):
            raise FileError(f"board of {owner}: not a text like 'B1 A1 B2 C1'")
        own, where = text.upper().split(), f"board of {owner}"
        for code in own:
            if code not in state.provinces:
                hint = f"provinces of this board are A1 to {list(state.provinces)[-1]}"
                raise FileError(f"{where}: there is no province {code}", hint=hint)
            if taken := state.provinces[code].owner:
                raise FileError(f"{where}: {code} is not free", hint=f"{taken} has it already")
        if not own:
            raise FileError(f"{where}: there is no province", hint="leave out who has none")
        if owner in state.players:
            state = put_player(state, owner, own, own[0])
        elif owner in principalities():
            state = put_principality(state, owner, own, own[0])
        else:
            known = (*state.players, *principalities())
            hint = nearest(str(owner), known, None) or f"players: {', '.join(state.seats)}"
            said = f"board: there is neither a player nor a principality {owner}"
            raise FileError(said, hint=hint)
    electors = [name for name in principalities() if elector_size(name)]
    missing = [name for name in (*state.seats, *electors) if not state.lands.get(name)]
    if missing:
        raise FileError(f"board: {', '.join(missing)} have no province")
    free = free_provinces(state)
    if free:
        raise FileError(f"board: {', '.join(free)} belong to nobody")
    return state
