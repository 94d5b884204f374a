"""A turn as a post for a forum, a chat or a mail: its contents, and the markup of each place.

Pure: a `Post` and a `Dialect` in, texts out. Nothing here reads games, files or clocks.
"""

from generator.posts.dialects import Dialect, dialect_of, dialects
from generator.posts.post import (
    DueOrders,
    OrderLine,
    Post,
    PostStandings,
    PowerOrders,
    RulingNote,
    TurnSection,
)
from generator.posts.rendering import render_posts, subject_of

__all__ = [
    "Dialect",
    "DueOrders",
    "OrderLine",
    "Post",
    "PostStandings",
    "PowerOrders",
    "RulingNote",
    "TurnSection",
    "dialect_of",
    "dialects",
    "render_posts",
    "subject_of",
]
