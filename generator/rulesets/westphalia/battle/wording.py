"""Battle orders in plain words: their notation is letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from generator.engine.words import listed
from generator.rulesets.westphalia.battle.cards import NAMES, TYPES, Type
from generator.rulesets.westphalia.battle.notation import ScriptProblem, parse_script
from generator.rulesets.westphalia.battle.script import Script

_AGAINST: Final = {"religious": "in a Religious War", "default": "in every other battle"}
_POLICIES: Final = {"most": "what it has most of", "least": "what it has least of"}


def battle_words(names: Mapping[str, str], order: str) -> str:
    """A battle order in words; "" for any other order. `names` are those of the opponents.

    "BATTLE vs:black play:M* instead:PCM" -> "against Black Dragon: plays musketeers, then at
    random by what it holds; instead of a card that it lacks: pikemen, cavalry, musketeers"
    """
    first, _, rest = order.partition(" ")
    if first.upper() != "BATTLE":
        return ""
    try:
        script = parse_script(rest.split())
    except ScriptProblem:
        return ""
    versus = script.versus
    against = _AGAINST.get(versus) or f"against {names.get(versus, versus.capitalize())}"
    return f"{against}: {'; '.join(_parts(script))}"


def _parts(script: Script) -> Iterable[str]:
    if script.swap:
        wanted = f" for {_counted(script.want)}" if script.want else ""
        yield f"swaps {_counted(script.swap)}{wanted} before the battle"
    yield f"plays {', '.join([*(NAMES[card] for card in script.play), _policy(script)])}"
    if script.on_unavailable:
        yield f"instead of a card that it lacks: {_in_turn(script.on_unavailable)}"
    if script.reinforce_at:
        yield f"calls reinforcements at {script.reinforce_at} cards"
    if script.reinforce_pick:
        yield f"asks for reinforcements of these: {_in_turn(script.reinforce_pick)}"
    if script.rifling:
        yield f"strips with rifling: {_in_turn(script.rifling)}"


def _policy(script: Script) -> str:
    """How the cards after those in the order are chosen."""
    then = "then " if script.play else ""
    if script.policy != "weighted":
        return f"{then}{_POLICIES[script.policy]}"
    if not script.weights:
        return f"{then}at random by what it holds"
    odds = zip(script.weights, TYPES, strict=True)
    return f"{then}at random, {listed(f'{weight} for {NAMES[card]}' for weight, card in odds)}"


def _counted(cards: Iterable[Type]) -> str:
    return listed(f"{number} {NAMES[card]}" for card, number in Counter(cards).items())


def _in_turn(cards: Iterable[Type]) -> str:
    return ", ".join(NAMES[card] for card in cards)
