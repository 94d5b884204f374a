"""Benchmarks: ratios beside peers in the same run. `python -m tests.benchmarks`."""
