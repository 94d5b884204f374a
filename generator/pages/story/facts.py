"""The few facts of a phase that other pages than its own need; small, and kept between builds.

A game's front page shows the centers of every year. To build it after one change without reading
every state again, the build keeps these facts under the digest of what they came from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from generator.engine.chronicle import InfluenceChange, LedgerLine, RecordLine, Snapshot
from generator.engine.phases import Ruling
from generator.engine.picture import OrderSign
from generator.engine.ruleset import Ruleset
from generator.engine.rulings import fact_words
from generator.engine.verdicts import Event, Remedy, Verdict
from generator.engine.words import article_adder, count
from generator.pages.base.public import (
    PublicEvent,
    PublicRuling,
    PublicVerdict,
    dump_records,
    load_records,
    plain_table,
)
from generator.pages.base.words import look_of, said_once, tally
from generator.pages.maps.material import Material

Standings = tuple[tuple[str, Mapping[str, int]], ...]

NO_SNAPSHOT: Final = Snapshot()


class Memory(Protocol):
    """A store between builds: texts under a key that changes when they do.

    `game` is the game that a text belongs to. `is_whole` is whether every page of a game still
    is in the output as the last build left it; `stand`, whether the pages at some addresses are.
    """

    def recall(self, key: str) -> str | None: ...
    def remember(self, key: str, text: str, game: str) -> None: ...
    def is_whole(self, game: str) -> bool: ...
    def stand(self, addresses: Sequence[str]) -> bool: ...


class StateFacts(Struct, frozen=True):
    """A position: its standings, and what it waits for.

    `year` and `phase` name the phase that is due, `ending` is how the game ended, or "". `duties`
    are what each power that is awaited has to order, in a few words each.
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
    duties: Mapping[str, tuple[str, ...]] = MappingProxyType({})

    def dump(self) -> str:
        return _dump(self)

    @staticmethod
    def load(text: str) -> StateFacts:
        """The value that `dump` wrote."""
        facts: StateFacts = _reader(StateFacts).decode(text)
        return facts


class PhaseFacts(Struct, frozen=True):
    """A phase: what changed, its standings before and after, and all of it that is public.

    `snapshot` is the position after it; `changes` are those of influence, `ledger` those of money,
    `records` the lines that it adds to lists.
    """

    summary: tuple[str, ...]
    tally: str
    before: Standings
    after: Standings
    events: tuple[PublicEvent, ...] = ()
    verdicts: tuple[PublicVerdict, ...] = ()
    rulings: tuple[PublicRuling, ...] = ()
    changes: tuple[InfluenceChange, ...] = ()
    snapshot: Snapshot = NO_SNAPSHOT
    ledger: tuple[LedgerLine, ...] = ()
    records: tuple[RecordLine, ...] = ()

    @property
    def weightiest(self) -> tuple[PublicEvent, ...]:
        """The weightiest events; those of equal weight in the order in which they happened."""
        return tuple(sorted(self.events, key=lambda event: -event.weight)[:6])

    @property
    def headline(self) -> str:
        """The weightiest event, else the first sentence of the summary; "" for neither."""
        return headline_of(self.events, self.summary)

    def dump(self) -> str:
        return _dump(
            [self.summary, self.tally, self.before, self.after, self.events, self.verdicts,
             self.rulings, self.changes, self.snapshot, self.ledger, dump_records(self.records)]
        )  # fmt: skip

    @staticmethod
    def load(text: str) -> PhaseFacts:
        """The value that `dump` wrote."""
        facts = _reader(_PHASE).decode(text)
        return PhaseFacts(*(*facts[:-1], load_records(facts[-1])))


NOTHING_TOLD: Final = PhaseFacts((), "", (), ())

# The fields of a phase's facts. Cells of records could be read as one thing or another: those are
# read by hand.
_PHASE: Final = tuple[
    tuple[str, ...], str, Standings, Standings, tuple[PublicEvent, ...], tuple[PublicVerdict, ...],
    tuple[PublicRuling, ...], tuple[InfluenceChange, ...], Snapshot, tuple[LedgerLine, ...],
    list[Any],
]  # fmt: skip


@lru_cache(maxsize=2)
def _reader(shape: Any) -> msgspec.json.Decoder[Any]:
    """A decoder for JSON of a shape that restores the original types: lists become tuples, rows
    their kind."""
    return msgspec.json.Decoder(shape)


def _dump(value: Any) -> str:
    return msgspec.json.encode(value, enc_hook=plain_table).decode()


def headline_of(events: Sequence[Event | PublicEvent], summary: Sequence[str]) -> str:
    """The text of the weightiest event, of equal ones the first; else the first sentence of the
    summary, "" for neither."""
    weightiest = sorted(events, key=lambda event: -event.weight)[:1]
    told = [event.text for event in weightiest] or list(summary[:1])
    return told[0].removesuffix(".") if told else ""


def state_facts(ruleset: Ruleset[Any], state: Any, *, revealed: bool = False) -> StateFacts:
    """The facts of a position for the front page. `revealed`: nothing of it is secret any more."""
    ending = ruleset.ending(state)
    moment = ruleset.moment(state)
    awaits = () if ending else ruleset.awaits(state)
    return StateFacts(
        title="" if ending else ruleset.phase_title(moment),
        year=moment.year,
        phase=moment.phase,
        standings=ruleset.standings(state),
        awaits=awaits,
        ending=article_adder(ruleset.articled)(ending.text) if ending else "",
        ending_kind=ending.kind if ending else "",
        winners=ending.powers if ending else (),
        snapshot=_snapshot(ruleset, state, revealed=revealed),
        duties={power: ruleset.duties(state, power) for power in awaits},
    )


def _snapshot(ruleset: Ruleset[Any], state: Any, *, revealed: bool) -> Snapshot:
    """The figures of a state, the secret ones among them when all is revealed."""
    snapshot = ruleset.snapshot(state)
    return ruleset.with_secrets(snapshot, state) if revealed else snapshot


def phase_facts(material: Material, rulings: Sequence[Ruling] = ()) -> PhaseFacts:
    """The facts of a phase for other pages. `rulings` are those of the phase."""
    ruleset, before, resolution = material.ruleset, material.before, material.resolution
    signs = {sign.number: sign for sign in material.picture.orders}
    remedies = material.remedies(rulings)
    verdicts = tuple(
        _verdict(number, verdict, signs.get(number), remedies.get(number))
        for number, verdict in enumerate(resolution.verdicts, 1)
    )
    looks = [
        look_of(verdict.outcome, shown.kind)
        for verdict, shown in zip(resolution.verdicts, verdicts, strict=True)
    ]
    snapshot = _snapshot(ruleset, resolution.state, revealed=material.is_revealed)
    return PhaseFacts(
        summary=tuple(map(material.said, ruleset.summary(before, resolution))),
        tally=f"{count(len(looks), 'order')}: {tally(looks)}" if looks else "no orders",
        before=ruleset.standings(before),
        after=ruleset.standings(resolution.state),
        events=tuple(
            PublicEvent(
                number,
                event.kind,
                event.rule,
                event.text,
                event.powers,
                event.provinces,
                ruleset.minors_of(resolution.state, event),
                event.weight,
                event.ruling,
            )
            for number, event in enumerate(resolution.events, 1)
        ),
        verdicts=verdicts,
        rulings=tuple(
            public_ruling(ruling) for ruling in rulings if ruling.facts.get("secret") is not True
        ),
        changes=tuple(ruleset.influence_changes(resolution)),
        snapshot=ruleset.with_scores(snapshot, resolution),
        ledger=tuple(ruleset.ledger(resolution)),
        records=tuple(ruleset.records(resolution)),
    )


def public_ruling(ruling: Ruling) -> PublicRuling:
    """A ruling for people."""
    facts = tuple((name, fact_words(value)) for name, value in ruling.facts.items())
    return PublicRuling(ruling.number, ruling.phase, ruling.kind, ruling.reason, ruling.rule, facts)


def _verdict(
    number: int, verdict: Verdict, sign: OrderSign | None, remedy: Remedy | None
) -> PublicVerdict:
    failed = verdict.outcome not in ("success", "hold")
    places = (sign.at, sign.target, sign.to) if sign else ()
    look = look_of(verdict.outcome, sign.kind if sign else "")
    return PublicVerdict(
        number,
        verdict.power,
        verdict.order,
        verdict.outcome,
        sign.kind if sign else "",
        tuple(dict.fromkeys(place.partition("/")[0] for place in places if place)),
        tuple(dict.fromkeys(reason.rule for reason in verdict.reasons if reason.rule)),
        verdict.ruling,
        "; ".join(said_once(look, reason.text) for reason in verdict.reasons) if failed else "",
        remedy.text if remedy and failed else "",
    )
