"""`theatrum players`: who plays a power, where mails go, and what each player has to know.

Bids for powers come in by `players auction`, dossiers go out by `players dossier`.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from generator.archive import Game, load_game
from generator.archive.files.layout import AUCTION, GAME
from generator.archive.files.reading import LONGEST_SETTINGS, FileErrors, read_exact_text, read_toml
from generator.archive.files.toml_editing import with_value
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import check_there
from generator.archive.game.seeds import read_seed
from generator.archive.people.addresses import addresses_of, check_power, check_private, misnamed
from generator.archive.people.dossier import Dossier, dossier_of, dossier_text
from generator.archive.people.players import player_of
from generator.commands.folders import check_private_folder, game_folder
from generator.commands.output import say, show, show_json, write_result
from generator.engine.auction import AuctionAward, AuctionRules, award_powers, equal_bids, read_bids
from generator.engine.chance import Chance
from generator.engine.errors import FileError, GameError, UsageError
from generator.engine.typed import read_table
from generator.engine.words import count, listed
from generator.rulesets import ruleset_folder


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
    """Warn of addresses that are in a file that everyone may read, or that cannot be used."""
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


def auction(options: Namespace) -> int:
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
    """Award the powers by the bids in a file. Raises FileErrors with the place of each error."""
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


_SECRET = "a dossier contains secrets"


def dossier(options: Namespace) -> int:
    """Prints dossiers, or writes them to a folder: as texts, or as mails. Exit code 1: a player has
    no address for a mail."""
    game = load_game(game_folder(options))
    power = options.power.lower()
    asked = (power,) if power else _in_game(game)
    found = [dossier_of(game, power) for power in asked]
    if options.mail:
        return _mail(options, game, found)
    if options.output is None:
        show("\n-----\n\n".join(map(dossier_text, found)).rstrip("\n"))
        return 0
    check_private_folder(options.output, _SECRET)
    for one in found:
        path = options.output / f"{game.slug}-{one.power}.txt"
        write_result(dossier_text(one).encode(), path)
    say(f"{count(len(found), 'dossier')} in {options.output}; send each only to its player")
    return 0


def _in_game(game: Game) -> Sequence[str]:
    """The powers that are still played: those that are asked for orders, or have anything."""
    state, ruleset = game.current_state(), game.ruleset
    asked = ruleset.awaits(state)
    have = {
        one for _, counts in ruleset.standings(state) for one, number in counts.items() if number
    }
    return [power for power in ruleset.powers if power in asked or power in have]


def _mail(options: Namespace, game: Game, found: Sequence[Dossier]) -> int:
    """Print mails as reminders are printed, or write them for a mail program to send."""
    from generator.commands.mailing import power_mail
    from generator.mailroom.mail_settings import read_mail_settings

    if options.output is None:
        mails = [
            f"To: {dossier.to or dossier.player or dossier.power}\nSubject: {dossier.subject}\n\n"
            f"{dossier_text(dossier)}"
            for dossier in found
        ]
        show("\n-----\n\n".join(mails).rstrip("\n"))
        return 0
    settings = read_mail_settings(game.folder)
    lacking = [dossier for dossier in found if not dossier.to]
    check_private_folder(options.output, _SECRET)
    for dossier in found:
        if dossier.to:
            sender = settings.sender if settings else ""
            mail = power_mail(
                dossier.to.split(", "),
                dossier.player,
                dossier.subject,
                dossier_text(dossier),
                sender,
            )
            write_result(bytes(mail), options.output / f"{game.slug}-{dossier.power}.eml")
    say(f"{count(len(found) - len(lacking), 'mail')} in {options.output}")
    for dossier in lacking:
        say(
            f"{dossier.power}: no mail written, because no address is known "
            f"(theatrum players address {game.slug} {dossier.power} ADDRESS)"
        )
    return 1 if lacking else 0
