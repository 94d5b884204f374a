"""What it costs a player not to have taken part in a phase, and what an Emperor owes the Empire."""

from __future__ import annotations

from msgspec.structs import replace

from generator.rulesets.westphalia.facts import facts
from generator.rulesets.westphalia.influence import gain, lose
from generator.rulesets.westphalia.lands import convert_province
from generator.rulesets.westphalia.lots import Lots
from generator.rulesets.westphalia.state import State, other_religion
from generator.rulesets.westphalia.step import Course
from generator.rulesets.westphalia.upheaval import concession
from generator.rulesets.westphalia.words import player_name

__all__ = [
    "blame_emperor",
    "fought_enough",
    "make_tradeoffs",
    "pay_tradeoff",
    "payers",
    "reward_emperor",
    "who_pays",
]


def who_pays(state: State) -> tuple[str, ...]:
    """The players whom Tradeoffs hit, in Initiative Order."""
    if state.option("tradeoffs_for") == "emperor":
        return (state.emperor,) if state.emperor else ()
    return state.order


def fought_enough(state: State, player: str) -> bool:
    """POW-TRD-4: whether a player has fought, so that no war costs nothing."""
    one = state.players[player]
    return "war" in one.tasks if state.option("war_tradeoff_counts") == "chose" else one.fought


def reward_emperor(course: Course) -> int:
    """POW-TRD-5, 6: what the Emperor gains, before anybody loses anything; how much it is."""
    state = course.state
    emperor = state.emperor
    if not emperor:
        return 0
    before = state.players[emperor].saved
    if all(player == emperor for player in state.landed):
        gain(
            course,
            emperor,
            facts().tradeoffs.emperor_no_foreign_land,
            "POW-TRD-5",
            "no other Foreign Power has owned land in the Empire",
        )
    if state.players[emperor].took_from_foreign:
        gain(
            course,
            emperor,
            facts().tradeoffs.emperor_took_from_foreign,
            "POW-TRD-6",
            "land was won back from a Foreign Power",
        )
    return course.state.players[emperor].saved - before


def payers(state: State) -> tuple[str, ...]:
    """The players who pay for something that they left out, in Initiative Order."""
    return tuple(
        player
        for player in who_pays(state)
        if not {"heresy", "diplomacy"} <= {*state.players[player].tasks}
        or not fought_enough(state, player)
    )


def make_tradeoffs(course: Course, lots: Lots) -> None:
    """R8 after the Emperor's gains: what everybody loses, in Initiative Order."""
    for player in payers(course.state):
        pay_tradeoff(course, lots, player)
    blame_emperor(course)


def pay_tradeoff(course: Course, lots: Lots, player: str) -> None:
    """POW-TRD-1 to 4: what one player loses for what he left out."""
    one = course.state.players[player]
    if "heresy" not in one.tasks:
        _unchecked_heresy(course, player, lots)
    if "diplomacy" not in one.tasks:
        cost = facts().tradeoffs.no_diplomacy
        lose(course, player, cost, "POW-TRD-3", "did not Engage in Diplomacy")
    if not fought_enough(course.state, player):
        lose(course, player, facts().tradeoffs.no_war, "POW-TRD-4", "fought in no war")


def _unchecked_heresy(course: Course, player: str, lots: Lots) -> None:
    """POW-TRD-1, 2: a Prince may lose a province to the other religion; a Foreign Power has more
    trouble at home."""
    state = course.state
    one = state.players[player]
    name = player_name(player)
    if one.foreign:
        more = facts().tradeoffs.no_heresy_trouble
        foreign = replace(one.foreign, trouble=one.foreign.trouble + more)
        course.state = state.with_player(player, foreign=foreign)
        text = f"{name} did not Combat Heresy: {more} more in the next roll for troubles"
        course.tell("tradeoff-trouble", "POW-TRD-2", text, (player,), number=more)
        return
    roll = lots.die(f"r{state.round}/tradeoff/{player}")
    code = concession(state, player) if roll <= facts().conversion.roll_max else ""
    said = f"{code} converts" if code else "nothing converts"
    text = f"{name} did not Combat Heresy and rolls {roll}: {said}"
    where = (code,) if code else ()
    course.tell("tradeoff-roll", "POW-TRD-1", text, (player,), where, roll=roll)
    if code:
        convert_province(course, code, other_religion(one.religion), "POW-TRD-1")


def blame_emperor(course: Course) -> None:
    """POW-TRD-7: an Emperor who lets Foreign Powers keep land in the Empire pays for it."""
    state = course.state
    emperor = state.emperor
    if not emperor or state.players[emperor].fought_foreign:
        return
    if any(
        one.foreign and state.lands[player]
        for player, one in state.players.items()
        if player != emperor
    ):
        cost = facts().tradeoffs.emperor_ignored_foreign
        why = "Foreign Powers own land in the Empire, and the Emperor fought none"
        lose(course, emperor, cost, "POW-TRD-7", why)
