"""Images of maps for forums: drawn side by side, written one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from generator.commands.output import make_output_folder, say, write_result

if TYPE_CHECKING:
    from generator.pages.maps.forum import ForumImage


def write_images(images: Iterable[Callable[[], ForumImage]], folder: Path) -> None:
    """The images that these calls draw, each as a file of a folder. Raises FileError."""
    from generator.building.processes import results_of

    make_output_folder(folder)
    for image in results_of(list(images)):
        path = folder / image.name
        write_result(image.data, path)
        say(f"{path} ({image.said})")
