"""The one way in which the journal may change: a person's name goes out of it."""

from django.db import models


class Redaction(models.Model):
    """Stands while a person's data is taken out of an event's journal, inside one transaction.

    The journal's trigger lets the `data` of that event's entries change while this row is there,
    and nothing else of them. No other transaction ever sees the row.
    """

    event = models.OneToOneField(
        "events.Event", on_delete=models.CASCADE, primary_key=True, related_name="+"
    )

    def __str__(self) -> str:
        return str(self.event_id)
