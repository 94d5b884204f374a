"""`theatrum chance`: what the draws of a game depend on, and noting what others contribute."""

from __future__ import annotations

from argparse import Namespace

from generator.archive import load_game
from generator.archive.record.draws import contributions_of, note_nonce, note_result
from generator.commands.folders import game_folder
from generator.commands.output import show, show_json
from generator.engine.errors import UsageError


def run(options: Namespace) -> int:
    """Notes nonces and the result of the event, then says what the draws depend on."""
    folder = game_folder(options)
    given = [_nonce(text) for text in options.nonce]
    for power, words in given:
        note_nonce(folder, power, words)
    if options.result is not None:
        note_result(folder, options.result)
    game = load_game(folder)
    found, is_fixed = contributions_of(game)
    if options.json:
        show_json(
            {
                "game": game.slug,
                "seed_commitment": game.settings.seed_commitment,
                "seed_given": game.settings.chance.seed_given,
                "fixed": is_fixed or bool(game.phases),
                "event": game.settings.chance.event,
                "result": found.result,
                "nonces": dict(found.nonces),
            }
        )
        return 0
    show(f"{game.slug}: the seed's hash is {game.settings.seed_commitment or 'not published'}")
    if game.settings.chance.seed_given:
        show("the seed was given by hand: for tests only, it may be guessed")
    for power, words in found.nonces.items():
        show(f"nonce of {game.ruleset.powers[power].name}: {words}")
    if game.settings.chance.event:
        show(f"event: {game.settings.chance.event}; result: {found.result or 'not yet noted'}")
    if not found and not game.settings.chance.event:
        show("nobody but the referee has contributed to the draws")
    done = is_fixed or bool(game.phases)
    show(
        "fixed since the first phase" if done else "to be fixed when the first phase is adjudicated"
    )
    return 0


def _nonce(text: str) -> tuple[str, str]:
    """A power and its words. Raises UsageError."""
    power, equals, words = text.partition("=")
    if not equals or not power.strip() or not words.strip():
        raise UsageError("a nonce is POWER=WORDS", text=text, hint='--nonce france="any words"')
    return power.strip().lower(), words
