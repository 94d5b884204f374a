"""Battles told: events with every card and the rule that decided each step, for reports and pages.

What only one player may know (a hand before the battle) is told to that player alone. When a
battle round has been fought, all of it is public.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.battle.cards import (
    CAVALRY,
    NAMES,
    PIKEMEN,
    Cards,
    Type,
)
from generator.rulesets.westphalia.battle.duel import Round
from generator.rulesets.westphalia.battle.exchange import BEATS, Effect
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import War
from generator.rulesets.westphalia.state.words import capital_letter, count, name_of
from generator.rulesets.westphalia.wars.fields import Field

__all__ = [
    "effect_text",
    "round_record",
    "round_text",
    "tell_battle",
    "tell_hand",
    "tell_rounds",
    "tell_swap",
]


def tell_hand(progress: Progress, leader: str, power: str, army: Army, battle: str) -> None:
    """Tell a hand to the one player who plays it."""
    if not leader:
        return
    name = name_of(progress.state, power)
    progress.tell(
        kinds.HAND_DEALT,
        "POW-BAT-3",
        f"{name} holds {army.hand}, with {army.reserves} in reserve",
        (leader,),
        known_to=(leader,),
        battle=battle,
        power=power,
        hand=str(army.hand),
        reserves=army.reserves,
    )


def tell_swap(
    progress: Progress,
    leader: str,
    power: str,
    wished: Sequence[Type],
    swapped: tuple[Army, Cards, Cards],
    battle: str,
) -> None:
    """Tell what was discarded, face up; to its player alone what was drawn, and what of his wishes
    could not be discarded. `swapped` is the army after it, the cards discarded and drawn."""
    army, out, new = swapped
    name = name_of(progress.state, power)
    if leader and len(out) < len(wished):
        progress.tell(
            kinds.SWAP_SHORT,
            "POW-BAT-5",
            f"{name} discards {out} of the {Cards.of(wished)} that were named: no more are held, "
            "or may be swapped",
            (leader,),
            known_to=(leader,),
            battle=battle,
            power=power,
        )
    if not len(out):
        return
    progress.tell(
        kinds.CARDS_SWAPPED,
        "POW-BAT-5",
        f"{name} discards {out} and draws {count(len(out), 'card')}",
        (leader,) if leader else (),
        battle=battle,
        power=power,
        discarded=str(out),
    )
    if leader:
        progress.tell(
            kinds.CARDS_DRAWN,
            "POW-BAT-5",
            f"{name} draws {new}, and holds {army.hand}",
            (leader,),
            known_to=(leader,),
            battle=battle,
            power=power,
            drawn=str(new),
            hand=str(army.hand),
        )


def tell_battle(progress: Progress, war: War, field: Field, winner: str) -> None:
    """Tell the end of a private war's battle, with all battle rounds not told before."""
    battle = field.battle
    assert battle is not None
    rounds = count(battle.fought, "battle round")
    if winner:
        loser = next(side.power for side in field.sides if side.power != winner)
        names = name_of(progress.state, winner), name_of(progress.state, loser)
        rule, text = "POW-BAT-21", f"War {war.number}: {names[0]} beats {names[1]} in {rounds}"
    else:
        rule, text = "POW-BAT-22", f"War {war.number}: after {rounds} nobody has won"
    progress.tell(
        kinds.BATTLE,
        rule,
        text,
        _players(progress, field),
        weight=7,
        war=war.number,
        winner=winner,
        sides=[side.power for side in field.sides],
        strengths=[side.strength for side in field.sides],
        fought=battle.fought,
        rounds=_records(progress, field),
    )


def tell_rounds(progress: Progress, war: War, field: Field) -> None:
    """Tell the battle rounds of a battle that goes on; each hand to its player alone."""
    records = _records(progress, field, shown=False)
    if records:
        progress.tell(
            kinds.BATTLE_ROUNDS,
            "POW-BAT-6",
            f"War {war.number}: {records[-1]['text']}",
            _players(progress, field),
            weight=3,
            war=war.number,
            sides=[side.power for side in field.sides],
            rounds=records,
        )
        assert field.battle is not None
        for side, army in zip(field.sides, field.battle.armies, strict=True):
            tell_hand(progress, side.leader, side.power, army, str(war.number))


def _records(progress: Progress, field: Field, *, shown: bool = True) -> list[dict[str, Any]]:
    assert field.battle is not None
    one, other = (name_of(progress.state, side.power) for side in field.sides)
    return [round_record(done, (one, other), shown=shown) for done in field.battle.rounds]


def round_record(done: Round, names: tuple[str, str], *, shown: bool = True) -> dict[str, Any]:
    """A battle round as data: cards, hands, piles, and each step with its rule and its sentence.

    Of hands that are not to be `shown` the number of cards is told.
    """
    hands = [army.hand for army in done.armies]
    return {
        "number": done.number,
        "cards": list(done.cards),
        "hands": [str(hand) if shown else count(len(hand), "card") for hand in hands],
        "piles": [str(army.pile) for army in done.armies],
        "text": round_text(done.cards, done.effects, names),
        "steps": [
            {
                "side": effect.side,
                "rule": effect.rule,
                "kind": effect.kind,
                "cards": str(effect.cards),
                "text": f"{capital_letter(names[effect.side])} {effect_text(effect)}",
            }
            for effect in done.effects
        ],
    }


def round_text(cards: tuple[Type, Type], effects: Sequence[Effect], names: tuple[str, str]) -> str:
    """What a battle round was, in one sentence: "musketeers beat pikemen: Black discards 1P"."""
    one, other = cards
    if one == other:
        first = f"both play {NAMES[one]}"
    else:
        strong, weak = (one, other) if BEATS[one] == other else (other, one)
        verb = "rides down" if strong == CAVALRY else "stop" if strong == PIKEMEN else "beat"
        first = f"{NAMES[strong]} {verb} {NAMES[weak]}"
    said: list[str] = []
    for number, effect in enumerate(effects):
        text = effect_text(effect)
        if not number or effects[number - 1].side != effect.side:
            text = f"{capital_letter(names[effect.side])} {text}"
        said.append(text)
    return f"{first}: {'; '.join(said)}"


def effect_text(effect: Effect) -> str:
    """One step of a battle round in words, without the name of its side."""
    if effect.kind == "discards":
        return f"discards {effect.cards}"
    if effect.kind == "lacks":
        return f"has no {NAMES[next(iter(effect.cards))]}"
    if effect.kind == "banned":
        return "may not play cavalry in the next battle round"
    if effect.kind == "routs":
        return f"routs, {_rout_reason(effect)}"
    if effect.kind == "spent":
        held = len(effect.cards)
        return f"puts {effect.cards} on the pile" if held else "has no cards left"
    if effect.kind == "calls":
        return f"calls {effect.cards}"
    return "has lost"


def _rout_reason(effect: Effect) -> str:
    if effect.against:
        return f"{len(effect.cards)} against {effect.against} cards"
    if effect.rule == "POW-BAT-17":
        return f"for {effect.cards} is too little infantry"
    if effect.rule == "POW-BAT-23":
        return f"for {effect.cards} may not be played"
    return f"for {effect.cards} is nothing but cavalry"


def _players(progress: Progress, field: Field) -> tuple[str, ...]:
    return tuple(side.power for side in field.sides if progress.state.is_player(side.power))
