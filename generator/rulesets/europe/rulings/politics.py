"""Rulings on politics: relations, INFs and statuses, who holds what, and who falls; and on
money: treasuries, loans, incomes and prices."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal

from msgspec import field

from generator.engine.rulings import Kinds
from generator.engine.typed import Count, Named
from generator.engine.words import listed
from generator.rulesets.europe.record.tables import StateReader
from generator.rulesets.europe.state.standing import Capture, Pair, Relation, Status, pair_of
from generator.rulesets.europe.state.state import Loan
from generator.rulesets.europe.steps.captures import free_states, take_states
from generator.rulesets.europe.steps.prices import amount
from generator.rulesets.europe.steps.statuses import settle_statuses, status_words
from generator.rulesets.europe.turn.rulings import (
    EuropeRuling,
    Holder,
    Land,
    LivingPower,
    MinorState,
)
from generator.rulesets.europe.turn.turn import Turn

# --- relations


class _Between(EuropeRuling, frozen=True):
    """A ruling on two powers."""

    point = "before"
    powers: tuple[LivingPower, ...]

    def check(self, turn: Turn) -> None:
        if len({*self.powers}) != 2 or len(self.powers) != 2:
            raise self.refuse("powers are not two powers", "powers")

    def pair(self, turn: Turn) -> Pair:
        return pair_of(turn.facts, *self.powers)

    def names(self, turn: Turn) -> str:
        return " and ".join(map(turn.facts.name_of, self.powers))


def _forbidden(turn: Turn) -> list[list[str]]:
    return [list(pair) for pair in turn.facts.setup.forbidden_alliances]


class RelationRuling(_Between, frozen=True):
    """a relation: sets the relation between two powers"""

    kind: Literal["war", "alliance", "peace"] = field(name="is")
    since: int | None = None

    def check(self, turn: Turn) -> None:
        super().check(turn)
        if self.since is not None and not turn.facts.first_year <= self.since <= turn.year:
            raise self.refuse(f"since cannot be {self.since} in {turn.year}", "since")

    def words(self, turn: Turn) -> str:
        return f"{self.kind} between {self.names(turn)}"

    def apply(self, turn: Turn) -> None:
        """Set what is in effect; whatever was declared between the two lapses with it."""
        pair, kind = self.pair(turn), self.kind
        if kind == "alliance" and any(set(both) == set(pair) for both in _forbidden(turn)):
            raise self.refuse("the two may never ally; rule first that they may")
        old = turn.relations.pop(pair, None)
        after = old.kind if old is not None and kind == "peace" and old.kind != "peace" else ""
        if kind != "peace" or after:
            since = turn.year if self.since is None else self.since
            turn.relations[pair] = Relation(kind, since, after)
        turn.changes = [change for change in turn.changes if change.pair != pair]
        turn.politics_changed()


class AllianceRuling(_Between, frozen=True):
    """the permission to ally: allows or forbids two powers to ally"""

    allowed: bool

    def words(self, turn: Turn) -> str:
        return f"{self.names(turn)} {'may' if self.allowed else 'may not'} ally"

    def apply(self, turn: Turn) -> None:
        pair = self.pair(turn)
        barred = [both for both in _forbidden(turn) if set(both) != set(pair)]
        if not self.allowed:
            if turn.standing.allied(*pair):
                raise self.refuse("the two are allied; rule first what is between them")
            turn.changes = [
                one for one in turn.changes if (one.pair, one.kind) != (pair, "alliance")
            ]
            barred.append(list(pair))
        turn.vary(setup={**turn.setup, "forbidden_alliances": barred})


# --- influence and what follows from it


class InfsRuling(EuropeRuling, frozen=True):
    """influence: sets the INFs of powers in a state"""

    point = "before"
    # Where politics are settled together with movement, INFs are set once all are placed.
    asked_in = "politics"
    state: MinorState
    infs: Mapping[LivingPower, Count]

    def check(self, turn: Turn) -> None:
        if not self.infs:
            raise self.refuse("infs is empty", "infs")

    def words(self, turn: Turn) -> str:
        name = turn.facts.name_of
        numbers = [f"{name(power)} {number}" for power, number in self.infs.items()]
        return f"INFs in {name(self.state)}: {listed(numbers)}"

    def apply(self, turn: Turn) -> None:
        """Set the INFs, and with them the state's status: at once, or when the phase settles it."""
        row = {**turn.infs.get(self.state, {}), **self.infs}
        turn.infs[self.state] = {power: row[power] for power in turn.facts.powers if row.get(power)}
        if "politics" not in turn.edition.course[turn.moment.phase].traits:
            settle_statuses(turn, (self.state,))


class StatusRuling(EuropeRuling, frozen=True):
    """a status: sets the status of a state until statuses are settled again"""

    state: MinorState
    status: str

    def check(self, turn: Turn) -> Status:
        """The status that is meant."""
        reader = StateReader(turn.edition, turn.facts)
        found = reader.statuses({self.state: self.status}, turn.states)[self.state]
        if found.patron in turn.eliminated:
            reader.say(f"{found.patron} has fallen")
        if reader.wrong:
            raise self.refuse("; ".join(reader.wrong), "status")
        return found

    def words(self, turn: Turn) -> str:
        return f"{turn.facts.name_of(self.state)} is {status_words(turn.facts, self.check(turn))}"

    def apply(self, turn: Turn) -> None:
        status = self.check(turn)
        captor = turn.standing.captor_of(turn.facts.states[self.state])
        if status.captor != captor:
            who = f"is held by {captor}" if captor else "is free"
            seat = turn.facts.states[self.state].seat
            raise self.refuse(f"{seat} {who}; rule first who holds it (control)")
        turn.politics_changed()
        turn.statuses[self.state] = status


# --- land


class ControlRuling(EuropeRuling, frozen=True):
    """control: sets the holder of a province"""

    asked_in = "land"
    province: Land
    holder: Holder

    def words(self, turn: Turn) -> str:
        holder = turn.facts.name_of(self.holder) if self.holder else "its owner"
        return f"{turn.board.name_of(self.province)} is held by {holder}"

    def apply(self, turn: Turn) -> None:
        """Set who holds a province; states fall and come free with their seats."""
        code, holder = self.province, self.holder
        if turn.standing.is_captured(holder) and turn.facts.states[holder].seat != code:
            raise self.refuse(f"{holder} is captured, and can hold nothing")
        if holder in ("", turn.standing.owners[code]):
            turn.captures.pop(code, None)
        else:
            turn.captures[code] = Capture(holder, turn.year)
        turn.politics_changed()
        while take_states(turn) | free_states(turn):
            pass
        captured = {state for state in turn.states if turn.standing.is_captured(state)}
        turn.displaced = tuple(one for one in turn.displaced if one.owner not in captured)
        # Where land is settled, markers are settled and reported, too.
        if "land" not in turn.edition.course[turn.moment.phase].traits:
            for state in captured:
                turn.markers.pop(state, None)


class MarkerRuling(EuropeRuling, frozen=True):
    """a marker: sets the marker of a state"""

    state: MinorState
    marker: Annotated[str, Named(lambda turn: {"": None, **turn.facts.confessions}, "marker")]

    def words(self, turn: Turn) -> str:
        names = turn.facts.confessions
        which = f"the {names[self.marker].name}" if self.marker else "no"
        return f"{turn.facts.name_of(self.state)} carries {which} marker"

    def apply(self, turn: Turn) -> None:
        if not self.marker:
            turn.markers.pop(self.state, None)
            return
        if not turn.facts.states[self.state].home:
            raise self.refuse(f"{self.state} has no center, and can carry no marker")
        if turn.standing.is_captured(self.state):
            raise self.refuse(f"{self.state} is captured, and can carry no marker")
        turn.markers[self.state] = self.marker


class EliminateRuling(EuropeRuling, frozen=True):
    """elimination: decides whether a power falls"""

    point = "during"

    # The phase asks again while powers fall.
    power: Annotated[str, Named(lambda turn: dict.fromkeys(turn.before.living), "power")]
    falls: bool

    @classmethod
    def phases_in(cls, turn: Turn) -> tuple[str, ...]:
        return tuple(phase.slug for phase in turn.edition.course.phases if "land" in phase.traits)

    def words(self, turn: Turn) -> str:
        is_so = "is eliminated" if self.falls else "is not eliminated"
        return f"{turn.facts.name_of(self.power)} {is_so}"


POLITICAL_KINDS: Final[Kinds] = MappingProxyType(
    {
        "relation": RelationRuling,
        "alliance": AllianceRuling,
        "infs": InfsRuling,
        "status": StatusRuling,
        "control": ControlRuling,
        "marker": MarkerRuling,
        "eliminate": EliminateRuling,
    }
)


# --- money


class MoneyRuling(EuropeRuling, frozen=True):
    """A ruling on what a power has or spends."""

    def check(self, turn: Turn) -> None:
        if not turn.facts.treasury.public and not self.secret:
            raise self.refuse("what powers have and spend is secret: add secret = true")


class TreasuryRuling(MoneyRuling, frozen=True):
    """a treasury: sets the treasury of a power"""

    power: LivingPower
    tp: int

    def check(self, turn: Turn) -> None:
        super().check(turn)
        if self.tp < 0 and not turn.facts.treasury.debt:
            raise self.refuse("tp is below 0", "tp")

    def words(self, turn: Turn) -> str:
        return f"{turn.facts.name_of(self.power)} has {amount(turn, self.tp)}"

    def apply(self, turn: Turn) -> None:
        turn.treasury[self.power] = self.tp


class LoanRuling(EuropeRuling, frozen=True):
    """a loan: adds, changes or cancels a loan"""

    lender: LivingPower
    debtor: LivingPower
    amount: Count
    interest: Count = 0
    due: Count = 0
    year: Count | None = None

    def since(self, turn: Turn) -> int:
        """The year in which it was lent."""
        return turn.year if self.year is None else self.year

    def check(self, turn: Turn) -> None:
        if self.lender == self.debtor:
            raise self.refuse("lender and debtor are the same power")
        year = self.since(turn)
        if not turn.facts.first_year <= year <= turn.year:
            raise self.refuse(f"a loan cannot be of {year} in {turn.year}", "year")
        if self.due and self.due < year:
            raise self.refuse(f"a loan of {year} cannot be due in {self.due}", "due")

    def words(self, turn: Turn) -> str:
        lender, debtor = map(turn.facts.name_of, (self.lender, self.debtor))
        if not self.amount:
            return f"{debtor} owes {lender} nothing more of what was lent in {self.since(turn)}"
        return f"{debtor} owes {lender} {amount(turn, self.amount)}, lent in {self.since(turn)}"

    def apply(self, turn: Turn) -> None:
        """Enter a loan in the place of all of the same two powers and the same year."""
        lender, debtor, year = terms = self.lender, self.debtor, self.since(turn)
        kept = [loan for loan in turn.loans if (loan.lender, loan.debtor, loan.year) != terms]
        if self.amount:
            kept.append(Loan(year, lender, debtor, self.amount, self.interest, self.due))
        elif len(kept) == len(turn.loans):
            raise self.refuse(f"{debtor} owes {lender} nothing of {year} that could be struck")
        turn.loans = kept


class IncomeRuling(MoneyRuling, frozen=True):
    """income: sets the whole income of a power in the phase"""

    point = "during"
    phases = ("builds",)
    power: LivingPower
    tp: Count

    def words(self, turn: Turn) -> str:
        return f"the income of {turn.facts.name_of(self.power)} is {amount(turn, self.tp)}"


class PricesRuling(MoneyRuling, frozen=True):
    """prices: sets the prices of a power's purchases in the phase"""

    point = "during"
    phases = ("builds",)
    power: LivingPower
    prices: tuple[Count, ...]

    def check(self, turn: Turn) -> None:
        super().check(turn)
        if not self.prices:
            raise self.refuse("prices is empty", "prices")

    def words(self, turn: Turn) -> str:
        prices = listed(amount(turn, price) for price in self.prices)
        return f"{turn.facts.name_of(self.power)} pays {prices} for its purchases"


MONEY_KINDS: Final[Kinds] = MappingProxyType(
    {
        "treasury": TreasuryRuling,
        "loan": LoanRuling,
        "income": IncomeRuling,
        "prices": PricesRuling,
    }
)
