# make verify: install into .venv and judge every claim.   make test: the same with lint, types and tests.
# Needs python3 (3.11 or newer) with venv and pip. An installation is repeated only when pyproject.toml changed.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: verify test test-deep format clean
.DELETE_ON_ERROR:

verify: $(VENV)/installed
	$(BIN)/theoremcheck run

test: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest --numprocesses 2 --dist worksteal

test-deep: $(VENV)/installed-test
	$(BIN)/pytest --numprocesses 2 --dist worksteal -m "deep or not deep" --claims-budget default

format: $(VENV)/installed-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "theoremcheck needs Python 3.11 or newer; run: make PYTHON=python3.11" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/installed-test: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	@touch $@ $(VENV)/installed

clean:
	rm -rf $(VENV) build dist .theoremcheck .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
