"""The room: its tables by row, the blocked ones, and those reserved for special matches."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, count

from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.core.refusals import RefusedError
from events.core.seats.table_ranges import check_table, read_tables
from events.models import Event


class TableState(TextChoices):
    """Current state of a table in the room."""

    OUTSTANDING = "outstanding", gettext_lazy("outstanding")
    REPORTED = "reported", gettext_lazy("reported")
    FREE = "free", gettext_lazy("free")
    SPECIAL = "special", gettext_lazy("reserved")
    BLOCKED = "blocked", gettext_lazy("blocked")
    ELSEWHERE = "elsewhere", gettext_lazy("another event")


@dataclass(frozen=True, slots=True)
class Room:
    """The tables of a room.

    `rows`: the tables by row, none if the room is not described; `blocked`: never used; `feature`:
    reserved for matches that are moved there, each with its name.
    """

    rows: tuple[tuple[int, ...], ...] = ()
    blocked: frozenset[int] = frozenset()
    feature: Mapping[int, str] | None = None

    @property
    def special(self) -> Mapping[int, str]:
        """Names of the reserved tables, by table."""
        return self.feature or {}


def read_rows(text: str) -> tuple[tuple[int, ...], ...]:
    """Return the tables of each line: "1-10" is a row of ten.

    Raises RefusedError, about the field `room`, for text that is no table and for a table twice.
    """
    rows = tuple(tuple(_tables(line, "room")) for line in text.splitlines() if line.strip())
    seen: set[int] = set()
    for table in chain.from_iterable(rows):
        if table in seen:
            raise RefusedError(_("Table %(table)d appears in two rows.") % {"table": table}, "room")
        seen.add(table)
    return rows


def read_feature(text: str) -> dict[int, str]:
    """Return the name of each table from lines such as "301 Feature match", "302-303 Stream"."""
    features: dict[int, str] = {}
    for line in text.splitlines():
        tables, _space, name = line.strip().partition(" ")
        if tables:
            name = name.strip() or _("feature table")
            features |= dict.fromkeys(_tables(tables, "feature_tables"), name)
    return features


def read_blocked(text: str) -> frozenset[int]:
    """Return the tables of "13, 44-46"."""
    return frozenset(_tables(text, "blocked_tables"))


def check_room(room: str, blocked_tables: str, feature_tables: str) -> None:
    """Raise RefusedError, with the field, if the description of a room can't be read."""
    read_rows(room)
    read_blocked(blocked_tables)
    read_feature(feature_tables)


def room_of(event: Event) -> Room:
    """Return the room that the organizer described."""
    return Room(
        read_rows(event.room),
        read_blocked(event.blocked_tables),
        read_feature(event.feature_tables),
    )


def free_tables(event: Event, taken: set[int]) -> Iterator[int]:
    """Yield the tables that a round may use, in the order of the room, without those taken.

    When the room is full, the numbers continue after its last table.
    """
    room = room_of(event)
    never = taken | room.blocked | room.special.keys()
    in_room = list(chain.from_iterable(room.rows))
    behind = max([*in_room, *room.special, *room.blocked]) + 1 if in_room else event.first_table
    return (table for table in chain(in_room, count(behind)) if table not in never)


def _tables(text: str, field: str) -> list[int]:
    try:
        tables = read_tables(text)
    except RefusedError as refused:
        raise RefusedError(refused.message, field) from refused
    for table in tables[:1] + tables[-1:]:
        check_table(table, field)
    return tables
