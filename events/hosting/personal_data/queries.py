"""Collect the data that an event stores about one person."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Q, QuerySet

from events.core.journal.queries import entries_of, own_data, words_in
from events.core.players.queries import matches_of_player
from events.models import Badge, Enrollment, Event, Match, SignUp

# Keys that open a page or sign a message are excluded: they are not personal data and would grant
# access.
SECRET = frozenset({"address_nonce", "nonce", "key", "secret", "endpoint", "mark"})


def sign_ups_of(enrollment: Enrollment) -> QuerySet[SignUp]:
    """Return the sign-ups that became this player, or were sent with the same e-mail address."""
    theirs = Q(enrollment=enrollment) | Q(merged_into=enrollment)
    if enrollment.player.email:
        theirs |= Q(email__iexact=enrollment.player.email)
    return SignUp.objects.filter(theirs, event_id=enrollment.event_id)


def words_of_person(enrollment: Enrollment) -> set[str]:
    """Return all names, addresses and IDs of a player in an event, past ones included."""
    words = {
        enrollment.name,
        enrollment.reading,
        enrollment.sort_name,
        enrollment.alias,
        enrollment.platform_id,
    }
    # Another event may show the same person under a different name.
    words |= {enrollment.player.email, enrollment.player.name}
    words |= set(enrollment.members.values_list("name", flat=True))
    for sign_up in sign_ups_of(enrollment):
        words |= {sign_up.name, sign_up.reading, sign_up.email, sign_up.platform_id}
        words |= set(sign_up.members)
    for entry in entries_of(enrollment):
        words |= set(words_in(entry, enrollment.number))
    return {word for word in words if word}


def personal_data(enrollment: Enrollment) -> dict[str, Any]:
    """Return all data of an event about a player, as JSON values by table.

    Other players are included by number only; of private addresses, keys and a browser's push
    address only the fact that they exist.
    """
    data: dict[str, Any] = {
        "event": enrollment.event.name,
        "player": _row(enrollment.player),
        "enrollment": _row(enrollment),
        "sign_ups": [_row(row) for row in sign_ups_of(enrollment)],
        "badges": [_row(row) for row in Badge.objects.filter(player=enrollment.player_id)],
        "matches": list(_matches(enrollment)),
        "journal_entries": [
            {"at": entry.at, "verb": entry.verb, "round": entry.round_number, "table": entry.table,
             **own_data(entry, enrollment.number)}
            for entry in entries_of(enrollment)
        ],
    }  # fmt: skip
    for model, field in _about_enrollments():
        if model is not SignUp:
            rows = model._default_manager.filter(**{field: enrollment}).order_by("pk")
            data.setdefault(model._meta.model_name or "", []).extend(_row(row) for row in rows)
    return data


def _about_enrollments() -> Iterator[tuple[type[models.Model], str]]:
    """Yield each table with a reference to a player, and its column; finds new ones itself."""
    for model in apps.get_app_config("events").get_models():
        if model.__name__ in ("Match", "Enrollment"):
            continue
        for field in model._meta.get_fields():
            if isinstance(field, models.ForeignKey) and field.related_model is Enrollment:
                yield model, field.name


def _row(row: models.Model) -> dict[str, Any]:
    return {
        field.name: field.value_from_object(row)
        for field in row._meta.concrete_fields
        if field.name not in SECRET
    }


def _matches(enrollment: Enrollment) -> Iterator[dict[str, Any]]:
    played = matches_of_player(enrollment.event, enrollment).select_related("round")
    for match in played:
        if match.is_table:
            yield _table(match, enrollment)
            continue
        other = match.opponent_of(enrollment)
        yield {
            "round": match.round.number,
            "table": match.table,
            "opponent": other.number if other else None,
            "first": match.first_id == enrollment.pk,
            "wins": [match.first_wins, match.second_wins],
        }


def _table(match: Match, enrollment: Enrollment) -> dict[str, Any]:
    """Return the stored data of a player's table of three to five."""
    return {
        "round": match.round.number,
        "table": match.table,
        "opponents": [other.number for other in match.opponents_of(enrollment)],
        "seat": match.seat_of(enrollment),
        "marks": match.marks,
    }


def other_events_of(enrollment: Enrollment) -> QuerySet[Event]:
    """Return the other events of the same human."""
    return Event.objects.filter(enrollments__player=enrollment.player).exclude(
        pk=enrollment.event_id
    )
