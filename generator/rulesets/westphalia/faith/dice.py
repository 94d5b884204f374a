"""Faith: the earnings of those who Combat Heresy, the dice that they roll for it, and the
conversions by the dice that they place on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from generator.engine.chance import Lots
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.land.influence import Refusal
from generator.rulesets.westphalia.land.lands import convert_principality, convert_province, edge_of
from generator.rulesets.westphalia.state.orders import Faith
from generator.rulesets.westphalia.state.pacing import dealt, of_phase
from generator.rulesets.westphalia.state.power import is_saved
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import NOTHING, Religion, State, other_religion
from generator.rulesets.westphalia.state.words import RELIGION, count, name_of, player_name
from generator.rulesets.westphalia.turn import Turn


def earned_faith(state: State, player: str) -> Mapping[str, int]:
    """POW-FTH-2: the Faith that a player who Combats Heresy earns, by its sources; only those that
    give any."""
    one, rules = state.players[player], facts().faith
    parts = {"Keep the Faith": rules.keep_the_faith}
    if one.religion == "protestant":
        if state.round >= facts().game.late_from_round:
            parts["The Jesuits Strike Back"] = rules.protestant_late
        else:
            parts["Down with the Whore of Babylon"] = rules.protestant_early
    else:
        parts["Intercession of Saints"] = one.saints // rules.saints_per_die
        if state.reformation:
            parts["Catholic Reformation"] = rules.catholic_reformation
    if is_saved(state, player):
        parts["Zeal"] = rules.zeal
    if state.emperor and state.players[state.emperor].religion == one.religion:
        parts["Imperial Sanction"] = rules.sanction
    return {title: faith for title, faith in parts.items() if faith}


def roll_faith(progress: Progress, lots: Lots) -> None:
    """R4c: all players who Combat Heresy earn Faith and roll for it, in Initiative Order.

    Catholics before their Reformation turn it into Saints instead. The dice that succeeded wait
    to be placed.
    """
    dice: dict[str, int] = {}
    # Earnings depend on who is saved: compute them all before the first roll changes that.
    earned = {
        player: earned_faith(progress.state, player)
        for player in progress.state.order
        if "heresy" in progress.state.players[player].tasks
    }
    for player, parts in earned.items():
        total = sum(parts.values())
        said = ", ".join(f"{title} {faith}" for title, faith in parts.items())
        text = f"{player_name(player)} earns {total} Faith" + (f" ({said})" if said else "")
        progress.tell(kinds.FAITH_EARNED, "POW-FTH-2", text, (player,), faith=total, parts=parts)
        state = progress.state
        if state.players[player].religion == "catholic" and not state.reformation:
            _give_saints(progress, player, total)
        elif total:
            dice[player] = _roll(progress, player, total, lots)
    progress.change(dice=MappingProxyType({one: won for one, won in dice.items() if won}))


def _give_saints(progress: Progress, player: str, faith: int) -> None:
    """POW-REF-2: Church Abuses."""
    saints = faith // facts().faith.church_abuses
    if saints:
        progress.add_score(player, saints)
        held = progress.state.players[player].saints
        text = f"{player_name(player)} turns {faith} Faith into {count(saints, 'Saint')}"
        progress.tell(kinds.SAINTS, "POW-REF-2", text, (player,), number=saints, held=held)


def _roll(progress: Progress, player: str, faith: int, lots: Lots) -> int:
    """POW-FTH-3, 4: roll the dice. Returns the number of successes."""
    state = progress.state
    label = f"r{state.round}/faith/{player}"
    rolls = [lots.die(f"{label}/{index}") for index in range(1, faith + 1)]
    won = sum(roll <= facts().conversion.roll_max for roll in rolls)
    progress.add_score(player, won)
    is_catholic = state.players[player].religion == "catholic"
    word = count(won, "Saint" if is_catholic else "Reformation Point")
    shown = " ".join(map(str, rolls))
    text = f"{player_name(player)} rolls {shown}: {count(won, 'success', 'successes')}"
    if won:
        text += f", {word}"
    progress.tell(
        kinds.FAITH_ROLLED, "POW-FTH-3", text, (player,), rolls=rolls, successes=won,
        held=progress.state.players[player].score,
    )  # fmt: skip
    return won


# --- dice on the map


Die = tuple[str, Religion]
"""A die on the map: its owner and its faith."""


class Placement(Struct, frozen=True):
    """All dice on the map. `lying` has them by place, the oldest first. `also` are the further
    provinces that players named, by (player, own province)."""

    lying: Mapping[str, tuple[Die, ...]] = {}
    also: Mapping[tuple[str, str], tuple[str, ...]] = {}

    def at(self, place: str) -> tuple[Die, ...]:
        return self.lying.get(place, ())

    def count(self, place: str, faith: Religion) -> int:
        """How many dice of a faith lie at a place."""
        return sum(die[1] == faith for die in self.at(place))


def lying_dice(state: State) -> Placement:
    """The dice that lie on the map between two players' placements."""
    lying: dict[str, tuple[Die, ...]] = {}
    for place, owner, faith in state.lying:
        lying[place] = (*lying.get(place, ()), (owner, faith))
    also = {(player, place): wishes for player, place, wishes in state.bringing}
    return Placement(lying, also)


def reach_of(state: State, player: str) -> frozenset[str]:
    """The provinces next to a player's own, or on the edge where the player's home lies."""
    own = state.lands[player]
    return (state.board.reach(own) | set(edge_of(state, player))) - set(own)


def place_refusal(state: State, player: str, place: str) -> Refusal | None:
    """POW-FTH-6, 7, 14: why a player may not place a die there, or None. `place` is a province or
    a principality."""
    near = reach_of(state, player)
    if place in state.principalities:
        if state.principalities[place].ally == player or near & set(state.lands[place]):
            return None
        return Refusal("POW-FTH-6", "is neither a neighbour nor an ally")
    province = state.provinces[place]
    if province.owner in state.principalities:
        return Refusal(
            "POW-FTH-8", f"belongs to {name_of(state, province.owner)}, which is one place for dice"
        )
    if province.capital:
        return Refusal("POW-FTH-14", "is the capital of a Prince")
    if province.owner == player or place in near:
        return None
    return Refusal("POW-FTH-6", "is not next to the player's land")


def place_dice(
    state: State, there: Placement, player: str, orders: Sequence[Faith]
) -> tuple[Placement, tuple[tuple[Faith, int], ...]]:
    """POW-FTH-5, 9: a player places all dice, in the order of `orders`, which are legal.

    Returns the dice on the map, and the number of dice for each order.
    """
    faith = state.players[player].religion
    left = state.dice.get(player, 0)
    lying = dict(there.lying)
    also = dict(there.also)
    used = []
    for order in orders:
        dice = min(left, order.dice or left)
        left -= dice
        used.append((order, dice))
        for _ in range(dice):
            lying[order.place] = _with_die(lying.get(order.place, ()), (player, faith))
        if dice and order.also:
            key = (player, order.place)
            also[key] = (*also.get(key, ()), *order.also)
    left_there = {place: dice for place, dice in lying.items() if dice}
    return Placement(left_there, also), tuple(used)


def _with_die(dice: tuple[Die, ...], new: Die) -> tuple[Die, ...]:
    """The dice at a place after one more: it goes with the oldest of the other faith."""
    for index, die in enumerate(dice):
        if die[1] != new[1]:
            return (*dice[:index], *dice[index + 1 :])
    return (*dice, new)


def automatic_faith(state: State, there: Placement, player: str) -> Iterator[Faith]:
    """POW-FTH-15: the orders that the rules give to a player without any."""
    faith = state.players[player].religion
    left = state.dice.get(player, 0)
    wrong = [
        code
        for code in state.lands[player]
        if state.provinces[code].religion != faith and not state.provinces[code].capital
    ]
    while wrong and left:
        first, *wrong = wrong
        helped = [code for code in wrong if not there.count(code, other_religion(faith))][:1]
        wrong = [code for code in wrong if code not in helped]
        yield Faith(first, 1, tuple(helped))
        left -= 1
    for name, needed in _targets(state, there, player):
        if left >= needed:
            yield Faith(name, needed)
            left -= needed
    near = reach_of(state, player)
    for code in state.board.in_order(near):
        province = state.provinces[code]
        foreign = state.is_player(province.owner) and province.owner != player
        if left and foreign and not province.capital and province.religion != faith:
            yield Faith(code)
            left -= 1
    friends = [name for name in state.allies_of(player) if state.religion_of(name) == faith]
    if left and friends:
        yield Faith(max(friends, key=lambda name: len(state.lands[name])), 0)


def _targets(state: State, there: Placement, player: str) -> list[tuple[str, int]]:
    """Heretical principalities within reach, with the dice that each still needs, fewest first."""
    faith = state.players[player].religion
    found = []
    for name in sorted(state.principalities):
        if state.religion_of(name) == faith or place_refusal(state, player, name):
            continue
        against = there.count(name, other_religion(faith))
        needed = len(state.lands[name]) + against - there.count(name, faith)
        if needed > 0:
            found.append((name, needed))
    return sorted(found, key=lambda one: one[1])


def convert_by_dice(progress: Progress, there: Placement) -> None:
    """R4e: principalities first, then players' provinces, then the further provinces that own
    ones bring along, in Initiative Order. All dice leave the map (POW-FTH-16)."""
    for name in tuple(progress.state.principalities):
        religion = progress.state.religion_of(name)
        dice = there.count(name, other_religion(religion))
        if dice >= len(progress.state.lands[name]):
            convert_principality(progress, name, "POW-FTH-11")
    before = progress.state
    direct = list(_direct(before, there))
    for code, rule in direct:
        convert_province(progress, code, other_religion(before.provinces[code].religion), rule)
    for player in before.order:
        for code, rule in direct:
            if rule == "POW-FTH-13" and before.provinces[code].owner == player:
                _bring_along(progress, there, player, code)
    progress.change(dice=NOTHING, lying=(), bringing=())


def _direct(state: State, there: Placement) -> Iterator[tuple[str, str]]:
    """The players' provinces on which a die of the other faith lies, each with its rule."""
    for code, province in state.provinces.items():
        if not state.is_player(province.owner) or province.capital:
            continue
        dice = [die for die in there.at(code) if die[1] != province.religion]
        if not dice:
            continue
        faith = state.players[province.owner].religion
        own = (province.owner, faith) in dice
        yield code, "POW-FTH-13" if own else "POW-FTH-12"


def _bring_along(progress: Progress, there: Placement, player: str, code: str) -> None:
    """POW-FTH-13, 17: one more heretical province of the player converts with an own one, however
    many dice lie there."""
    state = progress.state
    faith = state.players[player].religion
    able = [
        other
        for other in state.lands[player]
        if state.provinces[other].religion != faith
        and not there.count(other, other_religion(faith))
    ]
    if able:
        wished = [other for other in there.also.get((player, code), ()) if other in able]
        convert_province(progress, (wished or able)[0], faith, "POW-FTH-13")


def place_faith(turn: Turn) -> None:
    """All players with dice, or stepwise the n-th of them, add theirs to the dice on the map."""
    there = lying_dice(turn.state)
    players = dealt(turn.state)
    for player in of_phase(turn.before, players):
        there = _place(turn, there, player)
    if turn.go_on(players):
        lying = tuple((place, *die) for place, dice in there.lying.items() for die in dice)
        bringing = tuple((*key, wishes) for key, wishes in there.also.items())
        turn.change(lying=lying, bringing=bringing)
        return
    convert_by_dice(turn, there)


def _place(turn: Turn, there: Placement, player: str) -> Placement:
    """One player's dice, all at once."""
    given = turn.orders(player, Faith)
    legal = []
    for entry, order in given:
        refusal = place_refusal(turn.state, player, order.place)
        if refusal is not None:
            turn.settle(entry, "illegal", refusal)
        else:
            legal.append((entry, order))
    orders = [order for _, order in legal] if given else automatic_faith(turn.state, there, player)
    there, used = place_dice(turn.state, there, player, tuple(orders))
    religion = RELIGION[turn.state.players[player].religion]
    for index, (order, dice) in enumerate(used):
        shown = count(dice, "die", "dice")
        if not given:
            turn.automatic(player, order, "POW-FTH-15", shown)
        elif dice:
            turn.settle(legal[index][0], "success", ("POW-FTH-5", shown))
        else:
            turn.settle(legal[index][0], "excess", ("POW-FTH-5", "no die was left"))
        if dice:
            shown = count(dice, f"{religion} die", f"{religion} dice")
            turn.tell(
                kinds.DICE_PLACED,
                "POW-FTH-5",
                f"{player_name(player)} places {shown} on {name_of(turn.state, order.place)}",
                (player,),
                (order.place,),
                place=order.place,
                number=dice,
            )
    left = turn.state.dice[player] - sum(dice for _, dice in used)
    if left:
        lost = "it is lost" if left == 1 else "they are lost"
        text = f"{player_name(player)} leaves {count(left, 'die', 'dice')} unplaced: {lost}"
        turn.tell(kinds.DICE_LOST, "POW-FTH-5", text, (player,), number=left)
    return there
