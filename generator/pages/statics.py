"""Files that are published as they are: the theme's styles and scripts, fonts, the site's own."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from generator.engine.errors import FileError
from generator.pages.page import Page, digest
from generator.pages.theme import Theme

__all__ = ["font_files", "static_pages"]


def static_pages(theme: Theme, site_root: Path) -> Iterator[Page]:
    """Every static file; the site's own hide the theme's of the same name."""
    found = {name: file.read_bytes() for name, file in font_files(theme).items()}
    found |= {name: file.read_bytes() for name, file in theme.static_files().items()}
    own = site_root / "static"
    for file in own.rglob("*"):
        if file.is_file():
            found[file.relative_to(own).as_posix()] = file.read_bytes()
    for name in sorted(found):
        yield _static_page(name, found[name])


def _static_page(name: str, data: bytes) -> Page:
    return Page(name, "file", (("file", digest(data)),), lambda: data)


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
