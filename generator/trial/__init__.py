"""Trials: many whole games by program players, to see whether a variant is fair.

    spec         what is tried: ruleset, options, facts, position, seed
    playing      one game in memory, and the record that is kept of it
    records      the folder of a trial: its head, and a line for each game
    running      the games as tasks, side by side or on a cluster
    estimates    intervals and shares of variance
    standings    places in a game, and who was first
    report       what the games say: figures by power, rule, place, opening and nature
    telling      the same in sentences
    tables       the same as tables, for a terminal and a spreadsheet
    comparing    two trials with the same seeds: what changed
    keeping      the most telling games, as folders

The games of a trial know nothing of each other: each draws from a seed of its own, derived from
the trial's. So it does not matter where and in which order they are played.
"""
