"""Scenes for tests: one with a bit of everything on the small board, one full one on the real."""

from __future__ import annotations

from mapsvg import Fill, Marker, OrderMark, PowerStyle, Scene, UnitPiece

POWERS = {
    key: PowerStyle(key.title())
    for key in ("austria", "england", "france", "germany", "italy", "russia", "turkey")
}


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
    fills = {
        "TYR": Fill("captured", "austria", "italy"),
        "BUR": Fill("aligned", "france"),
        "MAR": Fill("vassal", "france"),
        "PRU": Fill("unaligned"),
        "GAL": Fill("neutral"),
    }
    return small_scene(
        *orders,
        units=units,
        fills=fills,
        values={"VIE": 3},
        markers=(Marker("MUN", "R", "germany", "revolt"),),
        description="Ten orders.",
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
