"""The site where it is published: below a path of a host, and at the root of a domain."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urljoin, urlsplit
from urllib.request import urlopen

import pytest

from generator.archive.play.creating import NewGame, create_game
from generator.building.build import build_site
from generator.rulesets import get_ruleset
from tests.pages.sample import play

_ADDRESS = re.compile(r"<loc>([^<]+)|<link[^>]*href=\"([^\"]+)\"")
BASES = [
    "https://example.org/wargames/",
    pytest.param("https://wars.example.org/", marks=pytest.mark.slow),
]


class Host(SimpleHTTPRequestHandler):
    """Serves a folder as GitHub Pages does: what is not there gets the site's 404.html."""

    def __init__(self, *given: Any, missing: Path, **more: Any) -> None:
        self.missing = missing
        super().__init__(*given, **more)

    def send_error(self, code: int, *more: Any) -> None:
        page = self.missing.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def end_headers(self) -> None:
        # A page that a test writes anew is asked for anew, however soon that is.
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *given: Any) -> None:
        pass


class Links(HTMLParser):
    """What a page points at, its canonical address, and where its links start."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.canonical = ""
        self.base = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attributes}
        if tag == "base":
            self.base = facts.pop("href")
        if tag == "link" and facts.get("rel") == "canonical":
            self.canonical = facts["href"]
        self.found += [facts[name] for name in ("href", "src") if name in facts]
        if facts.get("property") == "og:image":
            self.found.append(facts["content"])


@pytest.fixture(scope="module", params=BASES)
def published(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Published]:
    """A site with one small game, served where its base says."""
    base = request.param
    home = tmp_path_factory.mktemp("home")
    mount = urlsplit(base).path
    output = home / "host" / mount.strip("/")
    site = home / "site"
    (site / "static").mkdir(parents=True)
    (site / "site.toml").write_text(f'base = "{base}"\n[nav]\n"Guide" = "guide/index.md"\n')
    (site / "home.md").write_text("Read the [guide](guide/index.md).\n")
    (site / "static" / "CNAME").write_text("wars.example.org\n")
    create_game(home / "games", NewGame("duel", get_ruleset("standard"), "a seed", "The duel"))
    play(home / "games" / "duel", {"france": "A PAR - BUR"})
    output.parent.mkdir(parents=True, exist_ok=True)
    build_site(home / "games", site, output)
    with serving(home / "host", output / "404.html") as address:
        yield Published(base, f"{address}{mount}", output)


class Published:
    """A site at two addresses: the one that it was built for, and the one that serves it here."""

    def __init__(self, base: str, here: str, output: Path) -> None:
        self.base, self.here, self.output = base, here, output

    @cached_property
    def reached(self) -> tuple[dict[str, str], list[str]]:
        return crawl(self)

    def get(self, address: str) -> tuple[int, str, str]:
        """Status, type and text of an address."""
        try:
            with urlopen(address, timeout=20) as answer:
                kind = answer.headers.get_content_type()
                return 200, kind, answer.read().decode("utf-8", "replace")
        except HTTPError as error:
            return error.code, error.headers.get_content_type(), error.read().decode()

    def local(self, address: str) -> str:
        """A whole address of the site as it is served here, without its anchor."""
        if address.startswith(self.base):
            address = self.here + address.removeprefix(self.base)
        return address.partition("#")[0]


@contextmanager
def serving(folder: Path, missing: Path) -> Iterator[str]:
    handler = partial(Host, directory=str(folder), missing=missing)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def pointed_at(kind: str, text: str) -> list[str]:
    """What a page, a style, a feed or a sitemap points at."""
    if kind == "text/html":
        return Links(text).found
    if kind == "text/css":
        return re.findall(r"url\(\"?([^)\"]+)\"?\)", text)
    if "xml" in kind and "svg" not in kind:
        return ["".join(pair) for pair in _ADDRESS.findall(text)]
    return []


def crawl(published: Published) -> tuple[dict[str, str], list[str]]:
    """The pages that can be reached from the front page, with their texts, and broken links."""
    pages: dict[str, str] = {}
    broken: list[str] = []
    waiting = [(published.here, "the front page"), (f"{published.here}sitemap.xml", "robots")]
    seen = {address for address, _ in waiting}
    while waiting:
        address, source = waiting.pop()
        status, kind, text = published.get(address)
        if status != 200:
            broken.append(f"{source} links to {address}")
            continue
        pages[address] = text if kind == "text/html" else ""
        for link in pointed_at(kind, text):
            if link.startswith(("data:", "mailto:", "#")):
                continue
            target = published.local(urljoin(address, link))
            if urlsplit(target).netloc != urlsplit(published.here).netloc:
                continue
            if not target.startswith(published.here):
                broken.append(f"{address} leads out of the site, to {target}")
            elif target not in seen:
                seen.add(target)
                waiting.append((target, address))
    return pages, broken


def test_every_link_leads_somewhere_within_the_site(published: Published) -> None:
    pages, broken = published.reached
    assert not broken
    served = {address.removeprefix(published.here) for address in pages}
    assert {"duel/1901/spring-movement/index.html", "guide/index.html", "feed.xml"} <= served
    # All pages but the one for those that are not there.
    written = {
        path.relative_to(published.output).as_posix() for path in published.output.rglob("*.html")
    }
    reached = {f"{one}index.html" if one.endswith("/") or not one else one for one in served}
    assert written - reached == {"404.html"}


def test_sitemaps_list_every_page_once(published: Published) -> None:
    def listed(address: str) -> list[str]:
        text = (published.output / address.removeprefix(published.base)).read_text("utf-8")
        return re.findall("<loc>([^<]+)", text)

    pages = {
        published.base + path.relative_to(published.output).as_posix().removesuffix("index.html")
        for path in published.output.rglob("index.html")
    }
    found = [one for sitemap in listed("sitemap.xml") for one in listed(sitemap)]
    assert sorted(found) == sorted(pages)


def test_canonical_addresses_are_those_of_the_base(published: Published) -> None:
    pages, _ = published.reached
    for address, text in pages.items():
        if text:
            path = address.removeprefix(published.here)
            assert Links(text).canonical == published.base + path.removesuffix("index.html")


def test_the_page_for_what_is_not_there_works_at_any_depth(published: Published) -> None:
    for depth in ("nothing", "nothing/at/all/", "duel/1666/"):
        address = published.here + depth
        status, _, text = published.get(address)
        assert status == 404
        links = Links(text)
        start = published.local(links.base)
        targets = [published.local(urljoin(start, one)) for one in links.found]
        assert targets
        for target in targets:
            assert target.startswith(published.here), target
            assert published.get(target)[0] == 200, target


def test_a_file_of_a_domain_is_published_as_it_is(published: Published) -> None:
    assert (published.output / "CNAME").read_text() == "wars.example.org\n"
