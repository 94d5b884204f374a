"""The desk of a game that is running: a page on which orders are written by pointing at the map.

The page holds what may be ordered as data, and how each order is written. It has no rule in it:
what an order is worth only the ruleset says, when the sheet has been sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup

from generator.archive.files.layout import COMMITMENTS
from generator.pages.base.page import Page
from generator.pages.game.submit import GUIDE
from generator.pages.maps.deskdata import desk_choices
from generator.pages.maps.facts import inline_json
from generator.pages.maps.material import Material
from generator.pages.story.chronicle import Chronicle

DESK_SCRIPTS: Final = ("zoom.js", "deskmap.js", "deskread.js", "desk.js")
"""The scripts of a desk; they want the map and the data of the page to be there. The page of the
desk has them, with others, as one file."""
_FIRST: Final = "guide/first-orders/"
_PROGRAM: Final = 1_600_000
"""About what a browser is sent of the program and a ruleset."""


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
        # A game in which somebody was told something alone has committed to it.
        "has_secrets": (has_secrets := (chronicle.game.folder / COMMITMENTS).is_file()),
        "letter": f"{view.title}\n<your power>, {now.year} {now.phase}\n\n",
        "guide": next((page for page in (_FIRST, GUIDE) if page in texts), ""),
        "judge": megabytes(chronicle),
        "ruleset": view.ruleset,
        # What may be ordered and the map are those of the position that waits.
        "position": (now.year, now.phase, chronicle.latest),
    }

    def draw() -> Mapping[str, Any]:
        return _draw(chronicle, due)

    yield chronicle.page(
        chronicle.desk.removeprefix(view.address),
        "desk.html",
        values,
        title="The desk",
        tab="orders",
        description=f"{view.title}: write your orders on the map, {now.title}.",
        styles=(f"{view.rules}map.css", "desk.css"),
        scripts=("deskpage.js", *(("desksecret.js",) if has_secrets else ())),
        draw=draw,
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
    # The hand stands below the map, where other pages have the keys to it.
    return {"svg": Markup(material.drawn.inside), "data": Markup(safe)}
