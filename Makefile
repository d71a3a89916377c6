# The two main commands: `make run` serves, `make test` runs the tests. They need make, a POSIX shell, Python 3.11 or later with
# venv and, the first time, a package index that pip can reach. The environment in .venv is made from the lock files in
# requirements/ and made again only if these change. With a C compiler, they also compile the kernel of double dummy.

SHELL := /bin/sh
.DEFAULT_GOAL := help

VENV := .venv
PY := $(VENV)/bin/python
# The first interpreter that is recent enough. `make PYTHON=/path/to/python3.12 ...` chooses another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
PIP_INSTALL := PIP_DISABLE_PIP_VERSION_CHECK=1 $(PY) -m pip install --quiet --no-input --require-hashes
UV_VERSION := 0.13.8
UV_COMPILE = $(VENV)/lock/bin/uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade) pyproject.toml

# A script that runs the command from the checkout that contains the environment.
COMMAND := '\#!/bin/sh' 'PYTHONPATH=$$(cd "$$(dirname "$$0")/../.." && pwd) exec "$$(dirname "$$0")/python" -P -m service.cli "$$@"'

# The folder of the compiled kernel, and the program that builds it.
KERNEL := service/analysis/double_dummy/build
BUILD_KERNEL := service/analysis/double_dummy/kernel_build.py

# Where the packages in clients/ are put, and the compiler of TypeScript (tools/node_tools.py).
DIST := dist
TSC := tools/node/node_modules/typescript-7/bin/tsc

# The site of the documentation, and its sources.
SITE := service/site/index.html
SITE_SOURCES := mkdocs.yml tools/site_hooks.py $(shell find docs -type f) $(wildcard *.md benchmarks/*.md examples/*.md)

.PHONY: help install mcp pairings run test stress check lint types contract contract-tools contract-tools-check workflows release-contract clients packages package-python package-typescript wheel image-test node deploy-tools manifests sbom fmt docs screenshots \
	kernel bench fuzz fuzz-seals fuzz-states fuzz-records fuzz-events random-campaign contract-campaign law-campaign ways-campaign multiplayer-campaign kernel-campaign price-campaign mutants lock clean distclean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(VENV)/runtime.stamp kernel ## make the environment, with the command piquet-referee in .venv/bin

mcp: $(VENV)/mcp.stamp kernel ## make the environment with what piquet-referee mcp needs

pairings: $(VENV)/pairings.stamp kernel ## make the environment with what piquet-referee pair needs

run: $(VENV)/runtime.stamp kernel ## serve on HOST (127.0.0.1) and PORT (8000, or a free one if it is taken); REDIS_URL is optional
	@$(MAKE) --no-print-directory docs || \
		echo 'The site of the documentation could not be built: its pages are served as plain text.' >&2
	@PORT="$${PORT:-auto}" SEAL_KEYS="$${SEAL_KEYS:-auto}" exec $(PY) -m service.server

# Sets have the same order in each run, too. Byte code is kept, whatever the environment says: the tests start hundreds of
# processes, and each would compile the service again.
test: $(VENV)/made.stamp ## run all tests; ARGS are for pytest: make test ARGS='-k capot'
	@$(MAKE) --no-print-directory --jobs=2 $(VENV)/dev.stamp kernel node
	@PYTHONHASHSEED=0 PYTHONDONTWRITEBYTECODE= $(PY) -m pytest $(ARGS)

check: lint types contract contract-tools-check workflows manifests test sbom ## run every check and all tests; changes only dist/

lint: $(VENV)/dev.stamp ## run ruff: the linter, and the formatter without changes
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: $(VENV)/dev.stamp node ## run mypy, strict, on service/ and clients/python, and pyright on clients/python
	$(PY) -m mypy
	@$(PY) -m tools.node_tools types

deploy-tools: $(VENV)/deploy.stamp ## install what checks of deploy/ need: hadolint and the schemas of Kubernetes

manifests: deploy-tools ## validate deploy/k8s against the schemas of Kubernetes, and lint the Dockerfile with hadolint
	$(PY) -m tools.manifests
	$(VENV)/bin/hadolint Dockerfile

sbom: $(VENV)/image.stamp $(VENV)/sbom.stamp ## write the bill of materials of the image (CycloneDX) to dist/: packages, versions, hashes, licences
	$(PY) -m tools.sbom

contract: $(VENV)/dev.stamp node ## lint openapi.yaml strictly, and check that it breaks nothing that was released
	@$(PY) -m tools.node_tools lint
	@$(PY) -m tools.contract_promise

contract-tools: $(VENV)/dev.stamp $(VENV)/contract-tools/made.stamp kernel node ## run every tool of docs/clients.md on openapi.yaml, an hour or so; ARGS='--require --only orval'
	@$(PY) -m tools.node_tools install tools/contract_tools/node || true
	@$(PY) -m tools.contract_tools $(ARGS)

contract-tools-check: $(VENV)/dev.stamp $(VENV)/contract-tools/made.stamp kernel node ## run three of them: OpenAPI Generator for Java, hey-api, schemathesis without configuration
	@$(PY) -m tools.contract_tools --check $(ARGS)

workflows: $(VENV)/dev.stamp kernel node ## lint the Arazzo workflows in docs/workflows, and run them against the service
	@$(PY) -m tools.workflows

release-contract: $(VENV)/dev.stamp ## keep openapi.yaml as the contract of the last release
	@$(PY) -m tools.contract_promise release

clients: $(VENV)/dev.stamp node ## write again what the packages in clients/ take from openapi.yaml
	@$(PY) -m tools.clients

packages: package-python package-typescript ## build the packages in clients/ as a wheel and an npm package in DIST (dist/); each needs its language only

package-python:
	@if [ -z "$(PYTHON)" ]; then echo 'clients/python is not built: Python 3.11 or later was not found.'; else \
		$(PYTHON) -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$(DIST)" ./clients/python; fi

package-typescript:
	@if ! command -v npm >/dev/null; then echo 'clients/typescript is not built: npm was not found.'; else \
		mkdir -p "$(DIST)" && rm -rf clients/typescript/dist && \
		if [ ! -e $(TSC) ]; then npm ci --prefix tools/node --ignore-scripts --silent; fi && \
		node $(TSC) --project clients/typescript && npm pack --silent --pack-destination "$(DIST)" ./clients/typescript; fi

wheel: $(VENV)/dev.stamp ## build the wheel into dist/: with the kernel, for this platform, or pure Python if there is no C compiler
	@$(PY) -m hatchling build --target wheel --directory dist

node: $(VENV)/made.stamp ## install the npm packages of tools/node and examples/node; skipped without Node.js or network
	@$(PY) -m tools.node_tools install || true

image-test: ## build the image with docker, podman or buildah, run it and test it; ARGS are for the build
	@$(PYTHON) -m tools.image_test $(ARGS)

fmt: $(VENV)/dev.stamp ## format, and fix what the linter can fix
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

stress: $(VENV)/dev.stamp kernel ## run the stress test: load, restarts, faults, slow clients and attacks; takes some minutes
	@PYTHONPATH=. $(PY) -m stress $(ARGS)

kernel: $(VENV)/made.stamp ## compile the kernel of double dummy, if there is a C compiler; without it, the search in Python runs
	@$(PY) -P $(BUILD_KERNEL)

docs: $(SITE) ## build the documentation as a site, which make run serves under /docs/
	@:

screenshots: $(VENV)/dev.stamp ## take the pictures of the table in docs/images, with the browser of this machine
	@$(PY) -m tools.screenshots

bench: $(VENV)/bench.stamp kernel ## run every benchmark in benchmarks/, one after the other
	@status=0; for file in benchmarks/[a-z]*.py; do \
		echo "== $$file"; PYTHONPATH=. $(PY) "$$file" || status=1; done; exit $$status

fuzz: $(VENV)/dev.stamp ## send a million random requests, more than an hour; N=1000 for fewer, SEED=… to repeat
	@PYTHONPATH=. $(PY) -m tests.fuzz $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED))

fuzz-seals: $(VENV)/dev.stamp ## try a million edits of sealed states, about fifteen minutes; N, SEED; IRREGULAR=1: irregular ones
	@PYTHONPATH=. $(PY) -m tests.fuzz.seals $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED)) $(if $(IRREGULAR),--irregular)

fuzz-states: $(VENV)/dev.stamp ## try a million edits of states without seals, about two hours; N, SEED and IRREGULAR as above
	@PYTHONPATH=. $(PY) -m tests.fuzz.unsealed $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED)) $(if $(IRREGULAR),--irregular)

fuzz-records: $(VENV)/dev.stamp ## read a million damaged records, more than an hour; N, SEED as above
	$(PY) -m tests.records.fuzz $(or $(N),1000000) $(SEED)

fuzz-events: $(VENV)/dev.stamp ## read and rank two hundred thousand damaged events, about a quarter of an hour; N, SEED
	$(PY) -m tests.tournaments.fuzz $(or $(N),200000) $(SEED)

random-campaign: $(VENV)/dev.stamp kernel ## run the tests of random cases with 60 times as many; N=3 for three times, SEED=… for others
	@PYTHONHASHSEED=0 PROPERTY_SCALE=$(or $(N),60) $(if $(SEED),PROPERTY_SEED=$(SEED)) $(PY) -m pytest tests/properties tests/records \
		tests/piquet/rulesets/test_random_parties.py tests/api/test_fuzz.py tests/api/test_seals.py tests/api/test_edited_states.py \
		tests/api/test_edited_views.py tests/multiplayer tests/tournaments $(ARGS)

contract-campaign: $(VENV)/dev.stamp ## send every request that schemathesis makes by rule, for all alternatives and members; N=3, SEED as above
	@PYTHONHASHSEED=0 PROPERTY_SCALE=$(or $(N),33) $(if $(SEED),PROPERTY_SEED=$(SEED)) $(PY) -m pytest tests/contract/test_schemathesis.py $(ARGS)

ways-campaign: $(VENV)/dev.stamp ## ask twenty thousand random parties in every way in, an hour or so on two cores; N=100 for fewer, SEED=… for others
	@PYTHONPATH=. $(PY) -m tests.properties.ways_campaign $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED))

law-campaign: $(VENV)/dev.stamp ## recount five thousand random irregular deals in all cells of the matrix, about three quarters of an hour; N=100 for fewer parties, SEED=… for others
	@PYTHONPATH=. $(PY) -m tests.properties.law_campaign $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED))

multiplayer-campaign: $(VENV)/dev.stamp ## play five thousand random deals of voleur and of normand in two implementations, some minutes; N, SEED, GAME
	@PYTHONPATH=. $(PY) -m tests.multiplayer.campaign $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED)) $(if $(GAME),--game $(GAME))

price-campaign: $(VENV)/dev.stamp kernel ## look for the request of each operation that takes the most time a unit, some minutes; N, SEED
	@PYTHONPATH=. $(PY) benchmarks/price_campaign.py $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED))

kernel-campaign: $(VENV)/dev.stamp kernel ## solve ten thousand random positions by the kernel and in Python, some minutes; N, SEED
	@PYTHONPATH=. $(PY) -m tests.analysis.kernel_campaign $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED))

mutants: $(VENV)/dev.stamp ## test whether the tests notice small changes of the program (mutation testing); N of each group, SEED, PATHS
	@$(PY) -m tools.mutation $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED)) $(if $(PATHS),--paths $(PATHS)) $(ARGS)

lock: $(VENV)/lock/uv-$(UV_VERSION).stamp ## pin the requirements of pyproject.toml; UPGRADE=1 takes the newest versions
	$(UV_COMPILE) --output-file requirements/runtime.txt
	$(UV_COMPILE) --extra tracing --constraint requirements/runtime.txt --output-file requirements/image.txt
	$(UV_COMPILE) --extra mcp --extra tracing --constraint requirements/image.txt --output-file requirements/mcp.txt
	$(UV_COMPILE) --extra dask --extra tracing --constraint requirements/mcp.txt --output-file requirements/cluster.txt
	$(UV_COMPILE) --extra pairings --constraint requirements/runtime.txt --output-file requirements/pairings.txt
	$(UV_COMPILE) --all-extras --group dev --constraint requirements/mcp.txt --constraint requirements/cluster.txt --constraint requirements/pairings.txt --output-file requirements/dev.txt
	$(UV_COMPILE) --group docs --constraint requirements/dev.txt --output-file requirements/docs.txt
	$(UV_COMPILE) --all-extras --group dev --group bench --constraint requirements/dev.txt --output-file requirements/bench.txt
	$(UV_COMPILE) --all-extras --group deploy --constraint requirements/dev.txt --output-file requirements/deploy.txt
	$(UV_COMPILE) --all-extras --group sbom --constraint requirements/dev.txt --output-file requirements/sbom.txt
	$(filter-out pyproject.toml,$(UV_COMPILE)) --group contract-tools --output-file requirements/contract-tools.txt
	@! grep -nE '[a-z]+://|^--' requirements/*.txt || { echo 'a lock file names an index: see above' >&2; exit 1; }

clean: ## remove caches and build output; keep the environment
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .schemathesis build dist service/site $(KERNEL)
	find . -path ./$(VENV) -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## remove these and the environment
	rm -rf $(VENV) tools/node/node_modules tools/contract_tools/node/node_modules examples/node/node_modules

# The environment. A stamp is written after its step has succeeded, so an interrupted step is repeated. Packages are
# compiled by all processors: pip would use one. The client in Python is imported from this checkout.
$(VENV)/made.stamp:
	@test -n "$(PYTHON)" || { echo 'Python 3.11 or later is needed, and was not found.' >&2; exit 1; }
	@echo 'Making $(VENV) with $(PYTHON)'
	@$(PYTHON) -m venv $(VENV) || { echo 'On Debian and Ubuntu: apt-get install python3-venv' >&2; exit 1; }
	@touch $@

$(VENV)/bin/piquet-referee: Makefile $(VENV)/made.stamp
	@printf '%s\n' $(COMMAND) > $@ && chmod +x $@

$(VENV)/%.stamp: requirements/%.txt $(VENV)/made.stamp | $(VENV)/bin/piquet-referee
	@echo 'Installing $< into $(VENV): a minute or two, and again only if that file changes'
	@$(PIP_INSTALL) --no-compile --requirement $<
	@$(PY) -m compileall -qq --workers 0 $(VENV)/lib || true
	@echo '$(CURDIR)/clients/python' > "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/clients.pth"
	@touch $@

# Without a network, the tools in it are skipped.
$(VENV)/contract-tools/made.stamp: requirements/contract-tools.txt $(VENV)/made.stamp
	@echo 'Installing $<'
	@$(PY) -m venv $(@D)
	@$(subst $(PY),$(@D)/bin/python,$(PIP_INSTALL)) --requirement $< && touch $@ || \
		echo 'Tools of the contract will be skipped: pip could not install $<.'

# The site is built in another folder and then swapped, so that no page is missing while it is rebuilt.
$(SITE): $(SITE_SOURCES) $(VENV)/docs.stamp
	@echo 'Building the documentation: up to a minute, and again only if it changes'
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs --quiet build --site-dir build/site
	@rm -rf service/site && mv build/site service/site

$(VENV)/lock/uv-$(UV_VERSION).stamp: $(VENV)/made.stamp
	@$(PY) -m venv $(VENV)/lock
	@$(VENV)/lock/bin/python -m pip install --quiet --no-input --disable-pip-version-check uv==$(UV_VERSION)
	@touch $@
