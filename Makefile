# Two commands matter: `make play` and `make test`. Each sets up what it needs by itself and is quick the second time.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

# Python keeps what it has compiled to bytecode, whatever is set around this: tests start hundreds of processes. It does so
# when it first needs something; pip would do it for everything that is installed, which takes longer than the rest.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help play dev client check lint test test-code test-collected test-python test-bounds test-interpreted soak pictures test-tools bench bench-table learning attack warm wheel docs table-pictures record release-check pins clean

help:
	@echo "make play         set everything up and open the table in the browser; with LAN=1 for everybody in the house"
	@echo "make dev          work on it: both servers from the sources, reloading what changes"
	@echo "make check        after an edit: style, types, the client, the rules of every game (GAME=kingems for one)"
	@echo "make test         set everything up and run every test"
	@echo "make soak         try far more than make test, for about an hour, and say what was covered"
	@echo "make pictures     run the browser tests and keep pictures of what they see, to look at"
	@echo "make bench        measure the speed of rules and search"
	@echo "make bench-table  measure the speed of the table"
	@echo "make learning     let a network learn Simply Genius by playing against itself (MINUTES=20); needs PyTorch, installs it"
	@echo "make attack       attack the table as strangers would, on this machine alone, and say who was held up"
	@echo "make warm         compile everything beforehand"
	@echo "make wheel        build the wheels, one of them with compiled games for this platform"
	@echo "make docs         write the documentation as a site to build/site"
	@echo "make release-check  whether this checkout can be released (docs/releasing.md)"
	@echo "make client       build what the browser loads"
	@echo "make pins         write requirements/*.txt anew from pyproject.toml and requirements/*.in"
	@echo "make clean        remove what the other commands made"

play: client
	@$(BIN)/pentarchy serve --open $(if $(LAN),--lan)

dev: $(VENV)/.base
	@$(BIN)/python tools/dev.py

client: $(VENV)/.base
	@$(BIN)/python tools/web.py build

# Two wheels: one for every platform, and one for this platform and Python that needs no compiling.
wheel: client
	@$(BIN)/pentarchy warm --portable build/kernels
	@rm -f dist/*.whl
	@$(PIP) wheel --quiet --no-deps --no-build-isolation -w dist .
	@PENTARCHY_KERNELS=build/kernels $(PIP) wheel --quiet --no-deps --no-build-isolation -w dist .
	@ls -1 dist/*.whl

warm: $(VENV)/.base
	@echo "Compiling the rules (only the first time takes long) …"
	@$(BIN)/pentarchy warm

check: $(VENV)/.dev
	@$(BIN)/python tools/check.py $(if $(GAME),--game $(GAME))

# What is set up waits for different things, some of it for the network: at the same time it takes half as long.
test:
	@$(MAKE) --no-print-directory --jobs=3 test-tools test-code warm test-collected
	@$(MAKE) --no-print-directory --jobs=3 BESIDE=1 test-python test-bounds test-interpreted
	@echo "Everything passed."

lint: $(VENV)/.dev
	@echo "Checking style and types …"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy

test-code: $(VENV)/.dev client
	@echo "Checking style, types and the client …"
	@$(BIN)/python tools/check.py --no-rules

# What pytest makes of the tests' files it keeps. One process does so here, or each of those that test would at the same time.
test-collected: $(VENV)/.dev
	@told=$$($(BIN)/pytest --quiet --no-header --collect-only 2>&1) || { echo "$$told" | tail -n 60; exit 1; }

test-python: $(VENV)/.dev client warm test-tools
	@$(BIN)/pytest -n 4 --dist worksteal  # two more than cores: half of the time tests wait for something

soak: $(VENV)/.dev $(VENV)/.learning client warm test-tools
	@PENTARCHY_SOAK=1 $(BIN)/pytest -n 2 --dist worksteal -m soak
	@$(BIN)/python tools/under_load.py

pictures: $(VENV)/.dev client warm test-tools
	@PENTARCHY_PICTURES=$(CURDIR)/build/pictures $(BIN)/pytest -n 2 --dist worksteal tests/browser
	@echo "The pictures are in build/pictures."

# Pages that can be opened as files, with every link checked.
docs: $(VENV)/.dev
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "The site is in build/site: open build/site/index.html"

# The pictures in README.md, anew.
table-pictures: $(VENV)/.dev client warm test-tools
	@$(BIN)/python tools/table_pictures.py

# How fast this version is, for benchmarks/record.jsonl and docs/performance.md; on a quiet machine.
record: $(VENV)/.base
	@$(BIN)/python tools/performance.py add
	@$(BIN)/python tools/performance.py draw

release-check: $(VENV)/.dev client
	@$(BIN)/python tools/release_check.py

# What some tests need besides Python: Chromium for those of the browser, PostgreSQL and Redis, which they start by
# themselves, and the programs whose examples are in deploy/. Without them, and without the right to install them, those
# tests say that they were skipped. Nothing is started: while it is installed, policy-rc.d forbids it.
test-tools:
	@missing=""; \
	for tool in chromium-headless-shell nginx caddy openssl systemd-analyze:systemd redis-server initdb:postgresql; do \
	  PATH="$$PATH:/usr/sbin:/sbin$$(printf ':%s' /usr/lib/postgresql/*/bin)" command -v $${tool%%:*} >/dev/null 2>&1 || missing="$$missing $${tool##*:}"; \
	done; \
	if [ -n "$$missing" ]; then \
	  if command -v apt-get >/dev/null 2>&1 && [ "$$(id -u)" = 0 ]; then \
	    echo "Installing for the tests:$$missing …"; \
	    forbid=/usr/sbin/policy-rc.d; \
	    if [ -e $$forbid ]; then forbid=/dev/null; else printf '#!/bin/sh\nexit 101\n' >$$forbid; chmod +x $$forbid; fi; \
	    { apt-get -qq update && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get -qq -y install $$missing; } >/dev/null; \
	    failed=$$?; [ $$forbid = /dev/null ] || rm $$forbid; exit $$failed; \
	  else \
	    echo "Tests that need$$missing will be skipped. On Debian: apt-get install$$missing"; \
	  fi; \
	fi

# Beside other tests one process is enough, and what it tells is told when it has ended.
AGAIN = $(if $(BESIDE),told=$$($(1) 0 2>&1); ended=$$?; echo "$$told"; exit $$ended,$(1) 2)

# Compiled is only what these tests call, when they call it.
test-bounds: $(VENV)/.dev
	@$(call AGAIN,echo "The same with bounds checks in compiled code …"; NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -m bounds --dist worksteal -n)

test-interpreted: $(VENV)/.dev
	@$(call AGAIN,echo "The same without compiling …"; NUMBA_DISABLE_JIT=1 $(BIN)/pytest -m interpreted --dist worksteal -n)

bench: $(VENV)/.base
	@$(BIN)/pentarchy bench --c benchmarks

# WORKERS="1 2" measures so many workers as well; DATABASE and BUS are their addresses, or both are started for this.
bench-table: $(VENV)/.base warm
	@$(BIN)/python -m benchmarks.table $(if $(WORKERS),--workers $(WORKERS)) $(if $(DATABASE),--database $(DATABASE)) $(if $(BUS),--bus $(BUS))

# A run that was stopped goes on. What it learns is kept in build/learning; see docs/learning.md.
learning: $(VENV)/.learning warm
	@$(BIN)/python -m examples.learning.train $(if $(MINUTES),--minutes $(MINUTES))

# A quarter of an hour; ends by itself, and nothing leaves this machine. ONLY="map_37k lobby" chooses.
attack: $(VENV)/.base warm
	@$(BIN)/python -m benchmarks.attack $(if $(ONLY),--only $(ONLY)) $(if $(SECONDS),--seconds $(SECONDS))

# The environment. A stamp file says what has been installed; it is older than its requirements when they change.

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Pentarchy needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.12"; exit 1; }
	@echo "Making a virtual environment in $(VENV) …"
	@$(PYTHON) -m venv $(VENV) \
	  || { echo "The module venv is missing. On Debian or Ubuntu: apt-get install python3-venv"; rm -rf $(VENV); exit 1; }

# uv does it in a tenth of the time, but knows nothing of pip's settings, such as another index or a proxy. Where it cannot
# get something, or is not to be had for this machine, pip does it.
INSTALL = $(BIN)/uv --system-certs pip install --python $(BIN)/python --require-hashes -r requirements/$(1).txt \
  || { echo "pip tries that now …"; $(PIP) install --no-compile --require-hashes -r requirements/$(1).txt; }

$(BIN)/uv: requirements/uv.txt | $(BIN)/python
	@$(PIP) install --quiet --no-compile --only-binary :all: --require-hashes -r $< && touch $@ || true

$(VENV)/.base: requirements/base.txt pyproject.toml | $(BIN)/uv
	@echo "Installing what the library and the table need …"
	@$(call INSTALL,base)
	@$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.base
	@echo "Installing the tools for testing …"
	@$(call INSTALL,dev)
	@touch $@

# PyTorch is large, above all PyPI's for Linux, which brings libraries for graphics cards: any build that is there already
# will do.
$(VENV)/.learning: requirements/learning.txt $(VENV)/.dev
	@$(BIN)/python -c 'import torch' 2>/dev/null \
	  || { echo "Installing PyTorch …"; $(PIP) install --no-compile --require-hashes -r requirements/learning.txt; }
	@touch $@

COMPILE := uv --system-certs pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

pins: $(BIN)/uv
	@$(BIN)/$(COMPILE) --upgrade -o requirements/uv.txt requirements/uv.in
	@$(BIN)/$(COMPILE) --upgrade -o requirements/base.txt --extra table pyproject.toml requirements/build.in
	@$(BIN)/$(COMPILE) --upgrade -o requirements/dev.txt -c requirements/base.txt --extra arena --extra cluster --extra envs --extra lab --extra table requirements/dev.in pyproject.toml requirements/build.in
	@$(BIN)/$(COMPILE) --upgrade -o requirements/learning.txt -c requirements/base.txt -c requirements/dev.txt requirements/learning.in

clean:
	@rm -rf $(VENV) .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist web/node_modules src/pentarchy/table/static
