"""Every fill, marker, center and piece has a look and colors of its own, and no text leaves its
box."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from mapsvg import (
    PALETTES,
    Fill,
    Marker,
    PowerStyle,
    Scene,
    SceneError,
    UnitPiece,
    load_geometry,
    load_palette,
)
from mapsvg.geometry import BOARDS
from mapsvg.layers.pieces import LETTERS
from mapsvg.lettering import Face, text_width
from mapsvg.scene import (
    CENTER_KINDS,
    MARKER_KINDS,
    UNIT_FLAGS,
    UNIT_KINDS,
    UNIT_STATES,
)
from tests.mapsvg.boards import HEX_NAMES, small_board
from tests.mapsvg.boxes import SVG, around, overlaps, sign_box, things_on
from tests.mapsvg.scenes import EUROPE, draw_svg, europe_scene, mixed_scene, small_scene

BOARD = small_board()
# Boards of hexes have no pieces: what stands on them is in test_hex_overlaps.
NAMES = tuple(sorted(file.stem for file in BOARDS.glob("*.json") if file.stem not in HEX_NAMES))


def draw(scene: Scene, **options: object) -> str:
    return draw_svg(scene, geometry=BOARD, **options)  # type: ignore[arg-type]


def element(svg: str, name: str) -> ElementTree.Element:
    return next(one for one in ElementTree.fromstring(svg).iter() if one.get("id") == name)


def look(svg: str, name: str) -> str:
    """What is drawn inside an element, without its words for screen readers."""
    found = element(svg, name)
    parts = [ElementTree.tostring(one, "unicode") for one in found if one.tag != f"{SVG}title"]
    return "".join(parts)


def legend_words(svg: str) -> list[str]:
    layer = element(svg, "layer-legend")
    groups = [one for one in layer.iter(f"{SVG}g") if "words" in one.get("class", "").split()]
    return [str(text.text) for group in groups for text in group]


def test_captured_land_is_hatched_in_the_native_color() -> None:
    scene = small_scene(fills={"TYR": Fill("captured", "austria", "italy")})
    svg = draw(scene)
    assert element(svg, "p-TYR").get("style") == "fill:url(#captured-austria-italy)"
    whole, stripe = element(svg, "captured-austria-italy")
    assert whole.get("class") == "land captured pw-austria"
    assert stripe.get("class") == "land pw-italy"
    whole_width, stripe_width = (
        int(one.get("d", "").split("h")[1].split("v")[0]) for one in (whole, stripe)
    )
    assert stripe_width < whole_width / 2


def test_what_a_minor_state_captured_is_painted_like_that_state() -> None:
    fills = {"TYR": Fill("aligned", "france", "italy"), "BUR": Fill("neutral", native="germany")}
    svg = draw(small_scene(fills=fills))
    assert element(svg, "aligned-france-italy")[0].get("class") == "land tint aligned pw-france"
    assert element(svg, "neutral-none-germany")[0].get("class") == "land neutral"


def test_land_of_a_minor_state_that_a_power_holds_is_hatched_in_grey() -> None:
    svg = draw(small_scene(fills={"TYR": Fill("captured", "austria", state="TYR")}))
    assert element(svg, "p-TYR").get("style") == "fill:url(#captured-austria-minor)"
    whole, stripe = element(svg, "captured-austria-minor")
    assert whole.get("class") == "land captured pw-austria"
    assert stripe.get("class") == "land unaligned"
    assert "captured" in legend_words(svg)


def test_captured_without_a_native_power_has_no_hatch() -> None:
    svg = draw(small_scene(fills={"TYR": Fill("captured", "austria")}))
    assert element(svg, "p-TYR").get("style") is None
    assert element(svg, "p-TYR").get("class") == "province land captured pw-austria"


def test_aligned_land_is_lighter_than_the_powers_own() -> None:
    svg = draw(small_scene(fills={"BUR": Fill("aligned", "spain")}, powers=EUROPE))
    own, tint = (
        re.search(rf"\.board \.{name}\.pw-austria\{{fill:#(\w+)\}}", svg)
        for name in ("land", "tint")
    )
    assert own is not None
    assert tint is not None
    assert sum(bytes.fromhex(tint[1])) > sum(bytes.fromhex(own[1])) + 60


def test_vassal_has_a_rim_in_its_powers_color() -> None:
    aligned = draw(small_scene(fills={"MAR": Fill("aligned", "france")}))
    vassal = draw(small_scene(fills={"MAR": Fill("vassal", "france")}))
    assert "edge vassal pw-france" not in aligned
    assert 'class="edge vassal pw-france"' in vassal
    assert ".board use.edge.vassal" in vassal


def borders(fills: dict[str, Fill]) -> str:
    svg = draw(small_scene(owners={}, fills=fills))
    layer = element(svg, "layer-borders")
    return next((str(one.get("d")) for one in layer.iter() if one.get("id") == "borders"), "")


def test_border_between_two_states_is_heavy_and_that_within_one_is_thin() -> None:
    one, other = Fill("unaligned", state="bohemia"), Fill("unaligned", state="saxony")
    assert borders({"BOH": one, "MUN": other}) != borders({"BOH": one, "MUN": one})
    assert len(borders({"BOH": one, "MUN": other})) > len(borders({"BOH": one, "MUN": one}))


def test_region_has_its_outline_and_its_entry() -> None:
    svg = draw(small_scene())
    region = next(one for one in element(svg, "layer-regions") if one.get("data-region") == "hre")
    assert region.findtext(f"{SVG}title") == "The Empire"
    classes = [one.get("class") for one in region.iter(f"{SVG}use")]
    assert classes[-2:] == ["region-line", "region-core"]
    assert classes.count("region-shade") >= 3
    assert "The Empire" in legend_words(svg)


def test_crossing_is_a_line_with_two_ends() -> None:
    svg = draw(small_scene())
    crossing = next(
        one for one in element(svg, "layer-ornaments") if one.get("class") == "crossing"
    )
    assert crossing.findtext(f"{SVG}title") == "crossing: Lon and Spain"
    assert len(crossing.findall(f"{SVG}circle")) == 2
    assert "crossing" in legend_words(svg)


def test_slot_outside_its_province_has_a_leader_while_it_is_taken() -> None:
    def leaders(layer: str, scene: Scene) -> int:
        return sum(one.get("class") == "leader" for one in element(draw(scene), layer))

    empty = small_scene(centers={}, units=())
    full = small_scene(
        centers={"BUR": None},
        units=(UnitPiece("A", "BUR", ""), UnitPiece("A", "BUR", "france", state="dislodged")),
        markers=(Marker("BUR", "catholic"), Marker("BUR", "quelled")),
    )
    for layer, many in (("centers", 1), ("units", 2), ("markers", 2)):
        assert leaders(f"layer-{layer}", empty) == 0
        assert leaders(f"layer-{layer}", full) == many
    assert leaders("layer-names", empty) == 1


@pytest.mark.parametrize("patterns", [False, True])
def test_every_marker_has_its_own_look(patterns: bool) -> None:
    looks = set()
    for kind in MARKER_KINDS:
        svg = draw(small_scene(markers=(Marker("VIE", kind, "1623"),)), patterns=patterns)
        marker = element(svg, "m-VIE-1")
        assert marker.get("data-province") == "VIE"
        assert kind in marker.get("class", "").split()
        looks.add(look(svg, "m-VIE-1") if patterns else kind + look(svg, "m-VIE-1"))
    assert len(looks) == len(MARKER_KINDS)


def test_second_marker_takes_the_second_slot() -> None:
    markers = (Marker("VIE", "catholic"), Marker("VIE", "revolt", "1623"))
    svg = draw(small_scene(markers=markers))
    spots = [element(svg, f"m-VIE-{number}").get("transform") for number in (1, 2)]
    vienna = BOARD.provinces["VIE"]
    assert spots[0] == "translate({} {})".format(*vienna.marker)
    assert spots[1] == "translate({} {})".format(*(vienna.second_marker or ()))
    titles = [element(svg, f"m-VIE-{number}").findtext(f"{SVG}title") for number in (1, 2)]
    assert titles == ["Vienna: Catholic", "Vienna: revolt until 1623"]


def test_every_center_has_its_own_look() -> None:
    looks = set()
    for kind in CENTER_KINDS:
        scene = small_scene(centers={"VIE": None}, values={"VIE": 3}, center_styles={"VIE": kind})
        looks.add(look(draw(scene), "c-VIE"))
    assert len(looks) == len(CENTER_KINDS)


def test_plain_center_is_black_and_an_owned_one_has_a_heart() -> None:
    def classes(**changes: object) -> list[str | None]:
        svg = draw(small_scene(centers={"VIE": "austria"}, **changes))
        return [one.get("class") for one in element(svg, "c-VIE").iter(f"{SVG}circle")]

    assert classes() == ["disc", "core pw-austria"]
    assert classes(center_look="plain") == ["disc"]
    assert "  1" in " ".join(legend_words(draw(small_scene(centers={"VIE": "austria"}))))


def piece(unit: UnitPiece, **options: object) -> str:
    return look(draw(small_scene(units=(unit,)), **options), f"u-{unit.at}{tail(unit)}")


def tail(unit: UnitPiece) -> str:
    return f"-{unit.state}" if unit.state in ("dislodged", "evicted") else ""


def test_pieces_in_every_state_and_with_every_sign_differ() -> None:
    plain = UnitPiece("A", "VIE", "", 3, "Wz")
    units = [
        plain,
        replace(plain, kind="F"),
        replace(plain, power="austria", label=""),
        replace(plain, strength=1),
        replace(plain, flag="diamond"),
        replace(plain, flag="shield"),
        replace(plain, attrition=True),
        replace(plain, letter="K"),
        *(replace(plain, state=state) for state in ("dislodged", "evicted", "built")),
    ]
    assert len({piece(unit) for unit in units}) == len(units)


def test_minor_states_are_silver_and_named_by_their_letters() -> None:
    svg = draw(small_scene(units=(UnitPiece("A", "VIE", "", 2, "Wz", flag="diamond"),)))
    unit = element(svg, "u-VIE")
    assert "minor" in unit.get("class", "").split()
    assert unit[1].get("style") == "fill:url(#silver)"
    assert [one.text for one in unit.iter(f"{SVG}text")] == ["Wz", "+1"]
    assert unit.findtext(f"{SVG}title") == "Wz: army Vienna, strength 2"


@pytest.mark.parametrize("pieces", ["signs", "blocks"])
def test_army_is_a_square_and_fleet_a_narrow_rectangle(pieces: str) -> None:
    svg = draw(small_scene(pieces=pieces))
    army, fleet = element(svg, "army")[0], element(svg, "fleet")[0]
    assert army.get("width") == army.get("height")
    assert int(fleet.get("width", "")) >= 2 * int(fleet.get("height", ""))


UNITS = st.builds(
    UnitPiece,
    kind=st.sampled_from(UNIT_KINDS),
    at=st.just("VIE"),
    power=st.sampled_from(["austria", ""]),
    strength=st.integers(1, 10),
    label=st.sampled_from(["", "Wz", "Mm", "WW"]),
    state=st.sampled_from(UNIT_STATES),
    flag=st.sampled_from(UNIT_FLAGS),
    attrition=st.booleans(),
    letter=st.sampled_from(["", "K", "W"]),
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(unit=UNITS, patterns=st.booleans(), blocks=st.booleans())
def test_text_stays_on_its_piece(unit: UnitPiece, patterns: bool, blocks: bool) -> None:
    scene = small_scene(
        units=(unit,), centers={}, orders=(), pieces="blocks" if blocks else "signs"
    )
    svg = draw(scene, patterns=patterns, layers=["units"])
    (_, box), *_ = things_on(ElementTree.fromstring(svg))
    x, y = BOARD.provinces["VIE"].unit
    wide, high = (130, 152) if unit.kind == "A" else (190, 152)
    assert box[0] >= x - wide - 22
    assert box[2] <= x + wide + 22
    assert box[1] >= y - high
    assert box[3] <= y + high
    for text in element(svg, f"u-VIE{tail(unit)}").iter(f"{SVG}text"):
        left, _, right, _ = sign_box(text, LETTERS)
        assert right - left <= 2 * (122 if unit.kind == "A" else 182) - 16, text.text


@pytest.mark.parametrize("name", NAMES)
def test_text_stays_in_the_legend_and_in_the_strip(name: str) -> None:
    """Words end before the next sign begins, and the last before the frame."""
    notes = ("The war goes on, and on. " * 30,)
    scene = replace(
        europe_scene(load_geometry(name), 3), notes=notes, corner=("Edict of Restitution",) * 40
    )
    svg = draw_svg(scene)
    layer = element(svg, "layer-legend")[0]
    panel = layer[0]
    groups = [one for one in layer.iter(f"{SVG}g") if "words" in one.get("class", "")]
    share = 1.0
    if groups[0] not in list(layer):
        share = float(re.findall(r"scale\(([\d.]+)\)", layer[1].get("transform", ""))[0])
    room = float(panel.get("width", "")) / share
    rows: dict[float, list[tuple[float, float]]] = {}
    for group in groups:
        bold = "strong" in group.get("class", "").split()
        face: Face = "AlegreyaSans-Bold" if bold else "AlegreyaSans-Regular"
        for text in group:
            wide = text_width(str(text.text), face, float(group.get("font-size", "")))
            x = float(text.get("x", ""))
            rows.setdefault(float(text.get("y", "")), []).append((x, x + wide))
            assert float(text.get("y", "")) * share + 50 < float(panel.get("height", ""))
    assert len(rows) > 5
    for spans in rows.values():
        spans.sort()
        assert spans[-1][1] <= room - 200
        assert all(one[1] + 70 < two[0] for one, two in itertools.pairwise(spans))
    strip = element(svg, "layer-corner")[0]
    lines = list(strip.iter(f"{SVG}text"))
    assert 1 < len(lines) <= 5
    for line in lines:
        assert text_width(str(line.text), "AlegreyaSans-Regular", 210) <= 20000 - 2 * 250
        assert float(line.get("y", "")) + 60 < float(strip[0].get("height", ""))


def test_title_and_corner_cover_no_name_and_no_piece() -> None:
    for name in NAMES:
        geometry = load_geometry(name)
        root = ElementTree.fromstring(draw_svg(europe_scene(geometry, 5)))
        layer = next(one for one in root.iter() if one.get("id") == "layer-title")
        numbers = [float(one) for one in re.findall(r"-?[\d.]+", layer[0].get("transform", ""))]
        panel = layer[0][0]
        scale = numbers[2] if len(numbers) > 2 else 1
        left, top = numbers[:2]
        box = (
            left,
            top,
            left + scale * float(panel.get("width", "")),
            top + scale * float(panel.get("height", "")),
        )
        found = overlaps([*things_on(root), ("the title", box)])
        assert found == [], name
        assert around([box])[0] >= 0


def test_legend_explains_fills_markers_and_pieces_that_occur() -> None:
    words = legend_words(draw(mixed_scene()))
    for word in ("captured", "aligned", "vassal", "unaligned", "neutral", "Catholic", "revolt",
                 "Muslim", "attrition", "evicted", "dislodged", "new unit", "its bonus",
                 "minor state's", "center with a bonus", "center, 3"):  # fmt: skip
        assert word in words
    bare = legend_words(draw(small_scene(centers={}, units=())))
    assert not {"captured", "Catholic", "army", "supply center"} & set(bare)


def test_fifteen_powers_have_patterns_of_their_own() -> None:
    scene = Scene("small", powers=EUROPE, owners=dict(zip(BOARD.provinces, EUROPE, strict=False)))
    svg = draw(scene, patterns=True)
    drawn = []
    for power in EUROPE:
        pattern = element(svg, f"fill-{power}")
        lines = [one.get("d") for one in pattern.iter(f"{SVG}path")]
        drawn.append((pattern.get("patternTransform"), pattern.get("width"), *lines))
    assert len(set(drawn)) == len(EUROPE) == 15


def test_hex_colors_may_be_written_in_capitals() -> None:
    scene = small_scene(powers={"austria": PowerStyle("Austria", "#D94A50", tint="#ECA4A8")})
    assert "#d94a50" in draw(scene)
    assert "#D94A50" not in draw(scene)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    name=st.sampled_from(NAMES),
    seed=st.integers(0, 1 << 30),
    palette=st.sampled_from(PALETTES),
    patterns=st.booleans(),
    inline=st.booleans(),
    view=st.integers(0, 3),
)
def test_random_scenes_on_every_board_make_valid_svg(
    name: str, seed: int, palette: str, patterns: bool, inline: bool, view: int
) -> None:
    """Well-formed; no id twice, none missing; no number that is none."""
    geometry = load_geometry(name)
    chosen = ["", *geometry.views][view % (len(geometry.views) + 1)]
    scene = europe_scene(geometry, seed)
    svg = draw_svg(scene, palette=palette, patterns=patterns, inline=inline, view=chosen)
    ElementTree.fromstring(svg)
    ids = re.findall(r'\bid="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    used = re.findall(r'href="#([^"]+)"', svg) + re.findall(r"url\(#([^)]+)\)", svg)
    assert set(used) <= set(ids)
    assert not re.search(r'[" ](nan|inf|None)[" ]', re.sub("<title>.*?</title>", "", svg))
    assert draw_svg(scene, palette=palette, patterns=patterns, inline=inline, view=chosen) == svg


def test_scene_colors_its_own_signs_with_a_rim_that_can_be_seen() -> None:
    colors = {"catholic": "#e6c059", "protestant": "#2f5d9b"}
    marks = (Marker("VIE", "catholic"), Marker("MUN", "protestant-dice", "3"))
    svg = draw(small_scene(markers=marks, colors=colors))
    black, white = (load_palette("day").tokens[name] for name in ("black", "white"))
    assert f"use,.board .marker.catholic-dice rect{{fill:#e6c059;stroke:{black}}}" in svg
    assert f"rect{{fill:#2f5d9b;stroke:{white}}}" in svg
    assert f".board .marker.protestant-dice text{{fill:{white}}}" in svg
    assert ".board .marker.catholic use" not in draw(small_scene(markers=marks))


@pytest.mark.parametrize("colors", [{"catholic": "gold"}, {"cross": "#e6c059"}])
def test_color_of_a_sign_has_to_be_one(colors: dict[str, str]) -> None:
    with pytest.raises(SceneError, match=r"no color like|unknown kind"):
        draw(small_scene(colors=colors))


def test_die_of_faith_shows_how_many_there_are() -> None:
    svg = draw(small_scene(markers=(Marker("VIE", "protestant-dice", "3"),)))
    assert "rect" in look(svg, "m-VIE-1")
    assert ">3<" in look(svg, "m-VIE-1")
    assert "Protestant dice" in legend_words(svg)


def test_disc_of_a_power_is_written_on_as_its_pieces_are() -> None:
    svg = draw(small_scene(markers=(Marker("VIE", "text", "T", "austria"),)))
    assert element(svg, "m-VIE-1").get("class") == "marker text owned unit pw-austria"
