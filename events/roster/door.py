"""The check-in as a person looks at it: who is here, who is not, and how round 1 can be paired."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import prefetch_related_objects

from events.core.players.before_round_1 import BeforeRound1, before_round_1
from events.core.players.queries import excluded_players, in_order
from events.core.players.waiting_list import sign_up_settings
from events.core.progress.presence import DueRound, Presence, due_round, expected_players
from events.models import Enrollment, Event
from events.roster.queries import MOST_NAMES, Show, is_between_rounds


@dataclass(frozen=True)
class Door:
    """The check-in: who is here, who is not, who was left out, and how round 1 can be paired.

    `due`: the round that players are expected for. `asked`: the open checks before round 1, None
    once it is paired. `may_begin_again`: all players can be expected again, as on a second day.
    """

    players: Sequence[Enrollment]
    due: DueRound
    left_out: Sequence[Enrollment]
    asked: BeforeRound1 | None
    takes_fee: bool
    show: Show
    may_begin_again: bool

    @cached_property
    def here(self) -> list[Enrollment]:
        """The players who are checked in."""
        return [player for player in self.players if self.due.is_here(player)]

    @cached_property
    def absent(self) -> list[Enrollment]:
        """The players who are due and not checked in."""
        return self.due.those(self.players, Presence.NOT_HERE)

    @cached_property
    def byes(self) -> list[Enrollment]:
        """The players with an awarded bye, here or not."""
        return self.due.those(self.players, Presence.BYE)

    @property
    def expected(self) -> int:
        """How many players have to be here: the others have a bye, or entered for a later round."""
        return len(self.due.those(self.players, Presence.HERE, Presence.NOT_HERE))

    @property
    def present(self) -> int:
        """How many of them are."""
        return self.expected - len(self.absent)

    @cached_property
    def early(self) -> list[Enrollment]:
        """The players who need not be here yet, and are not checked in."""
        later = self.due.those(self.players, Presence.BYE, Presence.LATER)
        return [player for player in later if not player.checked_in]

    @property
    def latest(self) -> list[Enrollment]:
        """Those who were checked in last, the last one first."""
        timed = [(player.checked_in_at, player) for player in self.here if player.checked_in_at]
        newest = sorted(timed, key=lambda pair: pair[0], reverse=True)
        return [player for _at, player in newest[: MOST_NAMES + 1]]

    @property
    def listed(self) -> list[Enrollment]:
        """The players of the list that is shown."""
        match self.show:
            case Show.HERE:
                return self.here
            case Show.BYE:
                return self.byes
            case Show.UNPAID:
                return [player for player in self.players if not player.paid]
            case _:
                return self.absent

    @property
    def choices(self) -> list[tuple[Show, int]]:
        """The lists, each with its count."""
        choices = [(Show.MISSING, len(self.absent)), (Show.HERE, len(self.here))]
        if self.byes:
            choices.append((Show.BYE, len(self.byes)))
        if self.takes_fee:
            choices.append((Show.UNPAID, sum(not player.paid for player in self.players)))
        return choices

    @cached_property
    def without_list(self) -> frozenset[int]:
        """The numbers of the players without a required decklist."""
        groups = self.asked.groups if self.asked else ()
        return frozenset(
            player.number
            for group in groups
            if group.code == Enrollment.Excluded.DECKLIST
            for player in group.people
        )


def door(event: Event, show: str) -> Door:
    """Return the check-in of an event, in a fixed number of queries."""
    started = event.rounds.exists()
    asked = None if started else before_round_1(event)
    players = list(asked.players) if asked else in_order(expected_players(event))
    if event.is_for_teams:
        prefetch_related_objects(players, "members")
    settings = sign_up_settings(event)
    return Door(
        players=players,
        due=asked.due if asked else due_round(event),
        # A round that is not paired leaves no player out.
        left_out=excluded_players(event) if started else (),
        asked=asked,
        takes_fee=bool(settings.fee) or any(player.paid for player in players),
        show=Show(show) if show in (Show.HERE, Show.BYE, Show.UNPAID) else Show.MISSING,
        may_begin_again=started
        and any(player.checked_in for player in players)
        and is_between_rounds(event),
    )
