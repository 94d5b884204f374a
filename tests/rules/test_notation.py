"""The notation of cases: what a case expects and does not get is said, with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.rulesets.coverage import Case, read_cases
from tests.rules.notation import Part, Unmet, parts_of, run_part

FOLDERS = sorted({path.parent for path in Path(__file__).parent.glob("*/*.txt")})
_STAYS = re.compile(r"(\| )?(=> |at )")

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
        ('france: A GAS - CAT\n  => warning "Catalonia"', "error E19-MOV-2 france:1:1: A GAS"),
        ('=> report "Orders" {Power = "Spain"} "A GAS H"', "France: A GAS H: success"),
        ('=> no report "Orders" "A GAS H"', "France: A GAS H: success"),
        ('france: A GAS - CAT\n  => remedy A GAS - CAT "A PAR"', "{}"),
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


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_case_holds_without_its_own_lines(folder: Path):
    cases = [
        (path.name, case) for path in sorted(folder.glob("*.txt")) for case in read_cases(path)
    ]
    assert cases
    assert not [
        f"{name}:{case.line}: {case.title}" for name, case in cases if holds_anyway(folder, case)
    ]


def holds_anyway(folder: Path, case: Case) -> bool:
    """Whether all parts hold without their positions, orders and rulings, if there are any."""
    taken = [line for _, line in case.lines if not _STAYS.match(line)]
    if not taken or any("=> " in line for line in taken):
        return False
    begun = len(case.begin)
    try:
        for part in parts_of(case):
            left = tuple(line for line in part.lines[begun:] if _STAYS.match(line[1]))
            run_part(folder.name.replace("_", "-"), part._replace(lines=(*case.begin, *left)))
    except Unmet:
        return False
    return True


@pytest.mark.parametrize(
    ("expected", "anyway"), [("infs.HES = 0", True), ('infs.LOR = "france 2"', False)]
)
def test_a_case_that_expects_what_its_lines_do_not_bring_holds_anyway(expected: str, anyway: bool):
    lines = ((3, "infs.LOR.france = 2"), (4, f"=> {expected}"))
    begin = ((1, 'phase = "movement"'), (2, 'blank = ["units", "infs", "relations"]'))
    case = Case(("E19-MOV-2",), "a case", 2, begin, lines)
    assert holds_anyway(Path("europe_1619"), case) is anyway
