"""A phase under way: its orders, its lots, and what a ruling on it says."""
