"""The event itself: what its own row holds."""

from typing import Any

from django.utils import timezone
from msgspec.structs import replace

from archive.dumping import plain
from archive.implied_values import floor_text
from archive.phone_parts import ArchivedPhones, ArchivedPreparation
from archive.values import Archive, ArchivedEvent, ArchivedRules
from domain.kinds import EventState
from events.core.adapters import profile_of
from events.core.events.actions import insert_event
from events.core.events.declared_settings import COLUMNS
from events.core.organisations.quotas import check_events_of_day, check_players_of_event
from events.core.seats.table_numbering import check_room
from events.models import Event, Organisation
from events.transfer.shared_fields import SharedFields
from standings.archive import profile_of as archived_profile
from standings.archive import rules_of

# Columns with different keys in an archive.
APART = {"profile", "games_to_win"}
EVENT = SharedFields(
    ArchivedEvent,
    *(name for name in COLUMNS if name not in APART),
    *("blocked_tables", "shuffled_tables", "finished_at", "public_names", "taken_back"),
    apart=(
        *("rules", "room", "feature_tables", "profile", "said_state", "said_seed"),
        *("phones", "preparation", "said_last_number"),
    ),
)
PHONES = SharedFields(ArchivedPhones, *ArchivedPhones.__struct_fields__)
PREPARATION = SharedFields(
    ArchivedPreparation,
    kind="preparation",
    minutes="preparation_minutes",
    started_at="preparation_started_at",
    paused_at="preparation_paused_at",
    added_seconds="preparation_added_seconds",
)


def archived_event(event: Event, highest: int) -> ArchivedEvent:
    """Return the event; its rule profile only where its rules do not say it.

    `highest`: the highest number of a player on the roster.
    """
    profile = profile_of(event)
    phones = PHONES.value_of(event)
    preparation = PREPARATION.value_of(event) if event.preparation else None
    archived = EVENT.value_of(
        event,
        rules=ArchivedRules(
            win=profile.win,
            draw=profile.draw,
            loss=profile.loss,
            floor=floor_text(profile.floor),
            games_to_win=event.games_to_win,
        ),
        room=tuple(event.room.splitlines()),
        feature_tables=tuple(event.feature_tables.splitlines()),
        said_state=EventState(event.state),
        said_seed=event.seed,
        phones=None if phones == ArchivedPhones() else phones,
        preparation=preparation,
        said_last_number=event.last_number if event.last_number > highest else None,
    )
    if profile == rules_of(archived):
        return archived
    return replace(archived, profile=profile.to_dict())


def create_event(archive: Archive, organisation: Organisation | None) -> Event:
    """Write the event of an organisation, which no page shows before the import has ended.

    Raises RefusedError where the organisation may have no more events that day, or fewer players.
    """
    source = archive.event
    if organisation is not None:
        check_events_of_day(organisation, source.date)
    columns: dict[str, Any] = EVENT.columns_of(source) | {
        "importing_since": timezone.now(),
        "organisation": organisation,
        **PHONES.columns_of(source.phones or ArchivedPhones()),
        **(PREPARATION.columns_of(source.preparation) if source.preparation else {}),
        "last_number": archive.last_number,
        "imported_drops": _order_of_drops(archive),
        "games_to_win": source.rules.games_to_win,
        "profile": archived_profile(source).to_dict(),
        "state": archive.state.value,
        "seed": source.seed,
        "room": "\n".join(source.room),
        "feature_tables": "\n".join(source.feature_tables),
        "published_elsewhere": plain(archive.published),
        "extensions": archive.extensions or {},
    }
    check_room(columns["room"], source.blocked_tables, columns["feature_tables"])
    event = insert_event(columns)
    check_players_of_event(event, len(archive.players))
    return event


def _order_of_drops(archive: Archive) -> list[int]:
    """Return the order in which the file names the drops, where it is not that of an export."""
    order = [drop.player for drop in archive.drops]
    usual = sorted(archive.drops, key=lambda drop: (drop.after_round, drop.player))
    return [] if order == [drop.player for drop in usual] else order
