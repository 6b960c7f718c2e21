"""The stages of an event as a time line: rounds that are over, in progress and still to come."""

from collections.abc import Sequence
from dataclasses import dataclass

from events.core.progress.queries import StageStatus
from events.core.rounds.round_end import coming_rounds
from events.core.stages.stage_words import round_title
from events.models import Event


@dataclass(frozen=True, slots=True)
class TimelineRound:
    """One round on the line; `number` is None for a round that is not paired yet."""

    label: str
    number: int | None = None
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class TimelineStage:
    """One stage on the line with its rounds in order; `is_now`: it is being played."""

    status: StageStatus
    rounds: tuple[TimelineRound, ...]
    is_now: bool


def timeline(event: Event, statuses: Sequence[StageStatus]) -> list[TimelineStage]:
    """Return the stages with their rounds. One query."""
    paired = list(event.rounds.select_related("stage").defer("posted_rows").order_by("number"))
    last = paired[-1].number if paired else 0
    coming = coming_rounds(statuses, last)
    current = next((status.stage.pk for status in statuses if not status.over), None)
    lines = []
    for status in statuses:
        rounds = [
            TimelineRound(
                round_title(round) if status.stage.is_elimination else str(round.number),
                round.number,
                round.is_complete,
            )
            for round in paired
            if round.stage_id == status.stage.pk
        ]
        rounds += [
            TimelineRound(later.label) for later in coming if later.stage == status.stage.number
        ]
        is_now = bool(paired) and status.stage.pk == current
        lines.append(TimelineStage(status, tuple(rounds), is_now))
    return lines
