"""Tables as typed, the room with its rows and blocked tables, and tables that queues reserve."""

import datetime
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, count

from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from domain.limits import MOST_TABLE
from events.core.refusals import RefusedError
from events.models import Event, GivenTable, Match, Queue

MOST_TABLES = 2000
_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "ー": "-", "、": ","})


def check_table(table: int, field: str) -> None:
    """Raise RefusedError at `field` unless a table can have this number."""
    if not 1 <= table <= MOST_TABLE:
        words = _("Tables are numbered from 1 to %(last)d.")
        raise RefusedError(words % {"last": MOST_TABLE}, field)


def ranges_of(tables: Iterable[int]) -> list[list[int]]:
    """Return the ranges of tables, given in order: the first and the last, or the only one."""
    ranges: list[list[int]] = []
    for table in tables:
        if ranges and table == ranges[-1][-1] + 1:
            ranges[-1][1:] = [table]
        else:
            ranges.append([table])
    return ranges


def tables_value(tables: Iterable[int]) -> str:
    """Format tables, given in order, for forms and scripts: "1-30, 300"."""
    return ", ".join("-".join(map(str, ends)) for ends in ranges_of(tables))


def tables_text(tables: Iterable[int]) -> str:
    """Format tables, given in order, for people: "1–30, 300"; `read_tables` reads it, too."""
    return tables_value(tables).replace("-", "–")


def read_tables(text: str, most: int = MOST_TABLES) -> list[int]:
    """Return the tables in order, each once.

    Raises RefusedError for text that is no table or range, and for more than `most`.
    """
    tables: set[int] = set()
    plain = unicodedata.normalize("NFKC", text).translate(_DASHES)
    for part in re.split(r"[\s,;]+", re.sub(r"\s*-\s*", "-", plain).strip()):
        if not part:
            continue
        match = _RANGE.fullmatch(part)
        if not match:
            raise RefusedError(
                _("“%(part)s” is not a table. Type numbers and ranges, for example 3, 10-14.")
                % {"part": part[:20]},
                "tables",
            )
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            first, last = last, first
        if last - first >= most or len(tables) + last - first >= most:
            raise RefusedError(
                _("At most %(most)d tables can be printed at once.") % {"most": most},
                "tables",
            )
        tables.update(range(first, last + 1))
    return sorted(tables)


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


def queues_of_day(organisation_id: int | None, date: datetime.date) -> list[Queue]:
    """Return the queues of a day that are not closed, by table. One query, or none."""
    if organisation_id is None:
        return []
    queues = Queue.objects.filter(organisation=organisation_id, date=date)
    return list(queues.exclude(state=Queue.State.CLOSED).order_by("first_table", "pk"))


def reserving_queues(event: Event) -> list[Queue]:
    """Return the queues that reserve tables on the day of an event. One query, or none.

    An event that is played only on a platform needs no table.
    """
    if event.is_digital and not event.venue:
        return []
    return queues_of_day(event.organisation_id, event.date)


def reserved_tables(event: Event, queues: list[Queue]) -> frozenset[int]:
    """Return the queues' tables that a round of an event must leave free.

    An event keeps the tables that it has: those of its last round, of its venue, and of the queue
    that created it. Three queries if a queue is open, else none.
    """
    if not queues:
        return frozenset()
    reserved = {
        table for queue in queues for table in range(queue.first_table, queue.last_table + 1)
    }
    matches = Match.objects.filter(round__event=event, table__isnull=False)
    last = matches.order_by("-round__number").values("round")[:1]
    own = matches.filter(round=last).values_list("table", flat=True)
    given = GivenTable.objects.filter(event=event).values_list("table", flat=True)
    for mine in Queue.objects.filter(pods__event=event):
        reserved.difference_update(range(mine.first_table, mine.last_table + 1))
    return frozenset(reserved.difference(own.order_by(), given))
