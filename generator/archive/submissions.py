"""Orders as they come in: put where orders wait, every version and its mail kept in private/."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from generator.archive.game import Game, check_there, load_game
from generator.archive.layout import mail_path
from generator.archive.names import is_slug
from generator.archive.orders import OrderText
from generator.archive.reading import entries, read_exact_text, read_toml
from generator.archive.settings import nearest
from generator.archive.sheets import waiting_path, with_orders
from generator.archive.toml_layout import format_toml
from generator.archive.writing import Change, commit, writing
from generator.engine.errors import FileError, GameError, Place
from generator.engine.phases import Moment

__all__ = ["Replaced", "Stored", "Submission", "store_submission", "submissions_of"]


class Submission(Struct, frozen=True):
    """What a power sent for a phase; `number` counts from 1. `received` is what the one who stored
    it said, "" for nothing. `orders` are those read from it, `mail` is the path of the mail."""

    power: str
    number: int
    received: str
    orders: str
    mail: str


class Replaced(Struct, frozen=True):
    """The orders that waited for a phase before a submission ("" for none), and those after it."""

    number: int
    before: str
    after: str

    @property
    def changed(self) -> bool:
        return self.before.strip() != self.after.strip()


class Stored(Struct, frozen=True):
    """A submission on disk. `path` is the file in which the orders wait, in the game's folder;
    `phases` are those that it was for, in the order in which they were given."""

    power: str
    year: int
    path: str
    phases: Mapping[str, Replaced]


def store_submission(
    folder: Path, power: str, texts: Mapping[str, str], original: str, received: str = ""
) -> Stored:
    """Put a power's orders where they wait for their phases, instead of those that wait there.

    `texts` maps phases of the running year (the one that the game waits for, or later ones) to the
    orders. `original` is the mail as it came, and stays in private/ for good, as do the orders;
    `received` says when. All is written, or nothing. Raises GameError for a power or phase that
    takes no orders, and FileError.
    """
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        year = _check(game, power, texts)
        path = waiting_path(game.settings, year, power)
        there = folder / path
        whole = read_exact_text(there) if there.exists() else ""
        waiting = game.year_orders(year)
        writes: dict[str, str] = {}
        phases: dict[str, Replaced] = {}
        for phase, written in texts.items():
            orders = _lines(written)
            before = waiting.of(phase).get(power)
            _check_place(game, path, before)
            title = _title(game, year, phase)
            whole = with_orders(there, whole, phase, orders, title)
            number = len(_numbers(folder, year, phase, power)) + 1
            while (folder / mail_path(year, phase, power, number, "txt")).exists():
                number += 1
            writes[mail_path(year, phase, power, number, "txt")] = original
            writes[mail_path(year, phase, power, number, "toml")] = format_toml(
                {"received": received, "orders": orders}
            )
            phases[phase] = Replaced(number, before.text if before else "", orders)
        commit(folder, Change({path: whole, **writes}))
    return Stored(power, year, path, phases)


def submissions_of(folder: Path, moment: Moment) -> tuple[Submission, ...]:
    """All that was stored for a phase, by power and number. Raises FileError."""
    found = []
    mails = (folder / mail_path(moment.year, moment.phase, "x", 1, "txt")).parent.parent
    for power in entries(mails):
        for number in _numbers(folder, moment.year, moment.phase, power):
            mail = mail_path(moment.year, moment.phase, power, number, "txt")
            toml = read_toml(folder / mail_path(moment.year, moment.phase, power, number, "toml"))
            received, orders = toml.data.get("received", ""), toml.data.get("orders", "")
            if not isinstance(received, str) or not isinstance(orders, str):
                raise toml.error("is not what theatrum noted of a mail")
            found.append(Submission(power, number, received, orders, mail))
    return tuple(found)


def _numbers(folder: Path, year: int, phase: str, power: str) -> tuple[int, ...]:
    mails = (folder / mail_path(year, phase, power, 1, "txt")).parent
    names = [name.partition(".") for name in entries(mails)]
    return tuple(sorted(int(n) for n, _, kind in names if kind == "toml" and n.isdecimal()))


def _check(game: Game, power: str, texts: Mapping[str, str]) -> int:
    """The running year. Raises GameError for orders that nobody may give now."""
    if game.ending is not None:
        raise GameError(f"{game.slug} is over: {game.ending.text}")
    if power not in game.ruleset.powers:
        hint = nearest(power, game.ruleset.powers, "powers")
        raise GameError(f"{game.ruleset.title} has no power {power}", hint=hint)
    if not texts:
        raise GameError(f"the orders of {power} are for no phase")
    running = game.current_moment
    played = {r.moment.phase for r in game.phases if r.moment.year == running.year}
    for phase in texts:
        if phase != running.phase and phase in played:
            hint = f"the game waits for {running}"
            raise GameError(f"{running.year} {phase} has been adjudicated", hint=hint)
        if not is_slug(phase) or not _title(game, running.year, phase):
            hint = f"the game waits for {running}"
            raise GameError(f"{game.ruleset.title} has no phase {phase!r}", hint=hint)
    return running.year


def _title(game: Game, year: int, phase: str) -> str:
    """A phase for people; "" for one that the ruleset does not know."""
    running = game.current_moment
    if phase == running.phase:
        return game.ruleset.phase_title(running)
    try:
        return game.ruleset.phase_title(Moment(year, running.number + 1, phase))
    except (KeyError, GameError):
        return ""


def _check_place(game: Game, path: str, before: OrderText | None) -> None:
    """Raises FileError where orders wait in another file than the game's settings say."""
    if before is None or not before.text.strip() or before.path == game.folder / path:
        return
    raise FileError(
        f"[{before.phase}] has orders, but those of this game wait in {path}",
        place=Place(str(before.path)),
        hint="move them there",
    )


def _lines(text: str) -> str:
    """A text with plain line ends, and one at its end."""
    plain = text.replace("\r\n", "\n").strip("\n")
    return f"{plain}\n" if plain else ""
