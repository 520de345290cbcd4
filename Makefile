# Two commands matter: `make demo` and `make test`. `make help` lists the rest.
PYTHON  ?= python3
VENV    ?= .venv
# Tests of the screens wait a quarter of their time: three workers keep two cores busy.
WORKERS ?= 3
# `make setup EXTRAS=encoder` installs the model and PyTorch too; without them their tests are skipped, and say so.
EXTRAS  ?=
BIN     := $(VENV)/bin
PIP     := $(BIN)/python -m pip --disable-pip-version-check --no-input
comma          := ,
WANTED         := test$(EXTRAS:%=$(comma)%)
INSTALLED      := $(VENV)/.installed
INSTALLED_TEST := $(VENV)/.installed-test$(if $(EXTRAS),-$(EXTRAS))

.DEFAULT_GOAL := help
.PHONY: help setup demo test slow bench screenshots lint format types clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(INSTALLED) ## open the workbench on a sample pack
	@$(BIN)/packbench demo

test: $(INSTALLED_TEST) ## the whole suite but for what is slow
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

slow: $(INSTALLED_TEST) ## the tests that take minutes: long random walks, kill -9, more examples
	HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -m "slow or dear" --timeout 1800 -n $(WORKERS) --dist worksteal

bench: $(INSTALLED_TEST) ## measure, and print the figures beside those of peers
	$(BIN)/python -m tests.benchmarks

screenshots: $(INSTALLED_TEST) ## take the pictures of the README from the running app
	$(BIN)/python -m screenshots

lint: $(INSTALLED_TEST) ## ruff, its formatting, and the import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports

format: $(INSTALLED_TEST) ## let ruff put the code in order
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

types: $(INSTALLED_TEST) ## mypy, strict
	$(BIN)/mypy

setup: $(INSTALLED_TEST) ## only the environment, with everything the tests need

clean: ## remove the environment, caches and builds
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache snapshot_report.html
	find core workbench sample_packs tests screenshots -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Packbench needs Python 3.11 or newer; say which with: make PYTHON=python3.11 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): pyproject.toml | $(BIN)/python
	$(PIP) install --quiet --editable .
	@touch $@

# The tests run on known versions: goldens follow rich and textual, lint and format follow ruff and mypy.
$(INSTALLED_TEST): pyproject.toml .ci/constraints.txt | $(BIN)/python
	$(PIP) install --quiet --constraint .ci/constraints.txt --editable '.[$(WANTED)]'
	@touch $(INSTALLED) $@
