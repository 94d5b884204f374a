"""Restoring private/ from sealed/, and bringing together what two referees did at the same time.

Three things are known of each path below private/:

    here       the text on this disk             private/1901/orders/france.toml, or nothing
    sealed     the valid versions                ...france.toml.3f0c52a91b7e.age, one or several
    noted      hashes of the texts seen before   private/sealed.toml

and they decide what happens to it:

    changed here only        stays; the next `theatrum secrets seal` takes it
    changed in sealed/ only  is written here
    changed in both          order sheets: joined, if no phase has two different texts
                             anything else: a conflict; ours stays, theirs is put beside it
    removed from sealed/     stays if it was changed here; otherwise it is removed, and its text
                             is kept beside it
    mail of the same number  one of the two gets the next free number

Invariants.
- Nothing that a referee wrote is lost: every text is in private/, in sealed/, or beside it.
- All of sealed/ is checked and decrypted before the first decision; all is written as one change.
- A conflict is not noted as seen. So nothing is adjudicated without it, and `secrets seal` leaves
  the other version in sealed/ until `--ours` or `--theirs` has settled it.
- Unsealing twice writes nothing the second time.

Example. Anna stored France's orders for the spring and sealed; Ben, who had not pulled, stored
those for the builds and sealed. There are two valid versions of france.toml. Unsealing joins them
into one sheet with both tables. Had both stored orders for the spring, it would be a conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from generator.archive.files.layout import MANIFESTS, PRIVATE, SEALED, SEED
from generator.archive.files.reading import FileErrors, entries, parse_toml, read_exact_text
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.game.seeds import read_seed, seed_in
from generator.archive.secret.age import Identity
from generator.archive.secret.manifests import (
    Mail,
    SealedRecords,
    as_played,
    beside,
    check_sealed,
    hash_of,
    is_stale,
    join_sheets,
    mail_of,
    private_path,
    read_standing,
    renumbered,
    sealed_names,
    without_head,
)
from generator.archive.secret.sealed_record import SeenFiles, format_record, read_record
from generator.engine.errors import FileError, GameError, Place, UsageError


class Unsealed(Struct, frozen=True):
    """The results for the files of private/, by their paths.

    `written` were restored or taken from another referee, `unchanged` counts those that were here
    already. `kept` were changed here since they were sealed, and stay. `joined` have the orders of
    both; `late` would have had orders for phases that were adjudicated without them. `renumbered`
    are pairs: the old and the new place of a mail. `removed` are pairs of a file that another
    referee removed, and where its text is kept. `stale` belong to a phase that was undone, and
    were not restored. `conflicts` are files that were changed here and by someone else, each with
    the paths of the other versions. `bound` is False for files that were sealed before there were
    manifests.
    """

    slug: str
    written: tuple[str, ...]
    unchanged: int
    kept: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    renumbered: tuple[tuple[str, str], ...] = ()
    removed: tuple[tuple[str, str], ...] = ()
    stale: tuple[str, ...] = ()
    conflicts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    bound: bool = True


def unseal_game(
    folder: Path,
    identity: Path,
    *,
    force: bool = False,
    ours: Sequence[str] = (),
    theirs: Sequence[str] = (),
) -> Unsealed:
    """Restore private/ from sealed/ with the secret key in a file, and bring both together.

    `ours` and `theirs` are paths that were in conflict: the text here counts, or the sealed one.
    `force` takes the sealed texts everywhere. Raises FileError for a wrong key and for files that
    were changed after sealing; then nothing has been written.
    """
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        key = Identity(identity)
        if not sealed_names(folder):
            raise GameError(f"{game.slug} has nothing sealed", hint="run theatrum secrets seal")
        merge = _Merge(game, key, read_standing(folder), read_record(folder))
        merge.check()
        merge.run(frozenset(map(_path, ours)), frozenset(map(_path, theirs)), force)
        commit(folder, merge.change())
    return merge.result()


def _path(said: str) -> str:
    """A path below private/, with or without the folders before it."""
    plain = said.replace("\\", "/")
    return f"{PRIVATE}/{plain.rpartition(f'{PRIVATE}/')[2]}"


class _Merge:
    """One unsealing: the texts in sealed/, those here, and the files to write."""

    def __init__(
        self, game: Game, key: Identity, standing: SealedRecords, record: SeenFiles
    ) -> None:
        self._game, self._folder, self._key = game, game.folder, key
        self._standing, self._record = standing, record
        self._bound = bool(standing.manifests)
        names = standing.files if self._bound else sealed_names(game.folder)
        self._names: dict[str, list[str]] = {}  # the encrypted files of each path
        for name in names:
            self._names.setdefault(private_path(name), []).append(name)
        self._known: dict[str, set[str]] = {}  # what was noted of each path, as hashes
        for name, text in record.files.items():
            self._known.setdefault(private_path(name), set()).add(text)
        self._texts: dict[str, str] = {}
        self._writes: dict[str, str] = {}
        self._removes: list[str] = []
        self._settled: set[str] = set()
        self._waiting: set[str] = set()
        self._written: list[str] = []
        self._kept: list[str] = []
        self._joined: list[str] = []
        self._late: list[str] = []
        self._renumbered: list[tuple[str, str]] = []
        self._removed: list[tuple[str, str]] = []
        self._stale: list[str] = []
        self._conflicts: list[tuple[str, tuple[str, ...]]] = []

    def check(self) -> None:
        """Raises FileErrors for files in sealed/ that were changed after sealing."""
        if self._bound:
            check_sealed(self._folder, self._standing, self._seed())
        lost = sorted(self._record.manifests - self._standing.manifests.keys())
        if lost:
            raise FileError(
                "is older than the version seen here before",
                place=Place(str(self._folder / SEALED)),
                hint=f"git pull may bring {MANIFESTS}/{lost[0]}.toml; if it is given up, "
                "theatrum secrets seal replaces it with what is here",
            )
        errors: list[FileError] = []
        for name in (name for names in self._names.values() for name in names):
            try:
                self._decrypt(name)
            except FileError as error:
                errors.append(error)
        if errors:
            raise FileErrors(errors)

    def _seed(self) -> str:
        """The game's seed, which may be among the sealed files. Its hash proves it."""
        found = read_seed(self._folder, self._game.settings)
        if found is not None:
            return found
        wrong = FileError(
            "has no seed, which is needed to check it",
            place=Place(str(self._folder / SEALED)),
            hint=f"restore {SEED} first",
        )
        for name in sealed_names(self._folder):
            if private_path(name) == SEED:
                place = self._folder / SEALED / name
                try:
                    text = without_head(self._key.decrypt(place))[1]
                    return seed_in(parse_toml(text, place), self._game.settings)
                except FileError as error:
                    wrong = error
        raise wrong

    def _decrypt(self, name: str) -> None:
        place = self._folder / SEALED / name
        path, text = without_head(self._key.decrypt(place))
        if path and not self._bound:
            raise FileError(
                "was sealed with a manifest, and all manifests have been removed",
                place=Place(str(place)),
                hint=f"git restore brings {MANIFESTS}/ back",
            )
        if self._bound and path != private_path(name):
            raise FileError("was sealed as another file", place=Place(str(place)))
        self._texts[name] = text

    def run(self, ours: frozenset[str], theirs: frozenset[str], force: bool) -> None:
        """Decide about every file. Raises UsageError for a path that is not in sealed/."""
        for path in sorted((ours | theirs).difference(self._names)):
            raise UsageError(
                "is not in sealed/",
                text=path,
                hint="write the path as theatrum secrets unseal shows it",
            )
        self._renumber(ours | theirs)
        for path in sorted({*self._names, *self._known} - self._settled):
            if path in ours:
                self._settle(path)
            elif path in theirs or force:
                self._take_theirs(path)
            else:
                self._merge(path)

    def _merge(self, path: str) -> None:
        here, versions = self._here(path), self._versions(path)
        noted = self._known.get(path, set())
        new = {text for text, seen in versions.items() if not seen and text != here}
        changed = here is not None and hash_of(here) not in noted
        if here is None and noted and is_stale(self._folder, path):
            if versions:
                self._stale.append(path)
        elif not versions:
            if here is not None and self._bound:
                self._remove(path, here, changed)
        elif here in versions and not new:
            self._settle(path)
        elif new or here is None:
            # The text here counts if it is newer than the sealed one, or still sealed.
            stands = here is not None and (changed or here in versions)
            found = {*(new or versions), *([here] if stands and here is not None else [])}
            self._choose(path, here, found)
        elif changed:
            self._kept.append(path)
        else:
            self._choose(path, here, set(versions))

    def _choose(self, path: str, here: str | None, found: set[str]) -> None:
        """Write the one text that counts, or report that the referee has to choose."""
        seed = self._seed() if self._bound else read_seed(self._folder, self._game.settings)
        there = {*found, *([here] if here is not None else [])}
        played = as_played(self._folder, path, there, seed)
        if any(played[text] != text for text in found):
            self._late.append(path)
            found = {played[text] for text in found}
        joined = next(iter(found)) if len(found) == 1 else join_sheets(path, found)
        if joined is not None:
            if joined not in found:
                self._joined.append(path)
            self._write(path, joined)
            self._settle(path)
            return
        ranked = sorted(found, key=hash_of)
        first = here if here is not None and here in found else ranked[0]
        self._write(path, first)
        others = [text for text in ranked if text != first]
        places = [beside(path, number, "theirs") for number in range(1, len(others) + 1)]
        self._writes |= dict(zip(places, others, strict=True))
        self._conflicts.append((path, tuple(places)))
        for name in self._names[path]:
            text = self._texts[name]
            if text in others or (text != first and not self._is_seen(name)):
                self._waiting.add(name)

    def _take_theirs(self, path: str) -> None:
        here, versions = self._here(path), self._versions(path)
        found = {text for text, seen in versions.items() if not seen} or set(versions)
        if not found:
            self._merge(path)
            return
        if len(found) > 1:
            found.discard(here or "")
        self._choose(path, None, found)

    def _remove(self, path: str, here: str, changed: bool) -> None:
        """Follow another referee who has removed it from sealed/. Its text is kept beside it."""
        if changed:
            self._kept.append(path)
            return
        aside = beside(path, 1, "removed")
        self._writes[aside] = here
        self._removes.append(path)
        self._removed.append((path, aside))

    def _renumber(self, chosen: frozenset[str]) -> None:
        """Mails of two referees that took the same number get one each."""
        groups: dict[tuple[str, int], list[str]] = {}
        for path, names in self._names.items():
            match = mail_of(path)
            if match and not all(map(self._is_seen, names)):
                groups.setdefault(match[:2], []).append(path)
        for (folder, number), paths in sorted(groups.items()):
            if chosen.intersection(paths):
                continue
            mails = renumbered(self._mails(folder, number, paths), number, self._taken(folder))
            for at, mail in (mails or {}).items():
                for ending, text in mail.items():
                    path, before = f"{folder}{at}.{ending}", f"{folder}{number}.{ending}"
                    self._write(path, text)
                    self._settle(before)
                    self._settled.add(path)
                    if at != number:
                        self._renumbered.append((before, path))

    def _mails(self, folder: str, number: int, paths: Iterable[str]) -> Iterator[Mail]:
        """The mails of one number: the one here, if it counts, and those of other referees."""
        here: dict[str, str] = {}
        stands = False
        others: dict[str, dict[str, str]] = {}
        for path in sorted({*paths, f"{folder}{number}.txt", f"{folder}{number}.toml"}):
            ending = path.rpartition(".")[2]
            text = self._here(path)
            if text is not None:
                here[ending] = text
                changed = hash_of(text) not in self._known.get(path, set())
                stands |= changed or text in self._versions(path)
            for name in self._names.get(path, ()):
                if not self._is_seen(name):
                    by = self._standing.sealed_by.get(name, "")
                    others.setdefault(by, {})[ending] = self._texts[name]
        if stands and others:
            yield here
        yield from others.values()

    def _taken(self, folder: str) -> set[int]:
        there = self._folder / folder
        names = [f"{folder}{name}" for name in (entries(there) if there.is_dir() else ())]
        found = (mail_of(path) for path in (*names, *self._names, *self._writes))
        return {mail[1] for mail in found if mail and mail[0] == folder}

    def _here(self, path: str) -> str | None:
        there = self._folder / path
        return read_exact_text(there) if there.exists() else None

    def _versions(self, path: str) -> dict[str, bool]:
        """The texts that are in sealed/, and whether each was seen here."""
        found: dict[str, bool] = {}
        for name in self._names.get(path, ()):
            text = self._texts[name]
            found[text] = found.get(text, False) or self._is_seen(name)
        return found

    def _is_seen(self, name: str) -> bool:
        if not self._bound:  # its name is the same for every text
            return self._record.files.get(name) == hash_of(self._texts[name])
        return self._record.has_seen(name, self._standing)

    def _write(self, path: str, text: str) -> None:
        if self._here(path) != text:
            self._writes[path] = text
            self._written.append(path)

    def _settle(self, path: str) -> None:
        """Note all versions of a file as seen; the copies beside it are no longer needed."""
        self._settled.add(path)
        number = 1
        while (self._folder / beside(path, number, "theirs")).exists():
            self._removes.append(beside(path, number, "theirs"))
            number += 1

    def change(self) -> Change:
        """The files to write and to remove, with the record of the files seen."""
        by = self._standing.sealed_by
        seen = self._standing.manifests.keys() - {by.get(name) for name in self._waiting}
        noted: Mapping[str, str] = {
            name: hash_of(text) for name, text in self._texts.items() if name not in self._waiting
        }
        record = format_record(self._game.settings.recipients, seen, noted)
        return Change({**self._writes, **record}, tuple(dict.fromkeys(self._removes)))

    def result(self) -> Unsealed:
        """The results, in words."""
        written = tuple(sorted(set(self._written) - set(self._joined)))
        return Unsealed(
            self._game.slug,
            written,
            len(self._names) - sum(path in self._names for path in written),
            tuple(self._kept),
            tuple(self._joined),
            tuple(self._late),
            tuple(dict.fromkeys(self._renumbered)),
            tuple(self._removed),
            tuple(self._stale),
            tuple(self._conflicts),
            self._bound,
        )
