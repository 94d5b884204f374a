"""The format of an exported game. Writing, reading and the JSON Schema follow these models.

Importing pydantic takes a quarter of a second, so only what exports or imports imports this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import PydanticCustomError

from generator.archive.files.layout import GAME, PUBLIC, REVEALED
from generator.archive.files.names import is_date_slug, is_relative, is_slug, is_year
from generator.engine.verdicts import Outcome

VERSION: Final = 1
"""The version of the form."""
FILES: Final = PUBLIC
"""The files at the top of a game's folder that are part of it."""


def _must(is_right: Callable[[Any], bool], problem: str) -> AfterValidator:
    """A validator that refuses a value; the problem is a predicate such as "is not a year"."""

    def check(value: Any) -> Any:
        if not is_right(value):
            raise PydanticCustomError("theatrum", "{problem}", {"problem": problem})
        return value

    return AfterValidator(check)


Version = Annotated[
    int,
    _must(VERSION.__eq__, f"is not version {VERSION}"),
    Field(json_schema_extra={"const": VERSION}),
]
Slug = Annotated[str, _must(is_slug, "is not a name"), Field(description=is_slug.__doc__)]
PressName = Annotated[
    str, _must(is_date_slug, "is not a press file's name"), Field(description=is_date_slug.__doc__)
]
YearName = Annotated[str, _must(is_year, "is not a year"), Field(description=is_year.__doc__)]
YearNumber = Annotated[int, _must(lambda year: is_year(str(year)), "is not a year")]
FileName = Annotated[
    str,
    _must(FILES.__contains__, f"is not one of {', '.join(FILES)}"),
    Field(json_schema_extra={"enum": list(FILES)}),
]
Files = Annotated[
    dict[FileName, str],
    _must(lambda files: GAME in files, f"has no {GAME}"),
    Field(json_schema_extra={"required": [GAME]}),
]
RevealedPath = Annotated[
    str,
    _must(
        lambda path: is_relative(path) and path.startswith(f"{REVEALED}/"),
        f"is not a path below {REVEALED}/",
    ),
    Field(description="The path of a file in the game's folder."),
]
Secrets = dict[Slug, dict[str, Any]]


class _Form(BaseModel):
    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True
    )


class Reason(_Form):
    """Why, in one sentence, and by which rule of the game's rulebook."""

    rule: str
    text: str


class Verdict(_Form):
    """The result of one order."""

    power: str
    order: str
    """In canonical notation where the order could be read, otherwise as it was written."""
    outcome: Outcome
    reasons: tuple[Reason, ...]
    written: str
    """The player's own text where it differs from `order`, or ""."""
    note: str
    """How the order came about where the player did not give it, or ""."""
    known_to: tuple[str, ...] | None = None
    """The powers that may know it; left out where everyone may."""


class Event(_Form):
    """One thing that happened, with the rule that made it happen."""

    kind: str
    rule: str
    text: str
    powers: tuple[str, ...]
    provinces: tuple[str, ...]
    weight: int
    """Orders headlines, higher first."""
    known_to: tuple[str, ...] | None = None
    """The powers that may know it; left out where everyone may."""
    data: dict[str, Any] | None = None
    """Its figures, by the ruleset's names; left out if it has no figures."""


class Year(_Form):
    """The texts that people wrote for a year, as unchanged files."""

    orders: dict[Slug, str]
    """By power."""
    rulings: str | None = None
    secret_orders: dict[Slug, str] | None = None
    """By power: orders that wait for their phase, and whole orders of which only a part is public;
    only in an export with secrets."""
    secret_rulings: str | None = None
    """Only in an export with secrets."""


class Opening(_Form):
    """The state in which the game began."""

    year: YearNumber
    state: dict[str, Any]
    """The ruleset's tables."""
    private: Secrets | None = None
    """Secret tables by the names of their documents; only in an export with secrets."""


class Phase(_Form):
    """One adjudicated phase, and the state after it."""

    year: YearNumber
    number: Annotated[int, Field(ge=1, le=999_999)]
    """Counts the phases of the year from 1."""
    phase: Slug
    title: str
    verdicts: tuple[Verdict, ...]
    """By power; secret ones only in an export with secrets."""
    events: tuple[Event, ...]
    """In the order in which they happened; secret ones only in an export with secrets."""
    state: dict[str, Any]
    """The ruleset's tables."""
    private: Secrets | None = None
    """Secret tables by the names of their documents; only in an export with secrets."""


class Game(_Form):
    """A whole game as theatrum exports it."""

    model_config = ConfigDict(json_schema_extra={"$schema": GenerateJsonSchema.schema_dialect})

    theatrum: Version
    """The version of this form."""
    name: Slug
    """The name of the game's folder."""
    title: str
    """The game's title."""
    ruleset: str
    """The id of its ruleset."""
    credit: str | None = None
    """The designer of the ruleset, if its rulebook has one."""
    files: Files
    """The files at the top of the game's folder, by name."""
    press: dict[PressName, str]
    """Press files, by their names without `.md`."""
    years: dict[YearName, Year]
    """For each year the files of orders and rulings."""
    opening: Opening
    """The first state."""
    phases: tuple[Phase, ...]
    """Each phase with its verdicts, events and state, in the order of play."""
    revealed: dict[RevealedPath, str] | None = None
    """The files revealed at the end of the game."""
    seed: str | None = None
    """The file of the secret seed; only with `--private`."""
