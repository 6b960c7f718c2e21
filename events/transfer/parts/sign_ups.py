"""Sign-ups, and their settings."""

import secrets
from collections.abc import Mapping, Sequence

from archive.sign_ups import ArchivedSignUp, ArchivedSignUpSettings
from archive.values import Archive
from events.core.players.waiting_list import sign_up_settings
from events.models import Enrollment, Event, SignUp, SignUpSettings
from events.transfer.shared_fields import SharedFields

KEY_BYTES = 16

SETTINGS = SharedFields(
    ArchivedSignUpSettings,
    "is_open",
    "deadline",
    "capacity",
    "approval",
    "held_since",
    "released_at",
    "begins",
    "fee",
    "ask_reading",
    "ask_email",
    "ask_platform_id",
    "ask_decklist",
)
SIGN_UP = SharedFields(
    ArchivedSignUp,
    "name",
    "at",
    "state",
    "reading",
    "email",
    "shares_email",
    "platform_id",
    "members",
    "deck",
    "approved",
    "because",
    "reason",
    "language",
    "mailed",
    apart=("player", "merged_into"),
)


def archived_sign_up_settings(event: Event) -> ArchivedSignUpSettings | None:
    """Return how players sign up; None where nothing was set. One query."""
    settings = SETTINGS.value_of(sign_up_settings(event))
    return None if settings == ArchivedSignUpSettings() else settings


def create_sign_up_settings(event: Event, archive: Archive) -> None:
    """Write how players sign up, if the archive has it."""
    if archive.sign_up is not None:
        SignUpSettings.objects.create(event=event, **SETTINGS.columns_of(archive.sign_up))


def archived_sign_ups(event: Event) -> tuple[ArchivedSignUp, ...]:
    """Return the sign-ups, in the order in which they wait. One query."""
    rows = event.sign_ups.select_related("enrollment", "merged_into").order_by("place", "pk")
    return tuple(
        SIGN_UP.value_of(
            row,
            player=row.enrollment.number if row.enrollment else None,
            merged_into=row.merged_into.number if row.merged_into else None,
        )
        for row in rows
    )


def create_sign_ups(
    event: Event, people: Mapping[int, Enrollment], some: Sequence[tuple[int, ArchivedSignUp]]
) -> None:
    """Write sign-ups with their places in the order.

    Private addresses are new ones: no archive holds their secrets.
    """
    SignUp.objects.bulk_create(
        SignUp(
            event=event,
            enrollment=None if source.player is None else people[source.player],
            merged_into=None if source.merged_into is None else people[source.merged_into],
            place=place,
            key=secrets.token_hex(KEY_BYTES),
            **SIGN_UP.columns_of(source),
        )
        for place, source in some
    )
