"""The arguments of the commands for players."""

from __future__ import annotations

from pathlib import Path

from generator.commands.arguments import Commands, add_game, add_json, add_site


def add_people(commands: Commands) -> None:
    commands.group("players", "addresses, new players, dossiers, an auction for the powers")

    auction = commands.add(
        "players auction",
        "auction:run",
        "give the powers out by a blind auction, before the first phase",
    )
    add_game(auction)
    auction.add_argument("bids", type=Path, metavar="FILE", help="the bid of each player (TOML)")
    auction.add_argument("--dry-run", action="store_true", help="write no players")

    address = commands.add(
        "players address", "people:address", "print or note the addresses of players"
    )
    add_game(address)
    add = address.add_argument
    add("power", metavar="POWER", nargs="?", default="", help="default: all powers")
    add(
        "addresses",
        metavar="ADDRESS",
        nargs="*",
        default=[],
        help="all addresses of the player",
    )
    add("--clear", action="store_true", help="forget the addresses of the current player")
    add_json(address)

    dossier = commands.add(
        "players dossier",
        "dossier:dossier",
        "tell each power all that its player needs for the turn",
    )
    add_game(dossier)
    add = dossier.add_argument
    add("power", metavar="POWER", nargs="?", default="", help="default: all powers in the game")
    add("--mail", action="store_true", help="as mails to the players' addresses")
    add("-o", "--output", type=Path, metavar="DIR", help="for the text or the mail of each power")

    replace = commands.add(
        "players replace", "people:replace", "note that a new player takes over a power"
    )
    add_game(replace)
    add = replace.add_argument
    add("power", metavar="POWER", help="the power, as in game.toml")
    add("player", metavar="NAME", help="who plays it from now on")
    add("--address", action="append", default=[], metavar="A", help="an address of the new player")
    add("--since", default="", metavar="PHASE", help='default: the one that waits ("1623 builds")')
    add("--note", default="", metavar="TEXT", help="a note for readers; it stands on the site")

    handover = commands.add(
        "players handover", "handover:handover", "give a stand-in what a seat knows"
    )
    add_game(handover)
    add = handover.add_argument
    add("power", metavar="POWER", help="the power, as in game.toml")
    add("--to", required=True, metavar="NAME", help="who plays it from now on, or for a while")
    add(
        "-o",
        "--output",
        type=Path,
        metavar="DIR",
        help="for the letter, and the game as the power sees it (default: only the letter)",
    )
    add_site(handover)

    upgrade = commands.add(
        "upgrade", "upgrading:upgrade", "bring a game of an older theatrum up to date"
    )
    add_game(upgrade)
