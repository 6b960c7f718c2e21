"""The command that measures phones which report a round at once."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.databases import migrated_file


@pytest.mark.slow
def test_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    migrated_file(tmp_path / "matchslip.sqlite3")
    size = ["--tables", "6", "--connections", "3", "--keepers", "2", "--slips", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "reports", *size],
        cwd=settings.BASE_DIR,
        env={**os.environ, "MATCHSLIP_VAR": str(tmp_path), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    phones, results, server, kept = done.stdout.splitlines()[-4:]
    assert re.search(r": 12 x 200, 14 x 302$", phones), done.stdout
    assert re.search(r": 2 x (200|409)|1 x 200, 1 x 409$", results), done.stdout
    assert re.search(r"\d ms processor time a request", server)
    assert kept == "6 of 6 tables have a result, 12 of 12 phones were heard, 0 twice"
