"""What is wrong with an order by itself, as the state stands when it is written."""

from __future__ import annotations

from typing import Any

from generator.rulesets.westphalia.actions import gift_refusal, release_refusal
from generator.rulesets.westphalia.conversion import conversion_refusal
from generator.rulesets.westphalia.dice import place_refusal
from generator.rulesets.westphalia.election import voters_of
from generator.rulesets.westphalia.facts import facts, principalities
from generator.rulesets.westphalia.foreign import free_homes, leaving_refusal
from generator.rulesets.westphalia.leagues import Refusal, league_refusal
from generator.rulesets.westphalia.orders import (
    Choose,
    Concede,
    Convert,
    Faith,
    Gift,
    JoinLeague,
    LeaveEmpire,
    PlaceInfluence,
    Release,
    SetupInfluence,
    SetupLand,
    SetupProvinces,
    Vote,
    Winner,
    Withdraw,
)
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.placing import land_refusal, provinces_refusal
from generator.rulesets.westphalia.state import State
from generator.rulesets.westphalia.victory import tied_for_peace
from generator.rulesets.westphalia.wars.declaring import war_refusal
from generator.rulesets.westphalia.wars.orders import DeclareReligiousWar, DeclareWar

__all__ = ["check_order"]


def check_order(state: State, player: str, order: Any) -> Refusal | None:
    """Why an order would do nothing if it came to its turn now, or None.

    What others do before may still change it, either way, so that this is no more than a warning.
    """
    one = state.players[player]
    kind, _ = kind_of(state.moment.phase)
    match order:
        case SetupProvinces():
            return provinces_refusal(state, order.provinces)
        case SetupLand():
            row = principalities().get(order.name)
            size = row.size if row and order.kind == "elector" else state.size
            return land_refusal(state, order.name, order.provinces, order.capital, size)
        case SetupInfluence():
            held = facts()["start"]["influence"]
            total = sum(number for _, number in order.placed)
            if total != held:
                return Refusal("POW-SET-15", f"{held} DI are to be placed, not {total}")
        case Choose() if len(order.tasks) != 2 and state.option("turn_choice") == "at_once":
            return Refusal("POW-CHO-1", "choose two of heresy, diplomacy and war")
        case Convert(yes=True) if one.foreign:
            return conversion_refusal(state, player)
        case Faith():
            return place_refusal(state, player, order.place)
        case PlaceInfluence() if kind in ("diplomacy", "actions"):
            if "diplomacy" not in one.tasks:
                return Refusal("POW-DI-6", "only who Engages in Diplomacy places influence")
            if order.number > one.saved:
                return Refusal("POW-ACT-1", f"no more than {one.saved} DI is saved")
        case PlaceInfluence() if player != state.emperor:
            return Refusal("POW-TRD-5", "only the Emperor places influence now")
        case DeclareWar() | DeclareReligiousWar() if "war" not in one.tasks:
            return Refusal("POW-WAR-1", "only who Wages War declares one")
        case DeclareWar() if order.target:
            return war_refusal(state, player, order.target)
        case DeclareReligiousWar() if state.religion_of(order.target) == one.religion:
            return Refusal("POW-RWD-2", f"{order.target} is of the player's own religion")
        case Release():
            return release_refusal(state, player, order)
        case Gift() if state.provinces[order.province].owner != player:
            return gift_refusal(state, player, order)
        case JoinLeague() if order.league and not order.target:
            return league_refusal(state, player, order.league)
        case Withdraw() if not state.influence(player, order.principality):
            return Refusal("POW-DI-3", f"there is no influence in {order.principality}")
        case Concede():
            foreign = [code for code in order.provinces if state.provinces[code].owner != player]
            if foreign:
                return Refusal("POW-UPH-4", f"{foreign[0]} is not the player's own")
        case LeaveEmpire() if order.home:
            if order.home not in free_homes(state):
                return Refusal("POW-FP-4", f"{order.home} is taken")
            return leaving_refusal(state, player) if kind == "election" else None
        case Vote():
            own = voters_of(state, player)
            if order.elector and order.elector not in own:
                return Refusal("POW-ELE-3", f"the vote of {order.elector} is somebody else's")
        case Winner() if order.player not in tied_for_peace(state):
            return Refusal("POW-VIC-6", f"{order.player} is not tied")
    return None
