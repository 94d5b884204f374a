"""Trials: what many games by program players say of a ruleset, from the reports in site/trials/.

`theatrum trial RULESET --json -o site/trials/NAME.json` makes such a report; each has a page here,
and a list leads to all of them. The words are those of the report's own sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from markupsafe import Markup
from msgspec import Struct

from generator.archive.files.names import is_slug
from generator.engine.errors import FileError, Place
from generator.pages.base.maker import Crumb, PageMaker
from generator.pages.base.page import Page, digest
from generator.pages.charts import Layer, line_chart, span_chart, stacked_columns
from generator.pages.story.figures import Means, Series
from generator.rulesets import ruleset_ids
from generator.trial.estimates import Estimate
from generator.trial.report import FORMAT, PlaceRow, TrialReport
from generator.trial.telling import PLAYERS, ending_words, half_words, hundred, sentences

TRIALS: Final = "trials/"
_SLUG: Final = re.compile(r"[a-z][a-z0-9-]*\Z")
_RULE: Final = re.compile(r"[A-Z0-9][A-Z0-9-]*\Z")
_MOST: Final = 12
"""Rows of a long table that stand open; the others are folded away."""
_STYLES: Final = ("scores.css", "trials.css")


class TrialFile(Struct, frozen=True, dict=True):
    """A report as a file of the site."""

    file: Path
    data: bytes

    @property
    def name(self) -> str:
        return self.file.stem

    @property
    def address(self) -> str:
        return f"{TRIALS}{self.name}/"

    @cached_property
    def report(self) -> TrialReport:
        """What the file says. Raises FileError for anything but a report of this version's form."""
        place = Place(str(self.file))
        hint = "theatrum trial RULESET --json -o FILE makes it anew"
        try:
            found = msgspec.json.decode(self.data, type=TrialReport)
        except ValueError as error:
            raise FileError(f"is no report of a trial: {error}", place=place, hint=hint) from None
        if found.format != FORMAT:
            problem = f"is a report of another form ({found.format}, not {FORMAT})"
            raise FileError(problem, place=place, hint=hint)
        strange = [name for name in (found.ruleset, *_powers(found)) if not _SLUG.match(name)]
        strange += [rule for rule in _rules(found) if rule and not _RULE.match(rule)]
        if strange or not found.games:
            problem = f"names {strange[0]!r}" if strange else "no game was played to its end"
            raise FileError(f"is no report of a trial: {problem}", place=place, hint=hint)
        return found


def _powers(report: TrialReport) -> Iterator[str]:
    yield from (row.power for row in report.powers)


def _rules(report: TrialReport) -> Iterator[str]:
    yield from (row.rule for row in report.rules)
    yield from (row.rule for row in report.endings)
    yield from (rule for rule, _ in report.never)


class Trials(Struct, frozen=True):
    """The reports of the site, by their names."""

    files: tuple[TrialFile, ...]

    @property
    def by_ruleset(self) -> Mapping[str, str]:
        """The addresses of those that are named after their ruleset."""
        return {one.name: one.address for one in self.files if one.name in ruleset_ids()}


def read_trials(site_root: Path) -> Trials:
    """The reports in the folder trials/ of the site. Raises FileError for a name that cannot be
    part of an address."""
    found = []
    for file in sorted((site_root / "trials").glob("*.json")):
        if not is_slug(file.stem):
            hint = "lower-case letters, digits and hyphens"
            raise FileError("cannot be part of an address", place=Place(str(file)), hint=hint)
        found.append(TrialFile(file, file.read_bytes()))
    return Trials(tuple(found))


def trial_pages(maker: PageMaker, trials: Trials) -> Iterator[Page]:
    """The list of trials and a page for each, if there is any."""
    if not trials.files:
        return

    def index() -> Mapping[str, Any]:
        return {
            "title": "Trials",
            "description": "What many games by programs say of each ruleset: is it fair?",
            "rows": [_listed(one) for one in trials.files],
            "players": PLAYERS,
            "styles": _STYLES,
        }

    inputs = tuple((one.name, digest(one.data)) for one in trials.files)
    yield maker.page(TRIALS, "text", "trials.html", inputs, index)
    for one in trials.files:
        yield from _pages_of(maker, one)


class _Listed(NamedTuple):
    """A trial in the list: who has most and least of the victories, with their share."""

    address: str
    title: str
    games: int
    years: str
    most: str
    least: str
    seat: str
    nature: str


def _listed(one: TrialFile) -> _Listed:
    report = one.report
    rows = sorted(report.powers, key=lambda row: (-row.value.mean, row.power))
    return _Listed(
        one.address,
        report.title,
        report.games,
        _years(report),
        f"{rows[0].name} {hundred(rows[0].value.mean)}",
        f"{rows[-1].name} {hundred(rows[-1].value.mean)}",
        f"{report.shares.first:g} %",
        f"{report.shares.second:g} %",
    )


def _years(report: TrialReport) -> str:
    least, middle, most = report.years
    return f"{least}" if least == most else f"{least} to {most}, {half_words(middle, most)}"


class _Cell(NamedTuple):
    """An estimate in a table: its number, its interval in words, and its chart."""

    mean: str
    range: str
    chart: Markup


def _pages_of(maker: PageMaker, one: TrialFile) -> Iterator[Page]:
    """The page of a trial, and those with all its places and all its rules."""
    inputs = (("report", digest(one.data)),)

    def common(title: str) -> dict[str, Any]:
        report = one.report
        known = report.ruleset in ruleset_ids()
        crumbs = (Crumb("Rulebooks", "rules/"), Crumb("Trials", TRIALS))
        return {
            "title": f"{report.title}: {title}",
            "description": sentences(report)[1],
            "crumbs": crumbs if title == "a trial" else (*crumbs, Crumb("Trial", one.address)),
            "address": one.address,
            "report": report,
            "rulebook": f"rules/{report.ruleset}/" if known else "",
            "places": [
                (anchor, noun, *_place_rows(rows))
                for anchor, noun, rows in (
                    ("provinces", "Provinces", report.provinces),
                    ("minors", "Minor states", report.minors),
                )
                if rows
            ],
            "rules": sorted(report.rules, key=lambda row: (-row.verdicts, -row.events, row.rule)),
            "styles": (*_STYLES, *((f"rules/{report.ruleset}/powers.css",) if known else ())),
        }

    def values() -> Mapping[str, Any]:
        report = one.report
        return {
            **common("a trial"),
            "settings": _settings(report),
            "says": sentences(report),
            "players": PLAYERS,
            "powers": _power_rows(report),
            "fair": hundred(report.fair),
            "charts": _charts(report),
            "endings": [
                (ending_words(row.kind), row.games, _span(row.years), row.rule, row.title)
                for row in report.endings
            ],
            "natures": _nature_rows(report),
            "meetings": _meeting_rows(report),
            "openings": _openings(report),
            "most": _MOST,
        }

    yield maker.page(one.address, "text", "trial.html", inputs, values)
    for part, template in (("places", "trialplaces.html"), ("rules", "trialrules.html")):
        title = f"{part} in a trial"
        yield maker.page(f"{one.address}{part}/", "text", template, inputs, partial(common, title))


def _settings(report: TrialReport) -> list[str]:
    """What was tried otherwise than the ruleset has it, in few words."""
    found = [
        f"{name} {key} = {_value(value)}"
        for name, word in (("options", "option"), ("facts", "fact"))
        for key, value in report.settings.get(name, {}).items()
        for name in (word,)
    ]
    return [*found, *(["a start position of its own"] if "position" in report.settings else [])]


def _value(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _power_rows(report: TrialReport) -> list[tuple[Any, ...]]:
    """Each power with the cells of its row."""
    top = min(1.0, max(0.05, *(row.value.high for row in report.powers)))
    return [
        (
            row,
            _share(row.value, top, report.fair),
            # Fifteen more charts would weigh as much as all that the page says.
            _Cell(f"{row.place.mean:.2f}", _range(row.place, 2), Markup()),
            _Cell(f"{row.score.mean:.1f}", _range(row.score, 1), Markup()),
            hundred(row.survived.mean),
        )
        for row in report.powers
    ]


def _nature_rows(report: TrialReport) -> list[tuple[Any, ...]]:
    top = min(1.0, max((row.value.high for row in report.natures), default=1.0))
    worst = len(report.powers)
    places = [row.place for row in report.natures]
    ends = (
        min((one.low for one in places), default=1.0),
        max((one.high for one in places), default=float(worst)),
    )
    return [
        (row, _share(row.value, top, report.fair), _mean(row.place, ends, (worst + 1) / 2, 2))
        for row in report.natures
    ]


def _meeting_rows(report: TrialReport) -> list[tuple[str, list[tuple[str, bool]]]]:
    """Each nature with a cell for each: how often it comes before that one, and whether that is
    clear. Nothing is said of a nature against itself."""
    ahead = {(row.nature, row.other): row.ahead for row in report.meetings}
    for (nature, other), one in tuple(ahead.items()):
        ahead[other, nature] = Estimate(1 - one.mean, 1 - one.high, 1 - one.low)
    ladder = [row.nature for row in report.natures]

    def cell(nature: str, other: str) -> tuple[str, bool]:
        found = ahead.get((nature, other))
        return ("", False) if found is None else (hundred(found.mean), not found.holds(0.5))

    if not ahead:
        return []
    return [(nature, [cell(nature, other) for other in ladder]) for nature in ladder]


def _share(found: Estimate, top: float, usual: float) -> _Cell:
    return _Cell(
        hundred(found.mean),
        f"{100 * found.low:.0f} to {100 * found.high:.0f}",
        span_chart(found.mean, found.low, found.high, (0.0, top), usual),
    )


def _mean(found: Estimate, ends: tuple[float, float], usual: float, digits: int) -> _Cell:
    return _Cell(
        f"{found.mean:.{digits}f}",
        _range(found, digits),
        span_chart(found.mean, found.low, found.high, ends, usual),
    )


def _range(found: Estimate, digits: int) -> str:
    return f"{found.low:.{digits}f} to {found.high:.{digits}f}"


def _span(years: Sequence[tuple[int, int]]) -> str:
    first, last = years[0][0], years[-1][0]
    return str(first) if first == last else f"{first} to {last}"


class _Charts(NamedTuple):
    """The charts of a trial; empty where there is nothing to compare."""

    alive: Markup
    course: Markup
    endings: Markup


def _charts(report: TrialReport) -> _Charts:
    years = tuple(f"year {year}" for year in range(1, report.years[2] + 1))
    labels = tuple(label.removeprefix("year ") for label in years)
    alive = [
        Series(row.name, f"pw-{row.power}", tuple(round(100 * share) for share in row.alive))
        for row in report.powers
    ]
    course = [
        Means(row.name, f"pw-{row.power}", tuple(round(count, 1) for count in row.course))
        for row in report.powers
    ]
    falls = any(min(row.alive) < 1 for row in report.powers)
    lived, counted = "Games in which a power still plays, in a hundred", f"Mean {report.measure}"
    return _Charts(
        line_chart(lived, labels, alive) if falls else Markup(),
        line_chart(counted, labels, course),
        _ending_chart(report, labels),
    )


def _ending_chart(report: TrialReport, labels: Sequence[str]) -> Markup:
    layers = []
    for at, row in enumerate(report.endings[:10]):
        games = dict(row.years)
        name = row.title or ending_words(row.kind)
        counts = tuple(games.get(year, 0) for year in range(1, len(labels) + 1))
        layers.append(Layer(name, f"k{at}", counts))
    return stacked_columns("Games by the year in which they ended", labels, layers)


def _openings(report: TrialReport) -> list[tuple[str, str, list[tuple[Any, ...]]]]:
    """The openings of each power that has any: its id, its name, and the rows."""
    found = []
    for power in report.powers:
        rows = [
            (row.moves, row.games, hundred(row.won.mean), f"{row.place.mean:.2f}",
             f"{row.place.low:.2f} to {row.place.high:.2f}")
            for row in report.openings
            if row.power == power.power
        ]  # fmt: skip
        if rows:
            found.append((power.power, power.name, rows))
    return found


def _place_rows(rows: Sequence[PlaceRow]) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The places that change hands most, then the others."""
    ordered = sorted(rows, key=lambda row: (-row.changes.mean, row.id))
    cells = [
        (
            row.name,
            f"{row.changes.mean:.2f}",
            hundred(row.by_first),
            hundred(row.expected),
            f"{100 * row.worth.mean:+.0f}".replace("-", "−"),
            "clear" if not row.worth.holds(0) else "",
        )
        for row in ordered
    ]
    return cells[:_MOST], cells[_MOST:]
