"""The script that seals letters is made of packages that are listed, once."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.kit import sealer
from generator.kit.packages import cache_folder, packages
from generator.kit.sealer import find_sealer, set_up_sealer


def listed_file(name: str, folder: Path) -> dict[str, bytes]:
    return {"LICENSE": f"The licence of {name}".encode(), "index.js": b"export {};\n"}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Node that writes a script without making one; gives its commands."""
    commands: list[list[str]] = []

    def run(command: list[str], **facts: Any) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        Path(command[-1]).write_bytes(b"(()=>{})();\n")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(sealer, "npm_files", listed_file)
    monkeypatch.setattr(sealer, "node_command", lambda tool: (tool,))
    monkeypatch.setattr(sealer.subprocess, "run", run)
    return commands


def test_script_is_made_once_and_found_again(asked: list[list[str]], tmp_path: Path) -> None:
    assert find_sealer(tmp_path) is None
    made = set_up_sealer(tmp_path)
    assert made.endswith(b"(()=>{})();\n")
    assert find_sealer(tmp_path) == set_up_sealer(tmp_path) == made
    assert len(asked) == 1


def test_script_names_whose_work_it_is(asked: list[list[str]], tmp_path: Path) -> None:
    text = set_up_sealer(tmp_path).decode()
    for name in ("age-encryption", "@noble/curves", "@scure/base"):
        assert f"{name} {packages().npm[name].version}" in text
        assert f"The licence of {name}" in text
    assert "esbuild" not in text


def test_script_that_cannot_be_made_is_not_kept(
    asked: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = subprocess.CompletedProcess[str]([], 1, "", "x\nno such module\n")
    monkeypatch.setattr(sealer.subprocess, "run", lambda command, **facts: failed)
    with pytest.raises(GameError) as caught:
        set_up_sealer(tmp_path)
    assert (str(caught.value)) == "the script that seals letters cannot be made (no such module)"
    assert find_sealer(tmp_path) is None


def test_another_version_of_a_package_makes_another_script(
    asked: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up_sealer(tmp_path)
    monkeypatch.setattr(sealer, "_SOURCES", ("sealer.mjs",))
    assert find_sealer(tmp_path) is None


def test_sealer_that_is_set_up_here_holds_no_address_of_others() -> None:
    script = find_sealer()
    if script is None:
        pytest.skip(f"the sealer is not set up in {cache_folder()}")
    code = script.rpartition(b"*/")[2]
    for word in (
        b"https://",
        b"http://",
        b"fetch(",
        b"XMLHttpRequest",
        b"WebSocket",
        b"sendBeacon",
    ):
        assert word not in code, word
