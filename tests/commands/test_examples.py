"""Every command's help ends with examples, and each of them is a command that the program takes."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

import pytest

from generator.cli import _parser, main
from generator.commands.examples import EXAMPLES


def parsers() -> dict[str, argparse.ArgumentParser]:
    """The parsers of the commands by their names."""
    actions = _parser()._actions
    (action,) = (one for one in actions if isinstance(one, argparse._SubParsersAction))
    return dict(action.choices)


LINES = [line for lines in EXAMPLES.values() for line, _ in lines]


def test_every_command_has_an_example() -> None:
    """Whoever adds a command adds an example to generator/commands/examples.py."""
    assert set(EXAMPLES) == set(parsers())


@pytest.mark.parametrize("command", sorted(EXAMPLES))
def test_examples_of_a_command_call_it(command: str) -> None:
    assert EXAMPLES[command]
    for line, what in EXAMPLES[command]:
        assert line.split()[:2] == ["theatrum", command]
        assert what


@pytest.mark.parametrize("command", sorted(EXAMPLES))
def test_command_that_is_asked_for_is_the_same_alone(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == parsers()[command].format_help()


@pytest.mark.parametrize("asked", ["--games", "--help", "buidl"])
def test_without_a_known_command_all_are_there(
    asked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([asked] if asked != "--games" else [asked, "games", "buidl"])
    said = capsys.readouterr()
    if asked == "--help":
        assert all(command in said.out for command in EXAMPLES)
    else:
        assert "did you mean build?" in said.err


@pytest.mark.parametrize("line", LINES)
def test_example_is_taken(line: str) -> None:
    words = shlex.split(line.partition(" < ")[0])
    options = _parser().parse_args(words[1:])
    alone = parsers()[words[1]].parse_args(words[2:])
    assert vars(options) == {"games": Path("games"), **vars(alone)}
    assert ":" in options.run


@pytest.mark.parametrize("command", sorted(EXAMPLES))
def test_help_ends_with_the_examples(command: str) -> None:
    text = parsers()[command].format_help()
    ending = text[text.rindex("\nexample") :]
    for line, what in EXAMPLES[command]:
        assert f"\n  {line}\n      {what}" in ending
