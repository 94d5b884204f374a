"""The running program packed as a wheel, so that other machines can install exactly it."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from generator.engine.errors import GameError

_PACKAGES: Final = ("generator", "mapsvg")
# What stands beside the packages in a checkout, and within one of them where it is installed.
_BESIDE: Final = (
    ("themes", "generator/_themes", "*"),
    ("site/guide", "generator/_guide", "*"),
    ("tests/rules", "generator/_cases", "*.txt"),
)
_TAG: Final = "py3-none-any"
_TIME: Final = (1980, 1, 1, 0, 0, 0)


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
