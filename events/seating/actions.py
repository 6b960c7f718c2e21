"""The room of an event, and a match that moves to another table."""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from events.core.edit_conflicts import check_token, columns_of
from events.core.event_write import event_write
from events.core.guards import find_round, table_of
from events.core.refusals import RefusedError
from events.core.repairing.actions import show_tables
from events.core.seats.allocator import take_tables
from events.core.seats.table_numbering import check_room, check_table
from events.models import Event, Match, Verb

FIELDS = ("room", "blocked_tables", "feature_tables", "shuffled_tables")


def change_room(
    *,
    event_id: int,
    actor: User,
    room: str,
    blocked_tables: str,
    feature_tables: str,
    shuffled_tables: bool,
    token: str = "",
) -> Event:
    """Set the tables of the room; rounds that are paired already keep their tables.

    `token`: as check_token takes it. Raises RefusedError, with the field, for an invalid table.
    """
    check_room(room, blocked_tables, feature_tables)
    with event_write(event_id, actor) as write:
        event = write.event
        check_token(token, columns_of(event, FIELDS))
        values = (room, blocked_tables, feature_tables, shuffled_tables)
        changed = {
            name: value
            for name, value in zip(FIELDS, values, strict=True)
            if getattr(event, name) != value
        }
        if not changed:
            return event
        old = {name: getattr(event, name) for name in changed}
        for name, value in changed.items():
            setattr(event, name, value)
        event.save(update_fields=list(changed))
        write.journal(Verb.EVENT_CHANGED, fields=sorted(changed), old=old)
    return event


def move_match(*, event_id: int, actor: User, number: int, table: int, to: int) -> Match:
    """Move a match of a posted round, with everything recorded of it, to a free table.

    Raises RefusedError when the round is not being played, or other players are at that table.
    """
    with event_write(event_id, actor) as write:
        round = find_round(write.event, number, "playing")
        match = table_of(round, table)
        check_table(to, "to")
        there = round.matches.filter(table=to).select_related("first", "second").first()
        if there is not None:
            if there.is_table:
                words = _("Table %(table)d is in use. Choose a free table.")
                raise RefusedError(words % {"table": to}, "to")
            words = _("%(first)s and %(second)s are already playing at table %(table)d.")
            names = {"first": there.first.name, "second": there.second.name if there.second else ""}
            raise RefusedError(words % {**names, "table": to}, "to")
        take_tables(write.event, [to])
        match.table = to
        match.save(update_fields=["table"])
        show_tables(round)
        write.journal(Verb.MATCH_MOVED, round=round, match=match, came_from=table, went_to=to)
    return match
