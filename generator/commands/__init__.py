"""What the commands do: arguments in, exit code out. Results to stdout, messages to stderr."""
