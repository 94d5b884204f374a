"""The record of a phase, wherever players can keep it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from generator.archive.game.chain import SHOWN, read_chain
from generator.archive.play.adjudicating import adjudicate_game
from generator.cli import main
from generator.posts.dialects import dialects
from tests.archive.games import command, new_game, write_orders

Capture = pytest.CaptureFixture[str]
PHASE = "war/1901/spring-movement/index.html"


@pytest.fixture
def war(tmp_path: Path) -> Path:
    folder = new_game(tmp_path / "games", "war", "standard")
    write_orders(folder, 1901, "spring-movement", austria="A VIE - GAL")
    adjudicate_game(folder)
    return folder


def build(war: Path) -> Path:
    root = war.parent.parent
    (root / "site").mkdir(exist_ok=True)
    arguments = ["--games", str(war.parent), "build", "--quiet", "--site", str(root / "site")]
    assert main([*arguments, "--output", str(root / "_site")]) == 0
    return root / "_site"


def test_the_record_stands_on_the_front_page_and_on_each_phase(war: Path) -> None:
    opening, spring = (link.head[:SHOWN] for link in read_chain(war))
    site = build(war)
    for page, head in (
        ("war/1901/opening/index.html", opening),
        (PHASE, spring),
        ("war/index.html", spring),
    ):
        html = (site / page).read_text("utf-8")
        assert f"Record: <code>{head}</code>" in html
        assert 'guide/record/index.html">what this is</a>' in html
    assert f"Record: {spring}" in (site / PHASE).with_name("report.bbcode.txt").read_text("utf-8")


def test_a_game_without_a_chain_shows_no_record(war: Path) -> None:
    (war / "chain.toml").unlink()
    site = build(war)
    for page in ("war/index.html", PHASE):
        assert "Record:" not in (site / page).read_text("utf-8")


def test_a_site_with_a_guide_of_its_own_has_no_link_that_leads_nowhere(war: Path) -> None:
    guide = war.parent.parent / "site" / "guide"
    guide.mkdir(parents=True)
    (guide / "index.md").write_text("# Ours\n\nOur own rules.\n")
    html = (build(war) / PHASE).read_text("utf-8")
    assert "Record: <code>" in html
    assert "what this is" not in html


def test_the_record_stands_in_posts_of_every_dialect(war: Path, capsys: Capture) -> None:
    for dialect in dialects():
        capsys.readouterr()
        assert command(war, "post", "--dialect", dialect) == 0
        assert f"Record: {read_chain(war)[-1].head[:SHOWN]}" in capsys.readouterr().out


def test_a_post_of_two_phases_has_the_last_record_once(war: Path, capsys: Capture) -> None:
    adjudicate_game(war)
    capsys.readouterr()
    assert command(war, "post", "--year", "1901") == 0
    out = capsys.readouterr().out
    assert out.count("Record: ") == 1
    assert f"Record: {read_chain(war)[-1].head[:SHOWN]}" in out


def test_the_record_stands_on_receipts(war: Path, capsys: Capture, tmp_path: Path) -> None:
    mail = tmp_path / "mail.txt"
    mail.write_text("A GAL - WAR\n")
    capsys.readouterr()
    for more in ([], ["--json"]):
        command(war, "submit", str(mail), "--power", "austria", *more)
    text, brace, facts = capsys.readouterr().out.partition("{")
    words = f"{read_chain(war)[-1].head[:SHOWN]}, after 1901 1-spring-movement"
    assert text.endswith(f"\n\nRecord: {words}\n")
    assert json.loads(f"{brace}{facts}")["record"] == words
    shutil.copyfile(mail, tmp_path / "again.txt")
    (war / "chain.toml").unlink()
    command(war, "submit", str(tmp_path / "again.txt"), "--power", "austria")
    assert "Record:" not in capsys.readouterr().out
