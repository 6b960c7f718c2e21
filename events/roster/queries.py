"""The roster as a person looks at it: some of the players, in an order, and how many are where."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from django.http import QueryDict

from domain.names import by_family_name
from events.core.players.listed_players import ListedPlayer, RosterPage, roster_page
from events.core.players.queries import (
    find_players,
    in_order,
)
from events.core.players.waiting_list import sign_up_settings
from events.core.progress.presence import DueRound, Presence
from events.core.sign_ups.queries import waiting_names
from events.models import Enrollment, Event, Round, SignUp

State = Enrollment.State


class Show(StrEnum):
    """The players that the roster can show; the values are used in addresses."""

    ALL = "all"
    HERE = "here"
    MISSING = "missing"
    BYE = "bye"
    WAITING = "waiting"
    PAID = "paid"
    UNPAID = "unpaid"
    DROPPED = "dropped"


class Order(StrEnum):
    """The order of the roster."""

    GIVEN = "given"
    FAMILY = "family"
    NUMBER = "number"
    STATE = "state"


@dataclass(frozen=True, slots=True)
class RosterFilter:
    """Filters of the roster: which players, their order, and the search text."""

    show: Show = Show.ALL
    order: Order = Order.GIVEN
    search: str = ""

    @property
    def query(self) -> str:
        """The query string of the same list, without the search."""
        return self.turned()

    @property
    def by_given(self) -> str:
        """The same players by given name."""
        return self.turned(order=Order.GIVEN)

    @property
    def by_family(self) -> str:
        """The same players by family name."""
        return self.turned(order=Order.FAMILY)

    @property
    def by_number(self) -> str:
        """The same players by number."""
        return self.turned(order=Order.NUMBER)

    @property
    def by_state(self) -> str:
        """The same players by state, absent ones first."""
        return self.turned(order=Order.STATE)

    def turned(self, show: Show | None = None, order: Order | None = None) -> str:
        """Return the query string with other players or another order."""
        query = QueryDict(mutable=True)
        show, order = show or self.show, order or self.order
        if show is not Show.ALL:
            query["show"] = show
        if order is not Order.GIVEN:
            query["sort"] = order
        return query.urlencode()


def filter_of(asked: QueryDict) -> RosterFilter:
    """Parse the filters of an address or a form; unknown values are ignored."""
    show, order = asked.get("show", ""), asked.get("sort", "")
    return RosterFilter(
        Show(show) if show in list(Show) else Show.ALL,
        Order(order) if order in list(Order) else Order.GIVEN,
        asked.get("q", "").strip(),
    )


def is_shown(player: ListedPlayer, show: Show, due: DueRound) -> bool:
    """Return whether a player is one of those to show; `due`: the round they are expected for."""
    active = player.is_active
    match show:
        case Show.HERE:
            return due.is_here(player)
        case Show.MISSING:
            return due.presence_of(player) is Presence.NOT_HERE
        case Show.BYE:
            return due.presence_of(player) is Presence.BYE
        case Show.PAID:
            return player.paid
        case Show.UNPAID:
            return active and not player.paid
        case Show.DROPPED:
            return not active
        case Show.WAITING:
            return False
        case _:
            return True


@dataclass(frozen=True)
class RosterList:
    """The roster as it is shown: all players, those to show in order, and the sign-ups that wait.

    `takes_fee`: whether the event has a fee, or a player is marked as having paid. `started`:
    whether a round is paired.
    """

    page: RosterPage
    filters: RosterFilter
    players: Sequence[ListedPlayer]
    waiting: Sequence[SignUp]
    takes_fee: bool
    teams: bool

    @property
    def started(self) -> bool:
        """Whether a round is paired."""
        return self.page.rounds > 0

    @property
    def checks_in(self) -> bool:
        """Whether it means something that a player is not checked in: some player is, or may be."""
        return self.page.checked_in > 0 or not self.started

    @property
    def by_name(self) -> bool:
        """Whether the players are in the order of a name."""
        return self.filters.order in (Order.GIVEN, Order.FAMILY)

    @property
    def unpaid(self) -> int:
        """How many players have not paid."""
        return self.counts[Show.UNPAID]

    @cached_property
    def has_byes(self) -> bool:
        """Whether a player has awarded byes."""
        return any(player.awarded_byes for player in self.page.players)

    @cached_property
    def counts(self) -> Mapping[Show, int]:
        """How many each choice shows."""
        # Ten thousand players have few distinct states, so each is computed once.
        kinds: dict[tuple[Presence, bool, bool], list[ListedPlayer]] = {}
        due = self.page.due
        for player in self.page.players:
            kind = due.presence_of(player), player.checked_in, player.paid
            kinds.setdefault(kind, []).append(player)
        counts = {
            show: sum(len(alike) for alike in kinds.values() if is_shown(alike[0], show, due))
            for show in Show
        }
        counts[Show.WAITING] = len(self.waiting)
        return counts

    @property
    def choices(self) -> list[tuple[Show, int, str]]:
        """The choices that this event has use for, with their counts and their addresses."""
        used = {Show.ALL, self.filters.show}
        if self.checks_in:
            used |= {Show.HERE, Show.MISSING}
        if self.takes_fee:
            used |= {Show.PAID, Show.UNPAID}
        rare = (Show.BYE, Show.WAITING, Show.DROPPED)
        used |= {show for show in rare if self.counts[show]}
        return [
            (show, self.counts[show], self.filters.turned(show=show))
            for show in Show
            if show in used
        ]

    def to_show(self, most: int) -> Sequence[ListedPlayer]:
        """Return the players of the list; of more than `most` only those whom the search means.

        A browser filters a short list itself, and needs all of it.
        """
        if self.matching is None or len(self.players) <= most:
            return self.players
        return [player for player in self.players if player.number in self.matching]

    @cached_property
    def matching(self) -> frozenset[int] | None:
        """The numbers of the shown players whom the search means; None without a search."""
        if not self.filters.search:
            return None
        means = find_players(self.players, self.filters.search, teams=self.teams)
        return frozenset(player.number for player in means)


def _by_family(player: ListedPlayer) -> tuple[str, str, int]:
    return by_family_name(player.name, player.number, player.reading, player.sort_name)


def roster_list(event: Event, filters: RosterFilter) -> RosterList:
    """Return the roster as a person asked for it, in a fixed number of queries."""
    page = roster_page(event)
    players = [player for player in page.players if is_shown(player, filters.show, page.due)]
    match filters.order:
        case Order.FAMILY:
            players.sort(key=_by_family)
        case Order.NUMBER:
            players.sort(key=lambda player: player.number)
        case Order.STATE:
            players.sort(key=lambda player: (not player.is_active, player.checked_in))
        case _:
            pass
    return RosterList(
        page=page,
        filters=filters,
        players=players,
        waiting=waiting_names(event),
        takes_fee=any(player.paid for player in page.players) or bool(sign_up_settings(event).fee),
        teams=event.is_for_teams,
    )


def active_players(event: Event, numbers: Collection[int]) -> list[Enrollment]:
    """Return those with these numbers who play, by name. One query."""
    return in_order(event.enrollments.filter(number__in=numbers, state=State.ACTIVE))


# Names that fit in a message.
MOST_NAMES = 3


def is_between_rounds(event: Event) -> bool:
    """Whether rounds were played and none is open. One query."""
    states = set(event.rounds.values_list("state", flat=True))
    return states == {Round.State.COMPLETE}
