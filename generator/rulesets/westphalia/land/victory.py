"""How the game ends: a religious victory, or the Peace of Westphalia."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from generator.engine.ruleset import Ending
from generator.rulesets.westphalia.data.event_kinds import GAME_OVER, PEACE_SCORES
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.state.power import power_parts, saved_in
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import RELIGIONS, Religion, State, other_religion
from generator.rulesets.westphalia.state.words import RELIGION, count, listed, player_name

CheckPoint = Literal[
    "upheaval", "faith", "treaty", "religious-war", "tradeoffs", "foreign", "election"
]
_AFTER_RELIGIOUS_WAR: Final = ("religious-war", "tradeoffs", "foreign", "election")


class Balance(NamedTuple):
    """How many provinces and how many Electors are Catholic and Protestant."""

    provinces: Mapping[Religion, int]
    electors: Mapping[Religion, int]


def balance_of(state: State) -> Balance:
    """POW-VIC-7: every hex of the map counts, no matter who owns it; homes of Foreign Powers do
    not."""
    provinces = {
        one: sum(code.religion == one for code in state.provinces.values()) for one in RELIGIONS
    }
    electors = {
        one: sum(state.religion_of(name) == one for name in state.electors) for one in RELIGIONS
    }
    return Balance(provinces, electors)


def religious_victory(state: State) -> Religion | None:
    """The religion whose victory the board shows at any time (POW-VIC-1, 2)."""
    balance = balance_of(state)
    for religion in RELIGIONS:
        if (
            balance.provinces[religion] > balance.provinces[other_religion(religion)]
            and balance.electors[religion] == facts().game.electors
            and state.emperor
            and state.players[state.emperor].religion == religion
        ):
            return religion
    return None


def check_victory(progress: Progress, point: CheckPoint) -> bool:
    """POW-VIC-3: end the game if a religion has won at this check point. Returns whether it is
    over."""
    state = progress.state
    if state.ending is not None:
        return True
    first = facts().game.victory_from_round
    if state.round < first or (state.round == first and point not in _AFTER_RELIGIOUS_WAR):
        return False
    religion = religious_victory(state)
    if religion is None:
        return False
    winners = saved_in(state, religion)
    rule = "POW-VIC-1" if religion == "catholic" else "POW-VIC-2"
    scores = listed(f"{player_name(one)} ({state.players[one].score})" for one in winners)
    _end(progress, winners, f"{RELIGION[religion]} Victory", scores, rule)
    return True


def peace_scores(state: State) -> Mapping[str, int]:
    """POW-VIC-5: Imperial Power without a Foreign Power's home, and 3 for each orthodox town that
    the player owns."""
    found = {}
    for player, one in state.players.items():
        parts = power_parts(state, player)
        total = parts.own + parts.allies + parts.bonus
        towns = sum(
            state.provinces[code].town and state.provinces[code].religion == one.religion
            for code in state.lands[player]
        )
        found[player] = total + facts().peace.town * towns
    return found


def tied_for_peace(state: State) -> tuple[str, ...]:
    """The players with the highest score at the Peace of Westphalia, in Initiative Order."""
    scores = peace_scores(state)
    most = max(scores.values())
    return tuple(player for player in state.order if scores[player] == most)


def sign_peace(progress: Progress, winner: str, why: str = "") -> None:
    """The Peace of Westphalia, with its winner; `why` explains how a tie was broken."""
    scores = peace_scores(progress.state)
    ranks = sorted(scores, key=lambda one: -scores[one])
    ranking = ", ".join(f"{player_name(one)} {scores[one]}" for one in ranks)
    text = f"The Peace of Westphalia: {ranking}"
    progress.tell(PEACE_SCORES, "POW-VIC-5", text, ranks, scores=scores)
    result = f"{player_name(winner)} wins with {count(scores[winner], 'point')}"
    if why:
        _end(progress, (winner,), "Peace of Westphalia", f"{result}, {why}", "POW-VIC-6")
    else:
        _end(progress, (winner,), "Peace of Westphalia", result, "POW-VIC-5")


def _end(progress: Progress, winners: tuple[str, ...], title: str, result: str, rule: str) -> None:
    text = GAME_OVER.text(title=title, result=result)
    progress.change(ending=Ending("victory", winners, text))
    progress.tell(GAME_OVER, rule, text, winners)
