"""The full-text index of a site, made by Pagefind from its finished pages. Pagefind is an extra."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from generator.archive.files.extras import install_hint
from generator.engine.errors import FileError

FOLDER: Final = "pagefind/"
"""The folder of the index in the output."""
MISSING: Final = f"no full-text search ({install_hint('search')})"
# Pagefind reads the main part of each page, without drawings and without links elsewhere.
_ARGUMENTS: Final = ("--root-selector", "main", "--exclude-selectors", "svg, nav, form, [hidden]")
# Pagefind brings its own search boxes, too. The site already has one.
_UNUSED: Final = ("pagefind-ui.", "pagefind-modular-ui.", "pagefind-component-ui.",
                  "pagefind-highlight.")  # fmt: skip


def program() -> str:
    """Which program makes the index, and how: a text that changes when they do; "" for none."""
    if find_spec("pagefind_bin") is None:
        return ""
    from importlib.metadata import version

    return " ".join(("pagefind", version("pagefind_bin"), *_ARGUMENTS))


def make_index(output: Path) -> dict[str, bytes]:
    """The files of the index of all HTML pages in `output`, by path below it, sorted.

    Raises FileError if Pagefind fails.
    """
    # Every build imports this module, and few make an index.
    import subprocess

    from generator.archive.files.scratch import scratch

    with scratch("theatrum-search") as folder:
        # By name: the module is there only where the extra is installed.
        program = os.fspath(import_module("pagefind_bin").get_executable())
        command = [program, "--site", str(output), "--output-path", str(folder), "--silent"]
        done = subprocess.run(
            [*command, *_ARGUMENTS], capture_output=True, encoding="utf-8", errors="replace"
        )
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines()
            raise FileError(f"Pagefind cannot make the index: {said[-1] if said else 'no reason'}")
        files = [path for path in folder.rglob("*") if path.is_file()]
        return {
            FOLDER + path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(files)
            if not path.name.startswith(_UNUSED)
        }
