"""The stages of an event as players see them, and the seats of a draft."""

from collections.abc import Mapping
from dataclasses import dataclass

from events.core.players.shown_names import ShownNames
from events.core.progress.presence import after_the_cut
from events.core.stages.bracket_queries import seeds_of
from events.core.stages.pod_queries import seats_by_name
from events.models import PodSeat, Stage
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.posted import PublicRound


@dataclass(frozen=True, slots=True)
class PublicStage:
    """A stage that was announced; `extra`: the decision of the condition for one more round."""

    stage: Stage
    extra: bool | None


def public_stages(shown: PublicEvent) -> tuple[PublicStage, ...]:
    """Return the stages in order; two queries for each that has a condition to be decided."""
    return tuple(PublicStage(stage, shown.extra_round(stage)) for stage in shown.stages)


def seeds_in(shown: PublicEvent, round: PublicRound | None) -> Mapping[int, int]:
    """Return the seeds of a playoff's round, by player's number; none of any other. One query."""
    if round is None or not round.stage.is_elimination:
        return {}
    stage = round.stage
    return shown.remember(f"seeds of stage {stage.pk}", lambda: seeds_of(stage))


def pod_rows(stage: Stage, names: ShownNames) -> list[PodSeat]:
    """Return the posted seats of a draft by name, in one query; empty until they are posted."""
    # Read again, because the pods may have been drawn again in the meantime.
    posted = Stage.objects.filter(pk=stage.pk, pods_posted_at__isnull=False).first()
    return seats_by_name(posted, names) if posted is not None else []


def advancing(shown: PublicEvent) -> frozenset[int] | None:
    """Return the numbers of players who advanced by the newest cut; None without one."""
    if not any(stage.has_cut for stage in shown.stages):
        return None
    return shown.remember("advancing", lambda: after_the_cut(shown.event))
