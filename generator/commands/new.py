"""`theatrum new`: a game folder, ready for the first orders."""

from __future__ import annotations

import secrets
from argparse import Namespace
from pathlib import Path
from typing import Any

from generator.archive import load_game
from generator.archive.files.names import check_game_name
from generator.archive.game.sheets import waiting_path
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game, submit_orders
from generator.commands.options import parse_options, parse_players
from generator.commands.output import say, show
from generator.engine.errors import UsageError
from generator.engine.ruleset import Odd, Ruleset
from generator.rulesets import get_ruleset


def run(options: Namespace) -> int:
    name = check_game_name(options.game)
    ruleset = get_ruleset(options.ruleset)
    if options.demo is not None and options.demo < 1:
        raise UsageError("a demonstration has at least one year", text=str(options.demo))
    if options.demo is not None:
        from generator.autoplay import get_player

        get_player(ruleset.id)  # fail before the folder is made if there is none
    seed = options.seed or secrets.token_hex(32)
    folder = create_game(
        options.games,
        NewGame(
            name,
            ruleset,
            seed,
            seed_given=bool(options.seed),
            event=options.event,
            title=options.title,
            players=parse_players(options.players),
            options=parse_options(ruleset, options.option),
            position=options.position,
            orders=options.orders or ("public" if options.demo is not None else "private"),
        ),
        # A demonstration gets its name when it has been played: killed before, it leaves no game.
        lambda made: _play(made, ruleset, seed, options.demo) if options.demo is not None else None,
    )
    game = load_game(folder)
    show(str(folder))
    if options.position is not None and isinstance(ruleset, Odd):
        for said in ruleset.oddities(game.opening.state()):
            say(f"warning: {said}")
    if game.is_over:
        return 0
    moment = game.current_moment
    if not ruleset.awaits(game.current_state()):
        said = f"the game begins with {ruleset.phase_title(moment)}, which needs no orders"
        say(f"{said}: theatrum adjudicate {name}")
        return 0
    say(f"the game waits for {ruleset.phase_title(moment)}")
    orders = (folder / waiting_path(game.settings, moment.year, "x")).parent
    say(f"put the orders into {orders}/, then: theatrum check {name}")
    return 0


def _play(folder: Path, ruleset: Ruleset[Any], seed: str, years: int) -> None:
    """Let programs play until so many years are over, or the game is."""
    from generator.autoplay import get_player
    from generator.engine.chance import Chance

    player = get_player(ruleset.id)
    played: set[int] = set()
    while not (game := load_game(folder)).is_over:
        state, moment = game.current_state(), game.current_moment
        # Counted, not computed: the years of a game may lie a generation apart.
        played.add(moment.year)
        if len(played) > years:
            return
        texts = {}
        for power in ruleset.awaits(state):
            # The players draw from a source of their own: it reveals nothing of the game's draws.
            chance = Chance(f"{seed} players", f"{moment.year}/{moment.slug}/{power}")
            lines = player.write_orders(ruleset, state, power, chance)
            if lines:
                texts[power] = "".join(f"{line}\n" for line in lines)
        submit_orders(folder, moment, texts)
        done = adjudicate_game(folder)
        say(f"{done.moment}: {' '.join(done.summary)}")
