"""The beginning of a Round: initiative, and the Religious Upheaval."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from generator.engine.chance import Lots
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import facts, per_players
from generator.rulesets.westphalia.land.lands import convert_principality, convert_province
from generator.rulesets.westphalia.state.power import imperial_power, initiative_order
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import FLAGS, NOTHING, State, other_religion
from generator.rulesets.westphalia.state.words import listed, name_of, player_name


def begin_round(progress: Progress) -> None:
    """Forget the data that belonged to the last Round only."""
    state = progress.state
    fresh: dict[str, Any] = {"league": "", **dict.fromkeys(FLAGS, False)}
    players = {name: replace(one, **fresh) for name, one in state.players.items()}
    principalities = {
        name: replace(one, drawn=False, attacked=False)
        for name, one in state.principalities.items()
    }
    progress.change(
        players=MappingProxyType(players),
        principalities=MappingProxyType(principalities),
        wars=(),
        religious_war=None,
        footing=NOTHING,
        landed=tuple(name for name, one in players.items() if one.foreign and state.lands[name]),
        cards=NOTHING,
        dice=NOTHING,
        hands=NOTHING,
    )


def set_initiative(progress: Progress) -> None:
    """POW-INI-1 to 3: the Initiative Order of the Round."""
    order = initiative_order(progress.state)
    progress.change(initiative=order)
    powers = {player: imperial_power(progress.state, player) for player in order}
    said = ", ".join(f"{player_name(one)} {powers[one]}" for one in order)
    text = f"Initiative, with Imperial Power: {said}"
    progress.tell(kinds.INITIATIVE, "POW-INI-1", text, order, figures=powers)


def hold_upheaval(progress: Progress, lots: Lots) -> None:
    """R2: principalities are drawn and convert; in the early Rounds Princes roll for their land."""
    state = progress.state
    label = f"r{state.round}/upheaval"
    late = state.round >= facts().game.late_from_round
    bag = sorted(
        name for name in state.principalities if late or state.religion_of(name) == "catholic"
    )
    draws = per_players("upheaval_draw", len(state.seats))
    drawn = lots.shuffle(f"{label}/bag", bag)[:draws]
    rule = "POW-UPH-10" if len(bag) < draws else "POW-UPH-7" if late else "POW-UPH-2"
    names = listed(name_of(state, name) for name in drawn) or "nobody"
    text = f"Upheaval: {names} {'is' if len(drawn) < 2 else 'are'} drawn"
    progress.tell(kinds.UPHEAVAL_DRAWN, rule, text, (), drawn=drawn)
    for name in drawn:
        progress.change_principality(name, drawn=True)
    for name in drawn:
        if late:
            _shake(progress, name, lots, f"{label}/{name}")
        else:
            convert_principality(progress, name, "POW-UPH-3")
    if not late:
        for player in progress.state.order:
            _roll_for_land(progress, player, lots, f"{label}/player/{player}")


def _shake(progress: Progress, name: str, lots: Lots, label: str) -> None:
    """POW-UPH-7, 8: a principality drawn in the late Rounds, which may change its religion."""
    state = progress.state
    shown = name_of(state, name)
    protestant = state.religion_of(name) == "protestant"
    if len(state.lands[name]) > 1:
        roll = lots.die(label)
        converts = roll <= facts().conversion.roll_max
        said = "it converts" if converts else "it stays as it is"
        text = f"{shown} rolls {roll}: {said}"
        progress.tell(kinds.UPHEAVAL_ROLL, "POW-UPH-7", text, (), principality=name, roll=roll)
        if not converts:
            return
    convert_principality(progress, name, "POW-UPH-8" if protestant else "POW-UPH-7")


def _roll_for_land(progress: Progress, player: str, lots: Lots, label: str) -> None:
    """POW-UPH-4, 5: a Catholic Prince rolls, and may have to see a province convert."""
    one = progress.state.players[player]
    if one.religion != "catholic" or one.foreign:
        return
    roll = lots.die(label)
    rule, code = "POW-UPH-4", ""
    if roll > facts().conversion.roll_max:
        text = f"{player_name(player)} rolls {roll}: nothing converts"
    elif code := concession(progress.state, player):
        text = f"{player_name(player)} rolls {roll}: {code} converts"
    else:
        rule = "POW-UPH-5"
        text = f"{player_name(player)} rolls {roll}, and has no province that could convert"
    progress.tell(kinds.UPHEAVAL_ROLL, rule, text, (player,), (code,), roll=roll)
    if code:
        convert_province(progress, code, other_religion(one.religion), "POW-UPH-4")


def concession(state: State, player: str) -> str:
    """The province that a player lets go to the other religion, or "" if there is no such province.

    It is the first of the player's list that can; without one a province without a town before
    one with a town, then the first of the board.
    """
    own = state.players[player].religion
    able = [
        code
        for code in state.lands[player]
        if state.provinces[code].religion == own and not state.provinces[code].capital
    ]
    for code in state.players[player].wishes.concede:
        if code in able:
            return code
    return min(able, key=lambda code: (state.provinces[code].town, code), default="")
