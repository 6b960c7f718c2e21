"""Fixtures for every test."""

import datetime
import gc
import os
import sys
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.management.commands.flush import Command as Flush
from django.db import connections
from django.test import override_settings
from django.test.signals import setting_changed
from django.test.utils import setup_databases, teardown_databases
from django.utils import timezone, translation
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from events.core.revision_cache import clear_revision_caches
from events.hosting.server.frames import with_room
from events.management.commands.compile_translations import compile_translations
from events.web.rate_limits import LIMITS, RateLimit
from tests.databases import empty, migrated_file, migrated_once
from tests.longer import ASKED_FOR
from tests.owners.scoping import Guard, guarded
from tests.quick_django import quick_django
from tests.shared import NOT_THERE
from tests.statements import Recorder, record

# The duration of an example depends on the machine, not on the code.
settings.register_profile("matchslip", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("matchslip")

# "1": no test may skip; "but-shared": only those that read the shared folder.
NO_SKIP = os.environ.get("MATCHSLIP_NO_SKIP", "")
# A file for the names of tests skipped because the shared folder is missing.
SKIPPED = os.environ.get("MATCHSLIP_SKIPPED", "")
# A file for the names of failed tests, so that they can be repeated.
FAILED = os.environ.get("MATCHSLIP_FAILED", "")
# A file for the statements of each test; see tests/statements.py.
STATEMENTS = os.environ.get("MATCHSLIP_STATEMENTS", "")
# A file with the names of tests that ran on another database and are left out on this one.
LEFT_OUT = os.environ.get("MATCHSLIP_LEFT_OUT", "")
ASKS_THE_DATABASE = {"db", "transactional_db"}
# Tests of several connections at once can show something new on each database.
AT_ONCE = {"transactional_db", "file_database", "live_server"}
PASSED = pytest.StashKey[bool]()


@pytest.fixture(autouse=True, scope="session")
def settings_for_tests(tmp_path_factory: pytest.TempPathFactory) -> Generator[None]:
    """Serve static files by their own names, show changes at once, hash passwords quickly."""
    storages = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(
        STORAGES=storages,
        STATIC_ROOT=tmp_path_factory.mktemp("static"),
        TURNS_DIR=tmp_path_factory.mktemp("turns"),
        PUBLIC_SECONDS=0,
        PASSWORD_HASHERS=hashers,
    ):
        yield


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Start three workers for two processors: a third of the time a test waits, for a server, say.

    `.ci/run` names a number, which wins, where it runs two suites at once.
    """
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return -(-(os.cpu_count() or 1) * 3 // 2)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what asks the database: nothing else has anything to show on PostgreSQL again."""
    for item in items:
        asked = ASKS_THE_DATABASE.intersection(getattr(item, "fixturenames", ()))
        if asked or item.get_closest_marker("django_db"):
            item.add_marker("database")
    left_out = set(Path(LEFT_OUT).read_text().splitlines()) if LEFT_OUT else set()
    if not ASKED_FOR:
        left_out |= {item.nodeid for item in items if item.get_closest_marker("minutes")}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left_out])
    items[:] = [item for item in items if item.nodeid not in left_out]


@pytest.fixture(autouse=True)
def statements_are_recorded(
    request: pytest.FixtureRequest, recorder: Recorder | None
) -> Generator[None]:
    """Record the statements that a test sends, if `MATCHSLIP_STATEMENTS` names a file for them."""
    marker = request.node.get_closest_marker("django_db")
    at_once = AT_ONCE.intersection(request.fixturenames) or (
        marker and (marker.kwargs.get("transaction") or marker.args)
    )
    if recorder is None or at_once or not request.node.get_closest_marker("database"):
        yield
        return
    with recorder.test(request.node.nodeid, lambda: request.node.stash.get(PASSED, False)):
        yield


@pytest.fixture(scope="session")
def recorder() -> Generator[Recorder | None]:
    """The recorder of this run's statements; None where nobody asked."""
    with pytest.MonkeyPatch.context() as patch:
        yield record(Path(STATEMENTS), patch) if STATEMENTS else None


def pytest_configure() -> None:
    """Look for no garbage while the code is imported: all of it stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass by the code: it looked at all of it, again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> object:
    """Run each test with room for the frames of its calls, as threads of the server have."""
    runner = item.config.pluginmanager.get_plugin("runner")
    assert runner is not None
    return with_room(lambda: runner.pytest_runtest_protocol(item, nextitem))


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
    django_db_modify_db_settings: None,
) -> Generator[None]:
    """Make the database of the tests as pytest-django does, from one that was migrated once."""
    with django_db_blocker.unblock(), migrated_once():
        made = setup_databases(request.config.option.verbose, False, serialized_aliases=[])
    yield
    with django_db_blocker.unblock():
        teardown_databases(made, request.config.option.verbose)


@pytest.fixture(autouse=True, scope="session")
def emptied_quickly() -> Generator[None]:
    """Empty SQLite by a copy of an empty one, and PostgreSQL's tables row by row.

    TRUNCATE syncs new files for every one of them.
    """
    if connections["default"].vendor == "sqlite":
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Flush, "handle", empty)
            yield
        return

    def deletions(operations: Any, _style: Any, tables: list[str], **_options: Any) -> list[str]:
        return [f"DELETE FROM {operations.quote_name(table)}" for table in tables]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connections["default"].ops), "sql_flush", deletions)
        yield


@pytest.fixture(autouse=True, scope="session")
def quick(django_test_environment: None) -> Generator[None]:
    """Do what Django does in the same way, with less work: tests/quick_django.py."""
    with quick_django():
        yield


@pytest.fixture(autouse=True)
def tests_begin_in_english() -> None:
    """Forget the language of the page that an earlier test asked for last."""
    translation.activate("en")


@pytest.fixture(autouse=True)
def nothing_came_in_before() -> None:
    """Forget what an earlier test read: its rows are gone, and their keys come again."""
    clear_revision_caches()


@cache
def _caches_of_functions(modules: int) -> list[Any]:
    """Return the caches of the product's functions, of so many modules as were imported."""
    kind = type(_caches_of_functions)
    product = [module for name, module in list(sys.modules.items()) if name.startswith("events.")]
    return [value for module in product for value in vars(module).values() if type(value) is kind]


@pytest.fixture(autouse=True, scope="session")
def caches_follow_settings(settings_for_tests: None) -> Generator[None]:
    """Forget what functions made of a setting when a test changes it, and when it changes back."""

    def forget(**_change: Any) -> None:
        for kept in _caches_of_functions(len(sys.modules)):
            kept.cache_clear()

    setting_changed.connect(forget)
    yield
    setting_changed.disconnect(forget)


@pytest.fixture(autouse=True, scope="session")
def scope_guard(django_test_environment: None) -> Generator[Guard]:
    """Fail a page that asks for rows of every event or organisation: tests/owners/scoping.py."""
    with guarded() as guard:
        yield guard


@pytest.fixture(autouse=True)
def pages_ask_for_one_owner(scope_guard: Guard) -> Generator[None]:
    """Fail also where the page caught the error."""
    scope_guard.found.clear()
    yield
    assert scope_guard.found == []


@pytest.fixture(autouse=True, scope="session")
def no_rate_limits() -> Generator[None]:
    """Let the tests ask as often as they like; `rate_limits` switches the limits on for one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RateLimit, "enforced", False)
        yield


@pytest.fixture
def stopped_time(monkeypatch: pytest.MonkeyPatch) -> datetime.datetime:
    """Let it be the same moment during the whole test, however busy the machine is."""
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    return moment


@pytest.fixture
def afternoon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be two in the afternoon in Vienna: the day began long ago and is far from over."""
    moment = datetime.datetime(2026, 11, 28, 13, 0, 30, tzinfo=datetime.UTC)
    monkeypatch.setattr(timezone, "now", lambda: moment)


@pytest.fixture
def rate_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enforce the rate limits in one test, as if nobody had asked before."""
    for limit in LIMITS:
        limit.forget()
    monkeypatch.setattr(RateLimit, "enforced", True)


@pytest.fixture(autouse=True, scope="session")
def compiled_translations() -> None:
    """Compile what has changed: the compiled files are not in the repository."""
    compile_translations()


@pytest.fixture
def file_database(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """Give one test an empty SQLite in a file, not in memory; PostgreSQL stays as it is."""
    before = connections["default"]
    if before.vendor != "sqlite":
        yield
        return
    path = migrated_file(tmp_path / "parallel.sqlite3")
    settings = connections.settings["default"]
    name = settings["NAME"]
    settings["NAME"] = str(path)
    connections["default"] = connections.create_connection("default")
    yield
    connections["default"].close()
    settings["NAME"] = name
    connections["default"] = before


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a skipped test where skipping is forbidden."""
    report = yield
    if report.when == "call":
        item.stash[PASSED] = report.passed
    _remember_skipped(report)
    if not hasattr(report, "wasxfail") and _is_forbidden(report):
        report.outcome = "failed"
        report.longrepr = f"skipping is forbidden here: {_reason(report)}"
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write down a test that failed. Workers and what starts them both hear of it."""
    if FAILED and report.failed:
        with Path(FAILED).open("a") as names:
            names.write(report.nodeid + "\n")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail a file that skips itself as a whole where skipping is forbidden."""
    report = yield
    _remember_skipped(report)
    if _is_forbidden(report):
        report.outcome = "failed"
        report.longrepr = f"skipping is forbidden here: {_reason(report)}"
    return report


def _remember_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Write down the test that skipped for lack of the shared folder: it has to run where that is.

    Without its parameters: there may be others where the files are that they name.
    """
    if SKIPPED and report.skipped and NOT_THERE in _reason(report):
        with Path(SKIPPED).open("a") as names:
            names.write(report.nodeid.partition("[")[0] + "\n")


def _is_forbidden(report: pytest.TestReport | pytest.CollectReport) -> bool:
    """Return whether a test or a file was skipped that may not be skipped here."""
    if not report.skipped or NO_SKIP not in ("1", "but-shared"):
        return False
    return NO_SKIP == "1" or NOT_THERE not in _reason(report)


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    return str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
