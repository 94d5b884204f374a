"""Checking and adjudicating the phase that a game waits for.

One adjudication, from files to files (`_adjudicate`):

    read_order_texts    what each power wrote    private/ before public, {power: OrderText}
    stand_in            the same, with what is written for those who sent nothing
    rulings_for         the referee's rulings    numbered; secret ones come last
    ruleset.read        OrderBook                the texts as orders and complaints
    resolve             Resolution               verdicts, events, the next state
    format_phase        the files of the phase   1901/state/1-spring-movement.toml and private ones
    _publications          the public extracts of secret orders, and commitments to the rest
    open_sheets         empty sheets for the phase that comes next
    _revealed               at the end of the game: everything that was secret
    with_phase          the link of chain.toml that covers all these public files
    PLAYED              which phases the command has played, for undo
    write               one Change: all of them, or none

Invariants.
- Nothing is written before everything is known. An error leaves the folder as it was.
- The chain's link is made last, of the very texts that are written; later steps add no public file.
- An order file that was saved while the phase was adjudicated stops it (`_check_unchanged`): the
  orders on disk are always those that the state was made from.
- Checking (`check_game`) reads orders and rulings in the same way and tries the rulings, so that
  it lists everything that adjudicating would refuse. It writes nothing.

Phases in which no one has orders to give follow at once (`follows`), each with its own change, but
never beyond the year.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from generator.archive.files.layout import (
    COMMITMENTS,
    PLAYED,
    PRIVATE,
    REVEALED,
    REVEALED_SEED,
    secret_rulings_path,
)
from generator.archive.files.reading import FileErrors, parse_toml, read_text
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.authorship import Authorship
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.game.orders import OrderText
from generator.archive.game.ruling_checks import (
    is_phase,
    is_slip,
    phase_hint,
    read_ruled,
    resolve,
    ruling_faults,
    stray_rulings,
)
from generator.archive.game.rulings import FIRST_SECRET, rulings_place
from generator.archive.game.sheets import open_sheets, waiting_path
from generator.archive.game.state_files import format_phase
from generator.archive.play.absence import StoodIn, stand_in
from generator.engine.errors import Complaint, FileError, GameError, Place, TheatrumError
from generator.engine.phases import Moment, OrderBook, Resolution, Ruling
from generator.engine.report import Section, report_of
from generator.engine.ruleset import Ending, Ruleset


class PlacedComplaint(Struct, frozen=True):
    """A complaint, and where in which file it belongs."""

    place: Place
    complaint: Complaint

    def __str__(self) -> str:
        return self.complaint.at(self.place)


class Checked(Struct, frozen=True):
    """The orders for the phase that a game waits for, read and checked. Nothing was written."""

    moment: Moment
    title: str
    orders: int
    complaints: tuple[PlacedComplaint, ...]
    missing: tuple[str, ...]


class Adjudicated(Struct, frozen=True):
    """The result of adjudicating a phase. `written` is False for a dry run.

    `sections` are the report of a ruleset that makes its own, empty for others. `authors` is who
    wrote the orders of powers that sent none themselves.
    """

    ruleset: Ruleset[Any]
    title: str
    resolution: Resolution[Any]
    complaints: tuple[PlacedComplaint, ...]
    missing: tuple[str, ...]
    summary: tuple[str, ...]
    ending: Ending | None
    written: bool
    sections: tuple[Section, ...] = ()
    authors: Mapping[str, Authorship] = MappingProxyType({})

    @property
    def moment(self) -> Moment:
        return self.resolution.moment


def read_order_texts(game: Game, moment: Moment) -> Mapping[str, OrderText]:
    """The orders of every power for a phase, in the ruleset's order. Raises FileErrors."""
    texts = game.year_orders(moment.year).of(moment.phase)
    return MappingProxyType(
        {power: texts[power] for power in game.ruleset.powers if power in texts}
    )


def rulings_for(game: Game, moment: Moment) -> tuple[Ruling, ...]:
    """The rulings for a phase. Raises FileErrors."""
    return tuple(r for r in game.year_rulings(moment.year) if r.phase == moment.phase)


def check_game(game: Game) -> Checked:
    """The complaints about the orders for the current phase. Raises FileErrors, and GameError if
    the game is over."""
    state = _running(game)
    moment = game.current_moment
    texts = read_order_texts(game, moment)
    rulings = rulings_for(game, moment)
    written = {power: text.text for power, text in texts.items()}
    book = read_ruled(game, state, written, rulings)
    orders = sum(len(sheet.orders) for sheet in book.sheets.values())
    faults = [*stray_rulings(game, moment), *_ruling_faults(game, state, written, rulings)]
    complaints = (
        *map(_complaint_of, faults),
        *_strays(game, moment),
        *_placed(game, moment, book, texts),
    )
    title = game.ruleset.phase_title(moment)
    return Checked(moment, title, orders, complaints, book.missing)


def _ruling_faults(
    game: Game, state: Any, texts: Mapping[str, str], rulings: tuple[Ruling, ...]
) -> list[GameError]:
    """The rulings that adjudicating the phase would refuse."""
    if not rulings:
        return []
    from generator.archive.game.seeds import draws_of

    moment, draws = game.current_moment, draws_of(game)
    book = game.ruleset.read(state, texts)
    return ruling_faults(game, state, book, rulings, lambda: draws.chance(moment))


def _complaint_of(fault: TheatrumError) -> PlacedComplaint:
    complaint = Complaint("error", "", 0, 0, fault.text, fault.problem, fault.hint)
    return PlacedComplaint(fault.place or Place(""), complaint)


def adjudicate_game(folder: Path, *, dry_run: bool = False) -> Adjudicated:
    """Adjudicate the phase that a game waits for, and write the result.

    Raises FileError and GameError; then nothing has been written.
    """
    return next(adjudicate_on(folder, dry_run=dry_run))


def adjudicate_on(folder: Path, *, dry_run: bool = False, began: str = "") -> Iterator[Adjudicated]:
    """Adjudicate the phase that a game waits for, and the phases of the same year that follow it
    and in which no one has orders to give. Each is written when it is asked for. `began` is the
    first phase of the same command, "" for this one.

    Raises FileError and GameError, also where secrets wait in sealed/ that are not here; then what
    was not yet given has not been written.
    """
    from generator.archive.secret.sealed_record import check_unsealed

    check_there(folder)
    done: Adjudicated | None = None
    while done is None or follows(done):
        if dry_run:
            game = load_game(folder)
            state = _running(game) if done is None else done.resolution.state
            done = _adjudicate(game, state, lambda change: None, written=False)
        else:
            with writing(folder):
                game = load_game(folder)
                state = _running(game)
                check_unsealed(game)
                began = began or str(game.current_moment)
                done = _adjudicate(game, state, partial(commit, folder), written=True, began=began)
        yield done


def adjudicate_in(
    game: Game, write: Callable[[Change], None], *, again: bool = False, began: str = ""
) -> Adjudicated:
    """Adjudicate the phase that a game waits for; `write` is given the change of its files. One
    that is played `again` has the orders that it had: no one is in. `began` is the first phase
    of the same command, "" for this one.

    Raises FileError, and GameError if the game is over.
    """
    return _adjudicate(game, _running(game), write, written=True, again=again, began=began)


def follows(done: Adjudicated) -> bool:
    """Whether the phase after `done` follows at once: no one has anything to decide in it."""
    ruleset, after = done.ruleset, done.resolution.state
    # Not beyond the year: a game without any decisions would have no end.
    return (
        done.ending is None
        and ruleset.moment(after).year == done.moment.year
        and goes_on(ruleset, after)
    )


def last_decided(game: Game) -> int:
    """The number of the last adjudicated phase that people had orders for: those after it followed
    at once."""
    number = len(game.phases) - 1
    while number > 0 and _followed(game, number):
        number -= 1
    return number


def _followed(game: Game, number: int) -> bool:
    moment = game.phases[number].moment
    try:
        before = game.phases[number].before()
    except FileError:  # a state is missing
        return False
    return moment.year == game.phases[number - 1].moment.year and goes_on(game.ruleset, before)


def goes_on(ruleset: Ruleset[Any], state: Any) -> bool:
    """Whether the phase that a state waits for needs neither orders nor a word of the referee."""
    return not ruleset.waits_for_referee(state) and not ruleset.awaits(state)


def _adjudicate(
    game: Game,
    state: Any,
    write: Callable[[Change], None],
    *,
    written: bool,
    again: bool = False,
    began: str = "",
) -> Adjudicated:
    from generator.archive.game.seeds import draws_of
    from generator.archive.play.redo import forget
    from generator.archive.record.chaining import with_phase

    ruleset = game.ruleset
    moment = ruleset.moment(state)
    sent = read_order_texts(game, moment)
    rulings = rulings_for(game, moment)
    faults = stray_rulings(game, moment)
    if faults:
        raise FileErrors(faults)
    stood_in = StoodIn(sent, {}, {}) if again else stand_in(game, state, sent)
    texts = stood_in.texts
    draws = draws_of(game)
    orders = {power: text.text for power, text in texts.items()}
    book = ruleset.read(state, orders)
    resolution = resolve(game, state, book, rulings, lambda: draws.chance(moment))
    after = resolution.state
    ending = ruleset.ending(after)
    files = format_phase(resolution, ruleset.dump(after))
    files |= _publications(
        game, moment, Played(texts, book, resolution, rulings), files, draws.seed
    )
    files |= stood_in.files
    files |= open_sheets(game.folder, game.settings, ruleset, after, files)
    if ending is not None:
        files |= _revealed(game, draws.seed, files)
    files |= with_phase(game.folder, Change(files))
    if not again and (game.folder / PRIVATE).is_dir():
        files |= {PLAYED: f"{began or moment}\n{moment}\n"}
    told = read_ruled(game, state, orders, rulings) if rulings else book
    _check_unchanged(sent)
    write(Change(files, forget(game.folder)))
    return Adjudicated(
        ruleset,
        ruleset.phase_title(moment),
        resolution,
        (*_strays(game, moment), *_placed(game, moment, told, texts)),
        told.missing,
        ruleset.summary(state, resolution),
        ending,
        written,
        report_of(ruleset.report(state, resolution)),
        stood_in.authors,
    )


class Played(Struct, frozen=True):
    """The inputs and the results of a phase."""

    texts: Mapping[str, OrderText]
    book: OrderBook
    resolution: Resolution[Any]
    rulings: tuple[Ruling, ...]

    def public_texts(self, files: Mapping[str, str], *, older: bool = False) -> dict[str, str]:
        """The public part of the orders; `files` are those of the phase. In an `older`
        game it has marks for what is withheld."""
        from generator.archive.secret.secrets import extracts

        return extracts(self.texts, self.book, self.resolution, files, marked=older)

    def secrets(
        self, game: Game, files: Mapping[str, str], *, older: bool = False
    ) -> dict[str, str]:
        """The parts of the phase that stay secret, by the names of `secret_items`; or, for a phase
        of an `older` game, of `older_items`."""
        from generator.archive.record.commitments import older_items, secret_items

        # Orders that waited in the public file have been public already.
        secret = (game.folder / PRIVATE, game.folder / REVEALED)
        waited = {
            power: text.text
            for power, text in self.texts.items()
            if any(text.path.is_relative_to(top) for top in secret)
        }
        if older:
            public = self.public_texts(files, older=True)
            return older_items(files, waited, public, self.rulings)
        if waited or (self.book.missing and game.settings.orders == "private"):
            waited = dict.fromkeys(game.ruleset.powers, "") | waited
        return secret_items(files, waited, self.rulings)


def _publications(
    game: Game, moment: Moment, played: Played, files: Mapping[str, str], seed: str | None
) -> dict[str, str]:
    """The public files that change with a phase beside its state: the public parts of orders that
    waited in private/, and the commitments to the others."""
    from generator.archive.record.commitments import with_commitments
    from generator.archive.secret.secrets import publish_orders

    public = publish_orders(game, moment, played.texts, played.public_texts(files))
    items = played.secrets(game, files)
    return public | with_commitments(game.folder, seed, moment, items)


def _revealed(game: Game, seed: str | None, files: Mapping[str, str]) -> dict[str, str]:
    """The secrets that are published when a game is over."""
    from generator.archive.game.seeds import format_seed
    from generator.archive.record.commitments import commitments_in, read_commitments
    from generator.archive.secret.revealing import revealed_files

    path = game.folder / COMMITMENTS
    if COMMITMENTS in files:
        commitments = commitments_in(parse_toml(files[COMMITMENTS], path))
    else:
        commitments = read_commitments(game.folder)
    told = revealed_files(game.folder, seed, commitments, files)
    return told if seed is None else {**told, REVEALED_SEED: format_seed(seed, published=True)}


def _running(game: Game) -> Any:
    """The state that waits for orders. Raises GameError if the game is over."""
    if game.ending is not None:
        raise GameError(f"{game.slug} is over: {game.ending.text}")
    return game.current_state()


def _placed(
    game: Game, moment: Moment, book: OrderBook, texts: Mapping[str, OrderText]
) -> list[PlacedComplaint]:
    """The complaints of an order book with their places, in the order of files and lines."""
    placed = []
    for complaint in book.complaints:
        text = texts.get(complaint.power)
        if text is not None:
            place = text.place(complaint.line, complaint.column)
        else:
            waits = waiting_path(game.settings, moment.year, complaint.power)
            place = Place(str(game.folder / waits))
        placed.append(PlacedComplaint(place, complaint))
    return sorted(placed, key=lambda complaint: complaint.place)


def _strays(game: Game, moment: Moment) -> list[PlacedComplaint]:
    """Warnings for tables and rulings whose phase looks like a slip of the pen for this one."""
    strays = []
    title = game.ruleset.phase_title(moment)
    orders = game.year_orders(moment.year)
    for phase, texts in orders.texts.items():
        hint = f"did you mean {moment.phase}?"
        if not is_slip(phase, moment.phase, title):
            if phase == moment.phase or is_phase(game, phase):
                continue
            hint = phase_hint(game, phase)
        problem = "the game is not waiting for a phase of that name"
        for power, text in texts.items():
            if text.text.strip():
                complaint = Complaint("warning", power, 0, 0, f"[{phase}]", problem, hint)
                strays.append(PlacedComplaint(text.place(0, 0), complaint))
    is_private = game.settings.orders == "private"
    for ruling in game.year_rulings(moment.year) if is_private else ():
        if ruling.phase == moment.phase and ruling.is_secret and ruling.number < FIRST_SECRET:
            said = f"ruling {ruling.number} is secret, but is in a public file"
            hint_there = f"move it to {secret_rulings_path(moment.year)}"
            complaint = Complaint("warning", "", 0, 0, ruling.phase, said, hint_there)
            path = rulings_place(game.folder, moment.year, ruling.number)
            strays.append(PlacedComplaint(Place(str(path)), complaint))
    return strays


def _check_unchanged(texts: Mapping[str, OrderText]) -> None:
    """Raises GameError if an order file was saved after it was read."""
    for text in texts.values():
        if read_text(text.path) != text.toml.text:
            raise GameError(
                f"{text.path} changed while the command ran", hint="run the command again"
            )
