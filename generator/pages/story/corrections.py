"""Notices on the pages of phases that were corrected after they had been published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from generator.archive import Game
from generator.archive.record.amendments import Amendment, read_amendments
from generator.engine.phases import Moment
from generator.engine.plain import plain_line
from generator.engine.words import listed
from generator.pages.base.gameview import GameView, PhaseLink
from generator.pages.base.words import date_words


class CorrectionView(Struct, frozen=True):
    """A correction as it is shown on a phase that it changed.

    `source` is the phase that was corrected, None where that is this phase; then `what` is what was
    corrected, `others` are the phases that changed with it and `gone` has those that were undone.
    `changed` is what changed here, "" for nothing that everyone may know.
    """

    date: str
    reason: str
    changed: str
    source: PhaseLink | None = None
    what: str = ""
    others: tuple[PhaseLink, ...] = ()
    gone: str = ""


def correction_list(game: Game, view: GameView) -> tuple[dict[str, Any], ...]:
    """The corrections of a game, in the order in which they were made."""
    links = _links(game, view)
    return tuple(
        {
            "date": date_words(amendment.date),
            "reason": plain_line(amendment.reason),
            "phase": links[amendment.moment],
            "what": listed(list(amendment.what)),
            "phases": len(amendment.changed),
        }
        for amendment in read_amendments(game.folder)
        if amendment.moment in links
    )


def _links(game: Game, view: GameView) -> dict[Moment, PhaseLink]:
    return {record.moment: link for record, link in zip(game.phases, view.phases, strict=True)}


def corrections(game: Game, view: GameView) -> Mapping[Moment, tuple[CorrectionView, ...]]:
    """The corrections of each phase that is there, in the order in which they were made."""
    found: dict[Moment, tuple[CorrectionView, ...]] = {}
    links = _links(game, view)
    for amendment in read_amendments(game.folder):
        for row in amendment.changed:
            if row.moment in links and row.after:
                shown = _view(amendment, row.moment, "; ".join(row.said), links)
                found[row.moment] = (*found.get(row.moment, ()), shown)
    return found


def _view(
    amendment: Amendment, moment: Moment, changed: str, links: Mapping[Moment, PhaseLink]
) -> CorrectionView:
    date = date_words(amendment.date)
    if moment != amendment.moment:
        return CorrectionView(
            date, plain_line(amendment.reason), changed, source=links.get(amendment.moment)
        )
    others = [row for row in amendment.changed if row.moment != moment]
    return CorrectionView(
        date,
        plain_line(amendment.reason),
        changed,
        what=listed(list(amendment.what)),
        others=tuple(links[row.moment] for row in others if row.after and row.moment in links),
        gone=listed([str(row.moment) for row in others if not row.after]),
    )
