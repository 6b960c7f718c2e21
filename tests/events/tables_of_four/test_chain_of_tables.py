"""The seal over results of tables of three to five, as the verifier of an archive reads it."""

import copy
import json

import pytest

from events.transfer.event_export import export_archive
from tests.events.tables_of_four.playing import play_tables, table_event
from tests.verifier.test_verifier import reports, sentences

pytestmark = pytest.mark.django_db


def test_a_changed_mark_is_not_the_sealed_result() -> None:
    event, owner = table_event(8)
    play_tables(event, owner, 1)
    event.refresh_from_db()
    archive = export_archive(event, chain=True)
    other = copy.deepcopy(archive)
    match = other["rounds"][0]["matches"][0]
    match["marks"] = match["marks"][1:] + match["marks"][0]
    told, changed = reports([json.dumps(archive), json.dumps(other)])
    assert not told["differs"], sentences(told, False)
    assert any("sealed in the journal" in words for words in sentences(told, True))
    assert changed["differs"]
