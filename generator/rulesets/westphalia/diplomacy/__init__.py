"""The Diplomacy Game, diplomatic actions, declarations of war, Foreign Powers."""
