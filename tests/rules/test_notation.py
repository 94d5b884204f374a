"""The notation of cases: what a case expects and does not get is said, with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.rulesets.coverage import read_cases
from tests.rules.notation import Part, Unmet, parts_of, run_part

HEAD = """\
begin
  phase = "movement"
  blank = ["units", "relations"]

E19-MOV-2: the lands of another power need war or alliance
  units.france = ["A GAS"]
"""


def parts(folder: Path, text: str) -> list[Part]:
    (folder / "chapter.txt").write_text(HEAD + text, encoding="utf-8")
    (case,) = read_cases(folder / "chapter.txt")
    assert case.rules == ("E19-MOV-2",)
    return list(parts_of(case))


def test_parts_begin_with_what_stands_before_them(tmp_path: Path):
    peace, war = parts(
        tmp_path,
        """\
  | france: A GAS - CAT => illegal E19-MOV-2 "Catalonia is aligned with Spain"
  => units.france = ["A GAS"]; units.spain = []; treasury.france = 0
  | wars = [["france", "spain"]]
  france: A GAS - CAT => success
  => units.france = ["A CAT"]
  at 1619 adjustment
  => event captured E19-CAP-3 {province = "CAT", by = "france"}
  => no event liberated
  => captures.CAT = "france 1619"
""",
    )
    assert (peace.line, war.line) == (7, 9)
    run_part("europe-1619", peace)
    run_part("europe-1619", war)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("france: A GAS - CAT => success", "came: A GAS - CAT illegal: E19-MOV-2"),
        ("france: A GAS - CAT => illegal E19-MOV-4", "came: A GAS - CAT illegal: E19-MOV-2"),
        ('france: A GAS - CAT => illegal E19-MOV-2 "a storm"', "Catalonia is aligned"),
        ('=> units.france = ["A CAT"]', "it is ['A GAS']"),
        ("=> event captured", "no event captured"),
        ('=> units.france = ["A GAS"]; event captured', "no event captured"),
        ('france: A GAS - CAT\n  => complaint "a storm"', "Catalonia is aligned"),
        ("france: A GAS - CAT\n  => no complaint", "Catalonia is aligned"),
        ("=> awaits venice", "'nobody'"),
        ('=> refused "ruling"', "it is adjudicated"),
        ("=> order spain A GAS H: success", "came: A GAS H success"),
        ("at 1618 movement\n  => infs.CAT = 0", "1618 movement never comes"),
        ("france: A GAS - CAT", "the case expects nothing"),
        ("france A GAS - CAT => success", "is not a sheet"),
    ],
)
def test_what_does_not_come_is_said_with_its_line(tmp_path: Path, lines: str, says: str):
    (part,) = parts(tmp_path, f"  {lines}\n")
    with pytest.raises(Unmet, match=r"line \d+") as error:
        run_part("europe-1619", part)
    assert says in str(error.value)
