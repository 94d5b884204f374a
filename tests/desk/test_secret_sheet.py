"""A player's own secrets come with a reminder: with them the desk says what the referee will."""

from __future__ import annotations

import json
from base64 import b64decode
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import encode

from generator.archive import Game, load_game
from generator.archive.people.reminding import secret_sheet
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game, submit_orders
from generator.desk import Judge
from generator.rulesets import get_ruleset
from generator.rulesets.westphalia.wars.battles import running
from tests.desk.conftest import ROOT

SIDES = ("attacker", "defender")
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


@pytest.fixture(scope="module")
def battles() -> tuple[Game, Any]:
    """The phases of Westphalia in which somebody held cards: position, and orders as sent."""
    game = load_game(ROOT / "games" / "cuius-regio")
    found = []
    for before, record in pairwise((game.opening, *game.phases)):
        document = game._files.document(before.moment, "revealed")
        if {"armies", "cards"} & set(document.private):
            texts = game.year_orders(record.moment.year).of(record.moment.phase)
            found.append((document, {power: text.text for power, text in texts.items()}))
    assert len(found) > 3
    return game, found


def test_a_hand_of_cards_is_used_by_the_desk_and_those_of_others_are_not_in_it(
    battles: tuple[Game, Any],
) -> None:
    """With his sheet a player's scripts are read as the referee's program reads them; a battle
    that hangs on cards of others is not tried."""
    game, phases = battles
    tried = 0
    for document, texts in phases:
        state = game.ruleset.load(document)
        whole = game.ruleset.read(state, texts).complaints
        for power in texts:
            secret = json.loads(encode(dict(game.ruleset.confided(state, power).tables)))
            for one in secret.get("armies", {}).values():
                rows = one.get("members") or {one[at]["power"]: one[at] for at in SIDES}
                known = {name for name, row in rows.items() if "army" in row or "plan" in row}
                assert known <= {
                    name for name, row in rows.items() if row.get("leader", name) == power
                }
                assert one["deck"] == ""
            assert set(secret.get("cards", {})) <= {power}
            judge = Judge()
            boot = {"ask": "boot", "ruleset": game.ruleset.id, "state": dict(document.public)}
            assert "refused" not in judge.answer({**boot, "secret": secret})
            said = judge.answer({"ask": "read", "power": power, "text": texts[power]})
            assert [(one["line"], one["problem"]) for one in said["complaints"]] == [
                (one.line, one.problem) for one in whole if one.power == power
            ]
            told = judge.answer({"ask": "attempt", "texts": texts})
            if running(state):
                assert "cannot be tried without the cards of" in told["refused"]
                tried += 1
            else:
                assert "refused" not in told
    assert tried > 6
