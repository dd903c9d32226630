# Everything a machine does for this project. `make help` lists it.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
PORT ?= 8000
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input install --quiet

# Printing needs Pango and HarfBuzz; the French catalogue is compiled by gettext.
SYSTEM_PACKAGES := libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 gettext
# Where Debian's chromium is not wanted: CHROMIUM=/path/to/chromium make test
TEST_PACKAGES := $(if $(CHROMIUM),,chromium) postgresql

CATALOGUES := $(patsubst %.po,%.mo,$(wildcard tournament/locale/*/LC_MESSAGES/*.po))
STATIC := $(shell find tournament/static -type f 2>/dev/null)

# $(call need,PACKAGES): install the Debian packages that are not there, or ask for them by name.
define need
	@missing=; \
	for package in $(1); do \
	  dpkg-query --show --showformat='$${db:Status-Status}\n' $$package 2>/dev/null \
	    | grep -qx installed || missing="$$missing $$package"; \
	done; \
	install="apt-get install --yes --no-install-recommends$$missing"; \
	if [ -z "$$missing" ]; then as=; \
	elif ! command -v apt-get >/dev/null; then \
	  echo "This is not a Debian system. Install what these packages are called here:$$missing"; \
	  echo "then run make again with SKIP_PACKAGES=1"; exit 1; \
	elif [ "$$(id -u)" = 0 ]; then as=env; \
	elif sudo -n true 2>/dev/null; then as="sudo env"; \
	else \
	  echo "These system packages are missing:$$missing"; \
	  echo "Ask for them by name, or type:  sudo $$install"; \
	  echo "then run make again (SKIP_PACKAGES=1 goes on without them)."; exit 1; \
	fi; \
	if [ -n "$$missing" ]; then \
	  echo "Installing system packages:$$missing"; \
	  $$as DEBIAN_FRONTEND=noninteractive apt-get update -qq && \
	  $$as DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends $$missing >/dev/null; \
	fi
endef

.PHONY: help
help: ## list what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' $(MAKEFILE_LIST) | expand -t 20

.PHONY: run
run: setup ## set up if needed and serve the site; LAN=1 for the hall's network, PORT=8000
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py first_run
	@exec $(PY) manage.py serve --port $(PORT) $(if $(filter 1,$(LAN)),--lan)

.PHONY: restore
restore: setup ## put a copy of the database back, FILE=…; what would be lost is shown first
	@test -n "$(FILE)" || { echo "Which copy?  make restore FILE=var/backups/…"; ls var/backups 2>/dev/null; exit 2; }
	@$(PY) manage.py restore "$(FILE)"

.PHONY: setup
setup: var/packages $(VENV)/runtime var/secret_key $(CATALOGUES) var/static/staticfiles.json ## install what running needs, once

.PHONY: setup-tests
setup-tests: setup var/test-packages $(VENV)/tests ## install what testing needs, once

.PHONY: test
test: check ## run every check, then the tests
	@echo "== pytest"
	@$(TESTING) $(PY) -m pytest -n 2 $(PYTEST)

.PHONY: test-postgres
test-postgres: setup-tests var/postgresql ## run every test on a PostgreSQL server of their own
	@$(TESTING) $(PY) -m tests.hosting -n 2 $(PYTEST)

# A developer's environment whatever this one holds.
TESTING := env -u ALLOWED_HOSTS -u HTTPS -u LAN -u SECRET_KEY DEBUG=1
HOSTED := env -u DEBUG -u LAN HTTPS=1 ALLOWED_HOSTS=example.org DATABASE_URL=sqlite://:memory: \
	SECRET_KEY=neither-short-nor-a-secret-only-long-enough-for-the-check-0123456789
TEMPLATES = $(shell find templates -name '*.html' 2>/dev/null)

.PHONY: check
check: setup-tests ## format, lint, types, import contracts, deployment, migrations, catalogue
	@echo "== format" && $(VENV)/bin/ruff format --check --quiet .
	@echo "== lint" && $(VENV)/bin/ruff check --quiet --output-format concise .
	@echo "== templates" && $(VENV)/bin/djade --check --target-version 5.2 $(TEMPLATES)
	@echo "== types" && $(VENV)/bin/mypy --no-error-summary
	@echo "== imports" && $(VENV)/bin/lint-imports --no-cache
	@echo "== deployment" && $(HOSTED) $(PY) manage.py check --deploy --fail-level WARNING
	@echo "== migrations" && $(TESTING) $(PY) manage.py makemigrations --check --dry-run
	@echo "== catalogue" && $(TESTING) $(PY) -m tests.catalogue

.PHONY: format
format: setup-tests ## lay out the code and the templates
	@$(VENV)/bin/ruff check --quiet --fix . ; $(VENV)/bin/ruff format .
	@$(VENV)/bin/djade --target-version 5.2 $(TEMPLATES)

.PHONY: messages
messages: setup ## bring the French catalogue up to date with the sources
	@$(TESTING) $(PY) manage.py makemessages --locale fr --no-location --no-obsolete --ignore var

.PHONY: bench
bench: setup-tests ## measure what must be fast, beside two other engines
	@$(TESTING) $(PY) -m tests.bench

.PHONY: gallery
gallery: setup-tests ## print every paper of the demonstration; their pictures are kept in docs/
	@$(TESTING) $(PY) -m tests.gallery

.PHONY: keystrokes
keystrokes: setup-tests ## type an evening from the keyboard in Chromium: how many keys a deal takes
	@env -u DEBUG -u LAN -u HTTPS -u ALLOWED_HOSTS $(PY) -m tests.keystrokes

# DB=postgresql has a server of its own, from the system's packages; SEED=5 is the usual evening.
LOAD = env -u DEBUG -u LAN -u HTTPS -u ALLOWED_HOSTS $(PY) -m tests.load --db $(or $(DB),sqlite) --seed $(or $(SEED),5) \
	--servers $(or $(SERVERS),1)

.PHONY: load
load: setup $(if $(filter postgresql,$(DB)),var/postgresql) ## a hall full of people against the real server, for SECONDS=60; DB=postgresql; SERVERS=2 on two ports; KEYS=1 asks for the marks at each key; PUBLIC=1 rushes to the public standings instead
	@$(LOAD) --seconds $(or $(SECONDS),60) $(if $(KEYS),--each-key) $(if $(PUBLIC),--public)

.PHONY: kill
kill: setup $(if $(filter postgresql,$(DB)),var/postgresql) ## the same, its plug pulled KILLS=20 times: is anything lost?
	@$(LOAD) --kills $(or $(KILLS),20)

.PHONY: soak
soak: setup-tests ## twenty people use everything at random for MINUTES=20, seeded: is anything broken, does memory grow?
	@env -u DEBUG -u LAN -u HTTPS -u ALLOWED_HOSTS nice $(PY) -m tests.soak --minutes $(or $(MINUTES),20) --seed $(or $(SEED),1)

.PHONY: mutation
mutation: setup-tests var/cosmic-ray/ready ## change the engine's signs one by one: does a test notice?
	@nice $(PY) -m tests.mutation var/cosmic-ray/bin/cosmic-ray

# Ten minutes, or SECONDS=60; REPLAY=var/fuzz/crash-… plays one input again.
.PHONY: fuzz
fuzz: setup ## feed the engine what nobody would write, for SECONDS=600
	@$(MAKE) --no-print-directory --silent var/atheris/ready 2>/dev/null || \
	  { echo "atheris could not be installed: it needs the network, Linux and a Python it has a wheel for."; exit 1; }
	@nice var/atheris/bin/python -m tests.fuzz $(or $(REPLAY),$(SECONDS),600)

.PHONY: bandit
bandit: var/bandit/ready ## look for what is unsafe in the code
	@var/bandit/bin/bandit --quiet --recursive --configfile pyproject.toml tournament scoring manage.py

.PHONY: audit
audit: var/pip-audit/ready ## are the packages we pin known to be unsafe? It asks the network
	@var/pip-audit/bin/pip-audit --strict --disable-pip --require-hashes --requirement requirements.txt

.PHONY: schemathesis
schemathesis: setup var/schemathesis/ready ## ask the API whatever its description allows, and what it does not
	@$(PY) -m tests.attacks.api var/schemathesis/bin/schemathesis

.PHONY: logins
logins: setup ## guess at passwords GUESSES=10000 times, at the real server: is anybody let in, or kept out?
	@env -u DEBUG -u LAN -u HTTPS -u ALLOWED_HOSTS nice $(PY) -m tests.attacks.logins $(or $(GUESSES),10000)

.PHONY: requirements
requirements: ## pin anew what pyproject.toml asks for
	@$(PYTHON) -m venv var/pip-tools
	@var/pip-tools/bin/python -m pip --disable-pip-version-check install --quiet pip-tools==7.6.2
	@$(COMPILE) --output-file requirements.txt pyproject.toml
	@$(COMPILE) --extra test --constraint requirements.txt --output-file tests/requirements.txt pyproject.toml
	@for extra in mutation fuzz bandit pip-audit schemathesis; do \
	  $(PYTHON) -c 'import sys, tomllib; \
	project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	print(*project["optional-dependencies"][sys.argv[1]], sep="\n")' $$extra \
	  | $(COMPILE) --output-file tests/$$extra-requirements.txt - || exit 1; \
	done

# Neither an index nor a machine's own settings may show in the files.
COMPILE := CUSTOM_COMPILE_COMMAND="make requirements" var/pip-tools/bin/pip-compile --quiet \
	--generate-hashes --strip-extras --allow-unsafe --no-emit-index-url --no-emit-find-links \
	--no-emit-trusted-host --no-emit-options

.PHONY: clean
clean: ## remove what make made, but never var/, where the data is
	rm -rf $(VENV) .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find tournament/locale -name '*.mo' -delete

# --- Each step leaves a file, so that a second run has nothing to do -------------------------------

# Debian's python3 comes without what makes virtual environments.
VENV_PACKAGE = $(if $(shell $(PYTHON) -c 'import ensurepip' 2>&1),python3-venv)

var/packages: Makefile
	$(if $(SKIP_PACKAGES),,$(call need,$(VENV_PACKAGE) $(SYSTEM_PACKAGES)))
	@mkdir -p var && touch $@

var/postgresql: Makefile
	$(if $(SKIP_PACKAGES),,$(call need,postgresql))
	@mkdir -p var && touch $@

var/test-packages: Makefile
	$(if $(SKIP_PACKAGES),,$(call need,$(TEST_PACKAGES)))
	@mkdir -p var && touch $@

$(VENV)/bin/python: | var/packages
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; this one is $$($(PYTHON) --version)."; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/runtime: requirements.txt | $(VENV)/bin/python
	@echo "Installing the Python packages…"
	@$(PIP) --requirement requirements.txt
	@touch $@

$(VENV)/tests: tests/requirements.txt $(VENV)/runtime
	@echo "Installing the test tools…"
	@$(PIP) --requirement tests/requirements.txt
	@touch $@

# The tools that one target each needs.
var/cosmic-ray/ready: tests/mutation-requirements.txt
var/atheris/ready: tests/fuzz-requirements.txt
var/bandit/ready: tests/bandit-requirements.txt
var/pip-audit/ready: tests/pip-audit-requirements.txt
var/schemathesis/ready: tests/schemathesis-requirements.txt
var/cosmic-ray/ready var/atheris/ready var/bandit/ready var/pip-audit/ready var/schemathesis/ready: | var/packages
	@echo "Installing $(notdir $(@D))…"
	@$(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip --disable-pip-version-check --no-input install --quiet --requirement $<
	@touch $@

var/secret_key:
	@mkdir -p var
	@umask 077 && $(PYTHON) -c 'import secrets; print(secrets.token_urlsafe(64))' > $@

%.mo: %.po | var/packages
	@if command -v msgfmt >/dev/null; then msgfmt --check-format --output-file=$@ $<; \
	else echo "gettext is missing: the pages will be in English."; fi

var/static/staticfiles.json: $(STATIC) $(VENV)/runtime var/secret_key
	@env -u HTTPS DEBUG=0 $(PY) manage.py collectstatic --no-input --verbosity 0
	@touch $@
