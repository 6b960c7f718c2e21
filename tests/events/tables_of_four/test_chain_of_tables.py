"""The seal over results of tables of three to five, as the verifier of an archive reads it."""

import copy
import json
from pathlib import Path

import pytest

from events.transfer.event_export import export_archive
from pairings.commands.replay import replay
from tests.events.tables_of_four.playing import advance, play_tables, table_event
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


def test_the_archive_of_a_night_is_seated_again_from_its_seeds(tmp_path: Path) -> None:
    event, owner = table_event(18, rounds=3, cut=4)
    for number in (1, 2, 3):
        play_tables(event, owner, number, {1: "3", 2: "d", 3: "d12"})
    advance(event, owner)
    play_tables(event, owner, 4)
    event.refresh_from_db()
    file = tmp_path / "night.json"
    file.write_text(json.dumps(export_archive(event)))
    *lines, tally = replay(file)
    assert [line.rpartition(": ")[2] for line in lines[:3]] == ["as drawn"] * 3
    assert tally == (
        "4 rounds: 3 as drawn, 0 changed by hand, 0 without a seed, "
        "1 that follow from a table or a bracket"
    )
