"""Themes: layers of folders in which a file of a child hides the parent's file of the same name.

A theme is a folder with `theme.toml` (title, parent, fonts), `templates/` and `static/`. A theme
with a parent holds only what it changes. In a template, `parent/page.html` is the page that this
layer hides, so `{% extends "parent/page.html" %}` changes single blocks of it.

The files that no template makes are here, too: the theme's styles and scripts, fonts, and the
site's own files.
"""

from __future__ import annotations

import contextlib
import re
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import tomli
from msgspec import Struct, field

from generator.engine.errors import FileError, Place, TheatrumError
from generator.pages.base.page import Page, digest

if TYPE_CHECKING:
    from jinja2 import BytecodeCache, Environment


_PARENT = "parent/"
_TEMPLATES = (".html", ".xml", ".css", ".txt")
# Modules in which an error still counts as the template's.
_TOOLS = sys.stdlib_module_names | {"jinja2", "markupsafe"}
_NAMED = re.compile(r"""\{%-?\s*(?:extends|include|import|from)\s+(["'])(?P<name>[^"']+)\1""")
_UNNAMED = re.compile(r"""\{%-?\s*(?:extends|include|import|from)\s+(?!["'])(?P<what>[^%]*)""")
_WHOLE_SITE = re.compile(r"\{[{%](?:(?![%}]\}).)*?\bsite\b(?!\.)", re.DOTALL)
_FONT: Final = re.compile(rb'(?<=")(fonts/[\w.-]+)(?=")')
_FORM: Final = "smaller 1"
"""Changes when the same style or script becomes other bytes."""


class Layer(Struct, frozen=True):
    """One theme folder. `fonts` are files of the map's font folder that the site ships too.
    `bundles` are files that several of its static files make, one after the other: a page asks for
    one file instead of many."""

    name: str
    folder: Path
    title: str
    parent: str
    fonts: tuple[str, ...] = ()
    bundles: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class Theme(Struct, frozen=True):
    """A theme and its ancestors, the youngest first."""

    layers: tuple[Layer, ...]

    @property
    def name(self) -> str:
        return self.layers[0].name

    @property
    def fonts(self) -> tuple[str, ...]:
        """The fonts of the youngest layer that lists any."""
        return next((layer.fonts for layer in self.layers if layer.fonts), ())

    @property
    def bundles(self) -> Mapping[str, tuple[str, ...]]:
        """The bundles of all layers; of those with one name the youngest's counts."""
        return {
            name: parts for layer in reversed(self.layers) for name, parts in layer.bundles.items()
        }

    def find(self, path: str, youngest: int = 0) -> tuple[int, Path] | None:
        """The layer's number and the file that `path` ("templates/page.html") stands for."""
        for number, layer in enumerate(self.layers[youngest:], youngest):
            file = layer.folder / path
            if file.is_file():
                return number, file
        return None

    def static_files(self) -> Mapping[str, Path]:
        """All static files by their path in the site, sorted."""
        found: dict[str, Path] = {}
        for layer in reversed(self.layers):
            folder = layer.folder / "static"
            for file in folder.rglob("*"):
                if file.is_file():
                    found[file.relative_to(folder).as_posix()] = file
        return dict(sorted(found.items()))


class Templates(Struct, dict=True):
    """The templates of a theme: their digests (cheap) and their rendering (loads jinja2).

    `compiled` is a folder in which what jinja2 makes of them is kept; None for none.
    """

    theme: Theme
    compiled: Path | None = None
    _sources: dict[tuple[int, str], tuple[int, str, Path]] = field(default_factory=dict)
    _texts: dict[tuple[int, str], dict[str, str]] = field(default_factory=dict)
    _digests: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    _shows: dict[tuple[str, str], bool] = field(default_factory=dict)

    def source(self, name: str, youngest: int = 0) -> tuple[int, str, Path]:
        """Layer, text and file of a template. Raises FileError if no layer has it."""
        key = (youngest, name)
        if key not in self._sources:
            found = self.theme.find(f"templates/{name}", youngest)
            if found is None:
                raise FileError(
                    f"the theme {self.theme.name} has no template {name}",
                    hint="looked in "
                    + ", ".join(layer.name for layer in self.theme.layers[youngest:]),
                )
            number, file = found
            self._sources[key] = (number, file.read_text(encoding="utf-8"), file)
        return self._sources[key]

    def digests(self, name: str) -> tuple[tuple[str, str], ...]:
        """(name, digest) of a template and of all that it extends, includes or imports."""
        if name not in self._digests:
            texts = sorted(self._texts_of(name, 0).items())
            self._digests[name] = tuple((used, digest(text)) for used, text in texts)
        return self._digests[name]

    def shows(self, name: str, setting: str) -> bool:
        """Whether a template, or one that it uses, may show a setting of the site: it has the name
        of the setting, or hands `site` on as a whole."""
        key = (name, setting)
        if key not in self._shows:
            texts = self._texts_of(name, 0).values()
            self._shows[key] = any(setting in text or _WHOLE_SITE.search(text) for text in texts)
        return self._shows[key]

    @property
    def names(self) -> tuple[str, ...]:
        """All templates of the theme, used or not, sorted."""
        folders = (layer.folder / "templates" for layer in self.theme.layers)
        found = {file.name for folder in folders for file in folder.glob("*") if file.is_file()}
        return tuple(sorted(found))

    @cached_property
    def digest(self) -> str:
        """A digest of all templates of the theme, used or not."""
        return digest(
            *(
                part
                for layer in self.theme.layers
                for file in sorted((layer.folder / "templates").rglob("*"))
                if file.is_file()
                for part in (layer.name, file.name, file.read_bytes())
            )
        )

    def _texts_of(self, name: str, youngest: int) -> dict[str, str]:
        """The texts of a template and of all that it uses, by layer and name."""
        key = (youngest, name)
        if key not in self._texts:
            number, text, file = self.source(name, youngest)
            unnamed = _UNNAMED.search(text)
            if unnamed:
                raise FileError(
                    "write the name of the template as a literal text: the build has to know it",
                    place=Place(str(file), text.count("\n", 0, unnamed.start()) + 1),
                    text=unnamed["what"].strip(),
                )
            used = self._texts[key] = {f"template {number}/{name}": text}
            for found in _NAMED.finditer(text):
                if found["name"].startswith(_PARENT):
                    more = self._texts_of(found["name"].removeprefix(_PARENT), number + 1)
                else:
                    more = self._texts_of(found["name"], 0)
                used = used | more
            self._texts[key] = used
        return self._texts[key]

    def load(self) -> None:
        """Have all templates at hand, before processes are forked. The page that needs a broken one
        reports the error."""
        for number, layer in enumerate(self.theme.layers):
            for file in sorted((layer.folder / "templates").glob("*.html")):
                if self.theme.find(f"templates/{file.name}") == (number, file):
                    with contextlib.suppress(Exception):
                        self._environment.get_template(file.name)

    def render(self, name: str, values: Mapping[str, Any]) -> str:
        """The page text. Raises FileError with file and line where the template is at fault."""
        from jinja2 import TemplateError, TemplateSyntaxError

        try:
            return self._environment.get_template(name).render(values)
        except TemplateSyntaxError as error:
            place = Place(error.filename or name, error.lineno)
            raise FileError(str(error.message), place=place) from error
        except TemplateError as error:
            place, _ = _template_place(error, name)
            raise FileError(str(error.message), place=place) from error
        except Exception as error:
            place, is_own = _template_place(error, name)
            # An error further in, in the program, is not the template's fault.
            if not is_own or isinstance(error, TheatrumError):
                raise
            problem = f"{type(error).__name__}: {error}"
            raise FileError(problem, place=place) from error

    @cached_property
    def _environment(self) -> Environment:
        from jinja2 import Environment, FunctionLoader, StrictUndefined

        from generator.pages.base.markup import with_code

        class Layered(Environment):
            """Resolves the parent's template by the layer of the template that asks for it."""

            def join_path(self, template: str, parent: str) -> str:
                if not template.startswith(_PARENT):
                    return template
                asking = read(parent)[0]
                return f"{asking + 1}!{template.removeprefix(_PARENT)}"

        def read(name: str) -> tuple[int, str, Path]:
            youngest, mark, plain = name.partition("!")
            return self.source(plain, int(youngest)) if mark else self.source(name)

        def load(name: str) -> tuple[str, str, Callable[[], bool]]:
            _, text, file = read(name)
            return text, str(file), lambda: True

        environment = Layered(
            loader=FunctionLoader(load),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            auto_reload=False,
            bytecode_cache=_bytecode(self.compiled),
        )
        environment.filters["code"] = with_code
        return environment


def _bytecode(folder: Path | None) -> BytecodeCache | None:
    """Compiled templates by their texts; to compile those of one page takes as long as ten pages.

    Without the folder, or where it cannot be made, nothing is kept.
    """
    from jinja2 import FileSystemBytecodeCache

    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return FileSystemBytecodeCache(str(folder), "%s.cache")


def _template_place(error: Exception, name: str) -> tuple[Place, bool]:
    """Where in a template an error arose: the innermost frame that is a template's. And whether
    nothing of the program is further in."""
    place, is_own = Place(name), False
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.endswith(_TEMPLATES):
            place, is_own = Place(file, trace.tb_lineno), True
        else:
            module = trace.tb_frame.f_globals.get("__name__", "")
            is_own &= module.partition(".")[0] in _TOOLS
        trace = trace.tb_next
    return place, is_own


def themes_folders(site_root: Path) -> tuple[Path, ...]:
    """Where themes are looked for: beside the site, then those that come with the program."""
    package = Path(__file__).resolve().parents[2]
    places = (site_root.parent / "themes", package.parent / "themes", package / "_themes")
    found: dict[Path, None] = {}
    for place in places:
        if (place / "default" / "theme.toml").is_file() or place == places[0]:
            found[place.resolve()] = None
    return tuple(found)


def find_theme(name: str, folders: tuple[Path, ...]) -> Theme:
    """The theme `name` with its ancestors. Raises FileError if one is missing or in a circle."""
    layers: dict[str, Layer] = {}
    while name:
        if name in layers:
            raise FileError(
                f"the theme {name} is its own ancestor", hint=" -> ".join([*layers, name])
            )
        layers[name] = _read_layer(name, folders)
        name = layers[name].parent
    return Theme(tuple(layers.values()))


def _read_layer(name: str, folders: tuple[Path, ...]) -> Layer:
    # The name comes first: with another one, even to look for the file would lead elsewhere.
    is_name = re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,79}", name) is not None
    places = (at / name / "theme.toml" for at in folders if is_name)
    file = next((place for place in places if place.is_file()), None)
    if file is None:
        known = sorted({path.parent.name for at in folders for path in at.glob("*/theme.toml")})
        raise FileError(f"there is no theme {name!r}", hint=f"known: {', '.join(known) or 'none'}")
    try:
        data = tomli.loads(file.read_text(encoding="utf-8"))
    except (tomli.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FileError(str(error), place=Place(str(file))) from error
    unknown = sorted(set(data) - {"title", "parent", "fonts", "bundles"})
    if unknown:
        raise FileError(
            f"unknown key {unknown[0]}",
            place=Place(str(file)),
            hint="title, parent, fonts, bundles",
        )
    return Layer(
        name,
        file.parent,
        data.get("title", name),
        data.get("parent", ""),
        tuple(data.get("fonts", ())),
        {bundle: tuple(parts) for bundle, parts in data.get("bundles", {}).items()},
    )


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
