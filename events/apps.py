"""Configure the application for Django."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """The application for events."""

    name = "events"

    def ready(self) -> None:
        """Notify the public site and the outbox of every event write."""
        from events.core.event_write import subscribe, subscribe_entries
        from events.integrations.outbox import record
        from events.public_site.changes import built_after_commit

        subscribe(built_after_commit)
        subscribe_entries(record)
