"""The tables of options in the guide, made from the options of the rulesets.

    python -m generator.rulesets.option_tables site/guide/positions.md

writes each table of the page anew. A test compares the page with what the options are now.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from generator.engine.knobs import values_of
from generator.engine.rulebook import Option
from generator.rulesets import get_ruleset

HEADINGS: Final = {
    "standard": "## Options of standard Diplomacy",
    "europe-1619": "## Options of Europe 1619",
    "europe-1619-draft": "## Options of the draft of Europe 1619",
    "europe-1615-v7": "## Options of Version 7 of Europe 1615",
    "europe-1615-v3": "## Options of Version 3 of Europe 1615",
    "westphalia": "## Options of the Peace of Westphalia",
}
"""The headings of the guide under which the tables of the rulesets stand."""

_TABLE: Final = re.compile(r"^\| Option \|.*\n(?:\|.*\n)+", re.MULTILINE)


def option_table(options: Mapping[str, Option]) -> str:
    """The options as a table in Markdown: what each is, what its values mean, and its rule."""
    rows = ["| Option | Default | Decision | Rule |", "|---|---|---|---|"]
    for option in options.values():
        values = "; ".join(
            f"`{_shown(choice)}`: {means}" for choice, means in option.choices.items()
        )
        if not values:
            values = values_of(option)
            values = values[:1].upper() + values[1:]
        default = f"`{_shown(option.default)}`"
        rows.append(f"| `{option.id}` | {default} | {option.title}. {values} | {option.rule} |")
    return "\n".join(rows)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value) if isinstance(value, list) else str(value)


def with_tables(page: str) -> str:
    """The page with the tables of all rulesets as they are now."""
    for ruleset, heading in HEADINGS.items():
        head, found, rest = page.partition(f"{heading}\n")
        if found:
            table = f"{option_table(get_ruleset(ruleset).options)}\n"
            rest = rest.replace(_TABLE.findall(rest)[0], table, 1)
            page = f"{head}{found}{rest}"
    return page


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(with_tables(path.read_text("utf-8")), "utf-8")
