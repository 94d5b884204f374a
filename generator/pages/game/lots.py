"""The words of a game's front page about its draws: where they come from, and who can prove it."""

from __future__ import annotations

from generator.archive import Game
from generator.archive.record.draws import contributions_of
from generator.engine.plain import plain_line
from generator.engine.words import listed
from generator.pages.base.gameview import GameView


def lots_words(game: Game, view: GameView) -> str:
    """Where the draws come from; "" for a game in which chance decides nothing."""
    if not game.ruleset.draws_lots:
        return ""
    settings = game.settings.chance
    if settings.seed_given:
        return (
            "The seed of this game was chosen by hand, as for a test. "
            "Anybody who knows or guesses it knows every draw."
        )
    seed = "a secret seed, whose hash was published before the first orders"
    found, _ = contributions_of(game)
    # Until the first phase nobody but the referee knows who has sent a nonce.
    names = [view.powers[power].name for power in found.nonces if power in view.powers]
    given = [f"words that {listed(names)} sent"] if names and game.phases else []
    if settings.event:
        result = f" ({plain_line(found.result)})" if found.result and game.phases else ""
        given.append(f"the result of a public event, {plain_line(settings.event)}{result}")
    if not given:
        if not game.phases:
            return (
                f"Every draw depends on {seed}, and on the words that players send as nonces with "
                "their first orders. Without such words, the draws depend on the referee alone."
            )
        return (
            f"Every draw depends on {seed}. Nobody else contributed to it: it cannot be changed "
            "any more, but players have to trust the referee’s choice."
        )
    nobody = (
        "Nobody"
        if settings.event
        else "Nobody, not even the referee without help from one of them,"
    )
    return (
        f"Every draw depends on {seed}, and on {' and '.join(given)}. {nobody} could choose the "
        "draws; when the seed is published, theatrum verify proves them."
    )
