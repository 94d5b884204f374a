"""Games of the PyPI package `diplomacy`: the JSON that it saves, read and checked.

One JSON object is one game: {"id", "map", "phases": [{"name": "S1901M", "state", "orders",
"messages"}, ...]}. A file has one such object, or one on each line. Each phase is there with
the state before it; the last is the one that waits, or is called COMPLETED.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from reprlib import repr as shortened
from typing import IO, TYPE_CHECKING, Any, Final

from msgspec import Struct

from generator.engine.errors import FileError, Place, UsageError

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError

LONGEST_IMPORT: Final = 64 * 1024 * 1024
"""Bytes of one game in an imported file. A game of 100 phases takes one of the 64 MiB."""

KINDS: Final = {
    ("S", "M"): "spring-movement",
    ("S", "R"): "spring-retreats",
    ("F", "M"): "fall-movement",
    ("F", "R"): "fall-retreats",
    ("W", "A"): "winter-adjustments",
}
"""Our names for the phases of a year, in their order."""

MOST_PHASES: Final = 5000
OVER: Final = "COMPLETED"
_NAME: Final = re.compile(r"([SFW])([1-9][0-9]{0,3})([MRA])")
_VICTORS: Final = re.compile(r"Victory by: *(.*)")
_HINT: Final = "make the file with to_saved_game_format of the package diplomacy"


class Message(Struct, frozen=True):
    """A message of a power, or of SYSTEM, to one recipient, or to GLOBAL."""

    sender: str
    recipient: str
    text: str


class SavedPhase(Struct, frozen=True):
    """A phase and the position before it. `year` is 0 and `phase` "" where the game is over.

    `units`, `dislodged` and `orders` map powers, by our names, to texts; `orders` has only powers
    that sent some. `retreats` maps powers to their dislodged units and where each may go. `centers`
    maps owned centers to their owners, `land` provinces to the power last there.
    """

    year: int
    phase: str
    units: Mapping[str, tuple[str, ...]]
    dislodged: Mapping[str, tuple[str, ...]]
    retreats: Mapping[str, Mapping[str, tuple[str, ...]]]
    centers: Mapping[str, str]
    land: Mapping[str, str]
    orders: Mapping[str, tuple[str, ...]]
    messages: tuple[Message, ...]

    @property
    def is_end(self) -> bool:
        return not self.phase

    @property
    def age(self) -> tuple[int, int]:
        """Sorts phases; the end comes last."""
        slugs = tuple(KINDS.values())
        return (10_000, 0) if self.is_end else (self.year, slugs.index(self.phase))


class SavedGame(Struct, frozen=True):
    """A saved game. `victors` are the powers that won or shared a draw, if it is said."""

    id: str
    phases: tuple[SavedPhase, ...]
    victors: tuple[str, ...] = ()


def find_game(file: IO[bytes], where: str, wanted: str = "") -> tuple[str, Any]:
    """The JSON text of one game in a file, and the parsed object if it is a saved game of the
    package, otherwise None: the text may have another form.

    `wanted` is the id of a game in a file that has one on each line. Only one game of a file is in
    memory at a time. Raises FileError for a game that is not text or longer than LONGEST_IMPORT,
    and UsageError for a file of several games if `wanted` is "" or not among them.
    """
    place = Place(where)
    lines = _bounded_lines(file, place)
    first = next(lines, b"")
    game = _parsed(first)
    if not _is_saved(game):
        if wanted:
            raise UsageError("the file does not have one game per line", text=f"--saved {wanted}")
        rest = [first]
        size = len(first)
        for line in lines:
            size += len(line)
            _check_size(size, place)
            rest.append(line)
        whole = b"".join(rest)
        game = _parsed(whole)
        return _decoded(whole, place), game if _is_saved(game) else None
    if wanted:
        # Only a line that contains the id as JSON writes it can be the one; most are not parsed.
        marks = (json.dumps(wanted).encode(), json.dumps(wanted, ensure_ascii=False).encode())
        while not (_is_saved(game) and game.get("id") == wanted):
            first = next((line for line in lines if any(mark in line for mark in marks)), b"")
            if not first:
                raise UsageError("the file has no such game", text=f"--saved {shortened(wanted)}")
            game = _parsed(first)
    elif any(line.strip() for line in lines):
        raise UsageError(
            "the file has several games", hint=f"choose one: --saved {shortened(game.get('id'))}"
        )
    return _decoded(first, place), game


def _bounded_lines(file: IO[bytes], place: Place) -> Iterator[bytes]:
    while line := file.readline(LONGEST_IMPORT + 1):
        _check_size(len(line), place)
        yield line


def _check_size(size: int, place: Place) -> None:
    if size > LONGEST_IMPORT:
        raise FileError(
            f"is too long: a game has at most {LONGEST_IMPORT // 1024 // 1024} MiB",
            place=place,
            hint="nothing was imported",
        )


def _parsed(data: bytes) -> Any:
    """The JSON object, or None for anything else."""
    plain = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    try:
        return json.loads(plain) if plain[:1] == b"{" else None
    except (ValueError, RecursionError):
        return None


def _is_saved(game: Any) -> bool:
    return isinstance(game, dict) and "phases" in game and "map" in game and "theatrum" not in game


def _decoded(data: bytes, place: Place) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileError(
            f"is not UTF-8: {error.reason}",
            place=place,
            hint="save the file as UTF-8",
        ) from None


def read_saved_game(found: Any, powers: Mapping[str, Any], where: str) -> SavedGame:
    """The game in a parsed object. `powers` are those of standard Diplomacy by our names.

    Raises FileError for data in another form, and for another map.
    """
    from pydantic import ValidationError

    place = Place(where)
    if found.get("map") != "standard":
        raise FileError(
            f"is a game on the map {shortened(found.get('map'))}",
            place=place,
            hint="only games of standard Diplomacy can be imported",
        )
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        raise FileError(
            "contains text that is not valid Unicode", place=place, hint=_HINT
        ) from None
    try:
        game: Any = _form().model_validate(found)
    except ValidationError as error:
        raise _refusal(error, place) from None
    reader = _Reader(powers, place)
    phases = tuple(reader.phase(number, phase) for number, phase in enumerate(game.phases, 1))
    ages = [phase.age for phase in phases]
    late = next((n for n in range(1, len(ages)) if ages[n] <= ages[n - 1]), 0)
    if late:
        raise reader.wrong(late + 1, "does not come after the phase before it")
    if not phases[0].phase:
        raise reader.wrong(1, "is the end of a game without phases")
    return SavedGame(game.id, phases, reader.victors(game.phases[-1].state.note))


@cache
def _form() -> type[BaseModel]:
    """The part of the form that is read here; everything else is ignored."""
    from pydantic import BaseModel, Field

    texts = tuple[str, ...]

    class Said(BaseModel):
        sender: str
        recipient: str
        message: str

    class State(BaseModel):
        units: dict[str, texts]
        centers: dict[str, texts]
        retreats: dict[str, dict[str, texts]] = {}
        influence: dict[str, texts] = {}
        note: str = ""

    class Phase(BaseModel):
        name: str
        state: State
        orders: dict[str, texts | None] = {}
        messages: tuple[Said, ...] = ()

    class Game(BaseModel):
        id: str = Field(min_length=1)
        phases: tuple[Phase, ...] = Field(min_length=1, max_length=MOST_PHASES)

    return Game


def _refusal(error: ValidationError, place: Place) -> FileError:
    """The first problem that pydantic found, at its path: `phases.3.state.units`."""
    first = error.errors(include_url=False)[0]
    path = ".".join(
        str(key + 1) if isinstance(key, int) else shortened(key).strip("'") for key in first["loc"]
    )
    problem = str(first["msg"])
    return FileError(f"{path}: {problem[:1].lower()}{problem[1:]}", place=place, hint=_HINT)


class _Reader(Struct, frozen=True):
    powers: Mapping[str, Any]
    place: Place

    def wrong(self, number: int, problem: str) -> FileError:
        return FileError(f"phase {number} {problem}", place=self.place, hint=_HINT)

    def phase(self, number: int, saved: Any) -> SavedPhase:
        found = _NAME.fullmatch(saved.name)
        slug = KINDS.get((found[1], found[3]), "") if found else ""
        if not slug and saved.name != OVER:
            raise self.wrong(number, f"is called {shortened(saved.name)}, not like S1901M")
        state = saved.state
        for table in (state.units, state.centers, state.retreats, state.influence, saved.orders):
            for power in table:
                if power.lower() not in self.powers:
                    raise self.wrong(number, f"has a power {shortened(power)}")
        units = {power.lower(): texts for power, texts in state.units.items()}
        return SavedPhase(
            int(found[2]) if found and slug else 0,
            slug,
            {p: tuple(unit for unit in own if unit[:1] != "*") for p, own in units.items()},
            {p: tuple(unit[1:] for unit in own if unit[:1] == "*") for p, own in units.items()},
            {power.lower(): places for power, places in state.retreats.items()},
            {code: power.lower() for power, own in state.centers.items() for code in own},
            {code: power.lower() for power, own in state.influence.items() for code in own},
            {power.lower(): texts for power, texts in saved.orders.items() if texts},
            tuple(Message(said.sender, said.recipient, said.message) for said in saved.messages),
        )

    def victors(self, note: str) -> tuple[str, ...]:
        """The powers in a note like `Victory by: AUS, FRA`, in our order."""
        found = _VICTORS.fullmatch(note.strip())
        names = [name.strip().lower() for name in found[1].split(",")] if found else []
        return tuple(
            power for power in self.powers if any(n and power.startswith(n) for n in names)
        )
