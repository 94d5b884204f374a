"""Players of the Europe family: they intrigue, declare, march, build, lend and betray."""
