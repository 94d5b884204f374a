"""The arguments of `theatrum verify`."""

from __future__ import annotations

from generator.commands.arguments import Commands, add_game, add_json


def add_proof(commands: Commands) -> None:
    verify = commands.add(
        "verify", "records:verify", "replay a game and check that nothing differs"
    )
    add_game(verify, optional=True)
    verify.add_argument(
        "--since",
        default="",
        metavar="COMMIT",
        help="also compare with what was public in this git commit",
    )
    verify.add_argument(
        "--record", default="", metavar="RECORD", help="also look up a record that a player kept"
    )
    add_json(verify)
