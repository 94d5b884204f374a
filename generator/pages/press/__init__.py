"""Press: its texts made safe, their cards and pages."""
