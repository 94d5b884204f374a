"""Papal decrees and excommunication: E15V7-DEC and E15V7-EXC."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.phases import Ruling
from generator.rulesets.europe.features.decree_records import Decrees, book_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, opening, outcome
from tests.rules.europe_1615_v7.seven import Played, cited, given, said, sheets

UNITS = {"papacy": ["A ROM"], "france": ["A PAR"], "spain": ["A MAD"]}
PARTS = opening(EDITION).parts


def decreed(*rows: dict[str, Any], ignored: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The parts of a state in which these decrees have been passed, numbered from 1."""
    told = [{"number": n, "year": 1618, **row} for n, row in enumerate(rows, 1)]
    feature = next(one for one in EDITION.features if one.key == "decrees")
    tables = {"issued": told, "ignored": ignored or []}
    return {**PARTS, "decrees": feature.load(tables, opening(EDITION).facts)}


def to_france(kind: str, **more: Any) -> dict[str, Any]:
    return {"targets": ["france"], "kind": kind, **more}


def ignoring(times: int, power: str = "france") -> dict[str, Any]:
    """The parts of a state in which a power has ignored so many decrees."""
    rows = [{**to_france("not_enter", place="LOR"), "targets": [power]} for _ in range(times)]
    ignored = [{"decree": n, "power": power, "year": 1619} for n in range(1, times + 1)]
    return decreed(*rows, ignored=ignored)


def approved(word: bool, **more: Any) -> Ruling:
    facts = {"approved": word, **({} if word else {"secret": True}), **more}
    return Ruling(1, "movement", "decree", "agreed by mail", "E15V7-DEC-10", facts)


def confirmed(state: EuropeState, decree: int, power: str, *, ignored: bool = True) -> Ruling:
    facts = {"decree": decree, "power": power, "ignored": ignored}
    return Ruling(1, state.moment.phase, "ignored", "it stayed", "E15V7-DEC-13", facts)


def decree(text: str, *rulings: Ruling, **parts: Any) -> Played:
    """The joint phase in which the Papacy gives one decree."""
    return sheets(given(**{"units": UNITS, **parts}), *rulings, papacy=text)


def numbers(played: Played) -> list[int]:
    return [one.number for one in book_of(played.state).issued]


def breaches(*played: Played) -> list[str]:
    return [one.text for each in played for one in events(each, "decree-breach")]


ORDER = "DECREE: FRANCE; FORBID_ENTER LOR"


@pytest.mark.rule("E15V7-DEC-1")
@pytest.mark.rule("E15V7-DEC-17")
def test_a_decree_binds_from_the_next_year_on():
    played = decree(ORDER, year=1615)
    (told,) = events(played, "decree-announced")
    assert "in effect from 1616 on: France is not to enter Lorraine" in told.text
    played = sheets(given(units=UNITS), spain=ORDER)
    assert cited(played, "DECREE FRANCE: NOT ENTER LOR") == ("illegal", "E15V7-DEC-1")


@pytest.mark.rule("E15V7-DEC-2")
def test_one_decree_a_year_and_a_void_one_uses_up_nothing():
    played = decree("DECREE: FRANCE; FORBID_ENTER LOR\nDECREE: SPAIN; FORBID_ENTER SAV")
    assert numbers(played) == [1]
    assert cited(played, "DECREE SPAIN: NOT ENTER SAV") == ("excess", "E15V7-DEC-2")
    played = decree("DECREE: ENGLAND; FORBID_ENTER LOR\nDECREE: SPAIN; FORBID_ENTER SAV")
    assert outcome(played, "DECREE SPAIN: NOT ENTER SAV") == "success"
    assert numbers(played) == [1]


@pytest.mark.rule("E15V7-DEC-3")
@pytest.mark.parametrize("target", ["ENGLAND", "PAPACY", "FRANCE, SWEDEN"])
def test_targets_are_catholic_powers(target):
    played = decree(f"DECREE: {target}; FORBID_ENTER LOR")
    assert cited(played, f"DECREE {target}: NOT ENTER LOR") == ("illegal", "E15V7-DEC-3")


@pytest.mark.rule("E15V7-DEC-4")
@pytest.mark.rule("E15V7-REP-2")
def test_decrees_are_published_with_their_text():
    played = decree('DECREE: FRANCE; FORBID_ENTER LOR; TEXT "for the peace of the Rhine"')
    (told,) = events(played, "decree-announced")
    assert told.known_to == ()
    assert "for the peace of the Rhine" in str(told.data["order"])


@pytest.mark.rule("E15V7-DEC-6")
@pytest.mark.rule("E15V7-PAP-22")
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("FRANCE; FORBID_ENTER LOR", "DECREE FRANCE: NOT ENTER LOR"),
        ("SPAIN; FORBID_ALLIANCE SWEDEN", "DECREE SPAIN: NOT ALLY SWEDEN"),
        (
            "AUSTRIA, SPAIN; FORBID_ATTACK FRANCE IN WES",
            "DECREE AUSTRIA, SPAIN: NOT ATTACK FRANCE IN WES",
        ),
        ("BAVARIA; FORBID_INFLUENCE LOWR", "DECREE BAVARIA: NOT INFLUENCE LOWR"),
        (
            "SPAIN, FRANCE; WITHDRAW_ALLIANCE ENGLAND",
            "DECREE SPAIN, FRANCE: LEAVE ALLIANCE ENGLAND",
        ),
        ("FRANCE; VACATE SAV", "DECREE FRANCE: VACATE SAV"),
        ("FRANCE; FORBID_ATTACK ANY IN WES", "DECREE FRANCE: NOT ATTACK ANY IN WES"),
        ("FRANCE; FORBID_ATTACK SPAIN IN ANY", "DECREE FRANCE: NOT ATTACK SPAIN"),
        ("FRANCE; FORBID_ALLIANCE ANY", "DECREE FRANCE: NOT ALLY ANY"),
    ],
)
def test_each_form_of_a_decree(text, kept):
    played = decree(f"DECREE: {text}", wars=[("papacy", "france")])
    assert next(one.order for one in played.verdicts if one.power == "papacy") == kept
    assert outcome(played, kept) == "success"
    again = decree(kept)
    assert outcome(again, kept) == "success"


@pytest.mark.rule("E15V7-DEC-7")
def test_a_decree_that_forces_is_rejected_and_uses_up_nothing():
    played = decree('DECREE: FRANCE; TEXT "France shall occupy NET"', approved(False))
    assert numbers(played) == []
    played = decree("DECREE: FRANCE; TAKE NET\nDECREE: SPAIN; FORBID_ENTER SAV")
    assert cited(played, "DECREE FRANCE: TAKE NET") == ("illegal", "E15V7-DEC-7")
    assert numbers(played) == [1]


@pytest.mark.rule("E15V7-DEC-9")
def test_once_the_infs_are_gone_the_decree_is_possible():
    order = "DECREE FRANCE: NOT INFLUENCE LOR"
    state = given(units=UNITS, infs={"LOR": {"france": 2, "spain": 3}})
    played = sheets(state, papacy=order, spain="LOR > FRANCE")
    assert outcome(played, order) == "illegal"
    after = given(units=UNITS, infs={"LOR": {"spain": 1}}, year=1621)
    assert outcome(sheets(after, papacy=order), order) == "success"


@pytest.mark.rule("E15V7-DEC-10")
def test_free_words_need_the_referee():
    order = 'DECREE: FRANCE; TEXT "feed the poor"'
    played = decree(order)
    assert numbers(played) == []
    (verdict,) = [one for one in played.verdicts if one.power == "papacy" and one.reasons
                  and one.reasons[0].rule == "E15V7-DEC-10"]  # fmt: skip
    assert verdict.known_to == ("papacy",)
    assert numbers(decree(order, approved(True))) == [1]


@pytest.mark.rule("E15V7-DEC-11")
def test_a_decree_binds_until_it_is_withdrawn():
    parts = decreed(to_france("not_enter", place="LOR"))
    units = {**UNITS, "france": ["A LOR"]}
    later = given(phase="adjustment", year=1628, units=units, parts=parts)
    assert breaches(sheets(later))
    played = sheets(given(units=UNITS, parts=parts), papacy=f"WITHDRAW DECREE 1\n{ORDER}")
    assert outcome(played, "DECREE ANNUL 1") == "success"
    assert numbers(played) == [1, 2]
    book = book_of(played.state)
    row = book.find(1)
    assert row is not None
    assert row.ended == 1621


@pytest.mark.rule("E15V7-DEC-11")
def test_a_decree_binds_year_after_year():
    parts = decreed(to_france("not_enter", place="LOR"))
    units = {**UNITS, "france": ["A LOR"]}
    for year in (1619, 1620, 1628):
        assert breaches(sheets(given(phase="adjustment", year=year, units=units, parts=parts)))


@pytest.mark.rule("E15V7-DEC-12")
@pytest.mark.parametrize("kind", ["not_enter", "vacate"])
def test_a_unit_that_stands_there_breaks_a_decree(kind):
    parts = decreed(to_france(kind, place="LOR"))
    there = given(phase="adjustment", units={**UNITS, "france": ["A LOR"]}, parts=parts)
    assert len(breaches(sheets(there))) == 1
    away = given(phase="adjustment", units={**UNITS, "france": ["A CHA"]}, parts=parts)
    assert breaches(sheets(away)) == []


@pytest.mark.rule("E15V7-DEC-13")
def test_only_what_the_referee_confirms_counts():
    parts = decreed(to_france("vacate", place="LOR"))
    state = given(phase="adjustment", units={**UNITS, "france": ["A LOR"]}, parts=parts)
    state = sheets(state).state
    assert book_of(state).ignored == ()
    assert any("decree 1: France acted against it" in one for one in RULESET.oddities(state))
    yes = sheets(state, confirmed(state, 1, "france")).state
    assert [one.decree for one in book_of(yes).ignored_by("france")] == [1]
    assert not any("decree 1" in one for one in RULESET.oddities(yes))
    no = sheets(state, confirmed(state, 1, "france", ignored=False)).state
    assert book_of(no).ignored == ()
    assert not any("decree 1" in one for one in RULESET.oddities(no))


@pytest.mark.rule("E15V7-DEC-14")
@pytest.mark.parametrize(("option", "times"), [(False, 1), (True, 2)])
def test_a_decree_is_ignored_once_or_by_option_every_year(option, times):
    parts = decreed(to_france("vacate", place="LOR"))
    units = {**UNITS, "france": ["A LOR"]}
    for year in (1619, 1620):
        state = given(phase="adjustment", year=year, units=units, parts=parts,
                      options={"ignored_per_year": option})  # fmt: skip
        state = sheets(state).state
        if any("decree 1" in one for one in RULESET.oddities(state)):
            state = sheets(state, confirmed(state, 1, "france")).state
        parts = dict(state.parts)
    book: Decrees = parts["decrees"]
    assert len(book.ignored_by("france")) == times


@pytest.mark.rule("E15V7-DEC-16")
def test_units_of_aligned_states_break_no_decree():
    parts = decreed(to_france("not_enter", place="LOR"))
    units = {**UNITS, "HES": ["A LOR"]}
    state = given(phase="adjustment", units=units, infs={"HES": {"france": 3}}, parts=parts)
    assert breaches(sheets(state)) == []


@pytest.mark.rule("E15V7-EXC-1")
@pytest.mark.rule("E15V7-EXC-2")
@pytest.mark.parametrize(("ignored", "result"), [(4, "illegal"), (5, "success")])
def test_excommunication_needs_five_ignored_decrees(ignored, result):
    order = "DECREE FRANCE: EXCOMMUNICATE"
    played = decree("DECREE: FRANCE; EXCOMMUNICATE", parts=ignoring(ignored))
    assert outcome(played, order) == result


@pytest.mark.rule("E15V7-EXC-3")
def test_excommunication_is_the_years_decree():
    played = decree(f"DECREE FRANCE: EXCOMMUNICATE\n{ORDER}", parts=ignoring(5), year=1625)
    assert outcome(played, "DECREE FRANCE: NOT ENTER LOR") == "excess"
    (told,) = events(played, "decree-announced")
    assert "in effect from 1626" in told.text


def out(year: int, **more: Any) -> dict[str, Any]:
    return decreed({**to_france("excommunicate"), "year": year}, **more)


def final(parts: dict[str, Any]) -> Played:
    return sheets(given(phase="scoring", year=1629, units=UNITS, parts=parts))


@pytest.mark.rule("E15V7-EXC-4")
@pytest.mark.rule("E15V7-SCORE-6")
def test_excommunication_costs_fifty_once():
    assert final(out(1626)).state.scores["france"]["excommunicated"] == -50
    played = decree("DECREE FRANCE: EXCOMMUNICATE", parts=out(1619))
    assert cited(played, "DECREE FRANCE: EXCOMMUNICATE") == ("illegal", "E15V7-EXC-4")
    assert said(played, "DECREE FRANCE: EXCOMMUNICATE") == "France is excommunicated already"


@pytest.mark.rule("E15V7-EXC-5")
def test_excommunication_changes_nothing_else():
    """An excommunicated power still pays its donation."""
    donations = []
    for parts in (PARTS, out(1619)):
        state = given(phase="income", units=UNITS, parts=parts, treasury={"france": 5})
        told = events(sheets(state), "donation")
        donations.append([one.data for one in told if "france" in one.powers])
    assert donations[0] == donations[1]
    assert donations[0]


@pytest.mark.rule("E15V7-EXC-6")
def test_one_of_the_last_year_costs_nothing():
    assert final(out(1629)).state.scores["france"]["excommunicated"] == 0
    assert final(out(1628)).state.scores["france"]["excommunicated"] == -50


@pytest.mark.rule("E15V7-DEC-2")
@pytest.mark.parametrize(
    "text",
    [
        "DECREE",
        "DECREE: FRANCE",
        "DECREE: FRNCE; FORBID_ENTER LOR",
        "DECREE: FRANCE; FORBID_ENTER NOWHERE",
        "DECREE: FRANCE; FORBID_ATTACK IN WES",
        'DECREE: FRANCE; TEXT ""',
        "WITHDRAW DECREE 9",
    ],
)
def test_a_decree_that_cannot_be_is_refused_with_a_reason(text):
    played = decree(text)
    assert numbers(played) == []
    assert all(one.reasons for one in played.verdicts if one.power == "papacy")
