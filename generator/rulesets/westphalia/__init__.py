"""The Peace of Westphalia: princes, faith and leagues in the Empire, 1510 to 1660.

    data/          facts.toml, layouts.toml, options.toml and rules/ as values; the board of hexes
    battle/        cards and armies, without provinces and players
    state/         all that survives a phase, orders, Imperial Power; Progress: a phase under way
    turn.py        Turn: the Progress of a phase with its orders, its lots and what follows it
    land/          provinces, influence, alliances, Leagues, and who wins
    setup/, diplomacy/, faith/, wars/, ending.py  the rules, in the order of a Round
    year/          course.py: the one table of phases;  awaiting.py, flow.py: who acts, what follows
    reading/       orders read and checked;  document.py: states as tables, and back
    telling/       reports, tables, maps, chronicles;  playing/: a phase with the referee's rulings

Rules that change a state take a Progress and continue with it: `place(progress, ...)`.
"""
