"""How the game looks to one player: what land, alliances and faith are worth, and whom he dislikes.

All values are whole numbers; 10 is about one Imperial Power.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from msgspec import Struct

from generator.engine.chance import Chance
from generator.rulesets.westphalia.land.victory import balance_of, peace_scores
from generator.rulesets.westphalia.state.power import imperial_power, is_saved
from generator.rulesets.westphalia.state.state import Player, Religion, State

DI: Final = 6
"""The worth of one Diplomatic Influence."""
ELECTOR: Final = 12
HERETIC: Final = 14
LEADER: Final = 18
WRONGED: Final = 30


class Outlook(Struct, frozen=True, dict=True):
    """The state as a player sees it. `chance` has the game's seed, for what lasts longer than a
    phase and for what players agree on by letter."""

    state: State
    player: str
    chance: Chance

    @classmethod
    def of(cls, state: State, player: str, chance: Chance) -> Outlook:
        """The player's view in the game with this chance."""
        return cls(state, player, chance)

    @property
    def me(self) -> Player:
        return self.state.players[self.player]

    @property
    def religion(self) -> Religion:
        return self.me.religion

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.state.seats if seat != self.player)

    @cached_property
    def saved(self) -> bool:
        return is_saved(self.state, self.player)

    @cached_property
    def scores(self) -> Mapping[str, int]:
        """All players' points as if peace were signed now."""
        return peace_scores(self.state)

    def strength(self, power: str) -> int:
        """Imperial Power, not below 1."""
        return max(1, imperial_power(self.state, power))

    def liking(self, other: str) -> int:
        """The feelings of two players for each other as persons, -25 to 25; they drift from Round
        to Round and are the same on both sides."""
        pair = " ".join(sorted((self.player, other)))
        lasting = self.chance.branch(f"autoplay liking {pair}").number(31) - 15
        drift = self.chance.branch(f"autoplay liking {pair} {self.state.round}").number(21) - 10
        return lasting + drift

    def hostility(self, other: str) -> int:
        """How much the player would harm another: 0 is indifferent, more is worse."""
        state = self.state
        anger = -self.liking(other)
        if state.players[other].religion != self.religion:
            anger += HERETIC
        if self.scores[other] == max(self.scores.values()) and state.round > 1:
            anger += LEADER
        if any((war.attacker, war.defender) == (other, self.player) for war in state.wars):
            anger += WRONGED
        return anger

    def whim(self, name: str) -> int:
        """The attraction of a principality for a player, -9 to 9; it changes slowly."""
        lasting = self.chance.branch(f"autoplay whim {self.player} {name}").number(13) - 6
        drift = f"autoplay whim {self.player} {name} {self.state.round}"
        return lasting + self.chance.branch(drift).number(7) - 3

    def worth_of_land(self, code: str) -> int:
        """The worth of owning a province."""
        province = self.state.provinces[code]
        orthodox = province.religion == self.religion
        worth = 10 if orthodox else 6
        if province.town:
            # Towns give three points at the Peace of Westphalia, if they are orthodox then.
            worth += (6 + 4 * self.state.round) if orthodox else 6
        near = set(self.state.board.neighbors[code])
        return worth + min(3, len(near.intersection(self.state.lands[self.player])))

    def worth_of_ally(self, name: str) -> int:
        """The worth of the alliance with a principality."""
        worth = 10 * self.strength(name)
        if self.state.principalities[name].elector:
            worth += ELECTOR + 10
        return worth

    def favor(self, religion: Religion) -> int:
        """The strength of a religion in the Empire: about -20 to 20."""
        balance = balance_of(self.state)
        other: Religion = "protestant" if religion == "catholic" else "catholic"
        land = balance.provinces[religion] - balance.provinces[other]
        return land * 10 // len(self.state.provinces) + (
            balance.electors[religion] - balance.electors[other]
        )
