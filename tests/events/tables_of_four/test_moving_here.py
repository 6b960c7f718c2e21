"""A running event at tables of four of another tool: its whole file moves it here."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from events.core.rounds.actions import complete_round
from events.models import Event, Match
from tests import factories
from tests.events.tables_of_four.playing import enter, play_tables, report_tables, seated
from tests.markup import flat

pytestmark = pytest.mark.django_db


def _file(status: str) -> bytes:
    """Return a tournament of TopDeck with a complete round and one that is being played."""
    people = [{"id": f"id{number}", "name": f"Player {number}"} for number in range(1, 9)]

    def table(number: int, seats: list[int], winner: int | None) -> dict[str, Any]:
        seated = {"table": number, "players": [people[at - 1] for at in seats]}
        if winner is None:
            return {**seated, "status": status}
        return {**seated, "winner_id": f"id{winner}", "status": "Completed"}

    rounds = [
        {"round": 1, "tables": [table(1, [1, 2, 3, 4], 2), table(2, [5, 6, 7, 8], 5)]},
        {"round": 2, "tables": [table(1, [1, 5, 2, 6], None), table(2, [3, 7, 4, 8], None)]},
    ]
    head = {"name": "Friday Pods", "format": "EDH", "swissNum": 3}
    return json.dumps({"data": head, "standings": people, "rounds": rounds}).encode()


def test_a_take_over_names_the_import_before_anything_is_made() -> None:
    client = factories.client_of(factories.user())
    sent = {"name": "Friday Pods", "number": "2", "planned": "3", "current": "1\tAda\tBob"}
    sent["earlier"] = _file("Active").decode()
    answer = client.post("/staff/take-over/", sent)
    assert "An event at tables of four cannot be taken over. Import its whole file" in flat(answer)
    assert not Event.objects.exists()


def test_the_imported_event_is_played_on_here() -> None:
    owner = factories.user()
    client = factories.client_of(owner)
    file = SimpleUploadedFile("pods.json", _file("Active"))
    page = flat(client.post("/staff/import/", {"file": file}))
    packed = re.search(r'name="packed" value="([^"]+)"', page)
    assert packed
    client.post("/staff/import/", {"packed": packed[1], "which": "0"})
    event = Event.objects.get()
    assert event.at_tables
    assert not event.is_finished
    assert event.rounds.get(number=1).is_complete
    assert event.rounds.get(number=2).is_posted
    assert [match.marks for match in Match.objects.filter(round__number=1)] == ["lwll", "wlll"]
    enter(event, owner, 2, "1 2", "2 d")
    complete_round(event_id=event.pk, actor=owner, number=2)
    play_tables(event, owner, 3)
    assert sorted(map(len, seated(event, 3).values())) == [4, 4]
    report_tables(event, owner, 3)
