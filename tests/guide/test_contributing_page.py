"""The walkthrough that adds a kind of page."""

from __future__ import annotations

from pathlib import Path

from tests.guide.contributing import check_claims, check_failure, check_walkthrough

PAGE = "new-page.md"


def test_walkthrough_does_what_it_shows(copy: Path) -> None:
    check_walkthrough(PAGE, copy)


def test_test_of_the_walkthrough_fails_without_the_change(copy: Path) -> None:
    check_failure(PAGE, copy)


def test_test_of_the_walkthrough_claims_something() -> None:
    check_claims(PAGE)
