"""A small archive and a site for the tests: two games made by the archive's own functions."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game, submit_orders
from generator.building.build import BuildReport, build_site
from generator.rulesets import get_ruleset
from tests.made import copy_of, made_once

ROOT = Path(__file__).parents[2]
HOSTILE = "<script>alert('x')</script>\"'><img src=x onerror=alert(1)>"
# The map of a page, whole or as what it has besides the drawing of the opening.
MAP = (
    r'<svg[^>]*class="board.*?</svg>|<script type="text/plain">.*?</script>'
    r'|<noscript><img .*?</noscript>|<ul class="mapkeys".*?</ul>'
)

SPRING = {
    "austria": "A VIE - GAL\nA BUD - SER\nF TRI - ALB",
    "england": "F LON - NTH\nF EDI - NWG\nA LVP - YOR",
    "france": "a paris-burgundy\nA MAR S A PAR - BUR\nF BRE - MAO",
    "germany": "A MUN - BUR\nF KIE - DEN\nA BER - KIE",
    "italy": f"A VEN - {HOSTILE}\nA ROM - APU\nF NAP S A ROM - VEN",
    "russia": "A WAR - GAL\nA MOS - STP\nF SEV - BLA\nF STP/SC - BOT",
    "turkey": "F ANK - BLA\nA CON - BUL\nA SMY - CON",
}
FALL = {
    "austria": "A SER S F ALB - GRE\nF ALB - GRE\nA VIE - TRI",
    "england": "F NTH C A YOR - NWY\nA YOR - NWY\nF NWG S A YOR - NWY",
    "france": "A BUR - BEL\nF MAO - SPA/SC\nA MAR H",
    "germany": "F DEN - SWE\nA KIE - HOL\nA MUN S A BUR",
    "italy": "A APU - TUN\nF NAP - ION\nA VEN H",
    "russia": "F BOT - SWE\nA STP - NWY\nA WAR - GAL",
    "turkey": "A BUL - RUM\nF ANK - BLA\nA CON - BUL",
}
RULING = f"""[[ruling]]
phase = "spring-movement"
kind = "order"
reason = '''The mail says {HOSTILE} so the fleet stays.'''
rule = "STD-ORD-1"

[ruling.facts]
power = "austria"
order = "F TRI - ADR"
"""
PLAYERS = {"austria": HOSTILE, "france": "Chloé", "turkey": "Elif İnci"}


@dataclass(frozen=True)
class Sample:
    """Folders of a site, and the building of it."""

    root: Path

    @property
    def games(self) -> Path:
        return self.root / "games"

    @property
    def site(self) -> Path:
        return self.root / "site"

    @property
    def themes(self) -> Path:
        return self.root / "themes"

    @property
    def output(self) -> Path:
        return self.root / "_site"

    def build(self, **options: object) -> BuildReport:
        return build_site(self.games, self.site, self.output, **options)  # type: ignore[arg-type]

    def page(self, address: str) -> str:
        return (self.output / address).read_text(encoding="utf-8")

    def files(self) -> dict[str, bytes]:
        """Every built file by its path."""
        return {
            path.relative_to(self.output).as_posix(): path.read_bytes()
            for path in sorted(self.output.rglob("*"))
            if path.is_file()
        }


def _make_archive(root: Path) -> None:
    """`duel` with a year and hostile names, `quiet` at its start."""
    ruleset = get_ruleset("standard")
    games = root / "games"
    games.mkdir()
    title = f"A duel of <b>seven</b> & {HOSTILE}"
    intro = f"A *friendly* game. {HOSTILE} [rules](javascript:alert(1))"
    create_game(games, NewGame("duel", ruleset, "seed of duel", title, intro, PLAYERS))
    create_game(games, NewGame("quiet", ruleset, "seed of quiet", "The quiet game"))
    (games / "duel" / "1901" / "rulings.toml").write_text(RULING, encoding="utf-8")
    for orders in (SPRING, FALL, {}):
        play(games / "duel", orders)
    shutil.copytree(ROOT / "site", root / "site")
    shutil.copytree(ROOT / "themes", root / "themes")


def play(folder: Path, orders: dict[str, str]) -> None:
    """Submit orders for the phase that is due, and adjudicate it."""
    game = load_game(folder)
    due = game.ruleset.awaits(game.current_state())
    texts = {power: text for power, text in orders.items() if power in due}
    if texts:
        submit_orders(folder, game.current_moment, texts)
    adjudicate_game(folder)


def make_sample(folder: Path) -> Sample:
    """A copy of the archive in `folder`, not yet built."""
    return Sample(copy_of("sample", _make_archive, folder))


def built_once() -> Sample:
    """The archive, built; tests only read it."""
    return Sample(made_once("sample-built", lambda folder: make_sample(folder).build()))


def built_sample(folder: Path) -> Sample:
    """A copy of the built archive in `folder`, with all times as they were."""
    shutil.copytree(built_once().root, folder, dirs_exist_ok=True)
    return Sample(folder)


def set_setting(sample: Sample, line: str) -> None:
    """Set one of the site's settings: `png = true`."""
    file = sample.site / "site.toml"
    name = line.partition(" ")[0]
    lines = file.read_text(encoding="utf-8").splitlines()
    kept = [one for one in lines if not one.startswith(f"{name} =")]
    file.write_text("\n".join([line, *kept, ""]), encoding="utf-8")


def drawn_map(html: str, drawing: str, year: str = "") -> str:
    """The map of a phase's page, from the page and the drawing.js of its game, and of its year if
    that has one: what its script does."""
    start = html.index('<script type="text/plain">') + len('<script type="text/plain">')
    codes = [_told(drawing, "})(`", "`);\n"), *([_told(year, "=`", "`;\n")] if year else [])]
    return drawn_from(*codes, html[start : html.index("</script>", start)])


def drawn_from(*codes: str) -> str:
    """The last of drawings of which each is told from those before it."""
    texts: list[str] = []
    begin = 0
    for code in codes:
        begin = len(texts)
        for sign, part in re.findall("([~^])([^~^]*)", code):
            if sign == "~":
                first, _, count = part.partition(".")
                texts += texts[int(first, 16) :][: int(count or "1", 16)]
            else:
                texts.append(part)
    return "".join(texts[begin:])


def _told(script: str, before: str, after: str) -> str:
    text = script[script.index(before) + len(before) : -len(after)]
    for letters in ("${", "`", "\\"):
        text = text.replace(f"\\{letters}", letters)
    return text
