"""The pages of trials: what stands in the reports of site/trials/, and nothing else."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import html5lib
import msgspec
import pytest

from generator.building.build import build_site
from generator.engine.errors import FileError
from generator.pages.charts import span_chart
from generator.pages.site.rulebook import rulebook_pages
from generator.pages.site.trials import read_trials, trial_pages
from generator.rulesets import get_ruleset, ruleset_ids
from generator.trial.report import TrialReport
from generator.trial.telling import PLAYERS, hundred, sentences
from tests.pages.told import ROOT, maker_of, targets, words

TRIALS = ROOT / "site/trials"


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """The pages of the sample site's trials by their addresses."""
    return {page.address: page.make().decode()
            for page in trial_pages(maker_of(), read_trials(ROOT / "site"))}  # fmt: skip


def reports() -> dict[str, TrialReport]:
    return {file.stem: msgspec.json.decode(file.read_bytes(), type=TrialReport)
            for file in sorted(TRIALS.glob("*.json"))}  # fmt: skip


def test_every_ruleset_has_its_trial(pages: dict[str, str]) -> None:
    assert set(reports()) == set(ruleset_ids())
    parts = ("", "places/", "rules/")
    every = {f"trials/{name}/{part}" for name in ruleset_ids() for part in parts}
    assert set(pages) == {"trials/", *every}


def test_pages_are_valid_and_say_what_the_report_shows(pages: dict[str, str]) -> None:
    for name, report in reports().items():
        html = pages[f"trials/{name}/"]
        html5lib.HTMLParser(strict=True).parse(html)
        said = words(html)
        for line in sentences(report):
            assert line in said
        assert PLAYERS in said
        for row in report.powers:
            assert row.name in said
            assert hundred(row.value.mean) in said
        assert not re.search(r"\b(nan|inf|None)\b", said)


def test_every_mean_of_a_power_stands_beside_its_interval(pages: dict[str, str]) -> None:
    for name, report in reports().items():
        cells = re.findall(r"<td[^>]*>(.*?)</td>", pages[f"trials/{name}/"])
        pairs = set(pairwise(cells))
        for row in report.powers:
            for one, digits in ((row.place, 2), (row.score, 1)):
                span = f"{one.low:.{digits}f} to {one.high:.{digits}f}"
                assert (f"{one.mean:.{digits}f}", span) in pairs


def test_chart_of_means_is_no_rougher_than_a_tenth(pages: dict[str, str]) -> None:
    """In whole numbers the mean of many games would jump from year to year."""
    for name, report in reports().items():
        (label,) = re.findall(
            f'aria-label="(Mean {report.measure}, .*?)"', pages[f"trials/{name}/"]
        )
        for row in report.powers:
            last = f"{row.course[-1]:.1f}".replace("-", "−")
            assert f"{row.name} {last}" in unescape(label)


def test_natures_stand_against_each_other(tmp_path: Path) -> None:
    met = [
        {"nature": "bold", "other": "shy", "games": 9,
         "ahead": {"mean": 0.625, "low": 0.55, "high": 0.7}},
        {"nature": "bold", "other": "odd", "games": 9,
         "ahead": {"mean": 0.5, "low": 0.4, "high": 0.6}},
    ]  # fmt: skip
    usual = {"seats": 9, "value": {"mean": 0.5, "low": 0.1, "high": 0.9},
             "place": {"mean": 2.0, "low": 1.0, "high": 3.0}}  # fmt: skip
    natures = [{"nature": name, **usual} for name in ("bold", "odd", "shy")]
    site = changed(tmp_path, meetings=met, natures=natures)
    (_, page, *_) = trial_pages(maker_of(), read_trials(site))
    html = page.make().decode()
    html5lib.HTMLParser(strict=True).parse(html)
    (table,) = re.findall(
        r'aria-label="Natures against each other, table">(.*?)</table>', html, re.S
    )
    rows = re.findall(r'<tr><th scope="row">(\w+)</th>(.*?)</tr>', table)
    found = {name: re.findall(r"<td[^>]*>(.*?)</td>", cells) for name, cells in rows}
    assert found == {
        "Bold": ["–", "50", "<b>62.5</b>"],
        "Odd": ["50", "–", "–"],
        "Shy": ["<b>37.5</b>", "–", "–"],
    }


def test_long_tables_stand_whole_on_pages_of_their_own(pages: dict[str, str]) -> None:
    for name, report in reports().items():
        for part, rows in (
            ("places", [row.name for row in (*report.provinces, *report.minors)]),
            ("rules", [row.rule for row in report.rules] + [rule for rule, _ in report.never]),
        ):
            html = pages[f"trials/{name}/{part}/"]
            html5lib.HTMLParser(strict=True).parse(html)
            said = words(html)
            assert all(row in said for row in rows)
            assert f"trials/{name}/{part}/" in targets(f"trials/{name}/", pages[f"trials/{name}/"])


def test_list_leads_to_every_trial(pages: dict[str, str]) -> None:
    html5lib.HTMLParser(strict=True).parse(pages["trials/"])
    found = set(targets("trials/", pages["trials/"]))
    assert {f"trials/{name}/" for name in ruleset_ids()} <= found


@pytest.mark.parametrize(
    ("years", "said"),
    [
        ([4, 4.0, 4], "4"),
        ([4, 6.0, 6], "4 to 6, most of them 6"),
        ([5, 8.5, 16], "5 to 16, half of them 8.5 or fewer"),
    ],
)
def test_list_says_how_long_games_last(tmp_path: Path, years: list[float], said: str) -> None:
    (page, *_) = trial_pages(maker_of(), read_trials(changed(tmp_path, years=years)))
    assert f"<td>{said}</td>" in page.make().decode()


def test_rulebooks_lead_to_their_trials(pages: dict[str, str]) -> None:
    rulesets = [get_ruleset(name) for name in ("standard", "westphalia")]
    with_one = rulebook_pages(maker_of(), rulesets, (), {"standard": "trials/standard/"})
    made = {page.address: page.make().decode() for page in with_one}
    assert "trials/" in targets("rules/", made["rules/"])
    assert "trials/standard/" in targets("rules/standard/", made["rules/standard/"])
    assert not [to for to in targets("rules/westphalia/", made["rules/westphalia/"])
                if to.startswith("trials")]  # fmt: skip


def test_site_without_trials_has_no_page_of_them(tmp_path: Path) -> None:
    assert list(trial_pages(maker_of(), read_trials(tmp_path))) == []
    (page, *_) = rulebook_pages(maker_of(), [get_ruleset("standard")])
    assert "trials/" not in targets("rules/", page.make().decode())


def changed(folder: Path, **entries: Any) -> Path:
    """A site with one report, some entries of which are others."""
    report = msgspec.json.decode((TRIALS / "westphalia.json").read_bytes())
    (folder / "trials").mkdir()
    data = msgspec.json.encode({**report, **entries})
    (folder / "trials/westphalia.json").write_bytes(data)
    return folder


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ({"format": 99}, "another form"),
        ({"powers": 3}, "is no report of a trial"),
        ({"ruleset": "../x"}, "is no report of a trial"),
        ({"never": [["</a><b>", "x"]]}, "is no report of a trial"),
        ({"games": 0}, "no game was played"),
    ],
)
def test_file_that_is_no_report_is_named(
    tmp_path: Path, entries: dict[str, Any], said: str
) -> None:
    pages = list(trial_pages(maker_of(), read_trials(changed(tmp_path, **entries))))
    with pytest.raises(FileError, match=said) as caught:
        pages[1].make()
    assert "westphalia.json" in str(caught.value)


def test_name_of_a_file_that_cannot_be_an_address_is_refused(tmp_path: Path) -> None:
    site = changed(tmp_path)
    (site / "trials/westphalia.json").rename(site / "trials/My Trial.json")
    with pytest.raises(FileError, match="cannot be part of an address"):
        read_trials(site)


def test_text_of_a_report_is_escaped(tmp_path: Path) -> None:
    (_, page, *_) = trial_pages(maker_of(), read_trials(changed(tmp_path, title="<script>x")))
    html = page.make().decode()
    assert "<script>x" not in html
    assert "&lt;script&gt;x" in html


def test_changed_settings_are_told(tmp_path: Path) -> None:
    settings = {"options": {"growth_limit": 4}, "facts": {"peace.town": 5}, "years": 40}
    (_, page, *_) = trial_pages(maker_of(), read_trials(changed(tmp_path, settings=settings)))
    assert "Tried with option growth_limit = 4, fact peace.town = 5." in words(page.make().decode())


def test_report_of_a_ruleset_that_is_not_here_has_a_page_without_links_to_it(
    tmp_path: Path,
) -> None:
    (_, *pages) = trial_pages(maker_of(), read_trials(changed(tmp_path, ruleset="fens")))
    for page in pages:
        assert not [to for to in targets(page.address, page.make().decode()) if "fens" in to]


def test_build_makes_the_pages_again_only_when_the_report_has_changed(tmp_path: Path) -> None:
    site = changed(tmp_path)
    first = build_site(tmp_path / "games", site, tmp_path / "out")
    assert "trials/westphalia/" in first.written or (tmp_path / "out/trials/westphalia").is_dir()
    again = build_site(tmp_path / "games", site, tmp_path / "out")
    assert not again.written
    file = site / "trials/westphalia.json"
    file.write_bytes(file.read_bytes().replace(b'"seed":"fair"', b'"seed":"other"'))
    last = build_site(tmp_path / "games", site, tmp_path / "out")
    assert 1 <= len(last.written) <= 5


def test_interval_is_drawn_to_scale() -> None:
    svg = span_chart(0.5, 0.25, 0.75, (0.0, 1.0), 0.1)
    # From a quarter to three quarters of 210, after 5; a bar at each end; across at a tenth.
    assert 'd="M58 10l104 0M58 6l0 8M162 6l0 8"' in svg
    assert 'd="M26 0l0 20"' in svg
    assert 'cx="110' in svg
    assert 'cx="215' in span_chart(2.0, -1.0, 3.0, (0.0, 1.0))
