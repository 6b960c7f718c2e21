"""Events on a platform: players without an account, and tables to look at."""

from events.core.adapters import read_seats
from events.core.players.queries import in_order
from events.models import Enrollment, Event, Match, Round

# Tables that have waited longest for attention are listed first.
_ORDER = ("", Match.Check.NO_ANSWER, Match.Check.CONTACTED, Match.Check.PLAYING)


def without_platform_id(event: Event) -> list[Enrollment]:
    """Return the active players without a platform ID, by name; none in a tabletop event."""
    if not event.is_digital:
        return []
    missing = event.enrollments.active().filter(platform_id="")
    return in_order(missing)


def tables_to_check(round: Round) -> list[Match]:
    """The tables that have not reported: unmarked ones first, then those that do not answer."""
    tables = list(round.matches.outstanding().select_related("first", "second").order_by("table"))
    read_seats(tables)
    return sorted(tables, key=lambda match: _ORDER.index(match.check_mark))
