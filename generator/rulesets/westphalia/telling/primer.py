"""How orders are written in the Peace of Westphalia: primer.toml."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import tomli

from generator.engine.primer import Primer, read_primer
from generator.rulesets.westphalia.data.facts import rulebook

_RANGE: Final = re.compile(r"(\d+)\.\.(\d+)")


@cache
def westphalia_primer() -> Primer:
    """The primer of the ruleset. In its file `faith-1..8` stands for eight phases."""
    table = tomli.loads(Path(__file__).with_name("primer.toml").read_text(encoding="utf-8"))
    for part in table["part"]:
        part["phases"] = [slug for text in part["phases"] for slug in _slugs(text)]
    return read_primer((table,), rulebook().causes, "westphalia/telling/primer.toml")


def _slugs(text: str) -> Iterator[str]:
    """The phases that a text stands for: itself, or one for each number of its first range."""
    found = _RANGE.search(text)
    if found is None:
        yield text
        return
    for number in range(int(found[1]), int(found[2]) + 1):
        yield from _slugs(f"{text[: found.start()]}{number}{text[found.end() :]}")
