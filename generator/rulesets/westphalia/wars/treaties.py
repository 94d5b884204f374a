"""Peace Treaties: the winner takes, pays, lets his allies take; the loser pays for his allies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.diplomacy.foreign import drive_out
from generator.rulesets.westphalia.land import influence, spoils
from generator.rulesets.westphalia.land.influence import Refusal
from generator.rulesets.westphalia.land.lands import found_principality, free_name, hand_over
from generator.rulesets.westphalia.land.spoils import Claim
from generator.rulesets.westphalia.land.victory import check_victory
from generator.rulesets.westphalia.state.orders import Treaty, Yield
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State, War
from generator.rulesets.westphalia.state.words import count, listed, name_of, player_name
from generator.rulesets.westphalia.wars.fields import Field, Side, field_of, without_field
from generator.rulesets.westphalia.wars.plans import Orders


def conclude(progress: Progress, phase: int, orders: Orders) -> None:
    """The treaties of a Battle Phase, in the order in which the wars were declared; none is made
    once the game has ended with one."""
    state = progress.state
    for war in state.wars:
        field = field_of(progress.state.hands, war)
        if war.phase != phase or field is None or war.status == "pending":
            continue
        hands = without_field(progress.state.hands, str(war.number))
        progress.change(hands=hands)
        if war.status == "cancelled":
            continue
        _conclude_war(progress, war, field, orders)
        if check_victory(progress, "treaty"):
            break
    judge_unused(progress, orders)


def _conclude_war(progress: Progress, war: War, field: Field, orders: Orders) -> None:
    if war.status == "inconclusive":
        parties = (war.attacker, war.defender)
        names = (name_of(progress.state, side) for side in parties)
        text = f"{' and '.join(names)} sign a White Peace: nobody loses anything"
        progress.tell(kinds.WHITE_PEACE, "POW-BAT-22", text, parties, war=war.number)
        return
    first, second = field.sides
    winner, loser = (first, second) if war.winner == first.power else (second, first)
    if not progress.state.is_player(winner.power):
        _yield_provinces(progress, war, winner.power, loser, orders)
        return
    on_map = progress.state.principalities
    losers = (loser.power, *loser.allies)
    allies = tuple(one for one in winner.allies if one in progress.state.allies_of(winner.power))
    claim = Claim(
        winner.power,
        tuple(one for one in losers if progress.state.is_player(one) or one in on_map),
        allies,
        tuple(one for one in allies if one in war.could_take),
    )
    owed = dict.fromkeys(loser.allies, loser.power)
    settle_claim(progress, claim, loser.power, orders.get(winner.power, ()), owed)


def settle_claim(
    progress: Progress, claim: Claim, enemy: str, orders: Sequence[Any], owed: Mapping[str, str]
) -> None:
    """One treaty of a winning player, step by step (POW-PCE-23).

    `enemy` is the opponent as written in the winner's lines. `owed` maps each ally of a loser to
    that loser, who pays for its losses.
    """
    lines = [one for one in orders if isinstance(one, Treaty) and one.enemy == enemy]
    before = progress.state
    against = "the defeated League" if claim.religious else name_of(before, enemy)
    progress.tell(
        kinds.TREATY,
        "POW-RWP-7" if claim.religious else "POW-PCE-1",
        f"{player_name(claim.winner)} dictates a treaty to {against}",
        (claim.winner, *claim.enemies),
        winner=claim.winner,
        enemies=list(claim.enemies),
    )
    _take_own(progress, claim, lines)
    _take_for_allies(progress, claim, lines)
    _charge_losers(progress, before, owed)
    for power in claim.enemies:
        if progress.state.is_player(power) and not progress.state.lands[power]:
            drive_out(progress, power)
    _note_foreign_land(progress, claim, before)
    for name in tuple(progress.state.principalities):
        if len(progress.state.lands[name]) != len(before.lands.get(name, ())):
            influence.reassess(progress, name)


def _take_own(progress: Progress, claim: Claim, lines: Sequence[Treaty]) -> None:
    choice = _first_legal(progress, claim, [line for line in lines if not line.ally])
    if choice is None:
        silent = [ally for ally in claim.allies if not any(line.ally == ally for line in lines)]
        claimed: list[str] = []
        for ally in silent:
            claimed += spoils.ally_choice(progress.state, claim, ally, claimed)
        choice = Treaty("", spoils.winner_choice(progress.state, claim, claimed))
        progress.tell(
            kinds.TREATY_AUTOMATIC,
            "POW-PCE-22",
            f"{player_name(claim.winner)} takes {listed(choice.take) or 'nothing'} "
            "by the automatic treaty",
            (claim.winner,),
            choice.take,
            taken=list(choice.take),
        )
    if choice.vassalize:
        _vassalize(progress, claim, choice)
    costs = [(code, spoils.price(progress.state, claim, code)) for code in choice.take]
    for code in choice.take:
        owner = progress.state.provinces[code].owner
        hand_over(progress, code, claim.winner, "POW-PCE-1")
        if owner in progress.state.principalities:
            influence.clear(
                progress, claim.winner, owner, "POW-PCE-19", f"{code} was taken from it"
            )
    for code, (cost, rule, why) in costs:
        if cost:
            influence.lose(progress, claim.winner, cost, rule, f"{code} {why}")


def _vassalize(progress: Progress, claim: Claim, line: Treaty) -> None:
    code, winner = line.vassalize, claim.winner
    owner = progress.state.provinces[code].owner
    vassal = owner
    if progress.state.is_player(owner):
        vassal = line.name or free_name(progress.state, code)
        own = progress.state.lands[owner]
        found_principality(progress, vassal, own, code, "POW-PCE-16")
    name = name_of(progress.state, vassal)
    text = f"{player_name(winner)} makes {name} a vassal"
    progress.tell(
        kinds.VASSALIZED, "POW-PCE-16", text, (winner,), (code,), principality=vassal, winner=winner
    )
    why = f"{player_name(winner)} has vassalized it"
    for player in influence.without(progress.state.principalities[vassal].influence, winner):
        influence.clear(progress, player, vassal, "POW-PCE-16", why)
    influence.place(progress, winner, vassal, facts().vassal.influence, "POW-PCE-16")


def _take_for_allies(progress: Progress, claim: Claim, lines: Sequence[Treaty]) -> None:
    for line in lines:
        if line.ally and line.ally not in claim.allies:
            bar = spoils.ally_refusal(progress.state, claim, line.ally, line.take)
            progress.refuses(claim.winner, line, bar)
    for ally in claim.allies:
        own = [line for line in lines if line.ally == ally]
        choice = _first_legal(progress, claim, own)
        take = choice.take if choice else spoils.ally_choice(progress.state, claim, ally)
        can_take = bool(spoils.open_to_allies(progress.state, ally, claim.enemies))
        for code in take:
            hand_over(progress, code, ally, "POW-PCE-7")
        if take or ally not in claim.bound:
            continue
        rule = "POW-PCE-8" if can_take else "POW-PCE-9"
        slight = facts().treaty.slight
        influence.remove(
            progress, claim.winner, ally, slight, rule, "it could have taken a province"
        )


def _first_legal(progress: Progress, claim: Claim, lines: Sequence[Treaty]) -> Treaty | None:
    """The first line that is legal as a whole. All of them get their verdicts."""
    found: Treaty | None = None
    for line in lines:
        if found is not None:
            said = "a line above it is carried out"
            progress.skip(claim.winner, line, "excess", ("POW-PCE-1", said))
        elif not progress.refuses(claim.winner, line, line_refusal(progress.state, claim, line)):
            found = line
            rule = "POW-PCE-16" if line.vassalize else "POW-PCE-7" if line.ally else "POW-PCE-1"
            progress.judge(claim.winner, line, "success", (rule, "carried out"))
    return found


def line_refusal(state: State, claim: Claim, line: Treaty) -> Refusal | None:
    """Why a line of a treaty cannot be carried out, or None."""
    if line.ally and line.vassalize:
        return Refusal("POW-PCE-16", "only the winner vassalizes")
    if line.vassalize:
        return spoils.vassal_refusal(state, claim, line.vassalize, line.name)
    if line.ally:
        return spoils.ally_refusal(state, claim, line.ally, line.take)
    return spoils.take_refusal(state, claim, line.take)


def _charge_losers(progress: Progress, before: State, owed: Mapping[str, str]) -> None:
    """POW-PCE-12: the losers pay for every province that their allies have lost."""
    for ally, loser in owed.items():
        had = before.lands.get(ally, ())
        lost = [code for code in had if progress.state.provinces[code].owner != ally]
        if lost and ally in progress.state.principalities:
            cost = facts().treaty.ally_loss * len(lost)
            why = f"it has lost {count(len(lost), 'province')}"
            influence.remove(progress, loser, ally, cost, "POW-PCE-12", why)


def _note_foreign_land(progress: Progress, claim: Claim, before: State) -> None:
    """For the Emperor's Tradeoff: the winner, or an ally of his, has taken land of a Foreign
    Power."""
    taken = (
        code
        for code, province in progress.state.provinces.items()
        if province.owner in (claim.winner, *claim.allies)
        and province.owner != before.provinces[code].owner
    )
    owners = (before.players.get(before.provinces[code].owner) for code in taken)
    if any(owner is not None and owner.foreign is not None for owner in owners):
        progress.change_player(claim.winner, took_from_foreign=True)


def _yield_provinces(
    progress: Progress, war: War, winner: str, loser: Side, orders: Orders
) -> None:
    """POW-PCE-10 to 12: a principality has won, and takes the provinces that the loser gives up."""
    before, player = progress.state, loser.power
    name = name_of(before, winner)
    if winner not in before.principalities:
        return
    able = spoils.yieldable(before, player, loser.allies)
    room = facts().treaty.principality_takes
    wished = _wished(progress, player, winner, able, orders.get(player, ()))
    given = tuple(dict.fromkeys((*wished, *spoils.yield_order(before, player, able))))[:room]
    progress.tell(
        kinds.YIELDED,
        "POW-PCE-10",
        f"{player_name(player)} has to give up {listed(given) or 'no province'} to {name}",
        (player,),
        given,
        war=war.number,
        winner=winner,
        given=list(given),
    )
    for code in given:
        hand_over(progress, code, winner, "POW-PCE-10")
    _charge_losers(progress, before, dict.fromkeys(loser.allies, player))
    if not able and progress.state.players[player].foreign is None:
        text = f"{player_name(player)} has no province that could be given up, and is eliminated"
        progress.tell(kinds.ELIMINATED, "POW-PCE-11", text, (player,))
    if not able or not progress.state.lands[player]:
        drive_out(progress, player)
    for changed in (winner, *loser.allies):
        if changed in progress.state.principalities:
            influence.reassess(progress, changed)


def _wished(
    progress: Progress, player: str, winner: str, able: Sequence[str], orders: Sequence[Any]
) -> list[str]:
    """The provinces that the loser would rather give up, as far as the rules allow it."""
    wished: list[str] = []
    for order in orders:
        if not isinstance(order, Yield) or order.to not in ("", winner):
            continue
        good = [code for code in order.provinces if code in able]
        wished += good
        if good:
            progress.judge(player, order, "success", ("POW-PCE-10", "as far as it is needed"))
        else:
            said = "none of these provinces can be given up"
            progress.skip(player, order, "illegal", ("POW-PCE-10", said))
    return wished


def judge_unused(progress: Progress, orders: Orders) -> None:
    """Give a verdict to the lines of treaties that were not due."""
    judged = {(verdict.power, verdict.meaning) for verdict in progress.judged}
    for player in progress.state.order:
        for order in orders.get(player, ()):
            if isinstance(order, Treaty | Yield) and (player, order) not in judged:
                said = "there is no such treaty for this player to make"
                progress.skip(player, order, "void", ("POW-PCE-1", said))
