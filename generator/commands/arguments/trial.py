"""The arguments of `theatrum ruleset trial`."""

from __future__ import annotations

from pathlib import Path

from generator.commands.arguments import Commands, add_json


def add_trial(commands: Commands) -> None:
    trial = commands.add(
        "ruleset trial",
        "trial:run",
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
