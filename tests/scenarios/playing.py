"""Scenarios of an edition as data: a position, orders, and what the rulebook makes of them.

    [[scenario]]
    title = "an army does not enter a neutral state"
    rules = ["E15V7-STAT-9"]
    position = '''
    [units]
    france = ["A BUR"]
    [infs]
    SAV = "france 3, spain 3"
    '''

    [[scenario.step]]
    orders.france = "2: HES | A BUR - SAV"
    verdicts = { "france: A BUR - SAV" = "illegal E15V7-CORE-2" }
    state = { "units.france" = ["A BUR"] }

A position begins with what the edition's `head` says, but for what it says itself. A step goes on
to the phase `at` ("1620 builds"), if it has one, and then adjudicates once, with its `orders` and
`rulings`, and with what follows by itself; and then goes on to the phase `until`, if it has one.
`verdicts` have the outcome of an order ("yes": it is carried out, "no": it is not) and the rule
that it cites first, which may be left out. `state` has parts of the new state, secret ones among
them, and the `points` of each power; "", [], {} and 0 also stand for a part that is not there.
`says` and `silent` are texts that the public files of the game have, or do not have.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.scenarios.europe_1619.folder import Folder, run


@dataclass(frozen=True, slots=True)
class Scenarios:
    """The scenarios of a ruleset: a folder of TOML files, and how a position begins in lines
    of its own, each used where the position has none of that key."""

    folder: Path
    ruleset: str
    head: tuple[str, ...]

    def read(self, table: str = "scenario") -> list[dict[str, Any]]:
        """All scenarios, file by file; or the tables of another name."""
        return [
            found
            for file in sorted(self.folder.glob("*.toml"))
            for found in tomllib.loads(file.read_text(encoding="utf-8")).get(table, ())
        ]

    def position(self, text: str) -> str:
        """The text with what stands before it."""
        top = f"\n{text}".partition("\n[")[0]
        missing = (line for line in self.head if f"\n{line.partition(' ')[0]} =" not in top)
        return "".join(f"{line}\n" for line in missing) + text


def begin(kept: Scenarios, games: Path, position: str, *arguments: str) -> Folder:
    """A new game, with this position unless it is empty."""
    if position:
        file = games / "position.toml"
        games.mkdir(parents=True, exist_ok=True)
        file.write_text(kept.position(position), encoding="utf-8", newline="\n")
        arguments = ("--from", str(file), *arguments)
    ruleset = ("--ruleset", kept.ruleset, "--seed", "acceptance")
    made = run(games, "new", "prelude", *ruleset, *arguments)
    assert made.code == 0, made.text
    return Folder(games, "prelude")


def refused(kept: Scenarios, games: Path, case: Mapping[str, str]) -> None:
    """Tries to begin with a position that cannot be, and compares what is said of it."""
    file = games / "position.toml"
    file.write_text(case["position"], encoding="utf-8", newline="\n")
    made = run(games, "new", "prelude", "--ruleset", kept.ruleset, "--from", str(file))
    assert made.code == 1, made.text
    assert f"{file}:{case['says']}" in made.err, made.err
    assert not (games / "prelude").exists()


def play(kept: Scenarios, scenario: Mapping[str, Any], games: Path) -> None:
    """Plays the steps of a scenario, and compares what they say."""
    game = begin(kept, games, scenario.get("position", ""))
    for step in scenario["step"]:
        if "at" in step:
            _go_on(game, *step["at"].split())
        orders: Mapping[str, str] = step.get("orders", {})
        game.paste({power: text.replace(" | ", "\n") for power, text in orders.items()})
        if "rulings" in step:
            game.rule(step["rulings"])
        printed = game.play("--json")
        found = json.loads(printed.out)
        _compare_verdicts(step.get("verdicts", {}), found, printed.err)
        if "until" in step:
            _go_on(game, *step["until"].split())
        _compare_state(step.get("state", {}), state_of(game))
        public = "".join(
            file.read_text(encoding="utf-8")
            for file in sorted(game.path.rglob("*.toml"))
            if "private" not in file.parts and "revealed" not in file.parts
        )
        for text in step.get("says", ()):
            assert text in public, (text, _told(found))
        for text in step.get("silent", ()):
            assert text not in public, text


def state_of(game: Folder) -> dict[str, Any]:
    """The newest state, with the parts of it that are secret."""
    state = game.state()
    years = (game.path / "private").glob("[0-9]*")
    newest = game._newest()
    for year in years:
        if year.name == newest.parent.parent.name:
            for file in (year / "state" / newest.stem).glob("*.toml"):
                secret = tomllib.loads(file.read_text(encoding="utf-8"))
                state[file.stem] = secret["document"]
    scores = state.get("scores", {})
    return state | {"points": {power: sum(row.values()) for power, row in scores.items()}}


def _go_on(game: Folder, year: str, phase: str) -> None:
    """Adjudicates until the game waits for a phase."""
    for _ in range(80):
        if game.waits() == (int(year), phase):
            return
        game.play()
    raise AssertionError(f"{year} {phase} never comes")


def _phases(found: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [found, *found["followed"]]


def _told(found: Mapping[str, Any]) -> str:
    return "\n".join(event["text"] for phase in _phases(found) for event in phase["events"])


def _compare_verdicts(wanted: Mapping[str, str], found: Mapping[str, Any], err: str) -> None:
    rows = [row for phase in _phases(found) for row in phase["verdicts"]]
    given = {f"{row['power']}: {row['order']}": row for row in rows}
    given |= {f"{row['power']}: {row['written']}": row for row in rows if row["written"]}
    for order, wish in wanted.items():
        assert order in given, (order, list(given), found["complaints"], err)
        row = given[order]
        outcome, _, rule = wish.partition(" ")
        reasons = row["reasons"]
        wished = {"yes": row["outcome"] == "success", "no": row["outcome"] != "success"}
        assert wished.get(outcome, row["outcome"] == outcome), (order, row)
        assert not rule or reasons[0]["rule"] == rule, (order, row)


def _compare_state(wanted: Mapping[str, Any], state: Mapping[str, Any]) -> None:
    for path, wish in wanted.items():
        found: Any = state
        for name in path.split("."):
            found = found.get(name) if isinstance(found, Mapping) else None
        assert (found or None) == (wish or None), (path, found, wish)
