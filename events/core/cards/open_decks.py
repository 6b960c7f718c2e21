"""Decklists of an event: their contents, their readers, and the tables to check."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet, prefetch_related_objects
from django.utils import timezone

from domain.kinds import ShownLists
from events.core.cards.deck_legality import CardFault, card_faults
from events.core.cards.pool_check import OutsidePool, outside_pool
from events.core.decks.deck_words import folded
from events.core.decks.decklists import Counted, counted
from events.core.decks.seat_lists import formats_by_seat, list_field, lists_by_seat
from events.core.edit_conflicts import token_of_values
from events.core.eligibility.queries import fact_sheet_of
from events.core.players.listed_players import ListedPlayer
from events.core.players.queries import in_order
from events.core.players.shown_names import ShownNames
from events.core.progress.presence import newest_cut
from events.core.standings.queries import live_standings
from events.models import DeckCheck, Decklist, Enrollment, Event, FactSheet, Match, Pool


@dataclass(frozen=True, slots=True)
class SeatList:
    """The list of one seat of a team, in the format of the seat; `field`: of the forms."""

    seat: str
    game_format: str
    text: str
    counted: Counted | None
    faults: tuple[CardFault, ...]

    @property
    def field(self) -> str:
        """The name of its field in a form."""
        return list_field(self.seat)


@dataclass(frozen=True, slots=True)
class DeckLine:
    """One player and the list; `counted` is None without a text.

    `seats`: the lists of a team, which are counted there and not as a whole. `faults`: found by the
    card file, none without one. `pool`: the pool from which the deck is built, and `outside` the
    cards that it does not have; never for public pages.
    """

    enrollment: Enrollment
    deck: Decklist
    counted: Counted | None
    faults: tuple[CardFault, ...] = ()
    pool: Pool | None = None
    outside: tuple[OutsidePool, ...] = ()
    seats: tuple[SeatList, ...] = ()

    @property
    def main(self) -> int:
        """Number of cards in the deck; of a team, in all decks."""
        return sum(counted.main for counted in self._all)

    @property
    def side(self) -> int:
        """Number of cards in the sideboard; of a team, in all sideboards."""
        return sum(counted.side for counted in self._all)

    @property
    def _all(self) -> list[Counted]:
        every = [self.counted, *(seat.counted for seat in self.seats)]
        return [counted for counted in every if counted is not None]

    @property
    def seen(self) -> str:
        """Version token of the decklist for forms that show all of it."""
        return token_of_values(deck_values(self.deck))

    @property
    def seen_text(self) -> str:
        """Version token of the decklist for forms that show only its text and archetype."""
        return token_of_values({"text": self.deck.text, "archetype": self.deck.archetype})

    @property
    def seen_state(self) -> str:
        """Version token of the decklist for forms that show its state and not its text."""
        return token_of_values({"state": self.deck.state})


def deck_values(deck: Decklist) -> dict[str, object]:
    """Return the editable values of a decklist, by the fields of its forms."""
    return {"state": deck.state, "text": deck.text, "archetype": deck.archetype}


def is_locked(sheet: FactSheet) -> bool:
    """Return whether the deadline is over: a change then needs a judge and a reason."""
    return sheet.deck_deadline is not None and sheet.deck_deadline <= timezone.now()


def deck_line(event: Event, enrollment: Enrollment) -> DeckLine:
    """Return one player's list and pool; the list is empty before there is one. Two queries."""
    deck = Decklist.objects.filter(enrollment=enrollment).first()
    pool = Pool.objects.filter(received_by=enrollment).first()
    return _line(event, enrollment, deck or Decklist(enrollment=enrollment), pool)


def deck_lines(event: Event, players: Sequence[ListedPlayer]) -> list[DeckLine]:
    """Return the lists of these players, in their order. One query."""
    rows = event.enrollments.filter(pk__in=[player.pk for player in players])
    by_key = {row.pk: row for row in rows.select_related("decklist", "pool")}
    return [
        _line(
            event,
            player,
            getattr(player, "decklist", None) or Decklist(enrollment=player),
            getattr(player, "pool", None),
        )
        for player in (by_key[listed.pk] for listed in players if listed.pk in by_key)
    ]


def locked_for_players(event: Event, sheet: FactSheet) -> bool:
    """Return whether phones can no longer change lists: from the deadline, else from round 1 on."""
    if sheet.deck_deadline is not None:
        return is_locked(sheet)
    return event.rounds.exists()


def decks_of_opponents(event: Event, opponents: Sequence[Enrollment]) -> list[Decklist]:
    """Return the open lists of the opponents in a posted round, three at a table of four.

    In the order of their seats; empty if players do not see them. Two queries, none in an event
    that shows no lists to opponents.
    """
    if not opponents or not event.opponent_decks or not are_open(event):
        return []
    at_seat = {opponent.pk: (seat, opponent) for seat, opponent in enumerate(opponents)}
    decks = list(Decklist.objects.filter(enrollment__in=at_seat).exclude(text=""))
    for deck in decks:
        deck.enrollment = at_seat[deck.enrollment_id][1]
    return sorted(decks, key=lambda deck: at_seat[deck.enrollment_id][0])


def are_open(event: Event) -> bool:
    """Return whether opponents may see each other's decklists, by the fact sheet."""
    return fact_sheet_of(event).decklists == FactSheet.Decklists.OPEN


def lists_shown(event: Event) -> ShownLists:
    """Return which decklists are public now: none before round 1 is posted."""
    if not event.is_finished and not event.rounds.posted().exists():
        return ShownLists.NOBODY
    return fact_sheet_of(event).lists_shown(finished=event.is_finished)


def shows_archetypes(event: Event) -> bool:
    """Return whether archetype records are public: after the event, where lists are shown."""
    return event.is_finished and lists_shown(event) is not ShownLists.NOBODY


def open_decks(event: Event, names: ShownNames) -> list[DeckLine]:
    """Return the decklists that are public now, by the two settings of the fact sheet."""
    people = _people_shown(event, lists_shown(event))
    if people is None:
        return []
    listed = people.exclude(decklist=None).exclude(decklist__text="").select_related("decklist")
    shown = in_order(names.on(player) for player in listed)
    return [_line(event, player, player.decklist) for player in shown]


def has_words(line: DeckLine, words: str) -> bool:
    """Return whether each of these words is in the name, archetype or cards of a list."""
    texts = [folded(line.enrollment.name), folded(line.deck.archetype), folded(line.deck.text)]
    return all(any(word in text for text in texts) for word in folded(words).split())


def _people_shown(event: Event, shown: ShownLists) -> QuerySet[Enrollment] | None:
    if shown is ShownLists.ALL:
        return event.enrollments.all()
    if shown is ShownLists.NOBODY:
        return None
    cut = newest_cut(event)
    return cut.advancing.all() if cut else None


def stored_decks(event: Event) -> list[Decklist]:
    """Return every list that was received or typed, by player number. One query."""
    decks = Decklist.objects.filter(enrollment__event=event)
    return list(decks.select_related("enrollment").order_by("enrollment__number"))


def deck_checks(event: Event) -> list[DeckCheck]:
    """Return all deck checks, the newest first. One query."""
    checks = DeckCheck.objects.filter(match__round__event=event)
    people = checks.select_related("match__round", "match__first", "match__second")
    return list(people.defer("match__round__posted_rows").order_by("-started_at", "-pk"))


def newest_checks(checks: Sequence[DeckCheck]) -> dict[int, DeckCheck]:
    """Return each player's newest check by enrollment key; `checks` are newest first."""
    return {player.pk: check for check in reversed(checks) for player in check.match.players}


def tables_to_pick(event: Event) -> list[Match]:
    """Return the outstanding tables of the posted round whose decks were not checked in it."""
    # The posted rows of a large round take a megabyte, and a join would repeat them per match.
    joined = _tables_to_pick(event).select_related("first", "second", "round")
    matches = list(joined.defer("round__posted_rows").order_by("table"))
    at_tables = [match for match in matches if match.is_table]
    prefetch_related_objects(at_tables, "table_seats__enrollment")
    return matches


def _tables_to_pick(event: Event) -> QuerySet[Match]:
    return Match.objects.outstanding().filter(
        round__in=event.rounds.being_played(), table__isnull=False, deck_checks=None
    )


def number_of_tables_to_pick(event: Event) -> int:
    """Return the number of tables in `tables_to_pick`, without their matches."""
    return _tables_to_pick(event).count()


def random_table(event: Event) -> Match | None:
    """Return one of those tables at random; None where there is none."""
    keys = list(_tables_to_pick(event).values_list("pk", flat=True))
    return Match.objects.filter(pk=secrets.choice(keys)).first() if keys else None


def table_of_place(event: Event, place: int) -> Match | None:
    """Return the table of the player at a place in the newest standings, if it can be picked."""
    now = live_standings(event, None)
    if now is None:
        return None
    numbers = {row.number for row in now.rows if row.place == place}
    return next((match for match in tables_to_pick(event) if numbers & _numbers_at(match)), None)


def _numbers_at(match: Match) -> set[int]:
    return {player.number for player in match.players}


def seat_lists(event: Event, text: str) -> tuple[SeatList, ...]:
    """Return the lists of a team by seat; none in an event of single players."""
    if not event.is_for_teams:
        return ()
    formats = formats_by_seat(event.game_format, event.seats)
    return tuple(
        SeatList(seat, formats[seat], listed, *_checked(event, listed, formats[seat]))
        for seat, listed in lists_by_seat(text, event.seats).items()
    )


def _checked(
    event: Event, text: str, game_format: str
) -> tuple[Counted | None, tuple[CardFault, ...]]:
    if not text:
        return None, ()
    read = counted(text, game_format, event.games_to_win)
    return read, card_faults(text, game_format, event.games_to_win)


def _line(
    event: Event, enrollment: Enrollment, deck: Decklist, pool: Pool | None = None
) -> DeckLine:
    outside = outside_pool(deck.text, pool.text) if pool is not None else ()
    seats = seat_lists(event, deck.text)
    read, faults = (None, ()) if seats else _checked(event, deck.text, event.game_format)
    return DeckLine(enrollment, deck, read, faults, pool, outside, seats)
