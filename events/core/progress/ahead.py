"""Rounds that follow the newest posted one as announced: all that players may know.

Staff pages use `next_step`, which also reads results that are not public.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Protocol

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from events.models import BracketSeat, Match, Round, Stage
from pairings.formats.brackets import double_elimination
from pairings.formats.round_robin import round_robin

FINALISTS = 2
# Larger events do not play round robin.
MOST_IN_ROBIN = 16
_BY_SIZE = (Stage.Kind.ROUND_ROBIN, Stage.Kind.DOUBLE_ELIMINATION)


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

    `left`: rounds of its stage that are announced and not posted; None while their number is open.
    `more_stages`: another stage follows. `is_conditional`: one more round is played if the
    announced condition is met, which is not public yet.
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
    sizes: dict[int, int] | None = None,
    extra: bool | None = None,
) -> Ahead:
    """Return the rounds and stages that follow a posted round.

    `in_stage`: posted rounds of its stage. `sizes`: see `field_sizes`; None queries it if the
    number of rounds follows from it. `extra`: the public decision about one more round.
    """
    stage = newest.stage
    if stage.ended_by_agreement:
        return Ahead(0, more_stages)
    if stage.is_single_elimination or stage.is_tables_cut:
        return Ahead(0 if newest.bracket_players == FINALISTS else None, more_stages)
    planned, may_grow = stage.rounds, stage.extra_round
    if stage.kind in _BY_SIZE:
        count = (field_sizes([stage]) if sizes is None else sizes).get(stage.pk, 0)
        may_grow = stage.kind == Stage.Kind.DOUBLE_ELIMINATION
        planned = rounds_to_the_final(count) if may_grow else robin_rounds(count)
    if planned is None:
        return Ahead(None, more_stages)
    if may_grow and in_stage == planned:
        open_left = None if extra is None else int(extra)
        return Ahead(open_left, more_stages, is_conditional=extra is None)
    return Ahead(max(planned - in_stage, 0), more_stages)


def with_ahead(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Annotate each round with its stage's posted rounds, and whether another stage follows."""
    later = Stage.objects.filter(event=OuterRef("event"), number__gt=OuterRef("stage__number"))
    is_posted = ~Q(stage__round_set__state=Round.State.UNPOSTED)
    return rounds.annotate(
        more_stages=Exists(later), posted_in_stage=Count("stage__round_set", filter=is_posted)
    )


def read_ahead(
    round: Round, sizes: dict[int, int] | None = None, extra: bool | None = None
) -> Ahead:
    """Return ahead_of for a round that was read `with_ahead`; the other arguments as there."""
    read = vars(round)
    return ahead_of(
        round,
        in_stage=read["posted_in_stage"],
        more_stages=read["more_stages"],
        sizes=sizes,
        extra=extra,
    )


def rounds_to_the_final(players: int) -> int | None:
    """Return how many rounds a double elimination has up to its final; None before it is seated."""
    return double_elimination(players).rounds - 1 if players else None


def robin_rounds(players: int) -> int | None:
    """Return how many rounds a round robin of the given number of players has; None without one."""
    return len(round_robin(range(players))) if 2 <= players <= MOST_IN_ROBIN else None


def field_sizes(stages: Collection[Stage]) -> dict[int, int]:
    """Return how many players began each stage whose rounds follow from that, by its key.

    One query for the round robins among them, one for the double eliminations.
    """
    robins = [stage.pk for stage in stages if stage.kind == Stage.Kind.ROUND_ROBIN]
    doubles = [stage.pk for stage in stages if stage.kind == Stage.Kind.DOUBLE_ELIMINATION]
    sizes = robin_sizes(robins) if robins else {}
    if doubles:
        seats = BracketSeat.objects.filter(stage__in=doubles).order_by()
        sizes |= dict(seats.values_list("stage").annotate(count=Count("pk")))
    return sizes


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
