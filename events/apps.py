"""The application's entry for Django."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """The application that knows everything about events."""

    name = "events"
