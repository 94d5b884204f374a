"""Positions for the desk: what its program needs to try a phase, and the page that asks "what if".

    desk/position.js                  the phase that waits, with its rulings and last year's orders
    1632/movement/position.js         a phase that was played: its orders, and what became of them
    what-if/#1632/movement            the desk with that position

They are scripts, as all data of the site, so that they load from a disk, too. All is public:
the tables of the state, the orders as everybody may read them, rulings, and outcomes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

from msgspec.structs import asdict

from generator.archive import Game, PhaseRecord, StateRecord
from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.engine.ruleset import Governed
from generator.pages.base.page import Page, digest
from generator.pages.base.public import PublicVerdict
from generator.pages.base.words import look_of
from generator.pages.game.desk import DESK_SCRIPTS, megabytes
from generator.pages.maps.facts import as_script
from generator.pages.story.chronicle import Chronicle

POSITION: Final = "position.js"
WHAT_IF: Final = "what-if/"


def position_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The positions of a game and the page that tries them; none where nothing can be tried."""
    maker, view = chronicle.maker, chronicle.view
    if maker.kit is None:
        return
    if chronicle.desk:
        rulings = chronicle.game.public_rulings(chronicle.game.current_moment)
        inputs: tuple[tuple[str, str], ...] = (
            ("state", digest(chronicle.now.dump())),
            ("phases", digest(*chronicle.sources)),
            ("rulings", digest(repr(rulings))),
        )
        make = partial(_waiting, chronicle, rulings)
        yield maker.file(f"{chronicle.desk}{POSITION}", "data", inputs, make, view.slug)
    played = [phase for phase in chronicle.phases if phase.facts is not None]
    records: tuple[StateRecord | PhaseRecord, ...]
    records = (chronicle.game.opening, *chronicle.game.phases)
    for phase, source, (before, record) in zip(
        played, chronicle.sources, pairwise(records), strict=True
    ):
        assert isinstance(record, PhaseRecord)
        assert phase.facts is not None
        inputs = (("facts", source), ("record", record.digest))
        make = partial(_played, chronicle, before, record, phase.facts.verdicts)
        address = f"{phase.link.address}{POSITION}"
        yield maker.file(address, "data", inputs, make, view.slug)
    if played:
        phases = tuple(
            (phase.link.address.removeprefix(view.address), phase.link.title) for phase in played
        )
        yield chronicle.page(
            WHAT_IF,
            "whatif.html",
            {"phases": phases, "judge": megabytes(chronicle), "ruleset": view.ruleset},
            title="What if?",
            tab="what-if",
            description=f"{view.title}: other orders for a phase that was played, tried.",
            styles=(f"{view.rules}map.css", "desk.css"),
            scripts=("whatif.js",),
            draw=lambda: {"desk_scripts": DESK_SCRIPTS},
        )


def _waiting(chronicle: Chronicle, rulings: Sequence[Ruling]) -> bytes:
    """The position that waits. Its orders are nobody's business; those of the phase of the same
    name before it are a guess at them."""
    game, moment = chronicle.game, chronicle.game.current_moment
    last = next((one for one in reversed(game.phases) if one.moment.phase == moment.phase), None)
    guess = {"last": dict(last.order_texts), "when": last.title} if last else {}
    if game.settings.orders == "private":
        rulings = _of_position(game, rulings)
    return _script(chronicle, game.last, {"rulings": [_ruling(one) for one in rulings], **guess})


def _of_position(game: Game, rulings: Sequence[Ruling]) -> list[Ruling]:
    """The rulings that change the position before the phase. Others may quote orders, which are
    still secret where a game keeps them so; and so may one that does not apply."""
    ruleset = game.ruleset
    if not rulings or not isinstance(ruleset, Governed):
        return []
    state, found = game.current_state(), []
    for ruling in rulings:
        try:
            if ruleset.governed(state, (ruling,)) != ruleset.governed(state, ()):
                found.append(ruling)
        except GameError:
            continue
    return found


def _played(
    chronicle: Chronicle,
    before: StateRecord | PhaseRecord,
    record: PhaseRecord,
    verdicts: tuple[PublicVerdict, ...],
) -> bytes:
    facts = {
        "texts": dict(record.order_texts),
        "rulings": [_ruling(one) for one in record.rulings if one.facts.get("secret") is not True],
        "happened": [_happened(one) for one in verdicts],
        "phase": record.title,
    }
    return _script(chronicle, before, facts)


def _script(
    chronicle: Chronicle, record: StateRecord | PhaseRecord, more: Mapping[str, Any]
) -> bytes:
    view = chronicle.view
    position = {
        "ruleset": view.ruleset,
        "game": view.slug,
        "title": view.title,
        "powers": {power: shown.name for power, shown in view.powers.items()},
        "state": dict(record.document().public),
        **more,
    }
    return as_script("position", position)


def _happened(one: PublicVerdict) -> list[str]:
    look = look_of(one.outcome, one.kind)
    return [one.power, one.order, look.word, look.css]


def _ruling(one: Ruling) -> dict[str, Any]:
    return {**asdict(one), "facts": dict(one.facts)}
