"""The kinds of events, section by section of a report, with everything that is known about a kind.

The topics are those of the gazetteer: the pages of a game that follow a kind. A kind without a
section is for a few players only, or is shown in the tables of battles.
"""

from __future__ import annotations

from typing import Final

from generator.engine.events import EventKind

_WAR: Final = ("diplomacy", "war")
_PEACE: Final = ("diplomacy", "war", "places")
_FAITH: Final = ("religion", "places")

SETUP_ORDER: Final = EventKind("setup-order", "Setup", ("places",), weight=2)
PROVINCES_CHOSEN: Final = EventKind("provinces-chosen", "Setup", ("places",))
PRINCIPALITY_PLACED: Final = EventKind("principality-placed", "Setup", ("places",))
SIZE_ROLLED: Final = EventKind("size-rolled", "Setup", ("places",))
SIZE_LIMITED: Final = EventKind("size-limited", "Setup", ("places",))
SETUP_WARNING: Final = EventKind("setup-warning", "Setup", ("places",))

INITIATIVE: Final = EventKind("initiative", "Initiative")
REFORMATION: Final = EventKind("reformation", "Initiative", weight=6)

UPHEAVAL_DRAWN: Final = EventKind("upheaval-drawn", "Religious Upheaval", ("religion",), weight=3)
UPHEAVAL_ROLL: Final = EventKind("upheaval-roll", "Religious Upheaval", ("religion",))

TASKS_CHOSEN: Final = EventKind("tasks", "Choices")

PLAYER_CONVERTED: Final = EventKind("player-converted", "Conversions", ("religion",), weight=7)
SAINTS: Final = EventKind("saints", "Conversions", ("religion",))

FAITH_EARNED: Final = EventKind("faith-earned", "Faith", _FAITH)
FAITH_ROLLED: Final = EventKind("faith-rolled", "Faith", _FAITH)
DICE_PLACED: Final = EventKind("dice-placed", "Faith", _FAITH)
DICE_LOST: Final = EventKind("dice-lost", "Faith", _FAITH)

DILEMMA: Final = EventKind("dilemma", "Diplomacy Game", ("influence",))

PROVINCE_CONVERTED: Final = EventKind("province-converted", "Religion", _FAITH, weight=2)
PRINCIPALITY_CONVERTED: Final = EventKind("principality-converted", "Religion", _FAITH, weight=3)

INFLUENCE_GAINED: Final = EventKind("influence-gained", "Influence", ("influence",))
INFLUENCE_PLACED: Final = EventKind("influence-placed", "Influence", ("influence",))
INFLUENCE_LOST: Final = EventKind("influence-lost", "Influence", ("influence",))
INFLUENCE_UNSAVED: Final = EventKind("influence-unsaved", "Influence", ("influence",))

ALLIANCE: Final = EventKind("alliance", "Alliances", ("influence", "diplomacy"), weight=3)

LEAGUE_JOINED: Final = EventKind("league-joined", "Leagues", ("diplomacy",), weight=4)
LEAGUE_LEFT: Final = EventKind("league-left", "Leagues", ("diplomacy",))
LEAGUES_ENDED: Final = EventKind("leagues-ended", "Leagues", ("diplomacy",))

WAR_DECLARED: Final = EventKind("war-declared", "Declarations", _WAR, weight=6)
RELIGIOUS_WAR_DECLARED: Final = EventKind("religious-war-declared", "Declarations", _WAR, weight=9)
RELIGIOUS_WAR_PASSED: Final = EventKind("religious-war-passed", "Declarations", _WAR, weight=5)
RELIGIOUS_WAR_LAPSED: Final = EventKind("religious-war-lapsed", "Declarations", _WAR, weight=5)
WAR_CANCELLED: Final = EventKind("war-cancelled", "Declarations", _WAR)

LEADER: Final = EventKind("leader", "Battles", ("war",))
BATTLE_OPENED: Final = EventKind("battle-opened", "Battles", ("war",), weight=2)
AUTOMATIC_VICTORY: Final = EventKind("automatic-victory", "Battles", ("war",))
SWAPS_IN_ORDER: Final = EventKind("swaps-in-order", "Battles", ("war",))
CARDS_SWAPPED: Final = EventKind("cards-swapped", "Battles", ("war",))
SWAP_SHORT: Final = EventKind("swap-short", "Battles", ("war",))
BATTLE: Final = EventKind("battle", "Battles", ("war",), weight=7)
MELEE_OPENED: Final = EventKind("melee-opened", "Battles", ("war",), weight=3)
MELEE_ENDED: Final = EventKind("melee-ended", "Battles", ("war",), weight=9)

TREATY: Final = EventKind("treaty", "Treaties", _PEACE, weight=5)
TREATY_AUTOMATIC: Final = EventKind("treaty-automatic", "Treaties", _PEACE)
VASSALIZED: Final = EventKind("vassalized", "Treaties", _PEACE, weight=5)
YIELDED: Final = EventKind("yielded", "Treaties", _PEACE, weight=5)
WHITE_PEACE: Final = EventKind("white-peace", "Treaties", _PEACE, weight=3)
PROVINCE_TAKEN: Final = EventKind("province-taken", "Treaties", _PEACE, weight=4)
ELIMINATED: Final = EventKind("eliminated", "Treaties", _PEACE, weight=8)

DEFENDER_NAMED: Final = EventKind("defender-named", "Religious War", _WAR, weight=6)
LEAGUES_AT_WAR: Final = EventKind("leagues-at-war", "Religious War", _WAR, weight=8)
RELIGIOUS_WAR_UNOPPOSED: Final = EventKind(
    "religious-war-unopposed", "Religious War", _WAR, weight=8
)
RELIGIOUS_WAR_CANCELLED: Final = EventKind(
    "religious-war-cancelled", "Religious War", _WAR, weight=6
)
RELIGIOUS_WAR_WON: Final = EventKind("religious-war-won", "Religious War", _WAR, weight=9)
RELIGIOUS_WAR_INCONCLUSIVE: Final = EventKind(
    "religious-war-inconclusive", "Religious War", _WAR, weight=6
)
ELECTORS_EXCHANGED: Final = EventKind("electors-exchanged", "Religious War", _WAR, weight=7)

PRINCIPALITY_FOUNDED: Final = EventKind(
    "principality-founded", "Principalities", ("places",), weight=4
)
PRINCIPALITY_DESTROYED: Final = EventKind(
    "principality-destroyed", "Principalities", ("places",), weight=5
)
PRINCIPALITY_RENAMED: Final = EventKind(
    "principality-renamed", "Principalities", ("places",), weight=3
)

TRADEOFFS_IN_ORDER: Final = EventKind("tradeoffs-in-order", "Tradeoffs", ("empire",))
TRADEOFF_ROLL: Final = EventKind("tradeoff-roll", "Tradeoffs", ("empire",))
TRADEOFF_TROUBLE: Final = EventKind("tradeoff-trouble", "Tradeoffs", ("empire",))

LEFT_EMPIRE: Final = EventKind("left-empire", "Foreign Powers", ("empire",), weight=8)
HOME_CHOSEN: Final = EventKind("home-chosen", "Foreign Powers", ("empire",), weight=4)
TROUBLES: Final = EventKind("troubles", "Foreign Powers", ("empire",))

EMPEROR_LIVES: Final = EventKind("emperor-lives", "Imperial Election", ("empire",))
EMPEROR_DIES: Final = EventKind("emperor-dies", "Imperial Election", ("empire",), weight=6)
VOTE: Final = EventKind("vote", "Imperial Election", ("empire",), weight=3)
BALLOT: Final = EventKind("ballot", "Imperial Election", ("empire",))
BLOCK_VOTE: Final = EventKind("block-vote", "Imperial Election", ("empire",))
EMPEROR_ELECTED: Final = EventKind("emperor-elected", "Imperial Election", ("empire",), weight=7)

PEACE_SCORES: Final = EventKind("peace-scores", "Victory", ("scores",), weight=6)
PEACE_TIE: Final = EventKind("peace-tie", "Victory", ("scores",), weight=8)
GAME_OVER: Final = EventKind(
    "game-over", "Victory", ("scores",), weight=10, says="{title}: {result}"
)

RULING: Final = EventKind("ruling", "Rulings", weight=5)

COMMITMENT: Final = EventKind("commitment", "Lots")
SECRET: Final = EventKind("secret", "Lots")
LOTS: Final = EventKind("lots", "Lots")

BATTLE_ROUNDS: Final = EventKind("battle-rounds", tabled=True, weight=3)
MELEE_LINED_UP: Final = EventKind("melee-lined-up", tabled=True, weight=2)
MELEE_TICK: Final = EventKind("melee-tick", tabled=True, weight=2)
HAND_DEALT: Final = EventKind("hand-dealt")
CARDS_DRAWN: Final = EventKind("cards-drawn")

EVENTS: Final = tuple(kind for kind in globals().values() if isinstance(kind, EventKind))
"""All kinds, in this order."""
