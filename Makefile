# Needs Python 3.11 or newer and make; everything else comes into .venv.
PYTHON ?= python3
UV := $(or $(shell command -v uv),.venv/bin/uv)
BIN := .venv/bin
PACKAGES := apps embeddedaws infra minitickets pulumicheck
PYTEST := $(BIN)/pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder
# Tests start this code in hundreds of processes: what is compiled once is kept, whatever the shell says.
export PYTHONDONTWRITEBYTECODE :=
RESOLUTIONS ?= lowest-direct highest

# Pulumi's CLI and the AWS CLI, for the tests that let them manage a stack; whoever has them needs neither target.
TOOLS := .minitickets/bin
GO ?= go
export PATH := $(PATH):$(CURDIR)/$(TOOLS)

.PHONY: help install demo local plan map test check engine awscli sdk format ranges soak fuzz bad bench image clean

help: ## Show these targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

install: .venv/installed ## Create .venv with everything in it, about 1.3 GB

demo: install ## Turn sample bookings into emails and tickets, here and now
	@$(BIN)/minitickets demo

local: install ## Keep the whole system running on this machine
	@$(BIN)/minitickets local

plan: install ## Show what the dev stack consists of, without credentials
	@$(BIN)/minitickets plan

map: install ## Draw the dev stack as an interactive map, in map.html
	@$(BIN)/minitickets map

test: install ## Run the tests but for the longest, which `make check` runs too
	@$(PYTEST) -m "not long" --hypothesis-profile short

check: install ## All that CI runs: format, lint, types, import contracts, lock file, tests
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/basedpyright
	@$(BIN)/lint-imports --no-logo
	@$(UV) lock --check
	@$(PYTEST)

engine: $(TOOLS)/pulumi ## Build Pulumi's CLI of its Go module, in about four minutes, for the tests in tests/engine

awscli: $(TOOLS)/aws ## Install the AWS CLI of PyPI, for the tests in tests/engine

sdk: tests/sdk/node_modules/.package-lock.json ## Install AWS's SDK for JavaScript, with npm, for the tests in tests/sdk

format: install ## Format the code and mend what the linter can
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

ranges: install ## Run the fast tests with the lowest and the newest versions that pyproject.toml allows
	@set -e; for resolution in $(RESOLUTIONS); do \
		$(UV) venv --quiet --clear .venv-$$resolution; \
		$(UV) pip install --quiet --python .venv-$$resolution --resolution $$resolution --editable '.[tools]' --group dev; \
		$(PYTEST:$(BIN)/%=.venv-$$resolution/bin/%) -m "not embedded and not engine and not realtime and not long and not browser"; \
	done

soak: install ## Ten thousand bookings on real processes while everything goes wrong
	@$(BIN)/minitickets soak

fuzz: install ## Fuzz what comes from outside, for five minutes each; Linux only
	@$(UV) sync --locked --group fuzz
	@$(BIN)/python fuzz/run.py --seconds 300

bad: install ## Catch each bad worker, by the simulation alone or else by unit tests, and keep what caught it
	@$(BIN)/python -m tests.bad

bench: install ## Measure what the project is measured by, beside its peers: a table and .minitickets/bench.json
	@$(BIN)/python -m bench $(BENCH)

image: install ## Build the container image with docker, podman or buildah
	@$(BIN)/minitickets image

clean: ## Remove what the other targets installed and cached; what demo and local wrote stays
	rm -rf .venv .venv-* .minitickets/bin .minitickets/fuzz .minitickets/screenshots .minitickets/bench tests/sdk/node_modules bench/peers/typescript/node_modules .pytest_cache .ruff_cache .hypothesis .import_linter_cache

.venv/installed: $(UV) pyproject.toml uv.lock
	@echo "Installing into .venv (about 1.3 GB)"
	@$(UV) sync --locked --compile-bytecode
	@$(BIN)/python -m compileall -q $(PACKAGES)
	@touch $@

$(TOOLS)/pulumi: tests/engine/go.mod tests/engine/go.sum
	@cd tests/engine && version=$$($(GO) list -m -f '{{.Version}}' github.com/pulumi/pulumi/pkg/v3) && \
		CGO_ENABLED=0 $(GO) build -o $(CURDIR)/$@ \
		-ldflags "-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=$$version" \
		github.com/pulumi/pulumi/pkg/v3/cmd/pulumi

# In an environment of its own: it wants another botocore.
$(TOOLS)/aws: install
	@$(UV) venv --quiet --clear .venv-aws
	@$(UV) pip install --quiet --python .venv-aws awscli
	@mkdir -p $(TOOLS) && ln -sf $(CURDIR)/.venv-aws/bin/aws $@

tests/sdk/node_modules/.package-lock.json: tests/sdk/package.json tests/sdk/package-lock.json
	@npm ci --prefix tests/sdk --no-audit --no-fund

# Only where uv is not installed: the version that uv.lock names is fetched.
.venv/bin/uv:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed: name one with make PYTHON=...")'
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		"uv==$$(sed -n '/^name = "uv"$$/{n;s/version = "\(.*\)"/\1/p;}' uv.lock)"
