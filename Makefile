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
# 1: TLS with a certificate of this computer's own. CERT=file KEY=file: with one that was given.
TLS ?=
CERT ?=
KEY ?=
# Empty: worked out from HOST and PORT.
ADDRESS ?=
# A second folder for the backups that make themselves, such as a stick's.
BACKUPS_ALSO ?=
# make backup TO=folder, make restore FROM=file
TO ?=
FROM ?=
# make follow DESK=... TOKEN=... as the other laptop prints them
DESK ?=
TOKEN ?=
# Arguments for pytest: make test ARGS="-k swap"
ARGS ?=
# 1: say which lines and branches no test runs. It takes half a minute on top.
COVER ?=
# pip-compile of pip-tools, from an environment of its own; see CONTRIBUTING.md.
COMPILE = pip-compile --quiet $(UPGRADE)
UPGRADE ?=

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$python; break; }; done)
VENV = .venv/bin/python
INSTALL = $(VENV) -m pip install --quiet --disable-pip-version-check --requirement

.PHONY: help run backup restore follow take-over install install-dev package wheels program program-test image-test release pins test test-all test-next next-python faults fuzz gallery api-schema lint format types messages requirements
.DEFAULT_GOAL := help

help:
	@echo 'make run              serve on 127.0.0.1:8000; a demonstration the first time'
	@echo 'make run DEMO=0       the same, starting empty'
	@echo 'make run HOST=0.0.0.0 serve the network; prints the address and a QR code'
	@echo '                      more: PORT=8001 WORKERS=4 THREADS=8 ADDRESS=...'
	@echo '                      TLS=1, or CERT=file KEY=file: https'
	@echo '                      BACKUPS_ALSO=folder puts the backups there too'
	@echo 'make backup           save everything to one checked file; TO=folder'
	@echo 'make restore FROM=... put such a file in the place of everything'
	@echo 'make follow DESK=... TOKEN=...   keep a copy of another laptop, ready to take over'
	@echo 'make take-over        serve from that copy; HOST and PORT as for run'
	@echo 'make install          only make the environment, .venv'
	@echo 'make install-dev      the same, with what the tests need'
	@echo 'make test             run the tests that answer in minutes; ARGS="..." goes to pytest'
	@echo '                      COVER=1 says what they cover, and takes longer'
	@echo 'make test-all         run the others, too: browsers, servers that are killed, old databases'
	@echo 'make test-next        run the fast part of the tests on the next Django'
	@echo 'make faults           kill servers under writers and the like, for longer; FAULTS=30'
	@echo '                      SEED=17 replays a seed of the simulation, SEEDS=10000 runs many'
	@echo 'make fuzz             every form and every text with what no person types; FUZZ=100000'
	@echo 'make gallery          pictures of every screen, in var/gallery/index.html; ONLY=floor'
	@echo 'make lint             style, import order, missing migrations'
	@echo 'make types            type check'
	@echo 'make format           format the code and the templates'
	@echo 'make messages         collect the strings to translate into locale/'
	@echo 'make api-schema       write docs/openapi.json after a change of the interface for programs'
	@echo 'make package          build dist/matchslip-*.whl, which pip installs'
	@echo 'make wheels           the same, with its dependencies, for a computer without internet'
	@echo 'make program          a folder that needs no Python, for systems like this one'
	@echo 'make program-test     build it, and play an event with it in a root without Python; as root'
	@echo 'make image-test       build the container image, and play, restore and upgrade an event in it; as root'
	@echo 'make release          version, tag, notes, files and checksums in dist/release; VERSION=0.3.0'
	@echo 'make pins             known weaknesses of the pinned dependencies, or their ages'
	@echo 'make requirements     pin what pyproject.toml names'

# A word of the shell, also of a folder with an apostrophe.
quoted = '$(subst ','\'',$(1))'

run: install
	@$(if $(BACKUPS_ALSO),MATCHSLIP_BACKUPS_ALSO=$(call quoted,$(BACKUPS_ALSO))) $(VENV) manage.py serve --host '$(HOST)' --port '$(PORT)' --threads '$(THREADS)' \
		$(if $(WORKERS),--workers '$(WORKERS)') $(if $(ADDRESS),--address $(call quoted,$(ADDRESS))) \
		$(if $(filter 1 yes true,$(TLS)),--tls) $(if $(CERT),--certificate $(call quoted,$(CERT))) $(if $(KEY),--key $(call quoted,$(KEY))) \
		$(if $(filter 0 no false,$(DEMO)),--no-demo)

backup: install
	@$(VENV) manage.py backup $(if $(TO),$(call quoted,$(TO)))

restore: install
	@test -n $(call quoted,$(FROM)) || { echo 'Name the backup: make restore FROM=var/backups/...' >&2; exit 1; }
	@$(VENV) manage.py restore $(call quoted,$(FROM))

# Both serve the network unless HOST says otherwise.
OTHERS_HOST = $(if $(filter command line,$(origin HOST)),$(HOST),0.0.0.0)

follow: install
	@$(VENV) manage.py follow $(call quoted,$(DESK)) --token=$(call quoted,$(TOKEN)) --host '$(OTHERS_HOST)' --port '$(PORT)'

take-over: install
	@$(VENV) manage.py take_over --host '$(OTHERS_HOST)' --port '$(PORT)'

# Of the environment, in MB; pip's words for a full disk are lost among others.
NEEDED_MB = 350
SAY_FULL_DISK = free=$$(df -Pk . | awk 'NR == 2 { print int($$4 / 1024) }'); \
	test "$${free:-$(NEEDED_MB)}" -ge $(NEEDED_MB) || { \
	echo "The disk is full: $$free MB are free, and the environment needs $(NEEDED_MB) MB." \
	'Make room, then run the same command again.' >&2; exit 1; };

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
	@$(INSTALL) requirements/base.txt || { $(SAY_FULL_DISK) \
		echo 'The dependencies could not be installed. The first start needs the internet;' \
		'run the same command again once it is there.' >&2; exit 1; }
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/base.stamp
	@echo 'Installing what the tests need (once)'
	@$(INSTALL) requirements/dev.txt
	@touch $@

# Every processor is a worker. For one file they would take longer to start than its tests.
SPREAD = $(if $(filter 1,$(words $(filter %.py,$(subst ::, ,$(ARGS))))),,-n auto --dist worksteal)

# Some shells forbid it, and then every start compiles every module: seconds each time.
test test-all test-next faults fuzz gallery program-test: export PYTHONDONTWRITEBYTECODE =

RUN_TESTS = $(VENV) $(if $(filter 1 yes true,$(COVER)),-W ignore::RuntimeWarning -m slipcover) -m pytest

# What answers in minutes. Whoever names tests gets all that they name.
test: install-dev
	$(RUN_TESTS) $(SPREAD) $(if $(ARGS),$(ARGS),-m 'not slow' --ignore tests/browser)

test-all: install-dev
	$(RUN_TESTS) $(SPREAD)

# The next long-term release of Django needs Python 3.12: on the PATH, or one of pyenv.
NEXT_PYTHON ?= $(shell for python in python3.12 python3.13 python3.14 python3 \
	$${PYENV_ROOT:-$$HOME/.pyenv}/versions/3.1[2-4].*/bin/python3; do \
	"$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 12))' 2>/dev/null \
	&& { echo "$$python"; break; }; done)
NEXT = .venv-next/bin/python
# The engines, the tables, the writes of the core, every address of the staff, the pages of players.
FAST_TESTS = tests/archive tests/standings/test_edge_cases.py tests/standings/test_profiles.py \
	tests/pairings/test_best.py tests/pairings/test_checker.py \
	tests/events/core \
	tests/events/web/test_every_address.py tests/events/web/test_edits.py \
	tests/events/web/test_headers.py tests/events/web/test_parts.py \
	tests/events/accounts/test_accounts.py tests/events/accounts/test_logins.py \
	tests/events/bench/test_reports.py \
	tests/events/desk/test_desk.py tests/events/player_pages/test_me.py \
	tests/events/player_pages/test_sign_ups.py tests/events/public_site/test_public_pages.py \
	tests/events/hosting/test_backups.py tests/events/hosting/test_mail.py \
	tests/events/hosting/test_sessions.py \
	tests/test_databases.py tests/test_translations.py tests/upgrades/test_schema.py

next-python:
	@test -n '$(NEXT_PYTHON)' || { echo 'The next Django needs Python 3.12 or newer, and none was found.' \
		'Install it, or name it: make test-next NEXT_PYTHON=/path/to/python3' >&2; exit 1; }

.venv-next/stamp: requirements/next.txt | next-python
	'$(NEXT_PYTHON)' -m venv --clear .venv-next
	@echo 'Installing the next Django and what the tests need (once)'
	@$(NEXT) -m pip install --quiet --disable-pip-version-check --requirement requirements/next.txt
	@touch $@

# Another Django collects other static files: not in the folder of servers that run beside.
test-next: export MATCHSLIP_STATIC = $(CURDIR)/.venv-next/static
test-next: .venv-next/stamp
	$(NEXT) manage.py check
	$(NEXT) manage.py makemigrations --check --dry-run
	$(NEXT) -m pytest $(if $(ARGS),$(ARGS),-n auto --dist worksteal $(FAST_TESTS))

# SEED=17 replays one seed of the simulation of faults, SEEDS=10000 runs as many before a release.
SEED ?=
SEEDS ?=
SEEDED = tests/faults/seeded/test_seeds.py
# The fault tests for longer: FAULTS is how often each server is killed; torn reads, the roles at
# every address and what a private action shows are tried as much longer.
FAULTS ?= 30
FAULT_TESTS = tests/faults tests/events/test_torn_reads.py tests/events/tables_of_four/test_every_page.py \
	tests/events/web/test_every_address.py tests/events/web/test_private_actions.py
faults: install-dev
	$(if $(SEED)$(SEEDS),MATCHSLIP_SEED='$(SEED)' MATCHSLIP_SEEDS='$(or $(SEEDS),1)' \
		$(VENV) -m pytest $(if $(SEED),-n 0,-n auto --dist worksteal) $(SEEDED) -k whatever_goes_wrong $(ARGS),MATCHSLIP_FAULTS='$(FAULTS)' $(VENV) -m pytest $(FAULT_TESTS) $(ARGS))

# Every form, address, text and archive with so many odd inputs, new ones each time.
FUZZ ?= 100000
fuzz: install-dev
	FUZZ='$(FUZZ)' $(VENV) -m pytest -n auto tests/fuzz $(ARGS)

# Every screen in both sizes, themes and languages; ONLY=floor takes those of some pages again.
ONLY ?=
gallery: install-dev
	$(VENV) -m tests.browser.gallery $(if $(ONLY),--only '$(ONLY)')

# docs/openapi.json, after a change of the interface for programs.
api-schema: install-dev
	API_SCHEMA=write $(VENV) -m pytest -q -n 0 tests/events/api/test_reading.py -k checked_in

lint: install-dev
	$(VENV) -m ruff check .
	$(VENV) -m ruff format --check .
	.venv/bin/djlint --check --quiet templates
	@! grep -rnE '^.{120,}' templates || { echo 'Lines of templates stay under 120 characters.' >&2; exit 1; }
	.venv/bin/lint-imports
	$(VENV) manage.py makemigrations --check --dry-run

types: install-dev
	$(VENV) -m mypy .

format: install-dev
	$(VENV) -m ruff check --fix .
	$(VENV) -m ruff format .
	.venv/bin/djlint --reformat --quiet templates

# requirements/*.txt from the names in pyproject.toml; the versions that are pinned stay.
# UPGRADE='--upgrade' for the newest of all, '--upgrade-package NAME' for one.
requirements:
	$(COMPILE) --output-file requirements/base.txt pyproject.toml
	$(COMPILE) --extra dev --constraint requirements/base.txt \
		--output-file requirements/dev.txt pyproject.toml
	$(COMPILE) --extra peers --constraint requirements/dev.txt \
		--output-file requirements/peers.txt pyproject.toml
	$(COMPILE) --extra api-peers --constraint requirements/dev.txt \
		--output-file requirements/api-peers.txt pyproject.toml
	$(COMPILE) --extra release --constraint requirements/base.txt \
		--output-file requirements/release.txt pyproject.toml
	@$(MAKE) --no-print-directory requirements-next

# The versions of dev.txt, but of Django the next. It is compiled by the Python that runs it.
NEXT_DJANGO = ~=6.1.0
.PHONY: requirements-next
requirements-next: next-python
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT \
	&& mkdir "$$folder/requirements" && cp requirements/dev.txt "$$folder/requirements/next.txt" \
	&& sed 's/"Django~=[0-9.]*"/"Django$(NEXT_DJANGO)"/' pyproject.toml >"$$folder/pyproject.toml" \
	&& '$(NEXT_PYTHON)' -m venv "$$folder/env" \
	&& "$$folder/env/bin/pip" install --quiet --disable-pip-version-check pip-tools \
	&& (cd "$$folder" && env/bin/$(COMPILE) --extra dev --output-file requirements/next.txt pyproject.toml) \
	&& cp "$$folder/requirements/next.txt" requirements/next.txt

# An empty database and collected static files, for the packages: a first start makes neither.
SHIPPED = events/hosting/collected events/hosting/empty.sqlite3
SHIP = from events.hosting.static_collection import collect_static_files; collect_static_files(); \
	from events.hosting.updates import ship_tables; ship_tables()

# dist/matchslip-*.whl: what pip, pipx and uvx install. Nothing of it is downloaded.
package: install-dev
	@$(VENV) manage.py compile_translations
	@rm -rf dist/matchslip-*.whl
	@data=$$(mktemp -d) && trap 'rm -rf "$$data" $(SHIPPED)' EXIT && rm -rf $(SHIPPED) \
	&& MATCHSLIP_VAR="$$data" MATCHSLIP_STATIC="$$PWD/events/hosting/collected" DATABASE_URL= \
		$(VENV) manage.py shell --verbosity 0 -c "$(SHIP)" \
	&& $(VENV) -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/matchslip-*.whl

# The pinned dependencies beside it, to carry to a computer without internet:
# pip install --no-index --find-links dist --find-links dist/wheels matchslip
wheels: package
	@$(VENV) -m pip wheel --quiet --disable-pip-version-check --requirement requirements/base.txt --wheel-dir dist/wheels

# dist/program/matchslip/: the package with Python inside, for systems like this one.
program: package .venv-program/stamp
	@.venv-program/bin/pyinstaller --noconfirm --log-level ERROR --distpath dist/program \
		--workpath build/program deploy/program/matchslip.spec
	@tar -C dist/program -czf dist/matchslip-$$(uname -s)-$$(uname -m).tar.gz matchslip
	@ls dist/matchslip-*.tar.gz

# The same in a root that has no Python, make or compilers. Only root makes one.
program-test: install-dev
	MATCHSLIP_FAULTS=1 $(VENV) -m pytest -n 0 -m minutes tests/package/test_program.py $(ARGS)

# The image of the Dockerfile, built by buildah on Debian's Python, as root on Debian; 10 minutes.
image-test: install-dev
	MATCHSLIP_FAULTS=1 $(VENV) -m pytest -n 0 -m minutes tests/package/test_image.py tests/package/test_compose.py tests/package/test_other_hosts.py $(ARGS)

# A commit, a tag and dist/release/ on this computer; it prints what sends them and what takes them back.
VERSION ?=
release: install-dev .venv-program/stamp
	@.venv-program/bin/python deploy/release/release.py $(VERSION)

pins: .venv-program/stamp
	@.venv-program/bin/python deploy/release/pins.py

.venv-program/stamp: requirements/release.txt .venv/base.stamp
	@'$(PYTHON)' -m venv --clear .venv-program
	@.venv-program/bin/pip install --quiet --disable-pip-version-check --requirement $<
	@touch $@

# The strings of every language; needs GNU gettext. The compiled .mo files are made by serve and the tests.
LOCALES ?= ja
messages: install-dev
	$(VENV) manage.py makemessages $(LOCALES:%=--locale %) --no-obsolete --no-wrap --no-location \
		--ignore '.venv*' --ignore 'var' --ignore 'staticfiles' --ignore 'tests' --ignore 'build' --ignore 'dist'
