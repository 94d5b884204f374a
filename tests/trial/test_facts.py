"""Facts set anew: what a trial may change in a ruleset's files, and what it must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.engine.errors import FileError, UsageError
from generator.engine.phases import Setup
from generator.rulesets import get_ruleset, ruleset_ids
from generator.rulesets.standard import RULESET as STANDARD
from generator.rulesets.westphalia.data import facts as westphalia_facts
from generator.trial.playing import TrialSpec, changes_of, parse_facts, ruleset_of


def use(ruleset: str, facts: dict[str, object], error: type[Exception] | None = None) -> None:
    """Enter the `with` of a ruleset with other facts, and leave it again."""
    with ruleset_of(TrialSpec(ruleset, "s", facts=facts)):
        if error:
            raise error("in the middle of a game")


OTHER = {
    "standard": ("powers.italy.units", ["A ROM"]),
    "westphalia": ("start.influence", 9),
    "europe-1619": ("allotment.infs.savoy", [9] * 30),
    "europe-1619-draft": ("caps.units", 9),
    "europe-1615-v7": ("caps.units", 9),
    "europe-1615-v3": ("first_year", 1616),
}


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_every_ruleset_can_be_tried_with_other_facts(ruleset_id: str) -> None:
    path, value = OTHER[ruleset_id]
    ruleset = get_ruleset(ruleset_id)
    usual = ruleset.dump(ruleset.opening(Setup()))
    with ruleset_of(TrialSpec(ruleset_id, "s", facts={path: value})) as changed:
        entry = changed.fact_tables
        for key in path.split("."):
            entry = entry[key]
        assert entry == value
        changed.opening(Setup())
    assert ruleset.dump(ruleset.opening(Setup())) == usual


def test_facts_are_what_the_game_is_played_with() -> None:
    spec = TrialSpec("europe-1619", "s", facts={"allotment.infs.savoy": [9] * 30})
    with ruleset_of(spec) as changed:
        facts = changed.opening(Setup()).facts
        assert facts.infs_of("savoy", 1620) == 9
    assert get_ruleset("europe-1619").opening(Setup()).facts.infs_of("savoy", 1620) == 3


@pytest.mark.parametrize("error", [RuntimeError, None])
def test_facts_of_a_whole_process_are_put_back(error: type[Exception] | None) -> None:
    for ruleset, facts in (("westphalia", {"peace.town": 7}), ("standard", {"first_year": 7})):
        if error:
            with pytest.raises(error):
                use(ruleset, facts, error)
        else:
            use(ruleset, facts)
    assert westphalia_facts.facts().peace.town == 3
    assert STANDARD.facts.first_year == 1901


@pytest.mark.parametrize(
    ("ruleset", "path", "value", "said"),
    [
        ("westphalia", "peace.twon", 4, "did you mean peace.town"),
        ("westphalia", "piece.town", 4, "did you mean peace.town"),
        ("westphalia", "peace.town.size", 4, "contains no entries"),
        ("westphalia", "peace.town", "four", "a whole number"),
        ("westphalia", "peace.town", True, "a whole number"),
        ("westphalia", "peace", 4, "it is a table"),
        ("westphalia", "dilemma.cooperate_compete", 3, "a list"),
        ("europe-1619", "scoring.items.holdz.points", 9, "did you mean scoring.items.holds.points"),
        ("europe-1619", "reichstag.agenda.9.number", 9, "there are 1, 2, 3"),
        ("europe-1619", "victory.threshold", 9, "--option victory.points"),
        ("standard", "options.draws.default", "agreed", "--option draws"),
    ],
)
def test_an_entry_that_cannot_be_set_is_refused(
    ruleset: str, path: str, value: object, said: str
) -> None:
    with pytest.raises(UsageError, match="facts") as caught:
        use(ruleset, {path: value})
    assert said in str(caught.value)


def test_rows_of_lists_are_named_by_their_ids_or_numbers() -> None:
    by_id = {"scoring.items.captured_center.points": 4}
    with ruleset_of(TrialSpec("europe-1619", "s", facts=by_id)) as changed:
        assert changed.fact_tables["scoring"]["items"][0]["points"] == 4
    by_number = {"reichstag.agenda.3.number": 4}
    with ruleset_of(TrialSpec("europe-1619", "s", facts=by_number)) as changed:
        assert changed.fact_tables["reichstag"]["agenda"][2]["number"] == 4


def test_what_the_file_may_not_say_is_refused_as_in_the_file() -> None:
    with pytest.raises(FileError, match="cannot be"):
        use("westphalia", {"peace.town": -1})


@pytest.mark.parametrize(
    "name",
    [
        "game.years_per_round",
        "foreign.returned",
        "faith.saints_per_die",
        "faith.church_abuses",
        "battle.hand_max",
    ],
)
def test_a_number_that_others_are_divided_by_cannot_be_0(name: str) -> None:
    """It would stop every game; it is refused before the first one."""
    with pytest.raises(FileError, match=f"{name} cannot be 0"):
        use("westphalia", {name: 0})


def test_a_whole_number_may_stand_for_any_number() -> None:
    with ruleset_of(TrialSpec("europe-1615-v3", "s", facts={"counterbalance.ratio": 3})) as changed:
        assert changed.fact_tables["counterbalance"]["ratio"] == 3.0


def test_values_are_those_of_toml() -> None:
    given = ["facts.a.b=3", "facts.c = [1, 2]", 'facts.d="x"', "facts.e=word", "facts.f=true"]
    assert parse_facts(given) == {"a.b": 3, "c": [1, 2], "d": "x", "e": "word", "f": True}
    for wrong in ("facts.a", "a=3", "facts.=3"):
        with pytest.raises(UsageError, match="--set"):
            parse_facts([wrong])


def test_changes_are_told_with_what_was() -> None:
    facts = {"peace.town": 5, "start.influence": 3}
    assert changes_of(TrialSpec("europe-1619", "s", {"players": 10}, {"first_year": 1618})) == (
        "the option players is 10 instead of 15",
        "facts.first_year is 1618 instead of 1619",
    )
    assert changes_of(TrialSpec("westphalia", "t", facts=facts)) == (
        "facts.peace.town is 5 instead of 3",
    )


def test_the_folder_of_a_variant_is_read_with_other_tables(tmp_path: Path) -> None:
    from generator.rulesets.standard import StandardRuleset

    board = '[board]\nname = "b"\ntitle = "B"\n[provinces]\n'
    board += 'ELY = { name = "Ely", kind = "inland", army = [] }\n'
    rules = '[[section]]\ntitle = "All"\n[[section.rule]]\nid = "B-1"\ntitle = "All"\n'
    rules += 'text = "All."\ncauses = ["movement", "dislodged", "ruling"]\n'
    (tmp_path / "board.toml").write_text(board, encoding="utf-8")
    (tmp_path / "rules.toml").write_text(rules, encoding="utf-8")
    tables = {"title": "B", "first_year": 5, "phases": {"spring": "Spring {year}"},
              "powers": {}, "options": {}}  # fmt: skip
    with StandardRuleset("b", tmp_path).adjusted(tables) as other:
        assert other.facts.first_year == 5
