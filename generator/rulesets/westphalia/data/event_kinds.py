"""The kinds of events, section by section of a report: all that is said of a kind stands here.

The topics are those of the gazetteer: which pages of a game follow a kind. A kind without a section
is told to few, or in the tables of battles.
"""

from __future__ import annotations

from typing import Final

from generator.engine.events import EventKind

__all__ = ["EVENTS"]


_WAR: Final = ("diplomacy", "war")
_PEACE: Final = ("diplomacy", "war", "places")
_FAITH: Final = ("religion", "places")

SETUP_ORDER: Final = EventKind("setup-order", "Setup", ("places",))
PROVINCES_CHOSEN: Final = EventKind("provinces-chosen", "Setup", ("places",))
PRINCIPALITY_PLACED: Final = EventKind("principality-placed", "Setup", ("places",))
SIZE_ROLLED: Final = EventKind("size-rolled", "Setup", ("places",))
SIZE_LIMITED: Final = EventKind("size-limited", "Setup", ("places",))
SETUP_WARNING: Final = EventKind("setup-warning", "Setup", ("places",))

INITIATIVE: Final = EventKind("initiative", "Initiative")
REFORMATION: Final = EventKind("reformation", "Initiative")

UPHEAVAL_DRAWN: Final = EventKind("upheaval-drawn", "Religious Upheaval", ("religion",))
UPHEAVAL_ROLL: Final = EventKind("upheaval-roll", "Religious Upheaval", ("religion",))
UPHEAVAL_VOID: Final = EventKind("upheaval-void", "Religious Upheaval", ("religion",))

TASKS_CHOSEN: Final = EventKind("tasks", "Choices")

PLAYER_CONVERTED: Final = EventKind("player-converted", "Conversions", ("religion",))
COUNCIL_VOTES: Final = EventKind("council-votes", "Conversions", ("religion",))
COUNCIL_DELAYED: Final = EventKind("council-delayed", "Conversions", ("religion",))
COUNCIL_DISPERSED: Final = EventKind("council-dispersed", "Conversions", ("religion",))
SAINTS: Final = EventKind("saints", "Conversions", ("religion",))

FAITH_EARNED: Final = EventKind("faith-earned", "Faith", _FAITH)
FAITH_ROLLED: Final = EventKind("faith-rolled", "Faith", _FAITH)
DICE_PLACED: Final = EventKind("dice-placed", "Faith", _FAITH)
DICE_LOST: Final = EventKind("dice-lost", "Faith", _FAITH)

DILEMMA: Final = EventKind("dilemma", "Diplomacy Game", ("influence",))

PROVINCE_CONVERTED: Final = EventKind("province-converted", "Religion", _FAITH)
PRINCIPALITY_CONVERTED: Final = EventKind("principality-converted", "Religion", _FAITH)

INFLUENCE_GAINED: Final = EventKind("influence-gained", "Influence", ("influence",))
INFLUENCE_PLACED: Final = EventKind("influence-placed", "Influence", ("influence",))
INFLUENCE_LOST: Final = EventKind("influence-lost", "Influence", ("influence",))
INFLUENCE_UNSAVED: Final = EventKind("influence-unsaved", "Influence", ("influence",))

ALLIANCE: Final = EventKind("alliance", "Alliances", ("influence", "diplomacy"))

LEAGUE_JOINED: Final = EventKind("league-joined", "Leagues", ("diplomacy",))
LEAGUE_LEFT: Final = EventKind("league-left", "Leagues", ("diplomacy",))
LEAGUES_ENDED: Final = EventKind("leagues-ended", "Leagues", ("diplomacy",))

WAR_DECLARED: Final = EventKind("war-declared", "Declarations", _WAR)
RELIGIOUS_WAR_DECLARED: Final = EventKind("religious-war-declared", "Declarations", _WAR)
RELIGIOUS_WAR_PASSED: Final = EventKind("religious-war-passed", "Declarations", _WAR)
RELIGIOUS_WAR_LAPSED: Final = EventKind("religious-war-lapsed", "Declarations", _WAR)
WAR_CANCELLED: Final = EventKind("war-cancelled", "Declarations", _WAR)

LEADER: Final = EventKind("leader", "Battles", ("war",))
BATTLE_OPENED: Final = EventKind("battle-opened", "Battles", ("war",))
AUTOMATIC_VICTORY: Final = EventKind("automatic-victory", "Battles", ("war",))
SWAPS_IN_ORDER: Final = EventKind("swaps-in-order", "Battles", ("war",))
CARDS_SWAPPED: Final = EventKind("cards-swapped", "Battles", ("war",))
SWAP_SHORT: Final = EventKind("swap-short", "Battles", ("war",))
BATTLE: Final = EventKind("battle", "Battles", ("war",))
MELEE_OPENED: Final = EventKind("melee-opened", "Battles", ("war",))
MELEE_ENDED: Final = EventKind("melee-ended", "Battles", ("war",))

TREATY: Final = EventKind("treaty", "Treaties", _PEACE)
TREATY_AUTOMATIC: Final = EventKind("treaty-automatic", "Treaties", _PEACE)
VASSALIZED: Final = EventKind("vassalized", "Treaties", _PEACE)
YIELDED: Final = EventKind("yielded", "Treaties", _PEACE)
WHITE_PEACE: Final = EventKind("white-peace", "Treaties", _PEACE)
PROVINCE_TAKEN: Final = EventKind("province-taken", "Treaties", _PEACE)
ELIMINATED: Final = EventKind("eliminated", "Treaties", _PEACE)

DEFENDER_NAMED: Final = EventKind("defender-named", "Religious War", _WAR)
LEAGUES_AT_WAR: Final = EventKind("leagues-at-war", "Religious War", _WAR)
RELIGIOUS_WAR_UNOPPOSED: Final = EventKind("religious-war-unopposed", "Religious War", _WAR)
RELIGIOUS_WAR_CANCELLED: Final = EventKind("religious-war-cancelled", "Religious War", _WAR)
RELIGIOUS_WAR_WON: Final = EventKind("religious-war-won", "Religious War", _WAR)
RELIGIOUS_WAR_INCONCLUSIVE: Final = EventKind("religious-war-inconclusive", "Religious War", _WAR)
ELECTORS_EXCHANGED: Final = EventKind("electors-exchanged", "Religious War", _WAR)

PRINCIPALITY_FOUNDED: Final = EventKind("principality-founded", "Principalities", ("places",))
PRINCIPALITY_DESTROYED: Final = EventKind("principality-destroyed", "Principalities", ("places",))
PRINCIPALITY_RENAMED: Final = EventKind("principality-renamed", "Principalities", ("places",))

TRADEOFFS_IN_ORDER: Final = EventKind("tradeoffs-in-order", "Tradeoffs", ("empire",))
TRADEOFF_ROLL: Final = EventKind("tradeoff-roll", "Tradeoffs", ("empire",))
TRADEOFF_TROUBLE: Final = EventKind("tradeoff-trouble", "Tradeoffs", ("empire",))

LEFT_EMPIRE: Final = EventKind("left-empire", "Foreign Powers", ("empire",))
HOME_CHOSEN: Final = EventKind("home-chosen", "Foreign Powers", ("empire",))
TROUBLES: Final = EventKind("troubles", "Foreign Powers", ("empire",))

EMPEROR_LIVES: Final = EventKind("emperor-lives", "Imperial Election", ("empire",))
EMPEROR_DIES: Final = EventKind("emperor-dies", "Imperial Election", ("empire",))
VOTE: Final = EventKind("vote", "Imperial Election", ("empire",))
BALLOT: Final = EventKind("ballot", "Imperial Election", ("empire",))
BLOCK_VOTE: Final = EventKind("block-vote", "Imperial Election", ("empire",))
EMPEROR_ELECTED: Final = EventKind("emperor-elected", "Imperial Election", ("empire",))

PEACE_SCORES: Final = EventKind("peace-scores", "Victory", ("scores",))
PEACE_TIE: Final = EventKind("peace-tie", "Victory", ("scores",))
GAME_OVER: Final = EventKind("game-over", "Victory", ("scores",))

RULING: Final = EventKind("ruling", "Rulings")

COMMITMENT: Final = EventKind("commitment", "Lots")
SECRET: Final = EventKind("secret", "Lots")
LOTS: Final = EventKind("lots", "Lots")

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
