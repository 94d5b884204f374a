"""What git says about a game folder. Optional: without git there is nothing to say."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

__all__ = ["is_ignored", "uncommitted"]


def uncommitted(folder: Path) -> tuple[str, ...] | None:
    """Files of a folder that are new or changed since the last commit, relative to it, sorted.

    None where there is no git, no repository, or no answer within five seconds.
    """
    command = ["git", "-C", str(folder), "status", "--porcelain=v1", "-z", "--untracked-files=all"]
    # Optional locks: asking must not disturb a commit that the referee is making.
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    try:
        answer = subprocess.run(
            [*command, "--no-renames", "--", "."],
            capture_output=True,
            timeout=5,
            check=True,
            env=environment,
            stdin=subprocess.DEVNULL,
        )
        top = subprocess.run(
            ["git", "-C", str(folder), "rev-parse", "--show-prefix"],
            capture_output=True,
            timeout=5,
            check=True,
            env=environment,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    prefix = os.fsdecode(top.stdout).rstrip("\n")
    entries = [os.fsdecode(entry) for entry in answer.stdout.split(b"\0") if entry]
    return tuple(sorted(entry[3:].removeprefix(prefix) for entry in entries))


def is_ignored(path: Path) -> bool | None:
    """Whether git leaves a file out, which may not be there yet. None outside of a repository, and
    where there is no git."""
    command = ["git", "-C", str(path.absolute().parent), "check-ignore", "-q", "--"]
    try:
        answer = subprocess.run(
            [*command, path.name],
            capture_output=True,
            timeout=5,
            check=False,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return {0: True, 1: False}.get(answer.returncode)
