"""Receipts agree with adjudication: what they say of each order is what becomes of it if nobody
else sends any. Tried with sheets of the sample games, and with those of several powers mixed."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.engine.chance import Chance
from generator.engine.course import REFUSED
from generator.engine.orders.values import Convoy, SupportHold, SupportMove
from generator.engine.verdicts import Verdict
from generator.mailroom.receipt import PhaseReceipt, phase_receipt
from generator.mailroom.table import PhaseLines

GAMES = Path(__file__).parents[2] / "games"
PLAYED = ("first-light", "winter-king", "after-the-comet", "eleven-voices", "nine-winters")
NOTHING = Verdict("", "", "illegal")
HELP = (SupportHold, SupportMove, Convoy)


def tried(name: str) -> Iterator[tuple[PhaseReceipt, list[str], Any]]:
    """Receipts, with what became of each order of the sheet if nobody else gave any."""
    game, draw = load_game(GAMES / name), random.Random(name)
    ruleset: Any = game.ruleset
    records = [record for record in game.phases if ruleset.awaits(record.before())]
    for record in records[:: max(1, len(records) // 6)]:
        state, texts = record.before(), dict(record.order_texts)
        for power in draw.sample(sorted(texts), min(3, len(texts))):
            for text in (texts[power], mixed(texts, power, draw)):
                book = ruleset.read(state, {power: text})
                numbers = tuple(range(1, text.count("\n") + 2))
                section = PhaseLines(record.moment.phase, text, numbers)
                receipt = phase_receipt(section, "Now", power, book, ruleset.names())
                played = ruleset.adjudicate(state, book, (), Chance("tests", "alone"))
                own = [one for one in played.verdicts if one.power == power]
                sheet = book.sheets[power]
                if name == "first-light":  # verdicts come unit by unit, not line by line
                    by_text = {one.order: one for one in own if one.outcome not in REFUSED}
                    own = [by_text.pop(str(one.order), NOTHING) for one in sheet.orders]
                yield receipt, [one.outcome for one in own], sheet


def mixed(texts: dict[str, str], power: str, draw: random.Random) -> str:
    """A sheet with lines of others in it, lines twice, and numbers that are too large."""
    own = [line for line in texts[power].split("\n") if line.strip()]
    others = [line for text in texts.values() for line in text.split("\n") if line.strip()]
    lines = own + draw.sample(others, min(6, len(others))) + own[:1]
    draw.shuffle(lines)
    return "\n".join(
        re.sub(r"^\d+(?=:)", lambda found: str(int(found[0]) * draw.choice((1, 2, 3))), line)
        for line in lines
    )


@pytest.mark.parametrize("name", PLAYED)
def test_a_receipt_says_what_becomes_of_a_sheet_alone(name: str) -> None:
    seen: Counter[str] = Counter()
    for receipt, outcomes, sheet in tried(name):
        readable = [one for one in sheet.orders if one.order is not None]
        assert len(receipt.fates) == len(readable)
        fates = {one.number: one for one in readable}
        told = fate_of(receipt, readable)
        for number, said in told.items():
            outcome, order = outcomes[number], fates[number].order
            seen[said] += 1
            if said == "yes":
                assert outcome not in REFUSED or (isinstance(order, HELP) and outcome == "void")
            elif said == "no":
                assert outcome != "success", (order, receipt.refused)
            elif said == "perhaps":
                assert outcome in REFUSED, (order, receipt.uncertain)
    assert seen["yes"] > 2
    assert seen["no"] > 2
    assert name == "first-light" or seen["perhaps"] > 2


def fate_of(receipt: PhaseReceipt, readable: list[Any]) -> dict[int, str]:
    """What a receipt says of each order: "yes", "partly", "doubt", "no" or "perhaps"."""
    told: dict[int, str] = {}
    for one, order in zip(receipt.fates, readable, strict=True):
        is_doubt = one.fate == "yes" and one.why is not None
        told[order.number] = "doubt" if is_doubt else one.fate
    return told
