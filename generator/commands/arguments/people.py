"""The arguments of the commands for players."""

from __future__ import annotations

from pathlib import Path

from generator.commands.arguments import Commands, add_game, add_json, add_site


def add_people(commands: Commands) -> None:
    commands.group("players", "addresses, new players, dossiers, an auction of the powers")

    auction = commands.add(
        "players auction",
        "auction:run",
        "assign the powers by a blind auction, before the first phase",
    )
    add_game(auction)
    auction.add_argument("bids", type=Path, metavar="FILE", help="the bid of each player (TOML)")
    auction.add_argument("--dry-run", action="store_true", help="show the result; write nothing")

    address = commands.add(
        "players address", "people:address", "print or set the mail addresses of players"
    )
    add_game(address)
    add = address.add_argument
    add("power", metavar="POWER", nargs="?", default="", help="the power (default: all powers)")
    add(
        "addresses",
        metavar="ADDRESS",
        nargs="*",
        default=[],
        help="all mail addresses of the player",
    )
    add("--clear", action="store_true", help="remove the addresses of the current player")
    add_json(address)

    dossier = commands.add(
        "players dossier",
        "dossier:dossier",
        "write what each player needs to know for the turn",
    )
    add_game(dossier)
    add = dossier.add_argument
    add(
        "power",
        metavar="POWER",
        nargs="?",
        default="",
        help="the power (default: all powers in the game)",
    )
    add("--mail", action="store_true", help="as mails to the players' addresses")
    add(
        "-o", "--output", type=Path, metavar="DIR", help="write a text or mail for each power there"
    )

    replace = commands.add("players replace", "people:replace", "give a power to a new player")
    add_game(replace)
    add = replace.add_argument
    add("power", metavar="POWER", help="the power, as in game.toml")
    add("player", metavar="NAME", help="who plays it from now on")
    add("--address", action="append", default=[], metavar="A", help="an address of the new player")
    add(
        "--since",
        default="",
        metavar="PHASE",
        help='the first phase, like "1623 builds" (default: the one the game is waiting for)',
    )
    add("--note", default="", metavar="TEXT", help="a note for readers; published on the site")

    handover = commands.add(
        "players handover",
        "handover:handover",
        "write a stand-in all that the player of a power knows",
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
        help="write the letter and the power's view of the game there (default: print the letter)",
    )
    add_site(handover)

    upgrade = commands.add("upgrade", "upgrading:upgrade", "update a game made by an older version")
    add_game(upgrade)
