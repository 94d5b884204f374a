"""The sample site as a build has left it: built once, then copied."""

from __future__ import annotations

import atexit
import shutil
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

from tests.pages.sample import Sample, make_sample


@lru_cache(maxsize=1)
def _built() -> Path:
    root = Path(mkdtemp(prefix="theatrum-tests-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    make_sample(root).build()
    return root


def built_sample(folder: Path) -> Sample:
    """A copy of the built sample in `folder`, with all times as they were."""
    shutil.copytree(_built(), folder, dirs_exist_ok=True)
    return Sample(folder)


def set_setting(sample: Sample, line: str) -> None:
    """Set one of the site's settings: `png = true`."""
    file = sample.site / "site.toml"
    name = line.partition(" ")[0]
    lines = file.read_text(encoding="utf-8").splitlines()
    kept = [one for one in lines if not one.startswith(f"{name} =")]
    file.write_text("\n".join([line, *kept, ""]), encoding="utf-8")
