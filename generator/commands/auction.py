"""`theatrum players auction`: the bids of all players go in, and out comes who plays which power.

They are in one file, in the order in which the players registered: `Ben = "no preference"`.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from generator.archive import Game, load_game
from generator.archive.files.layout import AUCTION, GAME
from generator.archive.files.reading import LONGEST_SETTINGS, FileErrors, read_exact_text, read_toml
from generator.archive.files.toml_editing import with_value
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import check_there
from generator.archive.game.seeds import read_seed
from generator.commands.folders import game_folder
from generator.commands.output import show
from generator.engine.auction import AuctionAward, AuctionRules, award_powers, equal_bids, read_bids
from generator.engine.chance import Chance
from generator.engine.errors import FileError, GameError
from generator.engine.typed import read_table
from generator.engine.words import listed
from generator.rulesets import ruleset_folder


def run(options: Namespace) -> int:
    """Gives the powers out and writes their players into game.toml."""
    folder = game_folder(options)
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        rules = game.ruleset.rulebook
        if game.phases or game.settings.players:
            why = "has begun" if game.phases else f"has players already: see {GAME}"
            closed = rules.causes.get(
                "auction-closed", "an auction must come before the first phase"
            )
            raise GameError(f"{game.slug} {why}", hint=closed)
        awards = awards_for(game, options.bids)
        if not options.dry_run:
            path = folder / GAME
            text = read_exact_text(path)
            for award in awards:
                text = with_value(path, text, ("players", award.power), award.player)
            commit(folder, Change({GAME: text}))
    for award in awards:
        cited = [rules.cites(cause) for cause in award.causes if cause in rules.causes]
        show(f"{award.text} ({listed(cited)})" if cited else award.text)
    return 0


def awards_for(game: Game, file: Path) -> tuple[AuctionAward, ...]:
    """Who gets which power by the bids in a file. Raises FileErrors with the place of everything
    that is wrong."""
    powers, seed = game.ruleset.powers, read_seed(game.folder, game.settings)
    own = ruleset_folder(game.ruleset.id) / AUCTION
    terms = read_table(read_toml(own).data, AuctionRules) if own.exists() else AuctionRules()
    toml = read_toml(file, LONGEST_SETTINGS)
    errors: list[FileError] = []
    bids, drawn = {}, []
    if not 0 < len(toml.data) <= len(powers):
        raise toml.error(
            f"{len(toml.data)} players bid for {len(powers)} powers",
            hint="give at least one bid, and at most one per power",
        )
    for number, (player, text) in enumerate(toml.data.items(), 1):
        if not isinstance(text, str):
            errors.append(toml.error("is not a bid", player, hint=f'{player} = "no preference"'))
            continue
        bids[player], complaints = read_bids(text, powers, terms, game.ruleset.rulebook.causes)
        for one in complaints:
            place = toml.place_in((player,), one.line, one.column)
            errors.append(FileError(one.problem, place=place, text=one.text, hint=one.hint))
        if not bids[player] and not complaints:
            if seed is None:
                raise GameError(
                    "the seed is missing, which decides between bids without preference",
                    hint="theatrum secrets unseal restores it",
                )
            drawn.append(player)
            salt = Chance(seed, "auction").key(f"auction {number}").hex()
            chance = Chance(salt, "auction no preference")
            bids[player] = equal_bids(tuple(powers), terms, chance)
    if errors:
        raise FileErrors(errors)
    return award_powers(bids, powers, drawn)
