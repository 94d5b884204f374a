"""The letter to a stand-in: all that the seat of a power knows, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from generator.archive.absence.notices import seat_notices, standing_lines
from generator.archive.game.game import Game
from generator.archive.game.sheets import sheet_for
from generator.archive.people.dossier import dossier_of, dossier_text
from generator.engine.plain import plain_line


def handover_letter(game: Game, power: str, name: str, page: str = "") -> str:
    """What somebody called `name` needs to play a power from now on: its dossier, the units, the
    orders that wait, and everything that this power was told and others were not.

    `page` is the address of the game, or "". Raises GameError for a power that the game does not
    have and where secrets are sealed elsewhere, and FileErrors.
    """
    dossier = dossier_of(game, power, handed_over=True)
    ruleset = game.ruleset
    lines = [
        f"Dear {plain_line(name)},",
        "",
        f"you take over {ruleset.powers[power].name} in {game.settings.title} ({ruleset.title}).",
        "Everything in this letter is for you only. Do not pass it on.",
    ]
    if page:
        lines.append(f"The game: {page}")
    parts = (
        ("On the board", _units(game, power)),
        ("Orders already sent", _waiting(game, power)),
        (
            "Standing orders of who played before, which end with that player",
            _standing(game, power),
        ),
        (f"Known only to {ruleset.powers[power].name}", _told(game, power)),
        ("Secret orders so far", _ordered(game, power)),
    )
    lines += ["", dossier_text(dossier, name).rstrip("\n")]
    for title, said in parts:
        lines += ["", f"## {title}", "", *(list(said) or ["Nothing."])]
    return "\n".join(lines) + "\n"


def _units(game: Game, power: str) -> Iterator[str]:
    """What the power finds on the sheet that it is sent: its units, and what it may decide
    besides."""
    if not game.is_over:
        sheet = sheet_for(game.ruleset, game.current_state(), power).splitlines()
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


def _standing(game: Game, power: str) -> Iterator[str]:
    if not game.is_over:
        yield from standing_lines(seat_notices(game.folder, power, game.current_moment))


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
