"""Figures of the powers by year, and the ledger of each year, as tables of plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from msgspec import Struct

from generator.engine.chronicle import Account, Debt, Figure, LedgerLine
from generator.pages.base.gameview import PowerView
from generator.pages.base.public import PublicEvent
from generator.pages.scores.tables import present_powers
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.figures import FigureByYear, figure_by_year, labeled_ends

MONEY: Final = "treasury"
"""The id of the figure that a ledger explains, and of the topic that it belongs with."""
_REFEREE: Final = PowerView("", "the referee", "pw-none")


class FigureRow(NamedTuple):
    """A figure at the end of a year, for each power that ever took part; None without one."""

    label: str
    values: tuple[int | None, ...]
    page: str


class BalanceColumn(NamedTuple):
    """An account that was used in the year, or a group of accounts without a rule of its own."""

    title: str
    group: str
    rule: str


class BalanceRow(NamedTuple):
    """A power's year: what it had, what moved by column, what no event explains, what it has.

    `start` and `end` are None for a power that was not there yet, or no longer is. `is_told`: it
    has lines in the ledger.
    """

    view: PowerView
    is_told: bool
    start: int | None
    sums: tuple[int, ...]
    other: int
    end: int | None


class Balance(NamedTuple):
    """The money of a year. `total` sums up all rows. `has_other`: somewhere `other` is not 0."""

    columns: tuple[BalanceColumn, ...]
    rows: tuple[BalanceRow, ...]
    total: tuple[int, ...]
    has_other: bool

    @property
    def groups(self) -> tuple[tuple[str, int], ...]:
        """The groups of the columns, and how many columns each has."""
        names = [column.group for column in self.columns]
        return tuple((name, names.count(name)) for name in dict.fromkeys(names))


class Part(NamedTuple):
    """The part of a sum that a province or a minor state gave. `address` is its page, or ""."""

    name: str
    address: str
    amount: int


class LedgerRow(NamedTuple):
    """A line of the ledger: a sum from an account (with its parts), or an event as it was told.

    `amount` is None where the event moved no money.
    """

    text: str
    parts: tuple[Part, ...]
    amount: int | None
    rule: str
    address: str
    anchor: str


class LedgerGroup(NamedTuple):
    """The lines of a power; without a power, those of nobody alone."""

    view: PowerView | None
    rows: tuple[LedgerRow, ...]
    sum: int


class DebtRow(NamedTuple):
    """A debt after a year. The address and anchor lead to the loan's event ("" if unknown). Of a
    register of loans also `lent`, `status` and `enforced` are known (see `Debt`)."""

    lender: PowerView
    debtor: PowerView
    amount: int
    interest: int
    since: int
    due: int
    is_overdue: bool
    address: str
    anchor: str
    lent: int = 0
    status: str = ""
    enforced: bool = False

    @property
    def owed(self) -> int:
        """What is still to be paid back, with interest."""
        return self.amount + self.interest


class Books(Struct, frozen=True, dict=True):
    """The money of a game. What several pages ask for is looked up once."""

    chronicle: Chronicle

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """The figures that belong with the money, and the money itself, in the rulebook's order."""
        known = self.chronicle.gazetteer.figures
        return {
            name: figure for name, figure in known.items() if name == MONEY or figure.topic == MONEY
        }

    @cached_property
    def is_told(self) -> bool:
        """Whether the money is known; a game may keep it secret until its end."""
        return any(MONEY in end.snapshot.figures for end in self.chronicle.phases)

    @cached_property
    def powers(self) -> tuple[PowerView, ...]:
        """The powers that ever took part."""
        return present_powers(self.chronicle)

    @cached_property
    def years(self) -> tuple[int, ...]:
        """The years of which anything is told about money."""
        return tuple(dict.fromkeys(phase.year for phase, _ in self.chronicle.events_of(MONEY)))

    @cached_property
    def _ends(self) -> Mapping[int, ChroniclePhase]:
        """The last phase of every year."""
        return {phase.year: phase for phase in self.chronicle.phases}

    @cached_property
    def _lines_by_year(self) -> Mapping[int, tuple[tuple[ChroniclePhase, LedgerLine], ...]]:
        """The lines of every year, with their phases."""
        found: dict[int, list[tuple[ChroniclePhase, LedgerLine]]] = {
            year: [] for year in self._ends
        }
        for phase in self.chronicle.phases:
            found[phase.year] += [
                (phase, line) for line in (phase.facts.ledger if phase.facts else ())
            ]
        return {year: tuple(lines) for year, lines in found.items()}

    @cached_property
    def _figure_ends(self) -> tuple[tuple[str, ChroniclePhase, str], ...]:
        """The start, and the end of every year that is over or has had its money: its label, its
        last phase, and the page of its ledger."""
        now, found = self.chronicle.now, []
        for label, end in labeled_ends(self.chronicle):
            has_ledger = label != "start" and end.year in self.years
            if label == "start" or has_ledger or now.ending or end.year < now.year:
                page = f"{self.chronicle.view.address}treasury/{label}/" if has_ledger else ""
                found.append((label, end, page))
        return tuple(found)

    def course(self, figure: str) -> FigureByYear:
        """A figure by year."""
        years = (
            (label, end.snapshot.figures.get(figure, {})) for label, end, _ in self._figure_ends
        )
        return figure_by_year(self.powers, years)

    def rows(self, figure: str) -> tuple[FigureRow, ...]:
        """A figure by year as the lines of a table."""
        pages = (page for _, _, page in self._figure_ends)
        rows = self.course(figure).rows
        return tuple(FigureRow(*row, page) for row, page in zip(rows, pages, strict=True))

    def balance(self, year: int, *, by_group: bool = False) -> Balance:
        """The money of a year by account, or summed up by group."""
        sums: dict[tuple[str, str], int] = {}
        used: dict[str, None] = {}
        for _, line in self._lines_by_year[year]:
            name = self._account(line.account).group if by_group else line.account
            used[name] = None
            sums[line.power, name] = sums.get((line.power, name), 0) + line.amount
        order = self._in_order(used, by_group)
        start = self._start_of(year)
        end = self._ends[year].snapshot.figures.get(MONEY, {})
        phase = {group.view.id for group in self.groups(year) if group.view}
        rows = []
        for view in self.powers:
            moved = tuple(sums.get((view.id, name), 0) for name in order)
            had, has = start.get(view.id), end.get(view.id)
            if had is not None or has is not None or any(moved):
                other = (has or 0) - (had or 0) - sum(moved)
                rows.append(BalanceRow(view, view.id in phase, had, moved, other, has))
        return Balance(
            tuple(self._column(name, by_group) for name in order),
            tuple(rows),
            (
                sum(row.start or 0 for row in rows),
                *(sum(row.sums[at] for row in rows) for at in range(len(order))),
                sum(row.other for row in rows),
                sum(row.end or 0 for row in rows),
            ),
            any(row.other for row in rows),
        )

    def _start_of(self, year: int) -> Mapping[str, int]:
        """The money at the start of a year."""
        before = [end for closed, end in self._ends.items() if closed < year]
        phase = before[-1] if before else self.chronicle.phases[0]
        return phase.snapshot.figures.get(MONEY, {})

    def _account(self, name: str) -> Account:
        known = self.chronicle.gazetteer.accounts.get(name)
        return known or Account(name.replace("_", " "), "Other")

    def _in_order(self, used: Mapping[str, None], by_group: bool) -> tuple[str, ...]:
        """The accounts or groups that were used, in the rulebook's order."""
        known = self.chronicle.gazetteer.accounts
        names = [kind.group for kind in known.values()] if by_group else list(known)
        return tuple(name for name in dict.fromkeys([*names, *used]) if name in used)

    def _column(self, name: str, by_group: bool) -> BalanceColumn:
        if by_group:
            return BalanceColumn(name, name, "")
        account = self._account(name)
        return BalanceColumn(account.title, account.group, account.rule)

    def totals(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """For each account what it moved of all powers together, by year of `years`; what only went
        from one power to another comes to 0 and is left out."""
        sums: dict[str, list[int]] = {}
        for at, year in enumerate(self.years):
            for _, line in self._lines_by_year[year]:
                sums.setdefault(line.account, [0] * len(self.years))[at] += line.amount
        order = self._in_order(dict.fromkeys(sums), by_group=False)
        return tuple(
            (self._account(name).title, tuple(sums[name])) for name in order if any(sums[name])
        )

    def groups(self, year: int) -> tuple[LedgerGroup, ...]:
        """Every event about money, power by power; what concerns nobody or many comes last."""
        return self._groups[year]

    @cached_property
    def _groups(self) -> Mapping[int, tuple[LedgerGroup, ...]]:
        return {year: self._groups_of(year) for year in self._ends}

    def _groups_of(self, year: int) -> tuple[LedgerGroup, ...]:
        kinds = self.chronicle.gazetteer.topics.get(MONEY, frozenset())
        rows: dict[str, list[LedgerRow]] = {power: [] for power in self.chronicle.view.powers}
        rows[""] = []
        for phase in self.chronicle.of_year(year):
            lines = _by_event(phase)
            for event in phase.events:
                of_event = lines.get(event.number, ())
                if event.kind not in kinds and not of_event:
                    continue
                parties = tuple(dict.fromkeys(line.power for line in of_event)) or event.powers
                for power in parties if 0 < len(parties) <= 2 else ("",):
                    own = tuple(line for line in of_event if line.power == power)
                    rows.setdefault(power, []).extend(self._ledger_rows(phase, event, own))
        return tuple(
            LedgerGroup(
                self.chronicle.power(power) if power else None,
                tuple(found),
                sum(row.amount or 0 for row in found),
            )
            for power, found in sorted(rows.items(), key=lambda item: not item[0])
            if found
        )

    def _ledger_rows(
        self, phase: ChroniclePhase, event: PublicEvent, lines: tuple[LedgerLine, ...]
    ) -> Iterator[LedgerRow]:
        """The rows of an event for a power: one for each account with parts, else one for all."""
        place = (phase.link.address, event.anchor)
        if any(line.parts for line in lines):
            for line in lines:
                account = self._account(line.account)
                title = account.title[:1].upper() + account.title[1:]
                parts = tuple(self._part_of_sum(code, amount) for code, amount in line.parts)
                yield LedgerRow(title, parts, line.amount, account.rule or event.rule, *place)
            return
        amount = sum(line.amount for line in lines) if lines else None
        yield LedgerRow(event.text, (), amount, event.rule, *place)

    def _part_of_sum(self, code: str, amount: int) -> Part:
        view, words = self.chronicle.view, self.chronicle.gazetteer
        if code in words.provinces:
            address = view.province_address(code) if view.has("provinces") else ""
            return Part(words.provinces[code].name, address, amount)
        return Part(view.side(code).name, view.side_address(code), amount)

    def debts(self, year: int) -> tuple[DebtRow, ...]:
        """The debts after a year, in the order in which they were made."""
        return tuple(row for row in self._loans(year) if row.owed)

    def settled(self, year: int) -> tuple[DebtRow, ...]:
        """The loans of which nothing is left to pay after a year, if the game keeps them."""
        return tuple(row for row in self._loans(year) if not row.owed)

    def _loans(self, year: int) -> Iterator[DebtRow]:
        return (
            DebtRow(
                self.chronicle.power(debt.lender) if debt.lender else _REFEREE,
                self.chronicle.power(debt.debtor),
                debt.amount,
                debt.interest,
                debt.since,
                debt.due,
                0 < debt.due <= year,
                *self._loan_event(debt),
                debt.lent,
                debt.status,
                debt.enforced,
            )
            for debt in self._ends[year].snapshot.debts
        )

    def _loan_event(self, debt: Debt) -> tuple[str, str]:
        """Where the first sum is told that a power gave another in the year of a loan, and that
        was as high, if it is known; ("", "") if nowhere."""
        sides = (debt.lender, debt.debtor)
        for phase, line in self._lines_by_year.get(debt.since, ()):
            fits = line.amount == -debt.lent if debt.lent else line.amount < 0
            if fits and (line.power, line.other) == sides:
                return phase.link.address, f"e{line.event}"
        return "", ""


def _by_event(phase: ChroniclePhase) -> Mapping[int, tuple[LedgerLine, ...]]:
    found: dict[int, tuple[LedgerLine, ...]] = {}
    for line in phase.facts.ledger if phase.facts else ():
        found[line.event] = (*found.get(line.event, ()), line)
    return found
