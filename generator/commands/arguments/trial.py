"""The arguments of `theatrum trial`."""

from __future__ import annotations

from pathlib import Path

from generator.commands.arguments import Commands, add_json


def add_trial(commands: Commands) -> None:
    trial = commands.add(
        "trial",
        "trial:run",
        "let programs play many games, and say whether a ruleset is fair",
        counts_games=True,
    )
    add = trial.add_argument
    add("ruleset", metavar="RULESET", nargs="?", help="what is tried")
    add(
        "--games",
        dest="count",
        type=int,
        default=200,
        metavar="N",
        help="how many games (default: 200); the folder of games is named before the command",
    )
    add("--seed", default="1", metavar="S", help="other seeds give other games (default: 1)")
    add("--option", action="append", default=[], metavar="K=V", help="an option of the ruleset")
    add(
        "--set",
        dest="facts",
        action="append",
        default=[],
        metavar="facts.KEY=VALUE",
        help="an entry of the ruleset's file of facts, as TOML",
    )
    add("--position", type=Path, metavar="FILE", help="start from a position (TOML or CSV)")
    add("--years", type=int, metavar="N", help="cut games off after so many years (default: 40)")
    add(
        "--folder",
        type=Path,
        metavar="DIR",
        help="where the trial is kept (default: trials/RULESET, with a code for its settings)",
    )
    add(
        "--processes",
        type=int,
        metavar="N",
        help="games side by side (default: one for each processor)",
    )
    add("--cluster", metavar="ADDRESS", help="play on a Dask cluster: tcp://HOST:PORT")
    add(
        "--keep",
        type=int,
        default=0,
        metavar="N",
        help="also make game folders of the most telling N games",
    )
    add(
        "--compare",
        nargs=2,
        type=Path,
        metavar=("A", "B"),
        help="play nothing: compare two trials by their folders",
    )
    add("--csv", action="store_true", help="print one long table, for a spreadsheet")
    add_json(trial)
    add("-o", "--output", type=Path, metavar="FILE", help="default: stdout")
    add("--quiet", action="store_true", help="print no progress")
