"""game.toml: what a game is called, who plays, and by which rules.

A model, `_GameFile`, declares its keys and values; what a model cannot express, such as whether an
option is one of the ruleset's, is checked after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from msgspec import Struct, convert, field
from msgspec.structs import replace

from generator.archive.files.layout import GAME
from generator.archive.files.leftovers import SETTINGS, tell, used_settings
from generator.archive.files.names import is_slug, is_year
from generator.archive.files.reading import (
    LONGEST_SETTINGS,
    MOST_KEYS,
    FileErrors,
    TomlText,
    read_toml,
)
from generator.archive.files.spans import is_zone, read_span
from generator.engine.errors import FileError, GameError
from generator.engine.phases import Moment
from generator.engine.plain import plain_line, plain_lines
from generator.engine.rulebook import Option, option_problem
from generator.engine.ruleset import Ruleset
from generator.engine.typed import Must, Positive, Table, faults_of
from generator.engine.words import nearest

FORMAT: Final = 1
EARLY: Final = "all-ready"
"""The setting by which a phase is adjudicated before its deadline when all are ready."""
ABSENCE: Final = ("hold", "standing", "caretaker")
"""The treatments of a power that sends nothing for a phase."""
_HASH = re.compile(r"[0-9a-f]{64}\Z")
_RECIPIENT = re.compile(r"age1[0-9a-z]{20,}\Z")
_SINCE = re.compile(r"\d{1,4} [a-z][a-z0-9-]*\Z")
Keys = tuple[str, ...]

_EMPTY: Mapping[str, Any] = MappingProxyType({})


# --- what a setting must be


_NAME: Final = Must("{key} is empty", 'write: {key} = "..."', str.strip)
_DATE: Final = Must(
    "{key} is not a date",
    "write a date like 2027-03-01 or 2027-03-01T20:00:00Z, without quotes",
    lambda value: isinstance(value, date),
)
_SPAN: Final = Must(
    "{key} is not a length of time",
    'like "36 hours", "14 days"',
    lambda text: not text or read_span(text) is not None,
)
_HASHED: Final = Must(
    "is not a SHA-256 hash", "64 hexadecimal digits", lambda text: not text or _HASH.match(text)
)
_ZONE: Final = Must(
    "there is no time zone {value}",
    'a name like "Europe/Vienna"; see the list of tz database time zones',
    lambda name: not name or is_zone(name),
)
_PHASE: Final = Must("{value!r} is not a phase", 'like since = "1623 diplomatic"', _SINCE.match)
_NEWEST: Final = Must(
    f"format {{value}} is newer than this program, which knows {FORMAT}",
    f"write: format = {FORMAT}, or install a newer theatrum",
    lambda number: number <= FORMAT,
)
_YEAR: Final = Must("{value!r} is not a year", "like [dates.1901]", is_year)
_KEY: Final = Must("{value!r} is not a public key", 'recipients = ["age1..."]', _RECIPIENT.match)
_PHASES: Final = "write phases as in the orders, like [spring-movement]"

# Any, because a file has a date or a date with a time, and msgspec reads only one of them.
_Date = Annotated[Any, _DATE]
_Name = Annotated[str, _NAME]
_Year = Annotated[str, _YEAR]
_Slug = Annotated[str, Must("{value!r} is not a phase", "", is_slug)]


class Replacement(Table, frozen=True):
    """A player who took over a power. `since` is the player's first phase ("1623 diplomatic")."""

    power: _Name
    """the power"""
    player: _Name
    """the new player's name"""
    since: Annotated[str, _PHASE]
    """the new player's first phase: `"1623 diplomatic"`"""
    note: str = ""
    """a remark for readers"""


class Pause(Table, frozen=True):
    """A time in which no deadline applies."""

    since: _Date
    """the beginning; no deadline applies from then on"""
    until: _Date | None = None
    """the announced end; the pause lasts until you resume the game"""
    reason: str = ""
    """the public reason"""


class ChanceSettings(Table, frozen=True):
    """The settings for the draws in game.toml."""

    seed_given: bool = False
    """`theatrum new --seed` set the seed, as for a test; pages warn that someone may guess it"""


class GameSettings(Struct, frozen=True):
    """The settings in game.toml. `players` maps powers to names, `options` holds the ruleset's
    options that were chosen by their ids, `dates` maps phases ("1901 spring-movement") to the day,
    or the minute, on which orders are due, `moved` those on which they were due before; a time
    without a zone is one of `zone` (an IANA name, "" is UTC). `grace` is how long after it orders
    are still taken, `rhythm` how long after the deadline before it a phase's own is.
    `seed_commitment` is the hash of the secret seed, `chance` is what else the draws depend on.

    `orders` is where orders wait for their phase: "public", or "private" in the folder that git
    does not see. `recipients` are the public keys that secrets are encrypted to. `replacements` are
    those who took over a power in play. `addresses` is what an older game has here; ask
    `addresses_of` for them. `archived`: the game is over and archived. `early` is "all-ready" where
    a phase is adjudicated before its deadline when all who owe orders have said that they are
    ready, else ""; `absence` decides for a power that sends nothing: "hold", nothing is ordered;
    "standing", its standing orders count, if it has any; "caretaker", the same, and a program
    orders for it where it has none. "" is "standing" without a note of who sent nothing.
    """

    format: int
    title: str
    ruleset: str
    introduction: str = ""
    seed_commitment: str = ""
    chance: ChanceSettings = ChanceSettings()
    players: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    options: Mapping[str, Any] = field(default_factory=lambda: _EMPTY)
    dates: Mapping[str, date] = field(default_factory=lambda: _EMPTY)
    moved: Mapping[str, tuple[date, ...]] = field(default_factory=lambda: _EMPTY)
    orders: str = "public"
    zone: str = ""
    grace: timedelta = timedelta()
    rhythm: Mapping[str, timedelta] = field(default_factory=lambda: _EMPTY)
    addresses: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    recipients: tuple[str, ...] = ()
    replacements: tuple[Replacement, ...] = ()
    archived: bool = False
    pause: Pause | None = None
    early: str = ""
    absence: str = ""

    def deadline(self, moment: Moment) -> date | None:
        """When the orders for a phase are due (a date or a datetime), or None if game.toml does not
        have it."""
        return self.dates.get(str(moment))


class _Secrets(Table, frozen=True):
    """The table [secrets]."""

    recipients: tuple[Annotated[str, _KEY], ...] = ()


class _GameFile(Table, frozen=True):
    """game.toml as it is written."""

    format: Annotated[Positive, _NEWEST]
    """the format of the folder: `1`"""
    title: _Name
    """the game's name for people"""
    ruleset: _Name
    """the ruleset's id; `theatrum ruleset rules` lists all"""
    introduction: str = ""
    """Markdown for the game's front page"""
    seed_commitment: Annotated[str, _HASHED] = ""
    """the SHA-256 of the secret seed; `theatrum new` writes it"""
    chance: ChanceSettings = ChanceSettings()
    """`seed_given`: below"""
    orders: Literal["public", "private"] = "public"
    """where orders wait for their phase; `theatrum new` writes `"private"`"""
    early: Literal["", "all-ready"] = ""
    """`"all-ready"`: a phase runs before its deadline when everyone [is
    ready](referees.md#ready-and-silent)"""
    absence: Literal["", "hold", "standing", "caretaker"] = ""
    """for a power that sends nothing: [no orders, its standing orders, or a
    program](referees.md#ready-and-silent)"""
    zone: Annotated[str, _ZONE] = ""
    """the time zone of dates without one (`"Europe/Vienna"`); `""` is UTC"""
    grace: Annotated[str, _SPAN] = ""
    """how long after a deadline orders still count"""
    archived: bool = False
    """the game is archived"""
    players: Mapping[str, str] = _EMPTY
    """power = the player's name"""
    replacements: tuple[Replacement, ...] = ()
    """players who took over a power: below"""
    addresses: Mapping[str, str] = _EMPTY
    """in older games: power = mail address; `theatrum upgrade` moves them to
    [`private/`](#addresses)"""
    secrets: _Secrets = _Secrets()
    """`recipients`: the age public keys for `theatrum secrets seal`"""
    options: Mapping[str, Any] = _EMPTY
    """[options](options.md) of the ruleset that differ from their defaults"""
    rhythm: Mapping[str, Annotated[str, _SPAN]] = _EMPTY
    """phase = the time from the previous deadline to its own"""
    dates: Mapping[_Year, Mapping[_Slug, _Date]] = _EMPTY
    """`[dates.<year>]`: phase = when its orders are due"""
    moved: Mapping[_Year, Mapping[_Slug, tuple[_Date, ...]]] = _EMPTY
    """`[moved.<year>]`: phase = its earlier deadlines; `theatrum deadline` writes it for
    calendars"""
    pause: Pause | None = None
    """the game is paused: below"""


KEYS: Final = _GameFile.__struct_fields__


def settings_file(folder: Path) -> TomlText:
    """The game.toml of a game folder. Raises FileError, also for one with too much in it."""
    return read_toml(folder / GAME, LONGEST_SETTINGS, MOST_KEYS)


def read_settings(toml: TomlText) -> GameSettings:
    """The settings in game.toml. Raises FileErrors with the place of every key that is wrong."""
    data = _with_one_absence(toml, used_settings(toml, SETTINGS))
    errors = toml.faults(faults_of(data, _GameFile))
    options: dict[str, Any] = {}
    table = data.get("options")
    for keys, value in leaves(table, ()) if isinstance(table, Mapping) else ():
        name = ".".join(keys)
        if name in options:
            errors.append(toml.error(f"{name} appears twice", "options", *keys))
        options[name] = value
    if errors:
        raise FileErrors(errors)
    file = convert(data, _GameFile)
    return GameSettings(
        FORMAT,
        plain_line(file.title),
        file.ruleset,
        plain_lines(file.introduction),
        file.seed_commitment,
        file.chance,
        MappingProxyType({power: plain_line(name) for power, name in file.players.items()}),
        MappingProxyType(options),
        MappingProxyType(dict(_by_phase(file.dates))),
        MappingProxyType(dict(_by_phase(file.moved))),
        file.orders,
        file.zone,
        _span(file.grace),
        MappingProxyType({phase: _span(text) for phase, text in file.rhythm.items()}),
        MappingProxyType(file.addresses),
        file.secrets.recipients,
        tuple(
            replace(
                replacement,
                player=plain_line(replacement.player),
                note=plain_line(replacement.note),
            )
            for replacement in file.replacements
        ),
        file.archived,
        file.pause,
        file.early,
        file.absence,
    )


def _with_one_absence(toml: TomlText, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Settings with a word for `absence`, where an older game has a table with a step for each
    phase that is missed, and days of leave: the first step counts."""
    table = data.get("absence")
    if not isinstance(table, Mapping):
        return data
    steps = table.get("steps", ["standing"])
    first = steps[0] if isinstance(steps, list) and steps else ""
    word = first if first in ABSENCE else "hold"
    tell(
        toml.error(
            "the table [absence] is no longer used: its first step applies to every phase",
            "absence",
            hint=f'write absence = "{word}" above the first table; '
            "days of leave are no longer counted",
        )
    )
    return {**data, "absence": word}


def _by_phase(years: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    """The entries below [dates.1901], under the names of phases: "1901 spring-movement"."""
    for year, phases in years.items():
        yield from ((f"{year} {phase}", value) for phase, value in phases.items())


def _span(text: str) -> timedelta:
    return read_span(text) or timedelta()


def check_settings(settings: GameSettings, toml: TomlText, ruleset: Ruleset[Any]) -> None:
    """Raises FileErrors where powers, options or phases do not fit the ruleset."""
    errors: list[FileError] = []
    for key, powers in (
        ("players", tuple(settings.players)),
        ("addresses", tuple(settings.addresses)),
        ("replacements", tuple(replacement.power for replacement in settings.replacements)),
    ):
        for power in powers:
            if power not in ruleset.powers:
                hint = nearest(power, ruleset.powers, "powers")
                where = [key] if key == "replacements" else [key, power]
                errors.append(toml.error(f"there is no power {power}", *where, hint=hint))
    since = 'write their first phase, like since = "1623 diplomatic"'
    phases = [
        *(
            (replacement.since, ("replacements", number, "since"), since)
            for number, replacement in enumerate(settings.replacements)
        ),
        *((f"1 {phase}", ("rhythm", phase), _PHASES) for phase in settings.rhythm),
        *((moment, ("dates", *moment.split(" ", 1)), _PHASES) for moment in settings.dates),
        *((moment, ("moved", *moment.split(" ", 1)), _PHASES) for moment in settings.moved),
    ]
    for moment, place, hint in phases:
        year, _, phase = moment.partition(" ")
        try:
            ruleset.phase_title(Moment(int(year), 1, phase))
        except (KeyError, GameError):
            errors.append(toml.error(f"there is no phase {phase}", *place, hint=hint))
    errors += option_errors(toml, ruleset)
    if errors:
        raise FileErrors(errors)


def option_errors(toml: TomlText, ruleset: Ruleset[Any], *path: str) -> Iterator[FileError]:
    """The errors in the options of a file, each with its place. `path` leads to their table; no
    path is the top of the file."""
    table: Any = toml.data
    for key in (*path, "options"):
        table = table.get(key, {}) if isinstance(table, Mapping) else {}
    for keys, error in bad_options(table, ruleset):
        what = toml.error(error.problem, *path, "options", *keys, hint=error.hint)
        if isinstance(error, SettledOption):
            tell(what)
        else:
            yield what


def bad_options(table: Any, ruleset: Ruleset[Any]) -> Iterator[tuple[Keys, GameError]]:
    """The faults of the options in a table, each with its keys; SettledOption for one that
    has no effect any more."""
    for keys, value in leaves(table, ()) if isinstance(table, Mapping) else ():
        try:
            check_option(ruleset, ".".join(keys), value)
        except GameError as error:
            yield keys, error


def flat_options(table: Mapping[str, Any]) -> dict[str, Any]:
    """Options by their ids, whatever tables they are in."""
    return {".".join(keys): value for keys, value in leaves(table, ())}


def leaves(table: Mapping[str, Any], path: Keys) -> Iterator[tuple[Keys, Any]]:
    """The values below a table that are not tables themselves, each with its keys."""
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


class SettledOption(GameError):
    """An option of an earlier version, which a reading of the rulebook has replaced."""


def check_option(ruleset: Ruleset[Any], name: str, value: Any) -> None:
    """Raises GameError if a ruleset has no such option, or the option cannot have the value."""
    option: Option | None = ruleset.options.get(name)
    if option is None:
        if rule := ruleset.rulebook.settled.get(name):
            raise SettledOption(
                f"{name} is no longer an option; the reading of {rule} replaced it",
                hint=f"{ruleset.rulebook[rule].reading} A ruling can decide otherwise",
            )
        raise GameError(
            f"{ruleset.title} has no option {name}", hint=nearest(name, ruleset.options, "options")
        )
    wanted = option_problem(option, value)
    if wanted:
        hint = f"choices: {wanted}" if option.choices else f"it is {wanted}"
        raise GameError(f"{name} cannot be {value!r}", hint=hint)
