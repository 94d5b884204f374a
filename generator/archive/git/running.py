"""Running the git command: never through a shell, never waiting for input."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from generator.engine.errors import GameError

_SOON: Final = 20.0
"""Seconds that git may take for what needs no network."""
NETWORK: Final = 300.0
"""Seconds that git may take for what needs one."""

# Set where theatrum is called from a hook: they would lead git to another repository or index.
_FOREIGN: Final = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
                   "GIT_PREFIX", "GIT_NAMESPACE")  # fmt: skip
_LONGEST: Final = 300


class GitError(GameError):
    """Git is not here, takes too long, or refuses; `problem` has its own last words."""


class GitAnswer(Struct, frozen=True):
    """How git ended (0 is well), what it printed, and what it said beside it."""

    code: int
    out: bytes
    words: str


def run(
    folder: Path,
    *arguments: str,
    given: bytes = b"",
    patience: float = _SOON,
    settings: Mapping[str, str] | None = None,
) -> GitAnswer:
    """The answer of git, asked in a folder. `given` is its standard input, `patience` in seconds,
    `settings` are further variables of its environment.

    Paths among the arguments mean what they say: "*" is a star. Raises GitError where there is no
    git, or no answer in time.
    """
    environment = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    environment |= {"LC_ALL": "C", "GIT_LITERAL_PATHSPECS": "1", **(settings or {})}
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            input=given,
            capture_output=True,
            timeout=patience,
            check=False,
            env=environment,
        )
    except FileNotFoundError:
        raise GitError("git is not installed", hint="get it from https://git-scm.com") from None
    except subprocess.TimeoutExpired:
        raise GitError(
            f"git {arguments[0]} did not answer in {patience:.0f} seconds",
            hint="try again, or type the git command yourself",
        ) from None
    except OSError as error:
        raise GitError(f"git cannot be run: {error.strerror}") from None
    return GitAnswer(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))


def query(
    folder: Path, *arguments: str, given: bytes = b"", settings: Mapping[str, str] | None = None
) -> GitAnswer:
    """The answer to a question: asking disturbs no commit that the referee is making."""
    quiet = {"GIT_OPTIONAL_LOCKS": "0", **(settings or {})}
    return run(folder, *arguments, given=given, settings=quiet)


def tell(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """What git prints for a question. Raises GitError if it has no answer."""
    answer = query(folder, *arguments, given=given)
    if answer.code:
        raise GitError(f"git {arguments[0]}: {last_words(answer.words)}")
    return answer.out


def last_words(words: str) -> str:
    """The last line of what git, or a hook, said that says something; one line, cut to length."""
    lines = [line.strip() for line in words.splitlines()]
    said = [line for line in lines if line and not line.startswith(("hint:", "To "))]
    plain = "".join(c if c.isprintable() else "\ufffd" for c in said[-1]) if said else "no reason"
    plain = plain.removeprefix("fatal: ").removeprefix("error: ")
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"
