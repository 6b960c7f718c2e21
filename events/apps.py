"""The application's entry for Django."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """The application that knows everything about events."""

    name = "events"

    def ready(self) -> None:
        """Let the public site and the outbox of programs know of every write."""
        from events.core.event_write import subscribe, subscribe_entries
        from events.integrations.outbox import record
        from events.public_site.changes import built_after_commit

        subscribe(built_after_commit)
        subscribe_entries(record)
