"""The end of secrecy when a game is over: private/ becomes revealed/, so that all can replay.

Orders, rulings, states and events are published unchanged, with the salts of all commitments;
mails and addresses stay with the referee. The seed has its own file, seed.toml.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from generator.archive.files.layout import PRIVATE, REVEALED, REVEALED_SEED, SALTS, scan_files
from generator.archive.files.reading import read_exact_text
from generator.archive.files.toml_layout import format_toml
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import check_there, load_game
from generator.archive.game.seeds import format_seed, read_seed
from generator.archive.record.chaining import with_revelation
from generator.archive.record.commitments import (
    Commitments,
    parse_moment,
    read_commitments,
    salt_of,
)
from generator.archive.secret.sealed_record import check_unsealed
from generator.engine.errors import GameError

COMMENT = (
    "The salts of commitments.toml: the SHA-256 of a salt, a line end and the text is the hash."
)


_RECORD = re.compile(rf"{PRIVATE}/\d+/(?:(?:orders|state|events)/.+|rulings\.toml)\Z", re.DOTALL)


def reveal_game(folder: Path) -> tuple[str, ...]:
    """Publish the secrets of a game that is over or archived. Returns the paths of the files, empty
    if all had been published before.

    Raises GameError while it is played, and where the secrets are not here.
    """
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        if not game.is_over and not game.settings.archived:
            raise GameError(
                f"{game.slug} is not over",
                hint="secrets are revealed at the end; archived = true in game.toml ends a game",
            )
        if not (folder / PRIVATE).is_dir():
            raise GameError(
                f"{game.slug} has no secrets here", hint="only the referee has private/"
            )
        check_unsealed(game)
        seed = read_seed(folder, game.settings)
        files = revealed_files(folder, seed, read_commitments(folder), {})
        if seed is not None:
            files[REVEALED_SEED] = format_seed(seed, published=True)
        changed = {
            path: text
            for path, text in files.items()
            if not (folder / path).exists() or read_exact_text(folder / path) != text
        }
        if changed:
            commit(folder, Change({**changed, **with_revelation(folder, Change(changed))}))
    return tuple(sorted(changed))


def is_revealable(path: str) -> bool:
    """Whether a file of private/ is published at the end: the secret part of the record is, the
    referee's mails and addresses are not."""
    return _RECORD.match(path) is not None


def revealed_files(
    folder: Path, seed: str | None, commitments: Commitments, files: Mapping[str, str]
) -> dict[str, str]:
    """The files of revealed/ by their paths. `files` are texts that are about to be written."""
    secret = dict.fromkeys(filter(is_revealable, scan_files(folder, PRIVATE)))
    texts = {path: read_exact_text(folder / path) for path in secret if path not in files}
    texts |= {path: text for path, text in files.items() if is_revealable(path)}
    told = {f"{REVEALED}{path[len(PRIVATE) :]}": texts[path] for path in sorted(texts)}
    if seed is not None and commitments:
        told[SALTS] = format_salts(seed, commitments)
    return told


def format_salts(seed: str, commitments: Commitments) -> str:
    """The text of the file with the salt of every commitment."""
    salts = {
        phase: {item: salt_of(seed, parse_moment(phase), item) for item in items}
        for phase, items in commitments.items()
    }
    return format_toml(salts, COMMENT)
