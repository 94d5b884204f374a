"""Options of a ruleset on the command line: `--option convoy-paradox=1982`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from generator.archive.game.settings import check_option
from generator.engine.errors import GameError, UsageError
from generator.engine.ruleset import Ruleset
from generator.engine.toml_places import value_in

_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


def parse_options(ruleset: Ruleset[Any], given: Iterable[str]) -> dict[str, Any]:
    """The options in `K=V` texts. Raises UsageError for what the ruleset does not know."""
    options: dict[str, Any] = {}
    for text in given:
        name, equals, written = text.partition("=")
        if not equals:
            raise UsageError("not an option", text=text, hint="write --option NAME=VALUE")
        option = ruleset.options.get(name)
        value: Any = written
        if option is not None and type(option.default) is bool:
            value = _TRUTH.get(written, written)
        elif option is not None and type(option.default) is int:
            value = int(written) if written.lstrip("-").isdecimal() else written
        elif option is not None and type(option.default) is list:
            value = _list(written)
        try:
            check_option(ruleset, name, value)
        except GameError as error:
            raise UsageError(error.problem, text=text, hint=error.hint) from error
        options[name] = value
    return options


def _list(text: str) -> Any:
    """A list as TOML has it, or its items between commas. The text itself if it is neither."""
    if not text.startswith("["):
        return [item.strip() for item in text.split(",") if item.strip()]
    return value_in(text)


def parse_players(given: Iterable[str]) -> dict[str, str]:
    """The players in texts like `austria=Anna,france=Ben`. Raises UsageError."""
    players: dict[str, str] = {}
    for text in given:
        for pair in text.split(","):
            power, equals, name = (part.strip() for part in pair.partition("="))
            if not equals or not power or not name:
                raise UsageError("not a player", text=pair, hint="write --players POWER=NAME,...")
            players[power] = name
    return players
