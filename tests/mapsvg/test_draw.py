"""What the SVG holds: a mark for every order and outcome, safe text, stable ids, the same bytes."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from mapsvg import (
    LAYERS,
    Fill,
    Marker,
    OrderMark,
    Scene,
    UnitPiece,
    load_geometry,
)
from mapsvg.lettering import text_width
from mapsvg.scene import (
    FILL_KINDS,
    ORDER_KINDS,
    OUTCOMES,
    UNIT_STATES,
    OrderKind,
    Outcome,
    UnitState,
)
from tests.mapsvg.boards import GRID, small_board
from tests.mapsvg.scenes import (
    EUROPE_BOARDS,
    draw_svg,
    full_scene,
    mixed_scene,
    small_scene,
    unit,
    usual_scene,
)

ROOT = Path(__file__).parent.parent.parent
SVG = "{http://www.w3.org/2000/svg}"
BOARD = small_board()
HOSTILE = "</text><script>alert('x')</script> & \"quotes\" \x00\x0b\ud800 ]]> <!--"


def draw(scene: Scene, **options: object) -> str:
    return draw_svg(scene, geometry=BOARD, **options)  # type: ignore[arg-type]


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def with_class(root: ElementTree.Element, *names: str) -> list[ElementTree.Element]:
    return [one for one in root.iter() if set(names) <= set(one.get("class", "").split())]


def with_id(root: ElementTree.Element, name: str) -> ElementTree.Element:
    found = [one for one in root.iter() if one.get("id") == name]
    assert len(found) == 1, name
    return found[0]


def an_order(kind: OrderKind, outcome: Outcome) -> OrderMark:
    via = ("NTH",) if kind == "convoyed" else ()
    unit_at = "NTH" if kind == "convoy" else "VIE"
    return OrderMark("7", kind, "austria", unit_at, "KIE", "LON", via, outcome=outcome, text="why")


@pytest.mark.parametrize("kind", ORDER_KINDS)
@pytest.mark.parametrize("outcome", OUTCOMES)
def test_every_order_and_outcome_has_its_mark(kind: OrderKind, outcome: Outcome) -> None:
    root = parse(draw(small_scene(an_order(kind, outcome)), layers=["orders"]))
    order = with_id(root, "order-7")
    classes = order.get("class", "").split()
    assert {"order", kind.replace("_", "-"), outcome, "pw-austria"} <= set(classes)
    assert ("fails" in classes) == (outcome != "success")
    assert order.get("data-unit") == an_order(kind, outcome).unit
    assert order.findtext(f"{SVG}title") == "why"
    signs = [one for one in root.iter() if one.get("data-order") == "7"]
    drawn = [one for one in (*order.iter(), *(part for sign in signs for part in sign.iter()))
             if one.tag in (f"{SVG}path", f"{SVG}circle", f"{SVG}use")]  # fmt: skip
    assert drawn
    assert bool(with_class(root, "plate")) == (outcome != "success" or kind == "build")


@pytest.mark.parametrize(
    ("kind", "outcomes"),
    [
        ("move", ("success", "bounce", "void", "illegal")),
        ("support_hold", ("success", "cut", "dislodged", "void", "illegal")),
    ],
)
def test_outcomes_look_different_by_more_than_their_names(
    kind: OrderKind, outcomes: tuple[Outcome, ...]
) -> None:
    looks = set()
    for outcome in outcomes:
        svg = draw(small_scene(an_order(kind, outcome)), layers=["orders"])
        part = svg[svg.index("layer-orders") :]
        looks.add(part.replace(outcome, "").replace(" fails", ""))
    assert len(looks) == len(outcomes)


def test_strength_widens_the_arrow_and_stands_on_the_piece() -> None:
    def width(strength: int) -> int:
        order = replace(an_order("move", "success"), strength=strength)
        line = with_class(parse(draw(small_scene(order), layers=["orders"])), "ln")[0]
        usual = 44 if "arrow" in line.get("class", "").split() else 0
        return int(line.get("stroke-width", usual))

    assert width(1) < width(2) < width(3)
    root = parse(draw(small_scene(units=(unit("A VIE", strength=3), unit("A BUD")))))
    assert with_id(root, "u-VIE").findtext(f"{SVG}text") == "+2"
    assert with_id(root, "u-BUD").find(f"{SVG}text") is None


def test_dislodged_unit_steps_aside_only_for_another() -> None:
    alone = parse(draw(small_scene(units=(unit("A VIE", state="dislodged"),))))
    both = parse(
        draw(small_scene(units=(unit("A VIE", "germany"), unit("A VIE", state="dislodged"))))
    )
    usual = with_id(both, "u-VIE").get("transform")
    assert with_id(alone, "u-VIE-dislodged").get("transform") == usual
    assert with_id(both, "u-VIE-dislodged").get("transform") != usual
    assert with_class(both, "burst")


def test_arrow_stops_short_of_the_piece_it_meets() -> None:
    scene = small_scene(OrderMark("1", "move", "austria", "BOH", "VIE"), units=(unit("A VIE"),))
    head = with_class(parse(draw(scene)), "head")[0]
    x, y = map(int, re.findall(r"-?\d+", head.get("d", ""))[:2])
    at = BOARD.provinces["VIE"].unit
    assert 80 < max(abs(x - at[0]), abs(y - at[1])) < 200


def test_head_to_head_arrows_do_not_lie_on_each_other() -> None:
    scene = small_scene(
        OrderMark("1", "move", "austria", "VIE", "BUD"),
        OrderMark("2", "move", "austria", "BUD", "VIE"),
    )
    root = parse(draw(scene))
    middles = []
    for number in "12":
        line = with_id(root, f"order-{number}").find(f"{SVG}path[@class='ln arrow']")
        assert line is not None
        x, y, cx, cy, dx, dy = map(int, re.findall(r"-?\d+", line.get("d", "")))
        middles.append((x + cx / 2 + dx / 4, y + cy / 2 + dy / 4))
    assert abs(middles[0][1] - middles[1][1]) > 200


def test_convoyed_move_passes_its_fleet() -> None:
    order = OrderMark("1", "convoyed", "england", "LON", "KIE", via=("NTH",))
    root = parse(draw(small_scene(order)))
    line = with_class(with_id(root, "order-1"), "ln")[0]
    numbers = list(map(int, re.findall(r"-?\d+", line.get("d", ""))))
    x = y = 0
    fleet = BOARD.provinces["NTH"].unit
    distances = []
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        distances.append(abs(x - fleet[0]) + abs(y - fleet[1]))
    assert min(distances) < 60


def test_hostile_text_stays_text() -> None:
    from mapsvg import PowerStyle

    scene = small_scene(
        replace(an_order("move", "bounce"), text=HOSTILE),
        title=HOSTILE,
        subtitle=HOSTILE,
        description=HOSTILE,
        notes=(HOSTILE,),
        powers={"austria": PowerStyle(HOSTILE, letter=HOSTILE)},
        units=(UnitPiece("A", "VIE", "austria", label=HOSTILE),),
        markers=(Marker("VIE", "text", HOSTILE, title=HOSTILE), Marker("VIE", "revolt", HOSTILE)),
        corner=(HOSTILE,),
    )
    for inline in (False, True):
        svg = draw(scene, inline=inline, patterns=True)
        root = parse(svg)
        assert "<script" not in svg
        svg.encode("utf-8")
        assert "alert('x')" in (with_id(root, "order-7").findtext(f"{SVG}title") or "")


def test_provinces_units_and_orders_can_be_found_by_a_page() -> None:
    root = parse(draw(mixed_scene()))
    for codes in GRID:
        for code in codes:
            assert with_id(root, f"p-{code}").get("data-province") == code
    vienna = with_id(root, "p-VIE")
    assert set(vienna.get("class", "").split()) == {"province", "land", "pw-austria"}
    piece = with_id(root, "u-SPA-NC")
    assert set(piece.get("class", "").split()) == {"unit", "fleet", "pw-france"}
    assert piece.get("data-unit") == "SPA/NC"
    assert piece.findtext(f"{SVG}title") == f"France: fleet {BOARD.provinces['SPA'].name} (NC)"


def test_fill_of_every_kind_has_its_class() -> None:
    root = parse(draw(mixed_scene()))
    found = {"TYR": "captured", "BUR": "aligned", "MAR": "vassal", "PRU": "unaligned",
             "GAL": "neutral", "SWI": "impassable"}  # fmt: skip
    assert set(found.values()) == set(FILL_KINDS) - {"own"}
    for code, kind in found.items():
        assert kind in with_id(root, f"p-{code}").get("class", "").split()
    hatched = [one.get("style") for one in with_class(root, "captured") if one.get("id")]
    assert hatched == ["fill:url(#captured-austria-italy)"]


@pytest.mark.parametrize("layer", LAYERS)
def test_layer_can_be_switched_off(layer: str) -> None:
    svg = draw(mixed_scene())
    without = draw(mixed_scene(), layers=[name for name in LAYERS if name != layer])
    assert f'id="layer-{layer}"' in svg
    assert f'id="layer-{layer}"' not in without
    for other in LAYERS:
        if other != layer:
            assert f'id="layer-{other}"' in without
    parse(without)


def test_unknown_layer_palette_and_board_are_refused() -> None:
    with pytest.raises(ValueError, match=r"no layer clouds \(sea, land"):
        draw(mixed_scene(), layers=["sea", "clouds"])
    with pytest.raises(ValueError, match="no palette 'x'"):
        draw(mixed_scene(), palette="x")
    with pytest.raises(ValueError, match="nowhere"):
        draw_svg(Scene("nowhere"))


def test_title_and_description_are_there_for_screen_readers() -> None:
    root = parse(draw(mixed_scene()))
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "title desc"
    assert with_id(root, "title").text == "The Quarrel, Spring 1905"
    assert with_id(root, "desc").text == "Ten orders."


def test_document_asks_for_nothing_from_elsewhere() -> None:
    svg = draw(mixed_scene())
    assert svg.startswith('<?xml version="1.0" encoding="utf-8"?>\n<svg ')
    assert svg.endswith("</svg>\n")
    assert re.findall(r'(?:href|src)="(?!#)|url\((?!#)|@import|https?://(?!www\.w3\.org/2000/svg)',
                      svg) == []  # fmt: skip
    assert "var(" not in svg


def test_inline_map_takes_its_colors_from_the_page() -> None:
    svg = draw(mixed_scene(), inline=True)
    assert svg.startswith("<svg ")
    style = svg[svg.index("<style>") : svg.index("</style>")]
    assert "var(--map-land-austria,#" in style
    assert "var(--map-sea,#" in style


def test_style_rules_stay_inside_the_board() -> None:
    svg = draw(mixed_scene(), inline=True)
    style = svg[svg.index("<style>") + 7 : svg.index("</style>")]
    selectors = [part for rule in re.findall(r"([^{}]+)\{", style) for part in rule.split(",")]
    assert selectors
    assert all(part.strip().startswith(".board") for part in selectors)


def test_size_sets_both_sides_in_proportion() -> None:
    root = parse(draw(mixed_scene(), size=800))
    _, _, width, height = map(int, root.get("viewBox", "").split())
    assert root.get("width") == "800"
    assert int(root.get("height", "0")) == round(800 * height / width)
    assert parse(draw(mixed_scene())).get("width") is None


@pytest.mark.parametrize("kind", ORDER_KINDS)
@pytest.mark.parametrize("outcome", OUTCOMES)
def test_legend_explains_every_order_and_outcome(kind: OrderKind, outcome: Outcome) -> None:
    without = legend_of(small_scene())
    words, signs = legend_of(small_scene(an_order(kind, outcome)))
    assert len(words) == len(without[0]) + 1
    failed = outcome != "success"
    assert signs - without[1] == (failed or kind == "build")


@pytest.mark.parametrize("state", [one for one in UNIT_STATES if one != "normal"])
def test_legend_explains_every_state_of_a_unit(state: UnitState) -> None:
    words, _ = legend_of(small_scene(units=(unit("A VIE", state=state),)))
    assert len(words) == len(legend_of(small_scene(units=(unit("A VIE"),)))[0]) + 1


def legend_of(scene: Scene) -> tuple[list[str], int]:
    """The words of the legend, and how many plates it shows."""
    root = parse(draw(scene, layers=["legend", "orders", "units", "centers"]))
    legend = with_id(root, "layer-legend")
    words = [str(one.text) for group in with_class(legend, "words") for one in group]
    return words, len(with_class(legend, "plate"))


def test_patterns_put_the_power_on_its_pieces() -> None:
    root = parse(draw(small_scene(), patterns=True))
    assert with_id(root, "u-VIE").findtext(f"{SVG}text") == "Au"
    assert with_id(root, "p-VIE").get("style") == "fill:url(#fill-austria)"


def test_bytes_do_not_depend_on_the_process() -> None:
    code = (
        "import hashlib, sys; from tests.mapsvg.scenes import draw_svg, full_scene;"
        "print(hashlib.sha256(draw_svg(full_scene(), patterns=True).encode()).hexdigest())"
    )
    env = {**os.environ, "PYTHONHASHSEED": "77", "LC_ALL": "tr_TR.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    here = hashlib.sha256(draw_svg(full_scene(), patterns=True).encode()).hexdigest()
    assert done.stdout.strip() == here


@pytest.mark.parametrize("board", EUROPE_BOARDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_full_position_is_small(board: str, seed: int) -> None:
    """Sixty units with an order each, markers and legend."""
    data = draw_svg(usual_scene(load_geometry(board), seed)).encode()
    assert len(data) < 212_000
    assert len(gzip.compress(data, mtime=0)) < 70_000


@pytest.mark.parametrize(
    "title",
    ["Iron", "The Long Road to Constantinople", "W" * 70, "W" * 40 + " " + "M" * 40, "ß" * 60],
)
def test_title_stays_inside_its_panel(title: str) -> None:
    root = parse(draw(small_scene(title=title), layers=["title"]))
    panel = with_class(root, "panel")[0]
    lines = with_class(root, "title", "title")
    lines = [line for line in lines if line.tag == f"{SVG}text"]
    assert 1 <= len(lines) <= 2
    for line in lines:
        size, spacing = int(line.get("font-size", "0")), int(line.get("letter-spacing", "0"))
        width = text_width(line.text or "", "EBGaramond-Bold", size, spacing)
        assert size >= 220
        assert width < int(panel.get("width", "0")) - 300


def test_sign_does_not_hide_a_piece() -> None:
    scene = small_scene(
        OrderMark("1", "move", "austria", "BUR", "BOH", outcome="bounce"),
        units=(unit("A BUR"), unit("A MUN", "germany"), unit("A BOH", "russia")),
    )
    root = parse(draw(scene))
    x, y = map(int, re.findall(r"-?\d+", with_class(root, "sign")[0].get("transform", "")))
    at = BOARD.provinces["MUN"].unit
    assert max(abs(x - at[0]), abs(y - at[1])) > 100


@pytest.mark.parametrize("title", ["Iron", "The Long Road to Constantinople"])
def test_title_without_a_date_has_no_empty_half(title: str) -> None:
    """The title stands in the middle of a lower panel: as much room above it as below."""
    heights = {}
    for subtitle in ("Spring 1905", ""):
        root = parse(draw(small_scene(title=title, subtitle=subtitle), layers=["title"]))
        heights[subtitle] = int(with_class(root, "panel")[0].get("height", "0"))
        assert len(with_class(root, "subtitle")) == (1 if subtitle else 0)
    assert heights[""] < 0.8 * heights["Spring 1905"]
    lines = [line for line in with_class(root, "title") if line.tag == f"{SVG}text"]
    size = int(lines[0].get("font-size", "0"))
    above = int(lines[0].get("y", "0")) - 0.65 * size
    below = heights[""] - int(lines[-1].get("y", "0"))
    assert above == pytest.approx(below, abs=60)


def test_a_long_date_is_set_smaller_before_it_is_cut() -> None:
    def date(text: str) -> tuple[str, float]:
        scene = replace(full_scene(), title="First Light", subtitle=text)
        drawn = ElementTree.fromstring(draw_svg(scene))
        found = next(el for el in drawn.iter(f"{SVG}text") if "subtitle" in el.get("class", ""))
        return found.text or "", float(found.get("font-size", "0"))

    short, full = date("Spring 1901")
    long, smaller = date("Winter 1908, builds and removals")
    assert (short, long) == ("Spring 1901", "Winter 1908, builds and removals")
    assert smaller < full
    endless, least = date("Winter 1908, builds and removals, and then some more of it all")
    assert endless.endswith("…")
    assert least < smaller


def test_every_pattern_says_its_own_tile() -> None:
    """What draws PNGs does not take the turn and scale of a pattern that another refers to: the
    stripes of captured land stood upright there, and were six times as wide."""
    fills = {
        "VIE": Fill("captured", "austria", "france"),
        "BUD": Fill("captured", "germany", "austria"),
        "MUN": Fill("aligned", "austria"),
        "SPA": Fill("aligned", "germany"),
    }
    for patterns in (True, False):
        root = parse(draw(small_scene(fills=fills), patterns=patterns))
        found = list(root.iter("{http://www.w3.org/2000/svg}pattern"))
        assert len(found) >= 4
        for one in found:
            assert one.get("patternTransform"), one.get("id")
            assert one.get("href") is None
