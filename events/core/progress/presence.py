"""The state of each player before a round: the only answer to where a player is.

Pairing, check-in, the checks before round 1, history, phones and reports use it.
`docs/reference/rules.md`, "Where a player is before a round", lists what each makes of a state.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, Self, TypeVar

from django.db.models import QuerySet

from domain.limits import MOST_AWARDED_BYES
from events.core.progress.queries import current_stage
from events.models import Enrollment, Event, Match, Round, Stage


class Presence(StrEnum):
    """State of a player before a round.

    HERE: checked in. BYE: has an awarded bye in the round, here or not. LATER: entered for a later
    round. NOT_HERE: is due and not checked in. CUT: did not advance. DROPPED: dropped or
    disqualified. NEVER_CAME: dropped for not being there, before taking part in any round.
    """

    HERE = "here"
    BYE = "bye"
    LATER = "later"
    NOT_HERE = "not-here"
    CUT = "cut"
    DROPPED = "dropped"
    NEVER_CAME = "never-came"


class HoldsByes(Protocol):
    """A player with the rounds that were awarded as byes."""

    @property
    def awarded_byes(self) -> int:
        """Number of awarded byes, in consecutive rounds from the first."""


class Enrolled(HoldsByes, Protocol):
    """The columns of an enrollment from which its state follows."""

    @property
    def number(self) -> int:
        """The player's number in the event."""

    @property
    def is_active(self) -> bool:
        """Whether the player plays: not dropped, not disqualified."""

    @property
    def checked_in(self) -> bool:
        """Whether the player is checked in."""

    @property
    def first_round(self) -> int:
        """The first round in which the player can be paired."""

    @property
    def dropped_after(self) -> int | None:
        """The last round of a player who left."""

    @property
    def dropped_silently(self) -> bool:
        """Whether a player dropped without saying so."""


Player = TypeVar("Player", bound=Enrolled)
Holder = TypeVar("Holder", bound=HoldsByes)


@dataclass(frozen=True, slots=True)
class DueRound:
    """The round for which players are expected.

    - `uses_byes`: awarded byes count in it; in a round robin or a playoff they do not.
    - `advancing`: the numbers of the players who advanced by the newest cut; None without a cut.
    """

    number: int
    uses_byes: bool
    advancing: frozenset[int] | None = None

    @classmethod
    def of(cls, round: Round) -> Self:
        """Return a round that was read with its stage; its cut is not read."""
        return cls(round.number, _uses_byes(round.stage))

    def has_bye(self, player: HoldsByes) -> bool:
        """Return whether a player has an awarded bye in this round: they run from round 1 on."""
        return self.uses_byes and player.awarded_byes >= self.number

    def presence_of(self, player: Enrolled) -> Presence:
        """Return the player's state before this round."""
        if not player.is_active:
            stayed_away = player.dropped_silently and player.dropped_after == 0
            return Presence.NEVER_CAME if stayed_away else Presence.DROPPED
        if self.advancing is not None and player.number not in self.advancing:
            return Presence.CUT
        if self.has_bye(player):
            return Presence.BYE
        if player.first_round > self.number:
            return Presence.LATER
        return Presence.HERE if player.checked_in else Presence.NOT_HERE

    def is_here(self, player: Enrolled) -> bool:
        """Return whether a player who takes part, now or in a later round, is checked in."""
        gone = (Presence.CUT, Presence.DROPPED, Presence.NEVER_CAME)
        return player.checked_in and self.presence_of(player) not in gone

    def those(self, players: Iterable[Player], *presences: Presence) -> list[Player]:
        """Return the players in one of these states, in the order given."""
        return [player for player in players if self.presence_of(player) in presences]

    def bye_holders(self, players: Iterable[Holder]) -> list[Holder]:
        """Return the players with an awarded bye in this round, in the order given."""
        return [player for player in players if self.has_bye(player)]


def due_round(event: Event) -> DueRound:
    """Return the round that is being played, or the next one once it is complete.

    A confirmed cut counts at once: players who did not advance are no longer expected.
    """
    newest = event.rounds.select_related("stage").defer("posted_rows").order_by("-number").first()
    if newest is not None and not newest.is_complete:
        due = DueRound.of(newest)
        return DueRound(due.number, due.uses_byes, after_the_cut(event))
    number = newest.number + 1 if newest else 1
    uses_byes = number <= MOST_AWARDED_BYES and _uses_byes_next(event, begun=newest is not None)
    return DueRound(number, uses_byes, after_the_cut(event) if newest else None)


def _uses_byes_next(event: Event, *, begun: bool) -> bool:
    """Return whether awarded byes count in the next round; True before the event has stages."""
    if begun:
        status = current_stage(event)
        stage = status.stage if status else None
    else:
        stage = event.stages.order_by("number").first()
    return stage is None or _uses_byes(stage)


def _uses_byes(stage: Stage) -> bool:
    """Return whether awarded byes count in a stage: not in a round robin or a playoff."""
    return stage.has_set_rounds


def after_the_cut(event: Event) -> frozenset[int] | None:
    """Return the numbers of players who advanced by the newest confirmed cut; None without one."""
    return after_the_cuts([event.pk]).get(event.pk)


def after_the_cuts(events: Collection[int]) -> dict[int, frozenset[int]]:
    """Return after_the_cut of several events, by key, without those that have no confirmed cut."""
    cuts = Stage.objects.filter(event__in=events, has_cut=True).order_by("number")
    newest = dict(cuts.values_list("event_id", "pk"))
    advancing: dict[int, set[int]] = {stage: set() for stage in newest.values()}
    through = Stage.advancing.through.objects.filter(stage__in=newest.values())
    for stage, number in through.values_list("stage_id", "enrollment__number") if newest else ():
        advancing[stage].add(number)
    return {event: frozenset(advancing[stage]) for event, stage in newest.items()}


def newest_cut(event: Event) -> Stage | None:
    """Return the newest stage whose cut is confirmed; None without one. One query."""
    return event.stages.filter(has_cut=True).order_by("number").last()


def expected_players(event: Event) -> QuerySet[Enrollment]:
    """Return the active players; after a confirmed cut those who advanced. One query for the cut.

    A player who did not advance is not expected at the next stage.
    """
    players = event.enrollments.active()
    advancing = after_the_cut(event)
    return players if advancing is None else players.filter(number__in=advancing)


def expected_in(events: Collection[int]) -> Counter[int]:
    """Return how many players are expected in each of several events. Three queries at most."""
    advancing = after_the_cuts(events)
    active = Enrollment.objects.active().filter(event__in=events)
    return Counter(
        event
        for event, number in active.values_list("event_id", "number")
        if event not in advancing or number in advancing[event]
    )


def fixed_tables(event: Event) -> dict[int, str]:
    """Return the fixed tables of the players who are expected, with the names of these."""
    fixed = expected_players(event).filter(fixed_table__isnull=False)
    return {table: name for table, name in fixed.values_list("fixed_table", "name") if table}


def first_round_at_a_table(player: Enrollment) -> int:
    """Return the first round in which a player must be present: after the awarded byes."""
    return max(player.first_round, player.awarded_byes + 1)


def matches_of_missed(
    rounds: Sequence[Round], enrollment: Enrollment, *, losses: bool
) -> list[Match]:
    """Build the matches, unsaved, of the rounds that a player missed.

    A round with an awarded bye is that bye. Any other one is an assigned loss if `losses` is true,
    else it has no match. `rounds` are joined with their stages.
    """
    matches = []
    for round in rounds:
        if DueRound.of(round).has_bye(enrollment):
            matches.append(Match.bye(round, enrollment))
        elif losses:
            matches.append(Match.assigned_loss(round, enrollment))
    return matches


def missed_counts(missed: Iterable[Match]) -> dict[str, Any]:
    """Return how many missed rounds became losses and byes; zero counts are left out.

    A round that is not posted is not missed yet: pairing it again, or adding the player, removes
    its loss. `missed` are joined with their rounds.
    """
    kinds = [match.kind for match in missed if not match.round.is_unposted]
    counts = {"losses": kinds.count(Match.Kind.UNPAIRED), "byes": kinds.count(Match.Kind.BYE)}
    return {name: count for name, count in counts.items() if count}
