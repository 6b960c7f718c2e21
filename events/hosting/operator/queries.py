"""Load the operator's console: counts and states, no personal names."""

import contextlib
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from events.hosting.backups.retention import backups_folder
from events.hosting.desk_warnings import desk_warnings
from events.hosting.parent_process import served_here
from events.models import Event, Organisation, OrganisationMember, Player
from events.web.health import readiness

MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class Health:
    """Health of the host. Sizes in bytes; `last_backup`: None without one."""

    ready: bool
    words: str
    database: str
    database_size: int
    free: int
    last_backup: datetime | None
    served: bool
    version: str
    python: str
    warnings: Sequence[str]


def organisations_of(words: str) -> QuerySet[Organisation]:
    """Return the organisations with these words in their name or address."""
    return Organisation.objects.filter(Q(name__icontains=words) | Q(slug__icontains=words))


def with_sizes(organisations: QuerySet[Organisation]) -> QuerySet[Organisation]:
    """Return organisations with numbers of events, players and members, largest first; one query.

    At most MOST_LISTED.
    """
    return organisations.annotate(
        events_in=_counted(Event, "organisation"),
        players_in=_counted(Player, "organisation"),
        members_in=_counted(OrganisationMember, "organisation"),
    ).order_by("-events_in", "pk")[:MOST_LISTED]


def _counted(model: type[Event] | type[Player] | type[OrganisationMember], to: str) -> Coalesce:
    rows = model._default_manager.filter(**{to: OuterRef("pk")}).order_by().values(to)
    return Coalesce(Subquery(rows.annotate(count=Count("pk")).values("count")), 0)


def health() -> Health:
    """Return the health of the host; one query for the database's size."""
    ready, words = readiness.ask(in_request=True)
    newest = max(_backup_times(), default=None)
    return Health(
        ready=ready,
        words=words,
        database=connection.vendor,
        database_size=_database_bytes(),
        free=shutil.disk_usage(Path(settings.VAR_DIR)).free,
        last_backup=datetime.fromtimestamp(newest, UTC) if newest else None,
        served=served_here(),
        version=settings.VERSION,
        python=sys.version.split()[0],
        warnings=desk_warnings(),
    )


def _backup_times() -> Iterator[float]:
    """Yield the modification times of backups; skip files removed meanwhile and dead links."""
    for path in backups_folder().glob("*.zip"):
        with contextlib.suppress(OSError):
            yield path.stat().st_mtime


def _database_bytes() -> int:
    query = (
        "SELECT pg_database_size(current_database())"
        if connection.vendor == "postgresql"
        else "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        return int(cursor.fetchone()[0])
