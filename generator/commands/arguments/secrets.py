"""The arguments of the commands for secrets and proofs."""

from __future__ import annotations

from pathlib import Path

from generator.commands.arguments import Commands, add_game, add_json


def add_secrets(commands: Commands) -> None:
    commands.group("secrets", "encrypt secrets for git, restore them, reveal them, make a key")

    reveal = commands.add(
        "secrets reveal", "secrets:reveal", "publish the secrets of a finished game"
    )
    add_game(reveal)

    seal = commands.add(
        "secrets seal", "secrets:seal", "encrypt the secrets for the recipients in game.toml"
    )
    add_game(seal, optional=True, default="all games with recipients")

    unseal = commands.add(
        "secrets unseal", "secrets:unseal", "decrypt sealed secrets, and merge them"
    )
    add_game(unseal, optional=True, default="all games with sealed secrets")
    unseal.add_argument(
        "--identity",
        type=Path,
        metavar="FILE",
        help="the file of the secret key (default: THEATRUM_IDENTITY, or git config "
        "theatrum.identity)",
    )
    unseal.add_argument(
        "--ours",
        action="append",
        metavar="PATH",
        help="for a file in conflict, keep your version; repeat it for more files",
    )
    unseal.add_argument(
        "--theirs",
        action="append",
        metavar="PATH",
        help="for a file in conflict, take the sealed version; repeat it for more files",
    )
    unseal.add_argument(
        "--force",
        action="store_true",
        help="take the sealed version of every file; your changes are lost",
    )

    keygen = commands.add("secrets keygen", "secrets:keygen", "make a key pair for sealing")
    keygen.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help="the file for the secret key",
    )


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
