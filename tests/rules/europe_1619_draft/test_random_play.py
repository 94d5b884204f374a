"""Whatever is ordered: what is true of a game after every phase, and what stays secret."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.chance import Chance
from generator.engine.phases import OrderBook, Resolution, Sheet, WrittenOrder
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.features.decree_records import (
    AnnulDecree,
    Decree,
    Demand,
    IssueDecree,
)
from generator.rulesets.europe.features.draw_votes import ProposeDraw
from generator.rulesets.europe.features.fortification import Fortify
from generator.rulesets.europe.features.handlers import HandlerRules, handlers_of
from generator.rulesets.europe.features.objectives import FileObjective, Goal
from generator.rulesets.europe.playing.play import play_phase
from generator.rulesets.europe.state.soundness import flaws_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619_draft import EDITION, RULESET
from tests.rules.europe.building import opening
from tests.rulesets.europe.random_play import book_of

Played = Resolution[EuropeState]
WORDS = "nobody shall know"


def own_orders(state: EuropeState, dice: Random, power: str) -> list[Any]:
    """Orders that only this edition has, sensible and other."""
    powers, states = list(state.facts.powers), list(state.facts.states)
    other = dice.choice(powers)
    demands = (
        Demand("not_enter", dice.choice(states)),
        Demand("not_ally", power=other),
        Demand("leave_alliance", power=other),
        Demand("not_attack", dice.choice(("", *states)), other),
        Demand("not_influence", dice.choice(states)),
        Demand("free", text=WORDS),
        Demand("forced", power=other),
    )
    targets = tuple(dict.fromkeys(dice.choices(powers, k=dice.randint(1, 4))))
    orders: list[Any] = []
    if power == "papacy" or dice.random() < 0.02:
        orders.append(IssueDecree(targets, dice.choice(demands)))
        if dice.random() < 0.2:
            orders.append(AnnulDecree(dice.randint(1, 5)))
    if dice.random() < 0.5:
        orders.append(Fortify(dice.choice(states), dice.randint(0, 3)))
    if dice.random() < 0.3:
        goal = dice.choice((Goal("controls", ("NET",)), Goal("free", text=WORDS)))
        orders.append(FileObjective(dice.choice(("military", "political")), goal))
    if dice.random() < 0.02:
        orders.append(ProposeDraw())
    return orders


def sheets(state: EuropeState, dice: Random) -> OrderBook:
    book = book_of(state, dice)
    phase = state.moment.phase
    more = {}
    for power, sheet in book.sheets.items():
        own = (
            own_orders(state, dice, power) if phase in ("diplomatic", "movement", "builds") else []
        )
        for code in state.facts.of(HandlerRules).minors if phase == "movement" else ():
            if power in handlers_of(state, code):
                own += [
                    one.order
                    for other in book.sheets.values()
                    for one in other.orders
                    if state.at.get(_place(one.order), ("",))[0] == code
                ]
        written = (WrittenOrder(str(one), 90 + n, 1, one) for n, one in enumerate(own))
        more[power] = Sheet(power, (*sheet.orders, *written))
    return replace(book, sheets=more)


def _place(order: Any) -> str:
    unit = getattr(order, "unit", None)
    return unit.at.partition("/")[0] if unit is not None else ""


def play_on(state: EuropeState, dice: Random, seed: str) -> tuple[OrderBook, Played]:
    book = sheets(state, dice)
    chance = Chance(seed, f"{state.moment.year}/{state.moment.slug}")
    return book, play_phase(EDITION, state, book, (), chance)


def check(before: EuropeState, played: Played) -> None:
    state = played.state
    assert flaws_of(state) == ()
    document = RULESET.dump(state)
    assert RULESET.load(document) == state
    assert min(state.treasury.values(), default=0) >= 0
    for side, units in state.units.items():
        for unit in units:
            shield = (
                is_minor(side) and unit.kind == "A" and unit.at == state.facts.states[side].home
            )
            assert unit.strength == 1 or shield or not is_minor(side), (side, unit)
    years = [one.year for one in state.parts["decrees"].issued]
    assert len(years) == len(set(years))
    decree: Decree
    for decree in state.parts["decrees"].issued:
        for power in decree.order.targets:
            assert state.facts.powers[power].confession == "catholic"
    _check_handlers(state)
    _check_secrets(before, played, str(dict(document.public)))


def _check_handlers(state: EuropeState) -> None:
    for code in state.facts.of(HandlerRules).minors:
        posts = handlers_of(state, code)
        assert len(set(posts)) == min(3, len(state.living))
        assert set(posts) <= set(state.living)
        if state.moment.phase == "movement" and len(state.living) > 1:
            assert state.statuses[code].patron != posts[0]


def _check_secrets(before: EuropeState, played: Played, public: str) -> None:
    over = played.state.ending is not None
    said = [str(one) for one in (*played.events, *played.verdicts) if one.public]
    assert WORDS not in public
    assert over or not [one for one in said if WORDS in one]
    assert over or not [one for one in said if "handler" in one]
    if before.moment.phase == "movement":
        for one in played.verdicts:
            side = before.at.get(one.order[2:6].split(" ")[0].partition("/")[0], ("",))[0]
            if one.public and side in before.facts.of(HandlerRules).minors:
                assert one.power == side


@pytest.mark.rule("E19D-HND-1")
@pytest.mark.rule("E19D-PAP-1")
@pytest.mark.parametrize(
    ("seed", "options"),
    [
        ("spring", {}),
        ("autumn", {"players": 10, "end_mode": "target", "target_points": 40}),
        ("winter", {"final_year": 1622}),
    ],
)
def test_what_is_true_after_every_phase(seed: str, options: dict[str, Any]):
    dice = Random(seed)
    state = opening(EDITION, **options)
    drawn = play_on(state, Random(seed), seed)[1].state
    for code, confession in (("OTT", "protestant"), ("POLN", "catholic")):
        if code in state.facts.of(HandlerRules).minors:
            assert state.facts.powers[handlers_of(drawn, code)[0]].confession == confession
    while state.ending is None and state.year < 1625:
        book, played = play_on(state, dice, seed)
        check(state, played)
        chance = Chance(seed, f"{state.moment.year}/{state.moment.slug}")
        assert play_phase(EDITION, state, book, (), chance) == played
        state = played.state
    assert state.year >= 1622
