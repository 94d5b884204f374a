"""The Peace of Westphalia: princes, faith and leagues in the Empire, 1510 to 1660.

    board.py       the hexes: neighbours, vertices, contiguity, the six edges
    state.py       all that survives a phase;  document.py: as tables, and back
    course.py      the phases of the setup and of a Round, with their steps: the one table of them
    progress.py    Progress: a phase under way (state, events, verdicts)
    lots.py        draws by label from the Round's secret
    facts.py       facts.toml, layouts.toml, options.toml and rules/ as values
    power.py       Imperial Power, initiative, and who is saved
    influence.py   placing, withdrawing and losing influence; alliances after every single change
    lands.py       provinces that change hands or religion; new principalities and their names
    foreign.py     leaving the Empire, and being driven out of it
    leagues.py     who may join which League, and what it costs
    battle/        cards and armies, without provinces and players
    pacing.py      how phases are cut
    play.py        what each phase does, and whom it waits for;  flow.py: which phase follows
    wars/          declarations, battles, treaties, the Religious War

Rules that change a state take a Progress and go on with it: `place(progress, ...)`.
"""
