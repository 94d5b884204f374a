"""The orders of the Europe family beside those for units, and their one canonical notation."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Struct

from generator.engine.typed import Named
from generator.engine.units import Piece

DeclarationKind = Literal["war", "alliance", "dissolution", "armistice"]
TransferKind = Literal["loan", "grant", "repayment"]

# The names of a game, for the shapes of what its files hold (see engine/typed.py).
Power = Annotated[str, Named(lambda facts: facts.powers)]
State = Annotated[str, Named(lambda facts: facts.states)]
Side = Annotated[str, Named(lambda facts: {**facts.powers, **facts.states})]
Province = Annotated[str, Named(lambda facts: facts.lands)]
"""Land that can be held."""
Place = Annotated[str, Named(lambda facts: facts.board.provinces)]
"""Land or a sea."""
Name = Annotated[
    str, Named(lambda facts: {**facts.powers, **facts.states, **facts.board.provinces})
]
"""A power, a state, land or a sea."""
Confession = Annotated[str, Named(lambda facts: facts.confessions)]

_DECLARE = {
    "war": "WAR",
    "alliance": "ALLIANCE",
    "dissolution": "DISSOLVE",
    "armistice": "ARMISTICE",
}
_TRANSFER = {"loan": "LOAN", "grant": "GRANT", "repayment": "REPAY"}


class PlaceInfs(Struct, frozen=True):
    """INFs placed in a state: `5: BRE`. `number` may be anything a player can write, also -2."""

    corrected: ClassVar[tuple[str, ...]] = ("number",)
    number: int
    state: str

    def __str__(self) -> str:
        return f"{self.number}: {self.state}"


class DiplomaticAttack(Struct, frozen=True):
    """`BRAP > FRANCE`: against the INFs of a power in a state."""

    state: str
    power: str

    def __str__(self) -> str:
        return f"{self.state} > {self.power.upper()}"


class Declare(Struct, frozen=True):
    """One declaration toward one power. A line that names several powers gives several of them."""

    corrected: ClassVar[tuple[str, ...]] = ("kind",)
    kind: DeclarationKind
    power: str

    def __str__(self) -> str:
        return f"{_DECLARE[self.kind]}: {self.power.upper()}"


class Transfer(Struct, frozen=True):
    """TP given to another power; `interest` in TP, `due` a year, both 0 if not agreed."""

    corrected: ClassVar[tuple[str, ...]] = ("amount", "interest", "due")
    kind: TransferKind
    amount: int
    to: str
    interest: int = 0
    due: int = 0

    def __str__(self) -> str:
        interest = f" INTEREST {self.interest}" if self.interest else ""
        due = f" DUE {self.due}" if self.due else ""
        return f"{_TRANSFER[self.kind]} {self.amount} TO {self.to.upper()}{interest}{due}"


class BuildUnit(Struct, frozen=True):
    """A new unit for the power itself: `BUILD F ANDL/WC`."""

    unit: Piece

    def __str__(self) -> str:
        return f"BUILD {self.unit}"


class BuyUnit(Struct, frozen=True):
    """A new unit for a minor state: `BUILD A HES FOR HES`."""

    unit: Piece
    state: str

    def __str__(self) -> str:
        return f"BUILD {self.unit} FOR {self.state}"


class BolsterUnit(Struct, frozen=True):
    """`BOLSTER A BUR 2`; with a state, one of its armies: `BOLSTER A SAA FOR HES 1`."""

    corrected: ClassVar[tuple[str, ...]] = ("points",)
    unit: Piece
    points: int = 1
    state: str = ""

    def __str__(self) -> str:
        return f"BOLSTER {self.unit}{f' FOR {self.state}' if self.state else ''} {self.points}"


class ReduceUnit(Struct, frozen=True):
    corrected: ClassVar[tuple[str, ...]] = ("points",)
    unit: Piece
    points: int = 1

    def __str__(self) -> str:
        return f"REDUCE {self.unit} {self.points}"


class DisbandUnit(Struct, frozen=True):
    """A unit given up in the builds phase."""

    unit: Piece

    def __str__(self) -> str:
        return f"DISBAND {self.unit}"


class MinorBuild(Struct, frozen=True):
    """A patron's choice for a state's automatic build: `MINOR IRE BUILDS F/EC`."""

    corrected: ClassVar[tuple[str, ...]] = ("kind", "coast")
    state: str
    kind: Literal["A", "F"]
    coast: str = ""

    def __str__(self) -> str:
        return f"MINOR {self.state} BUILDS {self.kind}{f'/{self.coast}' if self.coast else ''}"


class MinorDisband(Struct, frozen=True):
    """A patron's choice of the unit that a state gives up: `MINOR HES DISBANDS A SAA`."""

    corrected: ClassVar[tuple[str, ...]] = ("unit",)
    state: str
    unit: Piece

    def __str__(self) -> str:
        return f"MINOR {self.state} DISBANDS {self.unit}"
