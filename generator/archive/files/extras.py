"""Packages that the program does without until they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

__all__ = ["PACKAGES", "Extra", "install_hint"]

Extra = Literal["search", "secrets"]

PACKAGES: Final[Mapping[Extra, str]] = MappingProxyType(
    {"search": "pagefind[bin]", "secrets": "pyrage"}
)
"""What each extra of pyproject.toml brings."""


def install_hint(extra: Extra) -> str:
    """How an extra is added to a program that is installed already. The program itself may stand
    on no index, so its own name with the extra in brackets would find nothing."""
    package = PACKAGES[extra]
    return f'pipx inject theatrum "{package}"; without pipx: python -m pip install "{package}"'
