"""Foreign Powers: leaving the Empire, and being driven out of it."""

from __future__ import annotations

from msgspec.structs import replace

from generator.rulesets.westphalia.facts import facts, homes, number
from generator.rulesets.westphalia.influence import clear, total_influence
from generator.rulesets.westphalia.lands import found_principality, free_name, name_problem
from generator.rulesets.westphalia.leagues import Refusal, members
from generator.rulesets.westphalia.power import imperial_power
from generator.rulesets.westphalia.state import Foreign, State
from generator.rulesets.westphalia.step import Course
from generator.rulesets.westphalia.words import home_name, player_name

__all__ = ["drive_out", "edge_of", "free_homes", "leave_empire", "leaving_refusal", "open_towns"]


def free_homes(state: State) -> tuple[str, ...]:
    """The homes that nobody has taken, in the order in which they are used."""
    taken = {one.foreign.home for one in state.players.values() if one.foreign}
    return tuple(
        name
        for name, home in homes().items()
        if name not in taken and len(state.seats) >= home.players
    )


def edge_of(state: State, player: str) -> tuple[str, ...]:
    """The provinces that touch a Foreign Power's home (POW-FP-8); none for a Prince."""
    foreign = state.players[player].foreign
    return state.board.edges[foreign.edge] if foreign else ()  # type: ignore[index]


def open_towns(state: State, player: str) -> tuple[str, ...]:
    """The towns of a player that are not the capital."""
    return tuple(
        code
        for code in state.lands[player]
        if state.provinces[code].town and not state.provinces[code].capital
    )


def leaving_refusal(state: State, player: str) -> Refusal | None:
    """POW-FP-1: why a player may not leave the Empire now, or None."""
    if state.players[player].foreign:
        return Refusal("POW-FP-1", "is a Foreign Power already")
    towns = open_towns(state, player)
    if towns:
        return Refusal("POW-FP-1", f"owns a town that is not the capital: {', '.join(towns)}")
    late = state.round >= facts()["game"]["late_from_round"]
    limit = number("foreign", "limit_late" if late else "limit_early")
    power = imperial_power(state, player)
    if power > limit:
        return Refusal("POW-FP-1", f"has {power} IP, and more than {limit} is too much")
    return None


def leave_empire(
    course: Course, player: str, home: str = "", edge: str = "", name: str = ""
) -> None:
    """POW-FP-4: a player becomes a Foreign Power.

    `home` and `edge` are what the player chose; without them the first free home at its own edge
    is taken. `name` is that of the principality that is left behind.
    """
    _become_foreign(course, player, home, edge, name, "POW-FP-4")


def drive_out(course: Course, player: str) -> None:
    """POW-FP-2, 3, 5: a player who has lost the last province, or has none to give, becomes a
    Foreign Power at once, and does nothing more in this Round.

    What the war has cost in influence is lost before. The player's wars that wait are cancelled,
    and a Religious War that the player declared passes to another or lapses. A Foreign Power
    stays one and loses nothing.
    """
    one = course.state.players[player]
    if one.foreign:
        return
    wishes = one.wishes
    _become_foreign(course, player, wishes.home, wishes.edge, wishes.name, "POW-FP-2")
    for war in course.state.wars:
        if war.status == "pending" and player in (war.attacker, war.defender):
            course.state = course.state.with_war(war.number, status="cancelled")
            course.tell(
                "war-cancelled",
                "POW-PCE-24",
                f"War {war.number} does not take place: {player_name(player)} has left the Empire",
                (player,),
                war=war.number,
            )
    if one.league and not course.state.option("eliminated_may_join_religious_war"):
        course.state = course.state.with_player(player, league="")
        course.tell(
            "league-left",
            "POW-FP-3",
            f"{player_name(player)} is struck out of the League",
            (player,),
        )
        _pass_on_war(course, player, one.league)


def _become_foreign(
    course: Course, player: str, home: str, edge: str, name: str, rule: str
) -> None:
    state = course.state
    free = free_homes(state)
    if home not in free:
        home, edge = free[0], ""
    edge = edge or homes()[home].edge
    _leave_land(course, player, name)
    held = total_influence(course.state, player)
    for principality in tuple(course.state.principalities):
        clear(course, player, principality, "POW-FP-4", "it leaves the Empire")
    kept = held // number("foreign", "returned")
    course.state = course.state.with_player(
        player, foreign=Foreign(home, edge), saved=kept, left=True
    )
    if course.state.emperor == player:
        course.state = replace(course.state, emperor_left=True)
    left = f"of {held} DI {kept or 'nothing'} is left" if held else "there was no DI to keep"
    course.tell(
        "left-empire",
        rule,
        f"{player_name(player)} becomes a Foreign Power: {home_name(home)}, at the edge {edge}; "
        f"{left}",
        (player,),
        weight=8,
        home=home,
        edge=edge,
        held=held,
        kept=kept,
    )


def _leave_land(course: Course, player: str, name: str) -> None:
    """POW-FP-4, 5: what the player owned in the Empire becomes one new principality."""
    state = course.state
    own = state.lands[player]
    if not own:
        return
    capital = state.capital_of(player) or own[0]
    if not name or name_problem(state, name):
        name = free_name(state, capital)
    found_principality(course, name, own, capital, "POW-FP-6")


def _pass_on_war(course: Course, player: str, league: str) -> None:
    """The Religious War of a player who was driven out passes to the member with most influence
    with its Target (POW-FP-3)."""
    war = course.state.religious_war
    if war is None or war.rotf != player or war.status != "pending":
        return
    able = [
        one
        for one in members(course.state, league)  # type: ignore[arg-type]
        if course.state.influence(one, war.target)
    ]
    if able:
        heir = max(able, key=lambda one: course.state.influence(one, war.target))
        course.state = replace(course.state, religious_war=replace(war, rotf=heir))
        text = f"{player_name(heir)} takes over the Religious War"
        course.tell("religious-war-passed", "POW-FP-3", text, (heir, player), weight=5)
    else:
        course.state = replace(course.state, religious_war=replace(war, status="cancelled"))
        text = "The Religious War lapses: nobody is left to wage it"
        course.tell("religious-war-lapsed", "POW-FP-3", text, (player,), weight=5)
