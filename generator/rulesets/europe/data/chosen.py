"""The options of a game: each has a value, the chosen one or the default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from generator.engine.knobs import option_problem
from generator.engine.rulebook import Option
from generator.engine.words import unknown
from generator.rulesets.europe.data.edition_data import EditionData

_LONGEST: Final = 40
_LISTS: Final = {
    "converted": "powers that may be minor states",
    "years": "two years, the first one first",
}


def choose(edition: EditionData, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Every option with its value, and what is wrong with those that were chosen.

    `given` has options by their dotted names. A wrong one keeps its default; one that a reading of
    the rulebook has replaced has no effect.
    """
    given = _matched_players(edition, given)
    values = {name: option.default for name, option in edition.options.items()}
    wrong: list[str] = []
    for name, value in given.items():
        if name not in values:
            if name not in edition.rulebook.settled:
                wrong.append(f"options: {unknown(name, values)}")
            continue
        why = _problem(edition, edition.options[name], value)
        if why:
            wrong.append(f"option {name} cannot be {value!r} ({why})")
        else:
            values[name] = value
    wrong += _together(edition, values)
    return values, wrong


def _matched_players(edition: EditionData, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options with the number of players and the list of converted powers as one needs the
    other, where the edition lets a game choose the powers."""
    if "converted" not in edition.options:
        return given
    full = max(edition.tables["players_supported"])
    order = [row["convert"] for row in edition.tables["player_count"]]
    players, converted = given.get("players"), given.get("converted")
    if isinstance(converted, list) and set(map(str, converted)) <= set(order):
        chosen = [power for power in order if power in converted]
        return {"players": full - len(chosen), **given, "converted": chosen}
    if type(players) is int and converted is None:
        return {**given, "converted": order[: max(full - players, 0)]}
    return given


def _problem(edition: EditionData, option: Option, value: Any) -> str:
    """What a value would have to be, or "" for one that is right."""
    problem = option_problem(option, value)
    if problem or option.choices:
        return problem
    if isinstance(value, list):
        return _list_problem(edition, option.holds, value)
    if isinstance(value, str):
        fine = value.strip() == value and value.isprintable() and 0 < len(value) <= _LONGEST
        return "" if fine else f"one line of 1 to {_LONGEST} characters"
    return ""


def _list_problem(edition: EditionData, holds: str, value: list[Any]) -> str:
    """What a list would have to hold, or ""."""
    if holds == "years":
        fine = all(type(item) is int for item in value) and len(value) == 2 and value[0] <= value[1]
    else:
        known = [row["convert"] for row in edition.tables["player_count"]]
        fine = all(isinstance(item, str) and item in known for item in value)
    return "" if fine else _LISTS[holds]


def _together(edition: EditionData, values: Mapping[str, Any]) -> Iterator[str]:
    for row in edition.option_rows:
        first = row.get("not_before")
        if first is not None and values[row["id"]] < values[first]:
            yield f"option {row['id']} cannot be {values[row['id']]}: {first} is {values[first]}"
    first, last = values.get("first_year"), values.get("last_year")
    if first is not None and last is not None and last < first:
        yield f"option last_year cannot be {last}: the game begins in {first}"
