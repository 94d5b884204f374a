"""Every cause that an edition's code names has a rule in its rulebook, or a reason why play never
comes to it stands in causes.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.data.edition_data import choose
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.features.counterbalance import CounterbalanceRules
from generator.rulesets.europe.features.modifiers import SanctionRules
from generator.rulesets.europe.steps.income import SOURCES
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe_1619.reichstag_meeting import Result
from tests.rulesets.europe.cited import (
    EDITIONS,
    KNOWN,
    beginnings,
    cited_by,
    features_of,
    hyphenated,
)

TABLE = Path(__file__).with_name("causes.toml")
Group = Mapping[str, Any]
GROUPS: list[Group] = tomllib.loads(TABLE.read_text(encoding="utf-8"))["group"]


def claims(*names: str) -> list[Any]:
    """Each edition with each of its groups that has such an entry."""
    return [
        pytest.param(EDITIONS[edition], group, id=f"{edition}: {group['reason'][:50]}")
        for group in GROUPS
        for edition in group["editions"]
        if any(name in group for name in names)
    ]


ALWAYS: Mapping[str, Callable[[Edition, Facts], bool]] = {
    "every state is pliant": lambda edition, facts: all(
        one.pliant for one in facts.states.values()
    ),
    "no center comes into being with a state": lambda edition, facts: (
        not any(one.center for one in facts.latent.values())
    ),
    "no state comes into being in play": lambda edition, facts: not facts.latent,
    "no state is open to some confessions alone": lambda edition, facts: (
        not any(one.deposit for one in facts.states.values())
    ),
}
"""What a group may say of all games of its editions."""

OTHER_WORDS = {"non-hostile", "retreat-barred", "support-hold", "support-move"}
"""Texts that look like causes: what a ruling says of a move, a fate that gets another cause before
it is told, and kinds of orders."""


# --- the table is complete, and has nothing that is not needed


def unknown_to(edition: Edition) -> dict[tuple[str, str], int]:
    """What the edition's modules name that its rulebook has no rule for: module and cause, with the
    first line."""
    found: dict[tuple[str, str], int] = {}
    for one in cited_by(edition):
        if one.cause not in edition.rulebook.causes:
            found.setdefault((one.module, one.cause), one.line)
    return found


def excused(edition: str) -> list[tuple[str, str]]:
    return [
        (module, cause)
        for group in GROUPS
        if edition in group["editions"]
        for module, causes in group["causes"].items()
        for cause in causes
    ]


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_every_cause_has_a_rule_or_a_reason_why_none_is_needed(edition: Edition) -> None:
    known = excused(edition.id)
    missing = [
        f"{module}, line {line}: {cause}"
        for (module, cause), line in unknown_to(edition).items()
        if (module, cause) not in known
    ]
    assert not missing, (
        f"the rulebook of {edition.id} has no rule for these causes. If play can come to one, add "
        f"it to the causes of the rule that decides it (rules/*.toml of the edition), with a test; "
        f"if not, say why in {TABLE.name}: {missing}"
    )


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_no_reason_is_given_that_is_not_needed(edition: Edition) -> None:
    unknown, known = unknown_to(edition), excused(edition.id)
    idle = [f"{module}: {cause}" for module, cause in known if (module, cause) not in unknown]
    assert not idle, f"{edition.id} has a rule for them, or its code does not name them: {idle}"
    assert len(set(known)) == len(known)


# --- the reasons are true


@cache
def games(edition: str) -> tuple[tuple[str, Facts], ...]:
    """The facts of the game without any option, and of a game with each choice of each option."""
    found = [("", one_game(edition))]
    for row in EDITIONS[edition].option_rows:
        for choice in row.get("choices", ()):
            option, value = row["id"], choice["value"]
            found.append((f"{option} = {value}", one_game(edition, option, value)))
    return tuple(found)


def one_game(edition: str, option: str = "", value: Any = None) -> Facts:
    options, wrong = choose(EDITIONS[edition], {option: value} if option else {})
    assert not wrong
    return EDITIONS[edition].facts_for(options, {})


def entry(edition: Edition, facts: Facts, path: str) -> Any:
    """An entry of the tables of rules as facts.toml would have it."""
    table, _, name = path.partition(".")
    rules = facts.of(edition.own_tables[table]) if table in edition.own_tables else None
    value = getattr(rules or getattr(facts, table), name)
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize(("edition", "group"), claims("is", "never"))
def test_an_entry_that_a_reason_rests_on_has_its_value_in_all_games(
    edition: Edition, group: Group
) -> None:
    held, barred = group.get("is", {}), group.get("never", {})
    for options, facts in games(edition.id):
        for path, value in held.items():
            assert entry(edition, facts, path) == value, f"{path} with {options}"
        for path, value in barred.items():
            found = entry(edition, facts, path)
            met = value in found if isinstance(found, list) else value == found
            assert not met, f"{path} with {options}"
    # An option without choices may set its entry to any number, from its least one on.
    for row in edition.option_rows:
        if "choices" in row:
            continue
        low = {path for path, value in barred.items() if value in range(row.get("least", 0))}
        assert row.get("sets") not in {*held, *barred} - low, f"the option {row['id']}"


@pytest.mark.parametrize(("edition", "group"), claims("always"))
def test_what_else_a_reason_says_of_all_games_is_true(edition: Edition, group: Group) -> None:
    for sentence in group["always"]:
        for options, facts in games(edition.id):
            assert ALWAYS[sentence](edition, facts), f"{sentence} with {options}"


@pytest.mark.parametrize(("edition", "group"), claims("no_step", "no_feature"))
def test_a_step_or_a_feature_that_a_reason_rests_on_is_missing(
    edition: Edition, group: Group
) -> None:
    steps, features = group.get("no_step", ()), group.get("no_feature", ())
    assert not set(steps) & steps_of(edition)
    assert not set(features) & features_of(edition)
    # Whoever renames one has to look at the reasons that name it.
    assert set(steps) <= {name for one in EDITIONS.values() for name in steps_of(one)} | FAMILY
    assert set(features) <= {name for one in EDITIONS.values() for name in features_of(one)}


FAMILY = {step.name for part in (*YEAR.slugs, *YEAR.others) for step in YEAR.steps(part)}


def steps_of(edition: Edition) -> set[str]:
    course = edition.course
    return {step.name for part in (*course.slugs, *course.others) for step in course.steps(part)}


# --- causes that no edition has, and those that are put together


def test_no_text_is_taken_for_a_cause_that_no_rulebook_has() -> None:
    phases = {slug for one in EDITIONS.values() for slug in one.course.slugs}
    strange = [
        f"{one.module}, line {one.line}: {one.cause}"
        for one in hyphenated()
        if one.cause not in KNOWN | phases | OTHER_WORDS
    ]
    assert not strange, f"no rulebook has these causes; what is none stands above: {strange}"


def born(edition: Edition, facts: Facts) -> Iterator[str]:
    yield from (one.created_by for one in facts.latent.values() if one.created_by)


def earned(edition: Edition, facts: Facts) -> Iterator[str]:
    if facts.treasury.kept:
        pays = msgspec.to_builtins(facts.treasury.income)
        pays["aligned_state"] = facts.treasury.aligned_income
        yield from (source.replace("_", "-") for source in SOURCES if pays[source])


def statuses(edition: Edition, facts: Facts) -> Iterator[str]:
    yield "aligned"
    if facts.influence.vassal_infs:
        yield "vassal"


def modifiers(edition: Edition, facts: Facts) -> Iterator[str]:
    yield from (one.id for one in facts.of(SanctionRules).modifier)


def signs(edition: Edition, facts: Facts) -> Iterator[str]:
    yield from facts.of(CounterbalanceRules).signs


def results(edition: Edition, facts: Facts) -> Iterator[str]:
    if "reichstag" in features_of(edition):
        yield from get_args(Result)


def answers(edition: Edition, facts: Facts) -> Iterator[str]:
    if "papal_support" in features_of(edition):
        yield from ("granted", "refused", "excused")


def nothing(edition: Edition, facts: Facts) -> Iterator[str]:
    """A rule is looked up only if there is one."""
    return iter(())


ENDS: Mapping[str, Callable[[Edition, Facts], Iterator[str]]] = {
    "state-founded-": born,
    "income-": earned,
    "status-": statuses,
    "modifier-": modifiers,
    "no-build-": lambda _, facts: (m.id for m in facts.of(SanctionRules).modifier if m.build_ban),
    "no-entry-": lambda _, facts: (m.id for m in facts.of(SanctionRules).modifier if m.entry_ban),
    "barred-by-": signs,
    "reichstag-": results,
    "support-": answers,
    "scored-": nothing,
}
"""Causes that are put together: how they begin, and how they end in a game."""


def test_it_is_known_how_causes_end_that_are_put_together() -> None:
    assert {one.cause for one in beginnings()} == set(ENDS)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
@pytest.mark.parametrize("start", ENDS)
def test_every_cause_that_is_put_together_has_a_rule(edition: Edition, start: str) -> None:
    for options, facts in games(edition.id):
        causes = {start + end for end in ENDS[start](edition, facts)}
        assert causes <= set(edition.rulebook.causes), options
