"""What the desk's program answers: words of the commands, verdicts of the record, odds."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.archive.play.adjudicating import check_game
from generator.archive.play.creating import NewGame, create_game, submit_orders
from generator.desk import MOST_TRIES, CountedChance, Judge, answer
from generator.engine.phases import Setup
from generator.rulesets import get_ruleset, ruleset_ids

SHEET = "A VIE - GAL\nA BUD S A VIE - GAL\nF TRI - ALBA\n"


def awake(ruleset: str = "standard") -> Judge:
    """A judge with the opening of a ruleset, without what is secret of it."""
    found = get_ruleset(ruleset)
    public = found.dump(found.opening(Setup())).public
    judge = Judge()
    told = judge.answer({"ask": "boot", "ruleset": ruleset, "state": public, "title": "T"})
    assert "refused" not in told
    return judge


def test_complaints_are_those_of_check(tmp_path: Path) -> None:
    create_game(tmp_path, NewGame("war", get_ruleset("standard"), "a seed", "The War"))
    game = load_game(tmp_path / "war")
    submit_orders(tmp_path / "war", game.current_moment, {"austria": SHEET})
    checked = check_game(load_game(tmp_path / "war"))
    said = awake().answer({"ask": "read", "power": "austria", "text": SHEET})["complaints"]
    wanted = [
        str(placed).removeprefix(str(placed.place)).lstrip(": ")
        for placed in checked.complaints
        if placed.complaint.power == "austria"
    ]
    assert wanted
    place = "{line}:{column}: "
    assert [one["said"].removeprefix(place.format(**one)) for one in said] == wanted
    assert [(one["line"], one["column"], one["severity"]) for one in said] == [
        (one.complaint.line, one.complaint.column, one.complaint.severity)
        for one in checked.complaints
        if one.complaint.power == "austria"
    ]


def test_every_line_is_told_as_the_order_that_it_was_read_as() -> None:
    told = awake().answer({"ask": "read", "power": "austria", "text": "army vienna to galicia"})
    assert told["orders"] == [[1, 1, "army vienna to galicia", "A VIE - GAL"]]


def test_an_attempt_has_verdicts_reasons_remedies_standings_and_a_map() -> None:
    texts = {"austria": "A VIE - GAL", "russia": "A WAR - GAL"}
    told = awake().answer({"ask": "attempt", "texts": texts, "draw": True})
    by_order = {one["order"]: one for one in told["verdicts"]}
    assert by_order["A VIE - GAL"]["outcome"] == "bounce"
    assert "Warsaw" in by_order["A VIE - GAL"]["reasons"][0][1]
    assert by_order["A VIE - GAL"]["remedy"]
    assert told["svg"].startswith("<svg")
    assert "<style>" not in told["svg"]
    assert told["draws"] == 0
    labels = [label for label, _, _ in told["standings"]]
    assert labels


def test_a_try_reads_the_sheets_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading is a third of what a try takes."""
    judge, ruleset = awake(), get_ruleset("standard")
    read = type(ruleset).read
    given: list[Mapping[str, str]] = []

    def watched(self: Any, state: Any, texts: Mapping[str, str]) -> Any:
        given.append(texts)
        return read(self, state, texts)

    monkeypatch.setattr(type(ruleset), "read", watched)
    found = judge.answer({"ask": "attempt", "texts": {"austria": "A VIE - GAL"}})
    assert given == [{"austria": "A VIE - GAL"}]
    assert "england" in found["missing"]


def test_the_same_message_has_the_same_answer_and_changes_nothing() -> None:
    judge = awake()
    message = {"ask": "attempt", "texts": {"austria": "A VIE - GAL"}}
    first = judge.answer(message)
    judge.answer({"ask": "attempt", "texts": {}})
    assert judge.answer(message) == first


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_program_writes_for_others_and_its_sheets_are_told(ruleset: str) -> None:
    judge = awake(ruleset)
    power = next(iter(get_ruleset(ruleset).powers))
    told = judge.answer({"ask": "attempt", "texts": {}, "players": [power]})
    assert "refused" not in told
    assert list(told["texts"]) == [power]


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_position_has_a_map_and_choices(ruleset: str) -> None:
    told = awake(ruleset).answer({"ask": "position"})
    assert told["svg"].startswith("<svg")
    assert told["data"]["powers"]
    assert told["data"]["names"]


def test_odds_of_a_phase_without_draws_take_one_try() -> None:
    told = awake().answer({"ask": "odds", "texts": {"austria": "A VIE - GAL"}, "tries": 50})
    assert (told["tries"], told["draws"]) == (1, 0)


class Dice:
    """A ruleset for one thing: a roll that decides an order."""

    def __init__(self, ruleset: Any) -> None:
        self._ruleset = ruleset

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ruleset, name)

    def adjudicate(self, state: Any, book: Any, rulings: Any, chance: Any) -> Any:
        lucky = chance.branch("roll").die(2) == 1
        orders = {"austria": "A VIE - GAL" if lucky else "A VIE - BOH"}
        again = self._ruleset.read(state, orders)
        return self._ruleset.adjudicate(state, again, rulings, chance)


def test_odds_count_what_the_draws_decide() -> None:
    judge = awake()
    judge._ruleset = Dice(judge._ruleset)
    told = judge.answer({"ask": "odds", "texts": {}, "tries": 60})
    found = {order: outcomes for power, order, outcomes in told["orders"] if power == "austria"}
    assert told["draws"] == told["tries"] == 60
    shares = [found["A VIE - GAL"]["succeeds"], found["A VIE - BOH"]["succeeds"]]
    assert sum(shares) == 60
    assert min(shares) > 15
    assert judge.answer({"ask": "attempt", "texts": {}})["draws"] == 1


def test_there_is_a_limit_to_tries() -> None:
    judge = awake()
    judge._ruleset = Dice(judge._ruleset)
    assert judge.answer({"ask": "odds", "texts": {}, "tries": 10**9})["tries"] == MOST_TRIES


def test_draws_of_branches_are_counted_and_one_of_one_is_none() -> None:
    chance = CountedChance("seed", "here")
    chance.number(1)
    assert chance.count == 0
    chance.branch("there").die()
    chance.pick("ab")
    chance.key("deck")
    assert chance.count == 3


def test_what_is_wrong_is_told_and_raises_nothing() -> None:
    judge = awake()
    for message in (
        {"ask": "boot", "ruleset": "chess", "state": {}},
        {"ask": "boot", "ruleset": "standard", "state": {"format": 0}},
        {"ask": "_chance"},
        {"ask": "attempt", "texts": {}},
    ):
        told: Mapping[str, Any] = json.loads(answer(json.dumps(message)))
        assert told["refused"], message
    assert judge.answer({"ask": "read", "power": "austria", "text": "A VIE H"})["orders"]


def test_a_sheet_is_told_what_it_costs_and_what_comes_of_it() -> None:
    told = awake("europe-1619").answer(
        {"ask": "read", "power": "france", "text": "2: CAT\n1: LOR\nWAR: SPAIN"}
    )
    assert [line for line, _ in told["costs"]] == [1, 2]
    assert told["costs"][0][1].startswith("2 INFs, ")
    assert [said.partition(":")[0] for said in told["forecast"]] == ["Catalonia", "Lorraine-Alsace"]
    plain = awake().answer({"ask": "read", "power": "austria", "text": SHEET})
    assert (plain["costs"], plain["forecast"]) == ([], [])


LACKING = """
from pathlib import Path
from generator.rulesets.standard.ruleset import StandardRuleset
class Marsh(StandardRuleset):
    def load(self, document):
        import a_wide_sea
RULESET = Marsh("marsh", Path())
"""


@pytest.mark.parametrize("text", ["import a_wide_sea.deep\nRULESET = None\n", LACKING])
def test_a_module_that_the_program_lacks_is_named_with_its_ruleset(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once or later: a plugin may need what is not in the browser."""
    (tmp_path / "marsh.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "marsh", raising=False)
    monkeypatch.setattr("generator.rulesets.ruleset_entry", lambda _: "marsh:RULESET")
    told = Judge().answer({"ask": "boot", "ruleset": "marsh", "state": {}})
    assert told == {
        "refused": "the desk's program has no module a_wide_sea (the ruleset needs it: only the "
        "referee's program can read and try these orders)"
    }
