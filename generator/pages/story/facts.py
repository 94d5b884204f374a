"""The few facts of a phase that other pages than its own need; small, and kept between builds.

A game's front page shows the centers of every year. To build it after one change without reading
every state again, the build keeps these facts under the digest of what they came from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from generator.engine.chronicle import (
    InfluenceChange,
    LedgerLine,
    Snapshot,
    bookkeeping,
    chronicling,
    snapshot_of,
)
from generator.engine.phases import Ruling
from generator.engine.picture import OrderSign
from generator.engine.records import Record, recording
from generator.engine.ruleset import Ruleset
from generator.engine.verdicts import Event, Verdict
from generator.pages.base.tales import (
    EventTale,
    RulingTale,
    VerdictTale,
    dump_records,
    dump_snapshot,
    load_changes,
    load_events,
    load_ledger,
    load_records,
    load_rulings,
    load_snapshot,
    load_verdicts,
)
from generator.pages.base.words import counted, look_of, tally
from generator.pages.maps.material import Material

__all__ = ["Memory", "PhaseFacts", "StateFacts", "phase_facts", "state_facts"]

Standings = tuple[tuple[str, Mapping[str, int]], ...]

NO_SNAPSHOT: Final = Snapshot()
# As json.dumps writes it, without looking for circles in thousands of little tables.
_ENCODER: Final = json.JSONEncoder(check_circular=False)
_RULED: Final = re.compile(r"ruling (\d+)")
"""A verdict's note where the order came from a ruling of the year."""


class Memory(Protocol):
    """What is kept between builds: texts under a key that changes when they do.

    `game` is the game that a text belongs to. `is_whole` says whether every page of a game still
    stands in the output as the last build left it; `stand`, whether the pages at some addresses do.
    """

    def recall(self, key: str) -> str | None: ...
    def remember(self, key: str, text: str, game: str) -> None: ...
    def is_whole(self, game: str) -> bool: ...
    def stand(self, addresses: Sequence[str]) -> bool: ...


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
    snapshot: Snapshot = NO_SNAPSHOT

    def dump(self) -> str:
        return json.dumps(
            [self.title, self.year, self.phase, _plain(self.standings), self.awaits,
             self.ending, self.ending_kind, self.winners, dump_snapshot(self.snapshot)]
        )  # fmt: skip

    @staticmethod
    def load(text: str) -> StateFacts:
        title, year, phase, standings, awaits, ending, kind, winners, shot = json.loads(text)
        return StateFacts(
            title, year, phase, _standings(standings), tuple(awaits), ending, kind, tuple(winners),
            load_snapshot(shot),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PhaseFacts:
    """A phase: what changed, its standings before and after, and all of it that is public.

    `snapshot` is the position after it; `changes` are those of influence, `ledger` those of money,
    `records` the lines that it adds to lists.
    """

    summary: tuple[str, ...]
    tally: str
    before: Standings
    after: Standings
    tales: tuple[EventTale, ...] = ()
    verdicts: tuple[VerdictTale, ...] = ()
    rulings: tuple[RulingTale, ...] = ()
    changes: tuple[InfluenceChange, ...] = ()
    snapshot: Snapshot = NO_SNAPSHOT
    ledger: tuple[LedgerLine, ...] = ()
    records: tuple[Record, ...] = ()

    @property
    def events(self) -> tuple[EventTale, ...]:
        """The weightiest events; those of equal weight in the order in which they happened."""
        return tuple(sorted(self.tales, key=lambda tale: -tale.weight)[:6])

    @property
    def headline(self) -> str:
        """The weightiest event, else the first sentence of the summary; "" for neither."""
        told = [tale.text for tale in self.events[:1]] or list(self.summary[:1])
        return told[0].removesuffix(".") if told else ""

    def dump(self) -> str:
        return _ENCODER.encode(
            [self.summary, self.tally, _plain(self.before), _plain(self.after), self.tales,
             self.verdicts, self.rulings, self.changes, dump_snapshot(self.snapshot),
             self.ledger, dump_records(self.records)]
        )  # fmt: skip

    @staticmethod
    def load(text: str) -> PhaseFacts:
        (summary, counts, before, after, tales, verdicts, rulings, changes, shot,
         ledger, records) = json.loads(text)  # fmt: skip
        return PhaseFacts(
            tuple(summary),
            counts,
            _standings(before),
            _standings(after),
            load_events(tales),
            load_verdicts(verdicts),
            load_rulings(rulings),
            load_changes(changes),
            load_snapshot(shot),
            load_ledger(ledger),
            load_records(records),
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
        snapshot=snapshot_of(ruleset, state) or NO_SNAPSHOT,
    )


def phase_facts(material: Material, rulings: Sequence[Ruling] = ()) -> PhaseFacts:
    """What other pages say of a phase. `rulings` are those of the phase."""
    ruleset, before, resolution = material.ruleset, material.before, material.resolution
    signs = {sign.number: sign for sign in material.picture.orders}
    verdicts = tuple(
        _verdict(number, verdict, signs.get(number))
        for number, verdict in enumerate(resolution.verdicts, 1)
    )
    looks = [
        look_of(verdict.outcome, one.kind)
        for verdict, one in zip(resolution.verdicts, verdicts, strict=True)
    ]
    teller, keeper, recorder = chronicling(ruleset), bookkeeping(ruleset), recording(ruleset)
    return PhaseFacts(
        summary=tuple(ruleset.summary(before, resolution)),
        tally=f"{counted(len(looks), 'order')}: {tally(looks)}" if looks else "no orders",
        before=ruleset.standings(before),
        after=ruleset.standings(resolution.state),
        tales=tuple(
            _event(number, event, teller.minors_of(resolution.state, event) if teller else ())
            for number, event in enumerate(resolution.events, 1)
        ),
        verdicts=verdicts,
        rulings=tuple(
            ruling_tale(ruling) for ruling in rulings if ruling.facts.get("secret") is not True
        ),
        changes=tuple(teller.influence_changes(resolution)) if teller else (),
        snapshot=snapshot_of(ruleset, resolution.state) or NO_SNAPSHOT,
        ledger=tuple(keeper.ledger(resolution)) if keeper else (),
        records=tuple(recorder.records(resolution)) if recorder else (),
    )


def ruling_tale(ruling: Ruling) -> RulingTale:
    """A ruling for people."""
    facts = tuple((str(name), str(value)) for name, value in ruling.facts.items())
    return RulingTale(ruling.number, ruling.phase, ruling.kind, ruling.reason, ruling.rule, facts)


def _event(number: int, event: Event, minors: tuple[str, ...]) -> EventTale:
    return EventTale(
        number, event.kind, event.rule, event.text, event.powers, event.provinces, minors,
        event.weight,
    )  # fmt: skip


def _verdict(number: int, verdict: Verdict, sign: OrderSign | None) -> VerdictTale:
    places = (sign.at, sign.target, sign.to) if sign else ()
    ruled = _RULED.fullmatch(verdict.note)
    return VerdictTale(
        number,
        verdict.power,
        verdict.order,
        verdict.outcome,
        sign.kind if sign else "",
        tuple(dict.fromkeys(place.partition("/")[0] for place in places if place)),
        tuple(dict.fromkeys(reason.rule for reason in verdict.reasons if reason.rule)),
        int(ruled[1]) if ruled else 0,
    )


def _plain(standings: Standings) -> list[list[Any]]:
    return [[label, dict(counts)] for label, counts in standings]


def _standings(data: Any) -> Standings:
    return tuple((label, counts) for label, counts in data)
