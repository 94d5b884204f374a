"""`theatrum players handover`: gives a stand-in all that the seat of a power knows."""

from __future__ import annotations

from argparse import Namespace

from generator.archive import load_game
from generator.commands.folders import game_folder
from generator.commands.output import say, show, write_result
from generator.commands.private_folder import check_private_folder


def handover(options: Namespace) -> int:
    """Prints the letter; with a folder, writes it there beside the game as the power sees it."""
    from generator.archive.people.handing_over import handover_letter
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
