"""Requests to the referee's pages, their answers, and their settings."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import Struct, field

if TYPE_CHECKING:
    from jinja2 import Environment

T = TypeVar("T")
ADDRESS: Final = "/_evening/"
MOST_KEPT: Final = 40
"""How many result pages can be looked at again."""


class Fields(Struct, frozen=True):
    """The fields of a form: each name with its values."""

    values: Mapping[str, Sequence[str]]

    def one(self, name: str) -> str:
        return next((value.strip() for value in self.values.get(name, ()) if value.strip()), "")


class Reply(Struct, frozen=True):
    """An answer: a template with its values, or bytes of a kind; or where another page is."""

    template: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    status: int = 200
    data: bytes = b""
    kind: str = "text/html; charset=utf-8"
    location: str = ""


class Asked(Struct, frozen=True):
    """A request: the parts of its path below the token, the fields of its form or of its address,
    and the files that were dropped, with their names."""

    path: tuple[str, ...]
    fields: Fields
    files: tuple[tuple[str, bytes], ...] = ()
    posted: bool = False


class LocalPages(Struct, dict=True):
    """The state of the pages: where the games and the site lie, the token, the clock, and what was
    done lately, to be shown again."""

    games: Path
    site: Path
    host: str
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    kept: dict[str, Any] = field(default_factory=dict)

    @property
    def top(self) -> str:
        return f"{ADDRESS}{self.token}/"

    def keep(self, done: Any) -> str:
        """Keep the result of a step, or its preview, and return its number."""
        number = str(int(next(reversed(self.kept), "0")) + 1)
        self.kept[number] = done
        if len(self.kept) > MOST_KEPT:
            del self.kept[next(iter(self.kept))]
        return number

    def kept_as(self, kind: type[T], number: str) -> T | None:
        """The page or the form that was kept with a number; None for another kind, or none."""
        found = self.kept.get(number)
        return found if isinstance(found, kind) else None

    @cached_property
    def environment(self) -> Environment:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined

        return Environment(
            loader=FileSystemLoader(Path(__file__).parent / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    @cached_property
    def pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(1, "page")

    def page(self, reply: Reply) -> bytes:
        """The page that a reply is."""
        if not reply.template:
            return reply.data
        template = self.environment.get_template(reply.template)
        return template.render(top=self.top, **reply.facts).encode()


def problem(head: str, *lines: str, status: int = 400, back: str = "") -> Reply:
    """A page with the reason of a refusal."""
    return Reply("problem.html", {"title": head, "lines": lines, "back": back}, status)
