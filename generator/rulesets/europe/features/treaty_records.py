"""What a state remembers of treaties."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.typed import Count, Record
from generator.rulesets.europe.state.named import Power


class Treaty(Record, frozen=True):
    """An alliance in effect from the year `since` on. `leaving` has the first year in which a
    member is out of it."""

    members: tuple[Power, ...]
    since: Count
    leaving: Mapping[Power, Count] = {}

    def members_in(self, year: int) -> tuple[str, ...]:
        if not self.leaving:
            return self.members
        return tuple(power for power in self.members if year < self.leaving.get(power, year + 1))


class TreatyBook(Record, frozen=True):
    concluded: tuple[Treaty, ...] = ()
