"""The orders of each power that failed, of all years: why, and what would have helped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from generator.pages.base.gameview import PhaseLink
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page
from generator.pages.base.public import PublicVerdict
from generator.pages.base.words import OutcomeLook, look_of
from generator.pages.story.chronicle import Chronicle

_MOST: Final = 150
"""The orders that a page has; of those before them it says how many there are."""


FailedOrder = tuple[PhaseLink, PublicVerdict, OutcomeLook, tuple[str, ...]]
"""An order that did not come off, with its phase, its look, and the known rules of its reasons."""


def failed_pages(chronicle: Chronicle) -> Iterator[Page]:
    """A page for each power."""
    view = chronicle.view
    if not view.has("powers"):
        return
    found = chronicle.once(failed_orders)
    for power, shown in view.powers.items():
        orders = found[power]
        years = tuple(dict.fromkeys(phase.year for phase, *_ in orders[:_MOST]))
        yield chronicle.page(
            f"powers/{power}/failed/",
            "failed.html",
            {
                "power": power,
                "total": len(orders),
                "years": tuple(
                    (year, tuple(order for order in orders[:_MOST] if order[0].year == year))
                    for year in years
                ),
                "older": max(0, len(orders) - _MOST),
            },
            title="Failed orders",
            tab="powers",
            description=f"{shown.name} in {view.title}: every order that failed, with the reason "
            "and what would have helped",
            crumbs=(
                Crumb("Powers", f"{view.address}powers/"),
                Crumb(shown.name, view.power_address(power)),
            ),
        )


def failed_orders(chronicle: Chronicle) -> dict[str, tuple[FailedOrder, ...]]:
    """The orders of each power that failed: the last phase first, each as on the sheet."""
    found: dict[str, list[FailedOrder]] = {power: [] for power in chronicle.view.powers}
    known = chronicle.view.rule_ids
    for phase in reversed(chronicle.phases):
        for verdict in phase.facts.verdicts if phase.facts else ():
            if verdict.has_failed and verdict.power in found:
                look = look_of(verdict.outcome, verdict.kind)
                rules = tuple(rule for rule in verdict.rules if rule in known)
                found[verdict.power].append((phase.link, verdict, look, rules))
    return {power: tuple(orders) for power, orders in found.items()}
