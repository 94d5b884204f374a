"""Players of the Europe family: they intrigue, declare, march, build, lend and betray."""

from __future__ import annotations

from generator.autoplay.europe.player import PLAYER, EuropePlayer, intended_orders

__all__ = ["PLAYER", "EuropePlayer", "intended_orders"]
