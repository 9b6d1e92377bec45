# Everything that is done to this project from outside. `make help` lists it.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
WORKERS ?= 2
PYTEST = $(BIN)/pytest -n $(WORKERS) --dist worksteal

TORTURE = tests/server/torture tests/server/test_whole_games.py tests/fuzz

.PHONY: help install run test torture bench growth screenshots lint format browser requirements clean

help: ## What can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1|/' | column -t -s '|'

install: .venv/serves ## The virtual environment with what the site needs

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/serves: requirements.txt | .venv/bin/python
	@echo "Installing what the site needs: a minute or so, this once."
	@$(PIP) install --require-hashes -r requirements.txt
	@touch $@

.venv/tests: requirements-dev.txt | .venv/bin/python
	@echo "Installing what the tests need: a minute or two, this once."
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@touch $@ .venv/serves

run: install ## Serve the site: HOST, PORT, DATABASE_URL, REDIS_URL, SPIDERWEB_VAR are read
	@exec $(BIN)/python manage.py serve

browser: .venv/tests ## A Chromium for the browser tests, where there is none
	@$(BIN)/python -m tests.support.chromium

test: browser ## All tests, with real servers and a real browser
	$(PYTEST) --durations 15 $(ARGS)
	$(BIN)/python -m tests.support.on_postgresql $(PYTEST) tests/games tests/leaderboard

torture: .venv/tests ## The long form of the tests that kill, flood and pry: half an hour or so
	SPIDERWEB_TORTURE=long $(PYTEST) -rP --durations 20 $(TORTURE)

screenshots: browser ## Pictures of every page and of every state of the board, in shots/
	$(BIN)/python -m tests.browser.screenshots shots

.venv/bench: requirements-bench.txt | .venv/tests
	@$(PIP) install --require-hashes -r requirements-bench.txt
	@touch $@

PEERS = bench/peers/node_modules bench/peers/colyseus/node_modules

%/node_modules: %/package.json
	@echo "Installing what the site is measured beside, in $*: at times some minutes, this once."
	-@npm install --prefix $* --no-package-lock --no-audit --no-fund --loglevel error && touch $@

bench: .venv/bench browser $(PEERS) ## What engine, board and site cost, and the site beside its peers
	$(BIN)/python -m bench.engine
	$(BIN)/python -m bench.advice --deals 50
	$(BIN)/python -m bench.board
	$(BIN)/python -m bench.beside

growth: .venv/tests ## What the site costs as its work grows: sockets, processes, rows; ten minutes or so
	$(BIN)/python -m bench.growth

lint: .venv/tests ## Style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/tests ## Put the style right
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

requirements: .venv/tests ## Choose versions anew and write them down with their hashes
	$(PIP) install uv
	$(BIN)/uv pip compile -q --upgrade --generate-hashes --universal --python-version 3.11 \
		--no-emit-index-url pyproject.toml -o requirements.txt
	$(BIN)/uv pip compile -q --upgrade --generate-hashes --universal --python-version 3.11 \
		--no-emit-index-url --group dev pyproject.toml -o requirements-dev.txt
	$(BIN)/uv pip compile -q --upgrade --generate-hashes --universal --python-version 3.11 \
		--no-emit-index-url --group bench -o requirements-bench.txt

clean: ## Remove what can be made again (never var/)
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis shots
