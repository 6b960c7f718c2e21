"""Form for an announcement to several events."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from events.models import Event
from events.web.forms.announcement_fields import TextAndEndForm


class AnnounceForm(TextAndEndForm):
    """The text in the reader's language and the other one, its end, and the events."""

    events = forms.MultipleChoiceField(
        label=_("Events"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one event.")},
    )

    def __init__(self, running: Sequence[Event], data: Any | None = None, **more: Any) -> None:
        super().__init__(data, prefix="announce", **more)
        self.running = {str(event.pk): event for event in running}
        self.fields["events"].choices = [  # type: ignore[attr-defined]
            (key, event.name) for key, event in self.running.items()
        ]
        self.fields["events"].initial = list(self.running)

    @property
    def texts(self) -> tuple[forms.BoundField, forms.BoundField]:
        """The text fields, that in the reader's language first."""
        fields = self["text_en"], self["text_ja"]
        return fields[::-1] if translation.get_language() == "ja" else fields

    @property
    def chosen(self) -> list[Event]:
        """The chosen events."""
        return [self.running[key] for key in self.cleaned_data["events"]]

    def clean(self) -> dict[str, Any]:
        """Refuse an announcement without text, on the field shown first."""
        cleaned = super().clean() or {}
        if not cleaned.get("text_en", "").strip() and not cleaned.get("text_ja", "").strip():
            self.add_error(self.texts[0].name, _("Enter the announcement text."))
        return cleaned
