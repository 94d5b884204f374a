"""The fonts of a page: it is drawn before they are there, and nothing moves when they come."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest

import mapsvg
from mapsvg.lettering import FACES, Face
from tests.browser.conftest import until
from tests.pages.sample import ROOT, Sample

pytestmark = pytest.mark.browser

MOVES = "comet/1620/movement/index.html"
_SHIFT = """self.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) self.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""
_HEIGHTS = """Object.fromEntries([...document.querySelectorAll("body > header, h1, .mapbox")].map(
  (one) => [one.className || one.localName, one.getBoundingClientRect().height]))"""


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
    until(page, lambda: "EBGaramond-Regular.woff2" in asked_for)
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


@pytest.mark.parametrize("width", [1440, 390])
def test_page_is_drawn_before_its_fonts_and_nothing_moves_when_they_come(
    page: Any, europe: Sample, width: int
) -> None:
    """As on the first visit, when no font is kept yet."""
    held: list[Any] = []
    given: list[Any] = []
    page.set_viewport_size({"width": width, "height": 900})
    page.route("**/*.woff2", lambda asked: give(asked, europe) if given else held.append(asked))
    page.goto(f"https://club.example/{MOVES}", wait_until="domcontentloaded")
    page.locator(".board").wait_for()
    assert page.locator("h1").is_visible()
    until(page, lambda: len(held) >= 3)
    before = page.evaluate(_HEIGHTS)
    given += held
    for asked in given:
        give(asked, europe)
    until(page, lambda: page.evaluate("document.fonts.status") == "loaded")
    assert page.evaluate("document.fonts.check('1em \"EB Garamond\"')")
    assert page.evaluate("self.shift") < 0.02
    after = page.evaluate(_HEIGHTS)
    assert {
        name: (before[name], after[name]) for name in after if before[name] != after[name]
    } == {}


def test_map_comes_before_its_fonts_where_everything_is_slow(page: Any, europe: Sample) -> None:
    """A reader on a slow line sees text and map first."""
    asked_for: list[str] = []
    page.on("request", lambda asked: asked_for.append(asked.url.rpartition("/")[2]))
    page.goto(f"https://club.example/{MOVES}")
    until(page, lambda: any(name.endswith(".woff2") for name in asked_for))
    fonts = [at for at, name in enumerate(asked_for) if name.endswith(".woff2")]
    drawings = [at for at, name in enumerate(asked_for) if name == "drawing.js"]
    assert drawings
    assert max(drawings) < min(fonts)
