"""Phases of real play, thousands of them, when they are at hand.

THEATRUM_REAL_GAMES names a file of gzipped JSON lines: each a case as `theatrum resolve` takes it,
with `expect`, the answer, and `expect_2023` where the game was played with the older rule of
convoys to a neighboring province.
"""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.rulesets.standard import RULESET

PATH = os.environ.get("THEATRUM_REAL_GAMES", "")

pytestmark = pytest.mark.skipif(
    not PATH or not Path(PATH).is_file(), reason="THEATRUM_REAL_GAMES names no file of phases"
)


def phases() -> Iterator[dict[str, Any]]:
    with gzip.open(PATH, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def differing(answer: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """The parts of an answer that are not as expected; what is empty may be left out."""
    parts = ("after", "dislodged", "retreats", "centers")
    return [
        part
        for part in parts
        if (part in expected or part not in ("retreats", "centers"))
        and answer.get(part, {}) != expected.get(part, {})
    ]


def compare(*, old_rule: bool) -> tuple[Counter[str], list[tuple[str, list[str]]]]:
    """The number of phases of each kind, and those whose answers differ."""
    seen: Counter[str] = Counter()
    wrong = []
    for phase in phases():
        seen[phase["phase"]] += 1
        expected = phase["expect"]
        if old_rule:
            phase["options"] = {"adjacent-convoy": "2000"}
        else:
            expected = phase.get("expect_2023", expected)
        if parts := differing(RULESET.answer(phase, verdicts=False), expected):
            wrong.append((phase["id"], parts))
    return seen, wrong


def test_real_phases_agree_by_the_rule_of_2023():
    seen, wrong = compare(old_rule=False)
    assert wrong == []
    assert min(seen[kind] for kind in ("movement", "retreat", "build")) > 0


def test_real_phases_agree_as_they_were_played():
    """With the option for the older rule, the answers are those that the players saw."""
    _, wrong = compare(old_rule=True)
    assert wrong == []


def test_real_verdicts_have_reasons():
    """Every twentieth phase, with all its verdicts."""
    for number, phase in enumerate(phases()):
        if number % 20:
            continue
        verdicts = RULESET.answer(phase, verdicts=True)["verdicts"]
        assert all(one["reasons"] for one in verdicts), phase["id"]
        assert all(reason["text"] for one in verdicts for reason in one["reasons"]), phase["id"]
