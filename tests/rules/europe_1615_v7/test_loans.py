"""Loans and grants: what both sides agree on, what is enforced, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import FileError, GameError
from generator.engine.phases import Document, Ruling, Setup
from generator.rulesets.europe.features.credit_book import CreditBook
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, opening, outcome
from tests.rules.europe_1615_v7.seven import at, cited, given, said, sheets
from tests.rules.europe_1615_v7.wealth import lent, loan, loans, rich, score, treasury

OFFER = "LOAN 6 TO AUSTRIA; REPAY 7 IN 1622; ENFORCED"
ACCEPT = "ACCEPT LOAN 6 FROM SPAIN; REPAY 7 IN 1622; ENFORCED"


def purses(phase: str = "builds", **funds: int):
    """A position without units and income of its own, in which powers have what is given."""
    return rich(phase=phase, units={}, treasury=funds)


@pytest.mark.rule("E15V7-LOAN-2")
def test_a_loan_takes_both_sides() -> None:
    offer, accept = (
        "LOAN 6 TO AUSTRIA; REPAY 6 IN 1622",
        "ACCEPT LOAN 6 FROM SPAIN; REPAY 6 IN 1622",
    )
    played = sheets(purses(spain=6), spain=offer, austria=accept)
    assert treasury(played, "spain", "austria") == (0, 6)
    (made,) = loans(played)
    assert (made.lender, made.borrower, made.owed, made.due) == ("spain", "austria", 6, 1622)
    assert cited(played, offer) == cited(played, accept) == ("success", "E15V7-LOAN-2")
    alone = sheets(purses(spain=6), spain=offer)
    assert cited(alone, offer) == ("void", "E15V7-LOAN-2")
    assert treasury(alone, "spain", "austria") == (6, 0)
    assert cited(sheets(purses(spain=6), austria=accept), accept) == ("void", "E15V7-LOAN-2")


@pytest.mark.rule("E15V7-LOAN-3")
def test_a_lender_may_ask_for_interest() -> None:
    played = sheets(purses(spain=6), spain=OFFER, austria=ACCEPT)
    (made,) = loans(played)
    assert (made.principal, made.interest, made.owed) == (6, 1, 7)


@pytest.mark.rule("E15V7-LOAN-3")
@pytest.mark.parametrize(
    "terms", ["REPAY 5 IN 1622", "REPAY 6 IN 1620", "REPAY 6 IN 1610", "REPAY -1 IN 1622"]
)
def test_terms_that_cannot_be_are_refused(terms: str) -> None:
    order = f"LOAN 6 TO AUSTRIA; {terms}"
    played = sheets(purses(spain=9), spain=order, austria=f"ACCEPT LOAN 6 FROM SPAIN; {terms}")
    assert cited(played, order) == ("illegal", "E15V7-LOAN-3")
    assert loans(played) == ()


@pytest.mark.rule("E15V7-LOAN-4")
def test_a_loan_that_is_not_enforced_may_be_left_unpaid() -> None:
    state = lent(purses("income", austria=20), loan("spain", "austria", 6, due=1620))
    played = sheets(state)
    (left,) = loans(played)
    assert (left.status, left.owed) == ("defaulted", 6)
    assert treasury(played, "austria") == 20 + 9 - 1
    (told,) = events(played, "loan-status")
    assert told.rule == "E15V7-LOAN-4"
    assert score(played.state, "austria")["debt"] == 0
    assert score(played.state, "austria")["surplus_treasury"] == 28


@pytest.mark.rule("E15V7-LOAN-4")
def test_what_is_open_stands_in_a_public_register() -> None:
    state = lent(purses(spain=0), loan("spain", "austria", 6, interest=1))
    played = sheets(state)
    sections = {one.title: one for one in RULESET.report(state, played)}
    assert sections["Loans not paid back"].plain_rows[0][:3] == ("Austria", "Spain", "6")
    assert [one.public for one in events(played, "loans")] == [True]


@pytest.mark.parametrize("public", [True, False])
def test_transactions_are_public_or_the_affair_of_two(public: bool) -> None:
    state = rich(units={}, treasury={"spain": 9}, options={"public_transactions": public})
    played = sheets(state, spain=f"{OFFER}\nGRANT 1 TO FRANCE", austria=ACCEPT)
    assert {one.public for one in events(played, "transfer")} == {public}
    known = {verdict.known_to for verdict in played.verdicts}
    assert known == ({()} if public else {("spain", "austria"), ("spain", "france")})
    document = RULESET.dump(played.state)
    assert ("credit" in document.public) == public
    assert ("credit" in document.private) == (not public)
    assert RULESET.load(document) == played.state


@pytest.mark.rule("E15V7-LOAN-5")
def test_a_loan_is_enforced_only_if_both_say_so() -> None:
    state = rich(units={}, treasury={"spain": 6})
    played = sheets(state, spain=OFFER, austria=ACCEPT.removesuffix("; ENFORCED"))
    assert not loans(played)
    assert cited(played, OFFER) == ("void", "E15V7-LOAN-5")
    assert treasury(played, "spain") == 6
    both = sheets(state, spain=OFFER, austria=ACCEPT)
    (enforced,) = loans(both)
    assert (enforced.enforced, enforced.agreed_by) == (True, ("spain", "austria"))


@pytest.mark.rule("E15V7-LOAN-5")
def test_an_acceptance_alone_enforces_nothing() -> None:
    offer = OFFER.removesuffix("; ENFORCED")
    (made,) = loans(sheets(purses(spain=6), spain=offer, austria=ACCEPT))
    assert not made.enforced


@pytest.mark.rule("E15V7-LOAN-6")
@pytest.mark.parametrize(
    "answer",
    [
        "ACCEPT LOAN 6 FROM SPAIN; REPAY 6 IN 1622; ENFORCED",
        "ACCEPT LOAN 5 FROM SPAIN; REPAY 7 IN 1622; ENFORCED",
        "ACCEPT LOAN 6 FROM SPAIN; REPAY 7 IN 1623; ENFORCED",
        "ACCEPT LOAN 6 FROM FRANCE; REPAY 7 IN 1622; ENFORCED",
    ],
)
def test_terms_have_to_match(answer: str) -> None:
    played = sheets(purses(spain=6, france=6), spain=OFFER, austria=answer)
    assert outcome(played, OFFER) == outcome(played, answer) == "void"
    assert (loans(played), treasury(played, "austria")) == ((), 0)


@pytest.mark.rule("E15V7-LOAN-7")
def test_the_referee_lends_what_is_accepted() -> None:
    state = purses("income", austria=0)
    offer = Ruling(
        1,
        "income",
        "lend",
        "asked for",
        "",
        {"power": "austria", "amount": 5, "repay": 6, "due": 1621},
    )
    accept = "ACCEPT LOAN 5 FROM REFEREE; REPAY 6 IN 1621; ENFORCED"
    played = sheets(state, offer, austria=accept)
    assert cited(played, accept) == ("success", "E15V7-LOAN-7")
    assert treasury(played, "austria") == 9 - 1 + 5
    (made,) = loans(played)
    assert (made.lender, made.enforced, made.owed, made.due) == ("referee", True, 6, 1621)
    assert RULESET.load(RULESET.dump(played.state)) == played.state
    assert RULESET.ledger(played)
    assert loans(sheets(state, offer)) == ()
    # A year later it is settled by itself, and can be repaid before.
    early = sheets(at(played.state, "builds"), austria="REPAY 6 TO REFEREE")
    assert (loans(early)[0].status, treasury(early, "austria")) == ("repaid", 13 - 6)


@pytest.mark.parametrize(
    "facts",
    [
        {"power": "austria", "amount": 5, "repay": 4, "due": 1621},
        {"power": "austria", "amount": 0, "repay": 4, "due": 1621},
        {"power": "austria", "amount": 5, "repay": 6, "due": 1620},
    ],
)
def test_the_referee_lends_on_terms_that_can_be(facts: dict[str, Any]) -> None:
    with pytest.raises(GameError, match="ruling 1 does not apply"):
        sheets(purses("income"), Ruling(1, "income", "lend", "so", "", facts))


@pytest.mark.rule("E15V7-LOAN-8")
@pytest.mark.rule("E15V7-LOAN-15")
def test_an_enforced_loan_in_default_counts_as_debt() -> None:
    due = loan("spain", "austria", 7, enforced=True, due=1620)
    # A strength of 7 is maintained out of an income of 9, less the donation.
    own = {"austria": ["A VIE +4", "A BOH +1"]}
    state = lent(rich(phase="income", units=own, treasury={"austria": 1}), due)
    played = sheets(state)
    assert treasury(played, "austria") == 2
    assert loans(played)[0].status == "defaulted"
    assert [one.rule for one in events(played, "loan-status")] == ["E15V7-LOAN-8"]
    built = sheets(played.state, austria="BUILD A SLO\nGRANT 1 TO FRANCE\nLOAN 1 TO FRANCE")
    assert cited(built, "BUILD A SLO") == ("illegal", "E15V7-DEBT-5")
    assert cited(built, "GRANT 1 TO FRANCE") == ("illegal", "E15V7-LOAN-9")
    assert cited(built, "LOAN 1 TO FRANCE") == ("illegal", "E15V7-LOAN-9")
    assert score(built.state, "austria")["debt"] == -50


@pytest.mark.rule("E15V7-LOAN-8")
def test_an_enforced_loan_is_settled_by_itself() -> None:
    due = loan("spain", "austria", 6, interest=1, enforced=True, due=1620)
    played = sheets(lent(purses("income", austria=0, spain=0), due))
    assert treasury(played, "austria", "spain") == (9 - 1 - 7, 15 - 1 + 7)
    assert loans(played)[0].status == "repaid"
    (told,) = events(played, "transfer")
    assert (told.rule, told.data["sort"]) == ("E15V7-LOAN-8", "repayment")


@pytest.mark.rule("E15V7-LOAN-16")
def test_every_open_enforced_loan_counts_at_the_end() -> None:
    state = rich(phase="scoring", year=1629, units={})
    state = lent(state, loan("spain", "austria", 4, enforced=True, due=1632))
    assert score(state, "austria")["debt"] == -40


@pytest.mark.rule("E15V7-LOAN-16")
def test_the_loans_of_a_fallen_power_count_for_nobody() -> None:
    """Edge case 64: the loan stays in the register, closed."""
    owed = loan("bavaria", "spain", 3, enforced=True, status="defaulted", due=1619)
    other = loan("france", "bavaria", 2, id=2)
    state = given(
        phase="adjustment",
        year=1620,
        units={"france": ["A BAV"]},
        wars=[("france", "bavaria")],
        treasury={"spain": 0},
    )
    played = sheets(lent(state, owed, other))
    assert "bavaria" in played.state.eliminated
    assert [one.status for one in loans(played)] == ["closed", "closed"]
    assert RULESET.load(RULESET.dump(played.state)) == played.state
    assert score(played.state, "spain")["debt"] == 0


@pytest.mark.rule("E15V7-LOAN-10")
def test_repayments_come_before_grants_and_grants_before_loans_in_attack_order() -> None:
    """Edge case 51: a circle is paid as far as it goes in this order."""
    # England comes before Austria, Austria before France, France before Spain.
    state = lent(purses(spain=2), loan("england", "spain", 2))
    played = sheets(
        state,
        spain="GRANT 2 TO FRANCE\nREPAY 2 TO ENGLAND",
        england="GRANT 2 TO AUSTRIA",
        austria="GRANT 2 TO FRANCE",
        france="LOAN 2 TO SPAIN",
    )
    assert cited(played, "GRANT 2 TO FRANCE", "spain") == ("excess", "E15V7-LOAN-10")
    made = [(one.data["sender"], one.data["receiver"]) for one in events(played, "transfer")]
    assert made == [("spain", "england"), ("england", "austria"), ("austria", "france")]
    # Who comes earlier in the order cannot hand on what only comes in later.
    circle = sheets(purses(spain=2), spain="GRANT 2 TO FRANCE", france="GRANT 2 TO AUSTRIA")
    assert outcome(circle, "GRANT 2 TO AUSTRIA") == "excess"
    assert treasury(circle, "spain", "france", "austria") == (0, 2, 0)


@pytest.mark.rule("E15V7-LOAN-11")
def test_a_loan_may_be_repaid_early_and_in_parts() -> None:
    state = lent(purses(austria=9), loan("spain", "austria", 6, interest=1))
    played = sheets(state, austria="REPAY 3 TO SPAIN")
    (left,) = loans(played)
    assert (left.owed, left.repaid, left.status) == (4, 3, "open")
    more = sheets(at(played.state, "builds"), austria="REPAY 6 TO SPAIN")
    assert (loans(more)[0].status, treasury(more, "austria", "spain")) == ("repaid", (2, 7))
    assert "all that it owed" in said(more, "REPAY 6 TO SPAIN")
    nothing = sheets(purses(austria=9), austria="REPAY 3 TO SPAIN")
    assert cited(nothing, "REPAY 3 TO SPAIN") == ("illegal", "E15V7-LOAN-11")


@pytest.mark.rule("E15V7-LOAN-11")
def test_a_repayment_goes_to_the_loan_that_is_due_first() -> None:
    late, soon = loan("spain", "austria", 5, due=1626), loan("spain", "austria", 5, id=2, due=1621)
    played = sheets(lent(purses(austria=9), late, soon), austria="REPAY 7 TO SPAIN")
    assert [one.owed for one in loans(played)] == [3, 0]


@pytest.mark.rule("E15V7-LOAN-13")
def test_the_papacy_borrows() -> None:
    played = sheets(
        rich(phase="builds", year=1619, units={}, treasury={"spain": 3}),
        spain="LOAN 3 TO PAPACY; REPAY 3 IN 1620",
        papacy="ACCEPT LOAN 3 FROM SPAIN; REPAY 3 IN 1620",
    )
    (made,) = loans(played)
    assert (made.borrower, made.owed) == ("papacy", 3)


@pytest.mark.rule("E15V7-LOAN-14")
def test_enemies_may_give_and_only_when_wealth_is_dealt_with() -> None:
    for phase in ("income", "builds"):
        state = rich(phase=phase, units={}, treasury={"spain": 9}, wars=[("france", "spain")])
        assert outcome(sheets(state, spain="GRANT 2 TO FRANCE"), "GRANT 2 TO FRANCE") == "success"
    early = sheets(given(treasury={"spain": 9}), spain=f"GRANT 2 TO FRANCE\n{OFFER}")
    for order in ("GRANT 2 TO FRANCE", OFFER):
        assert outcome(early, order) == "illegal"
    assert treasury(early, "spain") == 9


def test_the_referee_enforces_reschedules_and_cancels() -> None:
    state = lent(purses("income", austria=0), loan("spain", "austria", 30, due=1620))
    for facts, found in (
        ({"enforced": True}, (True, 1620, "defaulted")),
        ({"due": 1625}, (False, 1625, "open")),
        ({"status": "closed"}, (False, 1620, "closed")),
        ({"repaid": 30, "status": "repaid"}, (False, 1620, "repaid")),
    ):
        ruling = Ruling(1, "income", "loan", "so it is", "", {"loan": 1, **facts})
        played = sheets(state, ruling)
        (left,) = loans(played)
        assert (left.enforced, left.due, left.status) == found
        assert any("loan 1 of Spain to Austria" in one.text for one in events(played, "ruling"))
    for facts in ({"loan": 2, "due": 1625}, {"loan": 1}, {"loan": 1, "repaid": 31}):
        with pytest.raises(GameError, match="ruling 1 does not apply"):
            sheets(state, Ruling(1, "income", "loan", "so it is", "", facts))


def test_a_position_sets_every_field_of_loans_and_grants() -> None:
    rows = [
        {
            "id": 3,
            "lender": "referee",
            "borrower": "austria",
            "principal": 5,
            "interest": 1,
            "year": 1616,
            "due": 1621,
            "enforced": True,
            "agreed_by": ["referee", "austria"],
            "repaid": 2,
            "status": "open",
        }
    ]
    grants = [{"giver": "spain", "receiver": "austria", "amount": 2, "year": 1617}]
    state = RULESET.opening(
        Setup(
            {},
            {
                "year": 1620,
                "treasury": {"austria": -4},
                "credit": {"loans": rows, "grants": grants},
            },
        )
    )
    book: CreditBook = state.parts["credit"]
    assert (book.loans[0].owed, book.grants[0].amount, state.treasury["austria"]) == (4, 2, -4)
    assert RULESET.load(RULESET.dump(state)) == state


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ({"borrower": "spain"}, "the lender is the borrower"),
        ({"repaid": 9}, "more is repaid than was owed"),
        ({"status": "lost"}, "credit.loans"),
        ({"lender": "savoy"}, "there is no 'savoy'"),
    ],
)
def test_a_register_that_cannot_be_is_refused(row: dict[str, Any], wrong: str) -> None:
    fine = {
        "id": 1,
        "lender": "spain",
        "borrower": "austria",
        "principal": 5,
        "year": 1615,
        "due": 1621,
    }
    with pytest.raises(FileError, match=wrong):
        RULESET.opening(Setup({}, {"credit": {"loans": [{**fine, **row}]}}))


def test_loans_stand_in_the_register_and_nowhere_else() -> None:
    document = RULESET.dump(opening(EDITION))
    table = [{"year": 1615, "lender": "spain", "debtor": "austria", "amount": 3}]
    with pytest.raises(FileError, match="table credit"):
        RULESET.load(Document({**document.public, "loans": table}, document.private))


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("loan 6 to austria; repay 7 in 1622; enforced", OFFER),
        ("LOAN AUSTRIA 6, REPAY 7 IN 1622, ENFORCED", OFFER),
        ("Accept loan 6 from Spain; repay 7 in 1622; enforced", ACCEPT),
        (
            "ACCEPT LOAN 5 FROM REFEREE; REPAY 6 IN 1621",
            "ACCEPT LOAN 5 FROM REFEREE; REPAY 6 IN 1621",
        ),
        ("LOAN 6 TO AUSTRIA; GRANT 4 TO FRANCE", "LOAN 6 TO AUSTRIA"),
        ("LOAN 6 TO AUSTRIA; REPAY 7 TO FRANCE", "LOAN 6 TO AUSTRIA"),
    ],
)
def test_loans_are_read_with_their_terms(line: str, canonical: str) -> None:
    book = RULESET.read(purses(spain=20), {"spain": line})
    orders = book.sheets["spain"].orders
    assert str(orders[0].order) == canonical
    assert all(one.order is not None for one in orders)
    assert RULESET.order_in(purses(), canonical) == orders[0].order


def test_a_fault_in_the_terms_is_one_of_the_whole_order() -> None:
    book = RULESET.read(
        purses(spain=20), {"spain": "LOAN 6 TO AUSTRIA; REPAY 7 IN 16222; ENFORCED"}
    )
    (order,) = book.sheets["spain"].orders
    assert order.order is None
    assert [one.severity for one in book.complaints] == ["error"]


def test_each_side_is_told_that_a_loan_needs_the_other() -> None:
    state = purses(spain=20)
    for power, order, words in (
        ("spain", OFFER, "if Austria accepts it"),
        ("austria", ACCEPT, "if Spain offers it"),
        ("austria", "ACCEPT LOAN 5 FROM REFEREE", "if the referee offers it"),
    ):
        (told,) = RULESET.read(state, {power: order}).complaints
        assert (told.severity, words in told.problem) == ("warning", True)


def test_whoever_repays_what_it_owes_is_not_warned() -> None:
    state = lent(purses(austria=9), loan("spain", "austria", 6))
    assert RULESET.read(state, {"austria": "REPAY 6 TO SPAIN"}).complaints == ()
    assert RULESET.read(state, {"austria": "REPAY 7 TO SPAIN"}).complaints != ()
