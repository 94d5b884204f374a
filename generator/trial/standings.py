"""Places in a game of a trial: who was first, who was last, who lived how long."""

from __future__ import annotations

from collections.abc import Mapping

from generator.trial.playing import GameRecord


def final_scores(record: GameRecord) -> Mapping[str, int]:
    """The most telling count of each power at the end."""
    return {power: course[-1] if course else 0 for power, course in record.scores.items()}


def has_won(record: GameRecord, power: str) -> bool:
    return record.kind == "victory" and power in record.winners


def value_of(record: GameRecord, power: str) -> float:
    """What the game was worth to a power: 1 for a victory, or its part of one or of a draw."""
    shared = record.kind in ("victory", "draw") and power in record.winners
    return 1 / len(record.winners) if shared else 0.0


def places(record: GameRecord) -> Mapping[str, float]:
    """The place of each power, 1 for the first; equals share the mean of their places.

    Winners and those who share a draw come first, then all who lived to the end, by their scores;
    then those who were eliminated, the last one first.
    """
    scores = final_scores(record)
    merit = {power: _merit(record, power, scores[power]) for power in record.powers}
    found = {}
    for power, own in merit.items():
        better = sum(other > own for other in merit.values())
        equal = sum(other == own for other in merit.values())
        found[power] = better + (equal + 1) / 2
    return found


def _merit(record: GameRecord, power: str, score: int) -> tuple[int, int, int]:
    if record.kind in ("victory", "draw") and power in record.winners:
        return 1, 0, 0
    lived = record.out.get(power, record.years + 1)
    return 0, lived, score


def firsts(record: GameRecord) -> tuple[str, ...]:
    """The powers that nobody is before."""
    found = places(record)
    best = min(found.values(), default=0)
    return tuple(power for power, place in found.items() if place == best)
