"""What every player promises: found by its ruleset, replayable, and blind to all but the state."""

from __future__ import annotations

from typing import Any, cast

import pytest

from generator.autoplay import get_player
from generator.autoplay.standard import PLAYER
from generator.engine.chance import Chance
from generator.engine.errors import GameError
from generator.engine.phases import Setup
from generator.engine.ruleset import Ruleset
from generator.rulesets.standard import RULESET
from tests.autoplay.playing import play, three_years


def test_standard_has_a_player() -> None:
    assert get_player("standard") is PLAYER


def test_a_player_is_found_where_nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [])
    assert get_player("standard") is PLAYER


def test_a_ruleset_without_a_player_is_a_clear_error() -> None:
    with pytest.raises(GameError, match="no player knows how to play"):
        get_player("chess")


def test_the_same_seed_plays_the_same_game() -> None:
    for first, second in zip(three_years("ember"), play("ember", 1), strict=False):
        assert first.sheets == second.sheets
        assert first.resolution.state == second.resolution.state


def test_draws_made_before_change_no_order() -> None:
    """Only the seed counts: neither the phase's name nor what others drew from the same chance."""
    state = three_years("ember")[4].before
    power = RULESET.awaits(state)[0]
    used = Chance("ember", "whatever")
    for _ in range(7):
        used.number(100)
    expected = PLAYER.write_orders(RULESET, state, power, Chance("ember", str(state.moment)))
    assert PLAYER.write_orders(RULESET, state, power, used) == expected


class _Nothing:
    """A ruleset that tells nothing."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"the player asked the ruleset for {name}")


def test_a_player_knows_the_state_and_nothing_else() -> None:
    """Its orders follow from a state that was written and read back, in whatever order powers
    are asked; so the orders of others cannot have been seen."""
    for phase in three_years("ember")[:4]:
        copied = RULESET.load(RULESET.dump(phase.before))
        blind = cast("Ruleset[Any]", _Nothing())
        for power in reversed(RULESET.awaits(copied)):
            lines = PLAYER.write_orders(blind, copied, power, Chance("ember", ""))
            assert lines == phase.sheets[power]


def test_a_power_without_units_or_dues_writes_nothing() -> None:
    units = {"austria": ["A VIE"], "italy": ["A ROM"]}
    state = RULESET.opening(Setup(position={"units": units}))
    assert PLAYER.write_orders(RULESET, state, "turkey", Chance("ember", "")) == ()
    assert PLAYER.write_orders(RULESET, state, "italy", Chance("ember", "")) != ()
