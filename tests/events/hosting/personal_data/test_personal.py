"""One person goes out of an event; the results and everyone else stay."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, transaction
from django.utils import timezone

from archive.loading import read_archive
from events.core.events.announcement_actions import announce
from events.core.events.finishing_actions import finish_event
from events.core.journal.words.archived_entries import journal_sentences
from events.core.journal.words.entries import sentence
from events.core.players.actions import change_enrollment
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import EnrollmentData, NewEnrollment
from events.core.players.privacy_actions import choose_alias
from events.core.refusals import RefusedError
from events.core.rounds.actions import complete_round
from events.core.standings.actions import publish_standings
from events.hosting.personal_data.actions import pseudonymize_player
from events.hosting.personal_data.pseudonyms import Pseudonym
from events.hosting.personal_data.queries import personal_data
from events.models import (
    Decklist,
    EligibilityMark,
    Event,
    JournalEntry,
    Player,
    PushSubscription,
    Redaction,
    SignUp,
    Verb,
)
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests import factories
from tests.events.scenario import event_with_owner, report, start_round

pytestmark = pytest.mark.django_db

NAME, OLD_NAME, ALIAS = "Wilhelmina O'Quigley", "Wilma Quigleyova", "Bluebird Seventeen"
EMAIL, PLATFORM, READING = "wilhelmina@mail.invalid", "Quigley#12345", "ういるへるみな"
DECK, NOTE = "4 Lightning Bolt of Quigley", "rude note"
WORDS = (NAME, OLD_NAME, ALIAS, EMAIL, PLATFORM, READING, DECK, NOTE)


def everything() -> str:
    """Every value of every row that the application keeps, as text."""
    rows: list[Any] = []
    for model in apps.get_app_config("events").get_models():
        if model.__name__ not in ("PublicPart", "PublicBuild"):
            rows += [list(row) for row in model._default_manager.values_list()]
    return json.dumps(rows, cls=DjangoJSONEncoder, ensure_ascii=False, default=str)


def played() -> tuple[Event, User, int]:
    """An event in which the person left traces wherever a person can."""
    event, owner = event_with_owner(5, rounds=1)
    entry = NewEnrollment(name=OLD_NAME, email=EMAIL, reading=READING, platform_id=PLATFORM)
    [enrolled] = enroll(event_id=event.pk, actor=owner, entries=[entry])
    number = enrolled.number
    data = EnrollmentData(name=NAME, email=EMAIL, reading=READING, platform_id=PLATFORM)
    change_enrollment(event_id=event.pk, actor=owner, number=number, data=data)
    choose_alias(event_id=event.pk, actor=owner, number=number, alias=ALIAS)
    enrollment = event.enrollments.get(number=number)
    Decklist.objects.create(enrollment=enrollment, state="submitted", text=DECK)
    SignUp.objects.create(
        event=event, enrollment=enrollment, state="enrolled", place=1, name=NAME, email=EMAIL,
        deck=DECK, key="k",
    )  # fmt: skip
    PushSubscription.objects.create(
        enrollment=enrollment, endpoint="https://push.example/x", key="k", secret="s", language="en"
    )
    enrollment.penalties.create(
        infraction="tardiness", penalty="warning", note=NOTE, given_by=owner
    )
    start_round(event, owner, 1)
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    publish_standings(event_id=event.pk, actor=owner, number=1)
    EligibilityMark.objects.create(
        event=event, kind=next(iter(EligibilityMark.Kind)), name=NAME, email=EMAIL,
        note=f"ask {NAME} first",
    )  # fmt: skip
    announce(
        event_id=event.pk, actor=owner, until=timezone.now() + timedelta(hours=1),
        text_en=f"{NAME} left a bag at the desk.",
    )  # fmt: skip
    return event, owner, number


def test_the_person_is_nowhere_and_everything_else_stays() -> None:
    event, owner, number = played()
    entries = event.journal.count()
    before = list(event.journal.order_by("id").values_list("id", "at", "actor", "verb", "table"))
    others = set(event.enrollments.exclude(number=number).values_list("name", flat=True))
    nonce = event.enrollments.get(number=number).address_nonce
    assert all(word in everything() for word in WORDS), "the test would prove nothing"
    gone = pseudonymize_player(
        event_id=event.pk, actor=owner, number=number, typed=f" {NAME.upper()} "
    )
    told = everything()
    assert [word for word in WORDS if word in told] == []
    assert "Quigley" not in told
    assert gone.name == f"Player {number}"
    assert gone.address_nonce != nonce, "the player's link ends"
    assert not PushSubscription.objects.exists()
    assert set(event.enrollments.exclude(number=number).values_list("name", flat=True)) == others
    after = list(event.journal.order_by("id").values_list("id", "at", "actor", "verb", "table"))
    assert after[:entries] == before, "only the words of entries change"
    [trace] = event.journal.filter(verb=Verb.PLAYER_PSEUDONYMIZED)
    assert trace.data == {"first": gone.name}
    assert trace.actor == owner
    assert f"The personal data of player {number} was deleted" in sentence(trace)
    assert not Redaction.objects.exists()
    assert not Player.objects.filter(email=EMAIL).exists()


def test_the_journal_stays_append_only() -> None:
    event, owner, number = played()
    pseudonymize_player(event_id=event.pk, actor=owner, number=number, typed=NAME)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        JournalEntry.objects.filter(event=event).update(data={})
    other, _owner = event_with_owner(2)
    with transaction.atomic():
        redaction = Redaction.objects.create(event=event)
        JournalEntry.objects.filter(event=event).update(data={})
        changes: list[dict[str, Any]] = [
            {"verb": Verb.DROPPED}, {"actor": None}, {"table": 99}, {"round_number": 9},
            {"event": other}, {"first_number": 9}, {"second_number": 9},
        ]  # fmt: skip
        for change in changes:
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                JournalEntry.objects.filter(event=event).update(**change)
        redaction.delete()


def test_a_namesake_keeps_the_name() -> None:
    event, owner, number = played()
    same, _other = factories.enroll_players(event, [NAME, f"Player {number}"])
    gone = pseudonymize_player(event_id=event.pk, actor=owner, number=number, typed=NAME)
    same.refresh_from_db()
    assert same.name == NAME
    assert gone.name == f"Player {number}-2"


def test_it_is_asked_for_by_name_and_works_when_the_event_is_finished() -> None:
    event, owner, number = played()
    finish_event(event_id=event.pk, actor=owner)
    with pytest.raises(RefusedError, match="Type the player's name"):
        pseudonymize_player(event_id=event.pk, actor=owner, number=number, typed="Somebody")
    assert NAME in everything()
    pseudonymize_player(event_id=event.pk, actor=owner, number=number, typed=NAME)
    assert NAME not in everything()


def test_another_event_of_the_same_person_goes_on() -> None:
    event, owner, number = played()
    other, _owner = event_with_owner(2)
    entry = NewEnrollment(name=NAME, email=EMAIL)
    [there] = enroll(event_id=other.pk, actor=_owner, entries=[entry])
    pseudonymize_player(event_id=event.pk, actor=owner, number=number, typed=NAME)
    there.refresh_from_db()
    assert (there.name, there.player.email) == (NAME, EMAIL)


def test_everything_about_one_person_is_exported_and_nobody_else() -> None:
    event, _owner, number = played()
    enrollment = event.enrollments.get(number=number)
    told = personal_data(enrollment)
    text = json.dumps(told, cls=DjangoJSONEncoder, ensure_ascii=False)
    assert [word for word in WORDS if word not in text] == []
    assert enrollment.address_nonce not in text
    assert "push.example" not in text
    assert {"decklist", "penalty", "pushsubscription", "matches", "sign_ups"} <= set(told)
    for name in event.enrollments.exclude(number=number).values_list("name", flat=True):
        assert name not in text


def test_short_words_go_only_where_a_person_stands() -> None:
    ann = Pseudonym.of(["Ann", "山田", "Ann Lee"], "Player 3")
    assert ann.in_text("Ann asked about Annual rounds") == "Ann asked about Annual rounds"
    assert ann.in_text("said ann lee, twice") == "said Player 3, twice"
    assert ann.in_text("山田さんへ") == "Player 3さんへ"
    assert ann.in_value({"first": "Ann", "state": "Ann", "made": [[1, "Ann"]]}) == {
        "first": "Player 3", "state": "Ann", "made": [[1, "Player 3"]],
    }  # fmt: skip
    assert Pseudonym.of(["", "  "], "Player 3").in_text("") == ""


def test_an_archive_made_afterwards_has_nothing_of_the_person_and_imports() -> None:
    event, owner, number = played()
    pseudonymize_player(event_id=event.pk, actor=owner, number=number, typed=NAME)
    event.refresh_from_db()
    data = json.dumps(export_archive(event, journal=journal_sentences(event)), ensure_ascii=False)
    assert [word for word in WORDS if word in data] == []
    again = import_archive(archive=read_archive(data.encode()), actor=owner)
    assert again.enrollments.get(number=number).name == f"Player {number}"
    # Imported sentences belong to the journal too, and the next person's name is removed from them.
    other = again.enrollments.exclude(number=number).order_by("number")[0]
    name = other.name
    pseudonymize_player(event_id=again.pk, actor=owner, number=other.number, typed=name)
    told = [sentence(entry) for entry in again.journal.all()]
    assert not [line for line in told if name in line]
