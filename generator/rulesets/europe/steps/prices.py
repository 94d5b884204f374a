"""The prices of strength, and the money of each power in a builds phase."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.turn.turn import Turn


class Purse(Struct):
    """The purchases of a power so far in a builds phase.

    `units` and `strength` are its own military as it now is. `lent` are points bought for others in
    this phase: they raise its prices until the phase is over. `ruled` are prices that the referee
    set, one for each of its purchases as they are written.
    """

    power: str
    units: int = 0
    strength: int = 0
    lent: int = 0
    ruled: Sequence[int] = ()

    def price(self, facts: Facts, points: int, number: int) -> int:
        """The price of its purchase of that number (from 0), if it is of so many points."""
        if number < len(self.ruled):
            return self.ruled[number]
        now = self.strength + self.lent
        return sum(facts.price_at(now + step) for step in range(points))


def purses(turn: Turn) -> dict[str, Purse]:
    """A purse for every power that is left, with its current military."""
    found = {power: Purse(power) for power in turn.living}
    for side, unit in turn.stands:
        purse = found.get(side)
        if purse is not None:
            purse.units += 1
            purse.strength += unit.strength
    return found


def next_price(facts: Facts, strength: int) -> int:
    """The price of a power's next own point of strength; 0 if it may have no more."""
    return 0 if exceeds(strength + 1, facts.caps.total_strength) else facts.price_at(strength)


def exceeds(number: int, most: int | None) -> bool:
    """Whether a number is beyond a limit, where there is one."""
    return most is not None and number > most


def wealth(turn: Turn, power: str) -> int:
    """The treasury of a power, less the debts that count: below 0 it is in debt."""
    return turn.treasury.get(power, 0) - turn.edition.debt(turn, power)


def wealth_known_to(turn: Turn, *powers: str) -> tuple[str, ...]:
    """The powers that learn the treasury and spending of these: all, or only these until the game
    is over."""
    return () if turn.facts.treasury.public else powers


def debt_words(turn: Turn, power: str) -> str:
    """`France is in debt by 4 wealth`."""
    return f"{turn.facts.name_of(power)} is in debt by {amount(turn, -wealth(turn, power))}"


def amount(turn: Turn, number: int) -> str:
    """`5 TP`, under the name that the game has for treasury points."""
    return f"{number} {turn.facts.treasury.currency}"
