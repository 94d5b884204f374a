"""The commands: arguments in, exit code out. Results go to stdout, messages to stderr."""
