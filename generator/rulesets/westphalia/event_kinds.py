"""The kinds of events, section by section of a report: all that is said of a kind stands here.

The topics are those of the gazetteer: which pages of a game follow a kind. A kind without a section
is told to few, or in the tables of battles.
"""

from __future__ import annotations

from typing import Final

from generator.engine.events import EventKind

__all__ = ["EVENTS"]


def _told(section: str, topics: str, slugs: str) -> tuple[EventKind, ...]:
    return tuple(EventKind(slug, section, tuple(topics.split())) for slug in slugs.split())


(
    SETUP_ORDER, PROVINCES_CHOSEN, PRINCIPALITY_PLACED, SIZE_ROLLED, SIZE_LIMITED, SETUP_WARNING,
) = _told(
    "Setup", "places",
    "setup-order provinces-chosen principality-placed size-rolled size-limited setup-warning",
)  # fmt: skip
INITIATIVE, REFORMATION = _told("Initiative", "", "initiative reformation")
UPHEAVAL_DRAWN, UPHEAVAL_ROLL, UPHEAVAL_VOID = _told(
    "Religious Upheaval", "religion",
    "upheaval-drawn upheaval-roll upheaval-void",
)  # fmt: skip
(TASKS_CHOSEN,) = _told("Choices", "", "tasks")
PLAYER_CONVERTED, COUNCIL_VOTES, COUNCIL_DELAYED, COUNCIL_DISPERSED, SAINTS = _told(
    "Conversions", "religion",
    "player-converted council-votes council-delayed council-dispersed saints",
)  # fmt: skip
FAITH_EARNED, FAITH_ROLLED, DICE_PLACED, DICE_LOST = _told(
    "Faith", "religion places",
    "faith-earned faith-rolled dice-placed dice-lost",
)  # fmt: skip
(DILEMMA,) = _told("Diplomacy Game", "influence", "dilemma")
PROVINCE_CONVERTED, PRINCIPALITY_CONVERTED = _told(
    "Religion", "religion places",
    "province-converted principality-converted",
)  # fmt: skip
INFLUENCE_GAINED, INFLUENCE_PLACED, INFLUENCE_LOST, INFLUENCE_UNSAVED = _told(
    "Influence", "influence",
    "influence-gained influence-placed influence-lost influence-unsaved",
)  # fmt: skip
(ALLIANCE,) = _told("Alliances", "influence diplomacy", "alliance")
LEAGUE_JOINED, LEAGUE_LEFT, LEAGUES_ENDED = _told(
    "Leagues", "diplomacy",
    "league-joined league-left leagues-ended",
)  # fmt: skip
(
    WAR_DECLARED, RELIGIOUS_WAR_DECLARED, RELIGIOUS_WAR_PASSED, RELIGIOUS_WAR_LAPSED, WAR_CANCELLED,
) = _told(
    "Declarations", "diplomacy war",
    "war-declared religious-war-declared religious-war-passed religious-war-lapsed "
    "war-cancelled",
)  # fmt: skip
(
    LEADER, BATTLE_OPENED, AUTOMATIC_VICTORY, SWAPS_IN_ORDER, CARDS_SWAPPED, SWAP_SHORT, BATTLE,
    MELEE_OPENED, MELEE_ENDED,
) = _told(
    "Battles", "war",
    "leader battle-opened automatic-victory swaps-in-order cards-swapped swap-short battle "
    "melee-opened melee-ended",
)  # fmt: skip
(
    TREATY, TREATY_AUTOMATIC, VASSALIZED, YIELDED, WHITE_PEACE, PROVINCE_TAKEN, ELIMINATED,
) = _told(
    "Treaties", "diplomacy war places",
    "treaty treaty-automatic vassalized yielded white-peace province-taken eliminated",
)  # fmt: skip
(
    DEFENDER_NAMED, LEAGUES_AT_WAR, RELIGIOUS_WAR_UNOPPOSED, RELIGIOUS_WAR_CANCELLED,
    RELIGIOUS_WAR_WON, RELIGIOUS_WAR_INCONCLUSIVE, ELECTORS_EXCHANGED,
) = _told(
    "Religious War", "diplomacy war",
    "defender-named leagues-at-war religious-war-unopposed religious-war-cancelled "
    "religious-war-won religious-war-inconclusive electors-exchanged",
)  # fmt: skip
PRINCIPALITY_FOUNDED, PRINCIPALITY_DESTROYED, PRINCIPALITY_RENAMED = _told(
    "Principalities", "places",
    "principality-founded principality-destroyed principality-renamed",
)  # fmt: skip
TRADEOFFS_IN_ORDER, TRADEOFF_ROLL, TRADEOFF_TROUBLE = _told(
    "Tradeoffs", "empire",
    "tradeoffs-in-order tradeoff-roll tradeoff-trouble",
)  # fmt: skip
LEFT_EMPIRE, HOME_CHOSEN, TROUBLES = _told(
    "Foreign Powers", "empire",
    "left-empire home-chosen troubles",
)  # fmt: skip
EMPEROR_LIVES, EMPEROR_DIES, VOTE, BALLOT, BLOCK_VOTE, EMPEROR_ELECTED = _told(
    "Imperial Election", "empire",
    "emperor-lives emperor-dies vote ballot block-vote emperor-elected",
)  # fmt: skip
PEACE_SCORES, PEACE_TIE, GAME_OVER = _told("Victory", "scores", "peace-scores peace-tie game-over")
(RULING,) = _told("Rulings", "", "ruling")
COMMITMENT, SECRET, LOTS = _told("Lots", "", "commitment secret lots")

BATTLE_ROUNDS: Final = EventKind("battle-rounds", tabled=True)
MELEE_LINED_UP: Final = EventKind("melee-lined-up", tabled=True)
MELEE_TICK: Final = EventKind("melee-tick", tabled=True)
HAND_DEALT: Final = EventKind("hand-dealt")
CARDS_DRAWN: Final = EventKind("cards-drawn")

EVENTS: Final = (
    SETUP_ORDER, PROVINCES_CHOSEN, PRINCIPALITY_PLACED, SIZE_ROLLED, SIZE_LIMITED, SETUP_WARNING,
    INITIATIVE, REFORMATION, UPHEAVAL_DRAWN, UPHEAVAL_ROLL, UPHEAVAL_VOID, TASKS_CHOSEN,
    PLAYER_CONVERTED, COUNCIL_VOTES, COUNCIL_DELAYED, COUNCIL_DISPERSED, SAINTS, FAITH_EARNED,
    FAITH_ROLLED, DICE_PLACED, DICE_LOST, DILEMMA, PROVINCE_CONVERTED, PRINCIPALITY_CONVERTED,
    INFLUENCE_GAINED, INFLUENCE_PLACED, INFLUENCE_LOST, INFLUENCE_UNSAVED, ALLIANCE, LEAGUE_JOINED,
    LEAGUE_LEFT, LEAGUES_ENDED, WAR_DECLARED, RELIGIOUS_WAR_DECLARED, RELIGIOUS_WAR_PASSED,
    RELIGIOUS_WAR_LAPSED, WAR_CANCELLED, LEADER, BATTLE_OPENED, AUTOMATIC_VICTORY, SWAPS_IN_ORDER,
    CARDS_SWAPPED, SWAP_SHORT, BATTLE, MELEE_OPENED, MELEE_ENDED, TREATY, TREATY_AUTOMATIC,
    VASSALIZED, YIELDED, WHITE_PEACE, PROVINCE_TAKEN, ELIMINATED, DEFENDER_NAMED, LEAGUES_AT_WAR,
    RELIGIOUS_WAR_UNOPPOSED, RELIGIOUS_WAR_CANCELLED, RELIGIOUS_WAR_WON, RELIGIOUS_WAR_INCONCLUSIVE,
    ELECTORS_EXCHANGED, PRINCIPALITY_FOUNDED, PRINCIPALITY_DESTROYED, PRINCIPALITY_RENAMED,
    TRADEOFFS_IN_ORDER, TRADEOFF_ROLL, TRADEOFF_TROUBLE, LEFT_EMPIRE, HOME_CHOSEN, TROUBLES,
    EMPEROR_LIVES, EMPEROR_DIES, VOTE, BALLOT, BLOCK_VOTE, EMPEROR_ELECTED, PEACE_SCORES, PEACE_TIE,
    GAME_OVER, RULING, COMMITMENT, SECRET, LOTS, BATTLE_ROUNDS, MELEE_LINED_UP, MELEE_TICK,
    HAND_DEALT, CARDS_DRAWN,
)  # fmt: skip
