"""Every option of the draft changes something: the opening, or what a test of its own shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest

from generator.engine.chance import Chance
from generator.engine.phases import Document, OrderBook
from generator.rulesets.europe.playing.play import play_phase
from generator.rulesets.europe_1619_draft import EDITION, RULESET
from tests.rules.europe.building import opening

OTHER: Final[dict[str, Any]] = {
    "converted": ["saxony", "poland"],
    "start_year": 1620,
}
"""Values of opening options without a list of choices."""

OPENINGS: Final = [
    (name, value)
    for name in sorted(name for name, option in EDITION.options.items() if option.opening)
    for value in EDITION.options[name].choices or (OTHER[name],)
    if value != EDITION.options[name].default
]


def plain(document: Document) -> tuple[Any, Any]:
    public = {key: one for key, one in document.public.items() if key != "options"}
    return public, document.private


def first_years(last: int = 1620, **options: Any) -> list[Any]:
    """The opening, and all phases to the end of a year in which nobody orders anything."""
    state = opening(EDITION, **options)
    found: list[Any] = [plain(RULESET.dump(state))]
    while state.ending is None and state.year <= last:
        chance = Chance("any", f"{state.moment.year}/{state.moment.slug}")
        played = play_phase(EDITION, state, OrderBook({}), (), chance)
        state = played.state
        found.append((played.verdicts, played.events, plain(RULESET.dump(state))))
    return found


@pytest.mark.parametrize(("name", "value"), OPENINGS)
def test_an_option_of_the_opening_changes_it(name: str, value: Any) -> None:
    assert first_years(**{name: value}) != first_years()


def test_a_game_to_a_target_ends_with_its_last_year() -> None:
    early = first_years(1622, end_mode="target", target_points=999, target_last_year=1621)
    assert len(early) < len(first_years(1622, end_mode="target", target_points=999))


def test_every_other_option_has_a_test_that_names_it() -> None:
    here = Path(__file__).parent
    left_out = {"test_options.py", Path(__file__).name}
    files = (*here.glob("test_*.py"), *here.glob("*.txt"))
    text = "\n".join(path.read_text("utf-8") for path in files if path.name not in left_out)
    shown_here = {*(name for name, _ in OPENINGS), *OTHER, "target_last_year"}
    for name in EDITION.options:
        if name not in shown_here:
            assert re.search(rf'"{name}"|\b{name}=|options\.{name} ', text), name
