"""The facts of a page's map besides its drawing: owners, and other ways to color it.

All of it comes from the picture, the snapshot and the gazetteer, so that every ruleset has it that
fills those. It is small: a page holds what is of its own moment, the game's `board.js` the rest.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup, escape
from msgspec import Struct

from generator.engine.chronicle import MinorStand, Snapshot
from generator.engine.picture import Picture
from generator.engine.words import count
from generator.pages.base.page import Page

if TYPE_CHECKING:
    # Drawing without anything else, as the desk does, needs no files of games.
    from generator.archive import Game
    from generator.pages.base.gameview import GameView
    from generator.pages.base.maker import PageMaker

# How strong the tint of a state is without, and with all of the influence in one hand, in percent.
_FAINTEST: Final = 18
_STRONGEST: Final = 92
# The same of a mark: of a state that bears it, and of a power's land that it stands for.
_MARKED: Final = 78
_AKIN: Final = 30
_HATCHES: Final[Mapping[str, int]] = MappingProxyType(
    {"catholic": 90, "protestant": 0, "islamic": 45, "tolerant": -45}
)
"""How the lines of a mark are turned that hatch the land with it, in degrees from upright."""
_TILE: Final = 150
"""From line to line, in map units on a map 20000 wide."""
_SIZE: Final = 185
"""Height of the figures on the map, in map units."""
_JSON: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class MapFill(Struct, frozen=True):
    """A way to color the land. `css` is the class of its switch. A line of the legend has the class
    that colors its square, a name, and how often that occurs."""

    css: str
    label: str
    about: str
    legend: tuple[tuple[str, str, str], ...]


def map_fills(game: GameView, snapshot: Snapshot) -> Iterator[MapFill]:
    """The ways to color the land that a position has besides the political one."""
    gazetteer, minors = game.gazetteer, snapshot.minors
    if gazetteer.influence and minors:
        leaders = [_leader(minors[code])[0] for code in _minors(game, snapshot)]
        keys = tuple(
            (f"pw {power.css}", power.name, f"leads in {leaders.count(power.id)}")
            for power in game.powers.values()
            if power.id in leaders
        )
        about = (
            f"The stronger the tint, the larger the leader’s share of the {gazetteer.influence}."
        )
        yield MapFill("l-influence", "Influence", about, keys)
    by_place = bool(snapshot.marks)
    marks = (
        [*snapshot.marks.values()]
        if by_place
        else [minors[code].mark for code in _minors(game, snapshot)]
    )
    if any(marks):
        nouns = ("province",) if by_place else (game.word("state"), game.word("states"))
        keys = tuple(
            (f"mk mk-{facts.sign}", facts.name, count(marks.count(mark), *nouns))
            for mark, facts in gazetteer.marks.items()
        )
        things = "Provinces" if by_place else game.word("States")
        about = f"{things} by their {game.word('markers')}"
        if any(mark.powers for mark in gazetteer.marks.values()):
            about += "; powers of that confession are paler"
        about += "."
        yield MapFill("l-marks", f"By {game.word('marker')}", about, keys)


def map_overlay(
    game: GameView, snapshot: Snapshot, board: str, *, has_counters: bool = False
) -> tuple[str, ...]:
    """The drawing's part of those fills, text by text: the tints of provinces, and the leaders'
    shares. The shares are left out where the map has counters for them."""
    from mapsvg import free_line

    rules: dict[str, list[str]] = {}
    gazetteer = game.gazetteer
    texts: list[str] = []
    patterns: dict[str, str] = {}

    def hatch(sign: str, share: int) -> str:
        """The rule of land with a mark; its pattern is drawn once."""
        name = f"mk-{sign}-{share}"
        if sign in _HATCHES:
            patterns[name] = _pattern(name, sign, share, board)
            return f"--m:url(#{name})"
        return f"--m:{_mixed(sign, share)}"

    for code in _minors(game, snapshot):
        lands, stand = game.lands_of(code, snapshot), snapshot.minors[code]
        places = [f"#p-{place}" for place in lands]
        if stand.mark in gazetteer.marks and not snapshot.marks:
            rules.setdefault(hatch(gazetteer.marks[stand.mark].sign, _MARKED), []).extend(places)
        leader, share = _leader(stand)
        # A state that arose later has no place on this board.
        if not leader or not places:
            continue
        tint = round(_FAINTEST + (_STRONGEST - _FAINTEST) * share / 100)
        if not stand.suspended:
            rules.setdefault(f"--i:var(--map-piece-{leader});--s:{tint}%", []).extend(places)
        if has_counters:
            continue
        # The id is the short name: "Protestant Union and the Palatinate" is "union".
        said = f"{leader[:3].capitalize()} {share}%"
        x, y = free_line(board, lands[0])
        texts.append(f'<text x="{x}" y="{y + round(0.72 * _SIZE)}">')
        texts.append(f"{escape(f'({said})' if stand.suspended else said)}</text>")
    for code, mark in snapshot.marks.items():
        if mark in gazetteer.marks:
            rules.setdefault(hatch(gazetteer.marks[mark].sign, _MARKED), []).append(f"#p-{code}")
    signs = {power: facts.sign for facts in gazetteer.marks.values() for power in facts.powers}
    for code, place in gazetteer.provinces.items() if signs else ():
        if place.owner in signs:
            rules.setdefault(hatch(signs[place.owner], _AKIN), []).append(f"#p-{code}")
    style = [f"{','.join(words)}{{{rule}}}" for rule, words in rules.items() if words]
    return (
        *(("<style>", *style, "</style>") if style else ()),
        *(("<defs>", *patterns.values(), "</defs>") if patterns else ()),
        *((f'<g class="layer shares" font-size="{_SIZE}">', *texts, "</g>") if texts else ()),
    )


def _mixed(sign: str, share: int) -> str:
    return f"color-mix(in oklab,var(--mark-{sign}) {share}%,var(--map-land))"


def _pattern(name: str, sign: str, share: int, board: str) -> str:
    """Land with a mark, in its color and hatched: no two marks differ only in color."""
    from mapsvg import load_geometry

    # A map's land is drawn in steps of six units.
    scale = load_geometry(board).width / 20000 / 6
    return (
        f'<pattern id="{name}" width="{_TILE}" height="{_TILE}" patternUnits="userSpaceOnUse" '
        f'patternTransform="scale({scale:.4g})rotate({_HATCHES[sign]})">'
        f'<path style="fill:{_mixed(sign, share)}" d="M0 0h{_TILE}v{_TILE}H0z"/>'
        f'<path class="mkl" d="M{_TILE // 2} 0v{_TILE}"/></pattern>'
    )


def _minors(game: GameView, snapshot: Snapshot) -> Iterator[str]:
    """The states of the game that are there, in the rulebook's order."""
    return (code for code in game.gazetteer.minors if code in snapshot.minors)


def _leader(stand: MinorStand) -> tuple[str, int]:
    """The power with most influence in a state, and its share in percent; "" if no one or
    several."""
    held = stand.influence
    counts = list(held.values())
    most = max(counts, default=0)
    if counts.count(most) != 1:
        return "", 0
    leader = next(power for power, count in held.items() if count == most)
    return leader, round(100 * most / sum(counts))


def shown_holders(picture: Picture) -> dict[str, str]:
    """The holder of each province as it is drawn; "" for no one."""
    holders = dict(picture.land)
    for code, paint in picture.fills.items():
        is_power = paint.kind in ("own", "captured")
        holders[code] = paint.power if is_power else paint.state
    return holders


def position_facts(game: GameView, snapshot: Snapshot, picture: Picture) -> dict[str, Any]:
    """The card of a province at this moment; what goes without saying is left out.

    `held`: holders as drawn, where they are not the owners by right; `then`: those after the phase
    where they differ; `states`: [status, power, mark, {power: influence}, suspended] of each state.
    """
    shown = shown_holders(picture)
    after = snapshot.holders
    held: dict[str, str] = {}
    then: dict[str, str] = {}
    for code, province in game.gazetteer.provinces.items():
        if province.kind in ("sea", "impassable"):
            continue
        here, later = shown.get(code, ""), after.get(code, "")
        if here != province.owner:
            held[code] = here
        if here != later:
            then[code] = later
    return {"held": held, "then": then, "states": state_rows(game, snapshot)}


def state_rows(game: GameView, snapshot: Snapshot) -> dict[str, list[Any]]:
    """[status, power, mark, {power: influence}, suspended] of each state; what is empty at the end
    is left out."""
    rows: dict[str, list[Any]] = {}
    for code in _minors(game, snapshot):
        stand = snapshot.minors[code]
        held = stand.influence.get
        influence = {power: count for power in game.powers if (count := held(power))}
        row = [stand.status, stand.power, stand.mark, influence, int(stand.suspended)]
        while not row[-1]:
            row.pop()
        rows[code] = row
    return rows


def board_page(maker: PageMaker, game: Game, view: GameView) -> Page:
    """`board.js`: the names and places of a game, for the scripts of its maps.

    It calls `theatrum.data("board", ...)` with: `at` (the positions of pieces, by place), `scale`
    (of pieces), `box` (the board), `provinces` {code: [name, kind, owner by right, value, is a
    center, address, neighbors]}, `powers` {id: [name, address, class]}, `minors` {id: [name,
    address, label, provinces]}, `statuses` {id: [word, meaning]}, `marks` {id: name}, and
    `influence`, its word. Addresses are relative to the file.
    """

    def make() -> bytes:
        return as_script("board", _board_facts(view, board_name(game)))

    return maker.file(f"{view.address}board.js", "data", (("game", view.digest),), make, view.slug)


def _board_facts(view: GameView, board: str) -> dict[str, Any]:
    from mapsvg import load_board

    known, gazetteer = load_board(board), view.gazetteer

    def inside(address: str) -> str:
        return address.removeprefix(view.address)

    return {
        "board": board,
        "at": {place: list(spot) for place, spot in known.places.items()},
        "scale": known.scale,
        "box": list(known.area("")),
        "provinces": {
            code: [
                province.name,
                province.kind,
                province.owner,
                province.value,
                int(province.is_center),
                inside(view.province_address(code)),
                [near for near in province.neighbors if near in gazetteer.provinces],
            ]
            for code, province in gazetteer.provinces.items()
        },
        "powers": {
            power.id: [power.name, inside(view.side_address(power.id)), power.css]
            for power in view.powers.values()
        },
        "minors": {
            code: [minor.name, inside(view.minor_address(code)), minor.label, minor.provinces]
            for code, minor in gazetteer.minors.items()
        },
        "statuses": {
            name: [status.word, status.means] for name, status in gazetteer.statuses.items()
        },
        "marks": {name: mark.name for name, mark in gazetteer.marks.items()},
        "influence": gazetteer.influence,
        **({"words": dict(gazetteer.words)} if gazetteer.words else {}),
    }


def board_name(game: Game) -> str:
    name: str = game.ruleset.picture(game.opening.state()).board
    return name


def board_box(game: Game) -> tuple[int, int, int, int]:
    """Left, top, width and height of a game's board in map units."""
    from mapsvg import load_board

    return load_board(board_name(game)).area("")


def script_json(value: Any) -> str:
    """Compact JSON that may be in a script, inside HTML or in its own file."""
    text = _JSON.encode(value)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def inline_json(value: Any) -> Markup:
    """The same as it is in a page."""
    return Markup(script_json(value))


def as_script(name: str, value: Any) -> bytes:
    """A file that hands data to the page's scripts: pages from the disk may fetch nothing else."""
    return f"theatrum.data({script_json(name)},{script_json(value)});\n".encode()
