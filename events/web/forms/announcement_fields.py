"""The fields of an announcement: to one event, or to several."""

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import ANNOUNCEMENT_LENGTH
from events.web.forms.worded_errors import WordedForm


class TextAndEndForm(WordedForm):
    """The text in one language or both, and a time of day."""

    text_en = forms.CharField(
        label=_("English"),
        required=False,
        max_length=ANNOUNCEMENT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2, "lang": "en"}),
    )
    text_ja = forms.CharField(
        label=_("Japanese"),
        required=False,
        max_length=ANNOUNCEMENT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2, "lang": "ja"}),
    )
    until = forms.TimeField(
        label=_("Shown until"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    alternatives = ("text_en", "text_ja")
