"""Changes of any kind in any order: a build after each leaves what a build from nothing makes."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import example, given, settings
from hypothesis import strategies as st

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.building.build import manifest_file
from tests.archive.games import undo_last
from tests.pages.sample import Sample, built_sample, set_setting

Change = Callable[[Sample, int], None]
"""A change of the archive, the site, or what was built; the number tells it from the next one."""


def a_tagline(sample: Sample, number: int) -> None:
    set_setting(sample, f'tagline = "wars by post, part {number}"')


def a_footer(sample: Sample, number: int) -> None:
    set_setting(sample, f'footer = "Printed {number} times."')


def an_address(sample: Sample, number: int) -> None:
    set_setting(sample, f'base = "https://example.org/{number}/"')


def a_text(sample: Sample, number: int) -> None:
    append(sample.site / "about.md", f"\nWord {number}.\n")


def a_template(sample: Sample, number: int) -> None:
    append(sample.themes / "default" / "templates" / "turns.html", f"{{# {number} #}}")


def a_word_of_a_template(sample: Sample, number: int) -> None:
    file = sample.themes / "default" / "templates" / "home.html"
    text = re.sub(r"All games[ \d]*", f"All games {number}", file.read_text(encoding="utf-8"))
    file.write_text(text, encoding="utf-8")


def a_style(sample: Sample, number: int) -> None:
    append(sample.themes / "default" / "static" / "page.css", f"\n.part{number}{{color:red}}\n")


def a_remark(sample: Sample, number: int) -> None:
    for file in sorted(sample.games.glob("*/1901/orders/france.toml")):
        append(file, f"# {number}\n")


def an_order(sample: Sample, number: int) -> None:
    """A line in the orders of the first phase of a year."""
    for file in sorted(sample.games.glob("*/1901/orders/france.toml")):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace('"""\n', f'"""\n# {number}\n', 1), encoding="utf-8")


def a_title(sample: Sample, number: int) -> None:
    file = sample.games / "quiet" / "game.toml"
    lines = file.read_text(encoding="utf-8").splitlines()
    kept = [f'title = "Quiet {number}"' if line.startswith("title =") else line for line in lines]
    file.write_text("\n".join([*kept, ""]), encoding="utf-8")


def a_letter(sample: Sample, number: int) -> None:
    folder = sample.games / "duel" / "press"
    folder.mkdir(exist_ok=True)
    (folder / f"1901-note-{number}.md").write_text(f"Peace, said {number}.\n", encoding="utf-8")


def a_phase(sample: Sample, number: int) -> None:
    adjudicate_game(sample.games / "quiet")


def an_undone_phase(sample: Sample, number: int) -> None:
    for name in ("duel", "quiet"):
        if load_game(sample.games / name).phases:
            undo_last(sample.games / name)


def another_game(sample: Sample, number: int) -> None:
    shutil.copytree(sample.games / "duel", sample.games / f"duel-{number}")


def a_game_less(sample: Sample, number: int) -> None:
    for folder in sorted(sample.games.glob("duel-*"))[:1]:
        shutil.rmtree(folder)


def a_lost_page(sample: Sample, number: int) -> None:
    (sample.output / "quiet" / "index.html").unlink(missing_ok=True)


def a_page_spoiled(sample: Sample, number: int) -> None:
    append(sample.output / "duel" / "turns" / "index.html", "spoiled")


CHANGES: tuple[Change, ...] = (
    a_tagline,
    a_footer,
    an_address,
    a_text,
    a_template,
    a_word_of_a_template,
    a_style,
    a_remark,
    an_order,
    a_title,
    a_letter,
    a_phase,
    an_undone_phase,
    another_game,
    a_game_less,
    a_lost_page,
    a_page_spoiled,
)


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


@given(st.lists(st.lists(st.sampled_from(CHANGES), min_size=1, max_size=3), max_size=4))
@example([[a_tagline], [a_tagline, a_remark], [a_phase], [an_undone_phase, a_tagline]])
@example([[another_game, a_lost_page], [a_word_of_a_template], [a_game_less, a_page_spoiled]])
@example([[an_order], [an_order, a_remark, a_phase], [an_order]])
@settings(max_examples=3)
def test_a_build_after_any_changes_is_a_build_from_nothing(steps: list[list[Change]]) -> None:
    """The changes of each step are made together, then the site is built."""
    with TemporaryDirectory() as folder:
        sample = built_sample(Path(folder))
        for number, step in enumerate(steps):
            for count, change in enumerate(step):
                change(sample, 10 * number + count)
            sample.build(lenient=True)
        after = sample.files()
        shutil.rmtree(sample.output)
        manifest_file(sample.output).unlink()
        sample.build(lenient=True)
        assert sample.files() == after
        assert sample.build(lenient=True).written == ()
