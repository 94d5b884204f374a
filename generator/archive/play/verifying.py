"""Replaying a game from its settings and orders, and comparing the result exactly with the files
on disk: states, commitments, extracts, and all that is revealed at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from generator.archive.files.layout import (
    POSITION,
    PRIVATE,
    REVEALED,
    REVEALED_SEED,
    SALTS,
    WITHHELD,
    key_of,
    private_events_path,
    private_state_path,
    scan_documents,
    scan_files,
    scan_orders,
    scan_years,
    secret_orders_path,
    secret_rulings_path,
    state_path,
)
from generator.archive.files.reading import FileErrors, read_bytes, read_toml
from generator.archive.game.game import Game, PhaseRecord, load_game
from generator.archive.game.orders import OrderText, read_public_orders
from generator.archive.game.rulings import FIRST_SECRET, rulings_place
from generator.archive.game.seeds import Draws, SeedIsSecret, draws_of
from generator.archive.game.state_files import format_phase, format_state
from generator.archive.play.adjudicating import Played, read_order_texts, rulings_for
from generator.archive.play.opening import check_options, setup_of
from generator.archive.record.amendments import check_amendments
from generator.archive.record.chaining import check_chain
from generator.archive.record.commitments import (
    Commitments,
    check_complete,
    check_items,
    check_phases,
    commit_to,
    is_older,
    older_items,
    plain_rulings,
    read_commitments,
    secret_items,
)
from generator.archive.secret.manifests import check_sealed, read_standing
from generator.archive.secret.revealing import format_salts, is_revealable
from generator.engine.errors import FileError, Place
from generator.engine.phases import Document, Moment, Ruling


class Proof(Struct, frozen=True):
    """The files at hand to prove a game with. `secrets`: private/ is here.

    `replayed` gathers the secret files that the replay gives, by their paths.
    """

    folder: Path
    draws: Draws
    commitments: Commitments
    secrets: bool
    replayed: dict[str, str] = field(default_factory=dict)

    def lacks(self, game: Game, record: PhaseRecord) -> str:
        """Why a phase cannot be played again from the files here, "" if it can."""
        moment = record.moment
        promised = self.commitments.get(key_of(moment), {})
        if promised and self.draws.seed is None and not is_older(promised):
            # Every power and the rulings have a commitment, whether they were secret or not.
            return "the game's seed is secret"
        texts = game.year_orders(moment.year).of(moment.phase)
        nothing = self._commit(moment, {f"orders/{power}": "" for power in game.ruleset.powers})
        hidden = [
            power
            for power in game.ruleset.powers
            if promised.get(f"orders/{power}") not in (None, nothing.get(f"orders/{power}"))
            and (power not in texts or not _is_secret_file(self.folder, texts[power].path))
        ]
        if hidden:
            return f"orders of {', '.join(hidden)} are secret"
        rulings = game.year_rulings(moment.year)
        told = any(
            ruling.number >= FIRST_SECRET and ruling.phase == moment.phase for ruling in rulings
        )
        unruled = self._commit(moment, {"rulings": plain_rulings(())}).get("rulings")
        is_ruled = promised.get("rulings") not in (None, unruled)
        return "a ruling is secret" if is_ruled and not told else ""

    def has_no_secret_state(self, moment: Moment) -> bool:
        """Whether the state after a phase is known to be public as a whole."""
        promised = self.commitments.get(key_of(moment))
        if promised is None:
            return False
        if is_older(promised):
            return not any(item.startswith("state/") for item in promised)
        return promised["state"] == self._commit(moment, {"state": ""}).get("state")

    def is_older(self, moment: Moment) -> bool:
        """Whether a phase was published as in older games."""
        return is_older(self.commitments.get(key_of(moment), {}))

    def _commit(self, moment: Moment, items: Mapping[str, str]) -> dict[str, str]:
        """The commitments to some items; {} where the seed is not here."""
        return commit_to(self.draws.seed, moment, items) if self.draws.seed is not None else {}

    def check_inputs(
        self, game: Game, moment: Moment, texts: Mapping[str, OrderText], rulings: Iterable[Ruling]
    ) -> None:
        """Raises FileError for secret orders or rulings that are not those committed to."""
        if self.draws.seed is None:
            return
        promised = self.commitments.get(key_of(moment), {})
        orders = {power: text for power, text in texts.items() if f"orders/{power}" in promised}
        items = {f"orders/{power}": order.text for power, order in orders.items()}
        secret = [ruling for ruling in rulings if ruling.number >= FIRST_SECRET]
        if secret or "rulings" in promised:
            items["rulings"] = plain_rulings(secret)
        places: dict[str, Path] = {f"orders/{power}": order.path for power, order in orders.items()}
        places["rulings"] = rulings_place(game.folder, moment.year, FIRST_SECRET)
        check_items(self.folder, self.commitments, self.draws.seed, moment, items, places)

    def check_extracts(
        self,
        game: Game,
        moment: Moment,
        texts: Mapping[str, OrderText],
        extracts: Mapping[str, str],
    ) -> None:
        """Raises FileError where the public orders are not the public part of the secret ones."""
        public = read_public_orders(game.folder, moment.year, game.ruleset.powers, told=False)
        there = public.of(moment.phase)
        for power, whole in texts.items():
            if not _is_secret_file(self.folder, whole.path):
                continue
            text, found = extracts.get(power, ""), there.get(power)
            place = Place(str(self.folder / f"{moment.year}/orders/{power}.toml"))
            if found is None and text:
                problem = f"has no orders for {moment.phase}, which was adjudicated"
                raise FileError(problem, place=place, hint=f"see {whole.path}")
            if found is not None and found.text != text:
                problem = f"[{moment.phase}] differs from the public part of {whole.path}"
                raise FileError(problem, place=found.place(0, 0))

    def check(self, moment: Moment, files: Mapping[str, str], items: Mapping[str, str]) -> None:
        """Raises FileError where the secrets of a phase are not those committed to.

        `files` are what the replay gives; `items` are all secrets, if they are more than those.
        """
        secret = {path: text for path, text in files.items() if path.startswith(f"{PRIVATE}/")}
        self.replayed.update(secret)
        found = dict(items)
        if not found:
            older = self.is_older(moment)
            found = older_items(files, {}, {}, ()) if older else secret_items(files, {}, ())
        if self.draws.seed is not None:
            check_items(self.folder, self.commitments, self.draws.seed, moment, found, {})
            check_complete(self.folder, self.commitments, moment, found)

    def check_revealed(self, game: Game) -> None:
        """Raises FileError for a file of revealed/ that is not as it was, is missing, or has no
        business there."""
        told = scan_files(self.folder, REVEALED)
        if not told:
            # The end publishes the seed and the secrets together, at least the commitments' salts.
            if game.is_over and self.commitments and (self.folder / REVEALED_SEED).exists():
                raise FileError(
                    "is missing, although the game is over and its seed is public",
                    place=Place(str(self.folder / REVEALED)),
                    hint="restore it with git restore",
                )
            return
        expected = {_revealed(path): text for path, text in self.replayed.items()}
        if self.draws.seed is not None and self.commitments:
            expected[SALTS] = format_salts(self.draws.seed, self.commitments)
        last = game.current_moment.year
        years = [year for year in scan_years(self.folder / REVEALED) if year <= last]
        written = {secret_rulings_path(year, REVEALED) for year in years}
        for year in years:
            for power in scan_orders(self.folder / REVEALED, year):
                written.add(secret_orders_path(year, power, REVEALED))
        for path in told:
            place = Place(str(self.folder / path))
            private = f"{PRIVATE}{path[len(REVEALED) :]}"
            here = read_bytes(self.folder / path)
            if path in expected:
                if here != expected[path].encode():
                    raise FileError(
                        "is not what the replay gives",
                        place=place,
                        hint="restore it with git restore",
                    )
            elif path not in written:
                raise FileError("was not a secret of the game", place=place, hint="remove the file")
            elif (self.folder / private).exists() and here != read_bytes(self.folder / private):
                raise FileError(f"differs from {self.folder / private}", place=place)
        for path in expected:
            if path not in told:
                place = Place(str(self.folder / path))
                raise FileError(
                    "is missing from the revealed secrets",
                    place=place,
                    hint="run theatrum secrets reveal, or restore the file with git restore",
                )
        for path in filter(is_revealable, scan_files(self.folder, PRIVATE)):
            if _revealed(path) not in told:
                place = Place(str(self.folder / path))
                raise FileError("was not revealed", place=place, hint="run theatrum secrets reveal")


def _revealed(path: str) -> str:
    return f"{REVEALED}{path[len(PRIVATE) :]}"


def _is_secret_file(folder: Path, path: Path) -> bool:
    return path.is_relative_to(folder / PRIVATE) or path.is_relative_to(folder / REVEALED)


_SHOWN: Final = 90


class Verified(Struct, frozen=True):
    """A game that replays exactly, with all that was committed to.

    `phases` are all of the game. `secrets` is False where the folder private/ is not here, and only
    public files could be compared. `unreplayed` are those that could not be played again without
    it, and why; of those, only the form and the order were checked. `revealed` is how many files
    the game has published of its secrets, each as it was promised. `record` is the head of the
    chain over all that is public, "" for a game without one.
    """

    slug: str
    phases: int
    secrets: bool
    unreplayed: tuple[tuple[Moment, str], ...] = ()
    revealed: int = 0
    record: str = ""


def _is_whole(game: Game) -> bool:
    """Whether all of the opening is known: nothing is withheld that is not here."""
    path = game.folder / POSITION
    withheld = read_toml(path).data.get(WITHHELD, ()) if path.exists() else ()
    position = setup_of(game).position
    return all(name in position.get("state", position) for name in withheld)


def verify_game(folder: Path) -> Verified:
    """Replay a game, and compare what is public with its chain. Raises FileError at the first line
    that the replay gives otherwise, with all that the chain names; or GameError where the replay
    itself is not possible."""
    game = load_game(folder)
    try:
        verified = _verify(game)
    except FileError as error:
        raise _with_chain(game, error) from None
    return replace(verified, record=check_chain(game))


def _with_chain(game: Game, error: FileError) -> FileError:
    """An error of the replay with those of the chain, but for others about the same file."""
    errors = [*getattr(error, "errors", (error,))]
    told = {error.place.path for error in errors if error.place is not None}
    try:
        check_chain(game)
    except FileError as more:
        found = getattr(more, "errors", (more,))
        errors += [error for error in found if error.place is None or error.place.path not in told]
    return FileErrors(errors) if len(errors) > 1 else error


def _verify(game: Game) -> Verified:
    folder = game.folder
    ruleset = game.ruleset
    secrets = (folder / PRIVATE).is_dir()
    commitments = read_commitments(folder)
    proof = Proof(folder, draws_of(game), commitments, secrets)
    check_options(game)
    state: Any = _opening(game)
    opening = format_state(game.opening.moment, ruleset.dump(state))
    _compare(game, game.opening.moment, opening, secrets)
    proof.check(game.opening.moment, opening, {})
    unreplayed: list[tuple[Moment, str]] = []
    whole = _is_whole(game)  # all of the state is known, also what is secret of it
    for record in game.phases:
        due = ruleset.moment(state)
        if ruleset.ending(state) is not None or due != record.moment:
            raise FileError(
                f"is not the phase that comes next, {due}"
                if ruleset.ending(state) is None
                else "comes after the end of the game",
                place=Place(str(record.path)),
            )
        why = proof.lacks(game, record) if whole else "the state before it has secrets"
        if not why:
            try:
                state = _replay(game, record, state, proof)
                continue
            except SeedIsSecret as error:
                if secrets:
                    raise
                why = error.problem.removeprefix(f"{due.year}/{due.slug} ")
        unreplayed.append((due, why))
        _check_form(record)
        state = record.resolution().state
        whole = proof.has_no_secret_state(due)
    moments = (game.opening.moment, *(record.moment for record in game.phases))
    check_phases(folder, commitments, moments)
    proof.check_revealed(game)
    check_sealed(folder, read_standing(folder), proof.draws.seed)
    check_amendments(game)
    revealed = len(scan_files(folder, REVEALED))
    return Verified(game.slug, len(game.phases), secrets, tuple(unreplayed), revealed)


def _replay(game: Game, record: PhaseRecord, state: Any, proof: Proof) -> Any:
    """The state after a phase, played again and compared. Raises FileError and GameError."""
    ruleset, moment = game.ruleset, record.moment
    texts = read_order_texts(game, moment)
    rulings = rulings_for(game, moment)
    proof.check_inputs(game, moment, texts, rulings)
    book = ruleset.read(state, {power: text.text for power, text in texts.items()})
    resolution = ruleset.adjudicate(state, book, rulings, proof.draws.chance(moment))
    files = format_phase(resolution, ruleset.dump(resolution.state))
    _compare(game, moment, files, proof.secrets)
    played = Played(texts, book, resolution, rulings)
    older = proof.is_older(moment)
    proof.check_extracts(game, moment, texts, played.public_texts(files, older=older))
    proof.check(moment, files, played.secrets(game, files, older=older))
    return resolution.state


def _check_form(record: PhaseRecord) -> None:
    """Raises FileError unless the public file of a state has the layout that theatrum writes."""
    resolution = record.resolution()
    verdicts = [verdict for verdict in resolution.verdicts if verdict.public]
    events = [event for event in resolution.events if event.public]
    public = Document(record.document().public)
    files = format_state(record.moment, public, verdicts, events)
    _compare_file(record.path, files[state_path(record.moment)])


def _opening(game: Game) -> Any:
    state = game.ruleset.opening(setup_of(game))
    moment = game.opening.moment
    year = game.ruleset.moment(state).year
    if moment.year != year:
        raise FileError(f"the game begins in {year}", place=Place(str(game.opening.path)))
    return state


def _compare(game: Game, moment: Moment, files: Mapping[str, str], secrets: bool) -> None:
    """Raises FileError for the first file of a phase that is not what the replay gives."""
    for path, text in files.items():
        if secrets or not path.startswith("private/"):
            _compare_file(game.folder / path, text)
    if secrets:
        for path in _secrets_on_disk(game.folder, moment):
            if path not in files:
                place = Place(str(game.folder / path))
                raise FileError(
                    "is not part of the game as the replay gives it",
                    place=place,
                    hint="remove the file, or restore its phase with git restore",
                )


def _secrets_on_disk(folder: Path, moment: Moment) -> Iterator[str]:
    for name in scan_documents(folder, moment):
        yield private_state_path(moment, name)
    if (folder / private_events_path(moment)).exists():
        yield private_events_path(moment)


def _compare_file(path: Path, text: str) -> None:
    here, replayed = read_bytes(path), text.encode()
    if here == replayed:
        return
    if here.replace(b"\r\n", b"\n") == replayed:
        raise FileError(
            "has different line ends: git or an editor changed them",
            place=Place(str(path)),
            hint="write games/** -text into .gitattributes, commit it, and clone again",
        )
    ours, theirs = here.split(b"\n"), replayed.split(b"\n")
    line = next(
        (n for n, (one, other) in enumerate(zip(ours, theirs, strict=False)) if one != other),
        min(len(ours), len(theirs)),
    )
    one = ours[line] if line < len(ours) else b""
    other = theirs[line] if line < len(theirs) else b""
    column = _first_difference(one.decode("utf-8", "replace"), other.decode("utf-8", "replace"))
    offset = _first_difference(here, replayed)
    raise FileError(
        f"differs from the replay at byte {offset}: it has {_excerpt(one, column)}",
        place=Place(str(path), line + 1, column + 1),
        hint=f"the replay gives {_excerpt(other, column)}",
    )


def _first_difference(one: str | bytes, other: str | bytes) -> int:
    """The index of the first difference; the length of the shorter one if it begins the other."""
    for index, (here, there) in enumerate(zip(one, other, strict=False)):
        if here != there:
            return index
    return min(len(one), len(other))


def _excerpt(line: bytes, column: int) -> str:
    """A line for people, cut to the surroundings of a column."""
    text = line.decode("utf-8", "backslashreplace")
    if not text:
        return "nothing"
    start = 0 if len(text) <= _SHOWN else max(0, min(column - _SHOWN // 3, len(text) - _SHOWN))
    return f"{text[start : start + _SHOWN]!r}"
