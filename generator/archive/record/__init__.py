"""Proof of a record: commitments, corrections, the chain, and where draws come from."""
