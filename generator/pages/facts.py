"""The few facts of a phase that other pages than its own need; small, and kept between builds.

A game's front page shows the centers of every year. To build it after one change without reading
every state again, the build keeps these facts under the digest of what they came from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from generator.engine.ruleset import Ruleset
from generator.pages.material import Material
from generator.pages.words import counted, look_of, tally

__all__ = ["Memory", "PhaseFacts", "StateFacts", "phase_facts", "state_facts"]

Standings = tuple[tuple[str, Mapping[str, int]], ...]


class Memory(Protocol):
    """What is kept between builds: texts under a key that changes when they do.

    `game` is the game that a text belongs to. `is_whole` says whether every page of a game still
    stands in the output as the last build left it.
    """

    def recall(self, key: str) -> str | None: ...
    def remember(self, key: str, text: str, game: str) -> None: ...
    def is_whole(self, game: str) -> bool: ...


@dataclass(frozen=True, slots=True)
class StateFacts:
    """A position: its standings, and what it waits for.

    `year` and `phase` name the phase that is due, `ending` says how the game ended, or "".
    """

    title: str
    year: int
    phase: str
    standings: Standings
    awaits: tuple[str, ...]
    ending: str
    ending_kind: str
    winners: tuple[str, ...]

    def dump(self) -> str:
        return json.dumps(
            [self.title, self.year, self.phase, _plain(self.standings), self.awaits,
             self.ending, self.ending_kind, self.winners]
        )  # fmt: skip

    @staticmethod
    def load(text: str) -> StateFacts:
        title, year, phase, standings, awaits, ending, kind, winners = json.loads(text)
        return StateFacts(
            title, year, phase, _standings(standings), tuple(awaits), ending, kind, tuple(winners)
        )


@dataclass(frozen=True, slots=True)
class PhaseFacts:
    """A phase: what changed, its standings before and after, and its weightiest public events."""

    summary: tuple[str, ...]
    tally: str
    before: Standings
    after: Standings
    events: tuple[tuple[str, str], ...]

    @property
    def headline(self) -> str:
        """The weightiest event, else the first sentence of the summary; "" for neither."""
        told = [said for said, _ in self.events[:1]] or list(self.summary[:1])
        return told[0].removesuffix(".") if told else ""

    def dump(self) -> str:
        return json.dumps(
            [self.summary, self.tally, _plain(self.before), _plain(self.after), self.events]
        )

    @staticmethod
    def load(text: str) -> PhaseFacts:
        summary, counts, before, after, events = json.loads(text)
        return PhaseFacts(
            tuple(summary),
            counts,
            _standings(before),
            _standings(after),
            tuple((said, rule) for said, rule in events),
        )


def state_facts(ruleset: Ruleset[Any], state: Any) -> StateFacts:
    """What the front page says of a position."""
    ending = ruleset.ending(state)
    moment = ruleset.moment(state)
    return StateFacts(
        title="" if ending else ruleset.phase_title(moment),
        year=moment.year,
        phase=moment.phase,
        standings=ruleset.standings(state),
        awaits=() if ending else ruleset.awaits(state),
        ending=ending.text if ending else "",
        ending_kind=ending.kind if ending else "",
        winners=ending.powers if ending else (),
    )


def phase_facts(material: Material) -> PhaseFacts:
    """What other pages say of a phase."""
    ruleset, before, resolution = material.ruleset, material.before, material.resolution
    kinds = {sign.number: sign.kind for sign in material.picture.orders}
    looks = [
        look_of(verdict.outcome, kinds.get(number, ""))
        for number, verdict in enumerate(resolution.verdicts, 1)
    ]
    # sorted() is stable: events of equal weight stay in the order in which they happened.
    weighty = sorted(resolution.events, key=lambda event: -event.weight)[:6]
    return PhaseFacts(
        summary=tuple(ruleset.summary(before, resolution)),
        tally=f"{counted(len(looks), 'order')}: {tally(looks)}" if looks else "no orders",
        before=ruleset.standings(before),
        after=ruleset.standings(resolution.state),
        events=tuple((event.text, event.rule) for event in weighty),
    )


def _plain(standings: Standings) -> list[list[Any]]:
    return [[label, dict(counts)] for label, counts in standings]


def _standings(data: Any) -> Standings:
    return tuple((label, counts) for label, counts in data)
