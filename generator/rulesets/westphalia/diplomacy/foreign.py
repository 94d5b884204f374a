"""Foreign Powers: leaving the Empire, and being driven out of it."""

from __future__ import annotations

from msgspec.structs import replace

from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import facts, homes
from generator.rulesets.westphalia.land.influence import Refusal, clear, members, total_influence
from generator.rulesets.westphalia.land.lands import found_principality, free_name, name_problem
from generator.rulesets.westphalia.state.orders import LeaveEmpire
from generator.rulesets.westphalia.state.pacing import is_stepwise
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import Foreign, League, State, Wishes
from generator.rulesets.westphalia.state.words import home_name, player_name


def free_homes(state: State) -> tuple[str, ...]:
    """The homes that are still free, in the order in which they are used."""
    taken = {one.foreign.home for one in state.players.values() if one.foreign}
    return tuple(
        name
        for name, home in homes().items()
        if name not in taken and len(state.seats) >= home.players
    )


def home_refusal(state: State, home: str, own: str = "") -> Refusal | None:
    """POW-FP-4: why a player cannot have a home, or None; `own` is the home that he has."""
    if home in (own, *free_homes(state)):
        return None
    least = homes()[home].players
    why = "is taken" if len(state.seats) >= least else f"is in the game with {least} players only"
    return Refusal("POW-FP-4", f"{home_name(home)} {why}")


def leaving_refusal(state: State, player: str) -> Refusal | None:
    """POW-FP-1: why a player may not leave the Empire now, or None."""
    if state.players[player].foreign:
        return Refusal("POW-FP-1", "is a Foreign Power already")
    own = {code: state.provinces[code] for code in state.lands[player]}
    towns = [code for code, one in own.items() if one.town and not one.capital]
    if towns:
        return Refusal("POW-FP-1", f"owns a town that is not the capital: {', '.join(towns)}")
    late = state.round >= facts().game.late_from_round
    limit = facts().foreign.limit_late if late else facts().foreign.limit_early
    power = imperial_power(state, player)
    if power > limit:
        return Refusal("POW-FP-1", f"has {power} IP, and more than {limit} is too much")
    return None


def may_choose_home(state: State, player: str) -> bool:
    """POW-FP-4: whether a player who was driven out in this Round may still name home and edge."""
    one, kind = state.players[player], state.kind
    over = kind in ("upheaval", "ballot", "peace") or (kind == "election" and is_stepwise(state))
    return one.foreign is not None and one.left and not over


def home_is_open(state: State, player: str) -> bool:
    """Whether a player who was driven out has not named the home where the rules have put him."""
    one = state.players[player]
    assigned = one.foreign is not None and one.foreign.home != one.wishes.home
    return assigned and may_choose_home(state, player)


def choose_home(progress: Progress, player: str, home: str, edge: str) -> Refusal | None:
    """Put the home of a player who was driven out where he wants it, "" for where it is. A Refusal
    if another player has taken it."""
    state = progress.state
    foreign = state.players[player].foreign
    assert foreign is not None
    if home and (bar := home_refusal(state, home, foreign.home)):
        return bar
    home = home or foreign.home
    edge = edge or (foreign.edge if home == foreign.home else homes()[home].edge)
    wishes = replace(state.players[player].wishes, home=home, edge=edge)
    new = replace(foreign, home=home, edge=edge)
    progress.change_player(player, foreign=new, wishes=wishes)
    if new != foreign:
        text = f"{player_name(player)} chooses the home: {home_name(home)}, at the edge {edge}"
        progress.tell(kinds.HOME_CHOSEN, "POW-FP-4", text, (player,), home=home, edge=edge)
    return None


def drive_out(progress: Progress, player: str) -> None:
    """POW-FP-2, 3, 5: a player who has lost the last province, or has none to give, becomes a
    Foreign Power at once, and acts no more in this Round. The influence that the war has cost is
    lost first. The player's wars that wait are cancelled, and a Religious War that the player
    declared passes to another or lapses. A Foreign Power stays one and loses nothing.
    """
    one = progress.state.players[player]
    if one.foreign:
        return
    name, wishes = player_name(player), one.wishes
    leave_empire(progress, player, wishes, "POW-FP-2")
    for war in progress.state.wars:
        if war.status == "pending" and player in (war.attacker, war.defender):
            progress.change_war(war.number, status="cancelled")
            text = f"War {war.number} does not take place: {name} has left the Empire"
            progress.tell(kinds.WAR_CANCELLED, "POW-PCE-24", text, (player,), war=war.number)
    if one.league:
        progress.change_player(player, league="")
        text = f"{name} is struck out of the League"
        progress.tell(kinds.LEAGUE_LEFT, "POW-FP-3", text, (player,))
        _pass_on_war(progress, player, one.league)


def leave_empire(
    progress: Progress, player: str, wish: Wishes | LeaveEmpire, rule: str = "POW-FP-4"
) -> None:
    """POW-FP-4: a player becomes a Foreign Power.

    The `wish` has the home and the edge that the player chose; without them the first free home at
    its own edge is taken. Its name is that of the principality that is left behind: the player's
    lands in the Empire become one (POW-FP-5).
    """
    state, home, edge, name = progress.state, wish.home, wish.edge, wish.name
    free, own = free_homes(state), state.lands[player]
    if home not in free:
        home, edge = free[0], ""
    edge = edge or homes()[home].edge
    if own:
        capital = state.capital_of(player) or own[0]
        if not name or name_problem(state, name):
            name = free_name(state, capital)
        found_principality(progress, name, own, capital, "POW-FP-6")
    held = total_influence(progress.state, player)
    for principality in tuple(progress.state.principalities):
        clear(progress, player, principality, "POW-FP-4", "it leaves the Empire")
    kept = held // facts().foreign.returned
    progress.change_player(player, foreign=Foreign(home, edge), saved=kept, left=True)
    if progress.state.emperor == player:
        progress.change(emperor_left=True)
    left = f"of {held} DI {kept or 'nothing'} is left" if held else "there was no DI to keep"
    where = f"{home_name(home)}, at the edge {edge}"
    text = f"{player_name(player)} becomes a Foreign Power: {where}; {left}"
    progress.tell(
        kinds.LEFT_EMPIRE, rule, text, (player,), home=home, edge=edge, held=held, kept=kept
    )


def _pass_on_war(progress: Progress, player: str, league: League) -> None:
    """The Religious War of a player who was driven out passes to the member with most influence
    with its Target (POW-FP-3)."""
    war = progress.state.religious_war
    if war is None or war.rotf != player or war.status != "pending":
        return
    heirs = members(progress.state, league)
    heir = max(heirs, key=lambda one: progress.state.influence(one, war.target), default="")
    if progress.state.influence(heir, war.target):
        progress.change(religious_war=replace(war, rotf=heir))
        text = f"{player_name(heir)} takes over the Religious War"
        progress.tell(kinds.RELIGIOUS_WAR_PASSED, "POW-FP-3", text, (heir, player))
    else:
        progress.change(religious_war=replace(war, status="cancelled"))
        text = "The Religious War lapses: nobody is left to wage it"
        progress.tell(kinds.RELIGIOUS_WAR_LAPSED, "POW-FP-3", text, (player,))
