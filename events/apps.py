"""The application's entry for Django."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """The application that knows everything about events."""

    name = "events"

    def ready(self) -> None:
        """Let the public site know of every write that changes what it shows."""
        from events.core.event_write import subscribe
        from events.public_site.page_cache import built_after_commit

        subscribe(built_after_commit)
