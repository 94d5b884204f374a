"""`theatrum new`: a game folder, ready for the first orders, or with a game that was exported."""

from __future__ import annotations

import secrets
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from generator.archive import load_game
from generator.archive.files.names import check_game_name
from generator.archive.files.reading import open_plain
from generator.archive.game.positions import Position
from generator.archive.game.sheets import waiting_path
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game, first_state, submit_orders
from generator.commands.output import report_lines, say, show
from generator.commands.people import warn_of_people
from generator.commands.ruleset import parse_options, parse_players
from generator.engine.errors import UsageError
from generator.engine.report import table
from generator.engine.ruleset import Ruleset
from generator.engine.words import count
from generator.rulesets import get_ruleset, variant_names

_JSON: Final = (".json", ".jsonl")
_STDIN: Final = Path("-")
_OF_NEW_GAMES: Final = ("ruleset", "title", "players", "seed", "orders", "demo", "dry_run")


def run(options: Namespace) -> int:
    name = check_game_name(options.game)
    if is_whole_game(options.position):
        return import_game(options)
    if given := [word for word in ("saved", "strict", "press") if getattr(options, word)]:
        raise UsageError(
            f"--{given[0]} needs a game that was already played", hint="--from FILE.json"
        )
    ruleset = _ruleset(options.ruleset or "standard", options.games)
    if options.demo is not None and options.demo < 1:
        raise UsageError(
            "a demonstration needs at least one year", text=str(options.demo), hint="write --demo 1"
        )
    if options.demo is not None:
        from generator.autoplay import get_player

        get_player(ruleset.id)  # raises before the folder is made
    seed = options.seed or secrets.token_hex(32)
    new = NewGame(
        name,
        ruleset,
        seed,
        seed_given=bool(options.seed),
        title=options.title,
        players=parse_players(options.players),
        options=parse_options(ruleset, options.option),
        position=tuple(options.position),
        orders=options.orders or ("public" if options.demo is not None else "private"),
    )
    # Read before anything is made, for the remarks on it.
    opened = first_state(new) if new.position or options.dry_run else None
    if options.dry_run and opened is not None:
        _show(new, opened[0])
        _warn(new, *opened)
        return 0
    folder = create_game(
        options.games,
        new,
        # A demonstration gets its name when it has been played: killed before, it leaves no game.
        lambda made: _play(made, ruleset, seed, options.demo) if options.demo is not None else None,
    )
    game = load_game(folder)
    show(str(folder))
    if opened is not None:
        _warn(new, *opened)
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


def _ruleset(name: str, games: Path) -> Ruleset[Any]:
    """A ruleset of the program, or a variant, which is checked first."""
    if "/" not in name and "\\" not in name and name not in variant_names():
        return get_ruleset(name)
    from generator.authoring.folder import checked_variant
    from generator.commands.ruleset import variant_folder

    ruleset, faults = checked_variant(variant_folder(name, games))
    for fault in faults:
        say(f"warning: {fault.error}")
    return ruleset


def _show(new: NewGame, state: Any) -> None:
    """Print the position that a game would open with."""
    ruleset = new.ruleset
    show(f"{new.name}: {ruleset.phase_title(ruleset.moment(state))}; nothing is written")
    standings = ruleset.standings(state)
    powers = [power for power in ruleset.powers if any(power in row for _, row in standings)]
    rows = [
        (ruleset.powers[power].name, *(str(row.get(power, "")) for _, row in standings))
        for power in powers
    ]
    head = ("Power", *(label for label, _ in standings))
    sections = (table("Standings", head, rows), *ruleset.sheets(state))
    for line in report_lines(sections):
        show(line)


def _warn(new: NewGame, state: Any, position: Position | None) -> None:
    """Print the parts of a position that were not read, and those that are strange."""
    if position is None:
        return
    for said in position.notes:
        say(f"note: {said}")
    for said in new.ruleset.oddities(state):
        say(f"warning: {said}")


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
            # The players draw from a separate source: it reveals nothing of the game's draws.
            chance = Chance(f"{seed} players", f"{moment.year}/{moment.slug}/{power}")
            lines = player.write_orders(ruleset, state, power, chance)
            if lines:
                texts[power] = "".join(f"{line}\n" for line in lines)
        submit_orders(folder, moment, texts)
        done = adjudicate_game(folder)
        say(f"{done.moment}: {' '.join(done.summary)}")


def is_whole_game(files: Sequence[Path]) -> bool:
    """Whether `--from` is a game as JSON, and not a position."""
    return any(file == _STDIN or file.suffix.lower() in _JSON for file in files)


def import_game(options: Namespace) -> int:
    """Makes a game folder from JSON, if it replays: an export, or a game that the package
    `diplomacy` saved."""
    from generator.archive.exchange.foreign import find_game

    file, *others = options.position
    if others:
        raise UsageError("give one file: it holds the whole game", text=str(others[0]))
    given = [name for name in _OF_NEW_GAMES if getattr(options, name)]
    if given:
        raise UsageError(
            f"--{given[0].replace('_', '-')} cannot be used with a game that was already played",
            hint="leave it out",
        )
    if file == _STDIN:
        text, saved = find_game(sys.stdin.buffer, "standard input", options.saved)
    else:
        with open_plain(file) as opened:
            text, saved = find_game(opened, str(file), options.saved)
    if saved is not None:
        return _import_saved(saved, options)
    if options.strict or options.press or options.option:
        raise UsageError(
            "--strict, --press and --option are for games of the package diplomacy",
            hint="leave them out",
        )
    from generator.archive.exchange.exchanging import import_game

    imported = import_game(options.games, text, options.game)
    show(f"{imported.folder}: {imported.phases} phases")
    warn_of_people(load_game(imported.folder))
    if imported.unverified:
        say(f"not verified: {imported.unverified}")
    return 0


def _import_saved(saved: Any, options: Namespace) -> int:
    """Make a game folder from a saved game, and print where it differs from the rules."""
    import secrets

    from generator.archive.exchange.foreign_import import ImportSettings, import_saved_game
    from generator.commands.ruleset import parse_options
    from generator.rulesets import get_ruleset

    wishes = ImportSettings(
        secrets.token_hex(16),
        options.game,
        parse_options(get_ruleset("standard"), options.option),
        strict=options.strict,
        press=options.press,
    )
    imported = import_saved_game(options.games, saved, str(options.position[0]), wishes)
    for name, value in imported.options.items():
        say(f"played with the option {name} = {value}")
    for difference in imported.differences:
        say(f"kept as recorded, by a ruling: {difference}")
    if imported.untold:
        hint = "" if options.press else "; --press imports the public messages"
        say(f"{count(imported.untold, 'message')} left out{hint}")
    show(f"{imported.folder}: {imported.phases} phases")
    return 0
