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
    found = contributions_of(game)
    names = [view.powers[power].name for power in found.nonces if power in view.powers]
    given = [f"words that {listed(names)} sent"] if names else []
    if found.event:
        event, result = plain_line(found.event), plain_line(found.result)
        given.append(f"the result of a public event, {event} ({result})")
    if not given:
        return (
            f"Every draw depends on {seed}. Nobody else contributed to it: it cannot be changed "
            "any more, but players have to trust the referee’s choice."
        )
    nobody = (
        "Nobody" if found.event else "Nobody, not even the referee without help from one of them,"
    )
    return (
        f"Every draw depends on {seed}, and on {' and '.join(given)}. {nobody} could choose the "
        "draws; when the seed is published, theatrum verify proves them."
    )
