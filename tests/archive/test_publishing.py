"""`theatrum publish`: what is committed, what is refused, and what is said when git says no."""

from __future__ import annotations

import shutil
import subprocess
from io import StringIO
from pathlib import Path

import pytest

from generator.archive.publish.publishing import plan_publication, publish
from generator.cli import main
from generator.engine.errors import GameError
from tests.archive.games import Terminal, bid, command, new_game, play_tiny
from tests.archive.repositories import Clone, alone, clone, new_remote, published, refused
from tests.made import copy_of

__all__ = ["alone"]

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def desk(tmp_path: Path) -> Clone:
    """A referee's clone of an empty remote, with one new game."""
    return Clone(copy_of("desk", _make_desk, tmp_path) / "anna")


def _make_desk(folder: Path) -> None:
    new_game(clone(new_remote(folder / "remote.git"), folder / "anna").games)


def test_a_game_is_published_step_by_step(desk: Clone) -> None:
    """Its opening, a phase with what changed, a ruling, and what was undone; pushed by default."""
    assert published(desk, "--no-push") == 0
    assert desk.message().splitlines()[0] == "Duel: the opening position"
    assert not [path for path in desk.files() if "private" in path]
    assert desk.git("ls-remote", "origin") == ""
    assert published(desk) == 0
    assert desk.head() in desk.git("ls-remote", "origin")
    bid(desk.games / "duel", 1, 3, 1)
    assert command(desk.games / "duel", "adjudicate") == 0
    assert published(desk) == 0
    title, _, body = desk.message().partition("\n\n")
    assert title == "Duel: Round 1, the bids — crown takes the point"
    assert "  Round 1, the bids: crown takes the point." in body.splitlines()
    assert "  orders: 1 crown, 1 shield, 2 crown, 2 shield" in body.splitlines()
    assert desk.git("status", "--porcelain") == ""
    assert desk.git("rev-parse", "origin/main").strip() == desk.head()
    desk.write(
        "games/duel/2/rulings.toml",
        '[[ruling]]\nphase = "bid"\nkind = "award"\nreason = "settled by\\nmail"\n'
        'facts = { power = "crown" }\n',
    )
    bid(desk.games / "duel", 2, 3, 1)
    command(desk.games / "duel", "adjudicate")
    published(desk)
    assert "  ruling 1 of 2: settled by mail" in desk.message().splitlines()
    command(desk.games / "duel", "undo")
    assert published(desk, "--rewritten") == 0
    assert desk.message().splitlines()[0] == "Duel: 2 1-bid is undone"
    assert "games/duel/2/state/1-bid.toml" not in desk.files()


def test_title_lines_are_short_whatever_games_are_called(desk: Clone) -> None:
    for name in ("first", "second"):
        new_game(desk.games, name, "tiny", "--title", f"{name} {'very ' * 30}long")
    assert published(desk) == 0
    assert len(desk.message().splitlines()[0]) <= 72
    bid(desk.games / "first", 1, 3, 1)
    command(desk.games / "first", "adjudicate")
    assert published(desk) == 0
    assert len(desk.message().splitlines()[0]) <= 72


def test_one_game_is_published_alone_and_the_site_with_all(desk: Clone) -> None:
    new_game(desk.games, "other")
    desk.write("site/about.md", "# About\n")
    desk.write("themes/ours/theme.toml", 'title = "Ours"\n')
    desk.write("notes.txt", "mine\n")
    desk.git("add", "notes.txt")
    assert published(desk, "duel") == 0
    assert {path.split("/")[1] for path in desk.files()} == {"duel"}
    assert published(desk) == 0
    files = desk.files()
    assert {"site/about.md", "themes/ours/theme.toml"} <= set(files)
    assert "notes.txt" not in files
    assert desk.git("status", "--porcelain") == "A  notes.txt\n"


def test_without_a_yes_nothing_is_committed(
    desk: Clone, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = ["--games", str(desk.games), "publish"]
    monkeypatch.setattr("sys.stdin", StringIO())
    assert main(games) == 2
    assert "--yes" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", Terminal("\n"))
    assert main(games) == 1
    assert main([*games, "--dry-run"]) == 0
    desk.git("rev-parse", "--verify", "--quiet", "HEAD", code=1)
    monkeypatch.setattr("sys.stdin", Terminal("y\n"))
    assert main(games) == 0
    assert desk.files()


# What must not be told


def test_private_files_are_never_committed(desk: Clone) -> None:
    """Even where no .gitignore keeps them away."""
    (desk.games / "duel" / ".gitignore").unlink()
    desk.write("games/duel/private/1/orders/crown.toml", "")
    plan = plan_publication(desk.games)
    assert not [path for path in plan.files if "private" in path]
    assert "games/duel/private/seed.toml" in dict(plan.left_out)


@pytest.mark.parametrize("path", ["private/seed.toml", "private/1/mail/bid/crown/1.txt"])
def test_secrets_staged_by_hand_are_refused(desk: Clone, path: str) -> None:
    desk.write("games/duel/private/1/mail/bid/crown/1.txt", "BID 3\n")
    desk.git("add", "--force", f"games/duel/{path}")
    assert refused(desk).startswith(f"games/duel/{path}: is secret")


def test_secrets_of_another_game_staged_by_hand_are_refused(desk: Clone) -> None:
    new_game(desk.games, "other")
    desk.git("add", "--force", "games/other/private/seed.toml")
    with pytest.raises(GameError, match=r"games/other/private/seed\.toml: is secret"):
        plan_publication(desk.games, "duel")


def test_a_seed_staged_before_its_time_is_refused(desk: Clone) -> None:
    desk.write("games/duel/seed.toml", (desk.games / "duel/private/seed.toml").read_text("utf-8"))
    assert list(dict(plan_publication(desk.games).left_out)) == ["games/duel/seed.toml"]
    desk.git("add", "games/duel/seed.toml")
    assert "games/duel/seed.toml: is staged, but is not publishable" in refused(desk)


def test_taking_a_secret_out_of_git_is_published(desk: Clone) -> None:
    desk.commit()
    desk.git("push", "--quiet", "origin", "main")
    desk.git("rm", "--quiet", "--cached", "games/duel/private/seed.toml")
    assert published(desk) == 0
    assert "games/duel/private/seed.toml" not in desk.files()
    assert (desk.games / "duel/private/seed.toml").is_file()


def test_a_secret_in_an_earlier_commit_is_not_pushed(desk: Clone) -> None:
    """Though a later commit has taken it away again."""
    published(desk)
    desk.commit("games/duel/private/seed.toml")
    desk.git("rm", "--quiet", "--cached", "games/duel/private/seed.toml")
    desk.git("commit", "--quiet", "--message", "gone")
    said = refused(desk)
    assert said.startswith("games/duel/private: is secret, and is in a commit")
    assert "git reset --soft" in said
    desk.write("site/x.md", "x\n")
    assert plan_publication(desk.games, pushing=False).site == ("site/x.md",)


KEY = "AGE-SECRET-KEY-1" + "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L" * 2


def test_keys_are_refused_wherever_they_stand(desk: Clone) -> None:
    for secret, words in (
        (KEY, "a secret key of age"),
        (KEY.lower(), "a secret key of age"),
        ("-----BEGIN OPENSSH " + "PRIVATE KEY-----", "a private key"),
        ("ghp_" + "a1" * 18, "a token of GitHub"),
    ):
        desk.write("games/duel/press/1620-a-key.md", f"Dear all,\n{secret}\n")
        assert f"press/1620-a-key.md: contains {words}" in refused(desk)
        (desk.games / "duel/press/1620-a-key.md").unlink()
        desk.write("site/static/key.txt", f"\0{secret}")
        assert f"site/static/key.txt: contains {words}" in refused(desk)
        (desk.folder / "site/static/key.txt").unlink()


def test_a_key_in_an_earlier_commit_is_not_pushed_and_talk_of_keys_is(desk: Clone) -> None:
    desk.write("games/duel/press/1620-talk.md", "Never mail AGE-SECRET-KEY-1 to anybody.\n")
    assert published(desk) == 0
    desk.write("notes.txt", KEY)
    desk.commit("notes.txt")
    assert "notes.txt: contains a secret key of age, and is in a commit" in refused(desk)


def test_secrets_in_public_files_by_mistake_are_refused(desk: Clone) -> None:
    """Orders that wait, and a secret ruling."""
    new_game(desk.games, "hidden", "tiny", "--orders", "private")
    assert published(desk) == 0
    desk.write("games/hidden/1/orders/crown.toml", '[bid]\norders = """\nBID 3\n"""\n')
    said = refused(desk)
    assert "hidden/1/orders/crown.toml:1:1: [bid] has not been adjudicated" in said
    assert "move them to private/1/orders/crown.toml" in said
    assert "BID 3" not in said
    (desk.games / "hidden/1/orders/crown.toml").unlink()
    desk.write(
        "games/hidden/1/rulings.toml",
        '[[ruling]]\nphase = "bid"\nkind = "award"\nreason = "r"\n'
        'facts = { power = "crown", secret = true }\n',
    )
    assert "ruling 1 is secret, and would become public" in refused(desk)


def test_messages_tell_nothing_that_is_secret(desk: Clone) -> None:
    folder = new_game(desk.games, "hidden", "tiny", "--orders", "private")
    for power, order in (("crown", "BID 99"), ("shield", "BID 1")):
        desk.write(
            f"games/hidden/private/1/orders/{power}.toml", f'[bid]\norders = """\n{order}\n"""\n'
        )
    assert command(folder, "adjudicate") == 0
    assert published(desk) == 0
    assert "99" not in desk.message()
    desk.git("grep", "--quiet", "BID 99", "HEAD", code=1)


# What is broken


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("1/orders/crown.toml", '[bid]\norders = """', "1/orders/crown.toml:2:13"),
        ("game.toml", "title = 3\n", "game.toml"),
        ("1/orders/crwn.toml", "", "there is no power crwn"),
        ("press/Notes.md", "", "is not a press file's name"),
        ("1/state/7-x.toml", "", "has no phase x"),
    ],
)
def test_files_that_cannot_be_read_are_refused(
    desk: Clone, path: str, text: str, said: str
) -> None:
    desk.write(f"games/duel/{path}", text)
    assert said in refused(desk)


def test_a_record_that_does_not_replay_is_refused(desk: Clone) -> None:
    bid(desk.games / "duel", 1, 3, 1)
    command(desk.games / "duel", "adjudicate")
    bid(desk.games / "duel", 1, 1, 3)
    assert "differs from the replay" in refused(desk)


@pytest.mark.parametrize("link", ["press/1620-x.md", "1/orders/crown.toml", "2/state"])
def test_symbolic_links_in_a_game_are_refused(desk: Clone, link: str) -> None:
    path = desk.games / "duel" / link
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(desk.games / "duel" / "private" / "seed.toml")
    assert "symbolic link" in refused(desk)


def test_links_and_repositories_in_the_site_are_refused(desk: Clone) -> None:
    (desk.folder / "site" / "static").mkdir(parents=True)
    (desk.folder / "site" / "static" / "x.txt").symlink_to("/etc/passwd")
    assert "site/static/x.txt: is a symbolic link" in refused(desk)
    (desk.folder / "site" / "static" / "x.txt").unlink()
    subprocess.run(["git", "init", "--quiet", str(desk.folder / "site" / "inner")], check=True)
    assert "is another git repository" in refused(desk)


def test_a_game_that_is_a_link_is_no_game(desk: Clone, tmp_path: Path) -> None:
    (desk.games / "linked").symlink_to(tmp_path)
    plan = plan_publication(desk.games)
    assert "games/linked" not in plan.files
    assert list(dict(plan.left_out)) == ["games/linked"]


def test_odd_names_in_games_are_left_out_and_shown_plainly(desk: Clone, capsys: Capture) -> None:
    names = ["a\nb", "a" * 200, "\u202egnp.exe", "..x", "-rf", "*", "Ünï", "a b"]
    for name in names:
        desk.write(f"games/{name}/game.toml", 'title = "x"\n')
        desk.write(f"games/duel/{name}.toml", "x\n")
    capsys.readouterr()
    assert published(desk) == 0
    said = capsys.readouterr().err
    assert said.count("left out: ") == 2 * len(names)
    assert "\u202e" not in said
    assert {path.split("/")[1] for path in desk.files()} == {"duel"}
    assert not {f"games/duel/{name}.toml" for name in names} & set(desk.files())


def test_odd_names_on_the_command_line_are_refused(desk: Clone) -> None:
    for name in ("../x", "a\0b", "a\nb", "x" * 500, "\u202eabc", "-x", "."):
        assert main(["--games", str(desk.games), "publish", "--yes", "--", name]) == 2
    desk.git("rev-parse", "--verify", "--quiet", "HEAD", code=1)


def test_a_title_cannot_forge_a_message(desk: Clone) -> None:
    file = desk.games / "duel" / "game.toml"
    text = file.read_text("utf-8").replace(
        'title = "Duel"', 'title = "Duel\\n\\nSigned-off-by: \\u202eanna"'
    )
    file.write_text(text, "utf-8")
    assert published(desk) == 0
    assert "\u202e" not in desk.message()
    assert "Signed-off-by" not in [line.split(":")[0] for line in desk.message().splitlines()]


def test_files_that_change_after_the_check_are_not_committed(desk: Clone) -> None:
    plan = plan_publication(desk.games)
    desk.write("games/duel/press/1620-late.md", "later\n")
    bid(desk.games / "duel", 1, 3, 1)
    with pytest.raises(GameError, match="have changed since they were checked"):
        publish(plan)
    desk.git("rev-parse", "--verify", "--quiet", "HEAD", code=1)


def test_another_writer_stops_the_commit(desk: Clone) -> None:
    from generator.archive.files.writing import locked

    plan = plan_publication(desk.games)
    with locked(desk.games / "duel"), pytest.raises(GameError, match="another theatrum"):
        publish(plan)


def test_a_finished_game_is_published_with_its_seed_and_taken_out_when_it_is_gone(
    desk: Clone,
) -> None:
    play_tiny(desk.games / "duel")
    assert published(desk) == 0
    assert "games/duel/seed.toml" in desk.files()
    shutil.rmtree(desk.games / "duel")
    desk.write("site/x.md", "x\n")
    assert published(desk) == 0
    assert desk.files() == ["site/x.md"]


def test_what_is_gone_from_odd_folders_is_taken_out(desk: Clone) -> None:
    for name in ("My Game", "\u202eold"):
        desk.write(f"games/{name}/game.toml", "x")
        desk.write(f"games/{name}/notes.md", "x")
        desk.commit(f"games/{name}")
        (desk.games / name / "notes.md").unlink()
    assert published(desk) == 0
    assert not [path for path in desk.files() if "notes" in path]
    assert "\u202e" not in desk.message()
