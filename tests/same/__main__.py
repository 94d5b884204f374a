"""`make same COMMIT=...`: does the program still make what it made at an earlier commit?

Builds the sample site, replays every game, writes every post in each dialect and reads the corpora
of orders and mails, at the commit and in the working tree, and compares every file. Exit code 1
where anything differs: the first file of each kind is named, with the line.
"""

from __future__ import annotations

import os
import subprocess
import sys
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

TOP: Final = Path(__file__).resolve().parents[2]
_SHOWN: Final = 12
"""Lines of a difference that are shown, and files that are listed of each kind."""


def main(commit: str) -> int:
    with TemporaryDirectory(prefix="theatrum-same-") as name:
        folder = Path(name)
        before, after = folder / "before", folder / "after"
        tree = folder / "tree"
        _check_out(commit, tree)
        _collect(tree, before)
        _collect(TOP, after)
        return report(before, after)


def _check_out(commit: str, tree: Path) -> None:
    tree.mkdir()
    archive = subprocess.run(
        ["git", "-C", str(TOP), "archive", commit], stdout=subprocess.PIPE, check=True
    )
    subprocess.run(["tar", "-x", "-C", str(tree)], input=archive.stdout, check=True)


def _collect(tree: Path, folder: Path) -> None:
    script = Path(__file__).with_name("collect.py")
    settings = {**os.environ, "PYTHONPATH": str(tree), "TZ": "UTC", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, str(script), str(folder), str(TOP / "tests/corpus")]
    subprocess.run(command, cwd=tree, env=settings, check=True)


def report(before: Path, after: Path) -> int:
    """Print what differs between two folders; 1 if anything does, otherwise 0."""
    old, new = _files(before), _files(after)
    changed = sorted(path for path in old.keys() & new.keys() if old[path] != new[path])
    lines = [f"gone: {path}" for path in sorted(old.keys() - new.keys())]
    lines += [f"new: {path}" for path in sorted(new.keys() - old.keys())]
    lines += [f"differs: {path}" for path in changed]
    kinds: dict[str, list[str]] = {}
    for line in lines:
        kind, _, path = line.partition(": ")
        kinds.setdefault(f"{kind} {path.partition('/')[0]}", []).append(path)
    print(f"{len(new)} files, {len(lines)} of them gone, new or different")
    for kind, paths in kinds.items():
        print(f"{kind}: {len(paths)}: {', '.join(paths[:_SHOWN])}{' ...' * (len(paths) > _SHOWN)}")
    shown: set[str] = set()
    for path in changed:
        if (top := path.partition("/")[0]) not in shown:
            shown.add(top)
            _show(path, old[path], new[path])
    return 1 if lines else 0


def _files(folder: Path) -> dict[str, bytes]:
    """What is compared, by paths with "/": not the games that the commands make, nor the cache."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.relative_to(folder).parts[0] not in ("games", ".cache")
    }


def _show(path: str, old: bytes, new: bytes) -> None:
    texts = (one.decode("utf-8", "replace").splitlines() for one in (old, new))
    rows = list(unified_diff(*texts, f"before/{path}", f"after/{path}", lineterm="", n=0))
    for row in rows[:_SHOWN]:
        print(row if len(row) <= 300 else f"{row[:300]}…")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.same COMMIT")
    sys.exit(main(sys.argv[1]))
