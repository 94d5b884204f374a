"""`theatrum init`: a repository of a referee's own, its page, and its workflows."""

from __future__ import annotations

import os
import re
import shlex
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from generator.archive.publish.new_repository import DATA, FILES, pack_program
from generator.cli import _parser, main
from generator.commands import publish
from generator.commands.publish import program
from generator.engine.errors import UsageError
from generator.pages.base.settings import read_settings
from tests.archive.games import ROOT, files_of, tiny_is_installed
from tests.archive.repositories import Clone, alone

__all__ = ["alone", "tiny_is_installed"]

yaml: Any = pytest.importorskip("yaml")

Capture = pytest.CaptureFixture[str]
WORKFLOWS = sorted(path.name for path in (DATA / "workflows").iterdir())
COMMAND = re.compile(r"(?:^|[`;&|(] *|run: )theatrum ((?:\"[^\"]*\"|[^#`|;&\n\"])*)", re.MULTILINE)


WHEEL = pack_program()
ALL = sorted({*FILES, f"vendor/{WHEEL[0]}"})


@pytest.fixture(autouse=True)
def packed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publish, "pack_program", lambda: WHEEL)


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
    assert sorted(files_of(made)) == ALL
    texts = [data for path, data in files_of(made).items() if not path.endswith(".whl")]
    assert not [text for text in texts if re.search(rb"@[A-Z]+@", text)]
    assert read_settings(made / "site").title == "My Games"


def test_games_and_their_site_can_be_made_at_once(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guide and the theme are those that come with the program."""
    monkeypatch.chdir(made)
    (made / "site" / "site.toml").write_text('title = "x"\n[nav]\n"Play" = "guide/index.md"\n')
    assert main(["new", "duel"]) == 0
    # A ruleset that has no places, no primer and no figures has its pages all the same.
    assert main(["new", "small", "--ruleset", "tiny"]) == 0
    assert main(["adjudicate", "small"]) == 0
    assert main(["build", "--quiet"]) == 0
    for page in ("index.html", "duel/index.html", "guide/orders/index.html", "about/index.html"):
        assert (made / "_site" / page).is_file()
    small = made / "_site" / "small"
    assert {"replay", "turns", "1"} <= {path.name for path in small.iterdir()}
    assert not {"compare", "provinces", "states"} & {path.name for path in small.iterdir()}
    assert "If something is wrong" in (small / "orders" / "index.html").read_text("utf-8")
    assert "What the year changed" not in (small / "1" / "index.html").read_text("utf-8")


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
    assert "is not empty: .hidden, a.txt, b.txt (" in capsys.readouterr().err
    assert files_of(tmp_path) == before


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
    assert one.files() == ALL
    assert one.git("symbolic-ref", "--short", "HEAD") == "main\n"
    assert one.git("status", "--porcelain") == ""


def test_without_an_identity_the_folder_is_made_all_the_same(
    tmp_path: Path, capsys: Capture
) -> None:
    (Path(os.environ["HOME"]) / ".gitconfig").write_text("[user]\nuseConfigOnly = true\n")
    assert main(["init", str(tmp_path / "x")]) == 0
    assert "git does not know your name, so nothing is committed yet" in capsys.readouterr().err
    one = Clone(tmp_path / "x")
    one.git("rev-parse", "--verify", "--quiet", "HEAD", code=1)
    assert len(one.git("status", "--porcelain", "--untracked-files=all").splitlines()) == len(ALL)


def test_without_git_the_folder_is_made_all_the_same(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["init", str(tmp_path / "x")]) == 0
    assert "git is not installed" in capsys.readouterr().err
    assert sorted(files_of(tmp_path / "x")) == ALL


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
            text = re.sub(r" *\\\n *", " ", text)
            text = re.sub(r"^ +", "", text, flags=re.MULTILINE)
            found += [(path.name, one.strip()) for one in COMMAND.findall(text)]
    return found


def test_there_are_commands_to_check() -> None:
    names = [name for name, _ in said_commands()]
    assert names.count("readme.md") > 12
    assert {*WORKFLOWS, "readme.md"} <= set(names)


@pytest.mark.parametrize(("file", "said"), said_commands())
def test_every_command_is_one_that_the_program_has(file: str, said: str) -> None:
    words = shlex.split(re.sub(r"2?>>?(&1| *\"\S+\")?", "", said))
    assert _parser().parse_args(words).run


@pytest.mark.parametrize("name", WORKFLOWS)
def test_actions_are_github_s_own_with_their_version(name: str) -> None:
    for step in steps(name):
        assert ("uses" in step) != ("run" in step)
        if "uses" in step:
            assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"])


def test_every_action_is_the_same_commit_everywhere_and_says_its_version() -> None:
    """Ours, too: a version alone may be moved to another commit by whoever holds the name."""
    used: dict[str, set[str]] = {}
    for path in [*(DATA / "workflows").iterdir(), *(ROOT / ".github" / "workflows").iterdir()]:
        for name, pin in re.findall(r"uses: *([a-z-]+/[a-z-]+)(.*)", path.read_text("utf-8")):
            assert re.fullmatch(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+", pin), path
            used.setdefault(name, set()).add(pin)
    assert len(used) == 9
    assert [name for name, pins in used.items() if len(pins) != 1] == []


@pytest.mark.parametrize("folder", [DATA / "workflows", ROOT / ".github" / "workflows"])
def test_workflows_are_careful(folder: Path) -> None:
    """Those that we give away and our own: what runs has an end, and nothing from outside."""
    for path in folder.iterdir():
        facts = yaml.safe_load(path.read_text("utf-8"))
        assert facts["permissions"] == {"contents": "read"}
        assert "pull_request_target" not in facts[True]
        for job in facts["jobs"].values():
            assert "uses" in job or 0 < job["timeout-minutes"] <= 90
            for step in job.get("steps", ()):
                # Text of a pull request within a script would be run.
                assert "${{" not in step.get("run", "")
                if "checkout" in step.get("uses", ""):
                    assert step["with"]["persist-credentials"] is False
                if folder == DATA / "workflows" and "github.token" in str(step):
                    assert "TOKEN" in step["env"]
                    assert "git fetch" in step["run"] or "theatrum publish" in step["run"]


def test_jobs_may_do_no_more_than_they_must() -> None:
    granted = {
        (name, job): facts["permissions"]
        for name in WORKFLOWS
        for job, facts in workflow(name)["jobs"].items()
        if "permissions" in facts
    }
    assert granted == {
        ("deadline.yml", "adjudicate"): {"contents": "write"},
        ("deadline.yml", "announce"): {"contents": "write"},
        ("deadline.yml", "pages"): {"contents": "read", "pages": "write", "id-token": "write"},
        ("pages.yml", "build"): {"contents": "read", "pages": "read"},
        ("pages.yml", "deploy"): {"pages": "write", "id-token": "write"},
    }


def test_each_secret_is_given_to_one_step_alone() -> None:
    with_secrets = [one["name"] for one in steps("deadline.yml") if "secrets." in str(one)]
    assert with_secrets == ["Bring back what is secret", "Announce"]
    keys = [one["name"] for one in steps("deadline.yml") if "THEATRUM_KEY" in str(one.get("env"))]
    assert keys == ["Bring back what is secret"]
    assert "secrets" not in (DATA / "workflows" / "pages.yml").read_text("utf-8")


def pinned(folder: Path) -> str:
    """The line of theatrum.txt that pip reads."""
    lines = (folder / "theatrum.txt").read_text("utf-8").splitlines()
    (line,) = [line for line in lines if not line.startswith("#")]
    return line


def test_the_workflows_install_the_wheel_of_the_repository(made: Path) -> None:
    name, wheel = WHEEL
    assert (made / "vendor" / name).read_bytes() == wheel
    assert pinned(made) == f"./vendor/{name} --hash=sha256:{sha256(wheel).hexdigest()}"
    for workflow_name in WORKFLOWS:
        runs = [one["run"] for one in steps(workflow_name) if "pip install" in one.get("run", "")]
        # A turn is adjudicated by one job, and announced by another.
        assert [run.splitlines() for run in runs] == [
            [
                "python -m pip install --quiet --require-hashes --requirement requirements.txt",
                "python -m pip install --quiet --no-deps --requirement theatrum.txt",
            ]
        ] * (2 if workflow_name == "deadline.yml" else 1)


def test_the_packages_are_those_that_the_program_needs_with_hashes(made: Path) -> None:
    """With the extras search and secrets, in the versions that these tests run with."""
    text = (made / "requirements.txt").read_text("utf-8")
    found = re.findall(r"^([a-z0-9-]+)==(\S+) (?:; [^\\]+ )?\\\n((?:    --hash=.+\n)+)", text, re.M)
    assert "".join(re.findall(r"^\S+", text, re.M)).count("==") == len(found)
    versions = {name: version for name, version, _ in found}
    facts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = facts["optional-dependencies"]
    for needed in (*facts["dependencies"], *extras["search"], *extras["secrets"]):
        assert re.split(r"[\[<>=]", needed)[0] in versions
    lock = dict(
        re.findall(r"^([a-z0-9-]+)==([^ ;]+)", (ROOT / "requirements.lock").read_text(), re.M)
    )
    assert {name: lock[name] for name in versions if name in lock} == {
        name: version for name, version in versions.items() if name in lock
    }
    assert set(versions) - set(lock) == {"pagefind", "pagefind-bin"}


COMMIT = "0123456789abcdef0123456789abcdef01234567"
HASH = "ab" * 32


@pytest.mark.parametrize(
    ("address", "line"),
    [
        (f"git+https://example.org/t@{COMMIT}", f"theatrum @ git+https://example.org/t@{COMMIT}"),
        (
            f"https://example.org/theatrum-1-py3-none-any.whl#sha256={HASH}",
            f"theatrum @ https://example.org/theatrum-1-py3-none-any.whl --hash=sha256:{HASH}",
        ),
    ],
)
def test_the_program_may_come_from_an_address(tmp_path: Path, address: str, line: str) -> None:
    folder = tmp_path / "x"
    assert main(["init", str(folder), "--no-git", "--from", address]) == 0
    assert pinned(folder) == line
    assert not (folder / "vendor").exists()


@pytest.mark.parametrize(
    "address",
    [
        "theatrum",
        "git+https://example.org/t",
        "git+https://example.org/t@main",
        f"git+https://me:token@example.org/t@{COMMIT}",
        f"git+ssh://git@example.org/t@{COMMIT}",
        f"git+https://example.org/t@{COMMIT} --index-url=https://evil.example",
        "https://example.org/theatrum-1-py3-none-any.whl",
        f"http://example.org/theatrum-1-py3-none-any.whl#sha256={HASH}",
        f"https://me:token@example.org/theatrum-1-py3-none-any.whl#sha256={HASH}",
    ],
)
def test_an_address_where_another_program_may_stand_tomorrow_is_refused(
    tmp_path: Path, capsys: Capture, address: str
) -> None:
    assert main(["init", str(tmp_path / "x"), "--no-git", "--from", address]) == 2
    said = capsys.readouterr().err
    assert "this address may give a different program later" in said
    assert "40 digits of a commit" in said
    assert not (tmp_path / "x").exists()
    with pytest.raises(UsageError):
        program(address)
