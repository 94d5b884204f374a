"""Several maps of a board as one file that stands alone, with what they have in common once.

    <view id="spring" viewBox="0 0 24408 25317"/>              map.svg#spring shows the first map
    <defs><g id="s0"><path class="land pw-spain" d="..."/></g></defs>
    <svg x="0" ..>..<use href="#s0"/>..</svg>                   the first map
    <svg x="122040" ..>..<use href="#s0"/>..</svg>              the next, far to the right

A browser shows a view of a file in all places where it shows an image, and from the disk. Without a
view the last map is shown.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

from mapsvg.canvas import SVG_NAMESPACE
from mapsvg.standalone import font_rules, without_fonts, without_targets

_GAP: Final = 5
"""From map to map, in widths: whoever shows a view in a wide window sees nothing beside it."""
_LEAST: Final = 80
"""Fewer letters than these are written again: a <use> is not much shorter, and slower."""
_ROOT: Final = re.compile(r'<svg[^>]*viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"[^>]*>')
_VIEW: Final = re.compile(r'<view id="([^"]*)" viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"/>')
_MAPS: Final = "</defs>\n<svg x="
"""Behind all that the maps share begins the first of them."""
_STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_ID: Final = re.compile(r' id="([^"]*)"')
_REFERENCE: Final = re.compile(r'((?:#| id="))([\w-]+)(?=[")])')
_LABELS: Final = re.compile(r' aria-labelledby="([^"]*)"')
# Layers into which one looks for what they have in common. What lies in the others is styled by
# where it lies, which a <use> does not tell.
_OPEN: Final = re.compile(
    r'<(?:defs|g(?![^>]* class=)|g class="words|'
    r'g class="layer (?:sea|land|borders|units|centers|markers|legend|orders|heads|signs)")'
)


class _Node:
    """An element with its parts, or a text. `name` is its id, "" for none."""

    __slots__ = ("end", "head", "name", "parts", "text")

    def __init__(self, head: str):
        self.head = self.text = head
        self.name = _id_of(head) if ' id="' in head else ""
        self.parts: list[_Node] = []
        self.end = ""


def join_maps(documents: Mapping[str, str]) -> str:
    """The documents of draw_map, by name, as one file; the names become its views, and before them
    stands the name in those of close-ups: "spring-view-germany". All are maps of one palette."""
    bare = [without_targets(document) for document in documents.values()]
    boxes = [tuple(map(int, found.groups())) for found in map(_ROOT.search, bare) if found]
    step = _GAP * max(box[2] for box in boxes)
    views: list[str] = []
    roots = []
    for number, (name, text) in enumerate(zip(documents, bare, strict=True)):
        left, top, width, height = boxes[number]
        views.append(_view(name, (number * step, 0, width, height)))
        for view, *numbers in _VIEW.findall(text):
            x, y, wide, high = map(int, numbers)
            views.append(_view(f"{name}-{view}", (number * step + x - left, y - top, wide, high)))
        roots.append(_parsed(_VIEW.sub("", _STYLE.sub("", text[text.index("<svg") :]))))
    _tell_apart(roots)
    shared: list[str] = []
    drawn = _merged([root.parts for root in roots], shared)
    digests = list(map(map_digest, bare))
    maps = [
        _placed(root.head, number * step, boxes[number], digests[number])
        + "".join(parts)
        + "</svg>\n"
        for number, (root, parts) in enumerate(zip(roots, drawn, strict=True))
    ]
    left, _, width, height = boxes[-1]
    box = f"{(len(roots) - 1) * step} 0 {width} {height}"
    fonts = font_rules(bare)
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="{SVG_NAMESPACE}" viewBox="{box}">'
        f"{''.join(views)}\n<style>{fonts}\n{_styles(bare)}</style>\n"
        f"<defs>{''.join(shared)}</defs>\n{''.join(maps)}</svg>\n"
    )


def map_digest(file: str) -> str:
    """What tells a map's file from others, in hexadecimal digits. Its letters, which follow from
    its texts, may be missing."""
    return hashlib.sha256(without_fonts(file).encode()).hexdigest()[:32]


def read_map(file: str, name: str) -> tuple[str, str]:
    """A map of a file of join_maps, to be drawn, and the digest of the file that stand_alone makes
    of it. Raises ValueError where there is none of that name."""
    view = re.search(f'<view id="{re.escape(name)}" viewBox="(\\d+) [^"]*"/>', file)
    shared, maps, rest = file.partition(_MAPS)
    if not view or not maps:
        raise ValueError(f"there is no map {name!r} in the file")
    own = next((part for part in rest.split("\n<svg x=") if part.startswith(f'"{view[1]}"')), "")
    told = re.search(r' data-map="([0-9a-f]+)"', own)
    box = view[0].partition("viewBox=")[2].removesuffix("/>")
    head = re.sub(r'viewBox="[^"]*"', f"viewBox={box}", shared, count=1)
    end = "" if own.endswith("</svg>\n</svg>\n") else "\n</svg>\n"
    return f"{head}{_MAPS}{own}{end}", told[1] if told else ""


def _view(name: str, box: Sequence[int]) -> str:
    return f'<view id="{name}" viewBox="{" ".join(map(str, box))}"/>'


def _styles(documents: Sequence[str]) -> str:
    """Every rule of the documents once. Nothing but the maps is in the file, so they need not say
    that they are for maps; what is drawn elsewhere by a <use> would not be inside of one."""
    rules: dict[str, None] = {}
    for text in documents:
        found = _STYLE.search(text)
        rules |= dict.fromkeys(found[1].split("\n") if found else ())
    return "\n".join(rules).replace(".board .", ".").replace(".board use", "use")


def _placed(head: str, x: int, box: Sequence[int], told: str) -> str:
    """The first tag of a map within the file."""
    place = f'<svg x="{x}" y="0" width="{box[2]}" height="{box[3]}" data-map="{told}"'
    return head.replace(f' xmlns="{SVG_NAMESPACE}"', "").replace("<svg", place, 1)


def _parsed(text: str) -> _Node:
    """The tree of an SVG; `text` of each node is all that it holds."""
    root = _Node("")
    open_nodes = [root]
    starts: list[int] = []
    at = 0
    # Within tags and texts these signs are written as references.
    for piece in text.split("<")[1:]:
        tag, _, words = piece.partition(">")
        if tag.startswith("/"):
            node = open_nodes.pop()
            node.end = f"<{tag}>"
            node.text = text[starts.pop() : at + len(node.end)]
        else:
            node = _Node(f"<{tag}>")
            open_nodes[-1].parts.append(node)
            if not tag.endswith("/"):
                open_nodes.append(node)
                starts.append(at)
        if words:
            open_nodes[-1].parts.append(_Node(words))
        at += 1 + len(piece)
    return root.parts[0]


def _tell_apart(roots: Sequence[_Node]) -> None:
    """Give an id that means different things in different maps a name of its own in each."""
    # What refers to another name is another thing, too: so again until all are told apart.
    while True:
        meanings: dict[str, dict[str, int]] = {}
        named = [_with_ids(root) for root in roots]
        for node in chain(*named):
            known = meanings.setdefault(node.name, {})
            known.setdefault(node.text, len(known))
        is_apart = True
        for number, root in enumerate(roots):
            own: dict[str, str] = {}
            for node in named[number]:
                name = node.name
                # Of an element whose parts are shared, each map has its own.
                kind = number if _OPEN.match(node.head) else meanings[name][node.text]
                if len(meanings[name]) > 1 and kind:
                    own[name] = f"{name}-{kind}"
            if own:
                is_apart = False
                _rename(root, own)
        if is_apart:
            return


def _rename(node: _Node, names: Mapping[str, str]) -> bool:
    """Give what has one of these names another one, also where it is referred to, in an element and
    its parts. Gives whether there was any."""
    if not any(name in node.text for name in names):
        return False
    head = _renamed(node.head, names) if node.head.startswith("<") else node.head
    is_other = head != node.head
    for part in node.parts:
        is_other |= _rename(part, names)
    if is_other:
        node.head, node.name = head, _id_of(head)
        node.text = f"{head}{''.join([part.text for part in node.parts])}{node.end}"
    return is_other


def _renamed(head: str, names: Mapping[str, str]) -> str:
    head = _REFERENCE.sub(lambda found: found[1] + names.get(found[2], found[2]), head)
    labels = _LABELS.search(head)
    if labels:
        told = " ".join(names.get(name, name) for name in labels[1].split())
        head = head.replace(labels[0], f' aria-labelledby="{told}"', 1)
    return head


def _with_ids(node: _Node) -> list[_Node]:
    """The elements with an id within an element, as they stand."""
    found = [node] if node.name else []
    for part in node.parts:
        if part.name or part.parts:
            found += _with_ids(part)
    return found


def _id_of(head: str) -> str:
    found = _ID.search(head) if head.startswith("<") else None
    return found[1] if found else ""


def _merged(
    maps: Sequence[Sequence[_Node]], shared: list[str], *, is_defined: bool = False
) -> list[list[str]]:
    """What each map has of these parts, with a <use> of what joined `shared`; without one where
    parts are defined only, to be used elsewhere."""
    if is_defined:
        # What is drawn elsewhere may be defined anywhere, once.
        every = dict.fromkeys(node.text for nodes in maps for node in nodes)
        shared += [text for text in every if text not in shared]
        return [[] for _ in maps]
    counts: list[dict[str, int]] = []
    homes: dict[str, list[int]] = {}
    for number, nodes in enumerate(maps):
        count: dict[str, int] = {}
        for node in nodes:
            count[node.text] = count.get(node.text, 0) + 1
        counts.append(count)
        for text in count:
            homes.setdefault(text, []).append(number)
    heads = _heads(maps)
    # What stands twice in a map has no place of its own to follow. Where a layer is not the same in
    # all maps, its parts are looked at.
    common = {
        node.text: where
        for nodes in maps
        for node in nodes
        if len(where := homes[node.text]) > 1
        and all(counts[number][node.text] == 1 for number in where)
        and (len(where) == len(maps) or _nameless(node) not in heads)
    }
    followers: dict[str, set[str]] = {}
    leaders: dict[str, set[str]] = {}
    for nodes in maps:
        texts = ["", *(node.text for node in nodes), ""]
        for before, text, after in zip(texts, texts[1:], texts[2:], strict=False):
            leaders.setdefault(text, set()).add(before)
            followers.setdefault(text, set()).add(after)
    uses: dict[str, str] = {}
    inner: dict[str, list[list[str]]] = {}
    drawn: list[list[str]] = []
    for number, nodes in enumerate(maps):
        out: list[str] = []
        at = 0
        while at < len(nodes):
            node = nodes[at]
            if node.text not in common:
                out += _own(node, number, heads, inner, maps, shared)
                at += 1
                continue
            run = [node.text]
            while (
                at + len(run) < len(nodes)
                and common.get(after := nodes[at + len(run)].text) == common[node.text]
                and len(followers[run[-1]]) == len(leaders[after]) == 1
            ):
                run.append(after)
            out.append(_shared("".join(run), uses, shared))
            at += len(run)
        drawn.append(out)
    return drawn


def _shared(text: str, uses: dict[str, str], shared: list[str]) -> str:
    """What a map has of a text that others have, too."""
    if len(text) < _LEAST and ' id="' not in text:
        return text
    if text not in uses:
        name = f"s{len(shared)}"
        shared.append(f'<g id="{name}">{text}</g>')
        uses[text] = f'<use href="#{name}"/>'
    return uses[text]


def _heads(maps: Sequence[Sequence[_Node]]) -> dict[str, list[_Node | None]]:
    """The elements with the same first tag, one of each map, in which to look further."""
    found: dict[str, list[_Node | None]] = {}
    for number, nodes in enumerate(maps):
        for node in nodes:
            if node.parts and _OPEN.match(node.head):
                ones = found.setdefault(_nameless(node), [None] * len(maps))
                ones[number] = node if ones[number] is None else None
    return found


def _own(
    node: _Node,
    number: int,
    heads: Mapping[str, Sequence[_Node | None]],
    inner: dict[str, list[list[str]]],
    maps: Sequence[Sequence[_Node]],
    shared: list[str],
) -> list[str]:
    """What a map has of an element that no other has like this."""
    head = _nameless(node)
    ones = heads.get(head, ())
    if not ones or ones[number] is not node:
        return [node.text]
    if head not in inner:
        parts = [each.parts if each else () for each in ones]
        inner[head] = _merged(parts, shared, is_defined=head.startswith("<defs"))
    return [node.head, *inner[head][number], node.end]


def _nameless(node: _Node) -> str:
    """The first tag of an element without its id."""
    return _ID.sub("", node.head)
