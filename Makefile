# Needs Python 3.11 or newer and make; everything else comes into .venv.
PYTHON ?= python3
UV := $(or $(shell command -v uv),.venv/bin/uv)
BIN := .venv/bin

.PHONY: help install demo local plan test check format bench image clean

help: ## Show these targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

install: $(UV) ## Create .venv with everything in it
	@$(UV) sync --locked --quiet

demo: install ## Turn sample bookings into emails and tickets, here and now
	@$(BIN)/minitickets demo

local: install ## Keep the whole system running on this machine
	@$(BIN)/minitickets local

plan: install ## Show what the dev stack consists of, without credentials
	@$(BIN)/minitickets plan

test: install ## Run all tests
	@$(BIN)/pytest

check: install ## All that CI runs: format, lint, types, import contracts, lock file, tests
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/basedpyright
	@$(BIN)/lint-imports
	@$(UV) lock --check
	@$(BIN)/pytest

format: install ## Format the code and mend what the linter can
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

image: install ## Build the container image with docker, podman or buildah
	@$(BIN)/minitickets image

clean: ## Remove what the other targets made
	rm -rf .venv .venv-* demo-out dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache

# Only where uv is not installed: a pip of our own fetches the version that uv.lock names.
.venv/bin/uv:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed; name one with PYTHON=...")'
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet "uv==$$(sed -n '/^name = "uv"/{n;s/version = "\(.*\)"/\1/p;}' uv.lock)"
