# Two commands matter: `make play` and `make test`. Each sets up what it needs by itself and is quick the second time.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

.PHONY: help play test test-python test-bounds test-interpreted lint bench warm pins clean

help:
	@echo "make play    set everything up and play"
	@echo "make test    set everything up and run every test"
	@echo "make bench   measure the speed"
	@echo "make warm    compile everything beforehand"
	@echo "make pins    write requirements/*.txt anew from pyproject.toml and requirements/*.in"
	@echo "make clean   remove what the other commands made"

play: warm
	@$(BIN)/pentarchy play kingdomino

warm: $(VENV)/.base
	@echo "Compiling the rules (only the first time takes long) …"
	@$(BIN)/pentarchy warm

test: lint test-python test-bounds test-interpreted
	@echo "Everything passed."

lint: $(VENV)/.dev
	@echo "Checking style and types …"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy

test-python: $(VENV)/.dev warm
	@$(BIN)/pytest -n 2

test-bounds: $(VENV)/.dev
	@echo "The same with bounds checks in compiled code …"
	@NUMBA_BOUNDSCHECK=1 $(BIN)/pentarchy warm
	@NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n 2 -m bounds

test-interpreted: $(VENV)/.dev
	@echo "The same without compiling …"
	@NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 -m interpreted

bench: $(VENV)/.base
	@$(BIN)/pentarchy bench --c benchmarks

# The environment. A stamp file says what has been installed; it is older than its requirements when they change.

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Pentarchy needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.12"; exit 1; }
	@echo "Making a virtual environment in $(VENV) …"
	@$(PYTHON) -m venv $(VENV) \
	  || { echo "The module venv is missing. On Debian or Ubuntu: apt-get install python3-venv"; rm -rf $(VENV); exit 1; }

$(VENV)/.base: requirements/base.txt pyproject.toml | $(BIN)/python
	@echo "Installing what the library needs …"
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
	@$(BIN)/$(COMPILE) --upgrade -o requirements/base.txt pyproject.toml requirements/build.in
	@$(BIN)/$(COMPILE) --upgrade -o requirements/dev.txt -c requirements/base.txt --extra arena requirements/dev.in pyproject.toml requirements/build.in

clean:
	@rm -rf $(VENV) .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
