"""What the pages for people say exists, and what exists is in them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from generator import __version__
from generator.commands.arguments import GROUPS
from generator.commands.examples import EXAMPLES
from tests.guide.walking import walk

ROOT = Path(__file__).parent.parent
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "site").rglob("*.md")),
]
USED = re.compile(
    r"(?:`|\$ |^    )theatrum ((?:players |secrets |ruleset |variant )?[a-z][a-z-]*)", re.MULTILINE
)


def text_of(page: Path) -> str:
    """What a page says of the program as it is, without what CHANGELOG.md says is gone."""
    return re.sub(r"^### Removed\n.*?(?=^##)", "", page.read_text("utf-8"), flags=re.M | re.S)


def named_in(page: Path) -> set[str]:
    """The commands that a page names; `variant` is another name of `ruleset`."""
    named = USED.findall(text_of(page))
    return {re.sub(r"^variant\b", "ruleset", name) for name in named} - {"ruleset"}


def usage(*arguments: str) -> str:
    """The help text of the program or of one command."""
    return subprocess.run(
        [sys.executable, "-m", "generator", *arguments, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={"COLUMNS": "200", "PATH": ""},
    ).stdout


@pytest.fixture(scope="module")
def commands() -> set[str]:
    return set(EXAMPLES)


def test_help_lists_at_most_24_commands_in_groups() -> None:
    listed = re.findall(r"^  ([a-z]+) {2,}\S", usage(), re.MULTILINE)
    assert len(listed) == len(set(listed)) <= 24
    assert set(listed) == {name.split()[0] for name in EXAMPLES} - {"resolve", "upgrade"}
    assert listed == [name for names in GROUPS.values() for name in names]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_named_exists(page: Path, commands: set[str]) -> None:
    assert not {name for name in named_in(page) if name not in commands | {"players", "secrets"}}


def test_the_guide_names_every_command(commands: set[str]) -> None:
    assert named_in(ROOT / "site/guide/commands.md") == commands


@pytest.fixture(scope="module")
def options(commands: set[str]) -> set[str]:
    """The options of all commands."""
    helps = usage() + "".join(usage(*command.split()) for command in sorted(commands))
    return set(re.findall(r"--[a-z][a-z-]+", helps))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_option_named_exists(page: Path, options: set[str]) -> None:
    """`--option` in the pages for people is an option of some command."""
    # Options of other programs that the pages name: mypy, pip, git and dask.
    foreign = {"--strict", "--require-hashes", "--requirement", "--no-deps", "--nthreads"}
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text_of(page)))
    assert named <= options | foreign


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_files_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if ":" in target or page.is_relative_to(ROOT / "site"):
            continue  # The site's own links are checked when it is built.
        assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_make_target_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in PAGES:
        named = set(re.findall(r"(?:`|^    )make ([a-z]+)", page.read_text("utf-8"), re.MULTILINE))
        assert named <= targets, page.name


def test_the_changelog_begins_with_this_version() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert __version__ in headings[: 1 + (headings[0] == "Unreleased")]


def test_the_readme_is_short_and_says_first_whom_it_is_for() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S).split()) <= 600
    assert "**For you**" in "".join(text.splitlines()[:4])


@pytest.mark.slow
def test_the_evening_in_the_readme_prints_what_it_shows(tmp_path: Path) -> None:
    from generator.cli import main

    games = str(tmp_path / "desk" / "games")
    assert main(["--games", games, "new", "bohemia"]) == 0
    assert walk(ROOT / "README.md", tmp_path / "desk") == 5


def test_the_position_in_the_guide_starts_a_game(tmp_path: Path) -> None:
    from generator.cli import main

    text = (ROOT / "site/guide/positions.md").read_text("utf-8")
    block = text[text.index("    year = 1905") : text.index("An impossible position")]
    position = tmp_path / "position.toml"
    position.write_text("\n".join(line[4:] for line in block.splitlines()), encoding="utf-8")
    games = str(tmp_path / "games")
    assert main(["--games", games, "new", "late", "--from", str(position)]) == 0
    assert main(["--games", games, "status", "late"]) == 0


def test_the_guide_names_every_option_of_a_ruleset() -> None:
    from generator.rulesets import get_ruleset

    text = (ROOT / "site/guide/options.md").read_text("utf-8")
    for option in get_ruleset("standard").options.values():
        assert f"`{option.id}` | `{option.default}`" in text
        for choice in option.choices:
            assert f"`{choice}`" in text


def test_options_name_rules_of_their_ruleset() -> None:
    from generator.rulesets import get_ruleset, ruleset_ids

    for ruleset in map(get_ruleset, ruleset_ids()):
        assert all(option.rule in ruleset.rulebook for option in ruleset.options.values())
