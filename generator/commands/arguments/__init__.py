"""Arguments that commands share, and old names of commands. Those of single commands are in files
beside this one."""

from __future__ import annotations

import argparse
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NoReturn

from generator.commands.examples import examples_of
from generator.commands.output import is_heard
from generator.engine.errors import UsageError
from generator.engine.words import nearest
from generator.fast.stub_parser import StubParser

_CHOICE: Final = re.compile(r"argument ([^:]+): invalid choice: '(.*?)' \((choose from .*)\)\Z")
_GONE: Final[Mapping[str, str]] = MappingProxyType(
    {"--from-thread": "save the text of the thread, then: theatrum submit GAME --all FILE"}
)
"""The replacements of options that there were once."""
_UNKNOWN: Final = "unrecognized arguments: "
GROUPS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "An evening": (
            "status",
            "submit",
            "check",
            "adjudicate",
            "undo",
            "ruling",
            "amend",
            "deadline",
            "publish",
        ),
        "A game": ("new", "pause", "finish", "scores"),
        "Its players": ("players",),
        "What others see": ("build", "serve", "map", "post", "announce"),
        "Secrets and proof": ("secrets", "verify", "export"),
        "Once": ("init",),
        "For authors of rulesets": ("ruleset",),
    }
)
"""The commands by what one is doing. The rest are for programs."""


class Parser(argparse.ArgumentParser):
    """Refuses empty values, suggests corrections for a mistyped command or option, and accepts
    options before a list: `submit GAME --power france FILE`. argparse would take the list to be
    empty if an option comes before its first item."""

    _has_list = False

    def error(self, message: str) -> NoReturn:
        if found := _CHOICE.match(message):
            is_command = found[1] == "COMMAND"
            what = "there is no command" if is_command else f"{found[1]} cannot be"
            known = re.findall(r"'(.+?)'", found[3])
            old = RENAMED if is_command and self.prog == "theatrum" else {}
            meant = nearest(found[2], (*known, *old), None, old)
            others = f"{self.prog} --help lists all" if is_command else found[3]
            message = f"{what} {found[2]} ({meant or others})"
        elif message.startswith(_UNKNOWN):
            words = message.removeprefix(_UNKNOWN).split()
            known = [name for name in self._options() if name.startswith("--")]
            name = words[0].partition("=")[0] if words else ""
            hint = _GONE.get(name) or nearest(name, known, None)
            message = f"{message} ({hint})" if hint else message
        if is_heard():
            raise UsageError(message)
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
        self._parsers = parser.add_subparsers(
            metavar="COMMAND", required=True, parser_class=Parser, help=argparse.SUPPRESS
        )
        self._groups: dict[str, argparse._SubParsersAction[Any]] = {}
        self._helps: dict[str, str] = {}

    @property
    def names(self) -> Collection[str]:
        """The commands that were added; those of a group count as one."""
        return self._parsers.choices

    def group(self, name: str, help: str) -> None:
        """Add a command that has subcommands: `players address`."""
        self._helps[name] = help
        if self._asked in ("", name):
            parser = self._parsers.add_parser(name, description=_sentence(help))
            self._groups[name] = parser.add_subparsers(
                metavar="COMMAND", required=True, parser_class=Parser, title="commands"
            )

    def add(
        self, name: str, run: str, help: str, *, counts_games: bool = False
    ) -> argparse.ArgumentParser:
        """Add a command and give its parser. `run` is `module:function` of generator.commands;
        `name` has two words where it belongs to a group.

        With `counts_games`, `--games` of this command is its own number; the folder of games
        is then named before the command.
        """
        first, _, second = name.partition(" ")
        if self._asked not in ("", first):
            return self._stub
        if not second:
            self._helps[name] = help
        parsers = self._groups[first] if second else self._parsers
        parser: argparse.ArgumentParser = parsers.add_parser(
            second or first,
            help=help,
            description=_sentence(help),
            epilog=examples_of(name),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.set_defaults(run=run)
        if not counts_games:
            # No default here: it would undo an option before the command.
            add_games(parser, argparse.SUPPRESS)
        return parser

    def listing(self) -> str:
        """The commands by what one is doing, as `theatrum --help` lists them."""
        lines = []
        for title, names in GROUPS.items():
            lines += ["", f"{title}:"]
            lines += [f"  {name:<10}  {self._helps[name]}" for name in names if name in self._helps]
        return "\n".join(lines[1:])


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def add_games(parser: argparse.ArgumentParser, default: Any) -> None:
    parser.add_argument(
        "--games",
        type=Path,
        metavar="DIR",
        default=default,
        help="the folder with your games (default: games)",
    )


def add_game(
    parser: argparse.ArgumentParser, *, optional: bool = False, default: str = "all games"
) -> None:
    """`default` is what the command takes without a game."""
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


RENAMED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "redo": "undo --redo",
        "resume": "pause --end",
        "archive": "finish --archive",
        "desk": "build --desk",
        "replace": "players replace",
        "address": "players address",
        "dossier": "players dossier",
        "handover": "players handover",
        "auction": "players auction",
        "seal": "secrets seal",
        "unseal": "secrets unseal",
        "reveal": "secrets reveal",
        "keygen": "secrets keygen",
        "rules": "ruleset rules",
        "variant": "ruleset",
        "trial": "ruleset trial",
    }
)


def current_words(words: Sequence[str]) -> tuple[Sequence[str], str]:
    """The words of a command line with the current name of the command; and a sentence about the
    new name, "" where the name is current."""
    at = 0
    while at < len(words) and words[at].startswith("--"):  # --games DIR, before the command
        at += 2 if words[at] == "--games" else 1
    if words[at : at + 1] == ["import"]:
        return _importing(words, at)
    if at >= len(words) or words[at] not in RENAMED:
        return words, ""
    now = RENAMED[words[at]]
    new = now.split()
    if "--reopen" in words:
        new.remove("--archive")
    return [*words[:at], *new, *words[at + 1 :]], _said(words[at], now)


def _importing(words: Sequence[str], at: int) -> tuple[Sequence[str], str]:
    """`import FILE --name NAME --game ID` as `new NAME --from FILE --saved ID`."""
    old = argparse.ArgumentParser(prog="theatrum import", allow_abbrev=False)
    old.add_argument("file")
    old.add_argument("--name", default="")
    old.add_argument("--game", dest="saved", default="")
    given, rest = old.parse_known_args(words[at + 1 :])
    new = ["new", given.name or Path(given.file).stem, "--from", given.file]
    new += ["--saved", given.saved] if given.saved else []
    return [*words[:at], *new, *rest], _said("import", "new NAME --from FILE")


def _said(old: str, new: str) -> str:
    return f"theatrum {old} is now theatrum {new}; the old name stops working in version 1.1"
