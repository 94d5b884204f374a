# `make site` and `make test` set up what they need in .venv; nothing else on the machine changes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BENCH_READY := $(VENV)/.bench
# One more than there are processors: many tests wait for the disk or for another process.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")
TESTS = $(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile --no-loadscope-reorder

# Tests start the program hundreds of times: what it was compiled to is kept, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: site test test-slow desk extras rules guide bench same house check format serve verify lock boards trials clean

# What the desk needs to try orders is fetched once; without a network the site goes without.
site: $(READY)
	$(BIN)/theatrum build --desk --output _site --base "$(BASE)"

# What to run before a commit: every rule, every command, every kind of page.
test: $(READY) desk
	$(TESTS) -m "not slow"

# Long walks, every write that fails, accessibility of every kind of page, the guides' walkthroughs,
# and more examples of what is tested by examples.
test-slow: $(READY) desk
	$(TESTS) --hypothesis-profile thorough -m "slow or hypothesis"

# The tests of the desk's program are skipped where it cannot be set up.
desk: $(READY)
	-$(BIN)/python -c "from generator.kit.kit import set_up; set_up()"

# The tests of what needs an extra: the tools that make maps, and the index of all texts.
extras: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[cartography,search]"
	$(BIN)/python -m pytest -q tests/mapsvg/test_cartography.py tests/pages/test_fulltext.py

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(READY)

rules: $(READY)
	$(BIN)/theatrum ruleset rules --coverage --record

# What the program knows, written into the guide: commands, options, orders, rulings, keys of files.
guide: $(READY)
	$(BIN)/python -m tests.guide.reference

$(BENCH_READY): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[bench]"
	touch $(BENCH_READY)

bench: $(BENCH_READY)
	$(BIN)/python -m tests.benchmarks

# Compares what the program makes with what it made at a commit: make same COMMIT=HEAD~1
COMMIT ?= HEAD
same: $(READY)
	$(BIN)/python -m tests.same $(COMMIT)

# Draws the structure in figures, at a commit and now: make house COMMIT=HEAD~1
house: $(READY)
	$(BIN)/python -m tests.house $(COMMIT)

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_imports.py

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

serve: $(READY)
	$(BIN)/theatrum serve

verify: $(READY)
	$(BIN)/theatrum verify

# The locks are made with uv, which need not be on a player's machine. The second one is for the
# repositories that `theatrum init` makes: what the program needs there, in the same versions.
LOCKING := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-emit-find-links --no-header --no-annotate pyproject.toml
FOUNDED := generator/archive/repository/packages.txt

lock:
	$(LOCKING) --extra dev --output-file requirements.lock
	$(LOCKING) --extra search --extra secrets --constraint requirements.lock --output-file $(FOUNDED)

# Geometry is committed; this makes it again from coastlines and towns.
boards: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[cartography]"
	for board in standard europe-1619 europe-1619-draft europe-1615-v7 europe-1615-v3; do \
		$(BIN)/python -m mapsvg.workshop.cartography $$board --rules generator/rulesets/$$(echo $$board | tr - _)/board.toml || exit 1; \
	done

# The trials of the sample site, made anew: make trials GAMES=200 takes about an hour on two processors.
GAMES ?= 200
trials: $(READY)
	for ruleset in westphalia standard europe-1619 europe-1619-draft europe-1615-v7 europe-1615-v3; do \
		$(BIN)/theatrum ruleset trial $$ruleset --games $(GAMES) --seed fair --json -o site/trials/$$ruleset.json || exit 1; \
	done

clean:
	rm -rf $(VENV) _site .cache
