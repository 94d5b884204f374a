"""What the program prints and writes, compared with what it did at an earlier commit."""
