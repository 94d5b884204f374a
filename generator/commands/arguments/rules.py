"""The arguments of the commands for rulesets and trials."""

from __future__ import annotations

from pathlib import Path

from generator.commands.arguments import Commands, add_json


def add_rules(commands: Commands) -> None:
    resolve = commands.add(
        "resolve", "resolve:run", "adjudicate positions: JSON lines in, JSON lines out"
    )
    resolve.add_argument("ruleset", metavar="RULESET")
    resolve.add_argument("--no-verdicts", action="store_true", help="print positions only")
    resolve.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="set an option of the ruleset"
    )

    commands.group("ruleset", "make a variant, check it, try it in many games, print its rules")

    new = commands.add("ruleset new", "ruleset:new", "make the folder of a variant")
    new.add_argument("variant", metavar="NAME")
    new.add_argument(
        "--from",
        dest="source",
        type=Path,
        metavar="FILE",
        help="a drawing (.svg), a map of DPjudge (.map) or a variant of jDip (.xml); "
        "default: a small example for you to change",
    )
    new.add_argument(
        "--base", default="standard", metavar="RULESET", help="the ruleset (default: standard)"
    )
    check = commands.add(
        "ruleset check", "ruleset:check", "list what is wrong with a variant, and draw its map"
    )
    check.add_argument("variant", metavar="NAME")

    rules = commands.add(
        "ruleset rules", "ruleset:rules", "print a rulebook and the tests of its rules"
    )
    rules.add_argument("ruleset", metavar="RULESET", nargs="?", help="the ruleset (default: all)")
    rules.add_argument("--coverage", action="store_true", help="only the rules and their tests")
    rules.add_argument(
        "--record",
        action="store_true",
        help="also save the list of tests with each ruleset, for its page",
    )
    add_json(rules)
    _add_trial(commands)


def _add_trial(commands: Commands) -> None:
    trial = commands.add(
        "ruleset trial",
        "ruleset:trial",
        "let programs play many games, to see whether a ruleset is fair",
        counts_games=True,
    )
    add = trial.add_argument
    add("ruleset", metavar="RULESET", help="the ruleset to try")
    add(
        "--games",
        dest="count",
        type=int,
        default=200,
        metavar="N",
        help="how many games to play (default: 200)",
    )
    add(
        "--seed",
        default="1",
        metavar="S",
        help="a different seed plays different games (default: 1)",
    )
    add(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="change an option of the ruleset, and compare with games without the change",
    )
    add(
        "--set",
        dest="facts",
        action="append",
        default=[],
        metavar="facts.KEY=VALUE",
        help="change an entry of the ruleset's file of facts (TOML), and compare",
    )
    add("--years", type=int, metavar="N", help="stop games after this many years (default: 40)")
    processes = "how many games to play at once (default: one per processor)"
    add("--processes", type=int, metavar="N", help=processes)
    add("--cluster", metavar="ADDRESS", help="play on a Dask cluster: tcp://HOST:PORT")
    add_json(trial)
    add(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="the file to write (default: standard output)",
    )
    add("--quiet", action="store_true", help="do not print progress")
