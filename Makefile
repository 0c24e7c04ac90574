# Two commands matter: `make play` and `make test`. Each sets up what it needs by itself and is quick the second time.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

.PHONY: help play client test test-python test-client test-bounds test-interpreted lint chromium bench bench-table warm pins clean

help:
	@echo "make play         set everything up and open the table in the browser"
	@echo "make test         set everything up and run every test"
	@echo "make bench        measure the speed of rules and search"
	@echo "make bench-table  measure the speed of the table"
	@echo "make warm         compile everything beforehand"
	@echo "make client       build what the browser loads"
	@echo "make pins         write requirements/*.txt anew from pyproject.toml and requirements/*.in"
	@echo "make clean        remove what the other commands made"

play: client warm
	@$(BIN)/pentarchy serve --open

client: $(VENV)/.base
	@$(BIN)/python tools/web.py build

warm: $(VENV)/.base
	@echo "Compiling the rules (only the first time takes long) …"
	@$(BIN)/pentarchy warm

test: lint test-client test-python test-bounds test-interpreted
	@echo "Everything passed."

lint: $(VENV)/.dev
	@echo "Checking style and types …"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy

test-client: $(VENV)/.dev
	@echo "Checking the client …"
	@$(BIN)/python tools/web.py check
	@$(BIN)/python tools/web.py test

test-python: $(VENV)/.dev client warm chromium
	@$(BIN)/pytest -n 3  # browser tests mostly wait

# The browser tests need Chromium. Without it, and without the right to install it, they say that they were skipped.
chromium:
	@command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || { \
	  if command -v apt-get >/dev/null 2>&1 && [ "$$(id -u)" = 0 ]; then \
	    echo "Installing Chromium for the browser tests …"; \
	    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install chromium; } >/dev/null; \
	  else \
	    echo "There is no Chromium: the browser tests will be skipped. On Debian: apt-get install chromium"; \
	  fi; }

test-bounds: $(VENV)/.dev
	@echo "The same with bounds checks in compiled code …"
	@NUMBA_BOUNDSCHECK=1 $(BIN)/pentarchy warm
	@NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n 2 -m bounds

test-interpreted: $(VENV)/.dev
	@echo "The same without compiling …"
	@NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 -m interpreted

bench: $(VENV)/.base
	@$(BIN)/pentarchy bench --c benchmarks

bench-table: $(VENV)/.base warm
	@$(BIN)/python benchmarks/table.py

# The environment. A stamp file says what has been installed; it is older than its requirements when they change.

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Pentarchy needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.12"; exit 1; }
	@echo "Making a virtual environment in $(VENV) …"
	@$(PYTHON) -m venv $(VENV) \
	  || { echo "The module venv is missing. On Debian or Ubuntu: apt-get install python3-venv"; rm -rf $(VENV); exit 1; }

$(VENV)/.base: requirements/base.txt pyproject.toml | $(BIN)/python
	@echo "Installing what the library and the table need …"
	@$(PIP) install --require-hashes -r requirements/base.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.base
	@echo "Installing the tools for testing …"
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

pins:
	@$(PIP) install --quiet uv
	@$(BIN)/$(COMPILE) --upgrade -o requirements/base.txt --extra table pyproject.toml requirements/build.in
	@$(BIN)/$(COMPILE) --upgrade -o requirements/dev.txt -c requirements/base.txt --extra arena --extra table requirements/dev.in pyproject.toml requirements/build.in

clean:
	@rm -rf $(VENV) .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist web/node_modules src/pentarchy/table/static
