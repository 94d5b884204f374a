"""The page of a power: its career in words and rows, as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from generator.pages.base.public import PublicRuling
from generator.pages.base.words import OUTCOME_LOOKS
from generator.pages.powers.careers import Career, Followed, Holding, Placed
from generator.pages.story.chronicle import Chronicle

MOST: Final = 12
"""States listed as those in which a power has most influence."""


YearRow = tuple[int, tuple[int | None, ...], Placed | None]
"""A power at the end of a year: its counts (None where it was out of the game by then), and the
influence that it placed and lost."""
Place = tuple[str, str, str]
"""A province or a minor state, a mark and a note in few words. The mark is the value of its center,
or a dot where all centers are worth the same."""
StateLine = tuple[str, str, str, int, int]
"""A minor state, its status and a note; a power's own influence in it, and all of it."""


def fate_of(chronicle: Chronicle, power: str, fallen: Mapping[str, int]) -> str:
    """ "won in 1645", "shares the draw of 1625", "fell in 1620", "to the end", or "in play"."""
    now = chronicle.now
    if power in now.winners:
        last = chronicle.years[-1]
        return f"won in {last}" if now.ending_kind == "victory" else f"shares the draw of {last}"
    if power in fallen:
        return f"fell in {fallen[power]}"
    return "stayed to the end" if now.ending else "in play"


def counts_of(chronicle: Chronicle, power: str) -> tuple[tuple[str, int, str, str], ...]:
    """The standings of a power, then its other figures: title, number, note and rule."""
    figures = chronicle.gazetteer.figures
    by_name = {name: figure for figure in figures.values() for name in (figure.title, figure.short)}
    found: list[tuple[str, int, str, str]] = []
    for label, counts in chronicle.now.standings:
        known = by_name.get(label)
        note, rule = (known.note, known.rule) if known else ("", "")
        found.append((label, counts.get(power, 0), note, rule))
    named = {label for label, _ in chronicle.now.standings}
    for name, row in chronicle.now.snapshot.figures.items():
        figure = figures.get(name)
        if figure and power in row and not {figure.title, figure.short} & named:
            found.append((figure.title, row[power], figure.note, figure.rule))
    return tuple(found)


def year_rows(chronicle: Chronicle, career: Career, fell: int = 0) -> tuple[YearRow, ...]:
    """A power's numbers year by year; `fell` is the year of its fall, or 0."""
    placed = {step.year: step for step in career.placed}
    rows = []
    for year in career.years:
        standings = chronicle.end_of(year).standings
        counts = tuple(None if year == fell else row.get(career.power, 0) for _, row in standings)
        rows.append((year, counts, placed.get(year)))
    return tuple(rows)


def lands_of(chronicle: Chronicle, career: Career) -> Mapping[str, list[Place]]:
    """The provinces of a power, its own by right and others, held now and lost: each with its fate
    in a few words."""
    known = chronicle.gazetteer.provinces
    plain = len({holding.value for holding in known.values() if holding.is_center}) == 1
    by_place: dict[str, list[Holding]] = {}
    for holding in career.holdings:
        by_place.setdefault(holding.province, []).append(holding)
    lands: dict[str, list[Place]] = {"home": [], "won": [], "lost": [], "passed": []}
    for code, spells in by_place.items():
        facts = known[code]
        mark = ("•" if plain else str(facts.value)) if facts.is_center else ""
        is_home = facts.owner == career.power
        if spells[-1].lost:
            sort = "lost" if is_home else "passed"
        else:
            sort = "home" if is_home else "won"
        lands[sort].append((code, mark, ", ".join(_holding_words(chronicle, spells, is_home))))
    return lands


def _holding_words(chronicle: Chronicle, spells: Sequence[Holding], is_home: bool) -> Iterator[str]:
    """When a province was held; of a home province only when it was not."""

    def side(word: str, code: str) -> str:
        return f" {word} {chronicle.power(code).short}" if code else ""

    for spell in spells:
        if is_home:
            if spell.since:
                yield f"back in {spell.since}"
            if spell.lost:
                yield f"lost in {spell.lost}{side('to', spell.after)}"
        elif not spell.lost:
            said = f"since {spell.since}{side('from', spell.before)}"
            yield said if spell.since else "from the start"
        else:
            yield f"{spell.since} to {spell.lost}" if spell.since else f"until {spell.lost}"
            if spell is spells[-1] and spell.after in chronicle.gazetteer.minors:
                yield "then free"
            elif spell is spells[-1] and spell.after:
                yield f"then{side('held by', spell.after)}"


def units_of(chronicle: Chronicle, power: str) -> tuple[tuple[str, str, str, str], ...]:
    """The current units of a power, from their notation: its kind, the code of its province
    ("" where it is on none that we know), what follows it ("/SC"), and the rest ("+1")."""
    known = chronicle.gazetteer.provinces
    lines = []
    for owner, unit in chronicle.now.snapshot.units:
        if owner != power:
            continue
        kind, _, rest = unit.partition(" ")
        place, _, more = rest.partition(" ")
        code, slash, coast = place.partition("/")
        if code in known:
            lines.append((kind, code, f"{slash}{coast}", more))
        else:
            lines.append((unit, "", "", ""))
    return tuple(lines)


def states_of(
    chronicle: Chronicle, career: Career
) -> tuple[tuple[StateLine, ...], tuple[Place, ...]]:
    """The minor states that follow a power, and those that did."""
    gazetteer, shot = chronicle.gazetteer, chronicle.now.snapshot
    since = {spell.minor: spell.since for spell in career.followed if not spell.lost}
    now = []
    for code, stand in shot.minors.items():
        if stand.power == career.power:
            status = gazetteer.statuses[stand.status].word
            note = f"since {since[code]}" if since.get(code) else "from the start"
            own = stand.influence.get(career.power, 0)
            total = sum(stand.influence.values())
            now.append((code, status, note if code in since else "", own, total))
    past: dict[str, list[Followed]] = {}
    for spell in career.followed:
        if spell.lost and shot.minors.get(spell.minor) is not None:
            past.setdefault(spell.minor, []).append(spell)
    standing = {code for code, *_ in now}
    before = []
    for code, spells in past.items():
        if code not in standing:
            spans = [(spell.since or chronicle.years[0], spell.lost - 1) for spell in spells]
            said = (f"{first}" if first >= last else f"{first} to {last}" for first, last in spans)
            before.append((code, "", ", ".join(said)))
    return tuple(now), tuple(before)


def influence_of(chronicle: Chronicle, power: str) -> tuple[StateLine, ...]:
    """The states in which a power has most influence; `note` is who leads where it does not."""
    lines = []
    for code, stand in chronicle.now.snapshot.minors.items():
        own = stand.influence.get(power, 0)
        if own:
            leader = max(stand.influence, key=lambda held: stand.influence[held])
            ahead = stand.influence[leader] > own
            note = f"{chronicle.power(leader).short} has {stand.influence[leader]}" if ahead else ""
            status = chronicle.gazetteer.statuses[stand.status].word
            lines.append((code, status, note, own, sum(stand.influence.values())))
    return tuple(sorted(lines, key=lambda line: -line[3])[:MOST])


def order_table(career: Career) -> dict[str, Any]:
    """How a power's orders came off: the outcomes that occur, a row for each year and one for all;
    no rows without any."""
    records = [record for record in career.records if any(record.counts) or record.others]
    if not records:
        return {"looks": (), "rows": (), "has_others": False}
    sums = tuple(sum(column) for column in zip(*(record.counts for record in records), strict=True))
    used = [at for at, number in enumerate(sums) if number]
    looks = tuple(OUTCOME_LOOKS.values())
    good = [at for at, look in enumerate(looks) if look.css in ("ok", "hold")]

    def row(
        title: str, counts: Sequence[int], others: int, failed: int
    ) -> tuple[str, int, tuple[int, ...], int, int, int]:
        total = sum(counts)
        share = round(100 * sum(counts[at] for at in good) / total) if total else 0
        return title, total, tuple(counts[at] for at in used), share, others, failed

    rows = [
        row(str(record.year), record.counts, record.others, record.failed) for record in records
    ]
    others = sum(record.others for record in records)
    rows.append(row("all", sums, others, sum(record.failed for record in records)))
    return {
        "looks": tuple(looks[at] for at in used),
        "rows": tuple(rows),
        "has_others": bool(others),
    }


def rulings_about(chronicle: Chronicle, power: str) -> tuple[tuple[int, PublicRuling], ...]:
    """The rulings that name a power, or on which an order of it rests, with their years."""
    found = []
    for phase in chronicle.phases:
        resting = {verdict.ruling for verdict in phase.told.verdicts if verdict.power == power}
        resting |= {event.ruling for event in phase.events if power in event.powers}
        found += [(phase.year, one) for one in phase.told.rulings if one.number in resting]
    return tuple(found)
