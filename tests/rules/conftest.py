"""Collects the cases in notation: the files `*.txt` of a ruleset's folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.rulesets.coverage import read_cases
from tests.rules.notation import Part, Unmet, parts_of, run_part


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return Chapter.from_parent(parent, path=file_path) if file_path.suffix == ".txt" else None


class Chapter(pytest.File):
    """A file of cases."""

    def collect(self) -> Iterator[PlayedPart]:
        for case in read_cases(self.path):
            for part in parts_of(case):
                item = PlayedPart.from_parent(self, name=part.title, part=part)
                for rule in case.rules:
                    item.add_marker(pytest.mark.rule(rule))
                yield item


class PlayedPart(pytest.Item):
    """A part of a case, with the case's rules as markers."""

    def __init__(self, *, part: Part, **more: Any) -> None:
        super().__init__(**more)
        self.part = part

    def runtest(self) -> None:
        run_part(self.path.parent.name.replace("_", "-"), self.part)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        if isinstance(excinfo.value, Unmet):
            return f"{self.path}:{self.part.line}: {self.part.title}\n{excinfo.value}"
        return str(super().repr_failure(excinfo, style))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.part.line - 1, self.part.title
