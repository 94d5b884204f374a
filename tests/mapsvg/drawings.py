"""Drawings for tests, as Inkscape writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg"'
    ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 {0} {1}">\n'
)


def layer(name: str, *elements: str) -> str:
    inside = "\n".join(elements)
    return f'<g inkscape:groupmode="layer" inkscape:label="{name}">\n{inside}\n</g>\n'


def drawing(*layers: str, size: tuple[float, float] = (100, 100)) -> str:
    return HEAD.format(*size) + "".join(layers) + "</svg>\n"


def square(code: str, x: float, y: float, wide: float = 20, high: float = 20) -> str:
    """A province as a path."""
    return f'<path inkscape:label="{code}" d="M{x},{y} h{wide} v{high} h{-wide} z"/>'


def grid_drawing(
    rows: Sequence[Sequence[str]],
    *,
    seas: Iterable[str] = (),
    grow: Mapping[str, float] | None = None,
    side: float = 10,
) -> str:
    """A grid of codes as a drawing, a polygon for each square. grow: by how much the squares of a
    province reach over, or keep off (below 0), those of others."""
    more = grow or {}
    lands: dict[bool, list[str]] = {False: [], True: []}
    at: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(rows):
        for x, code in enumerate(row):
            at.setdefault(code, []).append((x, y))
    for code, squares in at.items():
        out = more.get(code, 0)
        for x, y in squares:
            # Squares of one province hang together whatever they keep off the others.
            near = [(x - 1, y), (x, y - 1), (x + 1, y), (x, y + 1)]
            left, top, right, bottom = (
                0.5 if spot in squares or not _on(rows, spot) else out for spot in near
            )
            corners = (
                (x * side - left, y * side - top),
                ((x + 1) * side + right, y * side - top),
                ((x + 1) * side + right, (y + 1) * side + bottom),
                (x * side - left, (y + 1) * side + bottom),
            )
            points = " ".join(f"{u:g},{v:g}" for u, v in corners)
            lands[code in set(seas)].append(f'<polygon inkscape:label="{code}" points="{points}"/>')
    size = (len(rows[0]) * side, len(rows) * side)
    return drawing(layer("sea", *lands[True]), layer("land", *lands[False]), size=size)


def _on(rows: Sequence[Sequence[str]], spot: tuple[int, int]) -> bool:
    return 0 <= spot[0] < len(rows[0]) and 0 <= spot[1] < len(rows)
