"""A game as it is on disk: settings, ruleset, and the records of its phases, read late."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.archive.files.layout import (
    CHAIN,
    COMMITMENTS,
    GAME,
    PRIVATE,
    REVEALED,
    SEALED,
    orders_path,
    private_events_path,
    private_state_path,
    rulings_path,
    scan_documents,
    scan_orders,
    scan_press,
    scan_states,
    scan_years,
    secret_orders_path,
    state_path,
)
from generator.archive.files.leftovers import tell_files
from generator.archive.files.names import check_game_name, is_slug
from generator.archive.files.reading import (
    LONGEST_PRESS,
    LONGEST_STATE,
    check_links,
    is_folder,
    parse_toml,
    read_bytes,
    read_text,
    read_toml,
    text_in,
)
from generator.archive.files.writing import recover
from generator.archive.game.authorship import Authorship
from generator.archive.game.chain import phases_of
from generator.archive.game.orders import (
    WHOLE,
    YearOrders,
    read_public_orders,
    read_year_orders,
    tables_in,
)
from generator.archive.game.rulings import read_public_rulings, read_rulings
from generator.archive.game.settings import (
    GameSettings,
    check_settings,
    read_settings,
    settings_file,
)
from generator.archive.game.state_files import (
    StateFile,
    document_in,
    merge,
    recorded,
    secrets_in,
    state_file_in,
)
from generator.engine.errors import FileError, GameError, Place
from generator.engine.phases import Document, Moment, Resolution, Ruling
from generator.engine.plain import plain_line
from generator.engine.ruleset import Ending, Ruleset
from generator.rulesets import VARIANT_FILE, get_ruleset

_TOPS: Final = (PRIVATE, "press", REVEALED, SEALED)
_WORD: Final = re.compile(r"[\w-]+")
# A site is built phase by phase, and each phase needs its own state and the one before.
_KEPT = 8


class _Files:
    """The files of one game, parsed when first asked for; the last few stay in memory.

    `next` has for each moment that which must follow it; `phases` are those that were played.
    """

    def __init__(self, folder: Path, ruleset: Ruleset[Any], phases: Set[str]) -> None:
        self.folder = folder
        self.ruleset = ruleset
        self.phases = phases
        self.next: dict[Moment, Moment] = {}
        keep: Callable[[Any], Any] = lru_cache(maxsize=_KEPT)
        self.raw: Callable[[Moment], bytes] = keep(self._raw)
        self.digest: Callable[[Moment], bytes] = keep(self._digest)
        self.outcome: Callable[[Moment, Moment], str] = keep(self._outcome)
        self.parsed: Callable[[Moment], StateFile] = keep(self._parsed)
        self.state: Callable[[Moment], Any] = keep(self._state)
        self.orders: Callable[[int], YearOrders] = keep(self._orders)
        self.public_orders: Callable[[int], YearOrders] = keep(self._public_orders)
        self.rulings: Callable[[int], tuple[Ruling, ...]] = keep(partial(read_rulings, folder))
        public = partial(read_public_rulings, folder)
        self.public_rulings: Callable[[int], tuple[Ruling, ...]] = keep(public)
        self.order_digests: Callable[[int], Mapping[str, bytes]] = keep(self._order_digests)

    def path(self, moment: Moment) -> Path:
        return self.folder / state_path(moment)

    def document(self, moment: Moment, top: str = PRIVATE) -> Document:
        """A state's tables, with those that are below private/ or revealed/."""
        private = {
            name: document_in(read_toml(self.folder / private_state_path(moment, name, top)))
            for name in scan_documents(self.folder, moment, top)
        }
        return Document(self.parsed(moment).tables, MappingProxyType(private))

    def revealed_documents(self, moment: Moment) -> tuple[Path, ...]:
        """The files that revealed a state's secrets at the game's end."""
        names = scan_documents(self.folder, moment, REVEALED)
        return tuple(self.folder / private_state_path(moment, name, REVEALED) for name in names)

    def resolution(self, moment: Moment, previous: Moment) -> Resolution[Any]:
        file = self.parsed(moment)
        verdicts, events = file.verdicts, file.events
        path = self.secret_events(moment)
        if path is not None:
            secret = secrets_in(read_toml(path))
            verdicts = merge(verdicts, secret.verdicts)
            events = merge(events, secret.events)
        ruleset, before = self.ruleset, self.state
        verdicts = recorded(verdicts, lambda text: ruleset.order_in(before(previous), text))
        return Resolution(moment, verdicts, events, self.state(moment))

    def secret_events(self, moment: Moment) -> Path | None:
        """A phase's secret verdicts and events: the referee's own file, or the revealed one."""
        return self._if_there(private_events_path(moment)) or self.revealed_events(moment)

    def revealed_events(self, moment: Moment) -> Path | None:
        """The file that revealed them at the game's end; None before, or without secrets."""
        return self._if_there(private_events_path(moment, REVEALED))

    def _if_there(self, file: str) -> Path | None:
        # Asked for every phase, and most have none: without making a path first.
        whole = f"{self.folder}/{file}"
        return Path(whole) if os.path.exists(whole) else None

    def _raw(self, moment: Moment) -> bytes:
        return read_bytes(self.path(moment), LONGEST_STATE)

    def _digest(self, moment: Moment) -> bytes:
        """Of a state's file, which two phases are made from or lead to."""
        from hashlib import sha256

        return sha256(self.raw(moment)).digest()

    def _outcome(self, moment: Moment, previous: Moment) -> str:
        from hashlib import sha256

        seen = sha256()
        seen.update(self.digest(previous))
        seen.update(self.digest(moment))
        events = self.revealed_events(moment)
        documents = self.revealed_documents(moment)
        for path in documents if events is None else (events, *documents):
            seen.update(sha256(read_bytes(path)).digest())
        return seen.hexdigest()

    def _parsed(self, moment: Moment) -> StateFile:
        # The files that the digest has read are not read again.
        path = self.path(moment)
        return state_file_in(parse_toml(text_in(self.raw(moment), path), path))

    def _state(self, moment: Moment) -> Any:
        try:
            document = self.document(moment)
            state = self.ruleset.load(
                document if document.private else self.document(moment, REVEALED)
            )
        except FileError as error:
            if error.place is not None:
                raise
            place = Place(str(self.path(moment)))
            raise FileError(error.problem, place=place, text=error.text, hint=error.hint) from error
        if moment in self.next:
            check_follows(self.folder, self.ruleset.moment(state), self.next[moment])
        return state

    def _orders(self, year: int) -> YearOrders:
        return read_year_orders(self.folder, year, self.ruleset.powers)

    def _public_orders(self, year: int) -> YearOrders:
        return read_public_orders(self.folder, year, self.ruleset.powers)

    def _order_digests(self, year: int) -> Mapping[str, bytes]:
        """By phase, of all that public order files and rulings of a year have for it; of a phase
        for which no file has anything, under WHOLE."""
        from hashlib import sha256

        paths = [orders_path(year, power) for power in scan_orders(self.folder, year)]
        revealed = scan_orders(self.folder / REVEALED, year)
        paths += [secret_orders_path(year, power, REVEALED) for power in revealed]
        pieces = [
            (path, *piece)
            for path in paths
            for piece in tables_in(read_bytes(self.folder / path)).items()
        ]
        rulings = rulings_path(year)
        if (self.folder / rulings).exists():
            pieces.append((rulings, WHOLE, read_bytes(self.folder / rulings)))
        # A text that belongs to no phase counts for all, so that a slip in it is reported.
        shared: list[bytes] = []
        own: dict[str, list[bytes]] = {}
        for path, phase, data in pieces:
            parts = own.setdefault(phase, []) if phase in self.phases else shared
            parts += (f"{path}\0{phase}\0{len(data)}\0".encode(), data)
        found = {WHOLE: sha256(b"".join(shared)).digest()}
        for phase, parts in own.items():
            found[phase] = sha256(b"".join([found[WHOLE], *parts])).digest()
        return found


class StateRecord(Struct, frozen=True, eq=False):
    """A state on disk that no phase led to: the opening."""

    moment: Moment
    path: Path
    _files: _Files

    def state(self) -> Any:
        return self._files.state(self.moment)

    @property
    def revealed(self) -> tuple[Path, ...]:
        """The files that revealed its secrets."""
        return self._files.revealed_documents(self.moment)

    def document(self) -> Document:
        """The state's tables as they are on disk."""
        return self._files.document(self.moment)


class PhaseRecord(Struct, frozen=True, eq=False):
    """An adjudicated phase on disk. Everything but its name is read when it is asked for."""

    moment: Moment
    title: str
    path: Path
    previous: Moment
    _files: _Files

    @property
    def digest(self) -> str:
        """A hash of everything that the phase was made from, and of its outcome.

        It covers the phase's public orders, and the rulings of the whole year.
        """
        from hashlib import sha256

        orders = self._files.order_digests(self.moment.year)
        own = orders.get(self.moment.phase, orders[WHOLE])
        return sha256(self.outcome.encode() + own).hexdigest()

    @property
    def outcome(self) -> str:
        """A hash of the state before the phase and of its outcome: all that its map shows."""
        return self._files.outcome(self.moment, self.previous)

    @property
    def order_texts(self) -> Mapping[str, str]:
        """The public part of each power's orders, in the ruleset's order; powers
        that wrote nothing are left out."""
        texts = self._files.public_orders(self.moment.year).of(self.moment.phase)
        powers = self._files.ruleset.powers
        return MappingProxyType({p: texts[p].text for p in powers if p in texts})

    @property
    def order_authors(self) -> Mapping[str, Authorship]:
        """The authors of the powers' orders, in the ruleset's order, where it was not the
        player."""
        texts = self._files.public_orders(self.moment.year).of(self.moment.phase)
        powers = self._files.ruleset.powers
        return MappingProxyType(
            {p: texts[p].authorship for p in powers if p in texts and texts[p].authorship.author}
        )

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings for this phase that are in the public file, as pages may show them."""
        rulings = self._files.public_rulings(self.moment.year)
        return tuple(
            _plain_ruling(ruling) for ruling in rulings if ruling.phase == self.moment.phase
        )

    def before(self) -> Any:
        """The state that the phase was adjudicated from."""
        return self._files.state(self.previous)

    def resolution(self) -> Resolution[Any]:
        """Verdicts, events and the state after the phase. Without the folder private/, what is
        secret of them is left out."""
        return self._files.resolution(self.moment, self.previous)

    def document(self) -> Document:
        """The tables of the state after the phase, as they are on disk."""
        return self._files.document(self.moment)

    def words(self) -> Set[str]:
        """Every word in the file of the phase, without parsing it. A name that is not among them
        does not occur in the phase."""
        return set(_WORD.findall(self._files.raw(self.moment).decode()))


def _plain_ruling(ruling: Ruling) -> Ruling:
    facts = {
        name: plain_line(value) if isinstance(value, str) else value
        for name, value in ruling.facts.items()
    }
    return replace(ruling, reason=plain_line(ruling.reason), facts=MappingProxyType(facts))


class Game(Struct, frozen=True, eq=False):
    """A game folder. `slug` is the folder's name; `phases` are adjudicated, in order."""

    folder: Path
    slug: str
    settings: GameSettings
    ruleset: Ruleset[Any]
    opening: StateRecord
    phases: tuple[PhaseRecord, ...]
    _files: _Files

    @property
    def last(self) -> StateRecord | PhaseRecord:
        """The record of the newest state."""
        return self.phases[-1] if self.phases else self.opening

    def current_state(self) -> Any:
        """The state that waits for orders, or in which the game ended."""
        return self._files.state(self.last.moment)

    @property
    def current_moment(self) -> Moment:
        """The phase that the current state waits for."""
        return self.ruleset.moment(self.current_state())

    @property
    def ending(self) -> Ending | None:
        """How the game ended, or None while it runs."""
        return self.ruleset.ending(self.current_state())

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    @property
    def is_revealed(self) -> bool:
        """Whether the game is over, and its secrets are published in its folder."""
        return (self.folder / REVEALED).is_dir() and self.is_over

    def year_orders(self, year: int) -> YearOrders:
        """All order texts of a year, the secret ones where they are here. Raises FileErrors for
        broken files."""
        return self._files.orders(year)

    def year_rulings(self, year: int) -> tuple[Ruling, ...]:
        """All rulings of a year, the secret ones where they are here. Raises FileErrors for a
        broken file."""
        return self._files.rulings(year)

    def public_rulings(self, moment: Moment) -> tuple[Ruling, ...]:
        """The rulings for a phase that are in the public file, as pages may show them; those that
        are secret all the same are left out. Raises FileErrors for a broken file."""
        return tuple(
            _plain_ruling(ruling)
            for ruling in self._files.public_rulings(moment.year)
            if ruling.phase == moment.phase and not ruling.is_secret
        )


def list_games(root: Path) -> tuple[Path, ...]:
    """The folders of all games below `root`, by name: those that have a game.toml.

    Raises FileError where `root` is a file or a symbolic link.
    """
    if not is_folder(root):
        return ()
    folders = [root / name for name in sorted(os.listdir(root)) if is_slug(name)]
    games = tuple(
        folder for folder in folders if not folder.is_symlink() and (folder / GAME).is_file()
    )
    for folder in folders:
        if folder not in games:
            tell_files(folder)
    return games


def check_there(folder: Path) -> None:
    """Raises FileError if there is no folder of a game, and UsageError for a bad name."""
    slug = check_game_name(folder.name)
    is_folder(folder.parent)
    if not is_folder(folder):
        others = ", ".join(path.name for path in list_games(folder.parent))
        hint = f"games: {others}" if others else f"make it with theatrum new {slug}"
        raise FileError(f"there is no game {slug}", place=Place(str(folder)), hint=hint)
    tell_files(folder)


def load_game(folder: Path, *, whole: bool = True) -> Game:
    """The game in a folder; finishes an interrupted write first. Parses none of its states.

    Raises FileError, with line and column where there are any, and UsageError for a bad name. A
    state that is missing is an error, too, unless the game need not be `whole`.
    """
    check_there(folder)
    slug = folder.name
    recover(folder)
    for name in _TOPS:
        if is_folder(folder / name):
            check_links(folder / name)
    for year in scan_years(folder):
        check_links(folder / str(year))
    toml = settings_file(folder)
    settings = read_settings(toml)
    try:
        ruleset = _ruleset(folder, settings.ruleset)
    except GameError as error:
        raise toml.error(error.problem, "ruleset", hint=error.hint) from error
    check_settings(settings, toml, ruleset)
    moments = scan_states(folder)
    files = _Files(folder, ruleset, {moment.phase for moment in moments})
    if whole:
        files.next.update(pairwise(moments))
        check_whole(folder, moments, lambda moment: ruleset.moment(files.state(moment)))
    first = moments[0]
    phases = tuple(_phase(files, previous, moment) for previous, moment in pairwise(moments))
    opening = StateRecord(first, files.path(first), files)
    return Game(folder, slug, settings, ruleset, opening, phases, files)


def _ruleset(folder: Path, name: str) -> Ruleset[Any]:
    """The ruleset of a game: the variant that it has in its folder, or the one of that name."""
    if not (folder / VARIANT_FILE).exists():
        return get_ruleset(name)
    from generator.rulesets.variants import variant_in

    return variant_in(folder / VARIANT_FILE)


def _phase(files: _Files, previous: Moment, moment: Moment) -> PhaseRecord:
    path = files.path(moment)
    try:
        title = files.ruleset.phase_title(moment)
    except (KeyError, GameError):
        raise FileError(
            f"{files.ruleset.title} has no phase {moment.phase}", place=Place(str(path))
        ) from None
    return PhaseRecord(moment, title, path, previous, files)


_COMMITTED: Final = re.compile(r'^\["([1-9]\d{0,4}) (\d{1,6})-([a-z0-9-]+)"\]$', re.MULTILINE)
_KEY: Final = re.compile(rb'^(year|phase) = (?:(\d+)|"([a-z0-9-]*)")$', re.MULTILINE)


def check_whole(folder: Path, moments: Sequence[Moment], due: Callable[[Moment], Moment]) -> None:
    """Raises FileError where the states on disk, at `moments`, are not all that there were. `due`
    gives the phase that comes after a state, and has to parse it.

    With a chain it is known which there are. Without one, each state must lead to the next, and
    none be missing to which the game has committed.
    """
    listed = phases_of(folder)
    said = map(_moment, listed if listed is not None else _committed(folder))
    for lost in sorted(set(said).difference(moments)):
        later = [moment for moment in moments if moment > lost]
        if later:
            check_follows(folder, lost, later[0])
        named = CHAIN if listed is not None else COMMITMENTS
        raise FileError(
            f"is missing, though {named} shows that {lost} was played",
            place=Place(str(folder / state_path(lost))),
            hint=f"{_restore(folder, lost)}; or replay from the phase before it: "
            f"theatrum undo {folder.name}",
        )
    for before, after in pairwise(moments) if listed is None else ():
        if _may_lead_elsewhere(folder, before, after):
            check_follows(folder, due(before), after)


def check_follows(folder: Path, due: Moment, after: Moment) -> None:
    """Raises FileError where the state after a phase is not that of the phase which was due."""
    if due != after:
        raise FileError(
            f"is not the phase that comes next, {due}",
            place=Place(str(folder / state_path(after))),
            hint=f"{_restore(folder, due)}; or undo what followed it: "
            f"theatrum undo {folder.name} --to {after.year}/{after.phase}",
        )


def _restore(folder: Path, missing: Moment) -> str:
    return f"git restore -- {folder / state_path(missing)} restores what is missing"


def _moment(phase: str) -> Moment:
    year, _, slug = phase.partition(" ")
    number, _, name = slug.partition("-")
    return Moment(int(year), int(number), name)


def _committed(folder: Path) -> Iterator[str]:
    """The phases that the game has committed to, without checking the file."""
    path = folder / COMMITMENTS
    if os.path.lexists(path):
        for year, number, slug in _COMMITTED.findall(read_text(path)):
            yield f"{year} {number}-{slug}"


def _may_lead_elsewhere(folder: Path, before: Moment, after: Moment) -> bool:
    """Whether a state's text does not show at once that it waits for the phase that comes after
    it. Rulesets decide what their states hold; most have a year and a phase."""
    raw = read_bytes(folder / state_path(before), LONGEST_STATE)
    start = raw.find(b"\n[state]\n")
    head = raw[start : raw.find(b"\n[", start + 2) + 1 or None] if start >= 0 else b""
    said = {key: number or name for key, number, name in _KEY.findall(head)}
    if len(said) < 2:
        return False
    return said != {b"year": str(after.year).encode(), b"phase": after.phase.encode()}


class PressText(Struct, frozen=True):
    """One press file. `name` is `<date>-<slug>`; the text comes from people, so trust it little."""

    name: str
    path: Path
    text: str


def read_press(folder: Path) -> tuple[PressText, ...]:
    """All press of a game, by name. Raises FileError for a bad name or a file that is not UTF-8."""
    paths = [(name, folder / "press" / f"{name}.md") for name in scan_press(folder)]
    return tuple(PressText(name, path, read_text(path, LONGEST_PRESS)) for name, path in paths)
