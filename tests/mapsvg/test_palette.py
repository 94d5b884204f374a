"""Colors can be told apart, by eyes of every kind, and what is written on them can be read."""

from __future__ import annotations

import itertools
import math
import re

import pytest

from mapsvg import PALETTES, PowerStyle, load_palette, palette_css
from mapsvg.palette import Palette, contrast, known_patterns, share_patterns
from tests.mapsvg.scenes import EUROPE
from tests.mapsvg.sight import SIGHT, lab
from tests.mapsvg.sight import difference as ciede2000

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def difference(one: str, two: str, sight: str) -> float:
    """CIE 1976: 2.3 is just noticed side by side."""
    return math.dist(lab(one, sight), lab(two, sight))


def lands(palette: Palette) -> dict[str, str]:
    return {key: palette.power(key).land for key in POWERS} | {"nobody": palette.tokens["land"]}


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("sight", SIGHT)
def test_lands_differ(name: str, sight: str) -> None:
    least = {"normal": 20.0, "tritanopia": 10.5}.get(sight, 11.5)
    for one, two in itertools.combinations(lands(load_palette(name)).items(), 2):
        assert difference(one[1], two[1], sight) > least, (one, two)


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("sight", SIGHT)
def test_pieces_differ(name: str, sight: str) -> None:
    least = 40.0 if sight == "normal" else 22.0
    palette = load_palette(name)
    pieces = {key: palette.power(key).piece for key in POWERS}
    for one, two in itertools.combinations(pieces.items(), 2):
        assert difference(one[1], two[1], sight) > least, (one, two)


@pytest.mark.parametrize("name", PALETTES)
def test_fifteen_powers_and_their_minor_states_differ(name: str) -> None:
    """To other eyes some of these colors are alike: patterns and letters are there for them."""
    palette = load_palette(name)
    colors = {key: palette.power(key, style) for key, style in EUROPE.items()}
    for one, two in itertools.combinations(colors.values(), 2):
        assert difference(one.land, two.land, "normal") > 8
        assert difference(one.piece, two.piece, "normal") > 25
    for key, color in colors.items():
        assert difference(color.land, color.tint, "normal") > 5, key
        for land in (color.land, color.tint):
            assert contrast(palette.tokens["ink"], land) >= 4.5, key
        assert contrast(color.text, color.piece) >= 4.0, key


@pytest.mark.parametrize("sight", SIGHT)
def test_high_contrast_keeps_fifteen_powers_apart_for_every_eye(sight: str) -> None:
    """England and the Union, Austria and the Ottomans among them."""
    palette = load_palette("high-contrast")
    colors = [palette.power(key, style) for key, style in EUROPE.items()]
    for one, two in itertools.combinations(colors, 2):
        assert difference(one.land, two.land, sight) > 12
        assert difference(one.piece, two.piece, sight) > 18


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("sight", SIGHT)
def test_confessions_and_revolts_differ(name: str, sight: str) -> None:
    tokens = load_palette(name).tokens
    signs = [tokens[key] for key in ("catholic", "protestant", "islamic")]
    for one, two in itertools.combinations(signs, 2):
        assert difference(one, two, sight) > 15


@pytest.mark.parametrize(
    ("one", "two", "apart"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_measure_of_colors_is_the_published_one(
    one: tuple[float, float, float], two: tuple[float, float, float], apart: float
) -> None:
    """Pairs of the supplement of Sharma, Wu and Dalal."""
    assert ciede2000(one, two) == pytest.approx(apart, abs=1e-4)


def test_powers_without_a_pattern_get_different_ones() -> None:
    palette = load_palette("day")
    colors = {key: palette.power(key, style) for key, style in EUROPE.items()}
    shared = share_patterns(colors)
    assert [*shared] == [*colors]
    assert len({color.pattern for color in shared.values()}) == len(EUROPE) <= len(known_patterns())
    assert shared["austria"].pattern == "upright"


@pytest.mark.parametrize("name", PALETTES)
def test_names_can_be_read_on_every_land_and_sea(name: str) -> None:
    palette = load_palette(name)
    for land in [
        *lands(palette).values(),
        *(palette.tokens[key] for key in ("unaligned", "neutral")),
    ]:
        assert contrast(palette.tokens["ink"], land) >= 4.5, land
    assert contrast(palette.tokens["sea_text"], palette.tokens["sea"]) >= 4.5
    for text in ("ink", "rubric", "mute"):
        assert contrast(palette.tokens[text], palette.tokens["panel"]) >= 4.5, text


@pytest.mark.parametrize("name", PALETTES)
def test_text_on_pieces_can_be_read(name: str) -> None:
    palette = load_palette(name)
    for key in POWERS:
        colors = palette.power(key)
        assert contrast(colors.text, colors.piece) >= 4.0, key


@pytest.mark.parametrize("name", PALETTES)
def test_signs_stand_out_on_their_plates(name: str) -> None:
    tokens = load_palette(name).tokens
    for token in ("bad", "mute"):
        assert contrast(tokens[token], tokens["halo"]) >= 4.5, token


def test_own_color_of_a_power_comes_before_the_palette() -> None:
    colors = load_palette("day").power("austria", PowerStyle("Austria", "#123456"))
    assert colors.piece == "#123456"
    assert colors.land != load_palette("day").power("austria").land


def test_unknown_power_gets_a_color_that_stays() -> None:
    one, two = (load_palette("day").power("westphalia") for _ in range(2))
    assert one == two
    assert re.fullmatch("#[0-9a-f]{6}", one.piece)


def test_custom_properties_name_every_token_and_power() -> None:
    css = palette_css(load_palette("dark"), {"bavaria": PowerStyle("Bavaria")}, ".dark .board")
    assert css.startswith(".dark .board{")
    for name in ("--map-sea", "--map-power-border", "--map-land-austria", "--map-piece-bavaria"):
        assert f"{name}:#" in css
