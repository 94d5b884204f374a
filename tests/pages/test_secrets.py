"""What is not due yet is nowhere in the built site."""

from __future__ import annotations

from pathlib import Path

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import submit_orders
from tests.pages.sample import Sample, built_sample, make_sample

REMARK = "keep this between Paris and Rome"
PENDING_RULING = """
[[ruling]]
phase = "spring-movement"
kind = "void"
reason = "withdrawn by telegram before the deadline"
facts = { power = "france", unit = "A PAR" }
"""


def published(sample: Sample, text: str) -> list[str]:
    """The built files that hold a text."""
    return [name for name, data in sample.files().items() if text.encode() in data]


def test_orders_for_the_phase_that_waits_are_not_published(tmp_path: Path) -> None:
    sample = built_sample(tmp_path)
    before = sample.files()
    folder = sample.games / "quiet"
    moment = load_game(folder).current_moment
    submit_orders(folder, moment, {"france": f"A PAR - GAS  # {REMARK}"})
    (folder / "1901" / "rulings.toml").write_text(PENDING_RULING, encoding="utf-8")
    sample.build()
    assert published(sample, REMARK) == []
    assert published(sample, "telegram") == []
    changed = {name for name, data in sample.files().items() if before.get(name) != data}
    assert not [name for name in changed if b"PAR - GAS" in sample.files()[name]]


def test_orders_beside_adjudicated_ones_in_the_same_file_are_not_published(tmp_path: Path) -> None:
    sample = make_sample(tmp_path)
    folder = sample.games / "quiet"
    submit_orders(folder, load_game(folder).current_moment, {"france": "Paris to Gascony"})
    adjudicate_game(folder)
    sheet = folder / "1901" / "orders" / "france.toml"
    text = sheet.read_text(encoding="utf-8")
    assert "[fall-movement]" in text
    before, _, _ = text.partition("[fall-movement]")
    pending = f'[fall-movement]\norders = """\nA GAS - SPA  # {REMARK}\n"""\n'
    sheet.write_text(before + pending, encoding="utf-8")
    sample.build()
    assert published(sample, "A PAR - GAS")
    assert published(sample, REMARK) == []
    # The desk offers every order that there could be.
    assert set(published(sample, "A GAS - SPA")) <= {"quiet/desk/index.html"}


def test_secret_verdicts_and_events_are_not_published(built: Sample, tmp_path: Path) -> None:
    """The site is the same with and without the folder private/."""
    sample = make_sample(tmp_path)
    secret = sample.games / "duel" / "private" / "1901" / "events" / "1-spring-movement.toml"
    secret.parent.mkdir(parents=True, exist_ok=True)
    secret.write_text(
        "format = 1\n"
        f'verdicts = [[0, ["france"], "france", "{REMARK}", "void"]]\n'
        f'events = [[0, ["france"], "offer", "STD-MOV-1", "{REMARK}", ["france"], [], 99]]\n',
        encoding="utf-8",
    )
    resolution = load_game(sample.games / "duel").phases[0].resolution()
    assert resolution.verdicts[0].order == resolution.events[0].text == REMARK
    sample.build()
    assert published(sample, REMARK) == []
    assert sample.files() == built.files()
