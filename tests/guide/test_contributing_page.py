"""The walkthrough of CONTRIBUTING.md that adds a kind of page."""

from __future__ import annotations

from pathlib import Path

from tests.guide.contributing import check_claims, check_failure, check_walkthrough

TITLE = "A new kind of page"


def test_walkthrough_does_what_it_shows(copy: Path) -> None:
    check_walkthrough(TITLE, copy)


def test_test_of_the_walkthrough_fails_without_the_change(copy: Path) -> None:
    check_failure(TITLE, copy)


def test_test_of_the_walkthrough_claims_something() -> None:
    check_claims(TITLE)
