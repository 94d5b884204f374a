"""The first state of a game: the rulebook's opening, or a position that replaces parts of it; the
names that may be used in each table of a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import fields, replace

from generator.engine.errors import FaultyState, FileError, GameError, TheatrumError
from generator.engine.naming import Shape
from generator.engine.phases import Document, Setup
from generator.engine.words import unknown
from generator.rulesets.europe.data.edition_data import choose
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.data.variation import VARIED
from generator.rulesets.europe.reading.reader import GameReader
from generator.rulesets.europe.record.document import dump_state, load_state
from generator.rulesets.europe.record.tables import StateReader, Tables, absent_tables
from generator.rulesets.europe.state.soundness import excess_of, flaws_of
from generator.rulesets.europe.state.standing import Relation, Status, pair_of
from generator.rulesets.europe.state.state import EuropeState, arrange
from generator.rulesets.europe.state.values import Place, Power, Province
from generator.rulesets.europe.steps.markers import first_markers
from generator.rulesets.europe.steps.statuses import free_status
from generator.rulesets.europe.turn.edition import Edition

_STATE_FILE: Final = ("format", "verdicts", "events", "state")
_KINDS: Final = ("power", "state", "place", "side")
_OPENING: Final = {
    "wars": tuple[tuple[Power, ...], ...],
    "alliances": tuple[tuple[Power, ...], ...],
    "forbidden_alliances": tuple[tuple[Power, ...], ...],
    "attack_order": tuple[Power, ...] | Mapping[str, tuple[Power, ...]],
    "allotment": Mapping[Power, Any],
    "centers": Mapping[Province, int],
    "values": Mapping[Place, int],
}
"""The tables that a position has beside those of a state."""


def open_game(edition: Edition, setup: Setup) -> EuropeState:
    """The first state of a game.

    `setup.position` is a complete file of a state, or has any table of a state, tables of VARIED,
    `wars` and `alliances` (lists of pairs). Units are replaced side by side, INFs state by state,
    all else entry by entry; `blank` lists tables to begin without. Statuses and markers follow from
    INFs and captures where they are not given, and so does what falls away with captured states and
    with powers that are out of the game. Raises GameError for an option, FileError for a position
    that cannot be.
    """
    if "state" in setup.position:
        return _resume(edition, setup)
    wrong: list[str] = []
    given = tables_in(setup.position, wrong)
    chosen, own = (dict(take_table(given, name, wrong)) for name in ("options", "setup"))
    options, faults = choose(edition, {**flat(chosen), **flat(setup.options)})
    varied = {**own, **{name: given.pop(name) for name in VARIED if name in given}}
    facts = _facts(edition, options, varied, wrong)
    wrong += faults
    if "treasuries" in setup.position and not facts.treasury.public:
        # Tables are withheld from a public position by their own names.
        wrong.append("treasuries: they are secret in this game: call the table treasury")
    if not wrong or given:
        state = _standard(edition, options, facts, varied)
        state = place_opening(edition, state, given, wrong) if given else state
    if wrong and setup.position:
        raise FaultyState(wrong, crowded_hint(wrong))
    if wrong:
        raise GameError("; ".join(wrong))
    return state


def _facts(
    edition: Edition, options: dict[str, Any], varied: dict[str, Any], wrong: list[str]
) -> Facts:
    """The facts of a game. Forbidden values are reported, and left out of options and tables, so
    that the rest can be checked."""
    try:
        return edition.facts_for(options, varied)
    except FileError as error:
        if not varied:
            raise
        wrong += getattr(error, "faults", (error.problem,))
        varied.clear()
        return _facts(edition, options, varied, wrong)
    except GameError as error:
        hint = f" ({error.hint})" if error.hint else ""
        wrong.append(f"{error.problem}{hint}")
        options |= {one.id: one.default for one in edition.options.values()}
        return edition.facts_for(options, varied)


def _resume(edition: Edition, setup: Setup) -> EuropeState:
    """The state in a file of a game's folder, unchanged except for the options given."""
    strange = [name for name in setup.position if name not in _STATE_FILE]
    tables = setup.position["state"]
    if strange or not isinstance(tables, Mapping):
        raise FileError(f"beside a state there cannot be {', '.join(strange) or 'text'}")
    if "ending" in tables:
        raise FileError("a game cannot open with its ending", hint="to play on, leave it out")
    options = {**tables.get("options", {}), **flat(setup.options)}
    # Secret parts are in separate files; a position has them among the rest.
    facts = edition.facts_for(choose(edition, flat(options))[0], tables.get("setup", {}))
    secret = {name: tables[name] for name in secret_names(edition, facts) if name in tables}
    public = {name: table for name, table in tables.items() if name not in secret}
    return load_state(edition, Document({**public, "options": options}, secret))


def _standard(
    edition: Edition, options: Mapping[str, Any], facts: Facts, varied: Mapping[str, Any]
) -> EuropeState:
    """The opening of the rulebook."""
    start = facts.setup.infs
    infs = {
        state: {
            power: start[power][state] for power in facts.powers if state in start.get(power, ())
        }
        for state in facts.minors
    }
    stands = [
        *((power, unit) for power, one in facts.powers.items() for unit in one.units),
        *((state, unit) for state, one in facts.minors.items() for unit in one.units),
    ]
    state = EuropeState(
        moment=edition.moment_of(facts.first_year, edition.course.slugs[0]),
        facts=facts,
        options=MappingProxyType(dict(options)),
        units=MappingProxyType(arrange(facts, facts.powers, stands)),
        infs=MappingProxyType(infs),
        statuses=MappingProxyType({}),
        treasury=MappingProxyType(
            dict.fromkeys(facts.powers if facts.treasury.kept else (), facts.treasury.start)
        ),
        relations=MappingProxyType(
            {
                pair_of(facts, *row.powers): Relation(row.kind, facts.first_year)
                for row in facts.setup.relations
            }
        ),
        parts=MappingProxyType(
            {feature.key: feature.load({}, facts) for feature in edition.features if feature.key}
        ),
        setup=MappingProxyType(dict(varied)),
    )
    statuses = {code: free_status(edition, state, code) for code in infs}
    state = replace(state, statuses=MappingProxyType(statuses))
    state = replace(state, markers=MappingProxyType(first_markers(state)))
    for feature in edition.features:
        state = feature.completed(state)
    return state


# --- positions of a referee's own: the opening with the parts that a file replaces

BLANKS: Final = ("units", "infs", "relations")
"""Tables that a position may begin without."""

ALIASES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "influence": "infs",
        "control": "captures",
        "treasuries": "treasury",
        "allotments": "allotment",
        "costs": "price",
        "prices": "price",
        "center_values": "centers",
    }
)
"""Other names of tables that a position may use."""

_MERGED: Final = ("units", "infs", "captures", "treasury", "relations")
_TABLES: Final = (*_MERGED, "statuses", "markers", "eliminated")
_CROWDED: Final = 'units replace those of the sides you name; blank = ["units"] begins without any'


def tables_in(position: Mapping[str, Any], wrong: list[str]) -> dict[str, Any]:
    """The tables of a position, each under its own name."""
    given: dict[str, Any] = {}
    for name, table in position.items():
        own = ALIASES.get(name, name)
        if own in given:
            wrong.append(f"{name} and {own} are the same table")
        elif name == "ending":
            wrong.append("ending: a game cannot open with its ending")
        else:
            given[own] = table
    return given


def take_table(given: dict[str, Any], name: str, wrong: list[str]) -> Mapping[str, Any]:
    """A table of a position, which is taken out of it; empty if it is not a table."""
    table = given.pop(name, {})
    if isinstance(table, Mapping):
        return table
    wrong.append(f"{name} cannot be {table!r} (a table)")
    return {}


def flat(options: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Options by their dotted names, whichever way they were written."""
    found: dict[str, Any] = {}
    for name, value in options.items():
        if isinstance(value, Mapping):
            found |= flat(value, f"{prefix}{name}.")
        else:
            found[f"{prefix}{name}"] = value
    return found


def place_opening(
    edition: Edition, state: EuropeState, given: Mapping[str, Any], wrong: list[str]
) -> EuropeState:
    """An opening with the tables of a position. Its errors are added to `wrong`; then the state
    means nothing."""
    given = dict(given)
    for name in _TABLES:
        if name in given:
            given[name] = take_table(given, name, wrong)
    # Money and relations where the edition has none are left out.
    absent = absent_tables(state.facts)
    absent += () if state.facts.declarations.made else ("wars", "alliances")
    wrong += [f"{name}: this ruleset has none" for name in absent if given.pop(name, None)]
    for feature in edition.features:
        given = dict(feature.taken(given, state))
    _check_scores(edition, state, given, wrong)
    blank = _blank(given.pop("blank", []), wrong)
    ruled = {name: given.pop(name, {}) for name in ("statuses", "markers")}
    document = dump_state(edition, state)
    tables = {**document.public, **_what_stays(state, given), "statuses": {}, "markers": {}}
    tables |= {name: {} for name in blank}
    for feature in edition.features:
        if feature.follows:
            tables.pop(feature.key, None)
    tables["relations"] = {**tables["relations"], **_related(edition, given, wrong)}
    for name, table in given.items():
        if name in ("relations", "wars", "alliances"):
            continue
        if name == "captures":
            table = {code: str(holder) for code, holder in table.items() if holder != ""}
        tables[name] = {**tables.get(name, {}), **table} if name in _MERGED else table
    reader = StateReader(edition)
    # Secret parts are in separate files; a position has them among the rest.
    names = secret_names(edition, state.facts)
    secret = {name: tables.pop(name) for name in names if name in tables}
    placed = reader.read(tables, {**document.private, **secret})
    if not reader.wrong:
        placed = _with_statuses(reader, placed, ruled)
    wrong += reader.wrong or (
        *flaws_of(placed),
        *excess_of(placed),
        *_to_come(placed),
    )
    for feature in edition.features if not wrong else ():
        try:
            placed = feature.placed(placed, given)
        except FileError as error:
            wrong += getattr(error, "faults", (error.problem,))
    return placed


def crowded_hint(wrong: Iterable[str]) -> str:
    """The advice about units in a place that others occupy."""
    return _CROWDED if any("is there too" in fault for fault in wrong) else ""


def _to_come(state: EuropeState) -> Iterator[str]:
    """The entries of a position for years after its own, or after the end of the game."""
    last = max(state.facts.last_year, getattr(state.parts.get("extension"), "until", 0))
    if state.year > last:
        why = f"year {state.year} is past the end of the game, {last}"
        yield f"{why} (to change it, set options.last_year)"
    years = [(f"captures: {code}", one.year) for code, one in state.captures.items()]
    years += [(f"relations: {'-'.join(pair)}", one.since) for pair, one in state.relations.items()]
    years += [(f"eliminated: {power}", year) for power, year in state.eliminated.items()]
    for where, year in years:
        if year > state.year:
            yield f"{where}: {year} is still to come (the position is of {state.year})"


def _check_scores(
    edition: Edition, state: EuropeState, given: dict[str, Any], wrong: list[str]
) -> None:
    """Report scores that are only a sum, and scores that no power can have reached."""
    known = [item.id for item in state.facts.scoring.items]
    known += [name for feature in edition.features for name in feature.items]
    rows = dict(_table(given, "scores"))
    for power, row in _table(given, "scores").items():
        if not isinstance(row, Mapping):
            form = f"{power} = {{ {known[0]} = {row!r} }}"
            wrong.append(f"scores.{power} cannot be {row!r} (its points by their items: {form})")
            del rows[power]
            continue
        for name in row:
            if name not in known:
                items = ", ".join(dict.fromkeys(known))
                wrong.append(f"scores.{power}: {unknown(name, known)}; items are {items}")
    if isinstance(given.get("scores"), Mapping):
        given["scores"] = rows


def secret_names(edition: Edition, facts: Facts) -> tuple[str, ...]:
    """The names of the parts of a state that are kept secret."""
    hidden = () if facts.treasury.public else ("treasury",)
    parts = (one.key for one in edition.features if one.key and one.is_secret(facts))
    return (*hidden, *parts)


def _blank(names: Any, wrong: list[str]) -> list[str]:
    if isinstance(names, list) and all(name in BLANKS for name in names):
        return names
    wrong.append(f"blank cannot be {names!r} (a list of {', '.join(BLANKS)})")
    return []


def _what_stays(state: EuropeState, given: Mapping[str, Any]) -> dict[str, Any]:
    """The opening's tables without what powers that are out of the game and captured states had."""
    facts = state.facts
    fallen, captures = (_table(given, name) for name in ("eliminated", "captures"))
    states = [code for code, one in facts.minors.items() if captures.get(one.seat)]
    tables: dict[str, Any] = {
        "units": {
            side: [str(unit) for unit in units]
            for side, units in state.units.items()
            if side not in fallen and side not in states
        },
        "infs": {
            code: {power: number for power, number in row.items() if power not in fallen}
            for code, row in state.infs.items()
        },
        "treasury": {p: number for p, number in state.treasury.items() if p not in fallen},
        "relations": {
            "-".join(pair): f"{one.kind} {one.since}"
            for pair, one in state.relations.items()
            if not any(power in fallen for power in pair)
        },
    }
    founded = [code for code, one in facts.latent.items() if one.created_by in fallen]
    return {**tables, "founded": founded} if founded else tables


def _table(given: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = given.get(name)
    return table if isinstance(table, Mapping) else {}


def _related(edition: Edition, given: Mapping[str, Any], wrong: list[str]) -> dict[str, Any]:
    """The relations of a position, by the pairs in their order."""
    order = list(edition.powers)
    rows: dict[str, Any] = {}

    def add(pair: Sequence[str], relation: Any, where: str) -> None:
        known = all(power in order for power in pair)
        names = "-".join(sorted(pair, key=order.index) if known else pair)
        if names in rows and (where == "relations" or rows[names] != relation):
            wrong.append(f"{where}: {names} appear twice")
        rows[names] = relation

    for names, relation in _table(given, "relations").items():
        add(names.split("-"), relation, "relations")
    for name, kind, most in (("wars", "war", 2), ("alliances", "alliance", len(order))):
        circles = given.get(name, [])
        for circle in circles if isinstance(circles, list) else [circles]:
            strangers = [
                unknown(power, edition.powers)
                for power in (circle if isinstance(circle, list) else ())
                if power not in order
            ]
            if strangers:
                wrong.append(f"{name}: {'; '.join(strangers)}")
            elif not isinstance(circle, list) or not 2 <= len(set(circle)) == len(circle) <= most:
                form = f'{name} = [["{order[0]}", "{order[1]}"]]'
                wrong.append(f"{name}: {circle!r} is not a pair of powers (write {form})")
            else:
                for pair in combinations(circle, 2):
                    add(pair, kind, name)
    return rows


def _with_statuses(
    reader: StateReader, placed: EuropeState, ruled: Mapping[str, Any]
) -> EuropeState:
    """A state with the statuses and the markers that follow from the rest, or that are given."""
    given = reader.entry(ruled, "statuses")
    statuses: dict[str, Status] = {}
    for code in placed.states:
        captor = placed.standing.captor_of(placed.facts.states[code])
        free = None if captor else free_status(reader.edition, placed, code)
        statuses[code] = free or Status("captured", "", captor)
    chosen = reader.statuses(given, placed.states)
    statuses |= {code: chosen[code] for code in given if code in chosen}
    placed = replace(placed, statuses=MappingProxyType(statuses))
    none = [code for code, marker in _table(ruled, "markers").items() if marker == ""]
    if none:
        rest = {code: one for code, one in ruled["markers"].items() if code not in none}
        ruled = {**ruled, "markers": rest}
    markers = {**first_markers(placed), **reader.entry(ruled, "markers")}
    kept = {c: markers[c] for c in placed.facts.states if c in markers and c not in none}
    return replace(placed, markers=MappingProxyType(kept))


def shape_of(edition: Edition, options: Mapping[str, Any]) -> Shape:
    """The shape of positions in a game with these options; those that cannot be have no effect."""
    chosen, _ = choose(edition, flat(options))
    try:
        facts = edition.facts_for(chosen, {})
    except TheatrumError:
        facts = edition.facts_for({one.id: one.default for one in edition.options.values()}, {})
    kinds = {**{field.name: field.type for field in fields(Tables)}, **_OPENING}
    kinds |= {feature.key: feature.part for feature in edition.features if feature.key}
    kinds |= {alias: kinds[name] for alias, name in ALIASES.items() if name in kinds}
    tables = GameReader(edition, facts).names.tables
    likely = ("power", "state", "place", *(name for name in tables if name not in _KINDS))
    spellings = tuple(tables[name].spellings for name in likely)
    return Shape(kinds, facts, facts.board, spellings, secret_names(edition, facts))
