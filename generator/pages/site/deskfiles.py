"""The program of the desk as files of the site: one folder, shared by all games.

    desk/files.json                   which runtime, and the hashes of the packs
    desk/runtime-314.0.7/             the runtime and its library, the same for every site
    desk/program.gz, standard.gz      the program, and a pack for each ruleset that is played here
    desk/licences.txt                 whose work it is

Nothing of it is loaded before a reader asks for it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import partial

from generator.kit.kit import PROGRAM, Kit
from generator.kit.packages import packages
from generator.kit.program import ingredients
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page


def desk_files(maker: PageMaker, rulesets: Iterable[str]) -> Iterator[Page]:
    """The files of the desk's program for the rulesets of the site's games; none without a kit."""
    kit = maker.kit
    packs = (PROGRAM, *sorted(set(rulesets)))
    if kit is None or len(packs) == 1:
        return
    inputs = (("kit", kit.digest), ("others", ingredients()))
    runtime = f"runtime-{kit.version}/"
    for name in kit.files:
        make = partial(kit.read, name)
        yield maker.file(f"desk/{runtime}{name}", "file", inputs, make)
    for name in packs:
        yield maker.file(f"desk/{name}.gz", "file", inputs, partial(kit.pack, name))
    listed = (*inputs, ("packs", " ".join(packs)))
    yield maker.file("desk/files.json", "file", listed, partial(_list, kit, runtime, packs))
    yield maker.file("desk/licences.txt", "file", inputs, _licences)


def _list(kit: Kit, runtime: str, packs: Iterable[str]) -> bytes:
    """What the worker has to know before it asks for anything else."""
    hashes = {}
    for name in packs:
        hashed = base64.b64encode(hashlib.sha384(kit.pack(name)).digest()).decode()
        hashes[name] = f"sha384-{hashed}"
    listed = {"runtime": runtime, "lock": kit.lock, "packs": hashes}
    return f"{json.dumps(listed, indent=1)}\n".encode()


def _licences() -> bytes:
    """Whose work the files of this folder are."""
    listed = packages()
    lines = [
        "The program of the desk contains the work of others, unchanged but for modules that are",
        "compiled, modules that are left out, and one that is replaced (_colorize, of Python's",
        "library). Each comes from the package of that name:",
        "",
        *(f"npm {name} {one.version}: {one.licence}" for name, one in listed.npm.items()),
        *(f"PyPI {name} {one.version}: {one.licence}" for name, one in listed.wheel.items()),
        *(f"PyPI {package}" for package in ingredients().split("\n")),
        "",
        "The library in it is that of Python (PSF-2.0). The sources are published under the same",
        "names and versions.",
        "",
    ]
    return "\n".join(lines).encode()
