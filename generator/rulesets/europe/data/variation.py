"""The facts of one game: the edition's tables, varied by players, options and the game's own.

An option sets the entry that `sets` names in options.toml. A dot leads into a table. A choice that
is known to the entry by another value has it under `as`:

    [[option]]
    id = "objectives"
    sets = "objectives.filed"
    choices = [
      { value = "three", as = true, means = "each power files one of each kind" },
      { value = "off", as = false, means = "there are none" },
    ]

This is the one place where an option meets an entry: rules ask only for the entry. A row of
`alternative` in facts.toml makes land of a power a minor state, for one value of an option.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Final

from msgspec import field

from generator.engine.errors import FaultyState, GameError
from generator.engine.typed import Count, Named, Positive, Table, read_shape, read_table
from generator.engine.words import listed
from generator.rulesets.europe.data.edition_data import EditionData
from generator.rulesets.europe.data.facts import Facts, read_facts
from generator.rulesets.europe.data.rule_tables import PlayerRules

Tables = dict[str, Any]


def vary_facts(edition: EditionData, options: Mapping[str, Any], setup: Mapping[str, Any]) -> Facts:
    """The facts of a game with these options (all of them) and the game's own tables.

    Of `setup` those of VARIED are used: `allotment` (a number for every year, or one a year, for
    each power named), `attack_order` (or one for each year named), `centers` (the values of places
    with a center), `values` (those of other places), `price`, `forbidden_alliances`. Raises
    GameError for players or conversions that the edition does not allow, FileError for tables that
    contradict the facts.
    """
    tables = dict(edition.tables)
    for row in edition.option_rows:
        if "sets" in row:
            value = entry_value(row, options[row["id"]])
            tables = _put(tables, row["sets"].split("."), value)
    for row in _conversions(edition, options):
        tables = _convert(tables, row)
    for row in tables.get("alternative", ()):
        if options[row["option"]] == row["value"]:
            tables = _separate(tables, row["separate"])
    tables = with_own_tables(_with_handled(tables), setup)
    return read_facts(
        MappingProxyType(tables), edition.board, edition.own_tables, edition.facts_file
    )


def entry_value(row: Mapping[str, Any], value: Any) -> Any:
    """The value of the entry that an option sets, for this value of the option."""
    for choice in row.get("choices", ()):
        if choice["value"] == value:
            return choice.get("as", value)
    return value


def options_setting(edition: EditionData, path: str) -> tuple[str, ...]:
    """The options that set the entry of that path, or a part of it."""
    return tuple(
        row["id"]
        for row in edition.option_rows
        if "sets" in row and f"{row['sets']}.".startswith(f"{path}.")
    )


def _put(table: Tables, path: list[str], value: Any) -> Tables:
    """A table with one entry replaced."""
    name, *rest = path
    return {**table, name: _put(table.get(name, {}), rest, value) if rest else value}


def _separate(tables: Tables, given: Mapping[str, Any]) -> Tables:
    """The tables with land of a power split off as a separate minor state."""
    minor = dict(given)
    code, land = minor.pop("code"), minor["provinces"]
    provinces = {c: dict(one) for c, one in tables["provinces"].items()}
    for place in land:
        provinces[place]["owner"] = code
        if provinces[place].get("center"):
            provinces[place]["role"] = "foreign"
    powers = {power: dict(row) for power, row in tables["powers"].items()}
    for row in powers.values():
        for key in ("home", "centers", "build_sites"):
            if key in row:
                row[key] = [place for place in row[key] if place not in land]
        row["units"] = [one for one in row["units"] if one.split()[1].partition("/")[0] not in land]
    minors = {**tables["minors"], code: minor}
    return {**tables, "powers": powers, "minors": minors, "provinces": provinces}


def _conversions(edition: EditionData, options: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The conversions that the options ask for, in their order."""
    tables = edition.tables
    rows: tuple[Mapping[str, Any], ...] = tuple(tables.get("player_count", ()))
    full = max(tables["players_supported"])
    players = options.get("players", full)
    if "converted" not in options:
        return _chain({row["players"]: row for row in rows}, players, full)
    converted = [row for row in rows if row["convert"] in options["converted"]]
    names = ", ".join(row["convert"] for row in converted) or "nobody"
    if players != full - len(converted):
        raise GameError(
            f"players and converted do not agree: {players}, and {names} converted",
            hint=f"that leaves {full - len(converted)} powers",
        )
    _check_balance(tables, {row["convert"] for row in converted}, names)
    return converted


def _chain(
    conversions: Mapping[int, Mapping[str, Any]], players: int, full: int
) -> list[Mapping[str, Any]]:
    """The conversions that lead from the full table to a number of players, in their order."""
    chain: list[Mapping[str, Any]] = []
    while players != full:
        if players not in conversions:
            known = ", ".join(map(str, sorted({full, *conversions})))
            raise GameError(f"the game cannot have {players} players", hint=f"players: {known}")
        chain.insert(0, conversions[players])
        players = conversions[players]["base"]
    return chain


def _check_balance(tables: Mapping[str, Any], gone: set[str], names: str) -> None:
    """Raises GameError where the confessions differ by more powers than the edition allows."""
    counts = dict.fromkeys(tables["confessions"], 0)
    for power, row in tables["powers"].items():
        if power not in gone:
            counts[row["confession"]] += 1
    most = read_table(tables.get("player_rules", {}), PlayerRules).balance
    if most is not None and max(counts.values()) - min(counts.values()) > most:
        said = ", ".join(
            f"{number} {tables['confessions'][one]['name']}" for one, number in counts.items()
        )
        raise GameError(
            f"converted: without {names} the confessions are not in balance ({said})",
            hint=f"they may differ by {most} at most",
        )


def _convert(tables: Tables, row: Mapping[str, Any]) -> Tables:
    """The tables with a power turned into a minor state."""
    power, minor = row["convert"], dict(row["minor"])
    minor["aliases"] = _names_of(tables["powers"][power], power, minor)
    code, value = minor.pop("code"), minor.pop("center", 0)
    provinces = {c: dict(one) for c, one in tables["provinces"].items()}
    for province in provinces.values():
        if province["owner"] == power:
            province |= {"owner": code}
            if province.get("center"):
                province["role"] = "foreign"
    if value:
        provinces[minor["provinces"][0]]["center"] = value
    setup = dict(tables["setup"])
    infs = {p: dict(given) for p, given in setup["infs"].items() if p != power}
    for giver, numbers in row.get("set_infs", {}).items():
        infs[giver] = {**infs.get(giver, {}), **numbers}
    forbidden = [*setup.get("forbidden_alliances", ()), *row.get("forbid_alliances", ())]
    setup |= {
        "infs": infs,
        "relations": [
            relation for relation in setup["relations"] if power not in relation["powers"]
        ],
        "forbidden_alliances": [pair for pair in forbidden if power not in pair],
    }
    kept = {name: one for name, one in tables["powers"].items() if name != power}
    converted: Tables = {
        **{name: _without(table, power) for name, table in tables.items()},
        "powers": kept,
        "minors": {**tables["minors"], code: minor},
        "latent_minors": {
            state: one
            for state, one in tables.get("latent_minors", {}).items()
            if one.get("created_by", {}).get("eliminated") != power
        },
        "provinces": provinces,
        "setup": setup,
    }
    if "dynasties" in tables.get("victory", {}):
        dynasties = [pair for pair in tables["victory"]["dynasties"] if power not in pair]
        converted["victory"] = {**converted["victory"], "dynasties": dynasties}
    # A power that handlers will order as a state is in the list of handled states.
    if row["minor"].get("handled") and "handled" in converted:
        handled = converted["handled"]
        listed = [*(other for other in handled["minors"] if other != code), code]
        converted["handled"] = {**handled, "minors": listed}
    return converted


def _names_of(row: Mapping[str, Any], power: str, minor: Mapping[str, Any]) -> list[str]:
    """The other names for a power that is a minor state: those of the power."""
    names = (power, row["name"], row["order_name"], row["adjective"], *row.get("aliases", ()))
    known = {minor["code"], minor["name"]}
    return [
        *minor.get("aliases", ()),
        *(name for name in dict.fromkeys(names) if name not in known),
    ]


def _without(value: Any, power: str) -> Any:
    """A table without a power in its lists and keys."""
    if isinstance(value, Mapping):
        return {key: _without(one, power) for key, one in value.items() if key != power}
    if isinstance(value, list):
        return [_without(item, power) for item in value if item != power]
    return value


def _with_handled(tables: Tables) -> Tables:
    """The tables with the states marked that handlers order, where the edition lists them."""
    if "handled" not in tables:
        return tables
    listed = [code for code in tables["handled"]["minors"] if code in tables["minors"]]
    minors = {code: {**row, "handled": code in listed} for code, row in tables["minors"].items()}
    return {**tables, "minors": minors, "handled": {**tables["handled"], "minors": listed}}


# --- tables that a game brings along in place of the edition's, checked against it


_Power = Annotated[str, Named(lambda tables: tables["powers"])]
_Order = tuple[_Power, ...]
_Land = Annotated[str, Named(lambda tables: tables["provinces"])]


def _by_center(tables: Tables, *, has: bool) -> Tables:
    """The places that have a supply center, or have none."""
    places = {**tables["provinces"], **tables.get("seas", {})}
    return {code: row for code, row in places.items() if bool(row.get("center")) is has}


_Center = Annotated[str, Named(lambda tables: _by_center(tables, has=True), "supply center")]
_Other = Annotated[str, Named(lambda tables: _by_center(tables, has=False))]


class OwnTables(Table, frozen=True):
    """The tables that a game may bring along."""

    allotment: Mapping[_Power, Count | tuple[Count, ...]] = field(default_factory=dict)
    attack_order: _Order | Mapping[str, _Order] = ()
    centers: Mapping[_Center, Positive] = field(default_factory=dict)
    new_centers: Mapping[_Land, Positive] = field(default_factory=dict)
    values: Mapping[_Other, Count] = field(default_factory=dict)
    price: tuple[Count, ...] = ()
    forbidden_alliances: tuple[tuple[_Power, _Power], ...] = ()


VARIED: Final = OwnTables.__struct_fields__
"""The tables of a game's own opening that change its facts for good."""


def with_own_tables(tables: Tables, setup: Mapping[str, Any]) -> Tables:
    """The tables of an edition with those of a game's own. FaultyState lists all that is wrong."""
    own: OwnTables = read_shape(dict(setup), OwnTables, tables)
    table = tables.get("allotment") or {}
    years = table["last_year"] - table["first_year"] + 1 if own.allotment else 0
    wrong = [
        f"allotment: {power} has {len(row)} numbers, and there are {years} years"
        for power, row in own.allotment.items()
        if isinstance(row, tuple) and len(row) != years
    ]
    orders = own.attack_order
    by_year = isinstance(orders, Mapping)
    if "attack_order" in setup:
        for year, order in orders.items() if isinstance(orders, Mapping) else (("", orders),):
            if by_year and not year.isdecimal():
                wrong.append(f"attack_order: {year!r} is not a year")
            where = f"attack_order: {year}: " if by_year else "attack_order: "
            wrong += [f"{where}{problem}" for problem in _order_problems(tables, order)]
    if "price" in setup and not own.price:
        wrong.append("price is empty (one number for each point of strength)")
    wrong += [
        f"forbidden_alliances: a pair has {one} twice"
        for one, other in own.forbidden_alliances
        if one == other
    ]
    if wrong:
        raise FaultyState(wrong)
    infs = {
        power: list(row) if isinstance(row, tuple) else [row] * years
        for power, row in own.allotment.items()
    }
    found = dict(tables)
    if infs:
        found["allotment"] = {**table, "infs": {**table["infs"], **infs}}
    if "attack_order" in setup:
        name = "attack_orders" if by_year else "attack_order"
        found["influence"] = {**tables["influence"], name: setup["attack_order"]}
    if own.price:
        found["costs"] = {**tables["costs"], "price": list(own.price)}
    if "forbidden_alliances" in setup:
        pairs = [list(pair) for pair in own.forbidden_alliances]
        found["setup"] = {**tables["setup"], "forbidden_alliances": pairs}
    return _valued(found, {**own.centers, **own.new_centers}, own.values)


def _order_problems(tables: Tables, order: Sequence[str]) -> Iterator[str]:
    missing = [power for power in tables["powers"] if power not in order]
    if missing:
        yield f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} missing"
    twice = [power for power in tables["powers"] if order.count(power) > 1]
    if twice:
        yield f"{listed(twice)} {'stands' if len(twice) == 1 else 'stand'} in it twice"


def _valued(tables: Tables, centers: Mapping[str, int], values: Mapping[str, int]) -> Tables:
    """The tables with what centers and other places are worth."""
    tables = dict(tables)
    for name in ("provinces", "seas"):
        if name in tables:
            tables[name] = {
                code: {
                    **row,
                    **({"center": centers[code]} if code in centers else {}),
                    **({"value": values[code]} if code in values else {}),
                }
                for code, row in tables[name].items()
            }
    return tables
