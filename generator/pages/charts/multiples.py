"""Small multiples: one small chart for each power, all on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from generator.pages.charts.frame import Scale, chart_of, number, text_width, trail, trails
from generator.pages.story.figures import Series

WIDTH, HEIGHT = 220, 116
LEFT, RIGHT, TOP, BOTTOM = 6, 178, 14, 92


def small_multiples(
    key: str, title: str, years: Sequence[str], series: Sequence[Series], goal: int = 0
) -> dict[str, Any] | None:
    """A small chart for each power, the lines of the others pale behind it: the class of its color
    and the chart. The `ground` is drawn behind each: the page has it once, before the first of
    them. The `note` gives the scale in words.

    None where there are fewer than two years to compare. `key` is an id of its own in the page,
    `goal` a value to be reached, drawn across; 0 for none.
    """
    series = [line for line in series if line.last is not None]
    if len(years) < 2 or not series:
        return None
    from mapsvg.canvas import Canvas

    known = [value for line in series for value in line.values if value is not None]
    # Not out to round numbers as in a large chart: every bit of the height counts.
    scale = Scale((min(0, *known), max(1, goal, *known)), TOP, BOTTOM)
    xs = [LEFT + at * (RIGHT - LEFT) / (len(years) - 1) for at in range(len(years))]
    lines = [
        [
            None if value is None else (x, scale.y(value))
            for x, value in zip(xs, line.values, strict=True)
        ]
        for line in series
    ]
    ground = Canvas()
    defs = ground.element(None, "defs")
    # A separate class: a <use> does not see the classes around its original.
    group = ground.group(defs, id=key, class_="chart")
    ground.line(group, LEFT, scale.y(0), RIGHT, scale.y(0), class_="gr zero")
    if goal:
        ground.line(group, LEFT, scale.y(goal), RIGHT, scale.y(goal), class_="goal")
    every = "".join(trail(stretch) for points in lines for stretch in trails(points))
    ground.path(group, every, class_="bg")
    ground.text(group, years[0], LEFT, HEIGHT - 6, class_="ax")
    if text_width(years[0]) + text_width(years[-1]) < RIGHT - LEFT - 8:
        ground.text(group, years[-1], RIGHT, HEIGHT - 6, class_="ax", text_anchor="end")
    shared = ground.tostring("svg", class_="chart defs", width=0, height=0, aria_hidden="true")
    cells = tuple(
        (line.css, _chart(key, title, years, line, points))
        for line, points in zip(series, lines, strict=True)
    )
    note = f"All on one scale, from {number(scale.low)} to {number(scale.high)}."
    return {"ground": Markup(shared), "cells": cells, "note": note}


def _chart(
    key: str,
    title: str,
    years: Sequence[str],
    line: Series,
    points: Sequence[tuple[float, float] | None],
) -> Markup:
    from mapsvg.canvas import Canvas

    canvas = Canvas()
    canvas.use(None, key)
    for stretch in trails(points):
        canvas.path(None, trail(stretch), class_="se")
    at = line.last or 0
    end, value = points[at], line.values[at]
    if end is None or value is None:
        raise ValueError("a series without numbers cannot be drawn")
    canvas.circle(None, *end, 3.5, class_="pt")
    text = number(value) if at == len(years) - 1 else f"to {years[at]}"
    # Beside the end of the line; above it where it would leave the chart; clear of the years.
    x = min(end[0] + 7, WIDTH - 2 - text_width(text))
    y = end[1] + (5 if x > end[0] else -8)
    y = max(y, 14) if at == len(years) - 1 else min(max(y, 14), BOTTOM - 4)
    canvas.text(None, text, x, y)
    known = [value for value in line.values if value is not None]
    said = (
        f"{number(known[0])} at first, {number(max(known))} at most, {number(known[-1])} at the end"
    )
    label = f"{line.name}, {title}: {said}"
    return chart_of(canvas, f"small {line.css}", (WIDTH, HEIGHT), label)
