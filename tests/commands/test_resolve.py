"""`theatrum resolve`: an answer for each line, whatever the line is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.commands.resolve import answer_line
from generator.rulesets import get_ruleset
from tests.archive.games import PLUGIN, ROOT, run_theatrum

CASE = {
    "id": 7,
    "phase": "movement",
    "units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
    "orders": {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
)
KEYS = ("phase", "units", "orders", "dislodged", "retreats", "centers", "options", "season", "id")
POWER = st.sampled_from(["FRANCE", "france", "ITALY", "MARS", ""])
TEXTS = st.lists(st.sampled_from(["A PAR", "F BRE", "A PAR - BUR", "A XXX", "junk"]) | JSON)
NEARLY = st.fixed_dictionaries(
    {"phase": st.sampled_from(["movement", "retreat", "build", "none"]) | JSON},
    optional={key: st.dictionaries(POWER, TEXTS) | JSON for key in KEYS if key != "phase"},
)


def resolve(text: bytes, *more: str, ruleset: str = "standard") -> list[Any]:
    done = run_theatrum("resolve", ruleset, *more, input=text)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_case_is_answered_with_verdicts_and_reasons() -> None:
    (answer,) = resolve(json.dumps(CASE).encode())
    assert answer["id"] == 7
    assert answer["after"] == {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    assert [verdict["outcome"] for verdict in answer["verdicts"]] == ["bounce", "bounce"]
    assert answer["verdicts"][0]["reasons"][0]["rule"].startswith("STD-")


def test_positions_only_are_the_same_positions() -> None:
    line = json.dumps(CASE).encode()
    (full,), (short,) = resolve(line), resolve(line, "--no-verdicts")
    del full["verdicts"]
    assert short == full


def test_a_line_that_is_no_case_gets_an_error_and_the_stream_goes_on() -> None:
    good = json.dumps(CASE).encode()
    lines = [
        b"broken",
        b"[1, 2]",
        b"null",
        b"\xff\xfe",
        b'{"id": 3}',
        b'{"id": "x", "phase": "movement", "units": {"MARS": ["A PAR"]}, "orders": {}}',
        b"   ",
        b'{"id": NaN}',
        b"[" * 100_000,
        b"1" * 10_000,
        b'{"id": ' + b"[" * 500 + b"]" * 500 + b"}",
        b"\xef\xbb\xbf" + good,
        good,
    ]
    answers = resolve(b"\n".join(lines))
    assert len(answers) == len(lines) - 1
    assert all(set(answer) == {"id", "error"} for answer in answers[:-2])
    assert [answer["id"] for answer in answers[3:6]] == [None, 3, "x"]
    assert "MARS" in answers[5]["error"]
    assert answers[-1] == answers[-2]
    assert answers[-1]["id"] == 7


def test_options_apply_to_every_case_that_has_none_of_its_own() -> None:
    lines = b'{"id": 1, "bids": {"crown": 1}}\n{"id": 2, "bids": {}, "options": {"target": 9}}\n'
    first, second = resolve(lines, "--option", "target=5", "--option", "open=yes", ruleset="tiny")
    assert first["options"] == {"target": 5, "open": True}
    assert second["options"] == {"target": 9, "open": True}


@pytest.mark.parametrize("option", ["target", "target=many", "points=3", "coin=wooden", "open=1"])
def test_an_unknown_option_is_wrong_usage(option: str) -> None:
    done = run_theatrum("resolve", "tiny", "--option", option, input=b"")
    assert done.returncode == 2
    assert option.encode() in done.stderr


def test_a_defect_is_answered_and_told_at_the_end() -> None:
    lines = b'{"id": 1, "crash": true}\n{"id": 2, "bids": {"crown": 1}}\n'
    done = run_theatrum("resolve", "tiny", input=lines)
    first, second = map(json.loads, done.stdout.splitlines())
    assert first == {"id": 1, "error": "a defect of theatrum: ZeroDivisionError: as asked"}
    assert second["winner"] == "crown"
    assert done.returncode == 1
    assert b"Traceback" in done.stderr


def test_whoever_sends_one_case_and_waits_gets_its_answer() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", "resolve", "tiny"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(PLUGIN)])},
    )
    assert process.stdin
    assert process.stdout
    with process:
        for number in range(3):
            process.stdin.write(b'{"id": %d, "bids": {"crown": 1}}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(10) == 0


def test_lines_of_any_length_come_through_whole() -> None:
    cases = [{"id": "x" * length, "bids": {"crown": 1}} for length in (1, 70_000, 200_000, 3)]
    lines = b"".join(json.dumps(case).encode() + b"\r\n" for case in cases)
    assert [answer["id"] for answer in resolve(lines, ruleset="tiny")] == [c["id"] for c in cases]


def test_a_reader_that_has_enough_gives_no_traceback() -> None:
    """The pipe is closed after one line, as `| head -1` does."""
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", "ruleset", "rules", "standard"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout
    assert process.stderr
    with process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


@given(JSON | NEARLY)
def test_any_json_gets_one_line_and_no_exception(case: Any) -> None:
    ruleset = get_ruleset("standard")
    defects: list[str] = []
    line = json.dumps(case).encode()
    for verdicts in (True, False):
        answer = answer_line(line, partial(ruleset.answer, verdicts=verdicts), defects)
        assert "\n" not in answer
        assert isinstance(json.loads(answer), dict)
    assert not defects, defects[0]


@given(st.binary(max_size=60))
def test_any_bytes_get_one_line_and_no_exception(line: bytes) -> None:
    defects: list[str] = []
    assert isinstance(json.loads(answer_line(line, lambda case: case, defects)), dict)
    assert not defects
