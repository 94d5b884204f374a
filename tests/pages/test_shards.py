"""Shards of a site: built by processes of their own, in folders of their own, and put together."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.archive.game.shards import WHOLE, Shard, read_shard
from generator.building.build import build_site
from generator.building.joining import join_shards
from generator.engine.errors import FileError, UsageError
from tests.pages.sample import ROOT, Sample, make_sample


def run_theatrum(*arguments: str, at: Path) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, with our own rulesets alone, as the tests have them."""
    return subprocess.run(
        [sys.executable, "-m", "generator", *arguments],
        cwd=at,
        capture_output=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A site with four games, of which one build makes the whole."""
    made = make_sample(tmp_path_factory.mktemp("club"))
    for name in ("second-duel", "third-duel"):
        shutil.copytree(made.games / "duel", made.games / name)
    run_theatrum("build", "--quiet", at=made.root)
    return made


@pytest.fixture(scope="module")
def shards(club: Sample, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Three shards of it, each made by the command in a checkout of its own and then moved."""
    moved = tmp_path_factory.mktemp("shards")
    for number in (1, 2, 3):
        checkout = tmp_path_factory.mktemp(f"machine-{number}")
        for name in ("games", "site", "themes"):
            shutil.copytree(club.root / name, checkout / name)
        done = run_theatrum("build", "--shard", f"{number}/3", "--quiet", at=checkout)
        assert done.returncode == 0, done.stderr
        shutil.copytree(checkout / "_shards", moved, dirs_exist_ok=True)
    return tuple(moved / str(number) for number in (1, 2, 3))


@pytest.fixture
def target(club: Sample, tmp_path: Path) -> Sample:
    """Where shards are joined: another checkout of the club's games."""
    for name in ("games", "site", "themes"):
        shutil.copytree(club.root / name, tmp_path / name)
    return Sample(tmp_path)


def test_shards_together_are_the_site_of_one_build(
    club: Sample, shards: tuple[Path, ...], target: Sample
) -> None:
    games = {name: [one.name for one in shards if (one / name).is_dir()] for name in
             ("duel", "quiet", "second-duel", "third-duel")}  # fmt: skip
    assert all(len(where) == 1 for where in games.values()), games
    assert len({where[0] for where in games.values()}) > 1
    assert not any((one / "index.html").exists() or (one / "rules").exists() for one in shards)
    said = run_theatrum("build", "--join", *map(str, shards), at=target.root)
    assert b"taken from 3 shards" in said.stderr
    assert target.files() == club.files()


def test_pages_of_games_are_not_made_again(shards: tuple[Path, ...], target: Sample) -> None:
    join_shards(shards, target.output)
    report = target.build()
    assert report.rendered
    assert not [one for one in report.rendered if one.startswith(("duel/", "quiet/"))]
    assert join_shards(shards, target.output) == 0
    assert target.build().rendered == ()


def test_a_game_that_changed_after_its_shard_is_made_anew(
    club: Sample, shards: tuple[Path, ...], target: Sample
) -> None:
    file = target.games / "quiet" / "game.toml"
    file.write_text(file.read_text("utf-8").replace("The quiet game", "The loud one"), "utf-8")
    join_shards(shards, target.output)
    assert "quiet/" in target.build().rendered
    once = target.files()
    shutil.rmtree(target.output)
    shutil.rmtree(target.root / ".cache")
    target.build()
    assert target.files() == once


def test_a_shard_is_not_built_over_a_site_nor_a_site_over_a_shard(club: Sample) -> None:
    with pytest.raises(FileError, match="holds the games as everybody sees them"):
        club.build(shard=Shard(1, 2))
    shard = club.root / "shard"
    build_site(club.games, club.site, shard, shard=Shard(1, 2))
    with pytest.raises(FileError, match="holds the games of shard 1/2"):
        build_site(club.games, club.site, shard)
    assert build_site(club.games, club.site, shard, shard=Shard(1, 2)).rendered == ()


def test_what_is_no_shard_is_refused(
    club: Sample, shards: tuple[Path, ...], target: Sample, tmp_path: Path
) -> None:
    with pytest.raises(FileError, match="is no shard of a site"):
        join_shards([tmp_path / "games"], target.output)
    with pytest.raises(FileError, match=r"has the game .*, which .* has, too"):
        join_shards([*shards, club.output], target.output)
    bare = tmp_path / "bare"
    shutil.copytree(shards[0], bare)
    with pytest.raises(FileError, match="has come without its manifest"):
        join_shards([bare], target.output)
    half = tmp_path / "half"
    shutil.copytree(shards[0].parent, half)
    full = next(half / one.name for one in shards if list(one.rglob("index.html")))
    next(full.rglob("index.html")).unlink()
    with pytest.raises(FileError, match="lacks 1 file"):
        join_shards([full], target.output)
    assert not target.output.exists()


def test_options_that_contradict_one_another(club: Sample) -> None:
    for options, said in (
        (("--shard", "1/2", "--join", "_shards/1"), b"--join puts shards together"),
        (("--shard", "0/2"), b"is no shard"),
        (("--shard", "3/2"), b"is no shard"),
        (("--shard", "1/2", "--as", "france", "--output", "x"), b"parts of the published site"),
    ):
        failed = run_theatrum("build", *options, at=club.root)
        assert (failed.returncode, said in failed.stderr) == (2, True), failed.stderr


def test_games_are_verified_by_shards(club: Sample) -> None:
    shown = b"".join(
        run_theatrum("verify", "--shard", f"{number}/2", at=club.root).stdout for number in (1, 2)
    )
    assert sorted(line.split(b":")[0] for line in shown.splitlines() if b"every byte" in line) == [
        b"duel", b"quiet", b"second-duel", b"third-duel"
    ]  # fmt: skip


@given(
    of=st.integers(1, 40), names=st.lists(st.from_regex(r"[a-z][a-z0-9-]{0,12}", fullmatch=True))
)
def test_every_game_is_in_one_shard_whatever_others_there_are(of: int, names: list[str]) -> None:
    for name in names:
        assert [Shard(k, of).has(name) for k in range(1, of + 1)].count(True) == 1
        assert WHOLE.has(name)
    assert read_shard(f"1/{of}") == Shard(1, of)


def test_a_shard_is_read_from_two_numbers() -> None:
    assert read_shard("3/8") == Shard(3, 8)
    assert read_shard("") == WHOLE
    for text in ("8/3", "0/3", "3", "a/b", "1/257", "1/2/3", "-1/2"):
        with pytest.raises(UsageError, match="is no shard"):
            read_shard(text)
