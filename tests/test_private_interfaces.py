"""docs/reference/private-interfaces.md lists every private interface that the code uses."""

import ast
import gc
import os
import re
import ssl
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
import uvicorn._subprocess
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from uvicorn.supervisors import Multiprocess

from events.core.read_snapshot import one_snapshot
from events.hosting.server.supervisor import Supervisor
from events.hosting.standby import wire
from pairings import pair
from pairings.types import PairingState
from tests import structure
from tests.shared import ROOT

PAGE = ROOT / "docs" / "reference" / "private-interfaces.md"
FOLDERS = ("archive", "config", "domain", "events", "interchange", "pairings", "standings")
# Documented names with an underscore: named tuples, models, the exit of a child process.
DOCUMENTED = {
    *("_asdict", "_default_manager", "_exit", "_fields", "_make", "_meta", "_replace", "_state"),
}
# Modules with undocumented contents.
INTERNAL = re.compile(
    r"django\.(?:contrib\.auth\.(?:hashers|middleware)|core\.handlers|db\.backends|db\.migrations"
    r"|db\.models\.(?:base|query|sql))\b|uvicorn\b|whitenoise\.(?:middleware|responders)\b"
)
# Private attributes without an underscore.
ATTRIBUTES = {
    *("annotation_col_map", "as_sql", "get_compiler", "get_converters", "klass_info"),
    *("add_update_values", "execute_wrappers", "max_query_params", "queries_logged", "quote_name"),
    *("settings_dict", "table_names", "transaction_mode", "validate_no_broken_transaction"),
    *("wrap_database_errors", "freeze", "set_threshold", "setswitchinterval"),
}
# Private methods that our classes override or call.
INHERITED = {
    *("_get_scheme", "_get_session_from_db", "_session_key"),
}


@pytest.fixture(autouse=True, scope="module")
def trees_are_forgotten() -> Iterator[None]:
    """Keep no tree for the tests that follow."""
    yield
    structure.forget_trees()


def modules() -> Iterator[tuple[ast.AST, ...]]:
    """Parse every module of the project but migrations, and yield its nodes."""
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            if "migrations" not in path.parts:
                yield structure.nodes_of(path.read_text(encoding="utf-8"))


def own_names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Names that a module defines: functions, classes, attributes it sets, variables."""
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()) | ast.Name(id=name, ctx=ast.Store()):
                yield name


def used() -> set[str]:
    """Every private interface that the code uses, by its last name."""
    found: set[str] = set()
    parsed = list(modules())
    ours = {name for nodes in parsed for name in own_names(nodes)} - INHERITED
    for nodes in parsed:
        for node in nodes:
            match node:
                case ast.ImportFrom(module=str(module), names=names) if INTERNAL.match(module):
                    found |= {alias.name for alias in names}
                case ast.Attribute(attr=name) | ast.FunctionDef(name=name) if name in INHERITED:
                    found.add(name)
                case ast.Attribute(attr=name) if name in ATTRIBUTES:
                    found.add(name)
                case ast.Attribute(attr=name) if re.match("_[a-z]", name):
                    found |= {name} - ours - DOCUMENTED
    return found


def rows() -> list[list[str]]:
    """Return the cells of each row of the page's tables."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]
    return [row for line, row in zip(lines, cells, strict=True) if line.startswith("| `")]


def listed() -> set[str]:
    return {name for row in rows() for name in re.findall(r"`([\w.]+)`", row[0])}


def test_the_page_lists_what_the_code_uses_and_no_more() -> None:
    in_the_code, in_the_page = used(), listed()
    assert in_the_code - in_the_page == set(), "use a public interface, or add a row and a test"
    assert in_the_page - in_the_code == set(), "no longer used: remove it from the page"


def test_every_row_names_its_module_and_its_test() -> None:
    for _names, where, _why, watched in rows():
        paths = re.findall(r"`([\w/]+\.py)`", f"{where} {watched}")
        assert len(paths) >= 2, (where, watched)
        assert [path for path in paths if not (ROOT / path).exists()] == []
        assert all(path.startswith("tests/") for path in re.findall(r"`([\w/]+\.py)`", watched))


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_snapshot_takes_no_write_lock() -> None:
    with CaptureQueriesContext(connection) as queries, one_snapshot():
        pass
    assert queries[0]["sql"] == "BEGIN DEFERRED"
    assert connection.transaction_mode == "IMMEDIATE"  # type: ignore[attr-defined]


def test_a_worker_waits_briefly_for_locks_and_threads(tmp_path: Path) -> None:
    code = (
        "import sys, events.hosting.server.worker\n"
        "from django.db import connection\n"
        "cursor = connection.cursor()\n"
        "cursor.execute('PRAGMA busy_timeout')\n"
        "print(sys.getswitchinterval(), cursor.fetchone()[0])"
    )
    environment = {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'matchslip.sqlite3'}",
        "MATCHSLIP_VAR": str(tmp_path),
        "MATCHSLIP_PUBLIC_SECONDS": "0",
    }
    printed = subprocess.run(
        [sys.executable, "-c", code],
        cwd=settings.BASE_DIR,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert float(printed[0]) == pytest.approx(0.001)
    assert int(printed[1]) == 2000


def test_uvicorn_waits_for_workers_by_a_method_that_ours_replaces() -> None:
    calls: list[object] = []

    class Hanging:
        """A worker that does not end until it is killed."""

        alive = True
        process: "Hanging"

        def join(self, timeout: float | None = None) -> None:
            calls.append(timeout)

        def is_alive(self) -> bool:
            return self.alive

        def kill(self) -> None:
            self.alive = False

    worker = Hanging()
    worker.process = worker
    supervisor = Supervisor.__new__(Supervisor)
    supervisor.processes, supervisor._watch = [worker], None  # type: ignore[list-item]
    supervisor.join_all()
    assert not worker.alive
    assert len(calls) == 2
    assert "join_all" in Multiprocess.run.__code__.co_names


def test_uvicorn_starts_workers_by_the_context_that_ours_replaces() -> None:
    assert "spawn" in uvicorn._subprocess.get_subprocess.__code__.co_names


def test_the_connection_between_laptops_asks_for_no_known_certificate() -> None:
    assert wire._TLS.verify_mode is ssl.CERT_NONE
    assert not wire._TLS.check_hostname


def test_pairing_leaves_garbage_collection_as_it_was() -> None:
    for collects in (False, True):
        (gc.enable if collects else gc.disable)()
        pair(PairingState((), (), ()), seed=1)
        assert gc.isenabled() is collects
