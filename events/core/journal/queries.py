"""Read the journal of an event: newest first, by the page, filtered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from events.core.search import name_matches
from events.core.typed_values import whole_numbers
from events.models import Enrollment, Event, JournalEntry, Match, Round, Verb

PAGE = 100
SINCE = 8
OF_A_PLAYER = 6
# Entries that name their tables or players in their data.
OF_SEVERAL_TABLES = (
    Verb.ROUND_RE_PAIRED,
    Verb.RE_PAIRING_UNDONE,
    Verb.PAIRING_CHANGED,
    Verb.MATCH_MOVED,
)
# The journal alone has the names of players who are no longer on the roster.
GONE = (Verb.ENROLLMENT_REMOVED, Verb.ENROLLMENTS_MERGED)


@dataclass(frozen=True, slots=True)
class JournalFilter:
    """Journal filter; empty values filter nothing. `player` is a number or the start of a name."""

    table: int | None = None
    player: str = ""
    verb: str = ""
    before: int | None = None


@dataclass(frozen=True, slots=True)
class JournalPage:
    """A page of the journal; `older` is the key before which the next one starts, else None."""

    entries: list[JournalEntry]
    older: int | None


def journal_page(event: Event, wanted: JournalFilter) -> JournalPage:
    """Return a page of the journal. One query, three with a name."""
    entries = event.journal.select_related("actor").order_by("-id")
    if wanted.table is not None:
        entries = entries.filter(table=wanted.table)
    if wanted.verb:
        entries = entries.filter(verb=wanted.verb)
    if wanted.before is not None:
        entries = entries.filter(pk__lt=wanted.before)
    if wanted.player:
        numbers = _numbers(event, wanted.player)
        entries = entries.filter(_about(event, numbers))
    newest = list(entries[: PAGE + 1])
    more = len(newest) > PAGE
    return JournalPage(newest[:PAGE], newest[PAGE - 1].pk if more else None)


def table_history(event: Event, round: Round, match: Match) -> list[JournalEntry]:
    """Return all journal entries about one table of one round, newest first.

    It includes a re-pairing or a swap that gave the table other players, and its undo. One query.
    """
    entries = event.journal.filter(round_number=round.number).select_related("actor")
    of_table = Q(table=match.table) | Q(verb__in=OF_SEVERAL_TABLES)
    return [
        entry
        for entry in entries.filter(of_table).order_by("-id")
        if entry.table == match.table or _concerns(entry, match)
    ]


def _concerns(entry: JournalEntry, match: Match) -> bool:
    """Return whether an entry about several tables or players concerns this match."""
    data = entry.data
    tables = {*data.get("stopped", ()), *(row[0] for row in data.get("made", ()))}
    players = {player.number for player in match.players}
    moved = entry.verb == Verb.MATCH_MOVED and entry.first_number == match.first.number
    return (
        moved
        or match.table in {*tables, *data.get("at", ())}
        or not players.isdisjoint(data.get("numbers", ()))
    )


def newest_entry(event: Event) -> int:
    """Return the key of an event's newest entry; 0 without one."""
    newest = event.journal.order_by("-id").values_list("pk", flat=True).first()
    return newest or 0


def entries_since(event: Event, key: int) -> list[JournalEntry]:
    """Return the newest entries after the one with this key, the newest first."""
    entries = event.journal.filter(pk__gt=key).select_related("actor").order_by("-id")
    return list(entries[:SINCE])


def _numbers(event: Event, player: str) -> list[int]:
    """Return the numbers of the players whom a filter matches: by number or by name."""
    if player.isdecimal():
        return whole_numbers([player])
    rows = [
        *event.enrollments.values_list("number", "name"),
        *event.journal.filter(verb__in=GONE).values_list("first_number", "data__first"),
    ]
    return [number for number, name in rows if number and name_matches(name, player)]


def _about(event: Event, numbers: Sequence[int]) -> Q:
    """Return the condition for entries about players: on either side of a match, or in a seat."""
    about = Q(first_number__in=numbers) | Q(second_number__in=numbers)
    if event.at_tables and numbers:
        # Both databases return the list of seats as text: "[4, 11, 7]".
        one_of = "|".join(map(str, numbers))
        about |= Q(data__seats__regex=rf"(^|[^0-9])({one_of})([^0-9]|$)")
    return about


def entries_of(enrollment: Enrollment) -> QuerySet[JournalEntry]:
    """Return the entries about a player, the oldest first."""
    number = enrollment.number
    return JournalEntry.objects.filter(
        _about(enrollment.event, [number])
        | Q(verb=Verb.ENROLLMENTS_MERGED, data__kept_number=number),
        event_id=enrollment.event_id,
    ).order_by("id")


def newest_about(enrollment: Enrollment) -> JournalPage:
    """Return the newest entries about a player, the newest first. One query."""
    about = _about(enrollment.event, [enrollment.number])
    entries = JournalEntry.objects.filter(about, event_id=enrollment.event_id)
    newest = list(entries.select_related("actor").order_by("-id")[: OF_A_PLAYER + 1])
    older = newest[OF_A_PLAYER - 1].pk if len(newest) > OF_A_PLAYER else None
    return JournalPage(newest[:OF_A_PLAYER], older)


def words_in(entry: JournalEntry, number: int) -> Iterator[str]:
    """Yield the names that an entry stores of a player."""
    if entry.first_number == number or entry.verb == Verb.ENROLLMENTS_MERGED:
        yield str(entry.data.get("first", ""))
    if entry.second_number == number:
        yield str(entry.data.get("second", ""))
    if entry.verb == Verb.ALIAS_CHOSEN:
        yield from (str(entry.data.get(key, "")) for key in ("before", "after"))


def own_data(entry: JournalEntry, number: int) -> dict[str, Any]:
    """Return an entry's data without the other player's name; others at a table have numbers."""
    other = "second" if entry.first_number == number else "first"
    both = entry.first_number is not None and entry.second_number is not None
    both = both or (other == "first" and "seats" in entry.data)
    return {key: text for key, text in entry.data.items() if not (both and key == other)}


def entries_in(event: Event) -> int:
    """Return the number of entries in an event's journal."""
    return event.journal.count()


def completed_by(round: Round) -> str:
    """Return the user name of the last person who completed a round; empty without one."""
    entries = JournalEntry.objects.filter(
        event=round.event_id, round_number=round.number, verb=Verb.ROUND_COMPLETED
    )
    newest = entries.select_related("actor").order_by("-pk").first()
    return newest.actor.get_username() if newest and newest.actor else ""
