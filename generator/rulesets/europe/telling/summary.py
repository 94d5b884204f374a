"""What changed in a phase, in one to three sentences, and how the powers stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from generator.engine.phases import Resolution
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.telling.event_kinds import events_of
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.wording.headlines import headlines

SENTENCES: Final = 3


def summarize(
    edition: Edition, before: EuropeState, resolution: Resolution[EuropeState]
) -> tuple[str, ...]:
    """What changed, in one to three sentences: the weightiest, in the order of the phase."""
    found = headlines(
        before.facts,
        events_of(edition),
        edition.course[resolution.moment.phase],
        [event for event in resolution.events if event.public],
        [verdict for verdict in resolution.verdicts if verdict.public],
    )
    best = sorted(found, key=lambda headline: -headline[1])[:SENTENCES]
    said = [_sentence(headline[0]) for headline in found if headline in best]
    return tuple(dict.fromkeys(said))[:SENTENCES] or ("Nothing changes.",)


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def strength_of(state: EuropeState, power: str) -> int:
    """The military strength of a power: the strengths of all its own units."""
    return sum(unit.strength for unit in state.units.get(power, ()))


def treasuries_of(state: EuropeState, *, revealed: bool = False) -> Mapping[str, Mapping[str, int]]:
    """What the powers that are left have, under "treasury"; nothing where there is no money, or it
    is secret and has not been revealed."""
    rules = state.facts.treasury
    if not (rules.kept and (rules.public or state.ending or revealed)):
        return {}
    return {"treasury": {power: state.treasury.get(power, 0) for power in state.living}}


def standings(edition: Edition, state: EuropeState) -> tuple[tuple[str, Mapping[str, int]], ...]:
    """The last scores, after what victory is measured by where that is something else, then what
    powers hold, of all that are left."""
    living = state.living
    holders = state.standing.holders
    score = {power: sum(state.scores.get(power, {}).values()) for power in living}
    # Counted in one pass each: the pages ask for the standings of every phase several times.
    centers = Counter(holders[code] for code in state.facts.centers)
    patrons = Counter(status.patron for status in state.statuses.values())
    counts: list[tuple[str, Mapping[str, int]]] = [
        ("Score", score),
        ("Centers", {power: centers[power] for power in living}),
        ("States", {power: patrons[power] for power in living}),
        ("Strength", {power: strength_of(state, power) for power in living}),
        *(("Treasury", numbers) for numbers in treasuries_of(state).values()),
    ]
    tally = edition.tally(state)
    if tally is not None:
        counts.insert(0, (tally.word.capitalize(), tally.numbers))
    return tuple((label, MappingProxyType(numbers)) for label, numbers in counts)


def position_words(state: EuropeState) -> str:
    """The position in words, for those who do not see the map."""
    facts = state.facts
    parts = []
    for power in state.living:
        units = ", ".join(map(str, state.units.get(power, ()))) or "no units"
        own = [facts.name_of(code) for code, one in state.statuses.items() if one.patron == power]
        taken = [
            facts.board.name_of(code)
            for code, capture in state.captures.items()
            if capture.holder == power
        ]
        follows = f"; aligned: {', '.join(own)}" if own else ""
        holds = f"; holds {', '.join(taken)}" if taken else ""
        parts.append(f"{facts.name_of(power)}: {units}{follows}{holds}.")
    neutral = [facts.name_of(c) for c, one in state.statuses.items() if one.kind == "neutral"]
    if neutral:
        parts.append(f"Neutral: {', '.join(neutral)}.")
    return " ".join(parts)
