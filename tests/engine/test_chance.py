"""Draws: anybody who has the seed can make them again with nothing but a hash."""

from __future__ import annotations

import hmac

import pytest

from generator.engine.chance import Chance


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64, 65, 200])
def test_draws_are_those_of_hmac(length: int) -> None:
    """The key is hashed once for all draws; each is what the library's own function gives."""
    seed = "ä" + "s" * length if length % 2 else "s" * length
    chance, below = Chance(seed, "1620/spring"), 2**32 - 5
    for counter in range(50):
        message = b"1620/spring\0" + counter.to_bytes(8, "big")
        drawn = int.from_bytes(hmac.digest(seed.encode(), message, "sha256")[:8], "big")
        assert drawn < 2**64 - 2**64 % below, "this seed would need another draw"
        assert chance.number(below) == drawn % below


def test_branches_draw_for_themselves() -> None:
    chance = Chance("seed", "one")
    first = [chance.number(1000) for _ in range(5)]
    branch = chance.branch("two")
    assert [branch.number(1000) for _ in range(5)] == _draws("seed", "two", 5)
    assert _draws("seed", "one", 10)[:5] == first
    assert [chance.number(1000) for _ in range(5)] == _draws("seed", "one", 10)[5:]


def _draws(seed: str, purpose: str, count: int) -> list[int]:
    chance = Chance(seed, purpose)
    return [chance.number(1000) for _ in range(count)]
