"""`theatrum players`: who plays a power, where mails go, and what a stand-in has to know."""

from __future__ import annotations

from argparse import Namespace

from generator.archive import Game, load_game
from generator.archive.people.addresses import addresses_of, check_power, check_private, misnamed
from generator.archive.people.players import player_of
from generator.commands.folders import check_private_folder, game_folder
from generator.commands.output import say, show, show_json, write_result
from generator.engine.errors import FileError, UsageError


def replace(options: Namespace) -> int:
    """Notes that someone takes a power over."""
    from generator.archive.people.replacing import replace_player

    done = replace_player(
        game_folder(options),
        options.power.lower(),
        options.player,
        since=options.since,
        note=options.note,
        addresses=options.address,
    )
    before = f"{done.before} played it until then" if done.before else "no player was listed before"
    show(f"{done.name}: {done.player} from {done.since} on; {before}")
    if done.orders:
        how = " with READY" if done.ready else ""
        say(
            f"orders of {done.name} are already stored{how}; they count unless {done.player} "
            "sends others"
        )
    if done.ended:
        say(f"the standing orders of {done.name} end")
    if not done.addresses:
        say(
            f"no address of {done.player} is known: "
            f"theatrum players address {options.game} {done.power} ADDRESS"
        )
    return 0


def address(options: Namespace) -> int:
    """Prints the addresses that are known, or notes those of a player."""
    from generator.archive.people.addresses import set_addresses

    folder, power = game_folder(options), options.power.lower()
    if options.addresses or options.clear:
        if options.addresses and options.clear:
            raise UsageError("--clear removes all addresses", hint="give no address with it")
        if not power:
            raise UsageError("give a power", hint=f"theatrum players address {options.game} POWER")
        player = set_addresses(folder, power, options.addresses)
        said = ", ".join(options.addresses).lower() or "no address"
        show(f"{power}{f', {player}' if player else ''}: {said}")
        return 0
    game = load_game(folder)
    if power:
        check_power(game, power)
    known = addresses_of(game)
    if options.json:
        show_json({power: list(known.get(power, ())) for power in game.ruleset.powers})
        return 0
    for each in (power,) if power else game.ruleset.powers:
        player = player_of(game, each, game.current_moment)
        said = ", ".join(known.get(each, ())) or "no address"
        show(f"{each}{f', {player}' if player else ''}: {said}")
    return 0


def warn_of_people(game: Game) -> None:
    """Say where addresses are in a file that everyone may read, or cannot be used."""
    try:
        check_private(game)
        found = misnamed(game)
    except FileError as error:
        say(str(error))
        return
    for power, name in found:
        say(
            f"private/addresses.toml has addresses of {name}, who is not the player of {power} "
            f"by [[replacements]] of game.toml"
        )


def handover(options: Namespace) -> int:
    """Prints the letter; with a folder, writes it there beside the game as the power sees it."""
    from generator.archive.people.dossier import handover_letter
    from generator.pages.base.settings import read_settings

    game, power = load_game(game_folder(options)), options.power.lower()
    base = read_settings(options.site).base
    letter = handover_letter(game, power, options.to, f"{base}{game.slug}/" if base else "")
    if options.output is None:
        show(letter.rstrip("\n"))
        return 0
    from generator.pages.base.reader import Reader
    from generator.pages.site.book import game_book
    from generator.pages.site.site import read_site

    check_private_folder(options.output, "a handover contains secrets")
    site = read_site(options.games, options.site, None, 0, Reader(power))
    book = game_book(site.maker, game)
    name = f"{game.slug}-{power}"
    write_result(letter.encode(), options.output / f"{name}.txt")
    write_result(book, options.output / f"{name}.html")
    say(f"{options.output / name}.txt and .html are for {options.to} only")
    say(f'theatrum players replace {game.slug} {power} "{options.to}" makes the change permanent')
    return 0
