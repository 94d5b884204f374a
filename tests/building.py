"""Cheaper builds for tests: what is the same for all sites of a run is made once.

A small site takes two seconds, of which one goes into compiling the templates, and half of one into
the guide.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from generator.pages.base import markup, texts, theme
from generator.pages.site import home

_OWN = Path(__file__).parents[1] / "themes" / "default" / "templates"


class _Compiled(FileSystemBytecodeCache):
    """What the templates of all sites were compiled to, beside what the build itself keeps. Copies
    of the program's own templates are one and the same."""

    def __init__(self, folder: Path, own: Any) -> None:
        super().__init__(str(folder), "%s.cache")
        self.own = own

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        own = _OWN / name
        if filename and own.is_file() and Path(filename).read_bytes() == own.read_bytes():
            filename = str(own)
        return super().get_cache_key(name, filename)

    def load_bytecode(self, bucket: Bucket) -> None:
        if self.own is not None:
            self.own.load_bytecode(bucket)
        if bucket.code is None:
            super().load_bytecode(bucket)
            if bucket.code is not None and self.own is not None:
                self.own.dump_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        super().dump_bytecode(bucket)
        if self.own is not None:
            self.own.dump_bytecode(bucket)


def share(folder: Path, patched: pytest.MonkeyPatch) -> None:
    """Builds of this process find in `folder` what templates were compiled to, and remember what
    texts in Markdown became."""
    folder.mkdir(exist_ok=True)
    kept = theme._bytecode
    patched.setattr(theme, "_bytecode", lambda own: _Compiled(folder, kept(own)))
    remembering = lru_cache(maxsize=512)(markup.safe_html)
    for module in (texts, home):
        patched.setattr(module, "safe_html", remembering)
