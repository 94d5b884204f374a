"""Battle orders in words, beside their codes."""

from __future__ import annotations

import pytest

from generator.rulesets import get_ruleset


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (
            "BATTLE vs:black play:M* instead:PCM",
            (
                "against Black Dragon: plays musketeers, then at random by what it holds; "
                "instead of a card that it lacks: pikemen, cavalry, musketeers"
            ),
        ),
        (
            "BATTLE vs:red swap:PPC want:M weights:1/4/1 rifling:CM",
            (
                "against Red Phoenix: swaps 2 pikemen and 1 cavalry for 1 musketeers before the "
                "battle; plays at random, 1 for pikemen, 4 for musketeers and 1 for cavalry; "
                "strips with rifling: cavalry, musketeers"
            ),
        ),
        (
            "BATTLE vs:religious policy:most call:6 pick:MC",
            (
                "in a Religious War: plays what it has most of; calls reinforcements at 6 cards; "
                "asks for reinforcements of these: musketeers, cavalry"
            ),
        ),
        ("BATTLE vs:default policy:least", "in every other battle: plays what it has least of"),
        ("BATTLE vs:bavaria", "against Bavaria: plays at random by what it holds"),
        ("SWAP vs:black CC", ""),
        ("BATTLE nonsense", ""),
    ],
)
def test_a_battle_order_is_told_in_words(order: str, said: str) -> None:
    assert get_ruleset("westphalia").in_words(order) == said


def test_orders_of_other_rulesets_are_no_codes() -> None:
    assert get_ruleset("standard").in_words("A PAR - BUR") == ""
