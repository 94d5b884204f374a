"""Clones whose git turns line ends into those of Windows, as it does there by itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from generator.cli import main
from tests.archive.games import ROOT, files_of
from tests.archive.repositories import Clone, alone

__all__ = ["alone"]


@pytest.mark.slow
def test_a_clone_on_windows_has_the_bytes_of_every_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = Clone(tmp_path / "own")
    assert main(["init", str(own.folder), "--no-git"]) == 0
    own.git("init", "--quiet")
    own.identify("anna")
    monkeypatch.chdir(own.folder)
    assert main(["new", "duel", "--orders", "public"]) == 0
    assert main(["adjudicate", "duel"]) == 0
    own.git("add", ".")
    own.git("commit", "--quiet", "--message", "all")

    there = Clone(tmp_path / "there")
    settings = ("-c", "core.autocrlf=true", "-c", "core.eol=crlf")
    subprocess.run(["git", "clone", "--quiet", *settings, own.folder, there.folder], check=True)
    there.git("config", "core.autocrlf", "true")
    assert in_git(there) == in_git(own)
    monkeypatch.chdir(there.folder)
    capsys.readouterr()
    assert main(["verify"]) == 0
    assert main(["build", "--quiet"]) == 0
    assert "identical" in capsys.readouterr().out
    assert there.git("status", "--porcelain") == ""


def in_git(one: Clone) -> dict[str, bytes]:
    known = set(one.files())
    return {path: data for path, data in files_of(one.folder).items() if path in known}


def test_git_changes_no_line_end_of_the_project() -> None:
    """The sample games are verified, and the styles and templates hashed, as they are committed."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone")
    paths = ("games/winter-king/game.toml", "themes/default/theme.toml", "site/site.toml", "x.py")
    done = subprocess.run(
        ["git", "check-attr", "text", "--", *paths], cwd=ROOT, capture_output=True, check=True
    )
    assert done.stdout.decode().splitlines() == [f"{path}: text: unset" for path in paths]
