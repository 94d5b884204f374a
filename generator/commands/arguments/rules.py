"""The arguments of the commands for rulesets."""

from __future__ import annotations

from generator.commands.arguments import Commands, add_json


def add_rules(commands: Commands) -> None:
    resolve = commands.add(
        "resolve", "resolve:run", "adjudicate positions: JSON lines in, JSON lines out"
    )
    resolve.add_argument("ruleset", metavar="RULESET")
    resolve.add_argument("--no-verdicts", action="store_true", help="positions only, at full speed")
    resolve.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the ruleset"
    )

    commands.group("ruleset", "print a rulebook, or try it in many games")

    rules = commands.add(
        "ruleset rules", "rules:run", "print a rulebook and the tests of its rules"
    )
    rules.add_argument("ruleset", metavar="RULESET", nargs="?", help="default: all")
    rules.add_argument("--coverage", action="store_true", help="only the rules and their tests")
    rules.add_argument(
        "--record",
        action="store_true",
        help="also note the tests beside each ruleset, for its page",
    )
    add_json(rules)
