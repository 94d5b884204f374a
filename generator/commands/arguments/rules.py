"""The arguments of the commands for rulesets."""

from __future__ import annotations

from pathlib import Path

from generator.commands.arguments import Commands, add_json


def add_rules(commands: Commands) -> None:
    resolve = commands.add(
        "resolve", "resolve:run", "adjudicate positions: JSON lines in, JSON lines out"
    )
    resolve.add_argument("ruleset", metavar="RULESET")
    resolve.add_argument("--no-verdicts", action="store_true", help="print positions only (faster)")
    resolve.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="set an option of the ruleset"
    )

    commands.group("ruleset", "make a variant, check it, try it in many games, print its rules")

    new = commands.add("ruleset new", "variant:new", "make the folder of a variant")
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
        "ruleset check", "variant:check", "list what is wrong with a variant, and draw its map"
    )
    check.add_argument("variant", metavar="NAME")

    rules = commands.add(
        "ruleset rules", "rules:run", "print a rulebook and the tests of its rules"
    )
    rules.add_argument("ruleset", metavar="RULESET", nargs="?", help="the ruleset (default: all)")
    rules.add_argument("--coverage", action="store_true", help="only the rules and their tests")
    rules.add_argument(
        "--record",
        action="store_true",
        help="also save the list of tests with each ruleset, for its page",
    )
    add_json(rules)
