"""game.toml: what a game is called, who plays, and by which rules.

Checked by hand rather than by a library: the checks take a millisecond, and importing pydantic
alone takes longer than `theatrum check` may.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct, field

from generator.archive.files.names import is_slug, is_year
from generator.archive.files.reading import FileErrors, TomlText
from generator.archive.files.spans import is_zone, read_span
from generator.engine.errors import FileError, GameError
from generator.engine.knobs import option_problem
from generator.engine.phases import Moment
from generator.engine.plain import plain_line, plain_lines
from generator.engine.ruleset import Option, Ruleset
from generator.engine.words import nearest

__all__ = [
    "EARLY",
    "FORMAT",
    "STEPS",
    "AbsencePolicy",
    "ChanceSettings",
    "GameSettings",
    "Pause",
    "Replacement",
    "check_option",
    "check_settings",
    "nearest",
    "option_errors",
    "read_settings",
]

FORMAT: Final = 1
KEYS: Final = (
    "format",
    "title",
    "ruleset",
    "introduction",
    "seed_commitment",
    "chance",
    "orders",
    "early",
    "zone",
    "grace",
    "archived",
    "players",
    "replacements",
    "addresses",
    "secrets",
    "logins",
    "options",
    "rhythm",
    "dates",
    "pause",
    "absence",
)
EARLY: Final = "all-ready"
"""The setting by which a phase is adjudicated before its deadline when all are ready."""
STEPS: Final = ("hold", "standing", "caretaker", "open")
"""What may become of a power that sends nothing for a phase."""
_MOST_STEPS: Final = 20
_MOST_DAYS: Final = 366
_HASH = re.compile(r"[0-9a-f]{64}\Z")
_RECIPIENT = re.compile(r"age1[0-9a-z]{20,}\Z")
_SINCE = re.compile(r"\d{1,4} [a-z][a-z0-9-]*\Z")
Keys = tuple[str, ...]

_EMPTY: Mapping[str, Any] = MappingProxyType({})


class Replacement(Struct, frozen=True):
    """A player who took over a power. `since` is the first phase of theirs ("1623 diplomatic")."""

    power: str
    player: str
    since: str
    note: str = ""


class Pause(Struct, frozen=True):
    """A time in which no deadline counts. `until` is what was announced, None where nothing was;
    the pause lasts until the game is resumed."""

    since: date
    until: date | None = None
    reason: str = ""


class AbsencePolicy(Struct, frozen=True):
    """What becomes of a power that sends nothing: `steps` for the first phase that it misses, the
    second and so on, the last for all after it. "hold": nothing is ordered; "standing": its
    standing orders, if it has any; "caretaker": a program writes its orders; "open": its seat is
    open, and the step before goes on.

    `leave_days`: for how many days in the whole game a player may be away without missing a phase;
    `on_leave` is the step for phases in that time."""

    steps: tuple[str, ...] = ("standing",)
    leave_days: int = 0
    on_leave: str = "standing"

    def step(self, missed: int) -> tuple[str, bool]:
        """What is done in the phase that is missed as the `missed`th one after another, counted
        from 1; and whether the seat is open then."""
        done = self.steps[: max(missed, 1)]
        acts = [step for step in done if step != "open"]
        # A seat that has come to be open stays so until somebody takes it.
        return (acts[-1] if acts else "hold"), "open" in done


class ChanceSettings(Struct, frozen=True):
    """The settings for the draws in game.toml. `event` is a public event, named before the game,
    whose result nobody can choose ("the EuroMillions numbers of 5 March 2027"), "" for none.
    `seed_given`: the seed was written by hand, as for a test, and may be guessed."""

    event: str = ""
    seed_given: bool = False


class GameSettings(Struct, frozen=True):
    """What game.toml says. `players` maps powers to names, `options` holds the ruleset's options
    that were chosen by their ids, `dates` maps phases ("1901 spring-movement") to the day, or the
    minute, on which orders are due; a time without a zone is one of `zone` (an IANA name, "" is
    UTC). `grace` is how long after it orders are still taken, `rhythm` how long after the deadline
    before it a phase's own is. `seed_commitment` is the hash of the secret seed,
    `chance` says what else the draws depend on.

    `orders` says where orders wait for their phase: "public", or "private" in the folder that git
    does not see. `recipients` are the public keys that secrets are encrypted to. `replacements` are
    those who took over a power in play. `addresses` is what an older game has here; ask
    `addresses_of` for them. `archived`: the game is over and put away. `logins` maps powers to the
    logins from which their orders may come as a pull request. `early` is "all-ready" where a phase
    is adjudicated before its deadline when all who owe orders have said that they are ready, else
    ""; `absence` says what becomes of those who send nothing, None where nobody has decided it.
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
    orders: str = "public"
    zone: str = ""
    grace: timedelta = timedelta()
    rhythm: Mapping[str, timedelta] = field(default_factory=lambda: _EMPTY)
    addresses: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    recipients: tuple[str, ...] = ()
    replacements: tuple[Replacement, ...] = ()
    archived: bool = False
    pause: Pause | None = None
    logins: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    early: str = ""
    absence: AbsencePolicy | None = None

    def deadline(self, moment: Moment) -> date | None:
        """When the orders for a phase are due, if game.toml says it (a date or a datetime)."""
        return self.dates.get(str(moment))


def read_settings(toml: TomlText) -> GameSettings:
    """The settings in game.toml. Raises FileErrors with the place of every key that is wrong."""
    checker = _Checker(toml)
    data = toml.data
    for key in data:
        if key not in KEYS:
            checker.wrong(f"there is no setting {key}", key, hint=nearest(key, KEYS, "settings"))
    number = data.get("format")
    if number is None:
        checker.wrong("format is missing", hint=f"the newest is: format = {FORMAT}")
    elif type(number) is not int or number < 1:
        checker.wrong("format is not a number", "format", hint=f"write: format = {FORMAT}")
    elif number > FORMAT:
        checker.wrong(
            f"format {number} is newer than this program, which knows {FORMAT}",
            "format",
            hint="install a newer theatrum",
        )
    settings = GameSettings(
        FORMAT,
        plain_line(checker.text("title", needed=True)),
        checker.text("ruleset", needed=True),
        plain_lines(checker.text("introduction")),
        checker.text("seed_commitment"),
        checker.chance(),
        checker.players(),
        checker.options(),
        checker.dates(),
        checker.choice("orders", ("public", "private")),
        checker.zone(),
        checker.span("grace"),
        checker.rhythm(),
        checker.table("addresses", str, "an address in quotes"),
        checker.recipients(),
        checker.replacements(),
        checker.flag("archived"),
        checker.pause(),
        checker.table("logins", str, "a login in quotes"),
        checker.choice("early", ("", EARLY)),
        checker.absence(),
    )
    if settings.seed_commitment and not _HASH.match(settings.seed_commitment):
        checker.wrong("is not a SHA-256 hash", "seed_commitment", hint="64 hexadecimal digits")
    checker.finish()
    return settings


class _Checker:
    """Reads the values of one file and collects the errors in them."""

    def __init__(self, toml: TomlText) -> None:
        self.toml = toml
        self.errors: list[FileError] = []

    def wrong(self, problem: str, *keys: str | int, hint: str = "") -> None:
        self.errors.append(self.toml.error(problem, *keys, hint=hint))

    def finish(self) -> None:
        if self.errors:
            raise FileErrors(self.errors)

    def text(self, key: str, *, needed: bool = False) -> str:
        value = self.toml.data.get(key)
        if isinstance(value, str) and (value.strip() or not needed):
            return value
        if value is None and not needed:
            return ""
        problem = f"{key} is missing" if value is None else f"{key} is not a text"
        self.wrong(problem, key, hint=f'write: {key} = "..."')
        return ""

    def table(self, key: str, kind: type, what: str) -> Mapping[str, Any]:
        """The table under `key`, whose values must all be of `kind`."""
        value = self.toml.data.get(key, {})
        if not isinstance(value, Mapping):
            self.wrong(f"{key} is not a table", key, hint=f"write a line [{key}]")
            return _EMPTY
        for name, item in value.items():
            if not isinstance(item, kind):
                self.wrong(f"{name} is not {what}", key, name)
        return MappingProxyType({n: item for n, item in value.items() if isinstance(item, kind)})

    def players(self) -> Mapping[str, str]:
        found = self.table("players", str, "a player's name in quotes")
        return MappingProxyType({power: plain_line(name) for power, name in found.items()})

    def chance(self) -> ChanceSettings:
        table = self.table("chance", object, "")
        for key in table:
            if key not in ChanceSettings.__struct_fields__:
                hint = nearest(key, ChanceSettings.__struct_fields__, "keys")
                self.wrong(f"there is no {key} here", "chance", key, hint=hint)
        event, given = table.get("event", ""), table.get("seed_given", False)
        if not isinstance(event, str):
            self.wrong("event is not a text", "chance", "event", hint='event = "..."')
        elif not isinstance(given, bool):
            self.wrong("seed_given is not true or false", "chance", "seed_given")
        else:
            return ChanceSettings(event.strip(), given)
        return ChanceSettings()

    def choice(self, key: str, choices: tuple[str, ...]) -> str:
        """One of the choices; the first where nothing is said."""
        value = self.toml.data.get(key, choices[0])
        if value in choices:
            return str(value)
        named = ", ".join(choice for choice in choices if choice)
        self.wrong(f"{key} cannot be {value!r}", key, hint=f"choices: {named}")
        return choices[0]

    def flag(self, key: str) -> bool:
        value = self.toml.data.get(key, False)
        if not isinstance(value, bool):
            self.wrong(f"{key} is not true or false", key)
        return value is True

    def zone(self) -> str:
        """The name of a time zone that this machine knows, or ""."""
        name = self.text("zone")
        if name and not is_zone(name):
            hint = 'a name like "Europe/Vienna"; see the list of tz database time zones'
            self.wrong(f"there is no time zone {name}", "zone", hint=hint)
            return ""
        return name

    def span(self, *keys: str) -> timedelta:
        """A length of time in words: "36 hours"."""
        value: Any = self.toml.data
        for key in keys:
            value = value.get(key, "") if isinstance(value, Mapping) else ""
        if value == "":
            return timedelta()
        found = read_span(value) if isinstance(value, str) else None
        if found is None:
            self.wrong(f"{keys[-1]} is no length of time", *keys, hint='like "36 hours", "14 days"')
            return timedelta()
        return found

    def rhythm(self) -> Mapping[str, timedelta]:
        phases = self.table("rhythm", str, 'a length of time like "14 days"')
        return MappingProxyType({phase: self.span("rhythm", phase) for phase in phases})

    def recipients(self) -> tuple[str, ...]:
        table = self.table("secrets", object, "")
        for key in table:
            if key != "recipients":
                hint = nearest(key, ("recipients",), "keys")
                self.wrong(f"there is no {key} here", "secrets", key, hint=hint)
        keys = table.get("recipients", [])
        if isinstance(keys, list) and all(isinstance(key, str) for key in keys):
            wrong = [key for key in keys if not _RECIPIENT.match(key)]
            if not wrong:
                return tuple(keys)
            self.wrong(f"{wrong[0]!r} is not a public key", "secrets", "recipients")
            return ()
        hint = 'recipients = ["age1..."]'
        self.wrong("recipients is not a list of public keys", "secrets", "recipients", hint=hint)
        return ()

    def replacements(self) -> tuple[Replacement, ...]:
        rows = self.toml.data.get("replacements", [])
        if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
            self.wrong("replacements are not tables", "replacements", hint="[[replacements]]")
            return ()
        found = []
        for row in rows:
            unknown = [key for key in row if key not in Replacement.__struct_fields__]
            given = {key: row.get(key, "") for key in Replacement.__struct_fields__}
            if unknown:
                self.wrong(f"a replacement has no {unknown[0]}", "replacements")
            elif not all(isinstance(entry, str) for entry in given.values()):
                self.wrong("a replacement is written in quotes", "replacements")
            elif not given["power"] or not given["player"]:
                self.wrong("a replacement names a power and a player", "replacements")
            elif not _SINCE.match(given["since"]):
                hint = 'like since = "1623 diplomatic"'
                self.wrong(f"{given['since']!r} is not a phase", "replacements", hint=hint)
            else:
                for key in ("player", "note"):
                    given[key] = plain_line(given[key])
                found.append(Replacement(**given))
        return tuple(found)

    def pause(self) -> Pause | None:
        if "pause" not in self.toml.data:
            return None
        table = self.table("pause", object, "")
        for key in table:
            if key not in Pause.__struct_fields__:
                hint = nearest(key, Pause.__struct_fields__, "keys")
                self.wrong(f"there is no {key} here", "pause", key, hint=hint)
        since, until, reason = (table.get(key) for key in Pause.__struct_fields__)
        for key, value in (("since", since), ("until", until)):
            if not isinstance(value, date) and (key == "since" or value is not None):
                hint = "write a date like 2027-03-01 or 2027-03-01T20:00:00, without quotes"
                self.wrong(f"{key} is not a date", "pause", key, hint=hint)
        if reason is not None and not isinstance(reason, str):
            self.wrong("reason is not a text", "pause", "reason")
        if not isinstance(since, date):
            return None
        announced = until if isinstance(until, date) else None
        return Pause(since, announced, reason if isinstance(reason, str) else "")

    def absence(self) -> AbsencePolicy | None:
        if "absence" not in self.toml.data:
            return None
        table, normal = self.table("absence", object, ""), AbsencePolicy()
        for key in table:
            if key not in AbsencePolicy.__struct_fields__:
                hint = nearest(key, AbsencePolicy.__struct_fields__, "keys")
                self.wrong(f"there is no {key} here", "absence", key, hint=hint)
        steps = table.get("steps", list(normal.steps))
        if not isinstance(steps, list) or not 1 <= len(steps) <= _MOST_STEPS:
            hint = 'like steps = ["standing", "caretaker", "open"]'
            self.wrong("steps is not a list of steps", "absence", "steps", hint=hint)
            steps = list(normal.steps)
        days = table.get("leave_days", normal.leave_days)
        if type(days) is not int or not 0 <= days <= _MOST_DAYS:
            hint = f"a number from 0 to {_MOST_DAYS}"
            self.wrong("leave_days is not a number of days", "absence", "leave_days", hint=hint)
            days = normal.leave_days
        on_leave = table.get("on_leave", normal.on_leave)
        for key, named in (("steps", steps), ("on_leave", [on_leave])):
            known = STEPS if key == "steps" else STEPS[:-1]
            for step in named:
                if step not in known:
                    hint = nearest(str(step), known, "steps")
                    self.wrong(f"there is no step {step!r}", "absence", key, hint=hint)
        return AbsencePolicy(tuple(map(str, steps)), days, str(on_leave))

    def options(self) -> Mapping[str, Any]:
        """The options by their ids, also those written with dots or in tables of their own."""
        found: dict[str, Any] = {}
        for keys, value in _leaves(self.table("options", object, ""), ()):
            name = ".".join(keys)
            if name in found:
                self.wrong(f"{name} is given twice", "options", *keys)
            found[name] = value
        return MappingProxyType(found)

    def dates(self) -> Mapping[str, date]:
        """The days below [dates.1901], under the names of their phases: "1901 spring-movement"."""
        found: dict[str, date] = {}
        for year, phases in self.table("dates", Mapping, "a table [dates.<year>]").items():
            if not is_year(year):
                self.wrong(f"{year!r} is not a year", "dates", year, hint="like [dates.1901]")
            for phase, day in phases.items():
                if not is_slug(phase):
                    self.wrong(f"{phase!r} is not a phase", "dates", year, phase)
                elif not isinstance(day, date):
                    hint = "write a date like 2027-03-01 or 2027-03-01T20:00:00Z, without quotes"
                    self.wrong(f"{phase} is not a date", "dates", year, phase, hint=hint)
                else:
                    found[f"{year} {phase}"] = day
        return MappingProxyType(found)


def check_settings(settings: GameSettings, toml: TomlText, ruleset: Ruleset[Any]) -> None:
    """Raises FileErrors where powers, options or phases do not fit the ruleset."""
    checker = _Checker(toml)
    for key, powers in (
        ("players", tuple(settings.players)),
        ("addresses", tuple(settings.addresses)),
        ("logins", tuple(settings.logins)),
        ("replacements", tuple(replacement.power for replacement in settings.replacements)),
    ):
        for power in powers:
            if power not in ruleset.powers:
                hint = nearest(power, ruleset.powers, "powers")
                where = [key] if key == "replacements" else [key, power]
                checker.wrong(f"there is no power {power}", *where, hint=hint)
    for number, replacement in enumerate(settings.replacements):
        year, _, phase = replacement.since.partition(" ")
        try:
            ruleset.phase_title(Moment(int(year), 1, phase))
        except (KeyError, GameError):
            hint = 'the first phase of theirs, like since = "1623 diplomatic"'
            checker.wrong(f"there is no phase {phase}", "replacements", number, "since", hint=hint)
    checker.errors += option_errors(toml, ruleset)
    checker.finish()


def option_errors(toml: TomlText, ruleset: Ruleset[Any], *path: str) -> Iterator[FileError]:
    """The errors in the options of a file, each with its place. `path` leads to their table, if
    it does not stand at the top."""
    table: Any = toml.data
    for key in (*path, "options"):
        table = table.get(key, {}) if isinstance(table, Mapping) else {}
    for keys, value in _leaves(table, ()) if isinstance(table, Mapping) else ():
        try:
            check_option(ruleset, ".".join(keys), value)
        except GameError as error:
            yield toml.error(error.problem, *path, "options", *keys, hint=error.hint)


def _leaves(table: Mapping[str, Any], path: Keys) -> Iterator[tuple[Keys, Any]]:
    """The values below a table that are no tables themselves, each with its keys."""
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key), value


def check_option(ruleset: Ruleset[Any], name: str, value: Any) -> None:
    """Raises GameError if a ruleset has no such option, or the option cannot have the value."""
    option: Option | None = ruleset.options.get(name)
    if option is None:
        raise GameError(
            f"{ruleset.title} has no option {name}", hint=nearest(name, ruleset.options, "options")
        )
    wanted = option_problem(option, value)
    if wanted:
        hint = f"choices: {wanted}" if option.choices else f"it is {wanted}"
        raise GameError(f"{name} cannot be {value!r}", hint=hint)
