"""When orders are due: deadlines, their rhythm, pauses, dates as people write them, calendars."""
