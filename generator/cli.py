"""The command `theatrum`: one thin function for each command. Heavy imports wait until needed."""

from __future__ import annotations

import argparse
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from generator import __version__
from generator.commands.arguments import (
    Commands,
    Parser,
    add_game,
    add_games,
    add_json,
    add_site,
    current_words,
)
from generator.commands.arguments.people import add_calendar, add_people, add_submit
from generator.commands.arguments.publishing import add_announce, add_post
from generator.commands.arguments.rules import add_rules
from generator.commands.arguments.secrets import add_proof, add_secrets
from generator.fast import garbage
from generator.pages.maps.boards import know_boards

Command = Callable[[argparse.Namespace], int]
_EXIT_CODES = """theatrum COMMAND --help lists the options of a command, with examples.
Exit codes: 0 success, 1 something is wrong with the game or its orders, 2 wrong usage."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0 fine, 1 something is wrong with the game or its
    orders, 2 wrong usage."""
    garbage.seldom()
    from generator.engine.errors import TheatrumError

    _make_streams_safe()
    if arguments is None:
        garbage.not_at_the_end()
        # As Ctrl-C does, so that a command undoes what it has begun.
        signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    from generator.commands.output import finish_output, refused, say

    words, renamed = current_words(sys.argv[1:] if arguments is None else arguments)
    if renamed:
        say(renamed)
    options = parse(words)
    try:
        with _leftovers_named_once():
            code = command_of(options)(options)
        finish_output()
    except TheatrumError as error:
        say(str(error))
        return error.exit_code
    except BrokenPipeError:  # of a command that writes to its pipes itself
        finish_output()
        return 1
    except OSError as error:
        return refused(error)
    except KeyboardInterrupt:
        return 130
    return code


@contextmanager
def _leftovers_named_once() -> Iterator[None]:
    """A line for each piece of data that the program no longer uses, however often it is met."""
    from generator.engine.errors import LeftOver

    with warnings.catch_warnings():
        warnings.simplefilter("default", LeftOver)
        warnings.showwarning = _name
        yield


def _name(message: Warning | str, *where: object, **more: object) -> None:
    from generator.commands.output import say

    say(str(message))


def _make_streams_safe() -> None:
    """Keep a character that the terminal's encoding lacks from stopping a turn."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def parse(words: Sequence[str]) -> argparse.Namespace:
    """The options of a command line. Without a command it is the local page, also where no one
    sits at a terminal: a double click has none."""
    if not words or words[:-1] == ["--games"]:
        options = _parser().parse_args([*words, "serve"])
        options.run = "site:open_page"
        return options
    return _parser(words[0] if words else "").parse_args(words)


def command_of(options: argparse.Namespace) -> Command:
    """The function behind `module:function` of generator.commands, which knows the variants."""
    know_boards(options.games)
    module, _, name = options.run.partition(":")
    command: Command = getattr(import_module(f"generator.commands.{module}"), name)
    return command


def _parser(asked: str = "") -> argparse.ArgumentParser:
    """The parser of a command; of all commands if the name is unknown."""
    parser = Parser(
        prog="theatrum",
        description="Adjudicates play-by-mail diplomacy games and publishes them as a site.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"theatrum {__version__}")
    add_games(parser, Path("games"))
    commands = Commands(parser, asked)
    _add_play(commands)
    _add_table(commands)
    add_people(commands)
    _add_records(commands)
    add_secrets(commands)
    _add_site(commands)
    _add_publishing(commands)
    add_rules(commands)
    if asked not in ("", *commands.names):
        return _parser()
    parser.usage = "theatrum [--version] [--games DIR] COMMAND ..."
    parser.epilog = f"{commands.listing()}\n\n{_EXIT_CODES}"
    return parser


def _add_play(commands: Commands) -> None:
    new = commands.add("new", "new:run", "start a game")
    add_game(new)
    new.add_argument("--ruleset", metavar="R", help="the ruleset (default: standard)")
    new.add_argument("--title", default="", help="the title (default: from the folder's name)")
    new.add_argument(
        "--players",
        action="append",
        default=[],
        metavar="POWER=NAME,...",
        help="the players, like france=Ada,spain=Bo",
    )
    new.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="set an option of the ruleset"
    )
    new.add_argument(
        "--from",
        dest="position",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="start from a position (TOML or CSV; repeat it to join several files), or from a "
        "whole game (JSON: an export, or one saved by the package diplomacy); - is standard input",
    )
    new.add_argument(
        "--saved", default="", metavar="ID", help="which game of a file with one game per line"
    )
    new.add_argument(
        "--strict",
        action="store_true",
        help="refuse a saved game whose results differ from the rules",
    )
    new.add_argument(
        "--press", action="store_true", help="also import the saved game's public messages"
    )
    new.add_argument(
        "--dry-run", action="store_true", help="show the position in tables; write nothing"
    )
    new.add_argument(
        "--seed", help="for tests: fix the seed of all draws; game.toml records that you did"
    )
    new.add_argument(
        "--orders",
        choices=("private", "public"),
        help="where orders wait for adjudication (default: private; public for a demonstration)",
    )
    new.add_argument(
        "--demo",
        nargs="?",
        type=int,
        const=3,
        metavar="YEARS",
        help="let programs play this many years (3 without a number)",
    )

    status = commands.add("status", "status:run", "show what each game is waiting for")
    add_game(status, optional=True)
    status.add_argument(
        "--public",
        action="store_true",
        help="in a public clone: do not report missing secrets",
    )
    add_json(status)

    add_submit(commands)

    check = commands.add("check", "play:check", "list what is wrong with the orders")
    add_game(check)
    check.add_argument(
        "--costs", action="store_true", help="also show what the orders cost, and their effect"
    )
    add_json(check)

    adjudicate = commands.add(
        "adjudicate", "play:adjudicate", "resolve the phase and write the result"
    )
    add_game(adjudicate)
    adjudicate.add_argument("--dry-run", action="store_true", help="write nothing")
    adjudicate.add_argument(
        "--order",
        action="append",
        default=[],
        metavar="POWER:ORDER",
        help="with --dry-run: try this order in place of the power's own",
    )
    adjudicate.add_argument(
        "--until", type=int, metavar="YEAR", help="continue to the end of that year"
    )
    add_json(adjudicate)

    undo = commands.add("undo", "play:undo", "undo the last adjudication; keep the orders")
    add_game(undo)
    undo.add_argument(
        "--to",
        default="",
        metavar="PHASE",
        help="undo this phase and all later ones: 1620/movement (default: what the last command "
        "adjudicated)",
    )
    undo.add_argument("--redo", action="store_true", help="restore what you last undid")


def _add_table(commands: Commands) -> None:
    """Corrections, the calendar, the end of a game."""
    ruling = commands.add("ruling", "play:ruling", "record a ruling, and show its effect")
    add_game(ruling)
    ruling.add_argument("text", metavar="TEXT", help='the ruling: "france: A PAR - BUR"')
    ruling.add_argument("--reason", required=True, help="why; published on the site")
    ruling.add_argument(
        "--rule", default="", metavar="ID", help="the rule that the ruling interprets"
    )
    ruling.add_argument(
        "--phase",
        default="",
        metavar="P",
        help="a later phase (default: the one the game is waiting for)",
    )
    ruling.add_argument("--secret", action="store_true", help="show it only to the powers in it")
    ruling.add_argument(
        "--dry-run", action="store_true", help="show what would change; write nothing"
    )

    amend = commands.add("amend", "amend:amend", "correct a phase that was already adjudicated")
    add_game(amend)
    amend.add_argument(
        "--phase", required=True, metavar="P", help='like "1620 movement", or its title'
    )
    amend.add_argument(
        "--orders",
        nargs=2,
        action="append",
        default=[],
        metavar=("POWER", "FILE"),
        help="replace the power's orders with this file (default: the order files as they are now)",
    )
    amend.add_argument(
        "--ruling",
        metavar="RULING",
        help="a file of rulings to add, or one ruling as for `theatrum ruling`",
    )
    amend.add_argument("--reason", required=True, help="why; published on the site")
    amend.add_argument(
        "--date", default="", metavar="DAY", help="the date of the correction (default: today)"
    )
    amend.add_argument(
        "--dry-run", action="store_true", help="show what would change; write nothing"
    )
    amend.add_argument("--yes", action="store_true", help="write without asking")
    add_json(amend)

    add_calendar(commands)
    _add_ends(commands)


def _add_ends(commands: Commands) -> None:
    finish = commands.add("finish", "play:finish", "end a game early; archive a finished game")
    add_game(finish, optional=True, default="")
    finish.add_argument(
        "--result",
        nargs="+",
        default=["draw"],
        metavar=("RESULT", "POWER"),
        help="draw (the default), win or ended, then the powers that win or share",
    )
    finish.add_argument("--reason", default="", help="why; published on the site")
    finish.add_argument("--dry-run", action="store_true", help="write nothing")
    archive = finish.add_mutually_exclusive_group()
    archive.add_argument(
        "--archive",
        action="store_true",
        help="list a finished game among the finished games of the site; its pages stay",
    )
    archive.add_argument("--reopen", action="store_true", help="undo --archive")
    finish.add_argument(
        "--unfinished", action="store_true", help="with --archive: even if the game is not over"
    )
    add_json(finish)

    scores = commands.add("scores", "standings:scores", "print the standings, year by year")
    add_game(scores)
    add_json(scores)


def _add_records(commands: Commands) -> None:
    add_proof(commands)

    export = commands.add("export", "records:export", "print a whole game as JSON")
    export.add_argument("game", metavar="GAME", nargs="?", help="the name of the game's folder")
    export.add_argument(
        "--schema", action="store_true", help="print the JSON Schema of all exports instead"
    )
    export.add_argument(
        "--format",
        choices=("theatrum", "diplomacy"),
        default="theatrum",
        help="diplomacy: the format of the Python package diplomacy (default: theatrum)",
    )
    export.add_argument("--private", action="store_true", help="include the referee's secrets")
    export.add_argument(
        "--html", action="store_true", help="one HTML file with maps and fonts, to keep and print"
    )
    add_site(export)
    export.add_argument("--theme", help="the theme (default: the one in site.toml)")
    _add_reader(export)
    export.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="the file to write (default: standard output)",
    )


def _add_reader(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--as",
        dest="power",
        default="",
        metavar="POWER",
        help="show only what this power may see; never publish the result",
    )
    parser.add_argument(
        "--at",
        default="",
        metavar="WHEN",
        help="show it as it was then: 1622, 1622/movement or a day",
    )


def _add_site(commands: Commands) -> None:
    build = commands.add("build", "site:build", "build the site")
    build.add_argument(
        "--lenient", action="store_true", help="report broken links as warnings, not errors"
    )
    build.add_argument(
        "--base", default="", metavar="URL", help="the site's address, if site.toml has none"
    )
    build.add_argument(
        "--desk",
        action="store_true",
        help="first install what the desk needs to try orders (needed once)",
    )
    build.add_argument("--quiet", action="store_true", help="print problems only")
    _add_reader(build)
    add_json(build)
    serve = commands.add(
        "serve", "site:serve", "build the site, and rebuild it whenever a file changes"
    )
    serve.add_argument("--port", type=int, default=5500, help="the port (default: 5500)")
    serve.add_argument(
        "--host", default="127.0.0.1", help="the address to serve on (default: this machine only)"
    )
    for parser in (build, serve):
        add_site(parser)
        parser.add_argument(
            "--output", type=Path, metavar="DIR", help="the folder to write (default: _site)"
        )
        parser.add_argument("--theme", help="the theme (default: the one in site.toml)")

    _add_map(commands)
    add_post(commands)
    add_announce(commands)


def _add_map(commands: Commands) -> None:
    one_map = commands.add("map", "maps:draw_map", "draw one map as SVG or PNG")
    add_game(one_map, optional=True, default="")
    add = one_map.add_argument
    add(
        "--phase",
        metavar="P",
        help='"1901 spring-movement", "Spring 1901, movement", 1901 or opening',
    )
    add(
        "--board", metavar="B", help="draw a board at its opening, without a game: europe-1619, ..."
    )
    add("--blank", action="store_true", help="leave out pieces and orders")
    add("--view", metavar="V", help="a close-up: germany, italy, low-countries")
    add(
        "--layers",
        action="append",
        default=[],
        metavar="L,...",
        help="draw only these: sea, land, borders, regions, ornaments, names, centers, orders, "
        "units, markers, title, corner, legend, frame",
    )
    add(
        "--without",
        action="append",
        default=[],
        metavar="L,...",
        help="draw all layers except these",
    )
    add(
        "--palette",
        default="day",
        metavar="NAME",
        help="the colors: day, dark, print or high-contrast (default: day)",
    )
    add("--patterns", action="store_true", help="add patterns and letters to the colors")
    add("--size", type=int, metavar="W", help="the width in pixels (default of a PNG: 1600)")
    add(
        "--format",
        choices=("svg", "png", "browser", "webp", "gif"),
        help="browser: SVG for a page, with its fonts and colors (default: from the name of FILE)",
    )
    add("--png", action="store_true", help="the same as --format png")
    add(
        "--forum",
        action="store_true",
        help="draw PNGs in all sizes that forums accept; with --size 800, 1200 or 1600, or a "
        "--limit, only one",
    )
    add(
        "--film",
        action="store_true",
        help="animate the whole game, or with --phase one phase or year: orders, then outcomes; "
        "under 8 MB",
    )
    add(
        "--limit",
        type=int,
        choices=(125, 250),
        help="the most KiB of an image for a forum (default: 250)",
    )
    add(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="the file to write (default: standard output); a folder with --forum, a .webp or .gif "
        "with --film",
    )


def _add_publishing(commands: Commands) -> None:
    init = commands.add("init", "publish:init", "make a repository for your games and their site")
    init.add_argument("folder", type=Path, metavar="FOLDER", help="new, or empty")
    init.add_argument(
        "--title", default="", help="the site's title (default: from the folder's name)"
    )
    init.add_argument(
        "--from",
        dest="address",
        default="",
        metavar="ADDRESS",
        help="the program for the workflows: git+https://...@COMMIT, or https://...whl#sha256=HASH "
        "(default: a wheel of this program, in vendor/)",
    )
    init.add_argument("--no-git", action="store_true", help="skip git init and the first commit")

    publish = commands.add("publish", "publish:run", "commit your changes, and push them")
    add_game(publish, optional=True, default="all games, the site and its themes")
    publish.add_argument("--yes", action="store_true", help="do not ask")
    publish.add_argument(
        "--rewritten", action="store_true", help="publish even if this rewrites the public record"
    )
    publish.add_argument("--dry-run", action="store_true", help="only show what would be committed")
    publish.add_argument("--no-push", action="store_true", help="only commit")
    publish.add_argument(
        "--rebase",
        action="store_true",
        help="rebase onto newer commits of others, if they changed other files",
    )


if __name__ == "__main__":
    sys.exit(main())
