"""Announced rounds and minutes: those that can still change, and their changes."""

from collections.abc import Sequence
from dataclasses import dataclass

from events.core.progress.queries import StageStatus, stage_statuses
from events.models import AnnouncedChange, Event, Stage


@dataclass(frozen=True, slots=True)
class AnnouncedStage:
    """Announced values of a stage; `rounds` or `minutes` is None if it has none of its own.

    `least`: the number of rounds already paired.
    """

    stage: Stage
    rounds: int | None
    minutes: int | None
    least: int


def is_announced(event: Event) -> bool:
    """Return whether round 1 is posted, and with it the number of rounds announced."""
    return event.rounds.posted().exists()


def announced_stages(event: Event) -> list[AnnouncedStage]:
    """Return the announced values that can still change: none of a stage before the current one."""
    statuses = stage_statuses(event)
    begun = max((status.stage.number for status in statuses if status.played), default=1)
    return [
        _announced(status)
        for status in statuses
        if status.stage.number >= begun and not status.stage.has_cut
    ]


def _announced(status: StageStatus) -> AnnouncedStage:
    stage = status.stage
    return AnnouncedStage(
        stage=stage,
        rounds=stage.rounds if stage.has_set_rounds else None,
        minutes=stage.round_minutes,
        least=max(1, status.played),
    )


def announced_values(event: Event, stages: Sequence[AnnouncedStage]) -> dict[str, int | None]:
    """Return the current announced values, keyed by the form fields that change them."""
    values: dict[str, int | None] = {"minutes": event.round_minutes}
    for announced in stages:
        number = announced.stage.number
        values[f"rounds_{number}"] = announced.rounds
        values[f"minutes_{number}"] = announced.minutes
    return values


def announced_changes(event: Event) -> list[AnnouncedChange]:
    """Return all changes of announced values, the oldest first."""
    return list(event.announced_changes.all())


def head_judges(event: Event) -> list[str]:
    """Return the user names of the head judges."""
    members = event.staff.filter(head_judge=True).select_related("user")
    return [member.user.get_username() for member in members]
