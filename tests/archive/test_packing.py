"""The wheel that `theatrum init` makes of the running program."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import sysconfig
import zipfile
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from generator.archive.publish import new_repository
from generator.archive.publish.new_repository import pack_program
from generator.cli import main
from tests.archive.games import ROOT
from tests.archive.repositories import alone

__all__ = ["alone"]

BUILD = "import sys, hatchling.build as h; h.build_wheel(sys.argv[1])"


def contents(wheel: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_is_the_one_that_a_build_makes(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", BUILD, str(tmp_path)], cwd=ROOT, check=True)
    (built,) = tmp_path.glob("*.whl")
    name, wheel = pack_program()
    assert name == built.name
    ours, theirs = contents(wheel), contents(built.read_bytes())
    assert ours.keys() == theirs.keys()
    own = ("/WHEEL", "/RECORD", "/METADATA")  # the last as it was when these tests were installed
    assert [one for one in ours if ours[one] != theirs[one] and not one.endswith(own)] == []
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        assert archive.testzip() is None


def test_the_same_program_makes_the_same_bytes() -> None:
    assert pack_program() == pack_program()


def test_a_program_that_is_not_installed_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(new_repository, "distribution", missing)
    assert main(["init", str(tmp_path / "x"), "--no-git"]) == 1
    assert "(use --from ADDRESS instead)" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A new repository, and an environment in which its theatrum.txt was installed as the workflows
    do. The packages are those that these tests run with: their hashes have a test of their own."""
    top = tmp_path_factory.mktemp("fresh")
    own, home = top / "own", top / "venv"
    assert main(["init", str(own), "--no-git"]) == 0
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    python = next(path for path in (home / "bin", home / "Scripts") if path.is_dir()) / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-index"]
    subprocess.run([*pip, "--no-deps", "--requirement", "theatrum.txt"], cwd=own, check=True)
    purelib = sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)})
    Path(purelib, "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")
    return own, python.with_name("theatrum")


def test_a_fresh_repository_runs_with_the_program_that_it_has(fresh: tuple[Path, Path]) -> None:
    own, program = fresh

    def run(*arguments: str) -> str:
        done = subprocess.run([str(program), *arguments], cwd=own, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    run("new", "duel", "--orders", "public")
    assert run("deadline", "--due") == ""
    run("status")
    run("adjudicate", "duel")
    assert "identical" in run("verify")
    run("build", "--quiet")
    assert (own / "_site" / "guide" / "orders" / "index.html").is_file()
    # Whoever installs it so can found the next repository, with the very same program.
    run("init", "next", "--no-git")
    (wheel,) = (own / "vendor").iterdir()
    assert (own / "next" / "vendor" / wheel.name).read_bytes() == wheel.read_bytes()


def test_a_wheel_of_other_bytes_is_not_installed(fresh: tuple[Path, Path], tmp_path: Path) -> None:
    own, program = fresh
    (wheel,) = (own / "vendor").iterdir()
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / wheel.name).write_bytes(wheel.read_bytes() + b"x")
    (tmp_path / "theatrum.txt").write_bytes((own / "theatrum.txt").read_bytes())
    pip = [str(program.with_name("python")), "-m", "pip", "install", "--no-index", "--no-deps"]
    done = subprocess.run(
        [*pip, "--dry-run", "--force-reinstall", "--requirement", "theatrum.txt"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode != 0
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert digest in done.stderr.decode()
    assert b"DO NOT MATCH THE HASHES" in done.stderr
