"""The whole roster, without an object of the database for each player.

Ten thousand enrollments take five times as long as the few columns by which a list is sorted,
counted and searched. The rows that are shown are read whole.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count

from domain.names import by_name
from events.core.adapters.posted_rounds import Record
from events.core.eligibility.queries import Barred, Eligibility
from events.core.progress.presence import DueRound, Presence, due_round
from events.core.search import likely_key
from events.models import Enrollment, Event, TeamMember


class ListedPlayer(NamedTuple):
    """The columns of an enrollment that lists need; `email` is the player's, `pk` its own key."""

    pk: int
    number: int
    name: str
    reading: str
    sort_name: str
    state: str
    checked_in: bool
    paid: bool
    awarded_byes: int
    first_round: int
    dropped_after: int | None
    dropped_silently: bool
    platform_id: str
    eligible_because: str
    email: str
    member_names: tuple[str, ...] = ()

    @property
    def is_active(self) -> bool:
        """Whether the player plays."""
        return self.state == Enrollment.State.ACTIVE


COLUMNS = (*ListedPlayer._fields[:-2], "player__email")


@dataclass(frozen=True)
class RosterPage:
    """All players in the event, by name, and the number in each state.

    `due`: the round for which they are expected. `barred`: active players with a mark added after
    enrollment that bars them, by their keys.
    """

    players: Sequence[ListedPlayer]
    playing: int
    checked_in: int
    dropped: int
    rounds: int
    due: DueRound
    twins: Sequence[tuple[ListedPlayer, ListedPlayer]]
    barred: Mapping[int, Barred]

    @cached_property
    def absent(self) -> int:
        """Number of players who are due and not checked in."""
        return len(self.due.those(self.players, Presence.NOT_HERE))


@dataclass(frozen=True, slots=True)
class RosterRound:
    """Tables of a running event by the player's key, and records by number.

    `round`: the number of the round in progress; 0 between rounds, without tables.
    """

    round: int
    tables: Mapping[int, int]
    records: Mapping[int, Record]


def listed_players(event: Event) -> list[ListedPlayer]:
    """Return all players of an event by name. One query, of teams two."""
    players = [ListedPlayer(*row) for row in event.enrollments.values_list(*COLUMNS)]
    if event.is_for_teams:
        members: dict[int, tuple[str, ...]] = {}
        rows = TeamMember.objects.filter(enrollment__event=event)
        for key, name in rows.order_by("seat").values_list("enrollment_id", "name"):
            members[key] = (*members.get(key, ()), name)
        players = [player._replace(member_names=members.get(player.pk, ())) for player in players]
    return sorted(players, key=lambda player: by_name(player.name, player.number, player.reading))


def absent_players(event: Event) -> list[ListedPlayer]:
    """Return the players who are due and not checked in, by name.

    Six queries at most, of teams seven.
    """
    return due_round(event).those(listed_players(event), Presence.NOT_HERE)


def roster_page(event: Event) -> RosterPage:
    """Return the roster, in a fixed number of queries."""
    players = listed_players(event)
    playing = [player for player in players if player.is_active]
    due = due_round(event)
    return RosterPage(
        players=players,
        playing=len(playing),
        checked_in=sum(map(due.is_here, playing)),
        dropped=len(players) - len(playing),
        rounds=event.rounds.count(),
        due=due,
        twins=() if event.is_for_teams else likely_the_same(playing),
        barred=_barred(event, playing),
    )


def shown_enrollments(event: Event, players: Sequence[ListedPlayer]) -> list[Enrollment]:
    """Return the enrollments of listed players in their order, each with `penalty_count`.

    One query, of teams two.
    """
    rows = event.enrollments.filter(pk__in=[player.pk for player in players])
    rows = rows.annotate(penalty_count=Count("penalties"))
    if event.is_for_teams:
        rows = rows.prefetch_related("members")
    by_key = {row.pk: row for row in rows}
    return [by_key[player.pk] for player in players if player.pk in by_key]


def likely_the_same(players: Iterable[ListedPlayer]) -> list[tuple[ListedPlayer, ListedPlayer]]:
    """Return pairs of players who may be one person enrolled twice.

    Their names are likely the same, and nothing distinguishes them. The lower number is first.
    """
    first_of: dict[str, ListedPlayer] = {}
    pairs = []
    for later in sorted(players, key=lambda player: player.number):
        first = first_of.setdefault(likely_key(later.name), later)
        if first is later:
            continue
        emails = {first.email, later.email} - {""}
        platform_ids = {first.platform_id, later.platform_id} - {""}
        if len(emails) < 2 and len(platform_ids) < 2:
            pairs.append((first, later))
    return pairs


def _barred(event: Event, players: Iterable[ListedPlayer]) -> dict[int, Barred]:
    """Return the barred players without a recorded reason, as `barred_players` does."""
    eligibility = Eligibility(event)
    if not eligibility.may_bar:
        return {}
    reasons = {
        player.pk: eligibility.entrant_barred(player.name, player.email, player.member_names)
        for player in players
        if not player.eligible_because
    }
    return {pk: barred for pk, barred in reasons.items() if barred is not None}
