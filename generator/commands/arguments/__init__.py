"""Arguments that commands share. Those of single commands stand in files beside this one."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from pathlib import Path
from typing import Any

from generator.commands.examples import examples_of
from generator.fast.stub_parser import StubParser

__all__ = ["Commands", "add_game", "add_games", "add_json"]


class _Mixing(argparse.ArgumentParser):
    """Accepts options before a list: `submit GAME --power france FILE`. On its own, argparse takes
    the list to be empty if an option comes before its first item."""

    _has_list = False

    def add_argument(self, *names: Any, **facts: Any) -> argparse.Action:
        self._has_list |= facts.get("nargs") == "*"
        return super().add_argument(*names, **facts)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if not self._has_list:
            return super().parse_known_args(args, namespace)
        self._has_list = False  # so that the next call checks again
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._has_list = True


class Commands:
    """Adds commands to a parser, each with the options that every command has.

    `asked` is the command to be run: the others get a stub and are not added. "" adds them all.
    """

    def __init__(self, parser: argparse.ArgumentParser, asked: str = "") -> None:
        self._asked = asked
        self._stub = StubParser(add_help=False)
        self._parsers = parser.add_subparsers(
            metavar="COMMAND", required=True, parser_class=_Mixing
        )

    @property
    def names(self) -> Collection[str]:
        """The commands that were added."""
        return self._parsers.choices

    def add(
        self, name: str, run: str, help: str, *, counts_games: bool = False
    ) -> argparse.ArgumentParser:
        """Add a command and give its parser. `run` is `module:function` of generator.commands.

        With `counts_games`, `--games` of this command is a number of its own; the folder of games
        is then named before the command.
        """
        if self._asked not in ("", name):
            return self._stub
        parser: argparse.ArgumentParser = self._parsers.add_parser(
            name,
            help=help,
            description=help[:1].upper() + help[1:] + ".",
            epilog=examples_of(name),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.set_defaults(run=run)
        if not counts_games:
            # No default here: it would undo what stands before the command.
            add_games(parser, argparse.SUPPRESS)
        return parser


def add_games(parser: argparse.ArgumentParser, default: Any) -> None:
    parser.add_argument(
        "--games",
        type=Path,
        metavar="DIR",
        default=default,
        help="the folder that holds the game folders (default: games)",
    )


def add_game(
    parser: argparse.ArgumentParser, *, optional: bool = False, default: str = "all games"
) -> None:
    """`default` says what the command takes where no game is named."""
    said = f" (default: {default})" if optional and default else ""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?" if optional else None,
        help=f"the name of the game's folder{said}",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
