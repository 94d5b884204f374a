"""The Reichstag: who calls it, who votes, and what its agendas forbid."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rulesets.europe.playing.read import read_sheets
from generator.rulesets.europe_1619 import EDITION
from generator.rulesets.europe_1619.reichstag import ReichstagCall, ReichstagVote
from tests.rules.europe.building import position

# --- reading and writing


@pytest.mark.rule("E19-REI-4")
@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("REICHSTAG CALL 1", ReichstagCall(1)),
        ("reichstag: call agenda 1", ReichstagCall(1)),
        ("Call the Reichstag 1", ReichstagCall(1)),
        ("REICHSTAG CALL 2 SAXONY ATTACKS", ReichstagCall(2, "saxony", "attacks")),
        ("REICHSTAG CALL 2 OPEN ATTACKS", ReichstagCall(2, "", "attacks")),
        ("REICHSTAG CALL 2 SAXONY INFS HES", ReichstagCall(2, "saxony", "infs", "HES")),
        ("REICHSTAG CALL 2 Savoy Mantua", ReichstagCall(2, "savoy", "infs", "MAN")),
        ("REICHSTAG CALL 3 FRANCE LOR", ReichstagCall(3, "france", "", "LOR")),
        ("REICHSTAG CALL 3 OPEN LOR", ReichstagCall(3, "", "", "LOR")),
        ("REICHSTAG CALL 3 OPEN", ReichstagCall(3)),
        ("REICHSTAG VOTE AYE", ReichstagVote(True)),
        ("reichstag vote nay", ReichstagVote(False)),
        ("REICHSTAG VOTE AYE FOR FRANCE", ReichstagVote(True, "france")),
        ("REICHSTAG VOTE AYE: FRANCE LOR", ReichstagVote(True, "france", "LOR")),
        ("REICHSTAG ABSTAIN", ReichstagVote(False)),
    ],
)
@pytest.mark.parametrize("phase", ["diplomatic", "movement"])
def test_calls_and_votes_are_read(text: str, order: Any, phase: str) -> None:
    state = position(EDITION, phase=phase)
    for line in (text, str(order)):
        (written,) = read_sheets(EDITION, state, {"austria": line}).sheets["austria"].orders
        assert written.order == order
