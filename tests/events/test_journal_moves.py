"""The journal goes along with the archive: an event that moves between laptops keeps its story."""

import json
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from events.core.journal.words.archived_entries import journal_sentences
from events.core.journal.words.entries import sentence
from events.core.players.actions import change_enrollment
from events.core.players.player_entries import enrollment_data
from events.core.refusals import RefusedError
from events.models import Event, JournalEntry, Verb
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import event_with_owner, play_round, player, start_round
from tests.markup import flat

pytestmark = pytest.mark.django_db


def moved(event: Event, owner: User) -> Event:
    """The event as the other laptop has it, which knows none of the accounts."""
    event = Event.objects.get(pk=event.pk)
    archive = export_archive(event, journal=journal_sentences(event))
    data = json.dumps(archive).encode()
    return import_archive(archive=read_archive(data), actor=owner)


def story() -> tuple[Event, User]:
    event, owner = event_with_owner(6)
    play_round(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=5, reason="feels ill")
    start_round(event, owner, 2)
    return event, owner


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_story_reads_the_same_on_another_laptop(language: str) -> None:
    event, _owner = story()
    there = moved(event, factories.user("somebody-else"))
    came = there.journal.filter(verb=Verb.TOLD_ELSEWHERE).order_by("id")
    with translation.override(language):
        entries = event.journal.exclude(verb=Verb.RESULT_ENTERED).order_by("id")
        here = [(entry.at, entry.who, sentence(entry)) for entry in entries]
        assert [(one.happened_at, one.who, sentence(one)) for one in came] == here
    assert any("feels ill" in sentence(one) for one in came)
    assert came.filter(round_number=2).exists()
    assert not came.exclude(actor=None).exists()


def test_it_can_move_on_and_nothing_is_told_twice() -> None:
    event, owner = story()
    there = moved(event, owner)
    drop(event_id=there.pk, actor=owner, number=6, reason="")
    further = moved(there, owner)
    come, gone = journal_sentences(further), journal_sentences(there)
    assert come == gone
    assert len(gone) == len(journal_sentences(event)) + 1


def test_the_page_says_what_came_along_and_when_it_happened() -> None:
    event, owner = story()
    there = moved(event, owner)
    page = flat(factories.client_of(owner).get(reverse("staff:journal", args=[there.slug])))
    assert page.count("elsewhere") >= 3
    assert owner.username in page
    assert "feels ill" in page


def test_without_addresses_nobody_is_named_and_no_secret_ever_travels() -> None:
    event, owner = story()
    data = replace(enrollment_data(player(event, 1)), email="anna@mail.invalid", name="Anna")
    change_enrollment(event_id=event.pk, actor=owner, number=1, data=data)
    journal = journal_sentences(event)
    assert "journal" not in export_archive(event, emails=False, journal=journal)
    words = json.dumps([[entry.en, entry.ja, entry.who] for entry in journal])
    assert "Anna" in words
    assert "@" not in words


@pytest.mark.parametrize(
    "entry",
    [
        {"at": "2026-05-09T10:00:00Z"},
        {"at": "2026-05-09T10:00:00Z", "en": "a\u0000b"},
        {"at": "yesterday", "en": "x"},
        {"at": "2026-05-09T10:00:00Z", "en": "x" * 4001},
        {"at": "2026-05-09T10:00:00Z", "en": "x", "data": {}},
    ],
)
def test_what_is_no_line_of_a_journal_is_refused(entry: dict[str, object]) -> None:
    event, _owner = story()
    archive = export_archive(event) | {"journal": [entry]}
    with pytest.raises(RefusedError):
        read_archive(json.dumps(archive).encode())


def test_a_journal_is_told_in_one_query() -> None:
    event, _owner = story()
    JournalEntry.objects.bulk_create(
        JournalEntry(event=event, verb=Verb.CHECKED_IN, data={"first": "x"}) for _ in range(30)
    )
    with CaptureQueriesContext(connection) as queries:
        assert len(journal_sentences(event)) > 30
    assert len(queries) == 1
