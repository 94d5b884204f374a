"""All calls of git, in one place. The build never needs it; publishing does."""

from generator.archive.git.status import is_ignored, uncommitted

__all__ = ["is_ignored", "uncommitted"]
