"""Orders that come as a pull request: what it changes, whether it may, and the orders in it.

    base, head     two revisions; what head changed since both were one:
      M games/bohemia/1901/orders/france.toml      -> ProposedOrders, read as `theatrum check` does
      A games/bohemia/press/1901-03-02-peace.md    -> ProposedPress
      A games/bohemia/inbox/1901-880c.age          -> ProposedLetter, which nobody here can read
      M games/bohemia/game.toml                    -> Refusal: the settings are the referee's
      M site/about.md                              -> Refusal: the site is the referee's

Everything in it is untrusted, and the answer is public.

Invariants.
- Nothing is checked out, and nothing proposed ever stands in a game's folder: both sides are read
  from git's objects, into a scratch folder that goes away.
- The game is read as the base has it, never as the proposal would have it: a pull request cannot
  change the settings by which it is judged.
- The game is read without anybody's secrets, and a power's orders without those of the others. So
  no complaint tells the author what another power has ordered.
- A file is refused unless it is known to be allowed: a plain file, text, of the running year, for
  the phase that waits, by the login that game.toml names.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from generator.archive.dates.deadlines import Deadline, deadline_of
from generator.archive.files.layout import GAME, orders_path
from generator.archive.files.limits import LONGEST_ORDERS, LONGEST_PRESS, size_words
from generator.archive.files.names import is_date_slug, is_relative, is_slug, is_year
from generator.archive.files.scratch import scratch
from generator.archive.game.game import Game, load_game
from generator.archive.game.orders import OrderText, read_public_orders
from generator.archive.game.settings import nearest
from generator.archive.git.objects import (
    FILE_MODE,
    FileChange,
    commit_of,
    differences,
    files_of,
    merge_base,
    read_blobs,
)
from generator.archive.git.repository import Repository, open_repository
from generator.archive.secret.secrets import is_secret
from generator.engine.errors import FileError, GameError, TheatrumError
from generator.engine.orders.sheet import shown
from generator.engine.phases import Moment, OrderBook
from generator.engine.toml_places import string_offsets
from generator.mail.sealed import blocks_in, without_blocks

LONGEST: Final = 2_000
"""Lines of the orders of one phase."""
MOST: Final = 100
"""Files of a proposal that are looked at."""
_GAME_LIMIT: Final = 20_000_000

_SIGNED: Final = re.compile(r"(?m)^from:[ \t]*(.*)$")
_LETTER: Final = re.compile(r"inbox/[a-z0-9][a-z0-9-]{0,100}\.age")
_REFEREE: Final = re.compile(r"\b(?:referee|game ?master|gm)\b", re.IGNORECASE)
_MODES: Final = {
    "120000": "is a symbolic link; orders are plain files",
    "160000": "is a submodule; orders are plain files",
    "100755": "is marked as a program; orders are plain files (git update-index --chmod=-x)",
}
_FILES: Final = (FILE_MODE, "100755")  # the referee's own files may be marked as programs
# What is below a game's folder, and why it stays as it is.
_OF_GAME: Final = (
    (re.compile(r"private/"), "is secret: nothing of private/ may ever be in git"),
    (re.compile(r"\d+/state/"), "is a state, and only adjudicating writes those"),
    (re.compile(r"\d+/rulings\.toml\Z"), "has rulings, and they are the referee's"),
    (re.compile(r"game\.toml\Z"), "has the game's settings, and they are the referee's"),
    (re.compile(r"(?:sealed|revealed)/|(?:seed|commitments|amendments|chance|chain|position)\.toml\Z"),
     "is part of the game's record, and only theatrum writes it"),
)  # fmt: skip
_ELSEWHERE: Final = (
    (re.compile(r"\.github/"), "is a workflow or a setting of the repository; it is the referee's"),
    (re.compile(r"(?:.*/)?\.git[a-z]+\Z"), "is a setting of git, and it is the referee's"),
    (re.compile(r"(?:site|themes)/"), "is part of the site, and it is the referee's"),
)


class RefusedFile(Struct, frozen=True):
    """A file that the proposal must not change, and why. The path is untrusted."""

    path: str
    why: str


class ProposedOrders(Struct, frozen=True):
    """The orders of one power for the phase that a game waits for, read as `theatrum check` does.

    `numbers` are the lines of the file at `path` that the text consists of.
    """

    game: str
    title: str
    power: str
    name: str
    path: str
    phase: str
    phase_title: str
    deadline: Deadline | None
    text: str
    numbers: tuple[int, ...]
    book: OrderBook
    names: Mapping[str, str]


class ProposedPress(Struct, frozen=True):
    """A new text for the press; `signed` is who it says it is from, "" for nobody."""

    game: str
    path: str
    signed: str


class ProposedLetter(Struct, frozen=True):
    """A sealed letter for a game whose orders are secret: only the referee's key opens it."""

    game: str
    title: str
    path: str
    deadline: Deadline | None


class Proposal(Struct, frozen=True):
    """The contents of a pull request, by path."""

    orders: tuple[ProposedOrders, ...] = ()
    press: tuple[ProposedPress, ...] = ()
    letters: tuple[ProposedLetter, ...] = ()
    refused: tuple[RefusedFile, ...] = ()
    notes: tuple[str, ...] = ()


class _ProposalReading(Struct):
    """A proposal under way. `scratch` is a folder that goes away with it."""

    repository: Repository
    base: str
    games: str
    scratch: Path
    login: str = ""
    orders: list[ProposedOrders] = field(default_factory=list)
    press: list[ProposedPress] = field(default_factory=list)
    letters: list[ProposedLetter] = field(default_factory=list)
    refused: list[RefusedFile] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    known: dict[str, Game | None] = field(default_factory=dict)


def read_proposal(
    games_root: Path, base: str, head: str, power: str = "", login: str = ""
) -> Proposal:
    """What `head` would bring to `base`: two revisions of the repository that the folder of games
    is in. `power` is whose orders they must be, "" for anybody's; `login` is who proposes them,
    "" where that is not known.

    Raises UsageError for revisions that are not here, GameError where they have nothing in common,
    and FileError for a game that cannot be read at the base.
    """
    repository = open_repository(games_root if games_root.is_dir() else games_root.parent)
    old, new = commit_of(repository, base), commit_of(repository, head)
    found = differences(repository, merge_base(repository, old, new), new)
    with scratch("theatrum-proposal") as folder:
        games = repository.path(games_root)
        reading = _ProposalReading(repository, old, games, folder, login)
        for change in found[:MOST]:
            _read(reading, change, power)
    if len(found) > MOST:
        reading.refused.append(
            RefusedFile("", f"{len(found) - MOST} more files are changed, and were not looked at")
        )
    if not found:
        reading.notes.append("Nothing is changed.")
    return Proposal(
        tuple(reading.orders),
        tuple(reading.press),
        tuple(reading.letters),
        tuple(reading.refused),
        (*dict.fromkeys(reading.notes), *_several(reading.orders)),
    )


def _several(orders: Iterable[ProposedOrders]) -> Iterator[str]:
    """A note for each game in which more than one power is ordered about."""
    by_game: dict[str, list[str]] = {}
    for order in orders:
        by_game.setdefault(order.title, []).append(order.name)
    for title, names in by_game.items():
        if len(names) > 1:
            yield f"{title}: one pull request has orders of {', '.join(names)}; whose is it?"


def _read(reading: _ProposalReading, change: FileChange, power: str) -> None:
    """Read one changed file, or note why it is refused."""
    try:
        game, path = _place(reading, change)
        if path.startswith("press/"):
            reading.press.append(_press(reading, change, game))
            return
        if path.startswith("inbox/"):
            reading.letters.append(_sealed_letter(reading, change, game))
            return
        year, _, name = path.partition("/orders/")
        owner = name.removesuffix(".toml")
        if power and owner != power:
            raise _Refused(f"has orders of {owner}, and this is for {power}")
        found = _orders(reading, change, game, int(year), owner)
        if found is None:
            reading.notes.append(f"{change.path}: no order is changed.")
        else:
            reading.orders.append(found)
    except _Refused as refused:
        reading.refused.append(RefusedFile(change.path, str(refused)))


class _Refused(Exception):
    """Why a file is refused."""


def _place(reading: _ProposalReading, change: FileChange) -> tuple[str, str]:
    """The game that a changed file belongs to, and its path there. Raises _Refused for all but
    plain files of orders and press."""
    top = f"{reading.games}/"
    game, _, path = change.path.removeprefix(top).partition("/")
    if not change.path.startswith(top) or not is_slug(game) or not path:
        raise _Refused(_why(change.path, _ELSEWHERE, "is neither an order file nor press"))
    year, _, rest = path.partition("/")
    folder, _, name = rest.partition("/")
    power = name.removesuffix(".toml")
    is_orders = folder == "orders" and is_year(year) and name == f"{power}.toml" and is_slug(power)
    text = path.removeprefix("press/")
    is_press = text != path and text.endswith(".md") and is_date_slug(text[:-3])
    if not is_orders and not is_press and not _LETTER.fullmatch(path):
        told = "is neither an order file (like 1901/orders/france.toml) nor press"
        raise _Refused(_why(path, _OF_GAME, told))
    if change.letter == "D":
        raise _Refused("would be removed; to take orders back, leave the text empty")
    if change.new_mode != FILE_MODE:
        raise _Refused(_MODES.get(change.new_mode, "is not a plain file"))
    return game, path


def _why(path: str, known: Iterable[tuple[re.Pattern[str], str]], otherwise: str) -> str:
    return next((why for pattern, why in known if pattern.match(path)), otherwise)


def _text_of(reading: _ProposalReading, name: str, longest: int) -> str:
    """The text of an object of at most so many bytes. Raises _Refused."""
    data = read_blobs(reading.repository, [name], longest)[name]
    if data is None:
        raise _Refused(f"is larger than {size_words(longest)}")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise _Refused("is not a text in UTF-8") from None


def _new_text(
    reading: _ProposalReading, change: FileChange, slug: str, longest: int, was_sent: str
) -> tuple[Game, str]:
    """The game and the text of a file that has to be new; `was_sent` is said of one that is not.
    Raises _Refused."""
    if change.letter != "A":
        raise _Refused(was_sent)
    text = _text_of(reading, change.new, longest)
    game = _game(reading, slug)
    if game is None:
        raise _Refused(f"there is no game {slug}")
    return game, text


def _press(reading: _ProposalReading, change: FileChange, slug: str) -> ProposedPress:
    was_sent = "is press that has been published; write a new text instead"
    game, text = _new_text(reading, change, slug, LONGEST_PRESS, was_sent)
    head = text.split("\n---", 1)[0] if text.startswith("---") else ""
    match = _SIGNED.search(head)
    signed = shown(match[1]) if match else ""
    if _REFEREE.search(signed):
        raise _Refused("speaks for the referee, and only the referee may")
    for power, about in game.ruleset.powers.items():
        if signed.casefold() in (power.casefold(), about.name.casefold()):
            _check_login(reading, game, power, "is signed by")
    return ProposedPress(slug, change.path, signed)


def _sealed_letter(reading: _ProposalReading, change: FileChange, slug: str) -> ProposedLetter:
    """A new file with one sealed letter, whatever it says. Raises _Refused."""
    was_sent = "is a sealed letter that was sent; send a new one instead"
    game, text = _new_text(reading, change, slug, LONGEST_ORDERS, was_sent)
    if game.ending is not None:
        raise _Refused("belongs to a game that is over")
    if game.settings.orders != "private":
        raise _Refused(
            "is sealed, and the orders of this game are public; change your own order file instead"
        )
    blocks = blocks_in(text)
    if len(blocks) != 1 or without_blocks(text, blocks).strip():
        raise _Refused("is not one sealed letter, from BEGIN AGE ENCRYPTED FILE to END, alone")
    if blocks[0].problem:
        raise _Refused(f"has a sealed letter that {blocks[0].problem}")
    deadline = deadline_of(game.settings, game.current_moment)
    return ProposedLetter(slug, game.settings.title, change.path, deadline)


def _orders(
    reading: _ProposalReading, change: FileChange, slug: str, year: int, power: str
) -> ProposedOrders | None:
    """The orders of a file for the phase that waits; None if none of them is changed."""
    game = _game(reading, slug)
    if game is None:
        raise _Refused(f"there is no game {slug}")
    running = _waiting(game)
    if power not in game.ruleset.powers:
        raise _Refused(f"there is no power {power} ({nearest(power, game.ruleset.powers, '')})")
    _check_login(reading, game, power, "has orders of")
    if year != running.year:
        raise _Refused(f"{year} is not the year; {_waits(game)}")
    after = _order_texts(reading, game, change.new, year, power)
    try:
        before = (
            _order_texts(reading, game, change.old, year, power) if change.letter != "A" else {}
        )
    except _Refused:
        before = {}  # what stood there could not be read, so all of it is changed
    played = {r.moment.phase for r in game.phases if r.moment.year == year}
    for phase in dict.fromkeys((*before, *after)):
        if phase != running.phase and _orders_of(before, phase) != _orders_of(after, phase):
            done = "has been adjudicated" if phase in played else "takes no orders yet"
            raise _Refused(f"changes [{phase}], which {done}; {_waits(game)}")
    if _orders_of(before, running.phase) == _orders_of(after, running.phase):
        return None
    order_text = after.get(running.phase)
    text = order_text.text if order_text else ""
    return ProposedOrders(
        slug,
        game.settings.title,
        power,
        game.ruleset.powers[power].name,
        change.path,
        running.phase,
        game.ruleset.phase_title(running),
        deadline_of(game.settings, running),
        text,
        _numbers(order_text) if order_text else (),
        game.ruleset.read(game.current_state(), {power: text}),
        game.ruleset.names(),
    )


def _check_login(reading: _ProposalReading, game: Game, power: str, what: str) -> None:
    """Raises _Refused where the base notes another login for a power, or none for this one only."""
    logins = game.settings.logins
    if not reading.login:
        return
    name = game.ruleset.powers[power].name
    if not logins:
        reading.notes.append(
            f"{game.settings.title}: game.toml notes no logins, so look whether {reading.login} "
            f"plays {name}. With a table [logins] the check does that."
        )
    elif logins.get(power, "").casefold() != reading.login.casefold():
        raise _Refused(
            f"{what} {name}, for which game.toml does not note the login {reading.login} "
            "(the referee writes it under [logins])"
        )


def _waiting(game: Game) -> Moment:
    """The phase that takes orders in public. Raises _Refused where none does."""
    if game.ending is not None:
        raise _Refused("belongs to a game that is over")
    if game.settings.orders == "private":
        raise _Refused(
            "would tell everybody the orders: in this game they are secret until their phase is "
            "adjudicated. Please close this pull request, and send your orders sealed, or by mail "
            "to the referee; whoever looks can read these, so tell the referee that they were seen"
        )
    return game.current_moment


def _waits(game: Game) -> str:
    return f"the game waits for {game.ruleset.phase_title(game.current_moment)}"


def _orders_of(texts: Mapping[str, OrderText], phase: str) -> str:
    return texts[phase].text.strip() if phase in texts else ""


def _order_texts(
    reading: _ProposalReading, game: Game, name: str, year: int, power: str
) -> dict[str, OrderText]:
    """The texts of an order file by phase. Raises _Refused for a file that is broken."""
    text = _text_of(reading, name, LONGEST_ORDERS)
    folder = reading.scratch / "orders" / name
    path = folder / orders_path(year, power)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    try:
        found = read_public_orders(folder, year, game.ruleset.powers, told=False).texts
    except FileError as error:
        raise _Refused(f"cannot be read: {str(error).replace(f'{path}:', 'line ')}") from None
    texts = {phase: powers[power] for phase, powers in found.items() if power in powers}
    for phase, order in texts.items():
        if order.text.count("\n") > LONGEST:
            raise _Refused(f"[{phase}] has more than {LONGEST:,} lines")
    return texts


def _numbers(text: OrderText) -> tuple[int, ...]:
    """The line of the file that each line of a text stands in."""
    spot = text.toml.spots.get((text.phase, "orders"))
    lines = text.text.split("\n")
    if spot is None:
        return (1,) * len(lines)
    _, offsets = string_offsets(text.toml.text, spot.value)
    numbers, at = [], 0
    for line in lines:
        numbers.append(text.toml.line_of(offsets[min(at, len(offsets) - 1)]))
        at += len(line) + 1
    return tuple(numbers)


def _game(reading: _ProposalReading, slug: str) -> Game | None:
    """A game as the base has it, without anything secret. None if there is none."""
    if slug not in reading.known:
        reading.known[slug] = _load(reading, slug)
    return reading.known[slug]


def _load(reading: _ProposalReading, slug: str) -> Game | None:
    top = f"{reading.games}/{slug}"
    listed = files_of(reading.repository, reading.base, top)
    wanted = {
        blob.path.removeprefix(f"{top}/"): blob.name
        for blob in listed
        if blob.mode in _FILES
        and is_relative(path := blob.path.removeprefix(f"{top}/"))
        and not is_secret(path)
    }
    if GAME not in wanted:
        return None
    folder = reading.scratch / "games" / slug
    contents = read_blobs(reading.repository, wanted.values(), _GAME_LIMIT)
    for path, name in wanted.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(contents[name] or b"")
    try:
        game = load_game(folder)
        game.current_state()  # read late otherwise, and what is wrong must show here
    except TheatrumError as error:
        said = str(error).replace(f"{reading.scratch}{os.sep}", "")
        raise GameError(f"the game cannot be read at the base: {said}") from None
    return game
