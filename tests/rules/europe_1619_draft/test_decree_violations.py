"""What violates papal decrees: E19D-PAP-2 and 4 to 8, and the cases X-43 and X-44."""

from __future__ import annotations

import pytest

from generator.rulesets.europe_1619_draft import RULESET
from tests.rules.europe.building import events, verdict
from tests.rules.europe_1619_draft.decreeing import (
    bound,
    scored,
    violated,
)
from tests.rules.europe_1619_draft.drafted import (
    sheets,
)


@pytest.mark.rule("E19D-PAP-15")
@pytest.mark.parametrize(
    ("decree", "order"),
    [
        ("DECREE SPAIN: NOT ALLY SWEDEN", "ALLIANCE: SWEDEN"),
        ("DECREE SPAIN: NOT ATTACK FRANCE IN WES", "WES > FRANCE"),
        ("DECREE SPAIN: NOT INFLUENCE LOWR", "20: LOWR"),
    ],
)
def test_a_violation_never_tells_what_is_its_authors_secret(decree: str, order: str):
    """An offer without an answer, an attack in vain, more INFs than there are."""
    state = bound(decree)
    after = sheets(state, spain=order)
    assert verdict(after, order).known_to == ("spain",)
    document = RULESET.dump(after.state)
    assert order not in str(document.private)
    played = scored(after.state)
    assert not [one for one in events(played, "violation") if order in one.text]
    assert [power for power, _ in violated(played)] == (["spain"] if "20" in order else [])
