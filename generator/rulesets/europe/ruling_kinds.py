"""The kinds of ruling of the family.

order      power, order                        the unit gets this order, or the sheet one more
void       power, order or unit                that order does not count
disorder   power                               none of the power's orders counts in this phase
relation   powers (two), is, since             what is in effect between two powers
alliance   powers (two), allowed               whether two powers may ally at all
infs       state, infs                         the INFs of the powers named, in a state
status     state, status                       a published status ("aligned union", "neutral")
control    province, holder                    who holds a province ("" its owner)
marker     state, marker                       a confessional marker ("" none)
eliminate  power, falls                        whether a power falls in this map adjustment
units      side, units                         all the units of a power or state
entry      unit, to, is                        whether a move is void, legal, hostile, non-hostile
minor      state, builds or disbands           what a state builds ("" nothing) or gives up
treasury   power, tp                           the treasury, as it then is
loan       lender, debtor, amount, ...         a loan is entered or changed (amount 0 strikes it)
income     power, tp                           the whole income of a power in this phase
prices     power, prices                       the prices of its purchases in this phase, in order
score      power, item, points                 an item of a score
option     option, value                       an option from now on
end        result, powers                      the game ends
extend     years                               the game goes on beyond its last year
note       text                                anything else; changes nothing

Features add kinds of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from generator.rulesets.europe.ruled_game import GAME_KINDS
from generator.rulesets.europe.ruled_money import MONEY_KINDS
from generator.rulesets.europe.ruled_orders import ORDER_KINDS
from generator.rulesets.europe.ruled_politics import POLITICAL_KINDS
from generator.rulesets.europe.ruled_units import UNIT_KINDS
from generator.rulesets.europe.rulings import Kind

__all__ = ["KINDS"]

KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {**ORDER_KINDS, **POLITICAL_KINDS, **UNIT_KINDS, **MONEY_KINDS, **GAME_KINDS}
)
