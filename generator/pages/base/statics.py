"""Files that no template makes: the theme's styles and scripts, fonts, and the site's own files."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from generator.engine.errors import FileError
from generator.pages.base.page import Page, digest
from generator.pages.base.theme import Theme

_FONT: Final = re.compile(rb'(?<=")(fonts/[\w.-]+)(?=")')
_FORM: Final = "smaller 1"
"""Changes when the same style or script becomes other bytes."""


def static_pages(theme: Theme, site_root: Path) -> Iterator[Page]:
    """Every static file; the site's own hide the theme's of the same name.

    The theme's styles and scripts are published without comments and indentation, a quarter of
    their size. The site's own files are published as they are.
    """
    found = font_files(theme)
    themes = theme.static_files()
    found |= themes
    own = site_root / "static"
    owned = {file.relative_to(own).as_posix(): file for file in own.rglob("*") if file.is_file()}
    found |= owned
    for name in sorted({*found, *theme.bundles}):
        parts = (name,) if name in found else theme.bundles[name]
        made = []
        for part in parts:
            if part not in found:
                raise FileError(f"the theme {theme.name} has no {part}, which {name} is made of")
            data = found[part].read_bytes()
            if part == "fonts.js":
                data = _FONT.sub(lambda font: _font_data(found, font[1].decode()), data)
            is_theirs = part in themes and part not in owned and part.endswith((".css", ".js"))
            make = partial(_smaller, data, part) if is_theirs else partial(bytes, data)
            made.append((make, digest(data, _FORM if is_theirs else "")))
        form = (("file", digest(*(of_part for _, of_part in made))),)
        yield Page(name, "file", form, partial(_joined, tuple(make for make, _ in made)))


def _font_data(found: Mapping[str, Path], name: str) -> bytes:
    """A font as text, "" where the theme ships no such font."""
    return b64encode(found[name].read_bytes()) if name in found else b""


def _joined(parts: tuple[Callable[[], bytes], ...]) -> bytes:
    return b"".join(make() for make in parts)


def _smaller(data: bytes, name: str) -> bytes:
    """A style or script without what only its readers need."""
    if name.endswith(".css"):
        from rcssmin import cssmin as smaller
    else:
        from rjsmin import jsmin as smaller
    return f"{smaller(data.decode())}\n".encode()


def font_files(theme: Theme) -> dict[str, Path]:
    """The fonts that the theme names; they come with the maps, which are lettered in them."""
    # Looked up, not imported: a build that draws no map does without the package.
    package = find_spec("mapsvg")
    folder = Path(str(package.origin if package else "")).parent / "fonts"
    missing = [name for name in theme.fonts if not (folder / name).is_file()]
    if missing:
        raise FileError(
            f"the theme {theme.name} asks for the font {missing[0]}, which is not there",
            hint=f"looked in {folder}",
        )
    return {f"fonts/{name}": folder / name for name in theme.fonts}
