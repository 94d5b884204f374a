"""Other site generators doing our pages: Hugo, Pelican and MkDocs, each from its own package.

They get what is left when reading states and finding words is done: the texts and table cells of
every page as data, and its reports line by line. Its map they either get finished ("copied"), or as
data ("drawn"): what all maps of a board have in common once for the site, and every other element
with its attributes page by page. They fill templates of their own and write a page with its map in
it, and beside it the map as a file and the reports. Links they do not check. A program that is not
installed is left out.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from generator.pages.base.page import map_of
from tests.mapsvg.scenes import map_of_file
from tests.pages.sample import MAP

_MAP = re.compile(MAP, re.DOTALL)
_BODY = re.compile(r"<body[^>]*>\n(.*)</body>", re.DOTALL)
_TABLE = re.compile(r"<tbody>\n(.*?)</tbody>", re.DOTALL)
_ROW = re.compile(r"<tr([^>]*)>(.*?)</tr>", re.DOTALL)
_CELL = re.compile(r"<(t[dh])([^>]*)>(.*?)</t[dh]>", re.DOTALL)
_TITLE = re.compile(r"<title>(.*?)</title>")
_HEAD = re.compile(r'<link rel="(stylesheet|icon)" href="([^"]+)"')
_BOARD = re.compile(r"rules/([^/]+)/map\.css")
_ELEMENT = re.compile(r"<[^>]+>[^<]*")
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_HOLDER = "<!-- the map -->"
REPORTS = ("report.txt", "report.bbcode.txt")
"""The files that a phase has beside its page and map, for mail and for forums."""
LONG = 60
"""Letters from which on an attribute's value is an outline, which a site has once."""

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Job:
    """Pages as data: their folders, how many have a map, and where the data is."""

    folders: tuple[str, ...]
    maps: int
    root: Path

    def data(self, folder: str) -> str:
        return (self.root / folder / "page.json").read_text(encoding="utf-8")

    def boards(self) -> str:
        """What the maps of a board share."""
        return (self.root / "boards.json").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Generator:
    """A program. `prepare` writes a project for a job into a folder, with maps drawn or copied;
    `build` is run there, `again` after a change of a page's file, which `page` names; the site
    comes out in `output`."""

    name: str
    version: str
    prepare: Callable[[Job, Path, bool], None]
    build: tuple[str, ...]
    again: tuple[str, ...]
    page: Callable[[str], str]
    output: str = "public"

    def touch(self, project: Path, folder: str) -> None:
        """Change one page's source, so that it has to be read again."""
        file = project / self.page(folder)
        file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")


def cut_pages(site: Path, into: Path) -> Job:
    """Cut the pages of all games of a site into data."""
    cut: dict[str, Data] = {}
    maps: dict[str, dict[str, list[str]]] = {}
    games = {path.parent.name for path in site.glob("*/map.svg")}
    for page in sorted(site.glob("*/**/index.html")):
        text = page.read_text(encoding="utf-8")
        folder = page.parent.relative_to(site).as_posix()
        if folder.partition("/")[0] not in games:
            continue
        (into / folder).mkdir(parents=True, exist_ok=True)
        cut[folder] = _cut(text) | {"reports": {}}
        for name in REPORTS:
            report = page.with_name(name)
            if report.is_file():
                shutil.copyfile(report, into / folder / name)
                lines = report.read_text(encoding="utf-8").split("\n")
                cut[folder]["reports"][name.replace(".", "_")] = lines
        board = _BOARD.search(text)
        picture = _picture(site, page, text) if _MAP.search(text) else ""
        if board and picture:
            maps.setdefault(board[1], {})[folder] = _ELEMENT.findall(picture)
            (into / folder / "map.svg").write_text(picture, encoding="utf-8")
    boards: dict[str, dict[str, str]] = {}
    for name, drawn in maps.items():
        common = frozenset(next(iter(drawn.values()))).intersection(*drawn.values())
        runs: dict[str, str] = {}
        for folder, elements in drawn.items():
            cut[folder] |= {"board": name, "map": list(_as_data(elements, common, runs))}
        boards[name] = {key: text for text, key in runs.items()}
    for folder, data in cut.items():
        text = json.dumps(data, ensure_ascii=False)
        (into / folder / "page.json").write_text(text, encoding="utf-8")
    (into / "boards.json").write_text(json.dumps(boards, ensure_ascii=False), encoding="utf-8")
    return Job(tuple(cut), sum(map(len, maps.values())), into)


def _picture(site: Path, page: Path, text: str) -> str:
    """The map of a page as a file: that beside it, or the phase's own from that of some years; ""
    for none."""
    beside = page.with_name("map.svg")
    if beside.is_file():
        return beside.read_text(encoding="utf-8")
    if 'type="text/plain"' not in text:
        return ""
    file, view = map_of(page.parent.relative_to(site).as_posix())
    return map_of_file((site / file).read_text(encoding="utf-8"), view)


def _cut(text: str) -> Data:
    """The data of a page: its title, style sheets, and body in parts, tables cell by cell."""
    body, title = _BODY.search(text), _TITLE.search(text)
    assert body
    assert title
    return {
        "title": title[1],
        "board": "",
        "map": [],
        "links": [{"rel": rel, "href": href} for rel, href in _HEAD.findall(text)],
        "parts": list(_parts(_MAP.sub(_HOLDER, body[1], count=1))),
    }


def _parts(body: str) -> Iterator[Data]:
    before, _, after = body.partition(_HOLDER)
    if after:
        yield {"html": before, "map": True, "rows": []}
    at, after = 0, after or before
    for table in _TABLE.finditer(after):
        rows = [
            {
                "attributes": attributes,
                "cells": [
                    {"tag": tag, "attributes": more, "text": cell}
                    for tag, more, cell in _CELL.findall(cells)
                ],
            }
            for attributes, cells in _ROW.findall(table[1])
        ]
        yield {"html": after[at : table.start()], "map": False, "rows": rows}
        at = table.end()
    yield {"html": after[at:], "map": False, "rows": []}


def _as_data(elements: list[str], common: frozenset[str], runs: dict[str, str]) -> Iterator[Data]:
    """A map's elements as data; `runs` collects the texts that are the board's, by their key."""

    def key(text: str) -> str:
        return runs.setdefault(text, f"r{len(runs)}")

    waiting: list[str] = []
    for element in elements:
        if element in common:
            waiting.append(element)
            continue
        if waiting:
            yield {"run": key("".join(waiting))}
            waiting = []
        tag, _, text = element.partition(">")
        empty = tag.endswith("/")
        values = [
            {"name": name, "of": key(value)} if len(value) >= LONG else {"name": name, "is": value}
            for name, value in _ATTRIBUTE.findall(tag)
        ]
        name = re.split(r"[\s/]", tag.removeprefix("</").removeprefix("<"))[0]
        sign = "/" if tag.startswith("</") else ""
        end = "/" if empty else ""
        yield {"run": "", "tag": sign + name, "values": values, "end": end, "text": text}
    if waiting:
        yield {"run": key("".join(waiting))}


def generators() -> tuple[Generator, ...]:
    """Those that are installed here."""
    made = (_hugo(), _pelican(), _mkdocs())
    return tuple(one for one in made if one is not None)


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _write(files: dict[Path, str]) -> None:
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


# --- Hugo: a page bundle for each page with the data as front matter. Bundles cannot lie in
# bundles, so they lie beside each other and say where they belong.

_HUGO_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ .Title | safeHTML }}</title>
{{ range .Params.links }}<link rel="{{ .rel }}" href="{{ .href }}">
{{ end }}</head><body>
"""
_HUGO_PARTS = """
{{- range .Params.parts }}{{ .html | safeHTML }}{{ if .map }}{{ $map | safeHTML }}{{ end }}
{{ if .rows }}<tbody>
{{ range .rows }}<tr {{ .attributes | safeHTMLAttr }}>{{ range .cells }}
{{ printf "<%s%s>" .tag .attributes | safeHTML }}{{ .text | safeHTML -}}
{{ printf "</%s>" .tag | safeHTML }}
{{ end }}</tr>
{{ end }}</tbody>{{ end }}{{ end }}
</body></html>
"""
_HUGO_COPY = '{{- $map := "" }}{{ with .Resources.Get "map.svg" }}{{ $map = .Content }}{{ end }}'
_HUGO_DRAW = '{{- $map := partialCached "map.svg" . .RelPermalink }}'
_HUGO_MAP = """
{{- $board := index site.Data.boards .Params.board -}}
{{- range .Params.map }}{{ if .run }}{{ index $board .run }}{{ else }}<{{ .tag }}
{{- range .values }} {{ .name }}="{{ if .of }}{{ index $board .of }}{{ else }}{{ .is }}{{ end }}"
{{- end }}{{ .end }}>{{ .text }}{{ end }}{{ end -}}
"""
_HUGO_SETTINGS = """
baseURL = "https://example.org/"
disableKinds = ["taxonomy", "term", "RSS", "sitemap", "robotsTXT", "404", "section", "home"]
[outputFormats.map]
mediaType = "image/svg+xml"
baseName = "map"
isPlainText = true
[outputFormats.report]
mediaType = "text/plain"
baseName = "report"
isPlainText = true
[outputFormats.bbcode]
mediaType = "text/plain"
baseName = "report.bbcode"
isPlainText = true
"""
_HUGO_REPORT = '{{ delimit .Params.reports.report%s "\\n" }}'


def _hugo() -> Generator | None:
    found = _installed("hugo")
    program = shutil.which("hugo", path=str(Path(sys.executable).parent)) or shutil.which("hugo")
    if found is None or program is None:
        return None

    def prepare(job: Job, project: Path, drawn: bool) -> None:
        content, layouts = project / "content", project / "layouts"
        page = _HUGO_HEAD + (_HUGO_DRAW if drawn else _HUGO_COPY) + _HUGO_PARTS
        files = {
            project / "hugo.toml": _HUGO_SETTINGS,
            project / "data" / "boards.json": job.boards(),
            layouts / "_default" / "single.html": page,
            layouts / "_default" / "single.map.svg": _HUGO_DRAW + "{{ $map }}",
            layouts / "_default" / "single.report.txt": _HUGO_REPORT % "_txt",
            layouts / "_default" / "single.bbcode.txt": _HUGO_REPORT % "_bbcode_txt",
            layouts / "partials" / "map.svg": _HUGO_MAP,
        }
        for folder in job.folders:
            data = json.loads(job.data(folder))
            own = content / _flat(folder)
            picture = job.root / folder / "map.svg"
            if picture.exists() and not drawn:
                own.mkdir(parents=True)
                shutil.copyfile(picture, own / "map.svg")
            outputs = ["HTML"]
            if drawn and data["map"]:
                outputs.append("map")
            else:
                data["map"] = []
            if data["reports"]:
                outputs += ["report", "bbcode"]
            data["outputs"] = outputs
            text = json.dumps({**data, "url": f"/{folder}/"}, ensure_ascii=False, indent=1)
            files[own / "index.md"] = f"{text}\n"
        _write(files)

    command = (program, "--quiet", "--noBuildLock")
    return Generator(
        "Hugo", found, prepare, command, command, lambda folder: f"content/{_flat(folder)}/index.md"
    )


def _flat(folder: str) -> str:
    return folder.replace("/", "--")


# --- Pelican and MkDocs: Jinja2, and a hook that hands each page its data

_JINJA_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ data.title }}</title>
{% for link in data.links %}
<link rel="{{ link.rel }}" href="{{ link.href }}">
{% endfor %}
</head><body>
{% for part in data.parts %}
{{ part.html }}{% if part.map %}{{ svg }}{% endif %}
{% if part.rows %}
<tbody>
{% for row in part.rows %}
<tr {{ row.attributes }}>{% for cell in row.cells %}
<{{ cell.tag }}{{ cell.attributes }}>{{ cell.text }}</{{ cell.tag }}>
{% endfor %}</tr>
{% endfor %}
</tbody>
{% endif %}
{% endfor %}
</body></html>
"""
_JINJA_MAP = """
{%- for one in data.map %}{% if one.run %}{{ board[one.run] }}{% else %}<{{ one.tag }}
{%- for value in one['values'] %} {{ value.name }}="
{%- if value.of %}{{ board[value.of] }}{% else %}{{ value.is }}{% endif %}"
{%- endfor %}{{ one.end }}>{{ one.text }}{% endif %}{% endfor -%}
"""
_READ = '''
import json
from pathlib import Path
from jinja2 import Template

HERE = Path(__file__).parent
BOARDS = json.loads((HERE / "boards.json").read_text(encoding="utf-8"))
MAP = Template((HERE / "map.svg.jinja").read_text(encoding="utf-8"))
REPORT = Template("{{ lines | join('\\n') }}")

def read_page(source, target):
    """The data of a page and its map, which is also written beside the page if it is drawn, as its
    reports are."""
    data = json.loads((source / "page.json").read_text(encoding="utf-8"))
    target.mkdir(parents=True, exist_ok=True)
    for name, lines in data["reports"].items():
        text = REPORT.render(lines=lines)
        (target / name.replace("_", ".")).write_text(text, encoding="utf-8")
    if (source / "map.svg").exists():
        return data, (source / "map.svg").read_text(encoding="utf-8")
    if not data["map"]:
        return data, ""
    svg = MAP.render(data=data, board=BOARDS[data["board"]])
    (target / "map.svg").write_text(svg, encoding="utf-8")
    return data, svg
'''
_PELICAN_SETTINGS = (
    _READ
    + """
from pelican import signals
from pelican.readers import BaseReader

class Data(BaseReader):
    enabled = True
    file_extensions = ["json"]

    def read(self, name):
        folder = Path(name).parent
        where = folder.relative_to(HERE / "content").as_posix()
        data, svg = read_page(folder, HERE / "public" / where)
        facts = {"title": data["title"], "slug": where, "data": data, "svg": svg}
        return "", {**facts, "template": "phase"}

class Plugin:
    @staticmethod
    def register():
        signals.readers_init.connect(
            lambda readers: readers.reader_classes.__setitem__("json", Data), weak=False
        )

PLUGINS = [Plugin]
SITENAME = "Bench"
SITEURL = ""
PATH = "content"
THEME = "theme"
THEME_STATIC_PATHS = []
PAGE_PATHS = [""]
ARTICLE_PATHS = ["articles"]
STATIC_PATHS = [""]
STATIC_EXCLUDE_SOURCES = True
PAGE_URL = "{slug}/"
PAGE_SAVE_AS = "{slug}/index.html"
DIRECT_TEMPLATES = []
AUTHOR_SAVE_AS = CATEGORY_SAVE_AS = TAG_SAVE_AS = ARCHIVES_SAVE_AS = ""
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = None
AUTHOR_FEED_ATOM = AUTHOR_FEED_RSS = None
TIMEZONE = "UTC"
"""
)
_MKDOCS_SETTINGS = """site_name: Bench
docs_dir: content
site_dir: public
theme:
  name: null
  custom_dir: theme
plugins: []
hooks: [hook.py]
exclude_docs: "page.json"
"""
_MKDOCS_HOOK = (
    _READ
    + """
def on_page_context(context, page, config, nav):
    folder = Path(page.file.abs_dest_path).parent
    context["data"], context["svg"] = read_page(Path(page.file.abs_src_path).parent, folder)
    return context
"""
)


def _jinja_project(job: Job, project: Path, drawn: bool) -> None:
    """What Pelican and MkDocs share."""
    _write({project / "boards.json": job.boards(), project / "map.svg.jinja": _JINJA_MAP})
    for folder in job.folders:
        source, target = job.root / folder, project / "content" / folder
        target.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / "page.json", target / "page.json")
        if (source / "map.svg").exists() and not drawn:
            shutil.copyfile(source / "map.svg", target / "map.svg")


def _pelican() -> Generator | None:
    found = _installed("pelican")
    if found is None:
        return None

    def prepare(job: Job, project: Path, drawn: bool) -> None:
        _jinja_project(job, project, drawn)
        (project / "content" / "articles").mkdir(parents=True)
        page = "{% set data = page.data %}{% set svg = page.svg %}" + _JINJA_PAGE
        settings = project / "settings.py"
        _write({settings: _PELICAN_SETTINGS, project / "theme/templates/phase.html": page})

    command = (sys.executable, "-m", "pelican", "--quiet", "-s", "settings.py", "-o", "public")
    return Generator(
        "Pelican", found, prepare, command, command, lambda folder: f"content/{folder}/page.json"
    )


def _mkdocs() -> Generator | None:
    found = _installed("mkdocs")
    if found is None:
        return None

    def prepare(job: Job, project: Path, drawn: bool) -> None:
        _jinja_project(job, project, drawn)
        files = {
            project / "mkdocs.yml": _MKDOCS_SETTINGS,
            project / "hook.py": _MKDOCS_HOOK,
            project / "theme" / "main.html": _JINJA_PAGE,
        }
        files |= {project / "content" / folder / "index.md": "# Page\n" for folder in job.folders}
        _write(files)

    command = (sys.executable, "-m", "mkdocs", "build", "--quiet")
    again = (*command, "--dirty")
    return Generator(
        "MkDocs", found, prepare, command, again, lambda folder: f"content/{folder}/index.md"
    )
