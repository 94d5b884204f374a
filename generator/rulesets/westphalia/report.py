"""The report of a phase in sections, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from generator.engine.phases import Resolution
from generator.engine.report import Section
from generator.engine.verdicts import NO_ORDER, Event, Verdict
from generator.rulesets.westphalia.player_tables import faith_table, players_table
from generator.rulesets.westphalia.report_tables import influence_table, religion_table
from generator.rulesets.westphalia.standing_tables import home_advice, victory_table
from generator.rulesets.westphalia.state import State
from generator.rulesets.westphalia.wars.chapters import battle_sections, melee_sections
from generator.rulesets.westphalia.words import player_name

__all__ = ["SECTIONS", "TABLED", "make_report"]

SECTIONS: Final[dict[str, tuple[str, ...]]] = {
    "Setup": (
        "setup-order", "provinces-chosen", "principality-placed", "size-rolled", "size-limited",
        "setup-warning",
    ),
    "Initiative": ("initiative", "reformation"),
    "Religious Upheaval": ("upheaval-drawn", "upheaval-roll", "upheaval-void"),
    "Choices": ("tasks",),
    "Conversions": (
        "player-converted", "council-votes", "council-delayed", "council-dispersed", "saints",
    ),
    "Faith": ("faith-earned", "faith-rolled", "dice-placed", "dice-lost"),
    "Diplomacy Game": ("dilemma",),
    "Religion": ("province-converted", "principality-converted"),
    "Influence": (
        "influence-gained", "influence-placed", "influence-lost", "influence-unsaved",
    ),
    "Alliances": ("alliance",),
    "Leagues": ("league-joined", "league-left", "leagues-ended"),
    "Declarations": (
        "war-declared", "religious-war-declared", "religious-war-passed", "religious-war-lapsed",
        "war-cancelled",
    ),
    "Battles": (
        "leader", "battle-opened", "automatic-victory", "swaps-in-order", "cards-swapped",
        "swap-short", "battle", "melee-opened", "melee-ended",
    ),
    "Treaties": (
        "treaty", "treaty-automatic", "vassalized", "yielded", "white-peace", "province-taken",
        "eliminated",
    ),
    "Religious War": (
        "defender-named", "leagues-at-war", "religious-war-unopposed", "religious-war-cancelled",
        "religious-war-won", "religious-war-inconclusive", "electors-exchanged",
    ),
    "Principalities": (
        "principality-founded", "principality-destroyed", "principality-renamed",
    ),
    "Tradeoffs": ("tradeoffs-in-order", "tradeoff-roll", "tradeoff-trouble"),
    "Foreign Powers": ("left-empire", "home-chosen", "troubles"),
    "Imperial Election": (
        "emperor-lives", "emperor-dies", "vote", "ballot", "block-vote", "emperor-elected",
    ),
    "Victory": ("peace-scores", "peace-tie", "game-over"),
    "Rulings": ("ruling",),
    "Lots": ("commitment", "secret", "lots"),
}  # fmt: skip

TABLED: Final = ("battle-rounds", "melee-lined-up", "melee-tick")
"""What the tables of battles tell."""


def make_report(before: State, resolution: Resolution[State]) -> tuple[Section, ...]:
    """What happened, with the orders that failed and those that the rules gave; then how things
    stand. What only some may know comes last, and is secret."""
    public = [event for event in resolution.events if event.public]
    sections = [
        Section(title, _lines(event for event in public if event.kind in kinds))
        for title, kinds in SECTIONS.items()
    ]
    sections.append(Section("Homes to choose", _open_homes(resolution.state)))
    known = {*TABLED, *(kind for kinds in SECTIONS.values() for kind in kinds)}
    sections.append(Section("Also", _lines(one for one in public if one.kind not in known)))
    sections += battle_sections(resolution.state, resolution.events)
    sections += melee_sections(resolution.events)
    shown = [verdict for verdict in resolution.verdicts if verdict.public]
    sections.append(Section("Orders not carried out", _failures(shown), part="verdicts"))
    sections.append(Section("Played automatically", _automatic(shown)))
    sections += (
        victory_table(resolution.state),
        players_table(resolution.state),
        faith_table(resolution.state),
        religion_table(resolution.state),
        influence_table(resolution.state),
    )
    hidden = [event for event in resolution.events if not event.public]
    secret = (*_lines(hidden), *_failures(one for one in resolution.verdicts if not one.public))
    sections.append(Section("Known to few", secret, secret=True))
    return tuple(one for one in sections if one.lines or one.rows)


def _open_homes(state: State) -> tuple[str, ...]:
    advice = (home_advice(state, player) for player in state.seats)
    return tuple(f"{one} (POW-FP-4)" for one in advice if one)


def _lines(events: Iterable[Event]) -> tuple[str, ...]:
    return tuple(f"{event.text} ({event.rule})" for event in events)


def _failures(verdicts: Iterable[Verdict]) -> tuple[str, ...]:
    return tuple(
        f"{player_name(one.power)}: {one.order}: " + "; ".join(map(str, one.reasons))
        for one in verdicts
        if one.outcome in ("illegal", "void")
    )


def _automatic(verdicts: Iterable[Verdict]) -> tuple[str, ...]:
    """The orders that the rules gave to silent players, player by player."""
    found: dict[str, list[str]] = {}
    for one in verdicts:
        if one.note == NO_ORDER:
            found.setdefault(one.power, []).append(one.order)
    return tuple(f"{player_name(player)}: {', '.join(own)}" for player, own in found.items())
