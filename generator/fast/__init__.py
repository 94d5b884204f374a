"""Code that is obscure for the sake of speed, and its gains. It knows nothing of the other parts.

A trick stays if it takes a twentieth off a full build of the sample site or off the start of a
command (`theatrum check GAME`, `theatrum --help`), and a tenth if it uses names that a dependency
keeps to itself. Each has a plain twin, with which `tests/test_fast.py` compares it.

    tags.py         ids and links of a page in one pass     17 % of a full build
    garbage.py      fewer looks for garbage                 19 % of a full build, 9 % of --help
    stub_parser.py  no parsers for commands not being run   7 % of `theatrum check`

Two more gains are where they are used. TOML is read by `tomli`, which is compiled (9 % of `theatrum
check`; the twin is Python's own `tomllib`). A build has separate processes
(`generator/building/processes.py`; the twin is a build on one processor).
"""
