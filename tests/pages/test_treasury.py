"""Treasury pages: balances that add up, every line with its event, nothing without money."""

from __future__ import annotations

import tomllib

import pytest
from msgspec.structs import replace

from generator.engine.chronicle import Gazetteer
from generator.engine.phases import Resolution
from generator.engine.verdicts import Event
from generator.pages.base.page import Page
from generator.pages.scores.ledgers import MONEY, Books
from generator.pages.scores.treasury import treasury_pages
from tests.pages.told import ROOT, sample, text_of

COMET, DRAFT, LIGHT = "after-the-comet", "winter-king", "first-light"


def pages_of(name: str) -> dict[str, Page]:
    return {page.address: page for page in treasury_pages(sample(name))}


@pytest.mark.parametrize(("name", "year"), [(COMET, 1619), (COMET, 1636), (DRAFT, 1622)])
def test_treasuries_are_those_of_the_state_file(name: str, year: int) -> None:
    file = ROOT / "games" / name / str(year) / "state" / "6-scoring.toml"
    known = tomllib.loads(file.read_text(encoding="utf-8"))["state"]["treasury"]
    rows = Books(sample(name)).balance(year)["rows"]
    assert {row["view"].id: row["end"] for row in rows if row["end"]} == {
        power: sum_ for power, sum_ in known.items() if sum_
    }


@pytest.mark.parametrize("by_group", [False, True])
@pytest.mark.parametrize("name", [COMET, DRAFT])
def test_every_balance_adds_up_without_anything_unexplained(name: str, by_group: bool) -> None:
    chronicle = sample(name)
    for year in Books(chronicle).years:
        balance = Books(chronicle).balance(year, by_group=by_group)
        for row in balance["rows"]:
            assert (row["start"] or 0) + sum(row["sums"]) + row["other"] == (row["end"] or 0)
        unexplained = {row["view"].id: row["other"] for row in balance["rows"] if row["other"]}
        # A ruling of 1636 takes a payment back that was made twice.
        assert unexplained == ({"england": 14, "ottoman": -14} if year == 1636 else {})
        assert balance["has_other"] == (year == 1636)
        assert sum(balance["total"][:-1]) == balance["total"][-1]


def test_rulings_on_money_stand_with_the_ledger_that_they_changed() -> None:
    text = text_of(pages_of(COMET), f"{COMET}/treasury/1636/")
    assert "the second payment goes back" in text
    assert 'href="../../rulings/1636-1/index.html"' in text


@pytest.mark.parametrize("name", [COMET, DRAFT])
def test_every_event_about_money_is_in_its_year_and_every_line_has_its_event(name: str) -> None:
    chronicle = sample(name)
    phases = {told.link.address: told for told in chronicle.phases}
    for year in Books(chronicle).years:
        groups = Books(chronicle).groups[year]
        lines = {(row["address"], row["anchor"]) for _, rows, _ in groups for row in rows}
        told = {
            (one.link.address, event.anchor)
            for one, event in chronicle.events_of(MONEY)
            if one.year == year
        }
        assert told <= lines
        for _, rows, _ in groups:
            for row in rows:
                event = {one.anchor: one for one in phases[row["address"]].events}[row["anchor"]]
                assert row["rule"] in chronicle.game.ruleset.rulebook
                assert row["parts"] or row["text"] == event.text
                parts = sum(amount for _, _, amount in row["parts"])
                assert parts == (row["amount"] if row["parts"] else 0)


def test_debts_are_overdue_from_the_end_of_their_year() -> None:
    chronicle = sample(COMET)

    def league(year: int) -> bool:
        return next(
            row["is_overdue"]
            for row in Books(chronicle).debts(year)
            if row["debtor"].id == "league"
        )

    assert [league(year) for year in (1628, 1629, 1640)] == [False, True, True]
    assert "overdue" in text_of(pages_of(COMET), f"{COMET}/treasury/1640/")


def test_powers_that_are_not_played_have_no_column() -> None:
    """The draft's game has eleven players; Saxony is a minor state in it."""
    text = text_of(pages_of(DRAFT), f"{DRAFT}/treasury/")
    assert "pw-austria" in text
    assert "pw-saxony" not in text


def test_a_ledger_of_accounts_that_no_rulebook_names_is_still_told() -> None:
    """A ruleset may book a sum on an account that its gazetteer does not have."""
    chronicle = sample(COMET)
    words = replace(chronicle.gazetteer, accounts=Gazetteer().accounts)
    bare = replace(chronicle, view=replace(chronicle.view, gazetteer=words))
    columns = Books(bare).balance(1619)["columns"]
    assert ("home center", "Other") in [(one.title, one.group) for one in columns]


def test_secret_sums_are_not_in_the_books() -> None:
    """What is not public has been left out of the resolution; what is left is numbered anew."""
    told = Event("treasuries", "E19-BLD-1", "x")
    paid = Event(
        "transfer",
        "E19-LON-3",
        "France gives Poland 3 TP",
        data={"sort": "grant", "sender": "france", "receiver": "poland", "tp": 3},
    )
    game = sample(COMET).game
    state, ledger_of = game.current_state(), game.ruleset.ledger
    moment = sample(COMET).game.phases[0].moment
    lines = ledger_of(Resolution(moment, (), (told, paid), state))
    assert [(one.power, one.amount, one.event, one.other) for one in lines] == [
        ("france", -3, 2, "poland"),
        ("poland", 3, 2, "france"),
    ]
    assert ledger_of(Resolution(moment, (), (told,), state)) == ()
