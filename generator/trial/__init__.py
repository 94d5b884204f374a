"""Trials: many whole games by program players, to see whether a variant is fair.

    spec         the subject of a trial: ruleset, options, facts, seed
    playing      one game in memory, its record, and the places in it
    running      the games as tasks, side by side or on a cluster
    estimates    intervals of shares and means
    report       the findings, in figures, sentences and tables
    comparing    the same games with and without a change

The games of a trial know nothing of each other: each draws from its own seed, derived from
the trial's. So it does not matter where and in which order they are played.
"""
