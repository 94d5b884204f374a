"""The family's contribution to the pages that follow a game: its names, and a position in
figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from generator.engine.chronicle import (
    Account,
    Bond,
    BondFacts,
    BondLook,
    CountFacts,
    Debt,
    Figure,
    Gazetteer,
    InfluenceChange,
    LedgerLine,
    MarkFacts,
    MinorFacts,
    MinorStand,
    ProvinceFacts,
    RecordLine,
    ScoreItem,
    Snapshot,
    StatusFacts,
    StatusLook,
)
from generator.engine.events import by_slug, ledger_lines, record_lines, topics_of
from generator.engine.phases import Resolution
from generator.engine.verdicts import Event
from generator.rulesets.europe.data.facts import Facts, Minor, Power
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.income import SOURCES
from generator.rulesets.europe.steps.influence import ATTACK, PLACEMENT
from generator.rulesets.europe.steps.prices import next_price
from generator.rulesets.europe.steps.scores import LABELS, SCORE
from generator.rulesets.europe.telling.pictures import marker_sign
from generator.rulesets.europe.telling.report import (
    events_of,
    standings,
    strength_of,
    treasuries_of,
)
from generator.rulesets.europe.turn.edition import Edition

_STATUSES: Final[tuple[tuple[str, str, str, StatusLook, str], ...]] = (
    ("unaligned", "unaligned", "no one has any influence in it", "open", "status-unaligned"),
    ("aligned", "aligned", "it follows the power that leads in it", "held", "status-aligned"),
    ("vassal", "vassal", "it follows a power that leads by far in it", "held", "status-vassal"),
    ("neutral", "neutral", "no power leads in it", "free", "status-no-majority"),
    ("captured", "captured", "a foreign power holds its seat", "taken", "status-captured"),
)
_BONDS: Final[tuple[tuple[str, str, str, BondLook, str], ...]] = (
    ("war", "war", "W", "hostile", "war-begins"),
    ("alliance", "alliance", "A", "friendly", "alliance-begins"),
    ("peace", "peace", "·", "plain", "war-ends"),
)
_COMING: Final = {
    "war": "war",
    "alliance": "alliance",
    "armistice": "peace",
    "surrender": "peace",
    "dissolution": "peace",
}
_FIGURES: Final = (
    ("treasury", "Treasury", "Treasury", "what is left after the builds", "income", "treasury"),
    ("strength", "Military strength", "Strength", "the strengths of all its units", "", "treasury"),
    ("units", "Units", "Units", "its own armies and fleets", "", "treasury"),
    ("price", "Price of the next point", "Next", "0: no more for sale", "build-made", "treasury"),
    ("infs", "Allotment", "Allotted", "INFs that it may place this year", "inf-allotted", ""),
    ("centers", "Centers", "Centers", "supply centers that it holds", "", ""),
    ("states", "Aligned states", "States", "minor states that follow it", "", ""),
)
_OF_MONEY: Final = ("treasury", "price")
_OF_TALLY: Final = (
    ("score", "VPs by round", "VPs", "what it scored in each round", "scored", ""),
    ("total", "VPs of all rounds", "All VPs", "by them ties are broken", "victory-agreed", ""),
)


_GROUPS: Final = ("Income", "Transfers", "Purchases", "Upkeep", "Forfeited")
_ACCOUNTS: Final = {
    **{
        source: (words, "Income", f"income-{source.replace('_', '-')}")
        for source, words in SOURCES.items()
    },
    "ruling": ("by ruling", "Income", ""),
    "loan": ("loans", "Transfers", "loan-made"),
    "grant": ("gifts", "Transfers", "grant-made"),
    "repayment": ("repayments", "Transfers", "repayment-made"),
    "unit": ("new units", "Purchases", "build-made"),
    "bolster": ("bolstering", "Purchases", "bolster-made"),
    "maintenance": ("maintenance", "Upkeep", "maintenance"),
    "donation": ("donations", "Upkeep", "donation"),
    "forfeit": ("of the fallen", "Forfeited", "power-ties-ended"),
}
_APART: Final = (
    "apart", "on its own", "no one places influence in it, and it follows no one", "apart",
    "inf-not-pliant",
)  # fmt: skip
"""Of a state that is not pliant: it has no other status."""
_TOPIC_WORDS: Final = {"treasury": "builds", "war": "units", "diplomacy": "sanctions"}
"""The names of topics where there is neither money nor war."""


_TOPICS: Final = ("influence", "diplomacy", "treasury", "war", "scores", "points")


def make_gazetteer(edition: Edition, state: EuropeState) -> Gazetteer:
    """The names and words of a game."""
    facts, causes = state.facts, edition.rulebook.causes
    tally = edition.tally(state)
    vassals = facts.influence.vassal_infs
    statuses = [row for row in _STATUSES if row[0] != "vassal" or vassals]
    if not all(minor.pliant for minor in facts.states.values()):
        statuses.append(_APART)
    counts: dict[str, CountFacts] = {}
    for name, one in edition.count_facts(facts).items():
        counts[name] = replace(one, rule=causes.get(one.rule, ""))
    figures = _FIGURES if tally is None else (*_FIGURES, *_OF_TALLY)
    is_voted = bool(edition.measures(state))
    kinds = events_of(edition)
    return Gazetteer(
        provinces=MappingProxyType(
            {code: _province(facts, code) for code in facts.board.provinces}
        ),
        minors=MappingProxyType({code: _minor(facts, one) for code, one in facts.states.items()}),
        statuses=MappingProxyType({
            kind: StatusFacts(word, means, look, causes.get(cause, ""))
            for kind, word, means, look, cause in statuses
        }),
        marks=MappingProxyType({code: _mark(facts, code) for code in facts.confessions}),
        bonds=MappingProxyType({
            kind: BondFacts(name, letter, look, causes.get(cause, ""))
            for kind, name, letter, look, cause in _BONDS
            if facts.declarations.made
        }),
        items=MappingProxyType(dict(_items(facts, causes))),
        figures=MappingProxyType({
            name: Figure(title, short, note, causes.get(cause, ""), topic)
            for name, title, short, note, cause, topic in figures
            if facts.treasury.kept or name not in _OF_MONEY
        }),
        accounts=_accounts(edition) if facts.treasury.kept else MappingProxyType({}),
        counts=MappingProxyType(counts),
        influence="INF",
        points="points" if tally is None else "rounds",
        scored="" if tally is None else "VPs",
        measures="modifiers" if is_voted else "",
        words=MappingProxyType({} if facts.treasury.kept else _TOPIC_WORDS),
        goal=0 if facts.victory.mode == "final_score" else facts.victory.threshold,
        goal_rule=causes.get("victory-target", ""),
        topics=topics_of(_TOPICS, kinds),
        records=MappingProxyType({kind.slug: kind.record for kind in kinds if kind.record}),
        power_notes=MappingProxyType(
            {power: tuple(_power_notes(facts, one)) for power, one in facts.powers.items()}
        ),
    )  # fmt: skip


def _accounts(edition: Edition) -> Mapping[str, Account]:
    """Every account by its id, those of a group together: they have one heading."""
    causes, rows = edition.rulebook.causes, dict(_ACCOUNTS)
    for feature in edition.features:
        rows.update(feature.accounts)
    return MappingProxyType({
        sort: Account(words, group, causes.get(cause, ""))
        for sort, (words, group, cause) in sorted(
            rows.items(), key=lambda row: _GROUPS.index(row[1][1])
        )
    })  # fmt: skip


def _province(facts: Facts, code: str) -> ProvinceFacts:
    one, land = facts.board.provinces[code], facts.provinces.get(code)
    if land is None:
        value = facts.seas.get(code, 0)
        return ProvinceFacts(code, one.name, one.kind, value=value, neighbors=one.neighbors)
    notes = facts.notes_of(land)
    notes += [f"coasts: {', '.join(coast.name for coast in one.coasts.values())}"] * bool(
        one.coasts
    )
    return ProvinceFacts(
        code,
        one.name,
        one.kind,
        owner=land.owner,
        value=land.center or land.value,
        is_center=bool(land.center),
        neighbors=one.neighbors,
        notes=tuple(notes),
    )


def _minor(facts: Facts, one: Minor) -> MinorFacts:
    notes = facts.notes_of(one)
    if one.deposit:
        names = [facts.confessions[name].name for name in one.deposit]
        notes.append(f"only {' and '.join(names)} powers place influence in it")
    if one.code in facts.latent:
        notes.append("comes into being in play")
    value = facts.provinces[one.seat].center
    return MinorFacts(one.code, one.name, one.label, one.provinces, value, tuple(notes))


def _mark(facts: Facts, confession: str) -> MarkFacts:
    name = facts.confessions[confession].name
    sign = marker_sign(facts.confessions, "", confession).kind
    powers = tuple(power.id for power in facts.powers.values() if power.confession == confession)
    return MarkFacts(name, sign, name[:1], powers)


def _items(facts: Facts, causes: Mapping[str, str]) -> Iterable[tuple[str, ScoreItem]]:
    for item in facts.scoring.items:
        name = item.id
        title = LABELS.get(name, name.replace("_", " "))
        if name == "holds":
            title = f"holding {facts.board.name_of(item.province)}"
        rule = causes.get(f"scored-{name.replace('_', '-')}", causes.get("scored", ""))
        yield name, ScoreItem(title[:1].upper() + title[1:], rule)


def _power_notes(facts: Facts, one: Power) -> Iterable[str]:
    if one.ruler:
        yield one.ruler
    if one.house:
        yield f"House of {one.house}"
    if one.confession:
        yield facts.confessions[one.confession].name
    centers = ", ".join(facts.board.name_of(code) for code in one.centers)
    yield f"home centers: {centers}"


def take_snapshot(edition: Edition, state: EuropeState) -> Snapshot:
    """The position in figures; all of it is in the public state file."""
    facts = state.facts
    strength = {power: strength_of(state, power) for power in state.living}
    counts = dict(standings(edition, state))
    figures = {
        **treasuries_of(state),
        "strength": strength,
        "units": {power: len(state.units.get(power, ())) for power in state.living},
        "price": {power: next_price(facts, strength[power]) for power in state.living},
        "infs": {power: edition.yearly_infs(state, power) for power in state.living},
        "centers": dict(counts["Centers"]),
        "states": dict(counts["States"]),
    }
    for name in () if facts.treasury.kept else _OF_MONEY:
        figures.pop(name, None)
    year = {power: sum(row.values()) for power, row in state.scores.items()}
    points = dict(state.totals) if state.totals else year
    tally = edition.tally(state)
    if tally is not None:
        # In the course of a year there is no score of it yet.
        fresh = state.moment.number == 1 or state.ending is not None
        figures["score"] = year if fresh else {}
        figures["total"] = {power: state.totals.get(power, 0) for power in state.living}
        points = dict(tally)
    return Snapshot(
        holders={code: side for code, side in state.standing.holders.items() if side},
        units=tuple((side, str(unit)) for side, own in state.units.items() for unit in own),
        minors={code: _minor_stand(state, code, one) for code, one in state.statuses.items()},
        bonds=tuple(_bonds(state)),
        figures=figures,
        scores={power: dict(row) for power, row in state.scores.items()},
        points=points,
        debts=tuple(debts_of(edition, state)),
        out=dict(state.eliminated),
        counts=edition.counts(state),
    )


def debts_of(edition: Edition, state: EuropeState) -> Iterator[Debt]:
    """The loans that are not paid back, and those that an edition keeps in a separate book."""
    for loan in state.loans:
        yield Debt(loan.lender, loan.debtor, loan.amount, loan.year, loan.due, loan.interest)
    yield from edition.debts(state)


def with_secrets(snapshot: Snapshot, state: EuropeState) -> Snapshot:
    """The snapshot with what the powers have, which was secret until the end."""
    figures = {**treasuries_of(state, revealed=True), **snapshot.figures}
    return replace(snapshot, figures=figures)


def with_scores(snapshot: Snapshot, resolution: Resolution[EuropeState]) -> Snapshot:
    """The snapshot with the scores in events: a state has the last published ones. Where rounds
    win, each event has the count of its power."""
    told = [event.data for event in resolution.events if event.kind == SCORE.slug]
    if not told:
        return snapshot
    # Where rounds win the game, they are what is counted.
    points = {row["power"]: row.get("rounds", row["points"]) for row in told}
    return replace(
        snapshot,
        scores={row["power"]: dict(row["items"]) for row in told},
        points={**snapshot.points, **points},
    )


def _minor_stand(state: EuropeState, code: str, status: Status) -> MinorStand:
    infs = state.infs[code]
    pliant = state.facts.states[code].pliant
    return MinorStand(
        status.kind if pliant or status.captor else _APART[0],
        status.captor or status.patron,
        state.markers.get(code, ""),
        {power: infs[power] for power in state.facts.powers if infs.get(power)},
        status.kind == "captured" and any(infs.values()),
    )


def _bonds(state: EuropeState) -> Iterable[Bond]:
    for pair, relation in state.relations.items():
        if relation.kind != "peace":
            yield Bond(pair, relation.kind, relation.since)
    for change in state.changes:
        yield Bond(change.pair, _COMING[change.kind], change.year, change.year, change.by)


def influence_changes(resolution: Resolution[EuropeState]) -> tuple[InfluenceChange, ...]:
    """The INFs placed and lost in a phase of politics, as far as they are public."""
    if not any(event.kind in (PLACEMENT.slug, ATTACK.slug) for event in resolution.events):
        return ()
    from generator.rulesets.europe.telling import report_tables

    return tuple(report_tables.influence_changes(resolution))


def ledger_of(edition: Edition, resolution: Resolution[EuropeState]) -> tuple[LedgerLine, ...]:
    return tuple(ledger_lines(by_slug(events_of(edition)), resolution.events))


def records_of(edition: Edition, resolution: Resolution[EuropeState]) -> tuple[RecordLine, ...]:
    kinds = by_slug(events_of(edition))
    return tuple(record_lines(resolution.state.facts, kinds, resolution.events))


def minors_of(state: EuropeState, event: Event) -> tuple[str, ...]:
    """The states that an event names, and those whose land it happened in."""
    facts = state.facts
    named: list[Any] = [event.data.get(key) for key in ("state", "side", "owner", "by", "to")]
    for key in ("placed", "infs"):
        table = event.data.get(key)
        named += table if isinstance(table, Mapping) else ()
    named += [facts.provinces[code].owner for code in event.provinces if code in facts.provinces]
    return tuple(
        dict.fromkeys(one for one in named if isinstance(one, str) and one in facts.states)
    )
