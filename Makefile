# make run        run Matchslip on this computer, with a demonstration the first time
# make test       run the tests
# make help       everything else

# HOST comes from the command line only: some shells export the computer's own name as HOST.
HOST = 127.0.0.1
PORT ?= 8000
DEMO ?= 1
# Empty: one worker on SQLite, one a processor on PostgreSQL.
WORKERS ?=
THREADS ?= 8
# Empty: worked out from HOST and PORT.
ADDRESS ?=
# Arguments for pytest: make test ARGS="-k swap"
ARGS ?=

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$python; break; }; done)
VENV = .venv/bin/python
INSTALL = $(VENV) -m pip install --quiet --disable-pip-version-check --requirement

.PHONY: help run install install-dev test lint format types messages
.DEFAULT_GOAL := help

help:
	@echo 'make run              serve on 127.0.0.1:8000; a demonstration the first time'
	@echo 'make run DEMO=0       the same, starting empty'
	@echo 'make run HOST=0.0.0.0 serve the network; prints the address and a QR code'
	@echo '                      more: PORT=8001 WORKERS=4 THREADS=8 ADDRESS=...'
	@echo 'make install          only make the environment, .venv'
	@echo 'make test             run the tests; ARGS="..." goes to pytest'
	@echo 'make lint             style, import order, missing migrations'
	@echo 'make types            type check'
	@echo 'make format           format the code'
	@echo 'make messages         collect the strings to translate into locale/'

run: install
	@$(VENV) manage.py serve --host '$(HOST)' --port '$(PORT)' --threads '$(THREADS)' \
		$(if $(WORKERS),--workers '$(WORKERS)') $(if $(ADDRESS),--address '$(ADDRESS)') \
		$(if $(filter 0 no false,$(DEMO)),--no-demo)

install: .venv/base.stamp

install-dev: .venv/dev.stamp

.venv/bin/python:
	@test -n '$(PYTHON)' || { echo 'Matchslip needs Python 3.11 or newer, and none was found.' \
		'Install it, or name it: make run PYTHON=/path/to/python3' >&2; exit 1; }
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'Matchslip needs Python 3.11 or newer; $(PYTHON) is older.' >&2; exit 1; }
	@'$(PYTHON)' -c 'import ensurepip, venv' 2>/dev/null || { \
		echo 'This Python can not make environments: its venv module is incomplete.' \
		'On Debian and Ubuntu: apt install python3-venv' >&2; exit 1; }
	@echo 'Making the environment in .venv'
	@'$(PYTHON)' -m venv --clear .venv || { rm -rf .venv; exit 1; }

.venv/base.stamp: requirements/base.txt .venv/bin/python
	@$(VENV) -c 'import pip' 2>/dev/null || '$(PYTHON)' -m venv --clear .venv
	@echo 'Installing the pinned dependencies (once, a minute or so)'
	@$(INSTALL) requirements/base.txt || { \
		echo 'The dependencies could not be installed. The first start needs the internet;' \
		'run the same command again once it is there.' >&2; exit 1; }
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/base.stamp
	@echo 'Installing what the tests need (once)'
	@$(INSTALL) requirements/dev.txt
	@touch $@

test: install-dev
	$(VENV) -m pytest -n auto $(ARGS)

lint: install-dev
	$(VENV) -m ruff check .
	$(VENV) -m ruff format --check .
	.venv/bin/lint-imports
	$(VENV) manage.py makemigrations --check --dry-run

types: install-dev
	$(VENV) -m mypy .

format: install-dev
	$(VENV) -m ruff check --fix .
	$(VENV) -m ruff format .

# The Japanese strings; needs GNU gettext. The compiled .mo files are made by serve and the tests.
messages: install-dev
	$(VENV) manage.py makemessages --locale ja --no-obsolete --no-wrap --add-location file \
		--ignore '.venv' --ignore 'var' --ignore 'staticfiles' --ignore 'tests'
