"""The commands that keep and tell secrets."""

from __future__ import annotations

from pathlib import Path

from generator.commands.arguments import Commands, add_game, add_json

__all__ = ["add_secrets"]


def add_secrets(commands: Commands) -> None:
    reveal = commands.add("reveal", "secrets:reveal", "publish what was secret in a finished game")
    add_game(reveal)

    chance = commands.add("chance", "chance:run", "what the draws depend on, and noting nonces")
    add_game(chance)
    chance.add_argument(
        "--nonce",
        action="append",
        default=[],
        metavar="POWER=WORDS",
        help="words that a power sent, before the first phase",
    )
    chance.add_argument("--result", metavar="WORDS", help="how the event of game.toml came out")
    add_json(chance)

    seal = commands.add("seal", "secrets:seal", "encrypt the secrets for those game.toml names")
    add_game(seal, optional=True, default="all games that name recipients")

    unseal = commands.add("unseal", "secrets:unseal", "restore what was sealed, and merge it")
    add_game(unseal, optional=True, default="all games with sealed secrets")
    unseal.add_argument(
        "--identity", type=Path, required=True, metavar="FILE", help="the file of the secret key"
    )
    unseal.add_argument(
        "--ours",
        action="append",
        metavar="PATH",
        help="of a file in conflict, what is here counts; may be repeated",
    )
    unseal.add_argument(
        "--theirs",
        action="append",
        metavar="PATH",
        help="of a file in conflict, what was sealed counts; may be repeated",
    )
    unseal.add_argument(
        "--force", action="store_true", help="take what was sealed, whatever was changed here"
    )

    keygen = commands.add("keygen", "secrets:keygen", "make a key to seal secrets for")
    keygen.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
