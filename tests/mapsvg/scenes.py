"""Scenes for tests: a bit of everything on the small board, full positions on the real ones."""

from __future__ import annotations

import math
import random
import re
from typing import Any, get_args

from msgspec.structs import replace

from mapsvg import Fill, Marker, OrderMark, PowerStyle, Scene, UnitPiece, draw_map
from mapsvg.scene import CENTER_KINDS, MARKER_KINDS, FillKind, OrderKind, Outcome, UnitState
from mapsvg.shapes import Geometry

POWERS = {
    key: PowerStyle(key.title())
    for key in ("austria", "england", "france", "germany", "italy", "russia", "turkey")
}


def draw_svg(scene: Scene, **how: Any) -> str:
    """The document of a scene."""
    return draw_map(scene, **how).document


def map_of_file(file: str, name: str) -> str:
    """A map of a file with several, by its name: what they share, and that one."""
    view = re.search(f'<view id="{name}" viewBox="((\\d+) [^"]*)"/>', file)
    shared, *maps = file.removesuffix("\n</svg>\n").split("\n<svg x=")
    assert view
    own = next(one for one in maps if one.startswith(f'"{view[2]}"'))
    head = re.sub(r'viewBox="[^"]*"', f'viewBox="{view[1]}"', shared, count=1)
    return f"{head}\n<svg x={own}\n</svg>\n"


def unit(text: str, power: str = "austria", strength: int = 1, state: str = "normal") -> UnitPiece:
    """A piece in the notation of orders: "A VIE"."""
    kind, at = text.split()
    return UnitPiece(kind, at, power, strength, state=state)  # type: ignore[arg-type]


def small_scene(*orders: OrderMark, **changes: object) -> Scene:
    """A few pieces on the small board, with the orders given."""
    fields: dict[str, object] = {
        "board": "small",
        "title": "The Quarrel",
        "subtitle": "Spring 1905",
        "owners": {"VIE": "austria", "BUD": "austria", "MUN": "germany", "SPA": "france"},
        "centers": {"VIE": "austria", "MUN": "germany", "SPA": None},
        "units": (
            unit("A VIE"),
            unit("A MUN", "germany", 3),
            unit("F SPA/NC", "france"),
            unit("F NTH", "england"),
            unit("A LON", "england"),
        ),
        "orders": orders,
        "powers": POWERS,
    }
    return Scene(**{**fields, **changes})  # type: ignore[arg-type]


def mixed_scene() -> Scene:
    """Orders of every kind, pieces of every state, fills of every kind."""
    orders = (
        OrderMark("1", "convoyed", "england", "LON", "KIE", via=("NTH",)),
        OrderMark("2", "convoy", "england", "NTH", "KIE", "LON"),
        OrderMark("3", "move", "germany", "MUN", "BOH", strength=3, outcome="bounce"),
        OrderMark("4", "support_move", "france", "SPA/NC", "BOH", "MUN", outcome="cut"),
        OrderMark("5", "support_hold", "austria", "BUD", "VIE", "VIE"),
        OrderMark("6", "hold", "austria", "VIE"),
        OrderMark("7", "retreat", "austria", "BOH", "TYR"),
        OrderMark("8", "disband", "russia", "GAL"),
        OrderMark("9", "build", "germany", "BER"),
        OrderMark("10", "remove", "turkey", "SER"),
    )
    units = (
        *small_scene().units,
        unit("A BUD"),
        unit("A BOH", state="dislodged"),
        unit("A GAL", "russia"),
        unit("A BER", "germany", state="built"),
        unit("A SER", "turkey", state="removed"),
    )
    more = (
        UnitPiece("A", "BUR", "", 3, "Bu", flag="diamond"),
        UnitPiece("A", "PRU", "", 2, "Pr", flag="shield"),
        UnitPiece("F", "MAR", "", label="Mr", attrition=True),
        UnitPiece("A", "TYR", "austria", state="evicted", letter="K"),
    )
    fills = {
        "TYR": Fill("captured", "austria", "italy"),
        "BUR": Fill("aligned", "france"),
        "MAR": Fill("vassal", "france"),
        "PRU": Fill("unaligned"),
        "GAL": Fill("neutral"),
    }
    return small_scene(
        *orders,
        units=(*units, *more),
        fills=fills,
        values={"VIE": 3},
        markers=(
            Marker("MUN", "text", "R", "germany", "a rising"),
            Marker("BUR", "catholic"),
            Marker("BUR", "revolt", "1623"),
            Marker("MAR", "islamic"),
        ),
        center_styles={"MUN": "double", "SPA": "star"},
        description="Ten orders.",
        corner=("A rule in effect.",),
        notes=("A note.",),
    )


def full_scene() -> Scene:
    """Thirty-four units with an order each on the standard board."""
    places = {
        "austria": "A VIE,A BUD,A TRI,A GAL,F ALB",
        "england": "F NTH,F ENG,A LON,F NWG,A NWY",
        "france": "A PAR,A BUR,F MAO,A MAR,F BRE",
        "germany": "A MUN,A BER,A KIE,F BAL,A RUH",
        "italy": "A VEN,A ROM,F ION,F NAP,A TUN",
        "russia": "A WAR,A MOS,F SEV,F STP/SC,A UKR",
        "turkey": "A CON,A SMY,F BLA,F AEG",
    }
    units = tuple(unit(one, power) for power, row in places.items() for one in row.split(","))
    at = [piece.at for piece in units]
    orders = tuple(
        OrderMark(
            str(number),
            ("move", "support_hold", "support_move", "hold")[number % 4],  # type: ignore[arg-type]
            piece.power,
            piece.at,
            at[number - 1],
            at[number - 2],
            outcome=("success", "bounce", "cut", "void")[number % 3],  # type: ignore[arg-type]
            text=f"{piece.kind} {piece.at} - {at[number - 1]}: beaten 1 to 2",
        )
        for number, piece in enumerate(units)
    )
    owners = {piece.province: piece.power for piece in units if len(piece.province) == 3}
    land = {code: power for code, power in owners.items() if code not in SEAS}
    centers = {code: land.get(code) for code in CENTERS}
    return Scene("standard", "The Iron Crown", "Spring 1905, Movement", land, centers=centers,
                 units=units, orders=orders, powers=POWERS, description="All at war.")  # fmt: skip


SEAS = ("NTH", "ENG", "NWG", "MAO", "BAL", "ION", "BLA", "AEG")
CENTERS = (
    "VIE", "BUD", "TRI", "LON", "EDI", "LVP", "PAR", "BRE", "MAR", "MUN", "BER", "KIE", "VEN",
    "ROM", "NAP", "WAR", "MOS", "SEV", "STP", "CON", "SMY", "ANK", "NWY", "TUN", "SPA", "POR",
)  # fmt: skip

EUROPE = {
    "austria": PowerStyle("Austria", "#ce220a"),
    "denmark": PowerStyle("Denmark", "#61359b"),
    "spain": PowerStyle("Spain", "#edb314"),
    "france": PowerStyle("France", "#1a5def"),
    "dutch": PowerStyle("Dutch Republic", "#522e09"),
    "england": PowerStyle("England", "#0d5b3d"),
    "sweden": PowerStyle("Sweden", "#da750b"),
    "league": PowerStyle("Catholic League and Bavaria", "#851357"),
    "union": PowerStyle("Protestant Union and the Palatinate", "#7f744f"),
    "papacy": PowerStyle("Papacy", "#257b7f"),
    "poland": PowerStyle("Poland-Lithuania", "#6cc2d8"),
    "saxony": PowerStyle("Electorate of Saxony", "#fcd3c0"),
    "ottoman": PowerStyle("Ottoman Empire", "#89ae6a"),
    "venice": PowerStyle("Republic of Venice", "#bb6ca9"),
    "savoy": PowerStyle("Duchy of Savoy", "#eaec8e"),
}
EUROPE_BOARDS = ("europe-1619", "europe-1619-draft", "europe-1615-v7", "europe-1615-v3")
SIDE_KINDS: tuple[FillKind, ...] = ("aligned", "aligned", "vassal", "unaligned", "neutral")


def places_for(geometry: Geometry, kind: str) -> list[str]:
    """Where a unit of that kind may stand; a fleet on a named coast if there are any."""
    allowed = {"A": ("inland", "coastal"), "F": ("coastal", "sea")}[kind]
    places = []
    for code, province in geometry.provinces.items():
        if province.kind in allowed and not code.startswith("_"):
            coasts = province.coasts if kind == "F" else ()
            places += [f"{code}/{coast}" for coast in coasts] or [code]
    return places


def random_units(
    geometry: Geometry, chance: random.Random, count: int, aside: int, powers: list[str]
) -> tuple[UnitPiece, ...]:
    """Units in as many provinces, then dislodged and evicted ones in some of the same provinces."""
    choices = [(kind, at) for kind in "AF" for at in places_for(geometry, kind)]
    chance.shuffle(choices)
    standing: dict[str, UnitPiece] = {}
    beaten: dict[str, UnitPiece] = {}
    for kind, at in choices:
        unit = random_unit(chance, kind, at, powers)
        if unit.province not in standing and len(standing) < count - aside:
            standing[unit.province] = unit
        elif unit.province in standing and unit.province not in beaten and len(beaten) < aside:
            state: UnitState = chance.choice(("dislodged", "evicted"))
            beaten[unit.province] = replace(unit, state=state)
    return (*standing.values(), *beaten.values())


def random_unit(chance: random.Random, kind: str, at: str, powers: list[str]) -> UnitPiece:
    """A power's or a minor state's, of any strength and with any sign on it."""
    power = chance.choice([*powers, "", ""])
    strength = chance.choice((1, 1, 1, 2, 4, 10))
    flag = "" if power or kind == "F" else chance.choice(("", "diamond", "shield"))
    label = "" if power else at[0] + at[1].lower()
    state = chance.choice(("normal",) * 6 + ("built", "removed"))
    attrition = chance.random() < 0.15
    return UnitPiece(kind, at, power, strength, label, state, flag, attrition)  # type: ignore[arg-type]


def random_orders(
    geometry: Geometry, chance: random.Random, units: tuple[UnitPiece, ...], count: int
) -> tuple[OrderMark, ...]:
    """Orders between neighbours, of every kind and outcome."""
    near: dict[str, list[str]] = {}
    for arc in geometry.arcs:
        for one, two in ((arc.left, arc.right), (arc.right, arc.left)):
            if one and two and geometry.provinces[two].kind != "impassable":
                near.setdefault(one, []).append(two)
    kinds = [kind for kind in get_args(OrderKind) if kind != "convoyed"]
    orders = []
    for number, unit in enumerate(units[:count]):
        around = near.get(unit.province) or [unit.province]
        target, aux = chance.choice(around), chance.choice(around)
        kind: OrderKind = chance.choice((*kinds, "move", "move", "support_move"))
        outcome: Outcome = chance.choice(("success", "success", *get_args(Outcome)))
        text = f"{unit.kind} {unit.at} - {target}: beaten, 2 against 3 (E19-MOV-4)"
        orders.append(OrderMark(f"{number}", kind, unit.power, unit.at, target, aux,
                                strength=unit.strength, outcome=outcome, text=text))  # fmt: skip
    return tuple(orders)


def europe_scene(geometry: Geometry, seed: int, *, orders: int = 60, units: int = 60) -> Scene:
    """A full position: units, a center of some kind and two markers wherever there is a slot."""
    chance = random.Random(seed)
    powers = [*EUROPE]
    land = [code for code, one in geometry.provinces.items() if one.kind in ("inland", "coastal")]
    owners = {code: chance.choice(powers) for code in land}
    fills = {}
    for code in chance.sample(land, len(land) // 2):
        kind = chance.choice(SIDE_KINDS)
        power = chance.choice(powers) if kind in ("aligned", "vassal") else ""
        fills[code] = Fill(kind, power, state=f"state-{code}")
    for code in chance.sample(land, 8):
        fills[code] = Fill("captured", chance.choice(powers), owners[code])
    places = [code for code, one in geometry.provinces.items() if one.kind != "impassable"]
    centers = {code: owners.get(code) for code in places if geometry.provinces[code].center}
    pieces = random_units(geometry, chance, units, max(1, units // 8), powers)
    kinds = [kind for kind in MARKER_KINDS if kind != "text"]
    markers = [Marker(code, chance.choice(kinds)) for code in land]
    markers += [Marker(code, "revolt", "1623") for code in land]
    return Scene(
        geometry.board,
        "The War of Thirty Years",
        "1623, orders and adjudication",
        owners,
        fills,
        centers,
        {code: chance.choice((0, 3, 12)) for code in centers},
        pieces,
        random_orders(geometry, chance, pieces, orders),
        tuple(markers),
        EUROPE,
        "Everybody fights everybody.",
        center_styles={code: chance.choice(CENTER_KINDS) for code in centers},
        center_look="plain",
        pieces="blocks" if seed % 2 else "signs",
        corner=("Edict of Restitution: until 1624", "Polish intervention"),
    )


def usual_scene(geometry: Geometry, seed: int = 1) -> Scene:
    """A position as games have it: powers in one piece each, sixty units with an order each.

    A third of the land is that of minor states with a marker each, eight provinces are captured,
    and two orders of three come off.
    """
    scene = europe_scene(geometry, seed)
    chance = random.Random(seed)
    homes = dict(zip(chance.sample(sorted(scene.owners), 2 * len(EUROPE)), [*EUROPE, *EUROPE],
                     strict=True))  # fmt: skip
    spots = {code: geometry.provinces[code].unit for code in scene.owners}
    owners = {
        code: homes[min(homes, key=lambda home: math.dist(spots[home], spots[code]))]
        for code in spots
    }
    fills = {
        code: replace(fill, native=owners[code] if fill.kind == "captured" else "")
        for number, (code, fill) in enumerate(scene.fills.items())
        if fill.kind == "captured" or number % 3
    }
    sides = [code for code, fill in fills.items() if fill.kind != "captured"]
    markers = tuple(marker for marker in scene.markers if marker.at in sides)[: len(sides)]
    units = tuple(
        replace(unit, attrition=False, flag=unit.flag if number % 2 else "")
        for number, unit in enumerate(scene.units)
    )
    orders = tuple(
        replace(order, outcome="success") if number % 3 else order
        for number, order in enumerate(scene.orders)
    )
    return replace(
        scene,
        owners=owners,
        fills=fills,
        markers=markers,
        units=units,
        orders=orders,
        center_styles={next(iter(scene.centers)): "double"},
        corner=(),
    )
