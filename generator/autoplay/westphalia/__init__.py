"""Players of the Peace of Westphalia: they convert, court Electors, fight and make peace."""

from __future__ import annotations

from generator.autoplay.westphalia.player import PLAYER, WestphaliaPlayer, intended_orders

__all__ = ["PLAYER", "WestphaliaPlayer", "intended_orders"]
