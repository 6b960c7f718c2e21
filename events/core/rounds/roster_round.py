"""Tables and records of a running event for the roster."""

from events.core.adapters.posted_rounds import records_through
from events.core.players.listed_players import RosterRound
from events.models import Event, Round


def roster_round(event: Event) -> RosterRound | None:
    """Return where the players are; None before round 1 is posted. Five queries at most."""
    posted = event.rounds.exclude(state=Round.State.UNPOSTED).select_related("stage", "event")
    newest = posted.order_by("-number").first()
    if newest is None:
        return None
    records = records_through(newest)
    if newest.is_complete:
        return RosterRound(0, {}, records)
    seated = newest.matches.exclude(table=None)
    tables: dict[int, int] = {
        key: table
        for first, second, table in seated.values_list("first", "second", "table")
        for key in (first, second)
        if key and table
    }
    for key, table in newest.matches.filter(kind="table").values_list(
        "table_seats__enrollment", "table"
    ):
        tables[key] = table or 0
    return RosterRound(newest.number, tables, records)
