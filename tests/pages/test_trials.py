"""The pages of trials: what stands in the reports of site/trials/, and nothing else."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import html5lib
import msgspec
import pytest

from generator.engine.errors import FileError, LeftOver
from generator.pages.charts.bars import span_chart
from generator.pages.site.rulebook import rulebook_pages
from generator.pages.site.trials import read_trials, trial_pages
from generator.rulesets import get_ruleset, is_built_in, ruleset_ids
from generator.trial.report import PLAYERS, TrialReport, hundred, sentences
from tests.pages.told import ROOT, maker_of, targets, words

TRIALS = ROOT / "site/trials"
BUILT_IN = [name for name in ruleset_ids() if is_built_in(name)]


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """The pages of the sample site's trials by their addresses."""
    return {page.address: page.make().decode()
            for page in trial_pages(maker_of(), read_trials(ROOT / "site"))}  # fmt: skip


def reports() -> dict[str, TrialReport]:
    return {file.stem: msgspec.json.decode(file.read_bytes(), type=TrialReport)
            for file in sorted(TRIALS.glob("*.json"))}  # fmt: skip


def test_every_ruleset_has_its_trial(pages: dict[str, str]) -> None:
    names = {"sundrel", *BUILT_IN}
    assert set(reports()) == names
    assert set(pages) == {"trials/", *(f"trials/{name}/" for name in names)}


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


def test_list_leads_to_every_trial(pages: dict[str, str]) -> None:
    html5lib.HTMLParser(strict=True).parse(pages["trials/"])
    found = set(targets("trials/", pages["trials/"]))
    assert {f"trials/{name}/" for name in BUILT_IN} <= found


def test_list_says_how_long_games_last(tmp_path: Path) -> None:
    lasted = {"mean": 8.5, "low": 8.0, "high": 9.0}
    site = changed(tmp_path, years=[5, 16], lasted=lasted)
    (page, *_) = trial_pages(maker_of(), read_trials(site))
    assert "<td>5 to 16, 8.5 on average</td>" in page.make().decode()


def test_what_a_change_did_is_told(tmp_path: Path) -> None:
    gap = {"mean": -0.3, "low": -0.4, "high": -0.2}
    found = {"kind": "victories", "power": "", "before": 0.5, "after": 0.2, "gap": gap,
             "finding": True}  # fmt: skip
    change = {"changes": ["facts.peace.town is 5 instead of 3"], "games": 40,
              "differences": [found]}  # fmt: skip
    (_, page) = trial_pages(maker_of(), read_trials(changed(tmp_path, comparison=change)))
    html = page.make().decode()
    html5lib.HTMLParser(strict=True).parse(html)
    assert "30 fewer games per 100 are won outright, give or take 10." in words(html)


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
        ({"format": 99}, "format 99"),
        ({"powers": 3}, "is not a report of a trial"),
        ({"ruleset": "../x"}, "is not a report of a trial"),
        (
            {
                "endings": [
                    {"kind": "draw", "rule": "<b>", "title": "", "games": 1, "years": [[1, 1]]}
                ]
            },
            "is not a report of a trial",
        ),
        ({"games": 0}, "0 games"),
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


def test_report_of_an_older_version_is_named_and_left_out(tmp_path: Path) -> None:
    file = tmp_path / "trials/old.json"
    file.parent.mkdir()
    file.write_text('{\n "format": 1,\n "version": "0.1.0"\n}\n', encoding="utf-8")
    with pytest.warns(LeftOver, match="old.json: is no longer used"):
        trials = read_trials(tmp_path)
    assert list(trial_pages(maker_of(), trials)) == []


def test_text_of_a_report_is_escaped(tmp_path: Path) -> None:
    (_, page, *_) = trial_pages(maker_of(), read_trials(changed(tmp_path, title="<script>x")))
    html = page.make().decode()
    assert "<script>x" not in html
    assert "&lt;script&gt;x" in html


def test_report_of_a_ruleset_that_is_not_here_has_a_page_without_links_to_it(
    tmp_path: Path,
) -> None:
    (_, *pages) = trial_pages(maker_of(), read_trials(changed(tmp_path, ruleset="fens")))
    for page in pages:
        assert not [to for to in targets(page.address, page.make().decode()) if "fens" in to]


def test_interval_is_drawn_to_scale() -> None:
    svg = span_chart(0.5, 0.25, 0.75, (0.0, 1.0), 0.1)
    # From a quarter to three quarters of 210, after 5; a bar at each end; across at a tenth.
    assert 'd="M58 10l104 0M58 6l0 8M162 6l0 8"' in svg
    assert 'd="M26 0l0 20"' in svg
    assert 'cx="110' in svg
    assert 'cx="215' in span_chart(2.0, -1.0, 3.0, (0.0, 1.0))
