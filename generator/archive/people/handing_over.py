"""The letter to a stand-in: all that the seat of a power knows, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from generator.archive.dates.deadlines import deadline_of, due_words
from generator.archive.game.game import Game
from generator.archive.game.sheets import sheet_for
from generator.archive.people.addresses import check_power
from generator.archive.secret.sealed_record import check_unsealed
from generator.engine.plain import plain_line
from generator.engine.records import Owing

__all__ = ["handover_letter"]


def handover_letter(game: Game, power: str, name: str, page: str = "") -> str:
    """What somebody called `name` needs to play a power from now on: what is due, the units, the
    orders that wait, and everything that this power was told and others were not.

    `page` is the address of the game, or "". Raises GameError for a power that the game does not
    have and where secrets are sealed elsewhere, and FileErrors.
    """
    check_power(game, power)
    check_unsealed(game)  # half of what a seat knows would be worse than nothing
    ruleset = game.ruleset
    lines = [
        f"Dear {plain_line(name)},",
        "",
        f"you take over {ruleset.powers[power].name} in {game.settings.title} ({ruleset.title}).",
        "Everything in this letter may be known to that seat alone. Do not pass it on.",
    ]
    if page:
        lines.append(f"The game: {page}")
    parts = (
        ("WHERE IT STANDS", _standing(game, power)),
        ("ORDERS THAT WAIT", _waiting(game, power)),
        (f"TOLD TO {power.upper()}, AND NOT TO EVERYBODY", _told(game, power)),
        ("SECRET ORDERS SO FAR", _ordered(game, power)),
    )
    for title, said in parts:
        lines += ["", title, "", *(list(said) or ["Nothing."])]
    return "\n".join(lines) + "\n"


def _standing(game: Game, power: str) -> Iterator[str]:
    """The phase that is due, what the power owes in it, and its units."""
    if game.is_over:
        yield "The game is over."
        return
    state, moment, ruleset = game.current_state(), game.current_moment, game.ruleset
    deadline = deadline_of(game.settings, moment)
    due = f", due {due_words(deadline)}" if deadline else ""
    yield f"{ruleset.phase_title(moment)}{due}."
    if power not in ruleset.awaits(state):
        yield "No orders are asked of this power in it."
    if isinstance(ruleset, Owing):
        yield from (f"To order: {duty}." for duty in ruleset.duties(state, power))
    # What the power finds on the sheet that it is sent: its units, and what it may decide besides.
    sheet = sheet_for(ruleset, state, power).splitlines()
    yield from [line.removeprefix("# ") for line in sheet if line.startswith("# ")][1:]


def _waiting(game: Game, power: str) -> Iterator[str]:
    """Orders that came before, for this phase and for later ones of the year."""
    if game.is_over:
        return
    played = {record.moment.phase for record in game.phases if record.moment.year == _year(game)}
    orders = game.year_orders(_year(game))
    for phase, texts in orders.texts.items():
        text = texts[power].text.strip() if power in texts else ""
        if text and phase not in played:
            yield f"For {phase}, as they were sent. They count unless you send others:"
            yield from (f"  {line}" for line in text.splitlines())


def _year(game: Game) -> int:
    return game.current_moment.year


def _told(game: Game, power: str) -> Iterator[str]:
    for record in game.phases:
        for event in record.resolution().events:
            if power in event.known_to:
                yield f"{record.title}: {plain_line(event.text)}"


def _ordered(game: Game, power: str) -> Iterator[str]:
    """Orders of phases that were played, and that not everybody may know."""
    for record in game.phases:
        for verdict in record.resolution().verdicts:
            if power in verdict.known_to:
                why = "; ".join(plain_line(reason.text) for reason in verdict.reasons)
                yield f"{record.title}: {plain_line(verdict.order)} ({verdict.outcome}: {why})"
