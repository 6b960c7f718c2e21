"""The values of stages and pods as their forms edit them."""

from typing import Any

from events.core.stages.plans import StagePlan
from events.models import (
    Event,
    Stage,
)


def stages_values(event: Event) -> dict[str, Any]:
    """The stages of an event as they are laid out, as one value. One query."""
    stages = event.stages.order_by("number")
    return {"stages": list(stages.values_list(*StagePlan.__slots__))}


def seats_values(stage: Stage) -> dict[str, Any]:
    """Return the seats in the pods of a draft, as one value. One query."""
    seats = stage.pod_seats.order_by("pod", "seat")
    return {"seats": list(seats.values_list("pod", "seat", "enrollment"))}
