"""The command `theatrum`: one thin function for each command. Heavy imports wait until needed."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from generator import __version__

__all__ = ["main"]

Command = Callable[[argparse.Namespace], int]

_GARBAGE: Final = 50_000
"""New objects after which Python looks for garbage."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0 fine, 1 something is wrong with the game or its
    orders, 2 wrong usage."""
    # What a command loads at its start stays to its end: to look for garbage in it again and again
    # would take a tenth of the time of a short command.
    gc.set_threshold(_GARBAGE)
    from generator.engine.errors import TheatrumError

    _make_streams_safe()
    options = _parser().parse_args(arguments)
    try:
        code = _command(options.run)(options)
        sys.stdout.flush()
    except TheatrumError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        # Whoever read our output has enough; without this, Python would complain at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    except KeyboardInterrupt:
        return 130
    return code


def _make_streams_safe() -> None:
    """A name that the terminal's encoding lacks must not stop a turn."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _command(run: str) -> Command:
    """The function behind `module:function` of generator.commands."""
    module, _, name = run.partition(":")
    command: Command = getattr(import_module(f"generator.commands.{module}"), name)
    return command


class _Commands:
    """Adds commands to a parser, all with the options that every command has."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._parsers = parser.add_subparsers(metavar="COMMAND", required=True)

    def add(self, name: str, run: str, help: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = self._parsers.add_parser(
            name, help=help, description=help[:1].upper() + help[1:] + "."
        )
        parser.set_defaults(run=run)
        # No default here: it would undo what stands before the command.
        _add_games(parser, argparse.SUPPRESS)
        return parser


def _add_games(parser: argparse.ArgumentParser, default: Any) -> None:
    parser.add_argument(
        "--games",
        type=Path,
        metavar="DIR",
        default=default,
        help="the folder that holds the game folders (default: games)",
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="theatrum",
        description="Adjudicates play-by-mail diplomacy games and publishes them as a site.",
        epilog="Exit codes: 0 fine, 1 something is wrong with the game or its orders, 2 usage.",
    )
    parser.add_argument("--version", action="version", version=f"theatrum {__version__}")
    _add_games(parser, Path("games"))
    commands = _Commands(parser)
    _add_play(commands)
    _add_records(commands)
    _add_secrets(commands)
    _add_site(commands)
    _add_rules(commands)
    return parser


def _add_game(
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


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def _add_play(commands: _Commands) -> None:
    new = commands.add("new", "new:run", "make a game folder, ready for the first orders")
    _add_game(new)
    new.add_argument("--ruleset", default="standard", metavar="R", help="default: standard")
    new.add_argument("--title", default="", help="default: made from the folder's name")
    new.add_argument(
        "--players", action="append", default=[], metavar="POWER=NAME,...", help="who plays what"
    )
    new.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the ruleset"
    )
    new.add_argument(
        "--from", dest="position", type=Path, metavar="FILE", help="start from a position (TOML)"
    )
    new.add_argument("--seed", help="the seed of all draws (default: a secret one)")
    new.add_argument(
        "--orders",
        choices=("private", "public"),
        help="where orders wait (default: private; public for a demonstration)",
    )
    new.add_argument(
        "--demo",
        nargs="?",
        type=int,
        const=3,
        metavar="YEARS",
        help="let programs play these years (3 if no number is given)",
    )

    status = commands.add("status", "status:run", "say what a game waits for")
    _add_game(status, optional=True)
    _add_json(status)

    submit = commands.add("submit", "submit:run", "store the orders of mails and print receipts")
    _add_game(submit)
    submit.add_argument(
        "files", metavar="FILE", nargs="*", help="mails as they came (default: standard input, -)"
    )
    submit.add_argument("--power", metavar="POWER", help="whose orders they are")
    submit.add_argument("--phase", metavar="P", help="default: the one that the game waits for")
    submit.add_argument("--received", default="", metavar="TIME", help="default: the mail's own")
    submit.add_argument("--dry-run", action="store_true", help="write nothing")
    _add_json(submit)

    check = commands.add("check", "play:check", "say what is wrong with the orders; writes nothing")
    _add_game(check)
    _add_json(check)

    adjudicate = commands.add(
        "adjudicate", "play:adjudicate", "resolve the phase and write the state"
    )
    _add_game(adjudicate)
    adjudicate.add_argument("--dry-run", action="store_true", help="write nothing")
    adjudicate.add_argument(
        "--order",
        action="append",
        default=[],
        metavar="POWER:ORDER",
        help="with --dry-run: what if this were ordered",
    )
    adjudicate.add_argument(
        "--until", type=int, metavar="YEAR", help="go on to the end of that year"
    )
    _add_json(adjudicate)

    undo = commands.add("undo", "play:undo", "take the last phase back; its orders stay")
    _add_game(undo)


def _add_records(commands: _Commands) -> None:
    verify = commands.add("verify", "records:verify", "replay a game and compare every byte")
    _add_game(verify, optional=True)
    _add_json(verify)

    export = commands.add("export", "records:export", "print a whole game as JSON")
    export.add_argument("game", metavar="GAME", nargs="?", help="the name of the game's folder")
    export.add_argument(
        "--schema", action="store_true", help="print the JSON Schema of all exports instead"
    )
    export.add_argument("--private", action="store_true", help="with the referee's secrets")
    export.add_argument(
        "--html", action="store_true", help="one HTML file with maps and fonts, to keep and print"
    )
    export.add_argument("--site", type=Path, default=Path("site"), metavar="DIR")
    export.add_argument("--theme", help="default: the one that site.toml names")
    _add_reader(export)
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: stdout")

    importing = commands.add("import", "records:import_", "make a game folder from such JSON")
    importing.add_argument("file", metavar="FILE", help="- for standard input")
    importing.add_argument("--name", default="", help="another name for the game's folder")


def _add_secrets(commands: _Commands) -> None:
    reveal = commands.add("reveal", "secrets:reveal", "publish what was secret in a finished game")
    _add_game(reveal)

    seal = commands.add("seal", "secrets:seal", "encrypt the secrets for those game.toml names")
    _add_game(seal, optional=True, default="all games that name recipients")

    unseal = commands.add("unseal", "secrets:unseal", "restore the secrets of a game in a clone")
    _add_game(unseal)
    unseal.add_argument(
        "--identity", type=Path, required=True, metavar="FILE", help="the file of the secret key"
    )
    unseal.add_argument("--force", action="store_true", help="overwrite what was changed here")

    keygen = commands.add("keygen", "secrets:keygen", "make a key to seal secrets for")
    keygen.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")


def _add_reader(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--as",
        dest="power",
        default="",
        metavar="POWER",
        help="as this power sees it; never to be published",
    )
    parser.add_argument(
        "--at", default="", metavar="WHEN", help="as it stood then: 1622, 1622/movement or a day"
    )


def _add_site(commands: _Commands) -> None:
    build = commands.add("build", "site:build", "bring the site up to date")
    build.add_argument(
        "--lenient", action="store_true", help="broken links are warnings, not errors"
    )
    build.add_argument(
        "--explain", metavar="PAGE", help="say why a page would be made anew; builds nothing"
    )
    build.add_argument("--quiet", action="store_true", help="say nothing but what is wrong")
    _add_json(build)
    serve = commands.add("serve", "site:serve", "build, watch the files, reload the browser")
    serve.add_argument("--port", type=int, default=5500, help="default: 5500")
    serve.add_argument("--host", default="127.0.0.1", help="default: this machine only")
    for parser in (build, serve):
        parser.add_argument("--site", type=Path, default=Path("site"), metavar="DIR")
        parser.add_argument("--output", type=Path, default=Path("_site"), metavar="DIR")
        parser.add_argument("--theme", help="default: the one that site.toml names")

    _add_map(commands)
    _add_post(commands)


def _add_map(commands: _Commands) -> None:
    one_map = commands.add("map", "maps:draw_map", "draw one map as SVG or PNG")
    _add_game(one_map, optional=True, default="")
    add = one_map.add_argument
    add("--phase", metavar="P", help='like "1901 spring-movement", 1901 or opening')
    add("--board", metavar="B", help="a board as it opens, without a game: europe-1619, ...")
    add("--blank", action="store_true", help="without pieces and orders")
    add("--view", metavar="V", help="a close-up: germany, italy, low-countries")
    add(
        "--layers",
        action="append",
        default=[],
        metavar="L,...",
        help="only these: sea, land, borders, regions, ornaments, names, centers, orders, units, "
        "markers, title, corner, legend, frame",
    )
    add("--without", action="append", default=[], metavar="L,...", help="all but these layers")
    add("--palette", default="day", metavar="NAME", help="day, dark, print or high-contrast")
    add("--patterns", action="store_true", help="patterns and letters beside the colors")
    add("--size", type=int, metavar="W", help="the width in pixels (default of a PNG: 1600)")
    add(
        "--format",
        choices=("svg", "png", "browser"),
        help="browser: SVG for a page, with its fonts and colors (default: by the name of FILE)",
    )
    add("--png", action="store_true", help="the same as --format png")
    add("-o", "--output", type=Path, metavar="FILE", help="default: stdout")


def _add_post(commands: _Commands) -> None:
    post = commands.add("post", "post:post", "write a turn as a post for a forum or a mail")
    _add_game(post)
    add = post.add_argument
    add("--phase", metavar="P", help='like "1901 spring-movement" (default: the last one)')
    add("--year", type=int, metavar="Y", help="all phases of a year in one post")
    add(
        "--format",
        choices=("bbcode", "markdown", "html", "text"),
        help="default: bbcode, or what the dialect is written in",
    )
    add(
        "--dialect",
        metavar="D",
        help="phpbb, smf, vbulletin, xenforo, discourse, reddit, discord, plain or mail "
        "(default: phpbb, discourse, mail or plain, by the format)",
    )
    add("--limit", type=int, metavar="N", help="characters of one post (default: the dialect's)")
    add(
        "--reasons",
        choices=("failed", "all", "none"),
        default="failed",
        help="of which orders the reasons are told (default: failed)",
    )
    add("--image", default="", metavar="URL", help="the address of the map's image")
    add("--subject", action="store_true", help="print the subject alone")
    add("--preview", type=Path, metavar="FILE", help="write a page that shows the post")
    add("--images", type=Path, metavar="DIR", help="draw the map in the sizes that forums take")
    add("--output", type=Path, metavar="DIR", help="write the post there (default: stdout)")
    add("--site", type=Path, default=Path("site"), metavar="DIR")


def _add_rules(commands: _Commands) -> None:
    resolve = commands.add(
        "resolve", "resolve:run", "adjudicate positions: JSON lines in, JSON lines out"
    )
    resolve.add_argument("ruleset", metavar="RULESET")
    resolve.add_argument("--no-verdicts", action="store_true", help="positions only, at full speed")
    resolve.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the ruleset"
    )

    rules = commands.add("rules", "rules:run", "print a rulebook, and which rules have tests")
    rules.add_argument("ruleset", metavar="RULESET", nargs="?", help="default: all")
    rules.add_argument("--coverage", action="store_true", help="only the rules and their tests")
    rules.add_argument(
        "--record",
        action="store_true",
        help="also note the tests beside each ruleset, for its page",
    )
    _add_json(rules)


if __name__ == "__main__":
    sys.exit(main())
