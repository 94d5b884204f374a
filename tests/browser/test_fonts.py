"""The fonts of a page: they are there before it is drawn, so that nothing moves."""

from __future__ import annotations

import base64
import json
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import mapsvg
from mapsvg.lettering import FACES, Face
from tests.browser.conftest import until
from tests.browser.test_deskjudge import Host
from tests.pages.sample import ROOT, Sample

pytestmark = pytest.mark.browser

MOVES = "comet/1620/movement/index.html"
_PAGES = (
    "index.html",
    "comet/index.html",
    MOVES,
    "comet/influence/index.html",
    "comet/desk/index.html",
    "comet/scores/index.html",
)
# A table whose rows are still coming may move its own columns; all else stays.
_SHIFT = """self.shift = 0;
const inTable = ({ node }) => node?.parentElement?.closest("table");
new PerformanceObserver((list) => {
  const moved = list.getEntries().filter(({ sources }) => !sources.every(inTable));
  for (const entry of moved) self.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver(() => {
  self.faces ??= [...document.fonts].filter(({ status }) => status === "loaded").length;
}).observe({ type: "paint", buffered: true });"""
_PAINTS = "performance.getEntriesByType('paint').length"


@pytest.fixture(scope="module")
def served(europe: Sample) -> Iterator[str]:
    """That site from a host that can be as slow as a line is."""
    handler = partial(Host, directory=str(europe.output))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def page(browser: Any, europe: Sample) -> Any:
    """A window at a site whose files come from the folder of `europe` when a test lets them."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(_SHIFT)
    context.route("https://club.example/**", lambda asked: give(asked, europe))
    page = context.new_page()
    yield page
    context.close()


def give(asked: Any, site: Sample) -> None:
    asked.fulfill(path=site.output / asked.request.url.removeprefix("https://club.example/"))


def test_fonts_of_pages_have_the_figures_that_styles_ask_for(page: Any) -> None:
    page.goto(f"https://club.example/{MOVES}")
    widths = page.evaluate("""async () => {
      const faces = [...document.fonts].filter(({ family }) => /EB|Sans/.test(family));
      await Promise.all(faces.map((face) => face.load()));
      return faces.map(({ family, style, weight }) => ["111", "000", "888"].map((text) => {
        const figure = document.body.appendChild(document.createElement("span"));
        figure.textContent = text;
        figure.style = `position:absolute; font: ${style} ${weight.split(" ")[0]} 40px ${family};
          font-variant-numeric: tabular-nums lining-nums`;
        return figure.getBoundingClientRect().width;
      }));
    }""")
    assert len(widths) == 5
    assert [row for row in widths if max(row) - min(row) > 0.1] == []


@pytest.mark.parametrize("face", FACES)
def test_each_letter_that_is_shipped_comes_from_one_of_two_files(page: Any, face: Face) -> None:
    """As wide as the letters of maps, which are cut from the same font."""
    page.goto(f"https://club.example/{MOVES}")
    family, style, weight = FACES[face]
    shipped = json.loads((Path(mapsvg.__file__).parent / "fonts/metrics.json").read_bytes())[face]
    letters = "".join(char for char in shipped if char.isprintable() and char != " ")
    found = page.evaluate(
        """async ([letters, font]) => {
          await theatrum.style(`${theatrum.home}rare.css`);
          await document.fonts.load(font, letters);
          const pen = document.createElement("canvas").getContext("2d");
          pen.font = font;
          return [...letters].map((letter) => pen.measureText(letter).width);
        }""",
        [letters, f"{style} {weight} 1000px '{family}'"],
    )
    assert len(letters) > 370
    wrong = [(c, w) for c, w in zip(letters, found, strict=True) if abs(shipped[c] - w) > 1]
    assert wrong == []


@pytest.mark.parametrize("face", FACES)
def test_each_letter_stands_where_it_stands_on_maps(page: Any, face: Face) -> None:
    """Both are cut from one font, and drawn with fewer points: two hundredths are no fault."""
    page.goto(f"https://club.example/{MOVES}")
    family, style, weight = FACES[face]
    fonts = Path(mapsvg.__file__).parent / "fonts"
    shipped = json.loads((fonts / "metrics.json").read_bytes())[face]
    letters = "".join(char for char in shipped if char.isprintable() and char != " ")
    drawn = base64.b64encode((fonts / f"{face}.ttf").read_bytes()).decode()
    pages, maps = page.evaluate(
        """async ([letters, font, data]) => {
          const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
          document.fonts.add(await new FontFace("Map", bytes.buffer).load());
          await theatrum.style(`${theatrum.home}rare.css`);
          await document.fonts.load(font, letters);
          const paper = document.createElement("canvas");
          const pen = paper.getContext("2d", { willReadFrequently: true });
          const edges = (font) => {
            pen.font = font;
            return [...letters].map((letter) => {
              pen.clearRect(0, 0, 300, 150);
              pen.fillText(letter, 100, 110);
              const { data } = pen.getImageData(0, 0, 300, 150);
              const columns = [];
              for (let at = 0; at < 300 * 150; at += 1) {
                if (data[4 * at + 3] > 127) columns.push(at % 300);
              }
              return [Math.min(...columns), Math.max(...columns)];
            });
          };
          return [edges(font), edges("100px Map")];
        }""",
        [letters, f"{style} {weight} 100px '{family}'", drawn],
    )
    beside = [
        (letter, one, other)
        for letter, one, other in zip(letters, pages, maps, strict=True)
        if max(abs(a - b) for a, b in zip(one, other, strict=True)) > 2
    ]
    assert beside == []


def test_files_of_rare_letters_are_asked_for_where_a_page_has_some(
    page: Any, europe: Sample
) -> None:
    asked_for: set[str] = set()
    page.on("request", lambda asked: asked_for.add(asked.url.rpartition("/")[2]))
    page.goto(f"https://club.example/{MOVES}")
    page.evaluate("document.fonts.ready")
    assert [name for name in asked_for if "rare" in name] == []
    html = (europe.output / MOVES).read_text(encoding="utf-8")
    named = re.sub(r"<h1[^>]*>", r"\g<0>Łódź ", html, count=1)
    page.route(f"**/{MOVES}", lambda asked: asked.fulfill(body=named, content_type="text/html"))
    page.goto(f"https://club.example/{MOVES}")
    until(page, lambda: any("-rare" in name for name in asked_for))
    rare = {name for name in asked_for if "rare" in name}
    assert rare == {"rare.css", "EBGaramond-Regular-rare.woff2"}


def test_script_and_style_agree_on_which_letters_are_rare() -> None:
    static = ROOT / "themes" / "default" / "static"
    style = (static / "rare.css").read_text(encoding="utf-8")
    ranges = set(re.findall(r"unicode-range: ([^;]+);", style))
    assert len(ranges) == 1
    ends = [one.strip()[2:].split("-") for one in ranges.pop().split(",")]
    by_style = {at for end in ends for at in range(int(end[0], 16), int(end[-1], 16) + 1)}
    script = (static / "theatrum.js").read_text(encoding="utf-8")
    named = re.search(r"const RARE = /(.+)/;", script)
    assert named
    by_script = {at for at in range(0x3000) if re.match(named[1], chr(at))}
    assert by_script == by_style


def test_page_is_drawn_in_its_fonts_without_asking_for_them(page: Any, europe: Sample) -> None:
    """As on the first visit, when nothing is kept yet: no letter is drawn before they are there."""
    asked_for: list[str] = []
    held: list[Any] = []
    page.on("request", lambda asked: asked_for.append(asked.url.rpartition("/")[2]))
    page.route("**/fonts.js", lambda asked: held.append(asked))
    page.goto(f"https://club.example/{MOVES}", wait_until="commit")
    until(page, lambda: bool(held))
    page.wait_for_timeout(300)
    assert not page.evaluate(_PAINTS)
    give(held[0], europe)
    until(page, lambda: page.evaluate(_PAINTS))
    page.locator(".board").wait_for()
    assert page.evaluate("self.faces") == 5
    assert [name for name in asked_for if name.endswith("woff2") and "rare" not in name] == []


_LINES = {"fast": (0, 0, 1), "1.6 Mbit/s": (150, 1.6e6 / 8, 1), "slow 3G": (400, 4e5 / 8, 4)}
"""Networks: milliseconds to the server and back, bytes in a second, and how much slower the
processor is."""


@pytest.mark.parametrize("line", _LINES)
@pytest.mark.parametrize("width", [1440, 390])
def test_nothing_moves_on_a_first_visit(browser: Any, served: str, line: str, width: int) -> None:
    """On six kinds of pages, each with nothing kept of the one before."""
    latency, bytes_, slower = _LINES[line]
    moved = {}
    for address in _PAGES:
        context = browser.new_context(viewport={"width": width, "height": 900})
        context.add_init_script(_SHIFT)
        page = context.new_page()
        control = context.new_cdp_session(page)
        if bytes_:
            speed = {"downloadThroughput": bytes_, "uploadThroughput": bytes_}
            control.send("Network.enable")
            control.send(
                "Network.emulateNetworkConditions", {"offline": False, "latency": latency, **speed}
            )
            control.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.goto(served + address, timeout=120_000)
        until(page, partial(page.evaluate, "self.faces"))
        page.wait_for_timeout(300)
        assert page.evaluate("self.faces") == 5, address
        if (shift := page.evaluate("self.shift")) >= 0.02:
            moved[address] = shift
        context.close()
    assert moved == {}


def test_without_scripts_pages_have_the_same_fonts(browser: Any, europe: Sample) -> None:
    static = ROOT / "themes" / "default" / "static"
    files = [
        re.findall(r'"(fonts/[\w-]+\.woff2)"', (static / name).read_text(encoding="utf-8"))
        for name in ("fonts.js", "fonts.css")
    ]
    assert len(files[0]) == 5
    assert sorted(files[0]) == sorted(files[1])
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    asked_for: list[str] = []
    page.on("request", lambda asked: asked_for.append(asked.url.rpartition("/")[2]))
    page.goto((europe.output / MOVES).as_uri())
    until(page, lambda: "EBGaramond-Regular.woff2" in asked_for)
    context.close()
