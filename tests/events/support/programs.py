"""The form that adds a program, and the ids in a program's addresses."""

from typing import Any

from events.models import Event, HookDelivery

PROGRAM = {"style": "webhook", "address": "https://swiss.example/hook", "kinds": ["round.posted"]}


def program(event: Event) -> dict[str, Any]:
    """Return the ids in the addresses of an event's only program."""
    return {"endpoint": event.hook_endpoints.get().pk}


def message(event: Event) -> dict[str, Any]:
    """Return the ids in the addresses of its only message."""
    return {**program(event), "delivery": HookDelivery.objects.get().pk}
