"""Neighbors on the maps of the sample games can be told apart: by color, or by a pattern."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

import pytest

from generator.archive import load_game
from generator.engine.picture import Paint, Picture
from generator.engine.rulebook import PowerFacts
from generator.pages.maps.drawing import power_style
from generator.pages.maps.material import material_of
from generator.rulesets import get_ruleset
from mapsvg import load_palette
from mapsvg.geometry import load_geometry
from mapsvg.palette import Palette
from tests.mapsvg.sight import SIGHT, apart, hue, lab, lightness
from tests.pages.sample import ROOT

GAMES = (
    "after-the-comet", "cuius-regio", "eleven-voices", "first-light", "nine-winters", "winter-king"
)  # fmt: skip
RULESETS = (
    "standard", "europe-1619", "europe-1619-draft", "europe-1615-v7", "europe-1615-v3",
    "westphalia",
)  # fmt: skip
NORMAL, OTHER, PATTERNED = 20.0, 12.0, 12.0
"""The least difference of two neighbors' colors to normal eyes and to others, and to normal eyes
where a pattern tells them apart as well."""


class Land(NamedTuple):
    """What a province looks like: whose color it has, and which pattern."""

    power: str
    pattern: str


@cache
def _borders(board: str) -> tuple[tuple[str, str], ...]:
    arcs = load_geometry(board).arcs
    pairs = {(arc.left, arc.right) for arc in arcs if arc.kind == "land"}
    return tuple(sorted((one, two) for one, two in pairs if one and two))


def _look(picture: Picture, code: str, hatches: Mapping[str, str]) -> Land | None:
    """None for what nobody can hold. Whoever has no color of its own is "nobody" and so on."""
    paint = picture.fills.get(code) or Paint("own", picture.land.get(code, ""))
    kind = load_geometry(picture.board).provinces[code].kind
    if paint.kind == "impassable" or (kind == "impassable" and code not in picture.fills):
        return None
    if paint.native or paint.hatched or (paint.kind == "captured" and paint.state):
        turned = hatches[paint.power] if paint.power else ""
        return Land(paint.power or paint.kind, f"stripes {turned}")
    if paint.kind in ("aligned", "vassal") and paint.power:
        return Land(paint.power, f"screen {hatches[paint.power]}")
    if paint.power:
        return Land(paint.power, hatches[paint.power])
    return Land("land" if paint.kind == "own" else paint.kind, "")


@cache
def _neighbors(name: str) -> frozenset[tuple[Land, Land]]:
    """Every two lands of different powers that ever share a border in a game."""
    game = load_game(ROOT / "games" / name)
    hatches = {power: _hatch(facts) for power, facts in game.ruleset.powers.items()}
    found: set[tuple[Land, Land]] = set()
    for record in game.phases[::3]:
        picture = material_of(game, record).picture
        looks = {
            code: _look(picture, code, hatches) for code in load_geometry(picture.board).provinces
        }
        for first, second in _borders(picture.board):
            one, two = looks[first], looks[second]
            # Who is neutral and who is not is a lesser matter than whose something is.
            if one and two and one.power != two.power and {one.power, two.power} & {*hatches}:
                found.add((min(one, two), max(one, two)))
    return frozenset(found)


def _hatch(facts: PowerFacts) -> str:
    return load_palette("day").power(facts.id, power_style(facts)).hatch


def _color(palette: Palette, powers: Mapping[str, PowerFacts], land: Land) -> str:
    if land.power in powers:
        return palette.power(land.power, power_style(powers[land.power])).land
    return palette.tokens[land.power]


@pytest.mark.parametrize("theme", ["day", "dark"])
@pytest.mark.parametrize("name", GAMES)
def test_neighbors_differ_for_every_eye(name: str, theme: str) -> None:
    """By 20 for normal sight and by 12 for three kinds of others, or by a pattern as well."""
    palette, powers = load_palette(theme), load_game(ROOT / "games" / name).ruleset.powers
    alike = []
    for one, two in _neighbors(name):
        colors = _color(palette, powers, one), _color(palette, powers, two)
        same = one.pattern == two.pattern
        for sight in SIGHT:
            least = (NORMAL if same else PATTERNED) if sight == "normal" else OTHER if same else 0
            if (seen := apart(*colors, sight)) < least:
                alike.append(f"{one} {two} {colors}: {seen:.1f} for {sight}")
    assert not alike, "\n".join(sorted(alike))
    assert len(_neighbors(name)) > 15


@pytest.mark.parametrize("theme", ["day", "dark"])
@pytest.mark.parametrize("name", RULESETS)
def test_land_and_pieces_of_a_power_belong_together(name: str, theme: str) -> None:
    """They have one hue, so that nobody takes a piece for another power's."""
    palette = load_palette(theme)
    for facts in get_ruleset(name).powers.values():
        colors = palette.power(facts.id, power_style(facts))
        if min(_chroma(colors.land), _chroma(colors.piece)) > 12:
            turn = abs((hue(colors.land) - hue(colors.piece) + 180) % 360 - 180)
            assert turn < 30, (facts.id, colors.land, colors.piece)


@pytest.mark.parametrize("name", RULESETS)
def test_no_land_is_neon(name: str) -> None:
    """A printed map has muted colors: land is less vivid than any ink at full strength."""
    for theme in ("day", "dark"):
        palette = load_palette(theme)
        for facts in get_ruleset(name).powers.values():
            assert _chroma(palette.power(facts.id, power_style(facts)).land) < 50, facts.id


@pytest.mark.parametrize("name", RULESETS)
def test_powers_of_a_ruleset_differ_even_where_they_never_met(name: str) -> None:
    for theme in ("day", "dark"):
        palette, powers = load_palette(theme), get_ruleset(name).powers
        lands = {power: _color(palette, powers, Land(power, "")) for power in powers}
        for one, two in itertools.combinations(lands, 2):
            assert apart(lands[one], lands[two]) > 9, (theme, one, two)


@pytest.mark.parametrize("name", RULESETS)
def test_keys_of_powers_differ_for_every_eye_by_day_and_by_night(name: str) -> None:
    """In chips, lists and charts color may be all that there is."""
    by_night = load_palette("dark").by_night
    day = {power: facts.color.lower() for power, facts in get_ruleset(name).powers.items()}
    night = {power: by_night(color) for power, color in day.items()}
    for keys, sight in itertools.product((day, night), SIGHT):
        for one, two in itertools.combinations(keys, 2):
            assert apart(keys[one], keys[two], sight) >= OTHER, (one, two, sight)


def test_neutral_land_is_no_brighter_than_the_paper() -> None:
    for theme in ("day", "dark"):
        tokens = load_palette(theme).tokens
        for token in ("neutral", "unaligned"):
            brighter = lightness(tokens[token]) - lightness(tokens["panel"])
            assert brighter <= (0 if theme == "day" else 32), (theme, token)


def test_land_of_every_power_is_known_by_its_color() -> None:
    """A ruleset's color that the palettes have no land for would get one that nobody measured."""
    known = load_palette("day")
    for facts in _all_powers():
        assert facts.color.lower() in known.lands, facts.id
        assert load_palette("dark").lands.keys() == known.lands.keys()


def _all_powers() -> Iterator[PowerFacts]:
    for name in RULESETS:
        yield from get_ruleset(name).powers.values()


def _chroma(color: str) -> float:
    _, a, b = lab(color)
    return float((a * a + b * b) ** 0.5)
