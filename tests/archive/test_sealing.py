"""Secrets under lock: what changed is sealed anew, and a clone gets back what was sealed."""

from __future__ import annotations

import builtins
import re
import shutil
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest

from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.verifying import verify_game
from generator.archive.secret.age import make_identity
from generator.archive.secret.sealing import seal_game
from generator.archive.secret.unsealing import unseal_game
from generator.cli import main
from generator.engine.errors import FileError, GameError, UsageError
from tests.archive.games import change, command, files_of, new_game, public_key, store_submission

pytest.importorskip("pyrage")


@pytest.fixture
def folder(tmp_path: Path, key: Path) -> Path:
    """A game after a phase, sealed for the key."""
    folder = new_game(tmp_path / "games", "duel", "tiny", "--orders", "private")
    text = (folder / "game.toml").read_text()
    (folder / "game.toml").write_text(f'{text}\n[secrets]\nrecipients = ["{public_key(key)}"]\n')
    store_submission(folder, "crown", {"bid": "BID 2"}, "Grüße!\r\nBID 2")
    store_submission(folder, "shield", {"bid": "BID 1"}, "BID 1")
    adjudicate_game(folder)
    seal_game(folder)
    return folder


def part(folder: Path, top: str) -> dict[str, bytes]:
    return {name: data for name, data in files_of(folder).items() if name.startswith(f"{top}/")}


def encrypted(folder: Path) -> dict[str, bytes]:
    """The encrypted files by the paths that they are of: each has a tag of its own in its name."""
    sealed = part(folder, "sealed")
    return {re.sub(r"\.[0-9a-f]{12}\.age$", ".age", name): sealed[name] for name in sealed
            if name.endswith(".age")}  # fmt: skip


def clone_of(folder: Path, to: Path) -> Path:
    copy = to / "clone" / folder.name
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("private"))
    return copy


def test_every_secret_has_a_sealed_file_that_tells_nothing(folder: Path) -> None:
    private = set(part(folder, "private")) - {"private/sealed.toml"}
    sealed = encrypted(folder)
    assert set(sealed) == {f"sealed{name.removeprefix('private')}.age" for name in private}
    assert all(data.startswith(b"-----BEGIN AGE ENCRYPTED FILE-----") for data in sealed.values())
    assert not [name for name, data in sealed.items() if b"BID " in data or b"coins" in data]


def test_a_clone_gets_the_same_secrets_back(folder: Path, key: Path, tmp_path: Path) -> None:
    clone = clone_of(folder, tmp_path)
    unsealed = unseal_game(clone, key)
    assert part(clone, "private") == part(folder, "private")
    assert len(unsealed.written) == len(encrypted(folder))
    assert verify_game(clone).secrets
    assert stat.S_IMODE((clone / "private").stat().st_mode) == 0o700
    assert stat.S_IMODE((clone / "private" / "seed.toml").stat().st_mode) == 0o600
    again = unseal_game(clone, key)
    assert (again.written, again.unchanged) == ((), len(unsealed.written))
    assert seal_game(clone).written == ()


def test_what_did_not_change_keeps_its_bytes(folder: Path) -> None:
    everything = part(folder, "sealed")
    before = encrypted(folder)
    assert seal_game(folder).written == ()
    assert part(folder, "sealed") == everything
    change(folder, "private/1/orders/crown.toml", "BID 2", "BID 1")
    assert seal_game(folder).written == ("sealed/1/orders/crown.toml.age",)
    after = encrypted(folder)
    assert before.keys() == after.keys()
    assert [name for name in before if before[name] != after[name]] == [
        "sealed/1/orders/crown.toml.age"
    ]


def test_another_recipient_gets_everything_sealed_anew(
    folder: Path, key: Path, tmp_path: Path
) -> None:
    second = tmp_path / "second.key"
    public = make_identity(second)
    change(folder, "game.toml", 'recipients = ["', f'recipients = ["{public}", "')
    assert len(seal_game(folder).written) == len(encrypted(folder))
    for identity in (key, second):
        shutil.rmtree(tmp_path / "clone", ignore_errors=True)
        assert unseal_game(clone_of(folder, tmp_path), identity).written


def test_what_was_changed_here_is_never_overwritten_silently(
    folder: Path, key: Path, tmp_path: Path
) -> None:
    clone = clone_of(folder, tmp_path)
    unseal_game(clone, key)
    change(clone, "private/2/orders/crown.toml", '"""\n"""', '"""\nBID 4\n"""')
    before = files_of(clone)
    unsealed = unseal_game(clone, key)
    assert unsealed.kept == ("private/2/orders/crown.toml",)
    assert (unsealed.written, unsealed.conflicts) == ((), ())
    assert files_of(clone) == before
    # Orders for a phase in which the other has only the empty sheet are no conflict either.
    (clone / "private" / "sealed.toml").unlink()
    unseal_game(clone, key)
    assert part(clone, "private").keys() == part(folder, "private").keys()
    assert b"BID 4" in (clone / "private/2/orders/crown.toml").read_bytes()
    unseal_game(clone, key, force=True)
    assert part(clone, "private") == part(folder, "private")


def test_a_wrong_key_and_a_damaged_file_are_named(folder: Path, key: Path, tmp_path: Path) -> None:
    clone = clone_of(folder, tmp_path)
    other = tmp_path / "other.key"
    make_identity(other)
    with pytest.raises(FileError, match=r"\.age: cannot be unsealed"):
        unseal_game(clone, other)
    assert not (clone / "private").exists()
    (seed,) = (clone / "sealed").glob("seed.toml.*.age")
    seed.write_text("nothing")
    with pytest.raises(FileError, match=r"sealed/seed\.toml\.\w+\.age: cannot be unsealed"):
        unseal_game(clone, key)
    with pytest.raises(FileError, match="has no secret key of age"):
        unseal_game(clone, clone / "game.toml")


def test_a_game_without_recipients_is_told_how_to_name_them(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    with pytest.raises(GameError, match="has no recipients for its secrets"):
        seal_game(folder)


def test_a_key_is_for_its_owner_alone_and_never_where_git_sees_it(tmp_path: Path) -> None:
    path = tmp_path / "my.key"
    assert make_identity(path) == public_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_text()
    with pytest.raises(FileError, match="is there already"):
        make_identity(path)
    assert path.read_text() == before
    repository = tmp_path / "repository"
    repository.mkdir()
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    with pytest.raises(UsageError, match="where git does not see it"):
        make_identity(repository / "my.key")
    assert not (repository / "my.key").exists()
    (repository / ".gitignore").write_text("*.key\n")
    make_identity(repository / "my.key")


def test_without_pyrage_the_message_says_what_to_install(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **more: Any) -> Any:
        if name == "pyrage":
            raise ImportError(name)
        return real(name, *arguments, **more)

    capsys.readouterr()
    monkeypatch.setattr(builtins, "__import__", without)
    assert command(folder, "secrets seal") == 1
    assert (
        'pipx inject theatrum "pyrage"; without pipx: python -m pip install "pyrage"'
        in capsys.readouterr().err
    )


def test_the_commands(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(folder, "private/1/orders/crown.toml", "BID 2", "BID 1")
    capsys.readouterr()
    assert main(["--games", str(folder.parent), "secrets", "seal"]) == 0
    assert capsys.readouterr().out == "duel: 1 file sealed\n"
    clone = clone_of(folder, tmp_path)
    key = tmp_path / "referee.key"
    assert command(clone, "secrets unseal", "--identity", str(key)) == 0
    assert "files restored, 0 as before" in capsys.readouterr().out
    assert main(["secrets", "keygen", "-o", str(tmp_path / "new.key")]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("age1")
    assert "AGE-SECRET-KEY" not in said.out + said.err
    assert main(["secrets", "keygen", "-o", str(key)]) == 1
    assert command(folder, "secrets reveal") == 1
    assert "duel is not over" in capsys.readouterr().err
