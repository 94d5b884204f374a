"""Figures of the powers by year, and the ledger of each year, as tables of plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from msgspec import Struct

from generator.engine.chronicle import Account, Debt, Figure, LedgerLine
from generator.engine.words import headed
from generator.pages.base.gameview import PowerView
from generator.pages.base.public import PublicEvent
from generator.pages.scores.tables import present_powers
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.figures import FigureByYear, figure_by_year, labeled_ends

MONEY: Final = "treasury"
"""The id of the figure that a ledger explains, and of the topic that it belongs with."""
_REFEREE: Final = PowerView("", "the referee", "pw-none")

LedgerGroup = tuple[PowerView | None, tuple[dict[str, Any], ...], int]
"""A power, None for items that belong to no single power; the lines of its ledger, and their
sum."""


class Books(Struct, frozen=True, dict=True):
    """The money of a game. Anything that several pages ask for is looked up once."""

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
        """The years with any news about money."""
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
            found[phase.year] += [(phase, line) for line in phase.told.ledger]
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

    def rows(self, figure: str) -> tuple[tuple[str, tuple[int | None, ...], str], ...]:
        """A figure by year: label, numbers of the powers, and the page of the year's ledger."""
        pages = (page for _, _, page in self._figure_ends)
        rows = self.course(figure).rows
        return tuple((*row, page) for row, page in zip(rows, pages, strict=True))

    def balance(self, year: int, *, by_group: bool = False) -> dict[str, Any]:
        """The money of a year by account, or summed up by group.

        A row has what a power had and has (None where it was not there yet, or no longer is), what
        moved by column, and as `other` what no event explains. `is_told`: it has lines in the
        ledger. `groups` are those of the columns, and how many columns each has.
        """
        sums: dict[tuple[str, str], int] = {}
        used: dict[str, None] = {}
        for _, line in self._lines_by_year[year]:
            name = self._account(line.account).group if by_group else line.account
            used[name] = None
            sums[line.power, name] = sums.get((line.power, name), 0) + line.amount
        order = self._in_order(used, by_group)
        before = [end for closed, end in self._ends.items() if closed < year]
        first = before[-1] if before else self.chronicle.phases[0]
        start = first.snapshot.figures.get(MONEY, {})
        end = self._ends[year].snapshot.figures.get(MONEY, {})
        told = {view.id for view, _, _ in self.groups[year] if view}
        columns = [Account(name, name) if by_group else self._account(name) for name in order]
        headed = [column.group for column in columns]
        rows: list[dict[str, Any]] = []
        for view in self.powers:
            moved = tuple(sums.get((view.id, name), 0) for name in order)
            had, has = start.get(view.id), end.get(view.id)
            if had is not None or has is not None or any(moved):
                other = (has or 0) - (had or 0) - sum(moved)
                rows.append(
                    {
                        "view": view,
                        "is_told": view.id in told,
                        "start": had,
                        "sums": moved,
                        "other": other,
                        "end": has,
                    }
                )
        return {
            "columns": columns,
            "groups": [(name, headed.count(name)) for name in dict.fromkeys(headed)],
            "rows": rows,
            "total": (
                sum(row["start"] or 0 for row in rows),
                *(sum(row["sums"][at] for row in rows) for at in range(len(order))),
                sum(row["other"] for row in rows),
                sum(row["end"] or 0 for row in rows),
            ),
            "has_other": any(row["other"] for row in rows),
        }

    def _account(self, name: str) -> Account:
        known = self.chronicle.gazetteer.accounts.get(name)
        return known or Account(name.replace("_", " "), "Other")

    def _in_order(self, used: Mapping[str, None], by_group: bool) -> tuple[str, ...]:
        """The accounts or groups that were used, in the rulebook's order."""
        known = self.chronicle.gazetteer.accounts
        names = [kind.group for kind in known.values()] if by_group else list(known)
        return tuple(name for name in dict.fromkeys([*names, *used]) if name in used)

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

    @cached_property
    def groups(self) -> Mapping[int, tuple[LedgerGroup, ...]]:
        """By year every event about money, power by power; what concerns no one or many comes
        last."""
        return {year: self._groups_of(year) for year in self._ends}

    def _groups_of(self, year: int) -> tuple[LedgerGroup, ...]:
        kinds = self.chronicle.gazetteer.topics.get(MONEY, frozenset())
        rows: dict[str, list[dict[str, Any]]] = {power: [] for power in self.chronicle.view.powers}
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
            (
                self.chronicle.power(power) if power else None,
                tuple(found),
                sum(row["amount"] or 0 for row in found),
            )
            for power, found in sorted(rows.items(), key=lambda item: not item[0])
            if found
        )

    def _ledger_rows(
        self, phase: ChroniclePhase, event: PublicEvent, lines: tuple[LedgerLine, ...]
    ) -> Iterator[dict[str, Any]]:
        """The rows of an event for a power: one for each account with parts, else one for all. A
        part is the name of a province or a minor state, its page or "", and what it gave."""
        place = {"address": phase.link.address, "anchor": event.anchor}
        if not any(line.parts for line in lines):
            # None where the event moved no money.
            amount = sum(line.amount for line in lines) if lines else None
            yield {"text": event.text, "parts": (), "amount": amount, "rule": event.rule, **place}
            return
        for line in lines:
            account = self._account(line.account)
            yield {
                "text": headed(account.title),
                "parts": tuple((*self._place(code), amount) for code, amount in line.parts),
                "amount": line.amount,
                "rule": account.rule or event.rule,
                **place,
            }

    def _place(self, code: str) -> tuple[str, str]:
        """The name of a province or a minor state, and its page or ""."""
        view, words = self.chronicle.view, self.chronicle.gazetteer
        if code in words.provinces:
            address = view.province_address(code) if view.has("provinces") else ""
            return words.provinces[code].name, address
        return view.side(code).name, view.side_address(code)

    def debts(self, year: int) -> tuple[dict[str, Any], ...]:
        """The debts after a year, in the order in which they were made: `owed` is what is still to
        be paid back, with interest."""
        return tuple(row for row in self._loans(year) if row["owed"])

    def settled(self, year: int) -> tuple[dict[str, Any], ...]:
        """The loans of which nothing is left to pay after a year, if the game keeps them."""
        return tuple(row for row in self._loans(year) if not row["owed"])

    def _loans(self, year: int) -> Iterator[dict[str, Any]]:
        for debt in self._ends[year].snapshot.debts:
            address, anchor = self._loan_event(debt)
            yield {
                "debt": debt,
                "lender": self.chronicle.power(debt.lender) if debt.lender else _REFEREE,
                "debtor": self.chronicle.power(debt.debtor),
                "owed": debt.amount + debt.interest,
                "is_overdue": 0 < debt.due <= year,
                "address": address,
                "anchor": anchor,
            }

    def _loan_event(self, debt: Debt) -> tuple[str, str]:
        """The place of the first report of a sum that a power gave another in the year of a loan,
        and that was as high, if it is known; ("", "") if nowhere."""
        sides = (debt.lender, debt.debtor)
        for phase, line in self._lines_by_year.get(debt.since, ()):
            fits = line.amount == -debt.lent if debt.lent else line.amount < 0
            if fits and (line.power, line.other) == sides:
                return phase.link.address, f"e{line.event}"
        return "", ""


def _by_event(phase: ChroniclePhase) -> Mapping[int, tuple[LedgerLine, ...]]:
    found: dict[int, tuple[LedgerLine, ...]] = {}
    for line in phase.told.ledger:
        found[line.event] = (*found.get(line.event, ()), line)
    return found
