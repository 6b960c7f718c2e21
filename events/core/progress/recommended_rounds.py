"""The number of rounds of an event: set by the organizer, or recommended."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Subquery

from events.core.progress.recommendations import Follows, Proposal, RoundsTable, propose, table_of
from events.models import Event, Stage


@dataclass(frozen=True, slots=True)
class NumberOfRounds:
    """Number of Swiss rounds of the first stage.

    - `rounds`: the number that counts now; `chosen`: set by the organizer or locked, not proposed.
    - `locked`: round 1 is paired.
    - `kind`: of a first stage that is not Swiss, whose rounds follow from the field; else "".
    """

    rounds: int
    chosen: bool
    locked: bool
    proposal: Proposal
    kind: str = ""


def announced_rounds(stages: Sequence[Stage], played: int) -> int | None:
    """Return the sum of the stages' rounds; None while the number of one of them is open.

    `played` counts the rounds that players know: a conditional round that was decided is added to
    the announced ones.
    """
    planned = [stage.rounds for stage in stages if stage.rounds is not None]
    if not planned or len(planned) < len(stages):
        return None
    return max(sum(planned), played)


def proposed_rounds(event: Event) -> Proposal:
    """Return the tables' recommendation for the active players and their byes. One query."""
    playoff = Stage.objects.filter(event=event, kind__in=Stage.Kind.playoffs(), number__gt=1)
    seating = playoff.order_by("-number").values("seating")[:1]
    playing = event.enrollments.active()
    rows = list(playing.values_list("awarded_byes", Subquery(seating)))
    byes = [awarded for awarded, _seating in rows]
    follows = _follows(rows[0][1]) if byes else None
    return propose(byes, table_of(str(event.profile.get("name"))), follows)


def recommended_playoff(event: Event) -> int:
    """Return how many of the active players advance to a playoff by the table. One query.

    8, or 4 at tables of four, while too few players are enrolled.
    """
    awarded_byes = event.enrollments.active().values_list("awarded_byes", flat=True)
    table = table_of(str(event.profile.get("name")))
    table = table if table is RoundsTable.TABLES else RoundsTable.MTR
    proposal = propose(awarded_byes, table, follows=Follows.PLAYOFF)
    if proposal.table is None:
        return 4 if event.at_tables else 8
    return proposal.playoff or 4


def _follows(seating: str | None) -> Follows:
    """Return the stage after the Swiss rounds; `seating`: of the playoff, None without one."""
    if seating is None:
        return Follows.NOTHING
    return Follows.DRAFT_PLAYOFF if seating == Stage.Seating.DRAFT else Follows.PLAYOFF


def number_of_rounds(event: Event) -> NumberOfRounds:
    """Return the number of rounds of the first stage, and its source. Three queries."""
    stage = event.stages.all()[0]
    proposal = proposed_rounds(event)
    return NumberOfRounds(
        rounds=proposal.rounds if stage.rounds is None else stage.rounds,
        chosen=stage.rounds is not None,
        locked=event.rounds.exists(),
        proposal=proposal,
        kind="" if stage.has_set_rounds else str(stage.get_kind_display()),
    )
