"""Rulings on politics: relations, INFs and statuses, who holds what, and who falls; and on
money: treasuries, loans, incomes and prices."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from generator.engine.rulings import RulingKind
from generator.engine.words import listed
from generator.rulesets.europe.record.tables import StateReader
from generator.rulesets.europe.state.standing import Capture, Pair, Relation, Status, pair_of
from generator.rulesets.europe.state.state import Loan
from generator.rulesets.europe.steps.captures import free_states, take_states
from generator.rulesets.europe.steps.prices import amount
from generator.rulesets.europe.steps.statuses import settle_statuses, status_words
from generator.rulesets.europe.turn.ruling_facts import RulingFacts, refuse
from generator.rulesets.europe.turn.turn import Turn

_RELATIONS: Final = ("war", "alliance", "peace")


def _pair(turn: Turn, facts: RulingFacts) -> Pair:
    powers = facts.powers()
    if len(powers) != 2 or powers[0] == powers[1]:
        raise refuse(facts.ruling, "powers are not two powers")
    return pair_of(turn.facts, powers[0], powers[1])


def _both(turn: Turn, facts: RulingFacts) -> str:
    return " and ".join(map(turn.facts.name_of, facts.powers()))


def _forbidden(turn: Turn) -> list[list[str]]:
    return [list(pair) for pair in turn.facts.setup.forbidden_alliances]


# --- relations


def _check_relation(turn: Turn, facts: RulingFacts) -> None:
    _pair(turn, facts)
    facts.text("is", _RELATIONS)
    since = facts.number("since", turn.year)
    if not turn.facts.first_year <= since <= turn.year:
        raise refuse(facts.ruling, f"since cannot be {since} in {turn.year}")


def _set_relation(turn: Turn, facts: RulingFacts) -> None:
    """Set what is in effect; whatever was declared between the two lapses with it."""
    pair, kind = _pair(turn, facts), facts.text("is", _RELATIONS)
    if kind == "alliance" and any(set(both) == set(pair) for both in _forbidden(turn)):
        raise refuse(facts.ruling, "the two may never ally; rule first that they may")
    old = turn.relations.pop(pair, None)
    after = old.kind if old is not None and kind == "peace" and old.kind != "peace" else ""
    if kind != "peace" or after:
        since = facts.number("since", turn.year)
        turn.relations[pair] = Relation(kind, since, after)  # type: ignore[arg-type]
    turn.changes = [change for change in turn.changes if change.pair != pair]
    turn.politics_changed()


def _relation_words(turn: Turn, facts: RulingFacts) -> str:
    return f"{facts.text('is')} between {_both(turn, facts)}"


def _set_alliance(turn: Turn, facts: RulingFacts) -> None:
    pair = _pair(turn, facts)
    barred = [both for both in _forbidden(turn) if set(both) != set(pair)]
    if not facts.flag("allowed"):
        if turn.standing.allied(*pair):
            raise refuse(facts.ruling, "the two are allied; rule first what is between them")
        turn.changes = [
            change for change in turn.changes if (change.pair, change.kind) != (pair, "alliance")
        ]
        barred.append(list(pair))
    turn.vary(setup={**turn.setup, "forbidden_alliances": barred})


def _alliance_words(turn: Turn, facts: RulingFacts) -> str:
    return f"{_both(turn, facts)} {'may' if facts.flag('allowed') else 'may not'} ally"


# --- influence and what follows from it


def _check_infs(turn: Turn, facts: RulingFacts) -> None:
    if not facts.table("infs"):
        raise refuse(facts.ruling, "infs is empty")
    for power, number in facts.table("infs").items():
        if power not in turn.living:
            raise facts.unknown("power", "infs", power, turn.living)
        if type(number) is not int or number < 0:
            raise refuse(facts.ruling, f"infs: {power} cannot have {number!r}")


def _set_infs(turn: Turn, facts: RulingFacts) -> None:
    """Set the INFs, and with them the state's status: at once, or when the phase settles it."""
    state = facts.state()
    row = {**turn.infs.get(state, {}), **facts.table("infs")}
    turn.infs[state] = {power: row[power] for power in turn.facts.powers if row.get(power)}
    if "politics" not in turn.edition.course[turn.moment.phase].traits:
        settle_statuses(turn, (state,))


def _infs_words(turn: Turn, facts: RulingFacts) -> str:
    name = turn.facts.name_of
    numbers = [f"{name(power)} {number}" for power, number in facts.table("infs").items()]
    return f"INFs in {name(facts.state())}: {listed(numbers)}"


def _status(turn: Turn, facts: RulingFacts) -> Status:
    state = facts.state()
    reader = StateReader(turn.edition, turn.facts)
    found = reader.statuses({state: facts.text("status")}, turn.states)[state]
    if found.patron in turn.eliminated:
        reader.say(f"{found.patron} has fallen")
    if reader.wrong:
        raise refuse(facts.ruling, "; ".join(reader.wrong))
    return found


def _set_status(turn: Turn, facts: RulingFacts) -> None:
    state, status = facts.state(), _status(turn, facts)
    captor = turn.standing.captor_of(turn.facts.states[state])
    if status.captor != captor:
        who = f"is held by {captor}" if captor else "is free"
        seat = turn.facts.states[state].seat
        raise refuse(facts.ruling, f"{seat} {who}; rule first who holds it (control)")
    turn.politics_changed()
    turn.statuses[state] = status


def _status_words(turn: Turn, facts: RulingFacts) -> str:
    status = _status(turn, facts)
    return f"{turn.facts.name_of(facts.state())} is {status_words(turn.facts, status)}"


# --- land


def _check_control(turn: Turn, facts: RulingFacts) -> None:
    facts.province()
    if facts.text("holder"):
        facts.side("holder")


def _set_control(turn: Turn, facts: RulingFacts) -> None:
    """Set who holds a province; states fall and come free with their seats."""
    code, holder = facts.province(), facts.text("holder")
    if turn.standing.is_captured(holder) and turn.facts.states[holder].seat != code:
        raise refuse(facts.ruling, f"{holder} is captured, and can hold nothing")
    if holder in ("", turn.standing.owners[code]):
        turn.captures.pop(code, None)
    else:
        turn.captures[code] = Capture(holder, turn.year)
    turn.politics_changed()
    while take_states(turn) | free_states(turn):
        pass
    captured = {state for state in turn.states if turn.standing.is_captured(state)}
    turn.displaced = tuple(
        displaced for displaced in turn.displaced if displaced.owner not in captured
    )
    if (
        "land" not in turn.edition.course[turn.moment.phase].traits
    ):  # which settles and reports markers itself
        for state in captured:
            turn.markers.pop(state, None)


def _control_words(turn: Turn, facts: RulingFacts) -> str:
    where = turn.board.name_of(facts.province())
    holder = facts.text("holder")
    return f"{where} is held by {turn.facts.name_of(holder) if holder else 'its owner'}"


def _check_marker(turn: Turn, facts: RulingFacts) -> None:
    facts.text("marker", ("", *turn.facts.confessions))


def _set_marker(turn: Turn, facts: RulingFacts) -> None:
    state, marker = facts.state(), facts.text("marker")
    if not marker:
        turn.markers.pop(state, None)
        return
    if not turn.facts.states[state].home:
        raise refuse(facts.ruling, f"{state} has no center, and can carry no marker")
    if turn.standing.is_captured(state):
        raise refuse(facts.ruling, f"{state} is captured, and can carry no marker")
    turn.markers[state] = marker


def _marker_words(turn: Turn, facts: RulingFacts) -> str:
    names = turn.facts.confessions
    marker = facts.text("marker")
    which = f"the {names[marker].name}" if marker else "no"
    return f"{turn.facts.name_of(facts.state())} carries {which} marker"


def _fall_words(turn: Turn, facts: RulingFacts) -> str:
    name = turn.facts.name_of(facts.text("power"))
    return f"{name} {'is eliminated' if facts.flag('falls') else 'is not eliminated'}"


POLITICAL_KINDS: Final[Mapping[str, RulingKind]] = MappingProxyType(
    {
        "relation": RulingKind(
            ("powers", "is"), ("since",), "before", _check_relation, _relation_words, _set_relation
        ),
        "alliance": RulingKind(
            ("powers", "allowed"), (), "before", _pair, _alliance_words, _set_alliance
        ),
        "infs": RulingKind(("state", "infs"), (), "before", _check_infs, _infs_words, _set_infs),
        "status": RulingKind(("state", "status"), (), "after", _status, _status_words, _set_status),
        "control": RulingKind(
            ("province", "holder"),
            (),
            "after",
            _check_control,
            _control_words,
            _set_control,
            during=("adjustment",),
        ),
        "marker": RulingKind(
            ("state", "marker"), (), "after", _check_marker, _marker_words, _set_marker
        ),
        "eliminate": RulingKind(
            ("power", "falls"), (), "during", words=_fall_words, phases=("adjustment",)
        ),
    }
)


def _check_secret(turn: Turn, facts: RulingFacts) -> None:
    if not turn.facts.treasury.public and not facts.is_secret:
        raise refuse(facts.ruling, "what powers have and spend is secret: add secret = true")


def _check_amount(turn: Turn, facts: RulingFacts) -> None:
    _check_secret(turn, facts)
    if facts.number("tp") < 0:
        raise refuse(facts.ruling, "tp is below 0")


def _check_treasury(turn: Turn, facts: RulingFacts) -> None:
    if turn.facts.treasury.debt:
        _check_secret(turn, facts)
    else:
        _check_amount(turn, facts)


def _set_treasury(turn: Turn, facts: RulingFacts) -> None:
    turn.treasury[facts.power()] = facts.number("tp")


def _treasury_words(turn: Turn, facts: RulingFacts) -> str:
    return f"{turn.facts.name_of(facts.power())} has {amount(turn, facts.number('tp'))}"


def _income_words(turn: Turn, facts: RulingFacts) -> str:
    name = turn.facts.name_of(facts.power())
    return f"the income of {name} is {amount(turn, facts.number('tp'))}"


def _check_loan(turn: Turn, facts: RulingFacts) -> None:
    if facts.power("lender") == facts.power("debtor"):
        raise refuse(facts.ruling, "lender and debtor are the same power")
    for name in ("amount", "interest", "due", "year"):
        if facts.number(name, 0) < 0:
            raise refuse(facts.ruling, f"{name} is below 0")
    year, due = facts.number("year", turn.year), facts.number("due", 0)
    if not turn.facts.first_year <= year <= turn.year:
        raise refuse(facts.ruling, f"a loan cannot be of {year} in {turn.year}")
    if due and due < year:
        raise refuse(facts.ruling, f"a loan of {year} cannot be due in {due}")


def _set_loan(turn: Turn, facts: RulingFacts) -> None:
    """Enter a loan in the place of all between the same two powers that are of the same year."""
    year = facts.number("year", turn.year)
    lender, debtor = facts.power("lender"), facts.power("debtor")
    kept = [
        loan
        for loan in turn.loans
        if (loan.lender, loan.debtor, loan.year) != (lender, debtor, year)
    ]
    if facts.number("amount"):
        interest, due = facts.number("interest", 0), facts.number("due", 0)
        kept.append(Loan(year, lender, debtor, facts.number("amount"), interest, due))
    elif len(kept) == len(turn.loans):
        raise refuse(facts.ruling, f"{debtor} owes {lender} nothing of {year} that could be struck")
    turn.loans = kept


def _loan_words(turn: Turn, facts: RulingFacts) -> str:
    lender, debtor = (turn.facts.name_of(facts.power(role)) for role in ("lender", "debtor"))
    year, tp = facts.number("year", turn.year), facts.number("amount")
    if not tp:
        return f"{debtor} owes {lender} nothing more of what was lent in {year}"
    return f"{debtor} owes {lender} {amount(turn, tp)}, lent in {year}"


def _check_prices(turn: Turn, facts: RulingFacts) -> None:
    _check_secret(turn, facts)
    prices = facts.ruling.facts["prices"]
    fine = isinstance(prices, list | tuple) and all(type(p) is int and p >= 0 for p in prices)
    if not fine or not prices:
        raise refuse(facts.ruling, "prices is not a list of whole numbers")


def _prices_words(turn: Turn, facts: RulingFacts) -> str:
    prices = [amount(turn, price) for price in facts.ruling.facts["prices"]]
    return f"{turn.facts.name_of(facts.power())} pays {listed(prices)} for its purchases"


MONEY_KINDS: Final[Mapping[str, RulingKind]] = MappingProxyType(
    {
        "treasury": RulingKind(
            ("power", "tp"), (), "after", _check_treasury, _treasury_words, _set_treasury
        ),
        "loan": RulingKind(
            ("lender", "debtor", "amount"),
            ("interest", "due", "year"),
            "after",
            _check_loan,
            _loan_words,
            _set_loan,
        ),
        "income": RulingKind(
            ("power", "tp"), (), "during", _check_amount, _income_words, phases=("builds",)
        ),
        "prices": RulingKind(
            ("power", "prices"), (), "during", _check_prices, _prices_words, phases=("builds",)
        ),
    }
)
