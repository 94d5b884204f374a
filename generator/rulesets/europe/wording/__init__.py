"""Words and sentences that steps and reports are made of."""
