"""Fixtures for the fault tests."""

import os

# They are about several machines at one PostgreSQL: with SQLite there is nothing to test.
if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
    collect_ignore = ["test_several_machines.py"]
