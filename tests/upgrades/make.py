"""Keep a database made by the version that is checked out, and what is true of it.

    python -m tests.upgrades.make 0.2.0

writes tests/upgrades/kept/0.2.0.sqlite3.xz and 0.2.0.json.xz. Done once for every version, by
that version; the tests then migrate every kept database to the newest version and compare.
"""

import json
import lzma
import os
import sys
import tempfile
from pathlib import Path

KEPT = Path(__file__).parent / "kept"


def main(version: str) -> None:
    """Play the events in a new database and keep it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kept.sqlite3"
        os.environ["DATABASE_URL"] = f"sqlite:///{path}"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        _fill()
        KEPT.mkdir(exist_ok=True)
        database = lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
        (KEPT / f"{version}.sqlite3.xz").write_bytes(database)
        facts = json.dumps(_facts(), ensure_ascii=False, sort_keys=True).encode()
        kept = lzma.compress(facts, preset=9 | lzma.PRESET_EXTREME)
        (KEPT / f"{version}.json.xz").write_bytes(kept)
        print(f"{version}: database {len(database):,} bytes, facts {len(kept):,} bytes")


def _fill() -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    from tests.upgrades.play import play_everything

    play_everything()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute("VACUUM")
    connection.close()


def _facts() -> object:
    from tests.upgrades.facts import all_facts

    return all_facts()


if __name__ == "__main__":
    main(sys.argv[1])
