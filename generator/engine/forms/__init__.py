"""A kit for orders that are written in many ways: patterns with slots, and readers of sheets.

A ruleset gives forms (a pattern, what to make of it, an example) and kinds of slots. Nothing here
knows a ruleset, a board or a unit. The orders of units have a grammar of their own beside this,
`generator.engine.orders`, from which spelling, folding and the words of hints come.
"""
