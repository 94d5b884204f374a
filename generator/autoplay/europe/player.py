"""The player of the Europe family: one for each power, in every phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from generator.autoplay.europe.ballots import choose_ballot, choose_motion
from generator.autoplay.europe.influence import choose_attack, choose_placements
from generator.autoplay.europe.intrigue import (
    accept_surrenders,
    ask_support,
    buy_infs,
    choose_declarations,
    choose_decree,
    grants_of_support,
    heed_decrees,
    offer_surrender,
)
from generator.autoplay.europe.marching import plan_march
from generator.autoplay.europe.outlook import Outlook, permitted
from generator.autoplay.europe.relations import Moods, Relations
from generator.autoplay.europe.seasons import (
    SeasonOutlook,
    choose_levies,
    choose_season,
    choose_surplus,
    march_in,
)
from generator.autoplay.europe.treasury import agree_on_loans, choose_builds, repay_when_due
from generator.autoplay.reach import neighbors
from generator.engine.board import province_of
from generator.engine.chance import Chance
from generator.engine.orders.values import Disband, Move, Retreat, UnitOrder
from generator.engine.ruleset import Ruleset
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.features.changing_objectives import ChangingRules, Held, SetObjective
from generator.rulesets.europe.features.extension import Vote
from generator.rulesets.europe.features.handover import HandOver
from generator.rulesets.europe.features.objective_terms import KINDS
from generator.rulesets.europe.features.retreat_wishes import RetreatWish
from generator.rulesets.europe.ruleset import EuropeRuleset
from generator.rulesets.europe.state.state import Displaced, EuropeState
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe_1619.reichstag_meeting import (
    HRE,
    ReichstagCall,
    ReichstagRules,
    ReichstagVote,
)

# --- wishes for retreats

CHOICES: Final = 2
"""The most provinces in a wish."""


def wish_for_retreats(outlook: Outlook, march: Mapping[int, UnitOrder]) -> tuple[RetreatWish, ...]:
    """Where strong armies that stay would go if the foes around them were stronger."""
    state, found = outlook.state, list[RetreatWish]()
    if "wishes" not in state.parts:
        return ()
    for index in outlook.own:
        owner, unit = stand = outlook.stands[index]
        strong = owner == outlook.power and unit.kind == "A" and unit.strength > 1
        if not strong or isinstance(march[index], Move):
            continue
        if outlook.threats.get(unit.province, 0) < unit.strength:
            continue
        near = dict.fromkeys(province_of(place) for place in neighbors(outlook.board, unit))
        places = [
            place for place in near if place not in outlook.at and outlook.may_enter(stand, place)
        ]
        places.sort(key=lambda place: (outlook.threats.get(place, 0), place))
        if places:
            found.append(RetreatWish(unit.piece, tuple(places[:CHOICES])))
    return tuple(found)


def sees_to_itself(state: EuropeState, stranded: Displaced) -> bool:
    """Whether a dislodged army goes where its power has wished it to go."""
    wished = state.parts.get("wishes", {}).get(stranded.unit.province, ())
    return any(place in stranded.places for place in wished)


# --- the Reichstag

EARLIEST: Final = 2
LATEST: Final = 9
"""In which year of the game Austria calls it, at the earliest and at the latest; after a tie
again two years later."""


def choose_reichstag(outlook: Outlook) -> tuple[Any, ...]:
    """Austria's call, or a member's vote on what Austria announced; nothing in other years."""
    rules = outlook.facts.of(ReichstagRules)
    caller = rules.caller
    part = outlook.state.parts.get("reichstag")
    if part is None or caller not in outlook.state.living:
        return ()
    if any(meeting.result != "tied" for meeting in part.held):
        return ()
    draws = outlook.relations.chance.branch("autoplay reichstag")
    year = outlook.facts.first_year + EARLIEST + draws.number(LATEST - EARLIEST)
    year += 2 * len(part.held)
    if outlook.state.year != year or outlook.power not in rules.members:
        return ()
    motion = _motion(outlook, caller)
    if motion is None:
        return ()
    orders: list[Any] = []
    if outlook.power == caller:
        orders.append(motion)
    purpose = f"autoplay reichstag vote {outlook.power} {outlook.state.year}"
    forgets = outlook.relations.chance.branch(purpose).number(100) < 6
    if outlook.power != motion.target and not forgets:
        orders.append(ReichstagVote(_favors(outlook, motion, caller)))
    if outlook.power == caller:
        return permitted(outlook.edition, outlook.state, caller, orders)
    return tuple(orders)


def _motion(outlook: Outlook, caller: str) -> ReichstagCall | None:
    """Austria's motion: the strongest power in a state of the Empire, unless it is a friend, is to
    be kept out; a member by the ban, a foreign power by the third agenda."""
    facts, relations = outlook.facts, outlook.relations
    rules = facts.of(ReichstagRules)
    members, foreign = rules.members, rules.foreign_powers
    best, motion = 0, None
    for code in outlook.state.states:
        if HRE not in facts.states[code].marks:
            continue
        for power, number in outlook.state.infs[code].items():
            if power == caller or power in relations.friends[caller]:
                continue
            worth = number * 10 - relations.affinity(caller, power)
            if worth > best and power in members:
                best, motion = worth, ReichstagCall(2, power, "infs", code)
            elif worth > best and power in foreign:
                best, motion = worth, ReichstagCall(3, power, "", code)
    return motion


def _favors(outlook: Outlook, motion: ReichstagCall, caller: str) -> bool:
    """Whether a member is for a motion: out of spite against its target, or for Austria's sake."""
    if outlook.power == caller:
        return True
    relations = outlook.relations
    felt = relations.affinity(outlook.power, caller)
    if motion.target:
        felt -= 2 * relations.affinity(outlook.power, motion.target)
        if motion.target in relations.friends[outlook.power]:
            felt -= 60
        own = outlook.state.infs.get(motion.state, {}).get(outlook.power, 0)
        felt += 6 * own
    return felt > 0


# --- secret objectives and the handing over of land

REGRETS: Final = 40
"""How often a power changes an objective that it will not reach, in percent."""
LATE: Final = 3
"""So many years before the end it begins to think of that."""
HANDS_OVER: Final = 40
"""How often land goes to the state or the ally whose unit keeps it, in percent."""


def choose_objectives(outlook: Outlook) -> tuple[SetObjective, ...]:
    """The first objectives, from the edition's samples; in the last years others in the place of
    those that the power will not reach."""
    held: Held | None = outlook.state.parts.get("objectives")
    if not isinstance(held, Held):
        return ()
    samples = outlook.facts.of(ChangingRules).samples.get(outlook.power, ())
    if not held.closed:
        return tuple(SetObjective(k, text) for k, text in zip(KINDS, samples, strict=False))
    left = outlook.facts.last_year - outlook.state.year
    draws = outlook.relations.chance.branch(f"autoplay regret {outlook.power} {left}")
    if left >= LATE or draws.number(100) >= REGRETS:
        return ()
    return _better(outlook, held)


def _better(outlook: Outlook, held: Held) -> tuple[SetObjective, ...]:
    """A state that is the power's already, or land that it holds, for an objective far away."""
    power, state = outlook.power, outlook.state
    political, military = (held.find(power, kind) for kind in ("political", "military"))
    own = [code for code in state.states if state.statuses[code].patron == power]
    held_land = (code for code, capture in state.captures.items() if capture.holder == power)
    taken = [code for code in held_land if code in state.at]
    orders = []
    if political and own and not any(code in political.goal.split() for code in own):
        firm = max(own, key=lambda code: (state.infs[code].get(power, 0), code))
        orders.append(SetObjective("political", f"ALIGN {firm}", change=True))
    if military and taken and not any(code in military.goal.split() for code in taken):
        orders.append(SetObjective("military", f"OCCUPY {min(taken)}", change=True))
    return permitted(outlook.edition, state, power, orders)


def choose_handovers(outlook: Outlook, draws: Chance) -> tuple[HandOver, ...]:
    """Conquests that a unit of someone else keeps, given to whose unit it is; a power gives more
    readily to its states than to an ally."""
    found = []
    for code, held in outlook.state.captures.items():
        there = outlook.state.at.get(code, (held.holder,))[0]
        if there == held.holder or outlook.standing.side_of(held.holder) != outlook.power:
            continue
        if draws.number(100) < HANDS_OVER // (1 if is_minor(there) else 2):
            found.append(HandOver(code, there))
    return permitted(outlook.edition, outlook.state, outlook.power, found)


# --- the player

AGREED: Final = 60
"""How often all agree on one more year, in percent."""


class EuropePlayer:
    """The player for every ruleset of the family."""

    def write_orders(
        self, ruleset: Ruleset[EuropeState], state: EuropeState, power: str, chance: Chance
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
    """The power's orders in the phase that `state` waits for."""
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
    """The same where INFs, votes and units are those of one year, and no one declares war."""
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
    """The marches announced by friends who come before the power and follow no one."""

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
    """The announcements of friends with the same enemies, who themselves follow no one."""
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
    """One more year where all agreed on it by letter; else those who lead would continue, and the
    others rather go home."""
    if chance.branch(f"autoplay tie {outlook.state.year}").number(100) < AGREED:
        return Vote("extend", 1)
    points = {p: sum(row.values()) for p, row in outlook.state.scores.items()}
    leads = points.get(outlook.power, 0) >= max(points.values(), default=0)
    return Vote("extend", 2) if leads else Vote("draw")
