"""Cases at the edges of several rules at once."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

import generator.rulesets.westphalia as package
from generator.rulesets.westphalia.data import event_kinds
from generator.rulesets.westphalia.data.facts import rulebook
from generator.rulesets.westphalia.land.victory import check_victory
from generator.rulesets.westphalia.state.progress import Progress
from tests.rules.westphalia.table import protestant, six

RULE = re.compile(r"POW-[A-Z]+-\d+")


@pytest.mark.rule("POW-VIC-3")
def test_the_first_check_point_that_sees_it_ends_the_game() -> None:
    """E-46: what has ended does not begin again, whatever the next treaty does."""
    progress = Progress(replace(six(), round=5))
    assert check_victory(progress, "treaty")
    progress.state = protestant(progress.state, "trier")
    assert check_victory(progress, "treaty")


def test_every_kind_of_event_has_its_section_in_the_report() -> None:
    """Secret ones need none. What is told under "Also" would be a kind that somebody forgot."""
    secret = {"hand-dealt", "cards-drawn"}
    known = {kind.slug for kind in event_kinds.EVENTS if kind.section or kind.tabled} | secret
    told = set()
    for path in Path(str(package.__file__)).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="tell"),
                    args=[ast.Name(name) | ast.Attribute(attr=name), *_],
                ):
                    told.add(getattr(event_kinds, name).slug)
    assert len(told) > 50
    assert told - known == set()


def test_every_rule_that_the_program_names_is_in_the_rulebook() -> None:
    known = {rule.id for rule in rulebook().rules}
    named = set()
    for path in Path(str(package.__file__)).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Constant(str(text)) if RULE.fullmatch(text):
                    named.add(text)
    assert len(known) == 286
    assert named <= known
