"""The referee's rulings: every kind applies, is checked, shows, can be secret, and is replayed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.archive.game.state_files import format_phase
from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.engine.rulings import fact_words, facts_of
from generator.rulesets.europe.record.document import dump_state, load_state
from generator.rulesets.europe.rulings.kinds import KINDS
from generator.rulesets.europe.state.soundness import flaws_of
from generator.rulesets.europe_1619 import EDITION
from tests.archive.games import change, command, files_of, new_game, write_orders
from tests.rules.europe.building import events, opening, play, units_of
from tests.rulesets.europe.ruled import REASON, SAMPLES, ruling

Capture = pytest.CaptureFixture[str]

ALL = sorted(SAMPLES)


def public_text(played: Any) -> str:
    """All that the public files of a phase say."""
    files = format_phase(played, dump_state(EDITION, played.state))
    return "\n".join(text for path, text in files.items() if not path.startswith("private/"))


# --- what is true of every kind


def test_there_is_a_sample_of_every_kind() -> None:
    kinds = dict(KINDS)
    for feature in EDITION.features:
        kinds |= feature.rulings
    assert set(SAMPLES) == set(kinds)


@pytest.mark.rule("E19-GEN-2")
@pytest.mark.parametrize("kind", ALL)
def test_a_ruling_shows_with_its_reason_and_its_rule(kind: str) -> None:
    """In words: lists and tables among its facts are told as people would."""
    sample = SAMPLES[kind]
    played = sample.play(kind)
    (event,) = events(played, "ruling")
    assert event.text.startswith(f"ruling 1: {sample.said}")
    assert event.text.endswith(f"({REASON})")
    assert event.rule == "E19-GEN-2"
    assert event.data == {"number": 1, "kind": kind}
    assert event.public
    assert REASON in public_text(played)
    assert flaws_of(played.state) == ()
    for text in (event.text, *map(fact_words, sample.facts.values())):
        assert not set(text) & set("[]{}'\""), text
        assert text not in ("True", "False", "None", "")
    given = Ruling(4, sample.phase, kind, REASON, "E19-END-1", sample.facts)
    (event,) = events(play(EDITION, sample.state, sample.orders, [given]), "ruling")
    assert event.rule == "E19-END-1", "the rule that it overrides"
    assert event.text.startswith("ruling 4: ")


@pytest.mark.parametrize("kind", ALL)
def test_a_secret_ruling_does_what_a_public_one_does_and_is_not_published(kind: str) -> None:
    sample = SAMPLES[kind]
    played = sample.play(kind, secret=True)
    (event,) = events(played, "ruling")
    assert event.known_to
    assert REASON in event.text
    assert REASON not in public_text(played)
    assert set(event.powers) <= set(event.known_to)
    one, other = sample.play(kind).state, played.state
    assert one.ending is None or other.ending is not None
    if one.ending is None:
        assert one == other


@pytest.mark.parametrize("kind", ALL)
def test_a_phase_with_a_ruling_is_replayed_by_the_byte(kind: str) -> None:
    sample = SAMPLES[kind]
    played = sample.play(kind)
    again = load_state(EDITION, dump_state(EDITION, sample.state))
    repeated = play(EDITION, again, sample.orders, [ruling(kind, sample.phase, **sample.facts)])
    assert format_phase(repeated, dump_state(EDITION, repeated.state)) == format_phase(
        played, dump_state(EDITION, played.state)
    )
    assert load_state(EDITION, dump_state(EDITION, played.state)) == played.state


@pytest.mark.parametrize("kind", ALL)
def test_a_ruling_without_its_facts_or_with_others_is_refused(kind: str) -> None:
    sample = SAMPLES[kind]
    with pytest.raises(GameError, match="there is no color"):
        sample.play(kind, color="red")
    for name in sample.facts:
        rest = {key: value for key, value in sample.facts.items() if key != name}
        given = ruling(kind, sample.phase, **rest)
        needs = dict(KINDS)
        for feature in EDITION.features:
            needs |= feature.rulings
        if name in facts_of(needs[kind], needed=True):
            with pytest.raises(GameError, match=f"ruling 1 does not apply: {name} is missing"):
                play(EDITION, sample.state, sample.orders, [given])
    for name in sample.facts:
        with pytest.raises(GameError, match="ruling 1 does not apply"):
            sample.play(kind, **{name: {"x": 1.5}})


def test_a_ruling_needs_its_phase_a_reason_and_a_rule_that_exists() -> None:
    state = opening(EDITION)
    for given, problem in (
        (Ruling(2, "builds", "note", "so", "", {"text": "x"}), "belongs to builds, not to dipl"),
        (Ruling(2, "diplomatic", "note", " ", "", {"text": "x"}), "it has no reason"),
        (Ruling(2, "diplomatic", "note", "so", "E19-XXX-1", {"text": "x"}), "no rule E19-XXX-1"),
    ):
        with pytest.raises(GameError, match=problem):
            play(EDITION, state, {}, [given])


# --- in the folder of a game

RULINGS = """
[[ruling]]
phase = "diplomatic"
kind = "infs"
reason = "Anna's letter came in time."
rule = "E19-INF-2"
facts = { state = "SWI", infs = { savoy = 2 } }

[[ruling]]
phase = "diplomatic"
kind = "status"
reason = "Only Hesse may know why."
facts = { state = "HES", status = "neutral", secret = true }

[[ruling]]
phase = "movement"
kind = "order"
reason = "The letter named the wrong coast."
facts = { power = "spain", order = "F ANDL - MID" }

[[ruling]]
phase = "movement"
kind = "entry"
reason = "Both sides agreed."
facts = { unit = "A PAR", to = "CHA", is = "void" }

[[ruling]]
phase = "adjustment"
kind = "control"
reason = "The garrison was forgotten."
facts = { province = "ERF", holder = "saxony" }

[[ruling]]
phase = "builds"
kind = "income"
reason = "The coffers were counted twice."
facts = { power = "france", tp = 1 }

[[ruling]]
phase = "scoring"
kind = "option"
reason = "All agreed on a longer game."
facts = { option = "victory.points", value = 30 }
"""


@pytest.mark.usefixtures("quick_disk")
def test_a_year_with_rulings_is_played_and_verified(tmp_path: Path, capsys: Capture) -> None:
    """Through the commands: the report names the public ones, the replay needs them all."""
    folder = new_game(tmp_path, "ruled", "europe-1619")
    (folder / "1619" / "rulings.toml").write_text(RULINGS, "utf-8")
    write_orders(folder, 1619, "movement", france="A PAR - CHA")
    capsys.readouterr()
    assert command(folder, "adjudicate", "--until", "1619") == 0
    said = capsys.readouterr().out
    for reason in ("came in time", "wrong coast", "Both sides", "garrison", "counted twice"):
        assert reason in said
    state = load_game(folder).current_state()
    assert "F MID" in units_of(state, "spain")
    assert state.statuses["SWI"].patron == "savoy"
    assert state.treasury["france"] == 1
    assert state.options["victory.points"] == 30
    published = b"".join(
        text
        for name, text in files_of(folder).items()
        if "/state/" in name and not name.startswith("private/")
    )
    assert b"came in time" in published
    assert b"Only Hesse may know" not in published
    assert command(folder, "verify") == 0
    change(folder, "1619/rulings.toml", "tp = 1 ", "tp = 2 ")
    assert command(folder, "verify") == 1
