"""The arguments of the commands for players."""

from __future__ import annotations

from generator.commands.arguments import Commands, add_game, add_json

__all__ = ["add_people"]


def add_people(commands: Commands) -> None:
    replace = commands.add("replace", "people:replace", "note that a new player takes over a power")
    add_game(replace)
    add = replace.add_argument
    add("power", metavar="POWER", help="the power, as in game.toml")
    add("player", metavar="NAME", help="who plays it from now on")
    add("--address", action="append", default=[], metavar="A", help="an address of the new player")
    add("--since", default="", metavar="PHASE", help='default: the one that waits ("1623 builds")')
    add("--note", default="", metavar="TEXT", help="a note for readers; it stands on the site")

    address = commands.add("address", "people:address", "print or note the addresses of players")
    add_game(address)
    add = address.add_argument
    add("power", metavar="POWER", nargs="?", default="", help="default: all powers")
    add(
        "addresses",
        metavar="ADDRESS",
        nargs="*",
        default=[],
        help="all addresses that the player writes from",
    )
    add("--clear", action="store_true", help="forget the addresses of the current player")
    add_json(address)

    upgrade = commands.add(
        "upgrade", "people:upgrade", "bring a game of an older theatrum up to date"
    )
    add_game(upgrade)
