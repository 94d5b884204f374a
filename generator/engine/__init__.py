"""Mechanisms shared by rulesets. Pure: values in, values out; no files, no clock, no HTML."""
