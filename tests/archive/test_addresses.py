"""Addresses of players: with the person, in private/, and in nothing that others read."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.exchange.exchanging import export_game
from generator.archive.files.reading import FileErrors
from generator.archive.people.addresses import addresses_of, is_address
from generator.engine.errors import TheatrumError
from tests.archive.games import Terminal, change, command, files_of, new_game
from tests.archive.repositories import Clone, alone, clone, new_remote, published, refused

__all__ = ["alone"]

Capture = pytest.CaptureFixture[str]
ADDRESS = "ben@example.org"
OLD = """
# How they write.
[addresses]
crown = "Ben@Example.org"  # answers late
# shield = "cleo@example.org"

# Their names.
[players]
"""


def old_game(root: Path, *more: str) -> Path:
    """A game as it was made before: with addresses in game.toml."""
    folder = new_game(root, "duel", "tiny", "--players", "crown=Ben,shield=Cleo", *more)
    change(folder, "game.toml", "[players]\n", OLD)
    return folder


def with_addresses(folder: Path, text: str) -> Path:
    path = folder / "private/addresses.toml"
    path.write_text(text, "utf-8")
    return folder


@pytest.fixture
def desk(tmp_path: Path) -> Clone:
    """A referee's clone of an empty remote."""
    return clone(new_remote(tmp_path / "remote.git"), tmp_path / "anna")


# Reading


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('crwn = ["a@example.org"]', "1:1: there is no power crwn (did you mean crown?)"),
        ('crown = "a@example.org"', '1:1: is not a list of addresses (crown = ["name@example'),
        ('crown = ["a@example.org",\n  "Ben"]', "2:3: Ben is not an address"),
        ('crown = ["Ben <a@example.org>"]', "1:10: Ben <a@example.org> is not an address"),
        ('crown = ["a@example.org\\nBcc: x@y.z"]', "1:10: a@example.org Bcc: x@y.z is not"),
        ('[replacements]\ncrown = ["a@b.c"]', "2:1: crown is not a table"),
        ('[replacements.crow]\nAda = ["a@b.c"]', "1:1: there is no power crow"),
        ('[replacements.crown]\nAda = ["a b"]', "2:8: a b is not an address"),
        ('replacements = "x"', "1:1: is not a table"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    folder = with_addresses(new_game(tmp_path), text)
    with pytest.raises(FileErrors) as caught:
        addresses_of(load_game(folder))
    assert f"addresses.toml:{said}" in str(caught.value)


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    folder = with_addresses(new_game(tmp_path), 'crwn = ["a"]\ncrown = ["b"]\nshield = ["c"]\n')
    with pytest.raises(FileErrors) as caught:
        addresses_of(load_game(folder))
    assert len(caught.value.errors) == 3


def test_what_is_an_address_and_what_is_none() -> None:
    assert all(map(is_address, ["a@b", "Inés@example.org", "a.b+c@mail.example.org"]))
    wrong = ["", "a", "@b", "a@", "a@b@c", "a b@c", "<a@b>", "a@b,c@d", "a@b\n"]
    assert not [one for one in wrong if is_address(one)]


# Writing


def test_addresses_are_noted_by_a_command_where_only_the_referee_reads(
    tmp_path: Path, capsys: Capture
) -> None:
    folder = new_game(tmp_path, "duel", "tiny", "--players", "crown=Ben")
    given = ("Ben@Example.org", "b@example.net", "ben@example.org")
    assert command(folder, "players address", "crown", *given) == 0
    assert addresses_of(load_game(folder)) == {"crown": (ADDRESS, "b@example.net")}
    path = folder / "private/addresses.toml"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    capsys.readouterr()
    assert command(folder, "players address") == 0
    assert (
        capsys.readouterr().out
        == "crown, Ben: ben@example.org, b@example.net\nshield: no address\n"
    )
    assert command(folder, "players address", "crown", "--clear") == 0
    assert addresses_of(load_game(folder)) == {}
    # Remarks in the file stay.
    with_addresses(folder, '# by phone\nshield = ["s@b.c"] # slow\n')
    assert command(folder, "players address", "crown", "a@b.c") == 0
    text = (folder / "private/addresses.toml").read_text("utf-8")
    assert text == '# by phone\nshield = ["s@b.c"] # slow\ncrown = ["a@b.c"]\n'


@pytest.mark.parametrize(
    "given", [("crwn", "a@b.c"), ("crown", "Ben"), ("crown", "a@b.c", "--clear")]
)
def test_a_wrong_power_or_address_changes_nothing(tmp_path: Path, given: tuple[str, ...]) -> None:
    folder = new_game(tmp_path)
    before = files_of(folder)
    assert command(folder, "players address", *given) != 0
    assert files_of(folder) == before


# Games of before


def test_an_older_game_is_read_and_says_what_to_do(tmp_path: Path, capsys: Capture) -> None:
    folder = old_game(tmp_path)
    assert addresses_of(load_game(folder)) == {"crown": (ADDRESS,)}
    for name in ("check", "status"):
        capsys.readouterr()
        assert command(folder, name) == 0
        said = capsys.readouterr().err
        assert "bring it up to date" not in said.lower(), "a script is not asked"
        assert "game.toml: contains addresses of players, and is public" in said
        assert "theatrum upgrade duel" in said


def test_upgrade_moves_addresses_and_keeps_the_rest(tmp_path: Path, capsys: Capture) -> None:
    folder = old_game(tmp_path)
    before = (folder / "game.toml").read_text("utf-8")
    capsys.readouterr()
    assert command(folder, "upgrade") == 0
    after = (folder / "game.toml").read_text("utf-8")
    assert after == before.replace(OLD, "\n# How they write.\n\n# Their names.\n[players]\n")
    assert addresses_of(load_game(folder)) == {"crown": (ADDRESS,)}
    said = capsys.readouterr()
    assert "history of git still holds them" in said.err
    assert f"git log --oneline -G@ -- {folder}/game.toml" in said.err
    # The remarks beside the addresses are nobody else's business, and are not lost.
    kept = (folder / "private/addresses.toml").read_text("utf-8")
    assert "answers late" in kept
    assert "cleo@example.org" in kept
    assert command(folder, "upgrade") == 0
    assert "nothing to change" in capsys.readouterr().out
    assert command(folder, "verify") == 0


@pytest.mark.parametrize(
    "written",
    [
        'addresses = { crown = "ben@example.org" }\n',
        'addresses.crown = "ben@example.org"\n',
        'addresses.crown = "ben@example.org"\ntitle_ = 1\naddresses.shield = "s@b.c"\n',
        '[addresses] # all\n\ncrown = "ben@example.org"\n\n# no more\n',
    ],
)
def test_upgrade_knows_all_ways_to_write_a_table(tmp_path: Path, written: str) -> None:
    folder = new_game(tmp_path)
    path = folder / "game.toml"
    text = path.read_bytes().decode()
    head = written.replace("title_ = 1", "archived = false")
    path.write_bytes((f"{text}{head}" if head.startswith("[") else f"{head}{text}").encode())
    assert command(folder, "upgrade") == 0
    assert addresses_of(load_game(folder))["crown"] == (ADDRESS,)
    assert "@" not in path.read_text("utf-8")
    rest = path.read_text("utf-8").replace("archived = false\n", "").replace("# no more\n", "")
    assert rest.rstrip() == text.rstrip()


def test_an_address_that_cannot_be_moved_stops_the_upgrade(tmp_path: Path, capsys: Capture) -> None:
    folder = old_game(tmp_path)
    change(folder, "game.toml", '"Ben@Example.org"', '"Ben <ben@example.org>"')
    before = files_of(folder)
    assert command(folder, "upgrade") == 1
    assert "is not an address" in capsys.readouterr().err
    assert files_of(folder) == before


def test_upgrade_adds_to_addresses_that_are_known(tmp_path: Path) -> None:
    folder = old_game(tmp_path)
    with_addresses(folder, 'crown = ["b@example.net"]\n')
    assert command(folder, "upgrade") == 0
    assert addresses_of(load_game(folder)) == {"crown": ("b@example.net", ADDRESS)}


# No commit, export or page


def test_publish_refuses_a_game_with_addresses_in_its_settings(desk: Clone) -> None:
    old_game(desk.games)
    assert "contains addresses of players" in refused(desk)
    assert command(desk.games / "duel", "upgrade") == 0
    assert published(desk) == 0
    assert "@example" not in desk.git("log", "-p", "--all", "--format=%B")


def test_addresses_in_a_commit_that_waits_are_not_pushed(desk: Clone) -> None:
    folder = old_game(desk.games)
    desk.git("add", "--", "games/duel/game.toml")
    desk.git("commit", "--quiet", "--message", "by hand")
    assert command(folder, "upgrade") == 0
    assert "contains addresses of players" in refused(desk)
    assert "games/duel/game.toml" in refused(desk)


def test_an_export_has_no_addresses(tmp_path: Path) -> None:
    folder = old_game(tmp_path)
    with pytest.raises(TheatrumError, match="contains addresses of players"):
        export_game(folder)
    assert command(folder, "upgrade") == 0
    for private in (False, True):
        exported = export_game(folder, private=private)
        assert "@example" not in exported.text
        assert ("private/addresses.toml" in exported.left_out) == private


def test_addresses_are_sealed_like_all_that_is_secret(tmp_path: Path) -> None:
    pytest.importorskip("pyrage")
    from generator.archive.secret.age import make_identity
    from generator.archive.secret.sealing import seal_game
    from generator.archive.secret.unsealing import unseal_game

    key = tmp_path / "referee.key"
    public = make_identity(key)
    folder = with_addresses(new_game(tmp_path / "games"), f'crown = ["{ADDRESS}"]\n')
    with (folder / "game.toml").open("a") as file:
        file.write(f'\n[secrets]\nrecipients = ["{public}"]\n')
    seal_game(folder)
    assert "private/addresses.toml" in [n for n, d in files_of(folder).items() if b"@exam" in d]
    assert not [n for n, d in files_of(folder).items() if b"@exam" in d and "sealed" in n]
    (folder / "private/addresses.toml").unlink()
    unseal_game(folder, key)
    assert addresses_of(load_game(folder)) == {"crown": (ADDRESS,)}


def test_a_clone_without_the_secrets_takes_no_addresses(tmp_path: Path, capsys: Capture) -> None:
    """A private/ with nothing but addresses would pass for the referee's."""
    folder = old_game(tmp_path, "--orders", "private")
    copy = tmp_path / "clone" / "duel"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("private"))
    before = files_of(copy)
    words = (
        ("players address", "crown", ADDRESS),
        ("upgrade",),
        ("players replace", "crown", "Ada", "--address", ADDRESS),
    )
    for name, *more in words:
        assert command(copy, name, *more) == 1
        assert "the secrets of duel are not here" in capsys.readouterr().err
    assert files_of(copy) == before
    assert command(copy, "players replace", "crown", "Ada") == 0
    assert command(copy, "verify") == 0


@pytest.mark.parametrize("answer", ["y", "n", ""])
def test_a_command_that_meets_an_old_game_asks_whether_to_upgrade_it(
    answer: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = old_game(tmp_path)
    before = files_of(folder)
    monkeypatch.setattr("sys.stdin", Terminal(f"{answer}\n"))
    assert command(folder, "status") == 0
    said = capsys.readouterr()
    assert "duel was made by an older theatrum: game.toml, which is public" in said.err
    if answer == "y":
        assert addresses_of(load_game(folder)) == {"crown": (ADDRESS,)}
        assert "addresses of crown are now in private/addresses.toml" in said.out
        assert command(folder, "status") == 0
        assert "older theatrum" not in capsys.readouterr().err
    else:
        assert files_of(folder) == before


@pytest.mark.parametrize("answer", ["y", "n"])
def test_a_game_without_a_chain_is_asked_about(
    answer: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = new_game(tmp_path, "duel", "tiny")
    assert command(folder, "adjudicate") == 0
    (folder / "chain.toml").unlink()
    monkeypatch.setattr("sys.stdin", Terminal(f"{answer}\n"))
    command(folder, "status")
    said = capsys.readouterr().err
    assert "older theatrum: chain.toml is missing (if there was one, git restore" in said
    assert (folder / "chain.toml").exists() is (answer == "y")
