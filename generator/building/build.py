"""Building the site: find the pages that are stale, make and write them, check every link.

    site_pages ──> Page(address, kind, inputs, make)      every page, in the order of the site
                     │ fresh: its key and its file are as the manifest has them; nothing is done
                     │ stale: made here or by a process ahead (`rendering`), then written
                     v
    _note          the manifest gets the page's key, file and links
    _draw_pictures stale PNGs, from the drawings that wait
    _remove_others files of pages that the site has no more
    _index         the full-text index, if the text of a page has changed
    _check         links of the pages that were made, or of all
    keep           the manifest is committed, also after an error

Invariants:

- A page with equal inputs has equal bytes, so a build after any other gives the same site as a
  build from nothing.
- A page is noted only after its file is whole; a build that is cut short continues where it
  stopped.
- The mark "links" is taken away before the first page is noted, and set again only by a check that
  found nothing; the mark "site" is set only by a build that got to its end.

Example: after one changed order of 1621, `site` has another digest, the pages of that phase and
those that mention it have other keys; `BuildReport.rendered` lists them, and `written` is the part
of them whose bytes changed.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, Literal, NamedTuple

from msgspec import Struct, field, json

from generator.archive.files.reading import reason
from generator.building.checking import SiteSize, check_links, site_size
from generator.building.fulltext import MISSING, make_index, program
from generator.building.manifest import Entry, LastBuild, open_manifest
from generator.building.output import claim, listed_in, prune, write_listing, write_whole
from generator.building.pictures import Pictures, is_picture, waiting_folder
from generator.building.processes import Processes
from generator.building.rendering import Ahead, Made, make_page
from generator.engine.errors import FileError, Place
from generator.pages.base.links import NO_LINKS, PageLinks
from generator.pages.base.page import Page, file_of
from generator.pages.base.reader import PUBLIC, Reader
from generator.pages.game.pages import KeptPages
from generator.pages.maps.boards import know_boards
from generator.pages.site.site import NO_DESK, NO_MAIL, Site, read_site

# Names of pictures are kept as facts under this and the page's address.
_PICTURE: Final = "picture "


class Step(NamedTuple):
    """How far a build has come: `done` of about `of` pages or pictures; `what` was the last."""

    stage: Literal["pages", "pictures", "index", "links"]
    done: int
    of: int
    what: str = ""


Progress = Callable[[Step], None]


class BuildReport(Struct, frozen=True):
    """The results of a build.

    `pages` counts all files of the site. `rendered` are the addresses of those made by this build,
    `written` of those whose bytes changed; `removed` are files. Without `lenient`, `warnings` has
    no broken links. `notes` list omissions, with reasons.
    """

    pages: int
    rendered: tuple[str, ...]
    written: tuple[str, ...]
    removed: tuple[str, ...]
    warnings: tuple[str, ...]
    notes: tuple[str, ...] = ()
    size: SiteSize = field(default_factory=lambda: site_size({}))


class _Build(Struct):
    """A build under way: what it works with, and what it has found so far.

    `games` are those whose pages link differently now; `is_read_anew` means that the text of some
    page has changed.
    """

    site: Site
    output: Path
    memory: LastBuild
    pictures: Pictures
    processes: Processes
    progress: Progress | None
    is_preview: bool
    seen: dict[str, None] = field(default_factory=dict)
    made: dict[str, None] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    games: dict[str, None] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    lost_anchors: bool = False
    is_read_anew: bool = False

    def see(self, addresses: Iterable[str]) -> None:
        """Note addresses of the site. Raises FileError for one that is taken."""
        for address in addresses:
            if address in self.seen:
                raise FileError(f"two pages have the address {address}", hint="rename one of them")
            self.seen[address] = None

    def tell(self, step: Step) -> None:
        if self.progress:
            self.progress(step)


def build_site(
    games_root: Path,
    site_root: Path,
    output: Path,
    theme: str | None = None,
    lenient: bool = False,
    progress: Progress | None = None,
    preview: bool = False,
    reader: Reader = PUBLIC,
    base: str = "",
) -> BuildReport:
    """Bring the site in `output` up to date; what did not change is neither made nor written.

    `progress` is called for each page made. A `preview` draws no map as PNG that is not kept from
    earlier, and leaves the full-text index as it is. `base` is where the site is published, if its
    settings do not contain it. Raises FileError for broken inputs before the page that needs them,
    for a disk that does not take the site, and, unless `lenient`, for links that lead nowhere,
    after everything has been written.
    """
    know_boards(games_root)
    try:
        site = read_site(games_root, site_root, theme, time.time_ns(), reader, base)
        return _build_site(site, output, lenient, progress, preview)
    except OSError as error:
        place = Place(str(error.filename or output))
        raise FileError(
            f"cannot be used: {reason(error)}",
            place=place,
            hint="fix that; the next build continues from here",
        ) from error


def _build_site(
    site: Site, output: Path, lenient: bool, progress: Progress | None, preview: bool
) -> BuildReport:
    site.maker.templates.compiled = _compiled_folder(output, site.maker.program)
    claim(output, site.maker.reader.words)
    with open_manifest(manifest_file(output)) as manifest, Processes() as processes:
        memory = LastBuild(manifest, output, preview)
        # Another process looks at what was made, while this one looks at what it is made from.
        looking = processes.start([memory.is_complete])
        if not memory.known:
            # Compiled templates are kept in files: this process reads them when it needs them.
            processes.start([site.maker.templates.load])
        stamp = site.stamp()
        memory.look(looking.result(0))
        was_sound = manifest.mark("links") == "sound"
        build = _Build(
            site, output, memory, kept_pictures(output), processes, progress, preview
        )  # fmt: skip
        is_same = manifest.mark("site") == stamp.digest and memory.is_complete()
        try:
            if is_same:
                build.see(
                    address for address, entry in memory.known.items() if entry.kind != "index"
                )
            else:
                manifest.set_mark("site", "")
                stale = _make_pages(build)
                _draw_pictures(build, stale)
                _remove_others(build)
            _index(build)
            problems = _check(build, was_sound)
            manifest.set_mark("links", "" if problems else "sound")
            if not is_same or build.written or build.removed:
                write_listing(output, map(file_of, build.seen))
                manifest.set_mark("size", json.encode(site_size(memory.known)).decode())
            if not is_same:
                manifest.forget_unasked(memory.kept)
                manifest.set_mark("site", stamp.digest if site.is_old(stamp.newest) else "")
                if not preview:
                    build.pictures.prune(manifest.recalled(_PICTURE))
        finally:
            # Also after an error: what was written is written, and need not be made again.
            manifest.keep()
        size = json.decode(manifest.mark("size"), type=SiteSize)
    if problems and not lenient:
        raise FileError("\n".join(problems), hint="fix it, or build a draft with --lenient")
    return BuildReport(
        len(build.seen),
        tuple(build.made),
        tuple(build.written),
        tuple(build.removed),
        (*problems, size.warning) if size.warning else problems,
        tuple(build.notes),
        size,
    )


def manifest_file(output: Path) -> Path:
    """Where the manifest of an output folder is kept: beside it, never in it."""
    whole = output.absolute()
    return whole.parent / ".cache" / "site" / f"{whole.name}.sqlite"


def _compiled_folder(output: Path, program: str) -> Path:
    """Where compiled templates are kept. Compiling depends on the program, too, which shapes their
    code; templates that another one compiled are removed."""
    folder = manifest_file(output).with_suffix(".templates")
    if folder.is_dir() and os.listdir(folder) != [program]:
        shutil.rmtree(folder)
    return folder / program


def kept_pictures(output: Path) -> Pictures:
    """The pictures that are kept for the site in an output folder."""
    return Pictures(output.absolute().parent / ".cache" / "png", waiting_folder(output))


def _make_pages(build: _Build) -> list[Page]:
    """Make and write what is stale. Gives the pictures among it, which are still to be drawn."""
    if build.site.lacks_desk:
        build.notes.append(NO_DESK)
    # The code that makes pages is imported only here: where nothing has changed, it is not needed.
    from generator.pages.site.walk import site_pages

    memory, output = build.memory, str(build.output)
    undrawn: list[Page] = []
    ahead = Ahead(output, memory, build.site.maker.templates, build.processes)
    for page in ahead.through(site_pages(build.site, memory, ahead)):
        if isinstance(page, KeptPages):
            build.see(page.addresses or memory.pages_of(page.game))
            continue
        build.see((page.address,))
        if ahead.is_fresh(page):
            if is_picture(page):
                memory.recall(_PICTURE + page.address)
            continue
        made = ahead.take(page) or make_page(page, output)
        if is_picture(page):
            undrawn.append(page)
            continue
        _note(build, page, made)
        expected = max(len(memory.known), len(build.seen))
        build.tell(Step("pages", len(build.seen), expected, page.address))
    if not build.site.maker.settings.mail and any(one.endswith("/desk/") for one in build.seen):
        build.notes.append(NO_MAIL)
    return undrawn


def _note(build: _Build, page: Page, made: Made) -> None:
    """Note a page that was made again."""
    manifest, links = build.memory.manifest, made.links
    entry = Entry(page.game, page.kind, page.key, made.size, made.modified)
    known = build.memory.known.get(page.address)
    if made.is_changed:
        build.written.append(page.address)
    # Not only by the bytes: a build that was cut short may have written them already.
    if known is None or (known.size, known.modified) != (made.size, made.modified):
        _read_anew(build, page.file)
    # Of a page that is new, which in a first build is every one, the manifest knows nothing.
    before = manifest.link_texts(page.address) if known else None
    if not build.made:
        # From here on the links have to be looked at again, even if this build is cut short.
        manifest.set_mark("links", "")
    if before is None:
        if page.game:
            build.games[page.game] = None
    elif before != links:
        old, new = PageLinks.load(*before), PageLinks.load(*links)
        build.lost_anchors |= not old.ids <= new.ids
        if page.game and old.targets.keys() != new.targets.keys():
            build.games[page.game] = None
    build.made[page.address] = None
    build.memory.known[page.address] = entry
    manifest.put(page, entry, links)


def _read_anew(build: _Build, file: str) -> None:
    """Note, also for a later build, that the full-text index is no longer that of the pages."""
    if not build.is_read_anew and file.endswith(".html"):
        build.is_read_anew = True
        build.memory.manifest.set_mark("index", "")


def _draw_pictures(build: _Build, stale: list[Page]) -> None:
    """Draw, or take from those that are kept, the pictures that are stale."""
    pictures, memory = build.pictures, build.memory
    if build.is_preview:
        undrawn = [page for page in stale if not pictures.has(page.address)]
        for page in undrawn:
            memory.leave_undrawn(page)
        if undrawn:
            build.notes.append(f"{len(undrawn)} maps become PNG images when someone opens them")
        stale = [page for page in stale if page not in undrawn]

    def tell(done: int, of: int, address: str) -> None:
        build.tell(Step("pictures", done, of, address))

    pictures.draw([page.address for page in stale], build.processes, tell)
    for page in stale:
        written = write_whole(str(build.output / page.file), pictures.picture(page.address))
        made = Made(NO_LINKS.dump(), written.size, written.modified, written.is_changed)
        _note(build, page, made)
        memory.remember(_PICTURE + page.address, pictures.name(page.address), page.game)


def _remove_others(build: _Build) -> None:
    """Remove the files of pages that are no longer part of the site."""
    memory = build.memory
    index = frozenset(_index_files(build)) if _has_index(build) else frozenset()
    gone = [
        address for address in memory.known if address not in build.seen and address not in index
    ]
    for address in gone:
        memory.drop(address)
        build.games[address.partition("/")[0]] = None
    wanted = {file_of(address) for address in build.seen} | index
    gone_files = {file_of(address) for address in gone}
    _prune(build, (listed_in(build.output) | gone_files) - wanted)


def _prune(build: _Build, files: Iterable[str]) -> None:
    removed = prune(build.output, files)
    build.removed += removed
    for file in removed:
        _read_anew(build, file)


def _has_index(build: _Build) -> bool:
    """Whether the site has a full-text index, by its settings and by what is installed."""
    wanted = build.site.maker.settings.search == "full"
    return wanted and (build.is_preview or bool(program()))


def _index_files(build: _Build) -> list[str]:
    """The files of the full-text index as an earlier build left it."""
    return [address for address, entry in build.memory.known.items() if entry.kind == "index"]


def _index(build: _Build) -> None:
    """Bring the full-text index up to date, if the site has one."""
    memory, manifest = build.memory, build.memory.manifest
    if not _has_index(build):
        if build.site.maker.settings.search == "full":
            build.notes.append(MISSING)
        return
    old = _index_files(build)
    is_true = manifest.mark("index") == program() and memory.are_there(old)
    if build.is_preview or (old and is_true):
        build.see(old)
        return
    build.tell(Step("index", 0, 1))
    files = make_index(build.output)
    for name, data in files.items():
        file = f"{build.output}/{name}"
        written = write_whole(file, data)
        if written.is_changed:
            build.written.append(name)
        memory.put_file(name, Entry("", "index", "", written.size, written.modified))
    for name in old:
        if name not in files:
            memory.drop(name)
    _prune(build, [name for name in old if name not in files])
    build.see(files)
    manifest.set_mark("index", program())


def _check(build: _Build, was_sound: bool) -> tuple[str, ...]:
    """The faults of links, anchors, ids, texts of pictures and distances.

    Looks only at what changed, unless something that others may point at is gone, or the last
    check ended in complaints.
    """
    every = bool(build.removed) or build.lost_anchors or not was_sound
    if not build.made and not every:
        return ()
    build.tell(Step("links", 0, 1))
    manifest = build.memory.manifest
    made = None if every else build.made
    return check_links(manifest, build.output, build.seen, made, build.games)
