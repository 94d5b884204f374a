"""A repository of a referee's own: games/, site/, themes/, workflows, and a page that teaches them.

Its files lie as data beside this module, in repository/. The running program is packed with them
as a wheel, so that other machines install exactly it.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field

from generator.archive.files.reading import is_folder, reason
from generator.archive.files.scratch import scratch
from generator.archive.files.writing import patiently
from generator.engine.errors import FileError, GameError, Place
from generator.engine.orders.sheet import shown

DATA: Final = Path(__file__).parent.with_name("repository")
# Hidden files and folders have other names as data: tools leave hidden ones out of a wheel.
FILES: Final[Mapping[str, str]] = MappingProxyType(
    {
        ".gitattributes": "gitattributes.txt",
        ".github/workflows/deadline.yml": "workflows/deadline.yml",
        ".github/workflows/pages.yml": "workflows/pages.yml",
        ".gitignore": "gitignore.txt",
        "README.md": "readme.md",
        "games/.gitkeep": "",
        "requirements.txt": "packages.txt",
        "site/about.md": "site/about.md",
        "site/home.md": "site/home.md",
        "site/site.toml": "site/site.toml",
        "theatrum.txt": "theatrum.txt",
        "themes/README.md": "themes/README.md",
    }
)
"""The files of a new repository, and the source of each ("" for an empty one)."""
_SHOWN: Final = 5

_PACKAGES: Final = ("generator", "mapsvg")
# Folders next to the packages in a checkout, and inside one of them in an installed program.
_BESIDE: Final = (
    ("themes", "generator/_themes", "*"),
    ("site/guide", "generator/_guide", "*"),
    ("tests/rules", "generator/_cases", "*.txt"),
)
_TAG: Final = "py3-none-any"
_TIME: Final = (1980, 1, 1, 0, 0, 0)


class Program(Struct, frozen=True):
    """The program that the workflows of a repository install: a line for pip, and the files that it
    needs."""

    requirement: str
    files: Mapping[str, bytes] = field(default_factory=dict)


def title_of(folder: Path) -> str:
    """A title for the site, from the folder's name."""
    return shown(folder.absolute().name.replace("-", " ").replace("_", " ")).title() or "Our games"


def found_repository(folder: Path, title: str, program: Program) -> tuple[str, ...]:
    """Make the files of a new repository in a folder that is new, or empty but for git's own.

    `program` is what its workflows install. Returns the files' paths. Raises FileError for a folder
    that has things in it, or that cannot be written; then nothing has changed.
    """
    folder = folder.absolute()
    is_there = check_room(folder)
    files = {path: text.encode() for path, text in _file_texts(title, program.requirement).items()}
    files |= program.files
    try:
        # In the parent of its final place, so that one rename puts it there.
        with scratch(".theatrum-init", folder.parent) as staging:
            made = staging / "made"
            for path, data in files.items():
                (made / path).parent.mkdir(parents=True, exist_ok=True)
                (made / path).write_bytes(data)
            if is_there:
                _move_in(made, folder)
            else:
                patiently(os.rename, made, folder)
    except OSError as error:
        raise FileError(
            f"cannot be written: {reason(error)}; nothing was changed", place=Place(str(folder))
        ) from None
    return tuple(files)


def check_room(folder: Path) -> bool:
    """Whether a folder is there, which has to be empty but for git's own. Raises FileError."""
    is_there = is_folder(folder)
    found = sorted(os.listdir(folder)) if is_there else []
    if [name for name in found if name != ".git"]:
        names = ", ".join(map(shown, found[:_SHOWN]))
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        raise FileError(
            f"is not empty: {names}{more}",
            place=Place(str(folder)),
            hint="give a new folder, or an empty one",
        )
    return is_there


def _file_texts(title: str, requirement: str) -> dict[str, str]:
    plain = shown(title)
    # A text of JSON without line ends is one of TOML, too.
    values = {
        "@TITLE@": json.dumps(plain, ensure_ascii=False),
        "@HEADING@": plain,
        "@REQUIREMENT@": requirement,
    }
    texts = {}
    for path, source in FILES.items():
        text = (DATA / source).read_text(encoding="utf-8") if source else ""
        for mark, value in values.items():
            text = text.replace(mark, value)
        texts[path] = text
    return texts


def _move_in(made: Path, folder: Path) -> None:
    """Move all that was made into a folder that is there; out again if one cannot be moved."""
    moved: list[Path] = []
    try:
        for path in sorted(made.iterdir()):
            patiently(os.rename, path, folder / path.name)
            moved.append(folder / path.name)
    except OSError:
        for path in moved:
            with suppress(OSError):
                os.rename(path, made / path.name)
        raise


def pack_program() -> tuple[str, bytes]:
    """The name of a wheel and its bytes: the same for the same program and the same zlib.

    Raises GameError where the program runs without having been installed.
    """
    try:
        own = distribution("theatrum")
    except PackageNotFoundError:
        raise GameError(
            "the program is not installed here, so no wheel can be made for the workflows",
            hint="use --from ADDRESS instead",
        ) from None
    files = dict(_program_files())
    about = f"theatrum-{own.version}.dist-info"
    files |= {f"{about}/{name}": text.encode() for name, text in _metadata(own)}
    record = [_entry(name, data) for name, data in sorted(files.items())]
    files[f"{about}/RECORD"] = "".join([*record, f"{about}/RECORD,,\n"]).encode()
    return f"theatrum-{own.version}-{_TAG}.whl", _zipped(files)


def _program_files() -> Iterator[tuple[str, bytes]]:
    for package in _PACKAGES:
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        folder = Path(spec.origin).parent
        yield from _files(folder, package)
        if package == "generator":
            for beside, target, files in _BESIDE:
                if not (folder.parent / target).is_dir():
                    yield from _files(folder.parent / beside, target, files)


def _files(folder: Path, target: str, files: str = "*") -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob(files):
        inner = path.relative_to(folder)
        is_ours = "__pycache__" not in inner.parts and not inner.name.startswith(".")
        if is_ours and path.is_file() and not inner.name.endswith("~"):
            yield f"{target}/{inner.as_posix()}", path.read_bytes()


def _metadata(own: Distribution) -> Iterator[tuple[str, str]]:
    licenses = own.metadata.get_all("License-File") or []
    for name in ("METADATA", "entry_points.txt", *(f"licenses/{file}" for file in licenses)):
        text = own.read_text(name)
        if text is not None:
            yield name, text
    lines = ("Wheel-Version: 1.0", "Generator: theatrum", "Root-Is-Purelib: true", f"Tag: {_TAG}")
    yield "WHEEL", "".join(f"{line}\n" for line in lines)


def _entry(name: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
    return f"{name},sha256={digest.decode()},{len(data)}\n"


def _zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files.items()):
            info = zipfile.ZipInfo(name, _TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return stream.getvalue()
