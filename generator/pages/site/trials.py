"""Trials: what many games by program players show about a ruleset, from the reports in
site/trials/.

`theatrum ruleset trial RULESET --json -o site/trials/NAME.json` makes such a report; each has a
page here, and a list leads to all of them. The words are those of the report's own sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final

import msgspec
from markupsafe import Markup
from msgspec import Struct

from generator.archive.files.leftovers import tell_file
from generator.archive.files.names import is_slug
from generator.engine.errors import FileError, Place
from generator.pages.base.maker import Crumb, PageMaker
from generator.pages.base.page import Page, digest
from generator.pages.charts.bars import Layer, span_chart, stacked_columns
from generator.rulesets import ruleset_ids
from generator.trial.comparing import Estimate
from generator.trial.report import (
    FORMAT,
    PLAYERS,
    TrialReport,
    change_sentences,
    ending_words,
    hundred,
    sentences,
    span,
)

TRIALS: Final = "trials/"
_SLUG: Final = re.compile(r"[a-z][a-z0-9-]*\Z")
_RULE: Final = re.compile(r"(?:[A-Z0-9][A-Z0-9-]*)?\Z")
_STYLES: Final = ("scores.css", "trials.css")


class TrialFile(Struct, frozen=True, dict=True):
    """A report as a file of the site."""

    file: Path
    data: bytes

    @property
    def address(self) -> str:
        return f"{TRIALS}{self.file.stem}/"

    @property
    def is_outdated(self) -> bool:
        """Whether it is the report of an older version, which has other figures."""
        return self.data.startswith(b'{\n "format": 1,\n')

    @cached_property
    def report(self) -> TrialReport:
        """The report in the file. Raises FileError for anything but one of this version's form."""
        try:
            found = msgspec.json.decode(self.data, type=TrialReport)
            names = [found.ruleset, *(row.power for row in found.powers)]
            strange = [name for name in names if not _SLUG.match(name)]
            strange += [row.rule for row in found.endings if not _RULE.match(row.rule)]
            if strange or not found.games or found.format != FORMAT:
                problems = (f"names {one!r}" for one in strange)
                raise ValueError(next(problems, f"format {found.format}, {found.games} games"))
        except ValueError as error:
            raise FileError(
                f"is not a report of a trial: {error}",
                place=Place(str(self.file)),
                hint="run theatrum ruleset trial RULESET --json -o FILE to write it again",
            ) from None
        return found


def read_trials(site_root: Path) -> tuple[TrialFile, ...]:
    """The reports in the folder trials/ of the site, by their names. Raises FileError for a name
    that cannot be part of an address."""
    files = sorted((site_root / "trials").glob("*.json"))
    for file in files:
        if not is_slug(file.stem):
            hint = "lower-case letters, digits and hyphens"
            raise FileError("cannot be part of an address", place=Place(str(file)), hint=hint)
    found = tuple(TrialFile(file, file.read_bytes()) for file in files)
    for one in found:
        if one.is_outdated:
            tell_file(one.file, "theatrum ruleset trial makes a new report")
    return tuple(one for one in found if not one.is_outdated)


def trial_pages(maker: PageMaker, trials: Sequence[TrialFile]) -> Iterator[Page]:
    """The list of trials and a page for each, if there is any."""
    if not trials:
        return

    def index() -> Mapping[str, Any]:
        return {
            "title": "Trials",
            "description": "Is a ruleset fair? Programs have played many games by each.",
            "rows": [_listed(one) for one in trials],
            "players": PLAYERS,
            "styles": _STYLES,
        }

    inputs = tuple((one.file.stem, digest(one.data)) for one in trials)
    yield maker.page(TRIALS, "text", "trials.html", inputs, index)
    for one in trials:
        inputs = (("report", digest(one.data)),)
        yield maker.page(one.address, "text", "trial.html", inputs, partial(_values, one))


def _listed(one: TrialFile) -> tuple[str, str, int, str, str, str]:
    """A trial in the list: who has most and least of the victories, with their share."""
    report = one.report
    ranked = sorted(report.powers, key=lambda row: (-row.value.mean, row.power))
    most, fewest = (f"{row.name} {hundred(row.value.mean)}" for row in (ranked[0], ranked[-1]))
    years = f"{span(report.years)}, {report.lasted.mean:.1f} on average"
    return one.address, report.title, report.games, years, most, fewest


def _values(one: TrialFile) -> Mapping[str, Any]:
    report = one.report
    known = report.ruleset in ruleset_ids()
    top = min(1.0, max(0.05, *(row.value.high for row in report.powers)))
    return {
        "title": f"{report.title}: a trial",
        "description": sentences(report)[1],
        "crumbs": (Crumb("Rulebooks", "rules/"), Crumb("Trials", TRIALS)),
        "report": report,
        "rulebook": f"rules/{report.ruleset}/" if known else "",
        "findings": sentences(report),
        "changed": change_sentences(report),
        "players": PLAYERS,
        "fair": hundred(report.fair),
        "powers": [
            (
                row,
                hundred(row.value.mean),
                f"{100 * row.value.low:.0f} to {100 * row.value.high:.0f}",
                span_chart(row.value.mean, row.value.low, row.value.high, (0.0, top), report.fair),
                *_mean(row.place, 2),
                *_mean(row.score, 1),
                hundred(row.survived.mean),
            )
            for row in report.powers
        ],
        "chart": _ending_chart(report),
        "lasted": _mean(report.lasted, 1),
        "endings": [
            (
                ending_words(row.kind),
                row.games,
                span([year for year, _ in row.years]),
                row.rule,
                row.title,
            )
            for row in report.endings
        ],
        "styles": (*_STYLES, *((f"rules/{report.ruleset}/powers.css",) if known else ())),
    }


def _mean(found: Estimate, digits: int) -> tuple[str, str]:
    """A mean, and its bounds."""
    return f"{found.mean:.{digits}f}", f"{found.low:.{digits}f} to {found.high:.{digits}f}"


def _ending_chart(report: TrialReport) -> Markup:
    years = range(1, report.years[1] + 1)
    layers = [
        Layer(
            row.title or ending_words(row.kind),
            f"k{at}",
            tuple(dict(row.years).get(year, 0) for year in years),
        )
        for at, row in enumerate(report.endings[:10])
    ]
    return stacked_columns("Games by the year in which they ended", tuple(map(str, years)), layers)
