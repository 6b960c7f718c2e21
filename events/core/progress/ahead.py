"""Rounds that follow the newest posted one by what is announced: all that players may know.

Staff pages ask `next_step`, which also knows results that are not public.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from events.models import Match, Round, Stage
from pairings.formats.round_robin import round_robin

FINALISTS = 2
# Larger fields play no round robin.
MOST_IN_ROBIN = 16


class Posted(Protocol):
    """A posted round with its stage."""

    @property
    def stage(self) -> Stage:
        """The stage that it belongs to."""

    @property
    def bracket_players(self) -> int | None:
        """As models.Round has it."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """Rounds and stages after a posted round.

    `left`: rounds of its stage that are announced and not posted; None while that is open.
    `more_stages`: another stage follows. `is_conditional`: one more round is played if the
    announced condition holds, which is not public yet.
    """

    left: int | None
    more_stages: bool
    is_conditional: bool = False

    @property
    def is_nothing(self) -> bool:
        """Whether no round follows."""
        return self.left == 0 and not self.more_stages


def ahead_of(
    newest: Posted,
    *,
    in_stage: int,
    more_stages: bool,
    robins: dict[int, int] | None = None,
    extra: bool | None = None,
) -> Ahead:
    """Return what follows a posted round.

    `in_stage`: posted rounds of its stage. `robins`: see `robin_sizes`; None asks for it where the
    stage is a round robin. `extra`: the public decision about one more round.
    """
    stage = newest.stage
    if stage.is_elimination:
        return Ahead(0 if newest.bracket_players == FINALISTS else None, more_stages)
    planned = stage.rounds
    if stage.kind == Stage.Kind.ROUND_ROBIN:
        sizes = robin_sizes([stage.pk]) if robins is None else robins
        planned = robin_rounds(sizes.get(stage.pk, 0))
    if planned is None:
        return Ahead(None, more_stages)
    if stage.extra_round and in_stage == planned:
        open_left = None if extra is None else int(extra)
        return Ahead(open_left, more_stages, is_conditional=extra is None)
    return Ahead(max(planned - in_stage, 0), more_stages)


def with_ahead(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Read with each round how many of its stage are posted, and whether another stage follows."""
    later = Stage.objects.filter(event=OuterRef("event"), number__gt=OuterRef("stage__number"))
    is_posted = ~Q(stage__round_set__state=Round.State.UNPOSTED)
    return rounds.annotate(
        more_stages=Exists(later), posted_in_stage=Count("stage__round_set", filter=is_posted)
    )


def read_ahead(
    round: Round, robins: dict[int, int] | None = None, extra: bool | None = None
) -> Ahead:
    """Return what follows a round that was read `with_ahead`; the others as for `ahead_of`."""
    read = vars(round)
    return ahead_of(
        round,
        in_stage=read["posted_in_stage"],
        more_stages=read["more_stages"],
        robins=robins,
        extra=extra,
    )


def robin_rounds(players: int) -> int | None:
    """Return how many rounds a round robin of so many players has; None without one."""
    return len(round_robin(range(players))) if 2 <= players <= MOST_IN_ROBIN else None


def robin_sizes(stages: Iterable[int]) -> dict[int, int]:
    """Return how many players began each round robin, by the stage's key. One query."""
    matches = Match.objects.filter(round__stage__in=list(stages))
    rounds = (
        matches.exclude(kind=Match.Kind.UNPAIRED)
        .values_list("round__stage", "round__number")
        .annotate(count=Count("first") + Count("second"))
        .order_by("round__number")
    )
    sizes: dict[int, int] = {}
    for stage, _number, count in rounds:
        sizes.setdefault(stage, count)
    return sizes
