"""Several maps of a board as one self-contained file, with their common parts once.

    <view id="spring" viewBox="0 0 24408 25317"/>              map.svg#spring shows the first map
    <defs><g id="s0"><use class="land pw-spain" .../></g></defs>
    <svg x="0" ..>..<use href="#s0"/>..</svg>                   the first map
    <svg x="122040" ..>..<use href="#s0"/>..</svg>              the next, far to the right

A browser shows a view of a file in all places where it shows an image, and from the disk. Without a
view the last map is shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain, pairwise
from typing import Final

from mapsvg.canvas import SVG_NAMESPACE, Element, Part, written
from mapsvg.draw import XML_HEADER, Drawn
from mapsvg.shapes import Segment
from mapsvg.standalone import font_rules

_GAP: Final = 5
"""From map to map, in widths: a view in a wide window shows nothing beside it."""
_LEAST: Final = 30
"""Fewer letters than these are written again: a <use> is not much shorter, and slower."""
_ID: Final = re.compile(r' id="[^"]*"')
# Groups whose parts maps share where they differ as a whole. The styles of those in other groups
# depend on the group, which a <use> does not show.
_OPEN: Final = re.compile(
    r'<(?:defs|g(?![^>]* class=)|g class="words|'
    r'g class="layer (?:sea|land|borders|units|centers|markers|legend|orders|heads|signs)")'
)


def join_maps(maps: Mapping[str, Drawn]) -> str:
    """Maps, by name, as one file; the names become its views, and prefix the views of close-ups:
    "spring-view-germany". That of a map without a name is the file as it opens. All are maps of one
    board by day, with pieces of one look and all layers."""
    placed = [one.placed(f"-{number}") for number, one in enumerate(maps.values())]
    step = _GAP * max(one.box[2] for one in placed)
    views: list[str] = []
    for number, (name, one) in enumerate(zip(maps, placed, strict=True)):
        left, top, width, height = one.box
        start = number * step
        if name:
            views.append(_view(name, (start, 0, width, height)))
        for view, (x, y, wide, high) in one.views:
            views.append(
                _view(f"{name}{name and '-'}{view}", (start + x - left, y - top, wide, high))
            )
    shared: dict[str, str] = {}
    texts = [list(map(_text, one.map.inside)) for one in placed]
    inside = _merged([one.map.inside for one in placed], shared)
    written_maps = [
        f'\n<svg x="{number * step}" y="0" width="{one.box[2]}" height="{one.box[3]}"'
        f"{one.map.head.removeprefix('<svg')}>{''.join(parts)}</svg>"
        for number, (one, parts) in enumerate(zip(placed, inside, strict=True))
    ]
    _, _, width, height = placed[-1].box
    defined = (f'<g id="{name}">{text}</g>' if name else text for text, name in shared.items())
    # By all that each has: shared parts are not where its letters are chosen.
    fonts = font_rules("".join(dict.fromkeys(chain.from_iterable(texts))))
    body = f"<defs>{''.join(defined)}</defs>{''.join(written_maps)}\n</svg>\n"
    # Nothing but the maps is in the file, so the rules need no limit to maps; a part drawn
    # elsewhere by a <use> would not be inside one.
    rules = "\n".join(dict.fromkeys(rule for one in placed for rule in one.style.split("\n")))
    rules = rules.replace(".board .", ".").replace(".board use", "use")
    return (
        f'{XML_HEADER}<svg xmlns="{SVG_NAMESPACE}" '
        f'viewBox="{(len(placed) - 1) * step} 0 {width} {height}">'
        f"{''.join(views)}\n<style>{fonts}\n{rules}</style>\n{body}"
    )


def _view(name: str, box: Segment) -> str:
    return f'<view id="{name}" viewBox="{" ".join(map(str, box))}"/>'


def _merged(maps: Sequence[Sequence[Part]], shared: dict[str, str]) -> list[list[str]]:
    """The parts that each map has of these, with a <use> of those in `shared`, by text."""
    texts = [list(map(_text, parts)) for parts in maps]
    homes: dict[str, set[int]] = {}
    followers: dict[str, set[str]] = {}
    leaders: dict[str, set[str]] = {}
    for number, own in enumerate(texts):
        for text in own:
            homes.setdefault(text, set()).add(number)
        for before, after in pairwise(["", *own, ""]):
            followers.setdefault(before, set()).add(after)
            leaders.setdefault(after, set()).add(before)
    opened = _opened(maps, texts, shared)

    def is_common(text: str) -> bool:
        return len(homes[text]) > 1 and text not in opened

    drawn: list[list[str]] = []
    for number, own in enumerate(texts):
        out: list[str] = []
        run = ""
        for at, text in enumerate(own):
            run += opened[text][number] if text in opened else text
            after = own[at + 1] if at + 1 < len(own) else ""
            if not (
                is_common(text)
                and len(followers[text]) == len(leaders[after]) == 1
                and homes[text] == homes.get(after)
                and after not in opened
            ):
                if is_common(text) and len(run) >= _LEAST:
                    run = f'<use href="#{shared.setdefault(run, f"s{len(shared)}")}"/>'
                out.append(run)
                run = ""
        drawn.append(out)
    return drawn


def _opened(
    maps: Sequence[Sequence[Part]], texts: Sequence[Sequence[str]], shared: dict[str, str]
) -> dict[str, dict[int, str]]:
    """The output for the groups that are not the same in all maps, by their texts and by the number
    of the map: they share their contents. All maps share definitions."""
    groups: dict[str, dict[int, list[tuple[Element, str]]]] = {}
    for number, parts in enumerate(maps):
        for part, text in zip(parts, texts[number], strict=True):
            if isinstance(part, Element) and _OPEN.match(part.head):
                ones = groups.setdefault(_ID.sub("", part.head), {})
                ones.setdefault(number, []).append((part, text))
    opened: dict[str, dict[int, str]] = {}
    for head, ones in groups.items():
        if head == "<defs":
            for part, text in chain.from_iterable(ones.values()):
                shared |= dict.fromkeys(map(_text, part.inside), "")
                opened[text] = dict.fromkeys(ones, "")
        elif len({found[0][1] for found in ones.values()}) > 1 and max(map(len, ones.values())) < 2:
            inside = _merged([found[0][0].inside for found in ones.values()], shared)
            for (number, [(part, text)]), own in zip(ones.items(), inside, strict=True):
                whole = f"{part.head}>{''.join(own)}{part.end}"
                opened.setdefault(text, {})[number] = whole
    return opened


def _text(part: Part) -> str:
    return "".join(written([part]))
