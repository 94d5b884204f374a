"""The desk of a game that is running: a page on which orders are written by pointing at the map.

The page holds what may be ordered as data, and how each order is written. It contains no rules:
only the ruleset decides what an order is worth, once the sheet has been sent. Beside it are
positions, and a page that asks "what if": what the program needs to try a phase.

    desk/position.js                  the phase that waits, with its rulings and last year's orders
    1632/position.js                  the phases of a year: their orders, and the outcomes
    what-if/#1632/movement            the desk with that position

Anything that the phases of a year share is written once: each has only the tables of its state that
differ from the phase before. They are scripts, so that they load from a disk, too. All is public:
the tables of the state, the orders as everyone may read them, rulings, and outcomes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from markupsafe import Markup
from msgspec.structs import asdict

from generator.archive import Game, PhaseRecord, StateRecord
from generator.archive.files.layout import COMMITMENTS
from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.pages.base.page import Page, digest
from generator.pages.base.public import PublicVerdict
from generator.pages.base.words import look_of
from generator.pages.game.submit import GUIDE
from generator.pages.maps.deskdata import desk_choices
from generator.pages.maps.facts import as_script, inline_json
from generator.pages.maps.material import Material
from generator.pages.story.chronicle import Chronicle, ChroniclePhase

DESK_SCRIPTS: Final = ("zoom.js", "deskmap.js", "deskread.js", "desk.js")
"""The scripts of a desk; they want the map and the data of the page to be there. The page of the
desk has them, with others, as one file."""
_FIRST: Final = "guide/first-orders/"
_PROGRAM: Final = 1_600_000
"""About what a browser is sent of the program and a ruleset."""

POSITION: Final = "position.js"
WHAT_IF: Final = "what-if/"


def desk_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The page of the desk, while orders are due."""
    if not chronicle.desk:
        return
    view, now, settings = chronicle.view, chronicle.now, chronicle.maker.settings
    due = tuple(power for power in now.awaits if power in view.powers)
    texts = chronicle.maker.texts
    values = {
        "phase": now.title,
        "due": tuple(chronicle.power(power) for power in due),
        "mail": settings.mail,
        # A game with news for only one player has committed to it.
        "has_secrets": (has_secrets := (chronicle.game.folder / COMMITMENTS).is_file()),
        "letter": f"{view.title}\n<your power>, {now.year} {now.phase}\n\n",
        "guide": next((page for page in (_FIRST, GUIDE) if page in texts), ""),
        "judge": megabytes(chronicle),
        "ruleset": view.ruleset,
        # The possible orders and the map are those of the position that waits.
        "position": (now.year, now.phase, chronicle.latest),
    }

    yield chronicle.page(
        chronicle.desk.removeprefix(view.address),
        "desk.html",
        values,
        title="The desk",
        tab="orders",
        description=f"{view.title}: write your orders on the map, {now.title}.",
        styles=(f"{view.rules}map.css", "desk.css"),
        scripts=("deskpage.js", *(("desksecret.js",) if has_secrets else ())),
        draw=partial(_draw, chronicle, due),
    )


def megabytes(chronicle: Chronicle) -> str:
    """How much a browser is sent before it can try orders, in words; "" where nothing is tried."""
    kit = chronicle.maker.kit
    return f"{(kit.sent + _PROGRAM) / 1e6:.1f} MB" if kit else ""


def _draw(chronicle: Chronicle, due: Sequence[str]) -> Mapping[str, Any]:
    """The map of the position, and the data of the page."""
    view, ruleset = chronicle.view, chronicle.game.ruleset
    material = Material(chronicle.game, reader=chronicle.maker.reader)
    data = {
        **desk_choices(ruleset, material.before, due),
        "game": view.slug,
        "title": view.title,
        "powers": {power: view.powers[power].name for power in due},
        "sides": [power.upper() for power in view.powers],
        "states": {code: minor.name for code, minor in view.gazetteer.minors.items()},
        "mail": chronicle.maker.settings.mail,
    }
    # Names are untrusted: no tag begins or ends in the data of a page.
    safe = str(inline_json(data)).replace(">", "\\u003e")
    # The hand is below the map, where other pages have the keys to it.
    return {"svg": Markup(material.drawn.inside), "data": Markup(safe)}


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
    years: dict[int, list[int]] = {}
    for number, phase in enumerate(played):
        years.setdefault(phase.year, []).append(number)
    for year, numbers in years.items():
        inputs = (
            ("facts", digest(*(chronicle.sources[number] for number in numbers))),
            ("records", digest(*(chronicle.game.phases[number].digest for number in numbers))),
        )
        make = partial(_year, chronicle, played, numbers)
        yield maker.file(f"{view.year_address(year)}{POSITION}", "data", inputs, make, view.slug)
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
    """The position that waits. Its orders are no one's business; those of the phase of the same
    name before it are a guess at them."""
    game, moment = chronicle.game, chronicle.game.current_moment
    last = next(
        (phase for phase in reversed(game.phases) if phase.moment.phase == moment.phase), None
    )
    guess = {"last": dict(last.order_texts), "when": last.title} if last else {}
    if game.settings.orders == "private":
        rulings = _of_position(game, rulings)
    more = {"state": _state(game.last), "rulings": [_ruling(ruling) for ruling in rulings], **guess}
    return _script(chronicle, more)


def _of_position(game: Game, rulings: Sequence[Ruling]) -> list[Ruling]:
    """The rulings that change the position before the phase. Others may quote orders, which are
    still secret where a game keeps them so; and so may one that does not apply."""
    ruleset = game.ruleset
    if not rulings:
        return []
    state, found = game.current_state(), []
    for ruling in rulings:
        try:
            if ruleset.governed(state, (ruling,)) != ruleset.governed(state, ()):
                found.append(ruling)
        except GameError:
            continue
    return found


def _year(chronicle: Chronicle, played: Sequence[ChroniclePhase], numbers: Sequence[int]) -> bytes:
    """The phases of a year, of those that were `played`."""
    game, phases = chronicle.game, []
    known: Mapping[str, Any] = {}
    for number in numbers:
        record = game.phases[number]
        state = _state(game.phases[number - 1] if number else game.opening)
        phases.append(
            {
                "name": record.moment.phase,
                "phase": record.title,
                "state": _changed(known, state),
                "texts": dict(record.order_texts),
                "rulings": [
                    _ruling(ruling)
                    for ruling in record.rulings
                    if ruling.facts.get("secret") is not True
                ],
                "happened": [_happened(verdict) for verdict in played[number].told.verdicts],
            }
        )
        known = state
    return _script(chronicle, {"phases": phases})


def _state(record: StateRecord | PhaseRecord) -> dict[str, Any]:
    """The tables of the state after a phase, as everyone may know them."""
    return dict(record.document().public)


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The tables that are others than before, whole, since their order counts; None for one that is
    gone."""
    changed = {name: table for name, table in after.items() if before.get(name) != table}
    return {**changed, **dict.fromkeys(name for name in before if name not in after)}


def _script(chronicle: Chronicle, more: Mapping[str, Any]) -> bytes:
    view = chronicle.view
    position = {
        "ruleset": view.ruleset,
        "game": view.slug,
        "title": view.title,
        "powers": {power: shown.name for power, shown in view.powers.items()},
        **more,
    }
    return as_script("position", position)


def _happened(one: PublicVerdict) -> list[str]:
    look = look_of(one.outcome, one.kind)
    return [one.power, one.order, look.word, look.css]


def _ruling(one: Ruling) -> dict[str, Any]:
    return {**asdict(one), "facts": dict(one.facts)}
