"""The player of the Europe family: one for each power, in every phase."""

from __future__ import annotations

from typing import Any, Final

from generator.autoplay.europe.ambitions import choose_handovers, choose_objectives
from generator.autoplay.europe.ballots import choose_ballot, choose_motion
from generator.autoplay.europe.covenants import (
    accept_surrenders,
    ask_support,
    heed_decrees,
    offer_surrender,
)
from generator.autoplay.europe.credit import agree_on_loans, repay_when_due
from generator.autoplay.europe.influence import choose_attack, choose_placements
from generator.autoplay.europe.intrigue import choose_declarations
from generator.autoplay.europe.marching import plan_march
from generator.autoplay.europe.outlook import Outlook
from generator.autoplay.europe.papacy import buy_infs, choose_decree, grants_of_support
from generator.autoplay.europe.reichstag import choose_reichstag
from generator.autoplay.europe.relations import Moods, Relations
from generator.autoplay.europe.seasons import (
    SeasonOutlook,
    choose_levies,
    choose_season,
    choose_surplus,
    march_in,
)
from generator.autoplay.europe.treasury import choose_builds
from generator.autoplay.europe.wishes import sees_to_itself, wish_for_retreats
from generator.engine.board import province_of
from generator.engine.chance import Chance
from generator.engine.orders.values import Disband, Retreat, UnitOrder
from generator.engine.ruleset import Ruleset
from generator.rulesets.europe.features.extension import Vote
from generator.rulesets.europe.ruleset import EuropeRuleset
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.edition import Edition

AGREED: Final = 60
"""How often all agree on one more year, in percent."""


class EuropePlayer:
    """The player for every ruleset of the family."""

    def write_orders(
        self,
        ruleset: Ruleset[EuropeState],
        state: EuropeState,
        power: str,
        chance: Chance,
    ) -> tuple[str, ...]:
        assert isinstance(ruleset, EuropeRuleset)
        return tuple(map(str, intended_orders(ruleset.edition, state, power, chance)))


PLAYER: Final = EuropePlayer()


def outlook_of(edition: Edition, state: EuropeState, power: str, chance: Chance) -> Outlook:
    """The state as a power sees it in the game with this chance."""
    return Outlook(edition, state, Relations(state, chance), power)


def intended_orders(
    edition: Edition, state: EuropeState, power: str, chance: Chance
) -> tuple[Any, ...]:
    """What the power orders in the phase that `state` waits for."""
    phase = edition.course[state.moment.phase]
    if "annual" in state.parts:
        return _of_the_season(edition, state, power, chance)
    draws = chance.branch(f"autoplay {state.moment} {power}")
    outlook = outlook_of(edition, state, power, chance)
    orders: tuple[Any, ...] = ()
    if "politics" in phase.traits:
        # In a phase that has movement as well, friends hear of marches and not of politics.
        talks = chance.branch(f"autoplay politics {state.moment} {power}")
        orders += _diplomacy(outlook, talks if phase.units else draws)
    if phase.units == "movement":
        march = plan_march(outlook, _heard(outlook, chance), draws)
        orders += tuple(march[index] for index in outlook.own)
        orders += wish_for_retreats(outlook, march)
    elif phase.units == "retreat":
        return _retreats(outlook)
    elif phase.slug == "adjustment":
        return choose_handovers(outlook, draws)
    elif phase.slug == "income":
        return (*accept_surrenders(outlook), *repay_when_due(outlook, draws))
    elif phase.slug == "builds":
        sent = (*agree_on_loans(outlook), *grants_of_support(outlook))
        spent = sum(
            getattr(order, "amount", 0) for order in sent if not getattr(order, "accepts", False)
        )
        bought = choose_builds(outlook, draws, spent)
        infs = buy_infs(outlook, spent, bought)
        return (*accept_surrenders(outlook), *sent, *bought, *infs)
    elif phase.slug == "vote":
        return (_vote(outlook, chance),)
    return orders


def _of_the_season(
    edition: Edition, state: EuropeState, power: str, chance: Chance
) -> tuple[Any, ...]:
    """The same where INFs, votes and units are those of one year, and nobody declares war."""
    outlook = _season_outlook(edition, state, power, chance)
    draws = chance.branch(f"autoplay {state.moment} {power}")
    phase = edition.course[state.moment.phase]
    if phase.units == "movement":
        orders = choose_season(outlook, _told(outlook, chance), draws)
        return (*orders, *choose_motion(outlook, draws))
    if phase.units == "retreat":
        return _retreats(outlook)
    if phase.slug == "early-winter":
        return choose_surplus(outlook)
    return (*choose_levies(outlook, draws), *choose_ballot(outlook, draws))


def _season_outlook(
    edition: Edition, state: EuropeState, power: str, chance: Chance
) -> SeasonOutlook:
    return SeasonOutlook(edition, state, Moods(state, chance), power)


def _told(outlook: SeasonOutlook, chance: Chance) -> dict[int, UnitOrder]:
    """What the friends tell of their marches who come before the power and follow nobody."""

    def leaders(follower: str) -> tuple[str, ...]:
        before = list(outlook.facts.powers)
        before = before[: before.index(follower)]
        return tuple(friend for friend in outlook.relations.friends[follower] if friend in before)

    told: dict[int, UnitOrder] = {}
    for friend in leaders(outlook.power):
        if not leaders(friend):
            theirs = _season_outlook(outlook.edition, outlook.state, friend, chance)
            draws = chance.branch(f"autoplay {outlook.state.moment} {friend}")
            told |= march_in(theirs, {}, draws)[1]
    return told


def _diplomacy(outlook: Outlook, draws: Chance) -> tuple[Any, ...]:
    state, power = outlook.state, outlook.power
    budget = outlook.facts.infs_of(power, state.year) + state.extra_infs.get(power, 0)
    placed = choose_placements(outlook, budget, draws)
    attack = choose_attack(outlook, placed, draws)
    declared = choose_declarations(outlook, draws)
    meant = heed_decrees(outlook, [*placed, *((attack,) if attack is not None else ()), *declared])
    return (
        *choose_objectives(outlook),
        *meant,
        *choose_reichstag(outlook),
        *offer_surrender(outlook, meant, draws),
        *ask_support(outlook, draws),
        *choose_decree(outlook),
    )


def _heard(outlook: Outlook, chance: Chance) -> dict[int, UnitOrder]:
    """What friends with the same enemies have announced, who themselves follow nobody."""
    heard: dict[int, UnitOrder] = {}
    for friend in _leaders(outlook):
        theirs = outlook_of(outlook.edition, outlook.state, friend, chance)
        if not _leaders(theirs):
            draws = chance.branch(f"autoplay {outlook.state.moment} {friend}")
            heard |= plan_march(theirs, {}, draws)
    return heard


def _leaders(outlook: Outlook) -> tuple[str, ...]:
    """The friends that a power follows in war: allies with an enemy in common who come before it
    in the order of powers."""
    relations, power = outlook.relations, outlook.power
    before = list(outlook.facts.powers)
    before = before[: before.index(power)]
    enemies = set(relations.enemies[power])
    return tuple(
        friend
        for friend in relations.friends[power]
        if friend in before
        and outlook.standing.allied(power, friend)
        and enemies & set(relations.enemies[friend])
    )


def _retreats(outlook: Outlook) -> tuple[Any, ...]:
    """An order for each unit that may retreat: the best place left, no two to one."""
    orders: list[Any] = []
    taken: set[str] = set()
    for stranded in outlook.state.displaced:
        if outlook.standing.side_of(stranded.owner) != outlook.power or not stranded.places:
            continue
        if sees_to_itself(outlook.state, stranded):
            continue
        places = [place for place in stranded.places if province_of(place) not in taken]
        if not places:
            orders.append(Disband(stranded.unit.piece))
            continue
        kind = stranded.unit.kind

        def worth(place: str, owner: str = stranded.owner, kind: Any = kind) -> tuple[int, str]:
            gain = outlook.gain(owner, kind, province_of(place))
            return gain + outlook.hope(owner, kind, place) // 2, place

        best = max(places, key=worth)
        taken.add(province_of(best))
        orders.append(Retreat(stranded.unit.piece, best))
    return tuple(orders)


def _vote(outlook: Outlook, chance: Chance) -> Vote:
    """One more year where all agreed on it by letter; else those who lead would go on, and the
    others rather go home."""
    if chance.branch(f"autoplay tie {outlook.state.year}").number(100) < AGREED:
        return Vote("extend", 1)
    points = {p: sum(row.values()) for p, row in outlook.state.scores.items()}
    leads = points.get(outlook.power, 0) >= max(points.values(), default=0)
    return Vote("extend", 2) if leads else Vote("draw")
