"""The desk in a browser: bytes, times and memory, on a desktop and on a phone, near and far.

Its limits are what the prototype took, measured beside it in one run. Times depend on the machine:
look at them when nothing else runs there.
"""

from __future__ import annotations

import re
import shutil
import threading
import time
from dataclasses import dataclass
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from msgspec.structs import replace

from tests.benchmarks.contests import table

ROOT = Path(__file__).parent.parent.parent
TRIES = 6
PATIENCE = 240_000
GAME, POWER = "after-the-comet", "austria"
FIRST, LAST = 1619, 1632
"""The years of the game: in the last one 71 orders wait for a movement."""
LIMITS = (
    "at most, by the prototype: 95 kB, 8,490 kB, 0.4 to 1.0 s, 2.4 to 3.6 s, 0.1 s, 0.1 s; 68 MB, "
    "169 MB, 233 MB"
)
HEADS = (
    *("the desk of Europe 1619", "kB, first", "files", "kB, awake", "usable, s"),
    *("awake, s", "first try, s", "next, s", "asleep, MB", "awake, MB", "tried, MB"),
)
# Seconds after which something was there, and how long the program took for each answer.
WATCH = """
localStorage.setItem("power:%s", "%s");
const seen = self.seen = { took: [] };
new MutationObserver(() => {
  const now = performance.now();
  if (document.querySelector(".hand .chip.unit")) seen.usable ??= now;
  if (document.querySelector(".trying:not([hidden])")) seen.awake ??= now;
  const map = document.querySelector(".tried svg");
  if (map && map !== seen.map) Object.assign(seen, { map, tried: now });
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


@dataclass(frozen=True, slots=True)
class Device:
    """A window, how many times slower its processor is, and whether its network is slow."""

    name: str
    window: dict[str, Any]
    slower: int = 1
    is_far: bool = False


DESKTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LATENCY, BYTES_A_SECOND = 0.15, 1_600_000 / 8
DEVICES = (
    Device("desktop", DESKTOP),
    Device("phone, four times slower", PHONE, 4),
    Device("desktop, 1.6 Mbit/s and 150 ms", DESKTOP, is_far=True),
    Device("phone, both", PHONE, 4, is_far=True),
)


def bench_desk() -> None:
    """Print a row for each device, or why there is none."""
    from generator.kit.kit import find_kit

    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        browser = None
    kit = find_kit()
    print("\nThe desk, in a browser")
    if browser is None or kit is None:
        print(
            "not measured: it wants Chromium, playwright, and what `theatrum build --desk` sets up"
        )
        return
    with TemporaryDirectory() as folder, sync_playwright() as running:
        _make_site(Path(folder), kit)
        server = _serve(Path(folder))
        rows = []
        for device in DEVICES:
            shown = running.chromium.launch(
                executable_path=browser, args=["--no-sandbox", "--disable-gpu"]
            )
            Line.is_slow = device.is_far
            address = f"http://127.0.0.1:{server.server_port}/_site/{GAME}/desk/"
            rows.append((device.name, *_measured(shown, device, address)))
            shown.close()
        server.shutdown()
        server.server_close()
    print(table(HEADS, rows))
    print(f"{LIMITS}. Without fonts; memory is that of the page's process.")


def _make_site(folder: Path, kit: Any) -> None:
    """The desk of a movement phase with all that it asks for, and no other page."""
    from generator.archive import load_game
    from generator.pages.game.desk import position_pages
    from generator.pages.site.walk import desk_files
    from tests.browser.deskhand import desk_site
    from tests.pages.told import maker_of, tell

    whole, part = ROOT / "games" / GAME, folder / "games" / GAME
    part.mkdir(parents=True)
    shutil.copyfile(whole / "game.toml", part / "game.toml")
    for year in range(FIRST, LAST + 1):
        shutil.copytree(whole / str(year), part / str(year))
    for file in (part / str(LAST) / "state").iterdir():
        if not file.name.startswith("1-"):
            file.unlink()
    maker = replace(maker_of(desk="full"), kit=kit)
    output = folder / "_site"
    desk_site(output, maker, part)
    pages = (
        *(page for page in position_pages(tell(part, maker)) if "/desk/" in page.address),
        *desk_files(maker, [load_game(part).ruleset.id]),
    )
    for page in pages:
        file = output / page.file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(page.make())


def _serve(folder: Path) -> ThreadingHTTPServer:
    from tests.browser.test_deskjudge import Host

    class Far(Host):
        """A host behind a line. The browser's own emulation leaves workers out."""

        def setup(self) -> None:
            super().setup()
            self.wfile: Any = Line(self.wfile)

        def do_GET(self) -> None:
            time.sleep(LATENCY if Line.is_slow else 0)
            super().do_GET()

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Far, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Line:
    """Writes for all answers together, so many bytes a second where it is slow."""

    is_slow: ClassVar[bool] = False
    busy: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, file: Any) -> None:
        self._file = file

    def write(self, data: bytes) -> None:
        part = 8192
        for start in range(0, len(data), part):
            sent = data[start : start + part]
            if self.is_slow:
                with self.busy:
                    time.sleep(len(sent) / BYTES_A_SECOND)
            self._file.write(sent)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def _measured(browser: Any, device: Device, address: str) -> tuple[str, ...]:
    """The cells of a device, but for its name."""
    from tests.browser.test_deskjudge import Host

    page = browser.new_context(**device.window).new_page()
    page.add_init_script(WATCH % (GAME, POWER))
    control = page.context.new_cdp_session(page)
    if device.slower > 1:
        control.send("Emulation.setCPUThrottlingRate", {"rate": device.slower})
    Host.sent.clear()
    page.goto(address, timeout=PATIENCE)
    page.locator(".hand .chip.unit").first.wait_for(timeout=PATIENCE)
    page.wait_for_load_state("networkidle", timeout=PATIENCE)
    first = {name: size for name, size in Host.sent.items() if name != "fonts.js"}
    asleep = _memory(browser)
    Host.sent.clear()
    began = page.evaluate("document.querySelector('#wake').click(), performance.now()")
    page.locator(".trying").wait_for(state="visible", timeout=PATIENCE)
    awake = _memory(browser)
    page.fill("#sheet", "A VIE H\n")
    page.get_by_label("All others").select_option("last")
    # Somebody writes for that long at least; the network is not asked for anything any more.
    page.wait_for_timeout(4000)
    tries = [_try(page) for _ in range(TRIES)]
    seen = page.evaluate("({usable: seen.usable, awake: seen.awake})")
    return (
        f"{sum(first.values()) / 1000:.0f}",
        str(len(first)),
        f"{sum(Host.sent.values()) / 1000:,.0f}",
        f"{seen['usable'] / 1000:.2f}",
        f"{(seen['awake'] - began) / 1000:.1f}",
        f"{tries[0] / 1000:.2f}",
        f"{median(tries[1:]) / 1000:.2f}",
        *(f"{memory:.0f}" for memory in (asleep, awake, _memory(browser))),
    )


def _try(page: Any) -> float:
    """Milliseconds from the press of the button to the map of what came of it."""
    began = page.evaluate(
        "(self.seen.tried = 0, document.querySelector('#attempt').click(), performance.now())"
    )
    while not (done := page.evaluate("self.seen.tried")):
        page.wait_for_timeout(20)
    return float(done - began)


def _memory(browser: Any) -> float:
    """Megabytes of the page's process, its part of what processes share; 0 if nobody tells."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    found = [0.0]
    for one in told["processInfo"]:
        file = Path(f"/proc/{one['id']}/smaps_rollup")
        if one["type"] == "renderer" and file.is_file():
            size = re.search(r"^Pss:\s+(\d+)", file.read_text(), re.MULTILINE)
            found.append(int(size[1]) / 1000 if size else 0)
    return max(found)
