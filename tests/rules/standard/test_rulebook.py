"""The rulebook as data: complete, and every rule with a test."""

from __future__ import annotations

import re
from pathlib import Path

from generator.engine import adjustments, movement, retreats
from generator.rulesets import standard
from generator.rulesets.coverage import rule_tests
from generator.rulesets.standard import RULESET
from generator.rulesets.standard.ruleset import COURSE

TESTS = Path(__file__).parents[2]

WORDS = """
    unreadable no-such-unit foreign-unit duplicate-order no-order hold move-own-province
    move-not-adjacent army-to-sea fleet-inland coast-needed no-convoy-route fleet-convoyed
    may-not-enter support-self support-no-unit support-unreachable support-impossible
    convoy-not-at-sea convoy-no-army convoy-not-needed convoy-not-ordered support-unmatched
    support-coast convoy-unmatched move-succeeds bounce-hold bounce-attack head-to-head own-unit
    beleaguered
    own-support ring swap-by-convoy dislodged dislodged-no-effect support-given support-cut
    support-cut-not-by-target support-cut-not-by-own support-lost-dislodged convoy-carried
    convoy-disrupted convoy-stands paradox convoy-intent support-reduced retreat-made
    retreat-not-adjacent retreat-occupied retreat-attacker retreat-contested retreat-collision
    retreat-nowhere retreat-no-order retreat-disband retreat-not-dislodged retreat-by-convoy
    retreat-closed build-made build-not-home build-not-owned build-occupied build-excess build-type
    build-coast build-waived build-unused remove-made remove-excess remove-no-unit remove-not-due
    civil-disorder center-taken center-kept eliminated victory draw units-due ruling vote-cast
    vote-twice vote-eliminated votes-off votes-told draw-voted draw-shares conceded concession
"""
CAUSES = WORDS.split()


def test_every_rule_has_a_test() -> None:
    tested = rule_tests(TESTS)
    assert [rule.id for rule in RULESET.rulebook.rules if rule.id not in tested] == []


def test_every_marked_rule_exists() -> None:
    known = {rule.id for rule in RULESET.rulebook.rules}
    named = {rule for rule in rule_tests(TESTS) if rule.startswith("STD-")}
    assert named <= known


def test_every_cause_has_its_rule() -> None:
    assert set(RULESET.rulebook.causes) == set(CAUSES)


def test_every_cause_that_the_code_names_has_its_rule() -> None:
    """Any text in the engine's mechanisms that begins like a cause is one."""
    families = {cause.split("-")[0] for cause in CAUSES if "-" in cause}
    families -= {"no", "own", "head", "may"}
    like = re.compile(rf'"((?:{"|".join(sorted(families))})-[a-z-]+)"')
    sources = [Path(retreats.__file__), Path(adjustments.__file__)]
    sources += sorted(Path(movement.__file__).parent.glob("*.py"))
    sources += sorted(Path(standard.__file__).parent.glob("*.py"))
    found = {name for path in sources for name in like.findall(path.read_text(encoding="utf-8"))}
    # A barred retreat is cited by what bars it; the others name kinds of signs and options.
    others = {"retreat-barred", "support-hold", "support-move", "convoy-paradox", "draw-votes"}
    assert found - set(CAUSES) <= others


def test_rules_are_numbered_and_readable() -> None:
    rules = RULESET.rulebook.rules
    assert 60 <= len(rules) <= 110
    for rule in rules:
        assert re.fullmatch(r"STD-[A-Z]+-[1-9][0-9]*", rule.id)
        assert rule.text.endswith(".")
        assert not rule.title.endswith(".")
        assert len(rule.text) <= 400
    groups: dict[str, list[int]] = {}
    for rule in rules:
        group, _, number = rule.id.rpartition("-")
        groups.setdefault(group, []).append(int(number))
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in groups.values())


def test_the_phases_are_those_of_the_data() -> None:
    assert COURSE.slugs == tuple(phase.slug for phase in COURSE.phases)
    assert [COURSE.moment(1901, slug).number for slug in COURSE.slugs] == [1, 2, 3, 4, 5]


def test_options_name_rules_that_exist() -> None:
    for option in RULESET.options.values():
        assert option.rule in RULESET.rulebook
        assert not option.choices or option.default in option.choices
