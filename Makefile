# The two commands: `make run` serves, `make test` tests. They need make, a POSIX shell, Python 3.11 or later with venv, and the
# first time a package index that pip can reach: the environment is made in .venv from the lock files in requirements/, and is
# left alone while those do not change.

SHELL := /bin/sh
.DEFAULT_GOAL := help

VENV := .venv
PY := $(VENV)/bin/python
# The first interpreter that is recent enough; `make PYTHON=/path/to/python3.12 ...` chooses another.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
PIP_INSTALL := PIP_DISABLE_PIP_VERSION_CHECK=1 $(PY) -m pip install --quiet --no-input --require-hashes
UV_VERSION := 0.13.8
UV_COMPILE = $(VENV)/lock/bin/uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade) pyproject.toml

# The command, run from the checkout that the environment is in.
COMMAND := '\#!/bin/sh' 'PYTHONPATH=$$(cd "$$(dirname "$$0")/../.." && pwd) exec "$$(dirname "$$0")/python" -P -m service.command "$$@"'

# The site of the documentation, and what it is made of.
SITE := service/site/index.html
SITE_SOURCES := mkdocs.yml tools/site_hooks.py $(shell find docs -type f) $(wildcard *.md benchmarks/*.md examples/*.md)

.PHONY: help install run test stress check lint types contract release-contract node deploy-tools manifests sbom fmt docs bench fuzz fuzz-seals \
	fuzz-records mutants lock clean distclean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(VENV)/runtime.stamp ## the environment alone, with the command piquet-referee in .venv/bin

run: $(VENV)/runtime.stamp ## serve on HOST (127.0.0.1) and PORT (8000, or a free one where that is taken); REDIS_URL is optional
	@$(MAKE) --no-print-directory docs || \
		echo 'The site of the documentation could not be built: its pages are served as plain text.' >&2
	@PORT="$${PORT:-auto}" exec $(PY) -m service.serving

test: $(VENV)/dev.stamp node ## all tests; ARGS are for pytest: make test ARGS='-k capot'
	@$(PY) -m pytest $(ARGS)

check: lint types contract manifests sbom test ## all that can be looked at; changes nothing but dist/

lint: $(VENV)/dev.stamp ## ruff, as a linter and as a formatter that only looks
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: $(VENV)/dev.stamp ## mypy, strict, on service/
	$(PY) -m mypy

deploy-tools: $(VENV)/deploy.stamp ## what checks of deploy/ need: hadolint, the schemas of Kubernetes, the tool for the bill of materials

manifests: deploy-tools ## hold deploy/k8s against the schemas of Kubernetes, and the Dockerfile against hadolint's rules
	$(PY) -m tools.manifests
	$(VENV)/bin/hadolint Dockerfile

sbom: $(VENV)/image.stamp deploy-tools ## the bill of materials of the image (CycloneDX), in dist/: packages, versions, hashes, licences
	$(PY) -m tools.sbom

contract: $(VENV)/dev.stamp node ## what a strict linter says of openapi.yaml, and whether it breaks anything that was released
	@$(PY) -m tools.node_tools lint
	@$(PY) -m tools.contract_promise

release-contract: $(VENV)/dev.stamp ## keep openapi.yaml as the contract of its version, in docs/contract/
	@$(PY) -m tools.contract_promise release

node: $(VENV)/dev.stamp ## what checks take from npm, in tools/node; goes without where there is no Node.js or no network
	@test tools/node/node_modules/.package-lock.json -nt tools/node/package-lock.json || \
		$(PY) -m tools.node_tools install || true

fmt: $(VENV)/dev.stamp ## format, and mend what the linter can mend
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

stress: $(VENV)/dev.stamp ## load, restarts, faults, slow clients and attacks, some minutes: what became of every request
	@PYTHONPATH=. $(PY) -m stress $(ARGS)

docs: $(SITE) ## the documentation as a site, which make run serves under /docs/

bench: $(VENV)/bench.stamp ## every benchmark in benchmarks/, one after another
	@status=0; for file in benchmarks/[a-z]*.py; do \
		echo "== $$file"; PYTHONPATH=. $(PY) "$$file" || status=1; done; exit $$status

fuzz: $(VENV)/dev.stamp ## a million requests of every kind, some twenty minutes; N=1000 for fewer, SEED=… to repeat
	@PYTHONPATH=. $(PY) -m tests.fuzz $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED))

fuzz-seals: $(VENV)/dev.stamp ## a million edits of sealed states, some fifteen minutes; N and SEED as above
	@PYTHONPATH=. $(PY) -m tests.fuzz.seals $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED))

fuzz-records: $(VENV)/dev.stamp ## a million damaged records, some twenty minutes; N=1000 for fewer
	$(PY) -m tests.records.fuzz $(or $(N),1000000)

mutants: $(VENV)/dev.stamp ## mutation testing: whether the tests notice small changes of the program; N of each group, SEED, PATHS
	@$(PY) -m tools.mutation $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED)) $(if $(PATHS),--paths $(PATHS)) $(ARGS)

lock: $(VENV)/lock/uv-$(UV_VERSION).stamp ## pin what pyproject.toml asks for; UPGRADE=1 takes the newest of everything
	$(UV_COMPILE) --output-file requirements/runtime.txt
	$(UV_COMPILE) --extra tracing --constraint requirements/runtime.txt --output-file requirements/image.txt
	$(UV_COMPILE) --extra tracing --group dev --constraint requirements/image.txt --output-file requirements/dev.txt
	$(UV_COMPILE) --group docs --constraint requirements/dev.txt --output-file requirements/docs.txt
	$(UV_COMPILE) --extra tracing --group dev --group bench --constraint requirements/dev.txt --output-file requirements/bench.txt
	$(UV_COMPILE) --extra tracing --group deploy --constraint requirements/dev.txt --output-file requirements/deploy.txt
	@! grep -nE '[a-z]+://|^--' requirements/*.txt || { echo 'a lock file names an index: see above' >&2; exit 1; }

clean: ## remove caches and build output; the environment stays
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .schemathesis build dist service/site
	find . -path ./$(VENV) -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## and the environment
	rm -rf $(VENV) tools/node/node_modules examples/node/node_modules

# The environment. A stamp is written when its step has succeeded, so a step that was interrupted is done again.
$(VENV)/made.stamp:
	@test -n "$(PYTHON)" || { echo 'Python 3.11 or later is needed, and was not found.' >&2; exit 1; }
	@echo 'Making $(VENV) with $(PYTHON)'
	@$(PYTHON) -m venv $(VENV) || { echo 'On Debian and Ubuntu: apt-get install python3-venv' >&2; exit 1; }
	@touch $@

$(VENV)/bin/piquet-referee: $(VENV)/made.stamp
	@printf '%s\n' $(COMMAND) > $@ && chmod +x $@

$(VENV)/%.stamp: requirements/%.txt $(VENV)/made.stamp | $(VENV)/bin/piquet-referee
	@echo 'Installing $<'
	@$(PIP_INSTALL) --requirement $<
	@touch $@

# Whoever reads the pages while they are made anew would miss some; so they are made beside, and changed over.
$(SITE): $(SITE_SOURCES) $(VENV)/docs.stamp
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs --quiet build --site-dir build/site
	@rm -rf service/site && mv build/site service/site

$(VENV)/lock/uv-$(UV_VERSION).stamp: $(VENV)/made.stamp
	@$(PY) -m venv $(VENV)/lock
	@$(VENV)/lock/bin/python -m pip install --quiet --no-input --disable-pip-version-check uv==$(UV_VERSION)
	@touch $@
