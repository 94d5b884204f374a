"""`theatrum init`: a repository of a referee's own, its page, and its workflows."""

from __future__ import annotations

import os
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.archive import founding
from generator.archive.founding import FILES
from generator.cli import _parser, main
from generator.commands.init import requirement
from generator.pages.base.settings import read_settings
from tests.archive.games import files_of, tiny_is_installed
from tests.archive.repositories import Clone, alone

__all__ = ["alone", "tiny_is_installed"]

yaml: Any = pytest.importorskip("yaml")

Capture = pytest.CaptureFixture[str]
DATA = Path(founding.__file__).with_name("repository")
WORKFLOWS = sorted(path.name for path in (DATA / "workflows").iterdir())
COMMAND = re.compile(r"(?:^|[`;&|(] *|run: )theatrum ((?:\"[^\"]*\"|[^#`|;&\n\"])*)", re.MULTILINE)


@pytest.fixture
def made(tmp_path: Path) -> Path:
    assert main(["init", str(tmp_path / "my-games"), "--no-git"]) == 0
    return tmp_path / "my-games"


def workflow(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DATA / "workflows" / name).read_text("utf-8"))
    return found


def steps(name: str) -> Iterator[dict[str, Any]]:
    for job in workflow(name)["jobs"].values():
        yield from job.get("steps", ())


# The folder


def test_a_repository_has_all_that_a_referee_needs(made: Path) -> None:
    assert sorted(files_of(made)) == sorted(FILES)
    assert not [text for text in files_of(made).values() if re.search(rb"@[A-Z]+@", text)]
    assert read_settings(made / "site").title == "My Games"


def test_every_file_of_the_data_is_used() -> None:
    there = {path.relative_to(DATA).as_posix() for path in DATA.rglob("*") if path.is_file()}
    assert there == set(FILES.values()) - {""}


def test_games_and_their_site_can_be_made_at_once(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guide and the theme are those that come with the program."""
    monkeypatch.chdir(made)
    (made / "site" / "site.toml").write_text('title = "x"\n[nav]\n"Play" = "guide/index.md"\n')
    assert main(["new", "duel"]) == 0
    assert main(["build", "--quiet"]) == 0
    for page in ("index.html", "duel/index.html", "guide/orders/index.html", "about/index.html"):
        assert (made / "_site" / page).is_file()


def test_a_guide_of_its_own_takes_the_place_of_the_program_s(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(made)
    (made / "site" / "site.toml").unlink()
    (made / "site" / "home.md").unlink()
    (made / "site" / "guide").mkdir()
    (made / "site" / "guide" / "house-rules.md").write_text("# House rules\n")
    assert main(["build", "--quiet"]) == 0
    guide = sorted(path.name for path in (made / "_site" / "guide").iterdir())
    assert guide == ["house-rules"]


@pytest.mark.parametrize("title", ['"; evil = "', "a\\b", "\u202etitle", "tab\there", "Ünï ⚔"])
def test_any_title_is_one(tmp_path: Path, title: str) -> None:
    assert main(["init", str(tmp_path / "x"), "--no-git", "--title", title]) == 0
    settings = tomllib.loads((tmp_path / "x" / "site" / "site.toml").read_text("utf-8"))
    assert "evil" not in settings
    assert settings["title"] == re.sub(r"\s+", " ", title).replace("\u202e", "\ufffd")


def test_a_folder_with_things_in_it_stays_as_it_is(tmp_path: Path, capsys: Capture) -> None:
    for name in ("b.txt", "a.txt", ".hidden"):
        (tmp_path / name).write_text("mine")
    before = files_of(tmp_path)
    assert main(["init", str(tmp_path)]) == 1
    assert "has things in it already: .hidden, a.txt, b.txt (" in capsys.readouterr().err
    assert files_of(tmp_path) == before


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    assert main(["init", str(folder), "--no-git"]) == 0
    assert sorted(files_of(folder)) == sorted(FILES)
    assert os.listdir(tmp_path) == ["empty"]


@pytest.mark.parametrize("there", [True, False])
def test_a_write_that_fails_leaves_nothing(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    """The third rename fails in a folder that is there; the only one where there is none."""
    folder = tmp_path / "x"
    if there:
        folder.mkdir()
    rename, calls = os.rename, []

    def failing(source: Path, target: Path) -> None:
        calls.append(source)
        if len(calls) == (3 if there else 1):
            raise OSError(28, "No space left on device")
        rename(source, target)

    monkeypatch.setattr(os, "rename", failing)
    assert main(["init", str(folder), "--no-git"]) == 1
    assert "no space left on device; nothing was changed" in capsys.readouterr().err
    assert os.listdir(tmp_path) == (["x"] if there else [])
    assert not there or os.listdir(folder) == []


@pytest.mark.parametrize("name", ["a/b", "link", "file"])
def test_places_where_nothing_can_be_made(tmp_path: Path, capsys: Capture, name: str) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    (tmp_path / "file").write_text("x")
    assert main(["init", str(tmp_path / name)]) == 1
    assert str(tmp_path / name) in capsys.readouterr().err
    assert sorted(os.listdir(tmp_path)) == ["file", "link"]


# Git


def test_the_first_commit_holds_exactly_what_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "anna")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "anna@example.org")
    assert main(["init", str(tmp_path / "x")]) == 0
    one = Clone(tmp_path / "x")
    assert one.files() == sorted(FILES)
    assert one.git("symbolic-ref", "--short", "HEAD") == "main\n"
    assert one.git("status", "--porcelain") == ""


def test_without_an_identity_the_folder_is_made_all_the_same(
    tmp_path: Path, capsys: Capture
) -> None:
    (Path(os.environ["HOME"]) / ".gitconfig").write_text("[user]\nuseConfigOnly = true\n")
    assert main(["init", str(tmp_path / "x")]) == 0
    assert "git does not know who you are, so nothing is committed yet" in capsys.readouterr().err
    one = Clone(tmp_path / "x")
    one.git("rev-parse", "--verify", "--quiet", "HEAD", code=1)
    assert len(one.git("status", "--porcelain", "--untracked-files=all").splitlines()) == len(FILES)


def test_without_git_the_folder_is_made_all_the_same(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["init", str(tmp_path / "x")]) == 0
    assert "git is not installed" in capsys.readouterr().err
    assert sorted(files_of(tmp_path / "x")) == sorted(FILES)


def test_a_repository_around_the_folder_is_left_alone(tmp_path: Path, capsys: Capture) -> None:
    outer = Clone(tmp_path)
    outer.git("init", "--quiet")
    assert main(["init", str(tmp_path / "x")]) == 0
    assert "part of a repository already" in capsys.readouterr().err
    assert not (tmp_path / "x" / ".git").exists()


def test_a_clone_of_an_empty_remote_is_filled(tmp_path: Path, capsys: Capture) -> None:
    one = Clone(tmp_path / "x")
    one.folder.mkdir()
    one.git("init", "--quiet")
    assert main(["init", str(one.folder)]) == 0
    assert "was a repository already" in capsys.readouterr().err
    assert (one.folder / "README.md").is_file()


def test_git_sees_nothing_that_is_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["init", str(tmp_path / "x")]) == 0
    monkeypatch.chdir(tmp_path / "x")
    assert main(["new", "duel", "--ruleset", "tiny"]) == 0
    one = Clone(tmp_path / "x")
    (one.games / "duel" / ".gitignore").unlink()
    for path in ("theatrum.key", "games/.theatrum.lock", "_site/x", ".cache/x", "games/duel/x~"):
        one.write(path, "x")
    seen = one.git("status", "--porcelain", "--untracked-files=all").splitlines()
    assert [line for line in seen if "key" in line or "private" in line or "_site" in line] == []
    assert not [line for line in seen if ".theatrum" in line or "cache" in line or "~" in line]


# What the page and the workflows say


def said_commands() -> list[tuple[str, str]]:
    """Every `theatrum ...` in the files, with the name of the file."""
    found = []
    for path in sorted(DATA.rglob("*")):
        if path.is_file():
            text = path.read_text("utf-8")
            text = re.sub(r"^ +", "", text, flags=re.MULTILINE)
            found += [(path.name, one.strip()) for one in COMMAND.findall(text)]
    return found


def test_there_are_commands_to_check() -> None:
    names = [name for name, _ in said_commands()]
    assert names.count("readme.md") > 12
    assert {*WORKFLOWS, "readme.md"} <= set(names)
    assert [one for name, one in said_commands() if name == "orders.yml"] == [
        'check-orders --base "$BASE" --head "$HEAD" >> "$GITHUB_STEP_SUMMARY"'
    ]


@pytest.mark.parametrize(("file", "said"), said_commands())
def test_every_command_is_one_that_the_program_has(file: str, said: str) -> None:
    words = shlex.split(re.sub(r"2?>>?(&1| *\"\S+\")?", "", said))
    assert _parser().parse_args(words).run


def test_workflows_are_those_of_the_repository() -> None:
    assert WORKFLOWS == ["deadline.yml", "orders.yml", "pages.yml"]


@pytest.mark.parametrize("name", WORKFLOWS)
def test_actions_are_github_s_own_with_their_version(name: str) -> None:
    for step in steps(name):
        assert ("uses" in step) != ("run" in step)
        if "uses" in step:
            assert re.fullmatch(r"actions/[a-z-]+@v[0-9]+", step["uses"])


@pytest.mark.parametrize("name", WORKFLOWS)
def test_shells_get_nothing_from_outside_but_through_variables(name: str) -> None:
    """Text of a pull request within a script would be run."""
    for step in steps(name):
        assert "${{" not in step.get("run", "")


@pytest.mark.parametrize("name", WORKFLOWS)
def test_each_workflow_may_only_read_but_where_a_job_says_otherwise(name: str) -> None:
    assert workflow(name)["permissions"] == {"contents": "read"}


def test_jobs_may_do_no_more_than_they_must() -> None:
    granted = {
        (name, job): facts["permissions"]
        for name in WORKFLOWS
        for job, facts in workflow(name)["jobs"].items()
        if "permissions" in facts
    }
    assert granted == {
        ("deadline.yml", "adjudicate"): {"contents": "write"},
        ("deadline.yml", "pages"): {"contents": "read", "pages": "write", "id-token": "write"},
        ("pages.yml", "deploy"): {"pages": "write", "id-token": "write"},
    }


def test_pull_requests_see_no_secrets_and_are_never_checked_out() -> None:
    # YAML takes the key "on" for a truth value.
    assert list(workflow("orders.yml")[True]) == ["pull_request"]
    assert "secrets" not in (DATA / "workflows" / "orders.yml").read_text("utf-8")
    checkouts = [one["with"] for one in steps("orders.yml") if "checkout" in one.get("uses", "")]
    assert checkouts == [{"ref": "${{ github.event.pull_request.base.sha }}", "fetch-depth": 0}]


def test_secrets_are_given_to_one_step_alone() -> None:
    with_secrets = [one["name"] for one in steps("deadline.yml") if "secrets." in str(one)]
    assert with_secrets == ["Bring back what is secret"]
    assert "secrets" not in (DATA / "workflows" / "pages.yml").read_text("utf-8")


def test_a_failed_check_reaches_the_summary_as_plain_text() -> None:
    (step,) = [one for one in steps("pages.yml") if one.get("if") == "failure()"]
    assert "GITHUB_STEP_SUMMARY" in step["run"]
    assert "sed 's/^/    /'" in step["run"]  # indented, so that nothing in it is Markdown


def test_the_program_is_installed_in_the_version_that_is_pinned(made: Path) -> None:
    lines = (made / "requirements.txt").read_text("utf-8").splitlines()
    pinned = [line for line in lines if not line.startswith("#")]
    assert pinned == [requirement()]
    assert re.fullmatch(r"theatrum\[search,secrets\](==| @ https://)\S+", pinned[0])
    for name in WORKFLOWS:
        runs = [one["run"] for one in steps(name) if "pip install" in one.get("run", "")]
        assert runs == ["python -m pip install --quiet --requirement requirements.txt"]


@pytest.mark.parametrize(
    ("origin", "pinned"),
    [
        (None, "theatrum[search,secrets]==0.1.0"),
        ('{"url": "file:///home/me/theatrum"}', "theatrum[search,secrets]==0.1.0"),
        (
            '{"url": "https://me:token@example.org/t.whl", "archive_info": {}}',
            "theatrum[search,secrets]==0.1.0",
        ),
        (
            '{"url": "https://example.org/t.whl", "archive_info": {}}',
            "theatrum[search,secrets] @ https://example.org/t.whl",
        ),
        (
            '{"url": "https://example.org/t", "vcs_info": {"vcs": "git", "commit_id": "12ab"}}',
            "theatrum[search,secrets] @ git+https://example.org/t@12ab",
        ),
    ],
)
def test_the_program_is_pinned_to_where_it_came_from(
    monkeypatch: pytest.MonkeyPatch, origin: str | None, pinned: str
) -> None:
    class Installed:
        def read_text(self, name: str) -> str | None:
            return origin

    monkeypatch.setattr("generator.commands.init.distribution", lambda name: Installed())
    monkeypatch.setattr("generator.commands.init.__version__", "0.1.0")
    assert requirement() == pinned
