"""Every column of an event is in its archive and comes back, or stands here with its reason."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.db.models import NOT_PROVIDED

from events.core.journal.words.archived_entries import journal_sentences
from events.core.rounds.pairing_actions import discard_round, pair_next_round
from events.models import Enrollment, Event, FactSheet, Game, Match, Report, Round, Stage
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests import factories
from tests.archives import as_bytes
from tests.events.scenario import event_with_owner
from tests.events.support.whole_event import whole_events

pytestmark = pytest.mark.django_db

PROGRAM = "programs of a site: their secrets open this site alone"
CACHE = "worked out again here"
STAFF = "accounts and their rights belong to a site"
COUNTER = "counts changes on this site"
ACCOUNT = "an account is of this site; its name travels where it matters"
CHAIN = "each site chains its own journal; the chain goes with an archive: tests/verifier"
VENUE = "a venue belongs to an organisation of this site"

# Tables of an event that no archive contains.
STAY = {
    "AccessToken": PROGRAM,
    "AnsweredCall": PROGRAM,
    "OrganisationCall": PROGRAM,
    "HookDelivery": PROGRAM,
    "HookEndpoint": PROGRAM,
    "HookMessage": PROGRAM,
    "StreamLink": PROGRAM,
    "PushSubscription": "a phone listens to one site",
    "DraftCall": "a clock that runs travels; the screen that calls it is here",
    "ChanceEstimate": CACHE,
    "PublicBuild": CACHE,
    "PublicPart": CACHE,
    "GivenTable": VENUE,
    "SeriesChoice": "a series belongs to an organisation of this site",
    "StaffInvitation": STAFF,
    "StaffMember": STAFF,
    "StaffMove": STAFF,
    "WantedStaff": STAFF,
    "PasswordLink": STAFF,
    "HandOver": "a note of one shift to the next; the journal says that it was written and read",
    "InvestigationNote": "the head judge alone reads it",
    "Redaction": "exists inside one transaction",
    "Repairing": "the pairings after it travel and the journal tells it; its undo stays here",
    "JournalEntry": "travels as sentences: test_archives",
    "ResultSeal": CHAIN,
    "StandingsSnapshot": "which rounds are published travels, and lines that differ from now",
}
# Columns that no archive contains.
COLUMNS_STAY = {
    "Event.slug": "each site gives an address of its own",
    "Event.organisation": "the importing person's",
    "Event.mapped_venue": VENUE,
    "Event.state": "checked below",
    "Event.next_seed": "its hash is announced; who reads a file must not know it",
    "Event.imported_drops": "the order of the drops in the file",
    "Event.revision": COUNTER,
    "Event.whole_revision": COUNTER,
    "Event.journal_link": CHAIN,
    "Event.public_revision": COUNTER,
    "Event.hook_kinds": PROGRAM,
    "Event.announced_until": "follows from the announcements that still show",
    "Event.created_at": "when this site made it",
    "Event.importing_since": "set while an import runs",
    "FactSheet.short_address": "one event of a site has it: it travels where it is free",
    "FactSheet.logo_name": "follows from the picture",
    "FactSheet.colour": "that of the organisation",
    "Enrollment.namesake": CACHE,
    "Enrollment.address_nonce": "opens a private page of this site",
    "Enrollment.checked_in_at": "means something after round 1 is complete: test_archives",
    "Enrollment.dropped_by_report": "a report of this site; that there is one travels",
    "EligibilityMark.at": "the journal tells when",
    "Drawing.at": "`rounds[].paired_at` says it of a round that was drawn once",
    "Game.seat": "`seats` says it of a match of teams",
    "Report.account_name": "the account's name where there is none: test_archive_reports",
    "Report.undone_by_name": "the account's name where there is none: test_archive_reports",
    "Stage.rounds_proposed": "means something until round 1 is posted: tested below",
    "Round.posted_rows": "follow from the pairings and from `rounds[].before`",
    "Round.proof": "the engine's report, which the seed gives again; the order travels",
    "Match.revision": COUNTER,
    "Match.judge": ACCOUNT,
    "Area.member": "the tables wait for a person of the staff with that user name",
    "Report.key": "drawn by a phone for one site",
    "Report.at": "as precise as the file: test_archive_reports",
    "GameReport.key": "drawn by a phone for one site",
    "Pool.cards": CACHE,
    "SignUp.key": "drawn by a phone for one site",
    "SignUp.nonce": "opens a private page of this site",
    "Call.answered_by": ACCOUNT,
}
# Games of which only the number is known are archived as counts.
ROWS: dict[type[models.Model], models.Q] = {Game: models.Q(number__isnull=False)}


def _models() -> dict[type[models.Model], str]:
    """Return the models that belong to an event, each with the lookup of its event."""
    found: dict[type[models.Model], str] = {Event: "pk"}
    known = list(apps.get_app_config("events").get_models())
    grown = True
    while grown:
        grown = False
        for model in known:
            for field in model._meta.concrete_fields:
                owner: Any = field.related_model if field.is_relation else None
                link: Any = field.remote_field
                is_part = owner in found and link.on_delete is models.CASCADE
                if model not in found and is_part:
                    rest = "" if owner is Event else f"__{found[owner]}"
                    found[model] = f"{field.name}{rest}"
                    grown = True
    return found


def _columns(model: type[models.Model]) -> list[Any]:
    """Return the columns of a model that have to travel."""
    columns: list[Any] = list(model._meta.concrete_fields)
    return [
        field
        for field in columns
        if f"{model.__name__}.{field.name}" not in COLUMNS_STAY
        and not (field.primary_key and not field.is_relation)
        and not (field.is_relation and field.related_model._meta.app_label == "auth")
        and not (field.is_relation and field.related_model is Event)
    ]


def _value(row: models.Model, field: Any) -> Any:
    """Return a value of a row as it is the same in a copy: numbers for keys."""
    if not field.is_relation:
        return getattr(row, field.name)
    other = getattr(row, field.name)
    match other:
        case None:
            return None
        case Enrollment() | Stage() | Round():
            return other.number
        case Match():
            return other.round.number, other.first.number
        case Report():
            return _value(other, Report._meta.get_field("match")), other.source, other.first_wins
        case _:
            return str(other)


def _rows(model: type[models.Model], lookup: str, event: Event) -> Iterator[models.Model]:
    manager = Event.every if model is Event else model._default_manager
    yield from manager.filter(ROWS.get(model, models.Q()), **{lookup: event.pk})


def test_every_column_of_an_event_travels() -> None:
    actor = factories.user()
    sources = whole_events(actor)
    copies = []
    for source in sources:
        archive = export_archive(source, journal=journal_sentences(source))
        FactSheet.objects.filter(event=source).update(short_address="")
        copy = import_archive(archive=read_archive(as_bytes(archive)), actor=actor)
        assert export_archive(copy, journal=journal_sentences(copy)) == archive
        assert copy.state == source.state
        copies.append(copy)
    lost: list[str] = []
    untried: list[str] = []
    for model, lookup in _models().items():
        if model.__name__ in STAY:
            continue
        for field in _columns(model):
            name, tried = f"{model.__name__}.{field.name}", False
            default = field.get_default() if field.default is not NOT_PROVIDED else None
            for source, copy in zip(sources, copies, strict=True):
                values = [_value(row, field) for row in _rows(model, lookup, source)]
                copied = [_value(row, field) for row in _rows(model, lookup, copy)]
                if sorted(map(repr, values)) != sorted(map(repr, copied)):
                    lost.append(f"{name}: {values[:4]} → {copied[:4]}")
                tried |= any(value not in (default, None, "", [], {}) for value in values)
            if not tried:
                untried.append(name)
    assert not lost, "\n".join(lost)
    assert not untried, " ".join(untried)


def test_the_recommended_rounds_follow_the_roster_again_after_a_move() -> None:
    event, owner = event_with_owner(8)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    event.refresh_from_db()
    copy = import_archive(archive=read_archive(as_bytes(export_archive(event))), actor=owner)
    assert [stage.rounds for stage in copy.stages.all()] == [3]
    discard_round(event_id=copy.pk, actor=owner, number=1, reason="more players came")
    assert [stage.rounds for stage in copy.stages.all()] == [None]


def test_nothing_on_the_lists_is_gone() -> None:
    found = _models()
    names = {model.__name__ for model in found}
    columns = {
        f"{model.__name__}.{field.name}" for model in found for field in model._meta.concrete_fields
    }
    assert set(STAY) <= names
    assert set(COLUMNS_STAY) <= columns
