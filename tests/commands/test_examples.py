"""Every command's help ends with examples, and each of them is a command that the program takes."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

import pytest

from generator.cli import _parser, main
from generator.commands.arguments import GROUPS
from generator.commands.examples import EXAMPLES


def parsers(asked: str = "") -> dict[str, argparse.ArgumentParser]:
    """The parsers of the commands by their names; those of a group have its name before theirs."""
    found = {}
    for name, parser in _commands_of(_parser(asked)).items():
        inner = _commands_of(parser)
        found |= {f"{name} {second}": one for second, one in inner.items()} or {name: parser}
    return found


def _commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    actions = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    return dict(actions[0].choices) if actions else {}


LINES = [line for lines in EXAMPLES.values() for line, _ in lines]


def test_every_command_has_an_example() -> None:
    """Whoever adds a command adds an example to generator/commands/examples.py."""
    assert set(EXAMPLES) == set(parsers())


@pytest.mark.parametrize("command", sorted(EXAMPLES))
def test_examples_of_a_command_call_it(command: str) -> None:
    assert EXAMPLES[command]
    for line, what in EXAMPLES[command]:
        assert line.startswith(f"theatrum {command} ") or line == f"theatrum {command}"
        assert what


@pytest.mark.parametrize("command", sorted(EXAMPLES))
def test_command_that_is_asked_for_is_the_same_alone(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--help"])
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
        assert all(name in said.out for names in GROUPS.values() for name in names)
    else:
        assert "did you mean build?" in said.err


@pytest.mark.parametrize("line", LINES)
def test_example_is_taken(line: str) -> None:
    words = shlex.split(line.partition(" < ")[0])
    options = _parser().parse_args(words[1:])
    known = parsers()
    depth = 2 if words[1] in known else 3
    alone = known[" ".join(words[1:depth])].parse_args(words[depth:])
    assert vars(options) == {"games": Path("games"), **vars(alone)}
    assert ":" in options.run


@pytest.mark.parametrize("command", sorted(EXAMPLES))
def test_help_ends_with_the_examples(command: str) -> None:
    text = parsers()[command].format_help()
    ending = text[text.rindex("\nexample") :]
    for line, what in EXAMPLES[command]:
        assert f"\n  {line}\n      {what}" in ending
