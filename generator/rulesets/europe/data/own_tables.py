"""Tables that a game brings along in place of the edition's, checked against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from generator.engine.errors import FaultyState
from generator.engine.words import listed, unknown

Tables = dict[str, Any]


def with_own_tables(tables: Tables, setup: Mapping[str, Any]) -> Tables:
    """The tables of an edition with those of a game's own. FileError lists all that is wrong."""
    wrong = [f"a game's own tables: {name}" for name in _strangers(setup, VARIED)]
    for name, (check, _) in _OWN.items():
        if name in setup:
            wrong += [f"{name}: {problem}" for problem in check(tables, setup[name])]
    if wrong:
        raise FaultyState(wrong)
    tables = dict(tables)
    for name, (_, put) in _OWN.items():
        if name in setup:
            put(tables, setup[name])
    return tables


def _strangers(names: Iterable[Any], known: Iterable[str]) -> Iterator[str]:
    known = list(known)
    return (unknown(name, known) for name in names if name not in known)


def _is_count(value: Any, least: int = 0) -> bool:
    return type(value) is int and value >= least


def _check_allotment(tables: Tables, given: Any) -> Iterator[str]:
    if not isinstance(given, Mapping):
        yield "it is not a table of powers"
        return
    yield from _strangers(given, tables["powers"])
    years = _years(tables)
    for power, row in given.items():
        numbers = row if isinstance(row, list | tuple) else [row]
        if not all(map(_is_count, numbers)):
            yield f"{power} cannot have {row!r} (a number, or one for each year)"
        elif isinstance(row, list | tuple) and len(row) != years:
            yield f"{power} has {len(row)} numbers, and there are {years} years"


def _years(tables: Tables) -> int:
    years: int = tables["allotment"]["last_year"] - tables["allotment"]["first_year"] + 1
    return years


def _put_allotment(tables: Tables, given: Mapping[str, Any]) -> None:
    rows = {
        power: [row] * _years(tables) if type(row) is int else list(row)
        for power, row in given.items()
    }
    infs = {**tables["allotment"]["infs"], **rows}
    tables["allotment"] = {**tables["allotment"], "infs": infs}


def _check_orders(tables: Tables, given: Any) -> Iterator[str]:
    """One order for all years, or those of single years."""
    if not isinstance(given, Mapping):
        yield from _check_order(tables, given)
        return
    for year, order in given.items():
        if not str(year).isdecimal():
            yield f"{year!r} is not a year"
        yield from (f"{year}: {problem}" for problem in _check_order(tables, order))


def _check_order(tables: Tables, given: Any) -> Iterator[str]:
    if not isinstance(given, list | tuple):
        yield "it is not a list of powers"
        return
    yield from _strangers(given, tables["powers"])
    missing = [power for power in tables["powers"] if power not in given]
    if missing:
        yield f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} missing"
    twice = [power for power in tables["powers"] if list(given).count(power) > 1]
    if twice:
        yield f"{listed(twice)} {'stands' if len(twice) == 1 else 'stand'} in it twice"


def _put_order(tables: Tables, given: Any) -> None:
    orders = isinstance(given, Mapping)
    entry = {str(year): list(order) for year, order in given.items()} if orders else list(given)
    name = "attack_orders" if orders else "attack_order"
    tables["influence"] = {**tables["influence"], name: entry}


def _check_centers(tables: Tables, given: Any) -> Iterator[str]:
    if not isinstance(given, Mapping):
        yield "it is not a table of provinces"
        return
    for code, value in given.items():
        if not tables["provinces"].get(code, {}).get("center"):
            yield f"{code} has no supply center"
        elif not _is_count(value, 1):
            yield f"{code} cannot be worth {value!r} (1 or more)"


def _put_centers(tables: Tables, given: Mapping[str, int]) -> None:
    provinces = dict(tables["provinces"])
    for code, value in given.items():
        provinces[code] = {**provinces[code], "center": value}
    tables["provinces"] = provinces


def _check_new_centers(tables: Tables, given: Any) -> Iterator[str]:
    if not isinstance(given, Mapping):
        yield "it is not a table of provinces"
        return
    for code, value in given.items():
        if code not in tables["provinces"]:
            yield f"{code} is no land"
        elif not _is_count(value, 1):
            yield f"{code} cannot be worth {value!r} (1 or more)"


def _check_values(tables: Tables, given: Any) -> Iterator[str]:
    if not isinstance(given, Mapping):
        yield "it is not a table of places"
        return
    for code, value in given.items():
        land = tables["provinces"].get(code, {})
        if not land and code not in tables.get("seas", {}):
            yield f"{code} is no place that can have a value"
        elif land.get("center"):
            yield f"{code} has a supply center; its value stands in centers"
        elif not _is_count(value):
            yield f"{code} cannot be worth {value!r} (0 or more)"


def _put_values(tables: Tables, given: Mapping[str, int]) -> None:
    for name in ("provinces", "seas"):
        places = dict(tables.get(name, {}))
        for code, value in given.items():
            if code in places:
                places[code] = {**places[code], "value": value}
        tables[name] = places


def _check_price(tables: Tables, given: Any) -> Iterator[str]:
    if not isinstance(given, list | tuple) or not given or not all(map(_is_count, given)):
        yield "it is not a list of whole numbers, one for each point of strength"


def _put_price(tables: Tables, given: Any) -> None:
    tables["costs"] = {**tables["costs"], "price": list(given)}


def _check_forbidden(tables: Tables, given: Any) -> Iterator[str]:
    if not isinstance(given, list | tuple):
        yield "it is not a list of pairs of powers"
        return
    for pair in given:
        if not isinstance(pair, list | tuple) or len(pair) != 2 or pair[0] == pair[1]:
            yield f"{pair!r} is not a pair of powers"
        else:
            yield from _strangers(pair, tables["powers"])


def _put_forbidden(tables: Tables, given: Any) -> None:
    pairs = [list(pair) for pair in given]
    tables["setup"] = {**tables["setup"], "forbidden_alliances": pairs}


_OWN: Final[
    Mapping[str, tuple[Callable[[Tables, Any], Iterable[str]], Callable[[Tables, Any], None]]]
] = MappingProxyType(
    {
        "allotment": (_check_allotment, _put_allotment),
        "attack_order": (_check_orders, _put_order),
        "centers": (_check_centers, _put_centers),
        "new_centers": (_check_new_centers, _put_centers),
        "values": (_check_values, _put_values),
        "price": (_check_price, _put_price),
        "forbidden_alliances": (_check_forbidden, _put_forbidden),
    }
)

VARIED: Final = tuple(_OWN)
"""The tables of a game's own opening that change its facts for good."""
