"""Players: addresses, replacements, mails and the versions of their orders, reminders."""
