"""Remove a person's data from an event; results stay."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import models
from django.db.models import F
from django.utils.translation import gettext as _

from domain.names import name_key
from events.core.drops.drop_parts import find_player
from events.core.event_write import Write, event_write, lock_name
from events.core.players.same_person import number_for_name
from events.core.refusals import RefusedError
from events.hosting.personal_data.closed_series import replace_in_closed_series
from events.hosting.personal_data.pseudonyms import Pseudonym
from events.hosting.personal_data.queries import sign_ups_of, words_of_person
from events.hosting.personal_data.queues import clear_places, clear_places_of_event, places_of
from events.models import (
    Badge,
    Decklist,
    Enrollment,
    Event,
    OrganisationEntry,
    Player,
    Pool,
    PushSubscription,
    StandingsSnapshot,
    Verb,
)
from events.models.phones import draw_nonce

if TYPE_CHECKING:
    Column = models.Field[Any, Any]
else:
    Column = models.Field

SLICE = 500
# An event's own names and texts are not personal, and its page cache is rebuilt.
UNTOUCHED = frozenset(
    {
        "ChanceEstimate",
        "Event",
        "FactSheet",
        "JournalEntry",
        "PublicBuild",
        "PublicPart",
        "Redaction",
    }
)
OF_THE_EVENT = ("extensions", "imported_drops", "published_elsewhere")


def pseudonymize_player(*, event_id: int, actor: User, number: int, typed: str) -> Enrollment:
    """Replace a player's name by a number everywhere in an event; cannot be undone.

    Names, phonetic names, aliases, e-mail addresses, IDs, decklists, sign-ups, notes of penalties,
    subscriptions, the player's link and badge are removed; so are those words in every text,
    published standings, closed series and the journal. Results, numbers and times stay. `typed`
    must equal the player's name, else RefusedError. Other events of the same person and backups are
    not changed.
    """
    with event_write(event_id, actor, finished=True) as write:
        enrollment = find_player(write.event, number)
        if name_key(typed) != name_key(enrollment.name):
            words = _("Type the player's name exactly as shown above to confirm.")
            raise RefusedError(words, "typed")
        taken = write.event.enrollments.values_list("name", flat=True)
        pseudonym = Pseudonym.of(words_of_person(enrollment), number_for_name(number, taken))
        namesakes = set(
            write.event.enrollments.filter(name__in=pseudonym.words)
            .exclude(pk=enrollment.pk)
            .values_list("number", flat=True)
        )
        places = list(places_of(enrollment))
        _end_badge(enrollment, pseudonym)
        _clear(enrollment, pseudonym.name)
        clear_places(enrollment, places, pseudonym)
        for model, path in _tables_of_events():
            _replace(model, {path: write.event}, pseudonym, enrollment)
        _replace_in_event(write.event, pseudonym)
        replace_in_closed_series(enrollment, pseudonym)
        _tell_apart_from_before(write.event)
        _redact_journal(write, pseudonym, namesakes)
        enrollment.refresh_from_db()
        write.journal(Verb.PLAYER_PSEUDONYMIZED, enrollment=enrollment)
    return enrollment


def _clear(enrollment: Enrollment, name: str) -> None:
    """Empty the columns that hold only personal data."""
    person = enrollment.player
    for sign_up in sign_ups_of(enrollment):
        sign_up.name = name
        sign_up.members = [name for _member in sign_up.members]
        for column in ("reading", "email", "platform_id", "deck", "because", "reason", "language"):
            setattr(sign_up, column, "")
        sign_up.shares_email = False
        sign_up.nonce, sign_up.key = draw_nonce(), draw_nonce()
        sign_up.save()
    for member in enrollment.members.all():
        member.name = f"{name} {member.seat}"
        member.save(update_fields=["name"])
    Decklist.objects.filter(enrollment=enrollment).update(text="", archetype="")
    Pool.objects.filter(received_by=enrollment).update(text="", cards=0)
    PushSubscription.objects.filter(enrollment=enrollment).delete()
    enrollment.penalties.update(note="")
    enrollment.appeals.update(note="")
    enrollment.prize_labels.all().delete()
    emptied = ("reading", "sort_name", "alias", "platform_id", "eligible_because", "byes_series")
    for column in emptied:
        setattr(enrollment, column, "")
    enrollment.byes_place = 0
    enrollment.name, enrollment.address_nonce = name, draw_nonce()
    # The same person's other events still have the name.
    enrollment.player = Player.objects.create(name=name, organisation_id=person.organisation_id)
    enrollment.save()
    Player.objects.filter(pk=person.pk, enrollments__isnull=True).delete()


def _end_badge(enrollment: Enrollment, pseudonym: Pseudonym) -> None:
    """Delete the person's badge, and remove the name from the organisation's journal about it."""
    player, organisation = enrollment.player_id, enrollment.player.organisation_id
    if organisation is None:
        return
    Badge.objects.filter(player=player).delete()
    of_badges = OrganisationEntry.objects.filter(
        organisation=organisation,
        verb=OrganisationEntry.Verb.BADGES_CHANGED,
        data__player=player,
    )
    for line in of_badges:
        line.data["name"] = pseudonym.name
        line.save(update_fields=["data"])


def _tables_of_events() -> Iterator[tuple[type[models.Model], str]]:
    """Yield each table that belongs to an event, with the path to it; finds new ones itself."""
    known: dict[type[models.Model], str] = {Event: ""}
    waiting: list[type[models.Model]] = [Event]
    while waiting:
        parent = waiting.pop(0)
        for model in apps.get_app_config("events").get_models():
            for field in model._meta.concrete_fields:
                if model not in known and field.is_relation and field.related_model is parent:
                    known[model] = "__".join(filter(None, (field.name, known[parent])))
                    waiting.append(model)
    for model, path in known.items():
        if model.__name__ not in UNTOUCHED:
            yield model, path


def _texts(model: type[models.Model]) -> list[Column]:
    """Return the columns that can contain a person's words."""
    kinds = (models.CharField, models.TextField, models.JSONField)
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, kinds) and not field.choices and not field.primary_key
    ]


def _replace(
    model: type[models.Model],
    where: dict[str, Any],
    pseudonym: Pseudonym,
    enrollment: Enrollment,
) -> None:
    fields = _texts(model)
    if not fields:
        return
    own = model is Enrollment
    for row in model._default_manager.filter(**where).order_by("pk").iterator(SLICE):
        if own and row.pk != enrollment.pk:
            # A namesake still uses the name.
            continue
        changed = {}
        for field in fields:
            before = field.value_from_object(row)
            after = "" if _is_address(field, before, pseudonym) else _without(before, pseudonym)
            if after != before:
                changed[field.attname] = _fitting(field, after)
        if changed:
            model._default_manager.filter(pk=row.pk).update(**changed)


def _without(value: Any, pseudonym: Pseudonym) -> Any:
    return pseudonym.in_text(value) if isinstance(value, str) else pseudonym.in_value(value)


def _is_address(field: Column, value: Any, pseudonym: Pseudonym) -> bool:
    return field.name == "email" and value in pseudonym.words


def _fitting(field: Column, value: Any) -> Any:
    most = field.max_length if isinstance(value, str) else None
    return value if most is None else value[:most]


def _replace_in_event(event: Event, pseudonym: Pseudonym) -> None:
    changed = {
        column: pseudonym.in_value(getattr(event, column), of_person=True)
        for column in OF_THE_EVENT
    }
    if any(getattr(event, column) != value for column, value in changed.items()):
        Event.objects.filter(pk=event.pk).update(**changed)
        for column, value in changed.items():
            setattr(event, column, value)


def _tell_apart_from_before(event: Event) -> None:
    """Change the times of stored pairings and standings, because names in them changed.

    Processes cache them by these times (PublicRound.state_key), and would otherwise show the person
    until they end.
    """
    moved = timedelta(microseconds=1)
    StandingsSnapshot.objects.filter(round__event=event).update(
        published_at=F("published_at") + moved
    )
    event.rounds.complete().update(completed_at=F("completed_at") + moved)


def _redact_journal(write: Write, pseudonym: Pseudonym, namesakes: set[int]) -> None:
    """Remove the person's words from the journal, but not a namesake's name."""

    def without(data: dict[str, Any], numbers: dict[str, int | None]) -> dict[str, Any]:
        kept = {
            side: data[side]
            for side, number in numbers.items()
            if number in namesakes and side in data
        }
        return {**pseudonym.in_value(data), **kept}

    write.redact(without)


log = logging.getLogger("matchslip.deleted")


def delete_event(*, event_id: int, actor: User, typed: str) -> str:
    """Delete an event, its journal, and players without another event; return its name.

    The names of its players are also removed from the organisation's queues. `typed` must equal the
    event's name: RefusedError otherwise. The caller makes a backup first.
    """
    with event_write(event_id, actor, finished=True) as write:
        event = write.event
        check_name(event, typed)
        for round in event.rounds.all():
            round.delete()
        for stage in event.stages.all():
            stage.pod_seats.all().delete()
            stage.bracket_seats.all().delete()
        lock_name("addresses")
        clear_places_of_event(event)
        people = list(event.enrollments.values_list("player_id", flat=True))
        event.enrollments.all().delete()
        event.delete()
        Player.objects.filter(pk__in=people, enrollments__isnull=True).delete()
    # The event's own journal was deleted with it.
    log.warning("Event %s was deleted by account %s.", event_id, actor.pk)
    return event.name


def check_name(event: Event, typed: str) -> None:
    """Raise RefusedError unless `typed` is the event's name."""
    if typed.strip() != event.name.strip():
        raise RefusedError(_("To confirm, type the event name exactly as shown."), "typed")
