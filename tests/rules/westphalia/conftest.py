"""What several tests start from."""

from __future__ import annotations

import pytest

from generator.engine.chance import Chance, Lots
from generator.rulesets.westphalia.turn import secret_message


def lots_of(number: int) -> Lots:
    """The lots of a round in the rulebook's test vectors."""
    chance = Chance("peace-of-westphalia", "any phase")
    return Lots(lambda: chance.key(secret_message("demo", number)))


@pytest.fixture
def vector() -> Lots:
    """The lots of the first round in the rulebook's test vectors."""
    return lots_of(1)
