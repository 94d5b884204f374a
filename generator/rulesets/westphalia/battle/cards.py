"""The three types of military cards, and counts of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from msgspec import Struct

Type = Literal["P", "M", "C"]

PIKEMEN: Final[Type] = "P"
MUSKETEERS: Final[Type] = "M"
CAVALRY: Final[Type] = "C"
TYPES: Final[tuple[Type, ...]] = (PIKEMEN, MUSKETEERS, CAVALRY)
"""In the order that settles ties."""

INFANTRY: Final[tuple[Type, ...]] = (PIKEMEN, MUSKETEERS)
NAMES: Final[dict[Type, str]] = {"P": "pikemen", "M": "musketeers", "C": "cavalry"}


class Cards(Struct, frozen=True):
    """How many cards of each type; none is negative."""

    pikemen: int = 0
    musketeers: int = 0
    cavalry: int = 0

    def __post_init__(self) -> None:
        if min(self.pikemen, self.musketeers, self.cavalry) < 0:
            raise ValueError(f"{self!r} counts less than no cards")

    @classmethod
    def of(cls, types: Iterable[str]) -> Cards:
        """The cards in a run of letters: `Cards.of("MMC")`. Raises ValueError for others."""
        letters = list(types)
        strange = [letter for letter in letters if letter not in TYPES]
        if strange:
            raise ValueError(f"{strange[0]} is no card: P, M and C are")
        return cls(*(letters.count(kind) for kind in TYPES))

    def __getitem__(self, kind: Type) -> int:
        return (self.pikemen, self.musketeers, self.cavalry)[TYPES.index(kind)]

    def __iter__(self) -> Iterator[Type]:
        """Each card, pikemen first."""
        for kind in TYPES:
            yield from (kind,) * self[kind]

    def __len__(self) -> int:
        return self.pikemen + self.musketeers + self.cavalry

    def __add__(self, other: Cards) -> Cards:
        return Cards(*(self[kind] + other[kind] for kind in TYPES))

    def __sub__(self, other: Cards) -> Cards:
        """Raises ValueError where more is taken than there is."""
        return Cards(*(self[kind] - other[kind] for kind in TYPES))

    def __str__(self) -> str:
        """The notation of records: "4P 2M 1C", with "-" for no cards at all."""
        return " ".join(f"{self[kind]}{kind}" for kind in TYPES if self[kind]) or "-"

    @property
    def letters(self) -> str:
        """The notation of orders and files: "PPPPMMC". `of` reads it back."""
        return "".join(self)

    @property
    def infantry(self) -> int:
        return self.pikemen + self.musketeers

    @property
    def is_cavalry_only(self) -> bool:
        return self.cavalry > 0 and self.infantry == 0

    def most(self) -> Type | None:
        """The most numerous type, None without cards; ties go to P, then M."""
        most: Type = max(TYPES, key=lambda kind: self[kind])
        return most if self[most] else None


NONE: Final = Cards()
