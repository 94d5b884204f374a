"""A whole game as one HTML file: to mail, to keep, to print. It needs no other file and no network.

Maps, fonts and styles are part of it. On paper each year begins on its own page.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final

from markupsafe import Markup

from generator.archive import Game, PhaseRecord
from generator.archive.game.game import read_press
from generator.pages.base.gameview import GameView, game_view
from generator.pages.base.linking import Linker, Target
from generator.pages.base.maker import PageMaker
from generator.pages.base.theme import font_files
from generator.pages.base.words import look_of, said_once
from generator.pages.game.game import stand_of
from generator.pages.maps.drawing import map_styles, map_view
from generator.pages.maps.material import Material
from generator.pages.press import press_html
from generator.pages.site.rulebook import power_styles
from generator.pages.story.facts import PhaseFacts, phase_facts, state_facts
from generator.pages.story.figures import standings_table
from generator.pages.story.press import PressPiece, press_pieces

_ID: Final = re.compile(
    r"""((?:\bid="|href="#|url\(#|aria-labelledby="|aria-describedby="))([\w-])"""
)
_FONT: Final = re.compile(r'url\("fonts/([\w.-]+)"\)')
_STYLES: Final = (
    "fonts.css",
    "rare.css",
    "tokens.css",
    "page.css",
    "game.css",
    "layout.css",
    "parts.css",
    "texts.css",
    "screens.css",
    "map.css",
    "book.css",
)


def game_book(maker: PageMaker, game: Game) -> bytes:
    """The book of a game as UTF-8 HTML. The output is deterministic."""
    game = maker.reader.cut(game)
    view = game_view(game)
    ruleset = game.ruleset
    opening = Material(game, opening=True, reader=maker.reader)
    start = state_facts(ruleset, opening.before, revealed=game.is_revealed)
    now = state_facts(ruleset, game.current_state(), revealed=game.is_revealed)
    rules = {rule.id: rule for rule in ruleset.rulebook.rules}
    used: dict[str, None] = {}
    texts = (text for text in read_press(game.folder) if maker.reader.shows(text.name[:10], game))
    press = press_pieces(tuple(texts), view)
    years: list[dict[str, Any]] = []
    facts: list[PhaseFacts] = []
    # Of all names only those of rules lead anywhere in the book: to its last chapter.
    linker = Linker({rule: Target("rule", rule, "", rule) for rule in view.rule_ids})
    before = start.standings
    for year, played in groupby(game.phases, key=lambda record: record.moment.year):
        records = list(played)
        materials = [Material(game, record, reader=maker.reader) for record in records]
        of_year = [
            phase_facts(material, record.rulings)
            for material, record in zip(materials, records, strict=True)
        ]
        # The map with the most orders stands for the year, the first of equals.
        counts = [len(material.picture.orders) for material in materials]
        shown = counts.index(max(counts)) if any(counts) else len(counts) - 1
        picture = _picture(materials[shown], f"map{year}")
        phases = tuple(
            _phase(view, material, record, phase, used, picture if at == shown else Markup())
            for at, (material, record, phase) in enumerate(
                zip(materials, records, of_year, strict=True)
            )
        )
        after = of_year[-1].after
        years.append(
            {
                "year": year,
                "phases": phases,
                "press": tuple(_texts(press, view, game, year, linker)),
                "standings": standings_table(view.at(records[-1].moment), after, before),
            }
        )
        before = after
        facts += of_year
    stand = stand_of(game, view, now, facts)
    values = {
        "site": maker.settings,
        "game": view,
        "status": stand,
        "introduction": press_html(game.settings.introduction)
        if game.settings.introduction
        else "",
        "opening": _picture(opening, "map"),
        "years": years,
        "standings": standings_table(view, now.standings),
        "link": partial(linker.link, to=_to),
        "rules": [rules[rule] for rule in rules if rule in used],
        "styles": Markup(_styles(maker, game).replace("</", "<\\/")),
        "script": Markup(_own(maker, "book.js").replace("</", "<\\/")),
        "reader": maker.reader.words,
    }
    return maker.templates.render("book.html", values).encode()


def _phase(
    view: GameView,
    material: Material,
    record: PhaseRecord,
    facts: PhaseFacts,
    used: dict[str, None],
    picture: Markup,
) -> dict[str, Any]:
    rows = []
    for shown, verdict in zip(facts.verdicts, material.verdicts, strict=True):
        side = view.side(verdict.power)
        look = look_of(verdict.outcome, shown.kind)
        reasons = tuple(
            (said_once(look, reason.text), _note(used, reason.rule)) for reason in verdict.reasons
        )
        rows.append(
            {
                "power": side.name,
                "css": side.css,
                "order": verdict.order,
                "look": look,
                "reasons": reasons,
                "note": verdict.note,
            }
        )
    return {
        "anchor": f"p{record.moment.year}-{record.moment.phase}",
        "title": record.title,
        "picture": picture,
        "summary": facts.summary,
        "tally": facts.tally,
        "rows": tuple(rows),
        "events": tuple((event.text, _note(used, event.rule)) for event in facts.events),
        "rulings": tuple(
            (ruling.number, ruling.reason, _note(used, ruling.rule)) for ruling in facts.rulings
        ),
    }


def _note(used: dict[str, None], rule: str) -> str:
    if rule:
        used[rule] = None
    return rule


def _texts(
    press: Sequence[PressPiece], view: GameView, game: Game, year: int, linker: Linker
) -> Iterator[tuple[PressPiece, Markup]]:
    """The press of a year of the game; what is dated in no year of it is in the last."""
    years = {record.moment.year for record in game.phases}
    for piece in press:
        dated = int(piece.date[:4]) if piece.date[:4].isdigit() else 0
        if (dated if dated in years else max(years)) == year:
            yield piece, linker.link_html(press_html(piece.text), _to)


def _to(address: str, anchor: str = "") -> str:
    return f"#{anchor}"


def _picture(material: Material, prefix: str) -> Markup:
    """A map for the page, with its own ids: a book holds many, and they show the same places."""
    svg = str(map_view(material.drawn, material.picture, "").svg)
    return Markup(_ID.sub(rf"\g<1>{prefix}-\g<2>", svg))


def _styles(maker: PageMaker, game: Game) -> str:
    """All styles in one text, with the fonts in it."""
    theme = maker.templates.theme
    fonts = font_files(theme)

    def embed(found: re.Match[str]) -> str:
        file = fonts.get(f"fonts/{found[1]}")
        if file is None:  # a theme need not ship all fonts that the styles of its parent name
            return 'url("data:,")'
        return f'url("data:font/woff2;base64,{b64encode(file.read_bytes()).decode()}")'

    parts = [_FONT.sub(embed, _own(maker, name)) for name in _STYLES]
    parts += [power_styles(game.ruleset.powers), map_styles(game.ruleset.powers)]
    return "\n".join(parts)


def _own(maker: PageMaker, name: str) -> str:
    """A static file of the theme, "" where it has none."""
    found = maker.templates.theme.find(f"static/{name}")
    return found[1].read_text(encoding="utf-8") if found else ""
