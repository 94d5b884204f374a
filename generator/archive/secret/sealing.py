"""The secrets of a game, encrypted with age, so that they can be kept where everyone reads.

sealed/ has a file for each of private/, and manifests that bind them to the game (manifests.py).
Encrypting the same text twice gives two different files; so private/sealed.toml notes the sealed
texts, and an unchanged text keeps its file. A file that another referee has sealed, and that was
never unsealed here, stays: `theatrum secrets unseal` merges both (unsealing.py).
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from generator.archive.files.layout import MANIFESTS, PRIVATE, SEALED, SEED, scan_files
from generator.archive.files.reading import read_exact_text
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.game.seeds import read_seed
from generator.archive.secret.age import Recipients
from generator.archive.secret.manifests import (
    SealedRecords,
    check_authentic,
    digest_of,
    hash_of,
    name_for,
    new_manifest,
    private_path,
    read_standing,
    sealed_names,
    with_head,
)
from generator.archive.secret.sealed_record import (
    SeenFiles,
    format_record,
    read_record,
    secret_files,
)
from generator.engine.errors import GameError


class Sealed(Struct, frozen=True):
    """The files of sealed/ that were written, and those whose secrets are gone from private/.

    `unseen` are files of private/ that another referee sealed and that were not unsealed here;
    they stay. `odd` are files whose names keep them from being sealed.
    """

    slug: str
    written: tuple[str, ...]
    removed: tuple[str, ...]
    unseen: tuple[str, ...] = ()
    odd: tuple[str, ...] = ()


def seal_game(folder: Path) -> Sealed:
    """Encrypt every file of private/ that has changed since it was sealed last.

    Raises GameError if the game has no recipients or pyrage is not installed, FileError where
    something cannot be read or written, or where a manifest is someone else's.
    """
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        keys = game.settings.recipients
        seed = _check(game)
        recipients = Recipients(keys)
        standing, record = read_standing(folder), read_record(folder)
        check_authentic(folder, standing, seed)
        there = _seen(folder, standing, record)
        texts = {path: read_exact_text(folder / path) for path in secret_files(folder)}
        # For another reader, and for the first manifest, all has to be sealed again.
        anew = record.recipients != keys or not standing.manifests
        kept: dict[str, str] = {}
        wanted: list[str] = []
        for path, text in texts.items():
            hashed, names = hash_of(text), there.get(path, {})
            # Of two referees' versions side by side none stays: if each of them kept their own and
            # removed the other's, both would be gone.
            if not anew and set(names.values()) == {hashed}:
                kept[min(names)] = hashed
            else:
                wanted.append(path)
        encrypted = {path: recipients.encrypt(with_head(path, texts[path])) for path in wanted}
        named = {name_for(path, digest_of(text.encode())): path for path, text in encrypted.items()}
        gone = {name for names in there.values() for name in names}.difference(kept)
        manifests = standing.manifests.keys() & record.manifests
        writes = {f"{SEALED}/{name}": encrypted[path] for name, path in named.items()}
        if named or gone:
            sealed = {name: digest_of(encrypted[path].encode()) for name, path in named.items()}
            number, text = new_manifest(seed, standing.newest, sealed, gone)
            writes[f"{MANIFESTS}/{number}.toml"] = text
            manifests |= {number}
        noted = kept | {name: hash_of(texts[path]) for name, path in named.items()}
        if writes or noted != record.files:
            writes |= format_record(keys, manifests, noted)
            commit(folder, Change(writes, tuple(sorted(f"{SEALED}/{name}" for name in gone))))
    unseen = {private_path(name) for name in standing.files if not record.has_seen(name, standing)}
    return Sealed(
        game.slug,
        tuple(f"{SEALED}{path[len(PRIVATE) :]}.age" for path in sorted(wanted)),
        tuple(f"{SEALED}{path[len(PRIVATE) :]}.age" for path in sorted(there.keys() - texts)),
        tuple(sorted(unseen)),
        tuple(sorted({*scan_files(folder, PRIVATE)} - {*texts, f"{PRIVATE}/sealed.toml"})),
    )


def _check(game: Game) -> str:
    """The game's seed. Raises GameError for a game that cannot be sealed here."""
    if not game.settings.recipients:
        raise GameError(
            f"{game.slug} has no recipients for its secrets",
            hint='write [secrets] and recipients = ["age1..."] into game.toml; '
            "theatrum secrets keygen makes a key",
        )
    if not (game.folder / PRIVATE).is_dir():
        raise GameError(f"{game.slug} has no secrets here", hint="only the referee has private/")
    seed = read_seed(game.folder, game.settings)
    if seed is None:
        raise GameError(
            f"the seed of {game.slug} is not here, and sealed files are bound to it",
            hint=f"it belongs in {SEED}; run theatrum secrets unseal",
        )
    return seed


def _seen(folder: Path, standing: SealedRecords, record: SeenFiles) -> dict[str, dict[str, str]]:
    """The encrypted files that were made or unsealed here, by path of private/: the hash of the
    text by name, "" where the file is not on the disk or its text is not known.

    Raises GameError for files without a manifest that were never unsealed here.
    """
    there = frozenset(sealed_names(folder))
    names = set(standing.files)
    if not standing.manifests:  # sealed before there were manifests
        names |= there
        strange = sorted(names - record.files.keys())
        if strange:
            raise GameError(
                f"{SEALED}/{strange[0]} was never unsealed here, and would be lost",
                hint="first merge both: theatrum secrets unseal",
            )
    found: dict[str, dict[str, str]] = {}
    for name in sorted(names):
        if record.has_seen(name, standing):
            text = record.files.get(name, "") if name in there else ""
            found.setdefault(private_path(name), {})[name] = text
    return found
