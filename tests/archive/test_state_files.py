"""State files: what was said about a phase is read back, whatever was said."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.archive.files.reading import parse_toml
from generator.archive.game.state_files import (
    SecretFile,
    document_in,
    format_phase,
    merge,
    secrets_in,
    state_file_in,
)
from generator.engine.errors import BrokenPromise, FileError
from generator.engine.phases import Document, Moment, Resolution
from generator.engine.verdicts import OUTCOMES, Event, Reason, Verdict
from tests.archive.test_toml_layout import TABLES, TEXT

MOMENT = Moment(1901, 1, "spring-movement")
SLUGS = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8})?", fullmatch=True)
RULE = st.from_regex(r"[A-Z0-9]{2,5}-[A-Z]{3}-[0-9]{1,2}", fullmatch=True)
REASONS = st.lists(st.builds(Reason, RULE, TEXT), max_size=3).map(tuple)
NAMES = st.lists(SLUGS, max_size=3).map(tuple)
OUTCOME = st.sampled_from(list(OUTCOMES))
VERDICTS = st.builds(Verdict, SLUGS, TEXT, OUTCOME, REASONS, TEXT, TEXT, NAMES)
EVENTS = st.builds(Event, SLUGS, RULE, TEXT, NAMES, NAMES, st.integers(-9, 99), NAMES, TABLES)


@given(
    st.lists(VERDICTS, max_size=4).map(tuple),
    st.lists(EVENTS, max_size=6).map(tuple),
    TABLES,
    st.dictionaries(SLUGS, TABLES, max_size=3),
)
def test_a_phase_is_read_back_as_it_was_written(
    verdicts: tuple[Verdict, ...],
    events: tuple[Event, ...],
    public: dict[str, Any],
    private: dict[str, dict[str, Any]],
) -> None:
    resolution = Resolution(MOMENT, verdicts, events, None)
    files = format_phase(resolution, Document(public, private))
    parsed = {path: parse_toml(text, Path(path)) for path, text in files.items()}
    state = state_file_in(parsed.pop("1901/state/1-spring-movement.toml"))
    assert state.tables == public
    assert all(one.public for one in (*state.verdicts, *state.events))
    path = "private/1901/events/1-spring-movement.toml"
    secret = secrets_in(parsed.pop(path)) if path in parsed else SecretFile()
    assert merge(state.verdicts, secret.verdicts) == verdicts
    assert merge(state.events, secret.events) == events
    folder = "private/1901/state/1-spring-movement"
    assert {p: document_in(toml) for p, toml in parsed.items()} == {
        f"{folder}/{name}.toml": tables for name, tables in private.items()
    }


def test_secrets_never_stand_in_the_public_file() -> None:
    events = (Event("drawn", "X-1", "the red card", known_to=("austria",)),)
    document = Document({"year": 1901}, {"hand": {"cards": ["the red card"]}})
    files = format_phase(Resolution(MOMENT, (), events, None), document)
    public = [text for path, text in files.items() if not path.startswith("private/")]
    assert len(files) == 3
    assert not any("red card" in text for text in public)


def test_a_secret_verdict_stands_with_the_secret_events_and_its_place() -> None:
    """An offer that nobody matched is told to its author, and its file to nobody."""
    verdicts = (
        Verdict("france", "WAR: SPAIN", "success"),
        Verdict("france", "ALLIANCE: SAVOY", "void", known_to=("france",)),
        Verdict("savoy", "5: GEN", "success"),
    )
    events = (Event("drawn", "X-1", "a card", known_to=("austria", "spain")),)
    files = format_phase(Resolution(MOMENT, verdicts, events, None), Document({}))
    assert "SAVOY" not in files["1901/state/1-spring-movement.toml"]
    assert files["private/1901/events/1-spring-movement.toml"] == (
        "# 1901 spring-movement. Secret; never published by theatrum.\n"
        "format = 1\n"
        'verdicts = [\n    [1, ["france"], "france", "ALLIANCE: SAVOY", "void"],\n]\n'
        'events = [\n    [0, ["austria", "spain"], "drawn", "X-1", "a card"],\n]\n'
    )


def test_the_figures_of_an_event_stand_at_the_end_of_its_line() -> None:
    data = MappingProxyType({"state": "HES", "infs": MappingProxyType({"union": 5}), "on": (1, 2)})
    events = (Event("infs", "X-1", "five", data=data), Event("won", "X-1", "won", ("union",)))
    files = format_phase(Resolution(MOMENT, (), events, None), Document({}))
    figures = '{ state = "HES", infs = { union = 5 }, on = [1, 2] }'
    assert files["1901/state/1-spring-movement.toml"].splitlines()[2:6] == [
        "events = [",
        f'    ["infs", "X-1", "five", [], [], 0, {figures}],',
        '    ["won", "X-1", "won", ["union"]],',
        "]",
    ]


def test_an_order_and_its_verdict_stand_in_one_line() -> None:
    reason = Reason("STD-MOV-6", "attack 1 (Vienna) against hold 1 (Trieste)")
    verdicts = (
        Verdict("austria", "A VIE - TRI", "bounce", (reason,)),
        Verdict("england", "F LON H", "success", (), "", "no order given"),
    )
    files = format_phase(Resolution(MOMENT, verdicts, (), None), Document({"year": 1901}))
    assert files == {
        "1901/state/1-spring-movement.toml": (
            "# 1901 spring-movement. "
            "Written by theatrum: change orders or rulings, not this file.\n"
            "format = 1\n"
            "verdicts = [\n"
            '    ["austria", "A VIE - TRI", "bounce", '
            '["STD-MOV-6: attack 1 (Vienna) against hold 1 (Trieste)"]],\n'
            '    ["england", "F LON H", "success", [], "", "no order given"],\n'
            "]\n\n[state]\nyear = 1901\n"
        )
    }


@pytest.mark.parametrize("name", ["../x", "A", "", "a/b", "x" * 99])
def test_a_secret_document_cannot_have_a_name_that_leads_elsewhere(name: str) -> None:
    with pytest.raises(BrokenPromise):
        format_phase(Resolution(MOMENT, (), (), None), Document({}, {name: {}}))


WRONG = [
    ("format = 2\n[state]\n", "s.toml:1:1: format 2 is not known"),
    ("[state]\n", "s.toml: format None is not known"),
    ("format = 1\n", "s.toml: the table [state] is missing"),
    ("format = 1\nstate = 3\n", "s.toml:2:1: the table [state] is missing"),
    ("format = 1\nextra = 3\n[state]\n", "s.toml:2:1: there is no extra here"),
    ('format = 1\nverdicts = [\n ["a", "b", "won"],\n]\n[state]\n', "s.toml:3:2: is not one of"),
    ('format = 1\nverdicts = [["a", "b"]]\n[state]\n', "s.toml:2:13: is not one of"),
    ('format = 1\nverdicts = [["a", 1, "void"]]\n[state]\n', "s.toml:2:13: is not one of"),
    ('format = 1\nverdicts = [["a", "b", "void", [1]]]\n[state]\n', "s.toml:2:13: is not one of"),
    (
        'format = 1\nevents = [["a", "b", "c", [], [], true]]\n[state]\n',
        "s.toml:2:11: is not one of",
    ),
    ("format = 1\nverdicts = 1\n[state]\n", "s.toml:2:1: verdicts is not a list"),
    ('format = 1\nevents = [["a", "b", "c", ["d"], [], "x"]]\n[state]\n', "s.toml:2:11: is not"),
]


WRONG_SECRETS = [
    "verdicts = 1\n",
    'verdicts = [["france", [], "a", "b", "void"]]\n',
    'verdicts = [[-1, [], "a", "b", "void"]]\n',
    'verdicts = [[0, "france", "a", "b", "void"]]\n',
    'verdicts = [[0, [], "a", "b", "won"]]\n',
    "events = [[0]]\n",
    'events = [[0, ["a"], "b", "c", "d", [], [], 0, 3]]\n',
    "[state]\n",
]


@pytest.mark.parametrize("text", WRONG_SECRETS)
def test_a_file_that_holds_no_secrets_is_refused(text: str) -> None:
    with pytest.raises(FileError, match=r"s\.toml:2:"):
        secrets_in(parse_toml(f"format = 1\n{text}", Path("s.toml")))


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_file_that_is_not_a_state_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(FileError) as caught:
        state_file_in(parse_toml(text, Path("s.toml")))
    assert str(caught.value).startswith(said)
