"""Battles in the notation of records: hands as "PPM", cards as one letter a side."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import asdict, replace

from generator.engine.chance import Lots
from generator.rulesets.westphalia.battle.army import Army, Cards, Terms
from generator.rulesets.westphalia.battle.duel import Battle, Play, fight_round
from generator.rulesets.westphalia.battle.exchange import Clash, Front, clash
from generator.rulesets.westphalia.battle.melee import Melee, fight_tick
from generator.rulesets.westphalia.battle.script import Script, parse_types
from generator.rulesets.westphalia.data.facts import facts

EARLY = Terms.of(asdict(facts().battle), 1)
LATE = replace(EARLY, rifling=True)


def army(
    hand: str,
    *,
    pile: str = "",
    aside: str = "",
    reserves: int = 0,
    called: bool = False,
    banned: bool = False,
) -> Army:
    return Army(Cards.of(hand), Cards.of(pile), Cards.of(aside), reserves, called, banned)


def meet(
    hands: tuple[str, str],
    cards: str,
    terms: Terms = EARLY,
    strip: str = "",
    fronts: tuple[Front, Front] = (Front(), Front()),
) -> Clash:
    """One exchange; both sides name the same types to strip."""
    names = parse_types(strip)
    first, second = parse_types(cards)
    armies = (army(hands[0]), army(hands[1]))
    return clash(armies, (first, second), terms, (names, names), fronts)


def rules_of(done: Clash | Battle) -> list[str]:
    """The rules that decided, without the prefix, in order; of a battle those of its last round."""
    effects = done.effects if isinstance(done, Clash) else done.rounds[-1].effects
    return [effect.rule.removeprefix("POW-") for effect in effects]


def scripted_plays(
    battle: Battle, scripts: tuple[Script, Script], names: tuple[str, str], lots: Lots, label: str
) -> tuple[Play, Play]:
    """Both sides' plays for the coming battle round. `label` begins the names of their lots."""
    number = battle.fought + 1
    one, other = battle.armies
    return (
        scripts[0].next_play(number, one, other, lots, f"{label}/auto/{names[0]}/{number}"),
        scripts[1].next_play(number, other, one, lots, f"{label}/auto/{names[1]}/{number}"),
    )


def fight_out(
    battle: Battle, choose: Callable[[Battle], tuple[Play, Play]], terms: Terms
) -> Battle:
    """The battle at its end. `choose` gives both sides' plays for the coming battle round."""
    while not battle.is_over:
        battle = fight_round(battle, choose(battle), terms)
    return battle


def fight_melee(melee: Melee, choose: Callable[[Melee, str], Play], terms: Terms) -> Melee:
    """The melee at its end. `choose` gives a member's play for the coming tick."""
    while not melee.is_over:
        plays = {member: choose(melee, member) for pair in melee.pairs for member in pair}
        melee = fight_tick(melee, plays, terms)
    return melee
