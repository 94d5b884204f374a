"""Arguments that commands share. Those of single commands stand in files beside this one."""

from __future__ import annotations

import argparse
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final, NoReturn

from generator.commands.examples import examples_of
from generator.engine.words import nearest
from generator.fast.stub_parser import StubParser

__all__ = ["Commands", "Parser", "add_game", "add_games", "add_json", "add_site"]

_CHOICE: Final = re.compile(r"argument ([^:]+): invalid choice: '(.*?)' \((choose from .*)\)\Z")
_UNKNOWN: Final = "unrecognized arguments: "


class Parser(argparse.ArgumentParser):
    """Refuses empty values, says what a mistyped command or option was meant to be, and accepts
    options before a list: `submit GAME --power france FILE`. On its own, argparse takes the list to
    be empty if an option comes before its first item."""

    _has_list = False

    def error(self, message: str) -> NoReturn:
        if found := _CHOICE.match(message):
            what = "there is no command" if found[1] == "COMMAND" else f"{found[1]} cannot be"
            meant = nearest(found[2], re.findall(r"'(.+?)'", found[3]), None)
            others = "theatrum --help lists all" if found[1] == "COMMAND" else found[3]
            message = f"{what} {found[2]} ({meant or others})"
        elif message.startswith(_UNKNOWN):
            words = message.removeprefix(_UNKNOWN).split()
            known = [name for name in self._options() if name.startswith("--")]
            hints = [nearest(word.partition("=")[0], known, None) for word in words[:1]]
            message = f"{message} ({hints[0]})" if hints and hints[0] else message
        super().error(message)

    def _options(self) -> set[str]:
        """The options of this parser, and of the commands that were added to it."""
        found = set(self._option_string_actions)
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                for command in action.choices.values():
                    found |= command._options()
        return found

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        # Makefiles give --base what may be empty.
        if action.option_strings and "" in arg_strings and action.dest != "base":
            raise argparse.ArgumentError(action, "the value is empty")
        return super()._get_values(action, arg_strings)

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
        self._parsers = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)

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


def add_site(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--site",
        type=Path,
        default=Path("site"),
        metavar="DIR",
        help="the folder with site.toml and the site's own pages (default: site)",
    )
