"""The report of a phase in sections, for rulesets that put it in order themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from generator.engine.phases import Resolution

__all__ = ["Reporting", "Section"]


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a report: sentences, or a table below them.

    `head` names the columns of `rows`; the first column names what a row is about. `notes` explain
    the signs of the table. What is `secret` is for the referee alone.
    """

    title: str
    lines: tuple[str, ...] = ()
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()
    secret: bool = False


@runtime_checkable
class Reporting(Protocol):
    """A ruleset with reports of its own. Of all others the orders that failed are reported."""

    def report(self, before: Any, resolution: Resolution[Any]) -> tuple[Section, ...]:
        """What happened in the phase, in the order of the rulebook; secret things come last."""
        ...
