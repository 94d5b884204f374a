"""The family's kinds of events, in the order in which summaries tell of them.

Each stands in the module that reports it; those of features are listed by these.
"""

from __future__ import annotations

from typing import Final

from generator.engine.events import EventKind
from generator.rulesets.europe.steps.builds import TREASURIES
from generator.rulesets.europe.steps.capture_reports import (
    CAPTURED,
    LAND_OPEN,
    LIBERATED,
    PROXY,
    STATE_CAPTURED,
    STATE_FREED,
    UNITS_DISBANDED,
)
from generator.rulesets.europe.steps.declarations import DECLARATION, OFFER
from generator.rulesets.europe.steps.elimination import (
    ELIMINATED,
    FOUNDED,
    INFS_REMOVED,
    OWNERLESS,
    TIES_ENDED,
)
from generator.rulesets.europe.steps.income import DONATION, INCOME, MAINTENANCE
from generator.rulesets.europe.steps.influence import ATTACK, PLACEMENT
from generator.rulesets.europe.steps.markers import MARKER
from generator.rulesets.europe.steps.minor_builds import (
    MINOR_BUILD_BLOCKED,
    MINOR_BUILT,
    MINOR_DISBANDED,
)
from generator.rulesets.europe.steps.purchases import PURCHASE, PURCHASE_SEEN
from generator.rulesets.europe.steps.reductions import REDUCED
from generator.rulesets.europe.steps.scores import GAME_OVER, LEAD, SCORE, TIE
from generator.rulesets.europe.steps.statuses import STATUS
from generator.rulesets.europe.steps.transfers import LOANS, TRANSFER
from generator.rulesets.europe.steps.unit_orders import (
    DISBANDED,
    DISLODGED,
    EVICTED,
    IGNORED,
    RETREAT,
    STANDOFF,
)
from generator.rulesets.europe.steps.year import ALLOTMENT, EXTENSION_YEAR, RELATION
from generator.rulesets.europe.turn.edition import Edition

EVENTS: Final[tuple[EventKind, ...]] = (
    ELIMINATED, FOUNDED, TIES_ENDED, INFS_REMOVED, OWNERLESS,
    GAME_OVER, TIE, LEAD, SCORE,
    DECLARATION, OFFER, STATUS, PLACEMENT, ATTACK,
    DISLODGED, EVICTED, STANDOFF, IGNORED, RETREAT,
    CAPTURED, STATE_CAPTURED, LAND_OPEN, STATE_FREED, LIBERATED, PROXY,
    DISBANDED, UNITS_DISBANDED, MARKER,
    PURCHASE, PURCHASE_SEEN, MINOR_BUILT, MINOR_BUILD_BLOCKED, MINOR_DISBANDED, REDUCED,
    INCOME, DONATION, MAINTENANCE, TRANSFER, LOANS, TREASURIES,
    RELATION, EXTENSION_YEAR, ALLOTMENT,
)  # fmt: skip


def events_of(edition: Edition) -> tuple[EventKind, ...]:
    """The kinds of events of the family and of an edition's features, in the order of a summary."""
    return (*EVENTS, *(kind for feature in edition.features for kind in feature.events))
