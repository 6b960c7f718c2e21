"""The number of rounds of an event: what is set, or what the tables propose."""

from collections.abc import Sequence
from dataclasses import dataclass

from events.models import Enrollment, Event, Stage
from events.rules.recommendations import Proposal, propose, table_of


@dataclass(frozen=True, slots=True)
class NumberOfRounds:
    """How many Swiss rounds the first stage has.

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
    """How many rounds the stages have together; None while one of them is open.

    `played` counts the rounds that players know: a conditional one that was decided for comes on
    top of what was announced.
    """
    planned = [stage.rounds for stage in stages if stage.rounds is not None]
    if not planned or len(planned) < len(stages):
        return None
    return max(sum(planned), played)


def proposed_rounds(event: Event) -> Proposal:
    """What the tables say of everybody who plays, counting awarded byes. One query."""
    byes = event.enrollments.filter(state=Enrollment.State.ACTIVE).values_list(
        "awarded_byes", flat=True
    )
    return propose(byes, table_of(str(event.profile.get("name"))))


def number_of_rounds(event: Event) -> NumberOfRounds:
    """The number of rounds of the first stage and where it comes from. Three queries."""
    stage = event.stages.get(number=1)
    proposal = proposed_rounds(event)
    return NumberOfRounds(
        rounds=proposal.rounds if stage.rounds is None else stage.rounds,
        chosen=stage.rounds is not None,
        locked=event.rounds.exists(),
        proposal=proposal,
        kind="" if stage.kind == Stage.Kind.SWISS else str(stage.get_kind_display()),
    )
