"""Mails of hurried players (corpus/sloppy.toml): each order is read right, or its line is told.
None is made up, and none vanishes."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from generator.archive import Game, load_game
from generator.commands.submit import submit_mails
from generator.mailroom.intake import Taking
from generator.mailroom.mailboxes import Mail
from generator.mailroom.receipt import Receipt
from tests.archive.games import command, new_game
from tests.serve.pages import NOW

_DATA: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "corpus" / "sloppy.toml").read_text("utf-8")
)
CASES: list[dict[str, Any]] = _DATA["case"]
DOUBTFUL = [
    *(f"{words} {{}}" for words in _DATA["before"]),
    *(f"{{}} {words}" for words in _DATA["behind"]),
    *(f"{{}}\n{words}" for words in _DATA["below"]),
]
_POSITION = """year = 1905
phase = "{phase}"
[units]
england = {england!r}
france = {france}
germany = ["A MUN", "A KIE", "F HEL"]
[centers]
england = ["EDI", "LON", "LVP", "NWY"]
france = ["BRE", "MAR", "PAR", "SPA", "POR"]
germany = ["MUN", "KIE", "BER"]
"""
# The ruleset of each game, its phase, and the units of England and France where they are placed.
GAMES: dict[str, tuple[str, str, list[str], list[str]]] = {
    "std": ("standard", "", [], []),
    "pos1": (
        "standard",
        "spring-movement",
        ["A LON", "F NTH", "F ENG", "A YOR"],
        ["A PAR", "A MAR", "F MAO", "A BUR", "F BRE"],
    ),
    "ret": ("standard", "spring-movement", ["A PIC", "A BEL"], ["A BUR", "A RUH"]),
    "bld": (
        "standard",
        "winter-adjustments",
        ["A LON", "F NTH", "F ENG", "A YOR", "A HOL"],
        ["A BUR"],
    ),
    "e19": ("europe-1619", "", [], []),
    "e19m": ("europe-1619", "", [], []),
    "e19b": ("europe-1619", "", [], []),
    "dra": ("europe-1619-draft", "", [], []),
    "v3": ("europe-1615-v3", "", [], []),
    "v3s": ("europe-1615-v3", "", [], []),
    "v7": ("europe-1615-v7", "", [], []),
    "wes": ("westphalia", "", [], []),
}
# What is played before the mails come: nothing, or these orders.
PLAYED: dict[str, dict[str, str]] = {
    "ret": {
        "germany": "A MUN - RUH\nA KIE S A MUN - RUH\n",
        "england": "A PIC - BUR\nA BEL S A PIC - BUR\n",
    },
    "e19m": {},
    "v3": {},
    "wes": {},
}
# How many phases are played, where it is not one.
PHASES = {"e19b": 2}


def begun(root: Path, name: str) -> Game:
    ruleset, phase, england, france = GAMES[name]
    more: list[str] = []
    if phase:
        path = root / "position.toml"
        path.write_text(_POSITION.format(phase=phase, england=england, france=france))
        more = ["--from", str(path)]
    folder = new_game(root, name, ruleset, *more)
    for power, text in PLAYED.get(name, {}).items():
        mail = [Mail(power, text.encode())]
        submit_mails(load_game(folder), mail, Taking(power=power), "", NOW)
    for _ in range(PHASES.get(name, name in PLAYED)):
        assert command(folder, "adjudicate") == 0
    return load_game(folder)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Game]:
    return {name: begun(tmp_path_factory.mktemp(name), name) for name in GAMES}


def taken(game: Game, text: str, power: str) -> Receipt:
    """The receipt of a mail that is only tried."""
    mails = [Mail("mail", text.encode())]
    (mail,) = submit_mails(game, mails, Taking(power=power, dry_run=True), "", NOW).handled
    return mail.receipt


def orders_of(receipt: Receipt) -> list[str]:
    return [done.order for one in receipt.phases for done in one.done]


@pytest.mark.parametrize("case", [pytest.param(one, id=one["name"]) for one in CASES])
def test_a_hurried_mail_is_read_or_told(case: dict[str, Any], games: dict[str, Game]) -> None:
    text = case["text"].encode(case.get("charset", "utf-8"))
    how = Taking(power=case.get("power", ""), dry_run=True)
    game, mails, shares = games[case["game"]], [Mail("mail", text)], case.get("shares")
    handled = submit_mails(game, mails, how, "", NOW, by_power=shares is not None).handled
    if shares is not None:
        assert {mail.receipt.power: orders_of(mail.receipt) for mail in handled} == shares
        return
    (mail,) = handled
    phases = mail.receipt.phases
    assert orders_of(mail.receipt) == case["done"]
    assert [line for one in phases for line in one.unread] == case.get("later", [])
    told = {each.line for one in phases for each in (*one.refused, *one.uncertain)}
    told |= {line for one in phases for line, _ in one.problems}
    told |= {line.line for line in mail.receipt.to_fix}
    assert sorted(told) == case.get("fix", [])
    if "why" in case:
        assert {line.why for line in mail.receipt.to_fix} == {case["why"]}


@pytest.mark.parametrize(
    ("name", "power", "order"),
    [
        ("std", "france", "A PAR - BUR"),
        ("e19", "france", "5: BRE"),
        ("e19", "france", "WAR: SPAIN"),
        ("bld", "france", "BUILD A PAR"),
        ("ret", "france", "A BUR - PAR"),
        ("wes", "purple", "SETUP influence trier 1, cologne 2"),
    ],
)
def test_a_doubtful_order_is_told(
    name: str, power: str, order: str, games: dict[str, Game]
) -> None:
    silent = []
    for form in DOUBTFUL:
        receipt = taken(games[name], form.format(order), power)
        told = [(*each.refused, *each.uncertain, *each.problems) for each in receipt.phases]
        silent += [] if any(told) or receipt.to_fix else [form]
    assert silent == []


@pytest.mark.parametrize(
    ("name", "above", "below"),
    [
        ("pos1", "A PAR - PIC\nA MAR - SPA", "A BUR - RUH"),
        ("e19", "3: BRE", "WAR: SPAIN"),
        ("e19", "3: BRE", "2: HES"),
        ("ret", "A BUR - PAR", "A RUH - HOL"),
    ],
)
def test_below_old_orders_and_ideas_none_counts(
    name: str, above: str, below: str, games: dict[str, Game]
) -> None:
    stored = []
    for head in _DATA["heads"]:
        receipt = taken(games[name], f"{above}\n\n{head}\n{below}\n", "france")
        told = above.count("\n") + 4 in {line.line for line in receipt.ignored}
        stored += [] if told and below not in orders_of(receipt) else [head]
    assert stored == []


def test_below_words_of_any_meaning_orders_count_with_a_note(games: dict[str, Game]) -> None:
    for name, above, below in (("pos1", "A PAR - PIC", "A BUR - RUH"), ("e19", "3: BRE", "2: HES")):
        noted = []
        for head in (*_DATA["noted"], *_DATA["plain"]):
            receipt = taken(games[name], f"{above}\n\n{head}\n{below}\n", "france")
            assert orders_of(receipt) == [above, below], head
            noted += [head for one in receipt.notes if "the orders below it count" in one]
        assert noted == _DATA["noted"], name
    doubted = taken(games["pos1"], "A PAR - PIC\n\nTsar Ivan:\nA BUR - RUH?\n", "france")
    assert not any("count" in one for one in doubted.notes)
