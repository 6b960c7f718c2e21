"""Acknowledged entries are on the disk, so a power cut can't lose them."""

import pytest
from django.db import connection

FULL = 2


def ask(question: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("file_database")
def test_a_commit_is_synced_before_it_is_acknowledged() -> None:
    if connection.vendor == "sqlite":
        assert ask("PRAGMA journal_mode") == "wal"
        assert ask("PRAGMA synchronous") == FULL
        assert ask("PRAGMA fullfsync") == 1
    else:
        assert ask("SHOW synchronous_commit") != "off"
