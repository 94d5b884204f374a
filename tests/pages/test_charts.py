"""Charts: labels apart and inside, lines where their values are, words for what colors say."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markupsafe import Markup

from generator.pages.base.gameview import PowerView
from generator.pages.charts.bars import Layer, sparkline, stacked_bar, stacked_columns
from generator.pages.charts.frame import Box, spread, text_width, ticks, trail
from generator.pages.charts.lines import line_chart, rank_chart
from generator.pages.charts.multiples import small_multiples
from generator.pages.game.game import count_chart
from generator.pages.minors import stateview as shares
from generator.pages.story.figures import Series

STYLES = Path(__file__).parents[2] / "themes" / "default" / "static" / "chart.css"

values = st.integers(-40, 120)
names = st.text("abcdefghijklmnopqrstuvwxyzÉüMW ", min_size=1, max_size=40)


@st.composite
def games(draw: st.DrawFn) -> tuple[list[str], list[Series]]:
    """Some years, and powers of which each has values up to the end or to a year before."""
    years = draw(st.integers(2, 30))
    found = []
    for at in range(draw(st.integers(1, 15))):
        lasts = draw(st.integers(1, years))
        known = draw(st.lists(values, min_size=lasts, max_size=lasts))
        line = (*known, *[None] * (years - lasts))
        found.append(Series(draw(names), f"pw-{at}", line))
    return [str(1619 + at) for at in range(years)], found


def tree(chart: Markup) -> ElementTree.Element:
    return ElementTree.fromstring(str(chart))


def size_of(root: ElementTree.Element) -> tuple[float, float]:
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    return width, height


def boxes(root: ElementTree.Element) -> list[tuple[str, Box]]:
    """Every text and the room that it takes, at the size that the styles set."""
    found = []
    for node in root.iter("text"):
        text, x, y = node.text or "", float(node.attrib["x"]), float(node.attrib["y"])
        wide = text_width(text)
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[
            node.attrib.get("text-anchor", "start")
        ]
        found.append((text, Box(left, y - 13, left + wide, y + 4)))
    return found


def assert_readable(chart: Markup) -> None:
    """No text covers another, and none is cut off at an edge."""
    root = tree(chart)
    width, height = size_of(root)
    found = boxes(root)
    for text, box in found:
        assert box.left >= -1, text
        assert box.right <= width + 1, text
        assert box.top >= -6, text
        assert box.bottom <= height, text
    for (one, first), (other, second) in combinations(found, 2):
        # Half a unit, since coordinates are whole numbers.
        apart = Box(first.left + 0.5, first.top + 0.5, first.right - 0.5, first.bottom - 0.5)
        assert not apart.meets(second), (one, other)


@settings(max_examples=60, deadline=None)
@given(games())
def test_labels_of_lines_never_overlap(game: tuple[list[str], list[Series]]) -> None:
    years, series = game
    assert_readable(line_chart("Points", years, series, 25, "25 points win"))


EARLY_END = [Series("M", f"pw-{at}", (0, *(None,) * 7)) for at in range(5)]
EARLY_END[1] = Series("M", "pw-1", (-1, 0, *(None,) * 6))


@settings(max_examples=60, deadline=None)
@given(games())
@example(([str(year) for year in range(1619, 1627)], EARLY_END))
def test_labels_of_places_never_overlap(game: tuple[list[str], list[Series]]) -> None:
    years, series = game
    assert_readable(rank_chart("Places", years, series))


@settings(max_examples=60, deadline=None)
@given(games())
def test_labels_of_columns_never_overlap(game: tuple[list[str], list[Series]]) -> None:
    years, series = game
    layers = [Layer(one.name, "k0", tuple(n or 0 for n in one.values)) for one in series]
    chart = stacked_columns("Sums", years, layers)
    if chart:
        assert_readable(chart)


@settings(max_examples=40, deadline=None)
@given(games())
def test_small_charts_name_their_last_value_inside(game: tuple[list[str], list[Series]]) -> None:
    years, series = game
    found = small_multiples("m", "points", years, series)
    assert found is not None
    for _, chart in found["cells"]:
        root = tree(chart)
        width, height = size_of(root)
        for text, box in boxes(root):
            assert box.left >= 0, text
            assert box.right <= width, text
            assert box.top >= 0, text
            assert box.bottom <= height, text


@given(st.lists(st.floats(-100, 700), max_size=20), st.floats(1, 40))
def test_spread_keeps_the_gap_and_the_order(wanted: list[float], gap: float) -> None:
    placed = spread(wanted, gap, 0, 600)
    assert len(placed) == len(wanted)
    least = min(gap, 600 / max(1, len(wanted) - 1)) - 1e-6
    assert all(-1e-6 <= at <= 600 + 1e-6 for at in placed)
    order = sorted(range(len(wanted)), key=lambda at: (wanted[at], at))
    assert all(placed[b] - placed[a] >= least for a, b in pairwise(order))


@given(st.integers(-500, 500), st.integers(1, 5000))
def test_ticks_are_round_and_hold_the_range(low: int, span: int) -> None:
    marks = ticks(low, low + span)
    assert marks[0] <= low
    assert marks[-1] >= low + span
    assert len(marks) <= 10
    steps = {b - a for a, b in pairwise(marks)}
    assert len(steps) == 1
    assert re.fullmatch(r"[125]0*", str(steps.pop()))


@given(st.lists(st.tuples(st.integers(-900, 900), st.integers(-900, 900)), min_size=1))
def test_a_path_leads_through_its_points(points: list[tuple[int, int]]) -> None:
    assert reached_by(trail(points)) == points


def reached_by(path: str) -> list[tuple[int, int]]:
    """The points of a path."""
    start, _, rest = path.partition("l")
    x, y = (int(n) for n in start.removeprefix("M").split())
    reached = [(x, y)]
    steps = [int(n) for n in re.findall(r"-?\d+", rest)]
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + dx, y + dy
        reached.append((x, y))
    return reached


YEARS = ["1619", "1620", "1621"]
PAIR = [
    Series("Austria", "pw-austria", (5, 10, 19)),
    Series("Venice", "pw-venice", (5, None, None)),
]


def test_a_line_is_named_where_it_ends() -> None:
    texts = [text for text, _ in boxes(tree(line_chart("Points", YEARS, PAIR)))]
    assert "19 Austria" in texts
    assert "Venice to 1619" in texts


# Fifteen lines that cross, of which six end early, as in a long game.
CROWD = [
    Series(
        f"Kingdom of the {at}",
        f"pw-{at}",
        tuple(
            (7 * at + 5 * year + at * year) % 19 if at > 5 or year < 4 + 3 * at else None
            for year in range(27)
        ),
    )
    for at in range(15)
]
LONG = [str(1619 + at) for at in range(27)]


@pytest.mark.parametrize("chart", [line_chart, rank_chart])
def test_names_of_the_fallen_stand_clear_of_lines(
    chart: Callable[[str, Sequence[str], Sequence[Series]], Markup],
) -> None:
    root = tree(chart("Points", LONG, CROWD))
    named = [box for text, box in boxes(root) if " to 16" in text]
    assert len(named) == 6
    lines = [node.attrib["d"] for node in root.iter("path") if "se" in node.attrib["class"].split()]
    assert len(lines) >= 15
    for line in lines:
        points = reached_by(line)
        for (x, y), (far, end) in pairwise(points):
            steps = max(1, far - x)
            between = ((x + at, y + (end - y) * at / steps) for at in range(steps + 1))
            for box in named:
                inner = Box(box.left, box.top + 1, box.right, box.bottom - 1)
                assert not any(inner.meets(Box(*spot, *spot)) for spot in between)


def test_a_name_away_from_its_line_is_led_to() -> None:
    root = tree(line_chart("Points", LONG, CROWD))
    leads = [
        group
        for group in root.iter("g")
        if any(node.attrib.get("class") == "out" for node in group.iter("text"))
        and any(node.attrib.get("class") == "ld" for node in group.iter("path"))
    ]
    for group in leads:
        dot = next(group.iter("circle"))
        lead = next(node for node in group.iter("path") if node.attrib.get("class") == "ld")
        start = reached_by(lead.attrib["d"])[0]
        assert start == (round(float(dot.attrib["cx"])), round(float(dot.attrib["cy"])))
    assert leads


def test_the_first_and_the_last_year_are_always_told() -> None:
    for years in range(2, 60):
        labels = ["start", *(str(1619 + at) for at in range(years - 1))]
        chart = line_chart("Points", labels, [Series("A", "pw-a", tuple(range(years)))])
        texts = [text for text, _ in boxes(tree(chart))]
        assert "start" in texts
        assert labels[-1] in texts


def test_ranks_tell_of_ties() -> None:
    three = [
        Series("France", "pw-france", (3, 4)),
        Series("Italy", "pw-italy", (3, 4)),
        Series("Turkey", "pw-turkey", (4, 1)),
    ]
    texts = [text for text, _ in boxes(tree(rank_chart("Places", YEARS[:2], three)))]
    assert {"1= France 4", "1= Italy 4", "3 Turkey 1"} <= set(texts)


def test_the_goal_is_drawn_at_its_height() -> None:
    root = tree(line_chart("Points", YEARS, PAIR, 20, "20 points win"))
    axis = {node.text: float(node.attrib["y"]) for node in root.iter("text")}
    goal = next(node for node in root.iter("line") if node.attrib.get("class") == "goal")
    assert float(goal.attrib["y1"]) == pytest.approx(axis["20"] - 5, abs=1)


def test_tied_lines_run_side_by_side() -> None:
    pair = [Series("A", "pw-a", (5, 5)), Series("B", "pw-b", (5, 5))]
    root = tree(line_chart("Points", YEARS[:2], pair))
    lines = [node.attrib["d"] for node in root.iter("path") if node.attrib["class"] == "se"]
    assert len(set(lines)) == 2


def test_lines_differ_by_more_than_color() -> None:
    many = [Series(f"P{at}", f"pw-{at}", (at, at)) for at in range(5)]
    root = tree(line_chart("Points", YEARS[:2], many))
    dashes = {node.attrib["class"].split()[-1] for node in root.iter("g")}
    assert dashes == {"l0", "l1", "l2", "l3", "l4"}
    styles = STYLES.read_text(encoding="utf-8")
    assert all(f".{dash} .se" in styles for dash in dashes - {"l0"})


def test_a_chart_says_what_it_shows() -> None:
    for chart in (
        line_chart("Points", YEARS, PAIR),
        rank_chart("Points", YEARS, PAIR),
        stacked_columns("Points", YEARS, [Layer("Austria", "k0", (5, 10, 19))]),
    ):
        root = tree(chart)
        assert root.attrib["role"] == "img"
        for part in ("Points", "1619", "1621", "Austria", "19"):
            assert part in root.attrib["aria-label"]


def test_little_charts_are_silent_since_numbers_stand_beside_them() -> None:
    bar = stacked_bar([("a", "k0", 12), ("b", "k1", -3)], -3, 12)
    for chart in (bar, sparkline((1, 2, None), "pw-austria")):
        assert tree(chart).attrib["aria-hidden"] == "true"


def test_a_bar_grows_from_zero_to_both_sides() -> None:
    root = tree(stacked_bar([("a", "k0", 10), ("b", "k1", -10)], -10, 10))
    up, down = (node.attrib["d"] for node in root.iter("path") if node.attrib["class"] == "col")
    assert up.startswith("M130 ")
    assert down.startswith("M1 ")


def test_stacks_do_not_overlap() -> None:
    layers = [Layer("a", "k0", (3,)), Layer("b", "k1", (2,)), Layer("c", "k2", (-1,))]
    root = tree(stacked_columns("Sums", YEARS[:1], layers))
    spans = []
    for node in root.iter("path"):
        if node.attrib["class"] == "col":
            top = int(node.attrib["d"].split()[1].split("l")[0])
            down = int(re.findall(r"-?\d+", node.attrib["d"])[5])
            spans.append((top, top + down))
    (a_top, a_bottom), (b_top, b_bottom), (c_top, _) = spans
    assert b_bottom == a_top
    assert c_top == a_bottom
    assert b_bottom - b_top == pytest.approx((a_bottom - a_top) * 2 / 3, abs=2)


def test_nothing_to_compare_gives_nothing() -> None:
    assert not line_chart("Points", ["1619"], [Series("A", "pw-a", (1,))])
    assert not line_chart("Points", YEARS, [Series("A", "pw-a", (None, None, None))])
    assert not rank_chart("Points", ["1619"], [Series("A", "pw-a", (1,))])
    assert small_multiples("m", "points", ["1619"], [Series("A", "pw-a", (1,))]) is None
    assert not stacked_columns("Points", YEARS, [Layer("a", "k0", (0, 0, 0))])
    assert not sparkline((1, None), "pw-a")


def test_the_front_page_has_its_chart() -> None:
    years = (*YEARS, "1622")
    pair = [Series(line.name, line.css, (*line.values, 20)) for line in PAIR]
    chart = count_chart("Score", years, pair)
    assert "20 Austria" in chart
    assert tree(chart).attrib["aria-label"].startswith("Score by year, 1619 to 1622")
    # The standings tell as much of fewer years.
    assert not count_chart("Score", YEARS, PAIR)


def test_a_phone_shows_all_of_a_chart_of_few_years() -> None:
    """Of 390 pixels 358 are left for it: no letter is smaller than 11."""
    layers = [Layer("Austria", "k0", (5, 10, 19))]
    for chart in (line_chart("Points", YEARS, PAIR), stacked_columns("Points", YEARS, layers)):
        root = tree(chart)
        assert root.attrib["class"] == "chart few"
        assert 16 * 358 / size_of(root)[0] >= 11


def test_no_text_of_a_wide_chart_becomes_smaller_than_eleven_pixels() -> None:
    styles = STYLES.read_text(encoding="utf-8")
    least = float(re.search(r"min-width: ([\d.]+)rem", styles)[1]) * 16  # type: ignore[index]
    years = tuple(map(str, range(1619, 1629)))
    pair = [Series(line.name, line.css, tuple(range(10))) for line in PAIR]
    root = tree(line_chart("Points", years, pair))
    assert root.attrib["class"] == "chart wide"
    width, _ = size_of(root)
    assert 16 * least / width >= 11


def test_colors_come_from_custom_properties_only() -> None:
    styles = STYLES.read_text(encoding="utf-8")
    for rule in re.findall(r"^  (?:fill|stroke|color|background): ([^;]+);", styles, re.MULTILINE):
        assert "#" not in rule, rule
    for chart in (line_chart("Points", YEARS, PAIR), sparkline((1, 2), "pw-a")):
        assert "#" not in chart
        assert "style=" not in chart


def test_no_letters_stand_on_the_line_at_one_half() -> None:
    """A part that has its middle at one half shows its letters beside the line, or none."""
    for share in (2, 10, 34, 60, 100):
        rest = (100 - share) // 2
        # The first power's part lies in the middle of the bar, between those of the others.
        amounts = zip((POWERS[1], POWERS[0], POWERS[2]), (rest, share, rest), strict=True)
        parts = tuple((power, amount) for power, amount in amounts)
        columns = [shares.Column(year, parts, None) for year in YEARS]
        root = tree(shares.share_chart("Hesse", "INF", columns))
        (half,) = (float(n.attrib["y1"]) for n in root.iter("line") if n.get("class") == "half")
        group = next(n for n in root.iter("g") if n.get("class") == "lt")
        found = {n.text: float(n.attrib["y"]) for n in group.iter("text")}
        assert all(not y - 11 < half < y + 1 for y in found.values()), (share, found, half)
        assert ("A" in found) == (share >= 34)


POWERS = [PowerView(name, name, f"pw-{name}", letter=name.upper()) for name in "abc"]
