"""A player's own secrets come with a reminder: with them the desk says what the referee will."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from generator.archive import Game, load_game
from generator.archive.people.reminding import secret_sheet
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game, submit_orders
from generator.desk.judge import Judge
from generator.rulesets import get_ruleset

DATA = "[for the program of the desk]"
FILED = {
    "austria": "OBJECTIVE MILITARY: OCCUPY NET\nOBJECTIVE POLITICAL: ALIGN SAX",
    "france": "OBJECTIVE MILITARY: OCCUPY MIL",
}
CHANGED = "CHANGE OBJECTIVE MILITARY: OCCUPY MIL\nOBJECTIVE POLITICAL: ALIGN SAX\nA VIE H"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of Version 7 in its second year; objectives were set in the first."""
    new = NewGame("war", get_ruleset("europe-1615-v7"), "a seed", "The War", orders="private")
    made = create_game(tmp_path_factory.mktemp("secret"), new)
    submit_orders(made, load_game(made).current_moment, FILED)
    while load_game(made).current_moment.year == 1615:
        adjudicate_game(made)
    return made


def tables_in(sheet: list[str]) -> Any:
    """What the sheet has for the desk's program."""
    start = sheet.index(DATA) + 1
    assert max(map(len, sheet[start:])) <= 76  # mail programs break longer lines
    return json.loads(b64decode("".join(sheet[start:-1])))


def tried(game: Game, secret: Any) -> list[tuple[str, str, str, Any]]:
    """The verdicts that Austria's player sees at the desk."""
    judge = Judge()
    document = game.last.document()
    boot = {"ask": "boot", "ruleset": game.ruleset.id, "state": dict(document.public)}
    assert "refused" not in judge.answer({**boot, "secret": secret})
    asked = {"ask": "attempt", "texts": {"austria": CHANGED}, "reader": "austria"}
    found = judge.answer(asked)["verdicts"]
    return [(one["power"], one["order"], one["outcome"], one["reasons"]) for one in found]


def test_sheet_has_the_objectives_of_earlier_years_and_nobody_elses(folder: Path) -> None:
    game = load_game(folder)
    sheet = secret_sheet(game, "austria")
    assert sheet[0] == "[secret sheet: war, austria, 1616 movement]"
    assert "The military objective of Austria: to hold Southern Netherlands" in sheet
    assert "The political objective of Austria: to be the patron of Saxony" in sheet
    assert sheet[-1] == "[end of the secret sheet]"
    held = tables_in(sheet)["objectives"]["held"]
    assert {one["power"] for one in held} == {"austria"}
    assert "MIL" not in json.dumps(held)
    assert "Milan" in "\n".join(secret_sheet(game, "france"))


def test_with_the_sheet_the_desk_gives_the_verdicts_of_the_referee(folder: Path) -> None:
    game = load_game(folder)
    secret = tables_in(secret_sheet(game, "austria"))
    submit_orders(folder, game.current_moment, {"austria": CHANGED})
    adjudicate_game(folder)
    wanted = [
        (one.power, one.order, one.outcome, [list(reason) for reason in one.reasons])
        for one in load_game(folder).phases[-1].resolution().verdicts
        if one.public or "austria" in one.known_to
    ]
    assert sum(order.startswith(("OBJ", "CHANGE")) for _, order, _, _ in wanted) == 2
    changed = next(one for one in wanted if one[1].startswith("CHANGE"))
    assert changed[2] == "success"
    assert "for 50 points" in changed[3][0][1]
    assert tried(game, secret) == wanted
    assert tried(game, {}) != wanted


def test_verdicts_of_which_others_alone_learn_are_told_to_nobody(folder: Path) -> None:
    game = load_game(folder)
    judge = Judge()
    document = game.last.document()
    judge.answer({"ask": "boot", "ruleset": game.ruleset.id, "state": dict(document.public)})
    for reader in ("", "france"):
        asked = {"ask": "attempt", "texts": {"austria": CHANGED}, "reader": reader}
        orders = [one["order"] for one in judge.answer(asked)["verdicts"]]
        assert not any("OBJECTIVE" in order for order in orders)
