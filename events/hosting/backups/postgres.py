"""PostgreSQL backups: run pg_dump, and check that all of the dump can be read back."""

import os
import re
import shutil
import subprocess
from collections.abc import Container
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction

from events.hosting.backups.errors import BackupError

# Table rows in pg_dump's format.
_COPY = re.compile(rb'COPY public\."?(\w+)"? \([\w", ]+\) FROM stdin;\n')
# Parts of a Matchslip database: tables, sequences, indexes, and the journal's trigger.
_OWN = re.compile(
    r"SET \w+ = [\w' -]+;"
    r"|SELECT pg_catalog\.set_config\('search_path', '', false\);"
    r"|SELECT pg_catalog\.setval\('public\.\w+', \d+, (true|false)\);"
    r"|(CREATE TABLE|ALTER TABLE ONLY|ALTER TABLE|CREATE SEQUENCE|ALTER SEQUENCE) public\."
    r"|CREATE (UNIQUE )?INDEX \w+ ON public\."
    r"|CREATE TRIGGER journal_append_only BEFORE UPDATE ON public\.events_journalentry "
    r"FOR EACH ROW EXECUTE FUNCTION public\.journal_append_only\(\);"
)
# Lines by newer versions of pg_dump that block psql commands within a dump.
_RESTRICTS = re.compile(r"\\(un)?restrict \w+")
_SETS = re.compile(r"^SET (\w+) = .*;\n", re.MULTILINE)
_CHANGES = re.compile(r"^(ALTER|CREATE|DROP|COPY) ", re.MULTILINE)
_FUNCTION = re.compile(
    r"CREATE FUNCTION public\.journal_append_only\(\) RETURNS trigger\s+LANGUAGE plpgsql\s+"
    r"AS \$\$\s*BEGIN\s+(IF [\w\s.,\"()=]+ THEN RETURN NEW; END IF;\s+)?"
    r"RAISE EXCEPTION 'the journal is append-only';\s+END \$\$;"
)
_REACHES = re.compile(
    r"\b(pg_read\w*|pg_ls\w*|pg_stat_file|pg_sleep\w*|lo_\w+|dblink\w*|program|query_to_\w+|"
    r"database_to_\w+|pg_terminate\w*|pg_reload\w*|inherits|rule|disable|policy)\b",
    re.I,
)
FILE_NAME = "matchslip.dump"
Counts = dict[str, int]


def tables() -> dict[str, str]:
    """Return the tables of the database by name, each quoted for SQL."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tablename, quote_ident(tablename) FROM pg_tables "
            "WHERE schemaname = current_schema() ORDER BY tablename"
        )
        return dict(cursor.fetchall())


def save(target: Path) -> Counts:
    """Dump the current database to `target`; return each table's row count.

    Rows are counted in the snapshot that is dumped.
    """
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = str(cursor.fetchone()[0])
        counts = {}
        for table, quoted in tables().items():
            cursor.execute(f"SELECT count(*) FROM {quoted}")  # noqa: S608
            counts[table] = int(cursor.fetchone()[0])
        _run("pg_dump", "-Fc", "--no-owner", "--no-privileges", f"--snapshot={snapshot}",
             f"--file={target}", "--dbname", _name())  # fmt: skip
    return counts


def check(path: Path) -> Counts:
    """Read all of a dump; return each table's row count.

    A dump is a script that anyone could have written: BackupError if it does more than create
    tables and fill them.
    """
    command = [_tool("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(path)]
    counts: Counts = {}
    table = ""
    script: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:  # noqa: S603
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        assert process.stderr is not None  # noqa: S101 - it is a pipe
        for line in process.stdout:
            if table and line == b"\\.\n":
                table = ""
            elif table:
                counts[table] += 1
            elif copied := _COPY.fullmatch(line):
                table = copied[1].decode()
                counts[table] = 0
            else:
                script.append(line.decode(errors="replace"))
        errors = process.stderr.read().decode(errors="replace")
    if process.returncode:
        raise BackupError(f"The dump in it can not be read: {errors.strip()}")
    refuse_foreign("".join(script))
    return counts


def refuse_foreign(script: str) -> None:
    """Refuse a script, given without rows, with statements foreign to this project's database.

    They would run as the owner of the database: functions, triggers, rules, views, commands of
    psql, and calls of functions that reach files or other servers.
    """
    kept = [line for line in script.splitlines() if not line.startswith("--")]
    plain = "\n".join(line for line in kept if not _RESTRICTS.fullmatch(line))
    plain = _FUNCTION.sub("", plain)
    for raw in re.split(r";\s*\n", plain):
        statement = " ".join(raw.split())
        if statement and (not _OWN.match(f"{statement};") or _REACHES.search(statement)):
            raise BackupError(f"The dump in it has a foreign statement: {statement[:80]}")


def put_in_place(dump: Path) -> None:
    """Replace the database by a dump, all or nothing; tables not in it are dropped."""
    drops = "".join(f"DROP TABLE IF EXISTS {quoted} CASCADE;\n" for quoted in tables().values())
    script = dump.with_suffix(".sql")
    _run("pg_restore", "--clean", "--if-exists", "--no-owner", "--no-privileges",
         f"--file={script}", str(dump))  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_settings")
        known = {str(name) for (name,) in cursor.fetchall()}
    connection.close()
    quiet = "SET client_min_messages = warning;\n"
    script.write_text(quiet + drops + for_server(script.read_text("utf-8"), known), "utf-8")
    _run("psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1",
         f"--output={os.devnull}", f"--file={script}", "--dbname", _name())  # fmt: skip


def for_server(script: str, known: Container[str]) -> str:
    """Remove leading settings of a newer pg_dump that this server does not know.

    `known` holds the names of the server's settings. Only the lines before the first statement that
    changes a table are considered: below them are rows.
    """
    begins = _CHANGES.search(script)
    body = begins.start() if begins else len(script)
    head = _SETS.sub(lambda line: line[0] if line[1] in known else "", script[:body])
    return head + script[body:]


def others_connected() -> int:
    """Return the number of other connections to this database."""
    connection.close_pool()  # type: ignore[attr-defined]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


def _name() -> str:
    return str(settings.DATABASES["default"]["NAME"])


def _tool(name: str) -> str:
    program = shutil.which(name)
    if program is None:
        raise BackupError(
            f"{name} is not installed. Install PostgreSQL's client programs, of the server's "
            "version or newer."
        )
    return program


def _run(tool: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs against the application's server."""
    named = dict(settings.DATABASES["default"])
    client, given = connection.client.settings_to_cmd_args_env(named, [])
    where = client[1:-1]  # between the program's name and the database name
    done = subprocess.run(  # noqa: S603 - its own arguments, no shell
        [_tool(tool), *(where if tool != "pg_restore" else []), *arguments],
        env={**os.environ, **(given or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupError(f"{tool} says: {done.stderr.strip() or done.returncode}")
