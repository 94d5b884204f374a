"""What the commands take that prove a game: `theatrum verify` and `upgrade`."""

from __future__ import annotations

from generator.commands.arguments import Commands, add_game, add_json

__all__ = ["add_proof"]


def add_proof(commands: Commands) -> None:
    verify = commands.add("verify", "records:verify", "replay a game and compare every byte")
    add_game(verify, optional=True)
    verify.add_argument(
        "--since", default="", metavar="COMMIT", help="and what was public in this commit of git"
    )
    verify.add_argument(
        "--record", default="", metavar="RECORD", help="and find a record that somebody kept"
    )
    add_json(verify)
    upgrade = commands.add("upgrade", "records:upgrade", "bring a game's folder up to date")
    add_game(upgrade, optional=True)
