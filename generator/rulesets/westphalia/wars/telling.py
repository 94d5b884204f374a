"""Reports of battles: events with every card and the rule that decided each step, for reports and
pages.

Secrets of one player (a hand before the battle) are shown only to that player. When a battle round
has been fought, all of it is public.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from generator.engine.report import Row, Section, table
from generator.engine.verdicts import Event
from generator.rulesets.westphalia.battle.army import CAVALRY, NAMES, PIKEMEN, Army, Cards, Type
from generator.rulesets.westphalia.battle.duel import Round
from generator.rulesets.westphalia.battle.exchange import BEATS, Effect
from generator.rulesets.westphalia.battle.melee import Melee, Tick
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import (
    LEAGUES,
    capital_letter,
    count,
    name_of,
    player_name,
)
from generator.rulesets.westphalia.wars.fields import RELIGIOUS, Field, Muster, Side


def tell_hand(progress: Progress, side: Side, army: Army, battle: str) -> None:
    """Report a hand to the one player who plays it. `battle` is the key of the battle."""
    if side.leader:
        progress.tell(
            kinds.HAND_DEALT,
            "POW-BAT-3",
            f"{name_of(progress.state, side.power)} holds {army.hand}, "
            f"with {army.reserves} in reserve",
            (side.leader,),
            known_to=(side.leader,),
            battle=battle,
            power=side.power,
            hand=str(army.hand),
            reserves=army.reserves,
        )


def tell_swap(
    progress: Progress,
    side: Side,
    wished: Sequence[Type],
    swapped: tuple[Army, Cards, Cards],
    battle: str,
) -> None:
    """Report the discarded cards, face up; and only to their player the cards drawn, and the wishes
    for discards that could not be met. `swapped` is the army after it, the cards discarded and
    drawn."""
    army, out, new = swapped
    leader, name = side.leader, name_of(progress.state, side.power)
    whose: dict[str, Any] = {"battle": battle, "power": side.power}
    if leader and len(out) < len(wished):
        text = (
            f"{name} discards {out} of the {Cards.of(wished)} that were named: no more are held, "
            "or may be swapped"
        )
        progress.tell(kinds.SWAP_SHORT, "POW-BAT-5", text, (leader,), known_to=(leader,), **whose)
    if not len(out):
        return
    text = f"{name} discards {out} and draws {count(len(out), 'card')}"
    progress.tell(kinds.CARDS_SWAPPED, "POW-BAT-5", text, (leader,), **whose, discarded=str(out))
    if leader:
        progress.tell(
            kinds.CARDS_DRAWN,
            "POW-BAT-5",
            f"{name} draws {new}, and holds {army.hand}",
            (leader,),
            known_to=(leader,),
            **whose,
            drawn=str(new),
            hand=str(army.hand),
        )


def tell_battle(progress: Progress, field: Field) -> None:
    """Report the battle rounds of a private war that were not reported before, and its end. While a
    battle continues, only its player sees each hand."""
    battle = field.battle
    assert battle is not None
    powers = [side.power for side in field.sides]
    names = [name_of(progress.state, power) for power in powers]
    records = [
        _round_record(done, (names[0], names[1]), shown=field.is_over) for done in battle.rounds
    ]
    if not field.is_over:
        progress.tell(
            kinds.BATTLE_ROUNDS,
            "POW-BAT-6",
            f"War {field.war}: {records[-1]['text']}",
            powers,
            war=field.war,
            sides=powers,
            rounds=records,
        )
        for side in field.sides:
            tell_hand(progress, side, field.armies[side.power], field.key)
        return
    rounds = count(battle.fought, "battle round")
    rule, text = "POW-BAT-22", f"War {field.war}: after {rounds} nobody has won"
    if field.winner:
        first, second = names if field.winner == powers[0] else reversed(names)
        rule, text = "POW-BAT-21", f"War {field.war}: {first} beats {second} in {rounds}"
    progress.tell(
        kinds.BATTLE,
        rule,
        text,
        powers,
        war=field.war,
        winner=field.winner,
        sides=powers,
        strengths=[side.strength for side in field.sides],
        fought=battle.fought,
        rounds=records,
    )


def tell_melee(progress: Progress, muster: Muster) -> None:
    """Report the new ticks of the melee, and its end. While it continues, only its player sees each
    hand."""
    melee = muster.melee
    assert melee is not None
    for tick in melee.ticks:
        _tell_tick(progress, melee, tick)
    if not melee.is_over:
        # At the line-up, which is not a battle round, all players know their own hands.
        for side in muster.sides if melee.fought else ():
            if side.power in melee.present(melee.side[side.power]):
                tell_hand(progress, side, melee.armies[side.power], RELIGIOUS)
        return
    ticks = count(melee.fought, "battle round")
    text = f"Nobody is left in either League after {ticks}: the Religious War is inconclusive"
    if muster.winner:
        text = f"{LEAGUES[muster.winner]} wins the Religious War after {ticks}"
    text = capital_letter(text)
    progress.tell(
        kinds.MELEE_ENDED, "POW-RWB-11", text, melee.order, winner=muster.winner, ticks=melee.fought
    )


MOVES: Final = {"leaves": "leaves the melee", "faces": "faces {}", "waits": "waits in reserve"}
"""The moves of members of a League between battle rounds, with a place for another member."""


def _tell_tick(progress: Progress, melee: Melee, tick: Tick) -> None:
    """One event a tick: all its fights with every step, and who leaves, faces, or waits."""
    fights: list[dict[str, Any]] = []
    for fight in tick.fights:
        one, other = map(player_name, fight.members)
        record = _round_record(fight, (one, other), shown=melee.is_over)
        fights.append({"members": list(fight.members), **record})
    moves = [
        {"member": move.member, "kind": move.kind, "rule": move.rule, "other": move.other}
        for move in tick.moves
    ]
    said = [
        f"{player_name(move.member)} {MOVES[move.kind].format(player_name(move.other))}"
        for move in tick.moves
    ]
    figures: dict[str, Any] = {"number": tick.number, "fights": fights, "moves": moves}
    if tick.number:
        text = f"Tick {tick.number}: {'. '.join([*(fight['text'] for fight in fights), *said])}"
        progress.tell(kinds.MELEE_TICK, "POW-RWB-4", text, melee.order, **figures)
    else:
        text = f"The Leagues line up: {', '.join(said)}"
        progress.tell(kinds.MELEE_LINED_UP, "POW-RWB-3", text, melee.order, **figures)


def _round_record(done: Round, names: tuple[str, str], *, shown: bool = True) -> dict[str, Any]:
    """A battle round as data: cards, hands, piles, and each step with its rule and its sentence.

    Of hands that are not to be `shown`, only the number of cards is given.
    """
    hands = [army.hand for army in done.armies]
    return {
        "number": done.number,
        "cards": list(done.cards),
        "hands": [str(hand) if shown else count(len(hand), "card") for hand in hands],
        "piles": [str(army.pile) for army in done.armies],
        "text": _round_text(done.cards, done.effects, names),
        "steps": [
            {
                "side": effect.side,
                "rule": effect.rule,
                "kind": effect.kind,
                "cards": str(effect.cards),
                "text": f"{capital_letter(names[effect.side])} {_effect_text(effect)}",
            }
            for effect in done.effects
        ],
    }


def _round_text(cards: tuple[Type, Type], effects: Sequence[Effect], names: tuple[str, str]) -> str:
    """A battle round in one sentence: "musketeers beat pikemen: Black discards 1P"."""
    one, other = cards
    if one == other:
        first = f"both play {NAMES[one]}"
    else:
        strong, weak = (one, other) if BEATS[one] == other else (other, one)
        verb = "rides down" if strong == CAVALRY else "stop" if strong == PIKEMEN else "beat"
        first = f"{NAMES[strong]} {verb} {NAMES[weak]}"
    said: list[str] = []
    for number, effect in enumerate(effects):
        text = _effect_text(effect)
        if not number or effects[number - 1].side != effect.side:
            text = f"{capital_letter(names[effect.side])} {text}"
        said.append(text)
    return f"{first}: {'; '.join(said)}"


def _effect_text(effect: Effect) -> str:
    """One step of a battle round in words, without the name of its side."""
    match effect.kind:
        case "discards" | "calls":
            return f"{effect.kind} {effect.cards}"
        case "lacks":
            return f"has no {NAMES[next(iter(effect.cards))]}"
        case "banned":
            return "may not play cavalry in the next battle round"
        case "routs":
            return f"routs, {_rout_reason(effect)}"
        case "spent":
            return f"puts {effect.cards} on the pile" if len(effect.cards) else "has no cards left"
    return "has lost"


def _rout_reason(effect: Effect) -> str:
    if effect.against:
        return f"{len(effect.cards)} against {effect.against} cards"
    if effect.rule == "POW-BAT-17":
        return f"for {effect.cards} is too little infantry"
    if effect.rule == "POW-BAT-23":
        return f"for {effect.cards} may not be played"
    return f"for {effect.cards} is nothing but cavalry"


# --- as sections of a report: a row for each battle round, with the rules that decided it


_MELEE: Final = (
    kinds.MELEE_OPENED.slug,
    kinds.MELEE_LINED_UP.slug,
    kinds.MELEE_TICK.slug,
    kinds.MELEE_ENDED.slug,
)


_FOLD: Final = "Every battle round, card by card"


def battle_sections(state: State, events: Sequence[Event]) -> tuple[Section, ...]:
    """A section for each private battle among a resolution's events; its rounds as a table."""
    return tuple(
        _battle_section(state, event, number)
        for number, event in enumerate(events, 1)
        if event.kind in (kinds.BATTLE.slug, kinds.BATTLE_ROUNDS.slug)
    )


def _battle_section(state: State, event: Event, number: int) -> Section:
    names = [name_of(state, side) for side in event.data["sides"]]
    hands, piles = [f"{name}'s hand" for name in names], [f"{name}'s pile" for name in names]
    head = ("Battle round", *names, "What happened", *hands, *piles, "Rules")
    rows: list[Row] = []
    # If the table is too wide, as in a post, sentences have the same content.
    lines = [event.text]
    for done in event.data["rounds"]:
        shown, said = str(done["number"]), capital_letter(done["text"])
        cells = (shown, *done["cards"], said, *done["hands"], *done["piles"], _rules(done))
        rows.append(Row(cells, number))
        lines.append(f"{shown}. {' against '.join(done['cards'])}: {said}")
    title = f"War {event.data['war']}: {' against '.join(names)}"
    return table(title, head, rows, lines=tuple(lines), event=number, fold=_FOLD)


def melee_sections(events: Sequence[Event]) -> tuple[Section, ...]:
    """The battle of the Religious War as a section; none if none was fought in the phase."""
    told = [(number, one) for number, one in enumerate(events, 1) if one.kind in _MELEE]
    if not told:
        return ()
    head = ("Tick", "Engagement", "Cards", "What happened", "Hands", "Rules")
    rows: list[Row] = []
    lines: list[str] = []
    for number, event in told:
        if event.kind != kinds.MELEE_TICK.slug:
            # With their rules, as in other sections.
            lines.append(f"{event.text} ({event.rule})")
            continue
        tick = str(event.data["number"])
        for fight in event.data["fights"]:
            who, cards = map(player_name, fight["members"]), " - ".join(fight["cards"])
            said, hands = capital_letter(fight["text"]), " against ".join(fight["hands"])
            cells = (tick, " - ".join(who), cards, said, hands, _rules(fight))
            rows.append(Row(cells, number))
        for move in event.data["moves"]:
            name, said = player_name(move["member"]), MOVES[move["kind"]]
            said = f"{name} {said.format(player_name(move['other']))}"
            rows.append(Row((tick, name, "", said, "", move["rule"]), number))
    title, last = "The battle of the Leagues", told[-1][0]
    return (table(title, head, rows, lines=tuple(lines), event=last, fold=_FOLD),)


def _rules(done: Mapping[str, Any]) -> str:
    return ", ".join(dict.fromkeys(step["rule"] for step in done["steps"]))
