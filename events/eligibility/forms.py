"""The eligibility marks of people as the organizer types them."""

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import NOTE_LENGTH
from events.models import EligibilityMark
from events.web.forms.worded_errors import WordedForm

MOST_TEXT = 200_000
# A cell in quotation marks, as a spreadsheet writes it.
_QUOTED = re.compile(r'(^|[,;|\t])\s*"([^"]*)"\s*(?=$|[,;|\t])')
_SIGNS = str.maketrans(dict.fromkeys(",;|\t<>", " "))


class MarksForm(WordedForm):
    """People to mark, one a line."""

    kind = forms.ChoiceField(
        label=_("Mark"), choices=EligibilityMark.KIND_WORDS, widget=forms.RadioSelect
    )
    people = forms.CharField(
        label=_("People"),
        max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=_("One person per line: the name, then an email address if there is one."),
    )
    note = forms.CharField(label=_("Note"), max_length=NOTE_LENGTH, required=False)

    def lines(self) -> list[tuple[str, str]]:
        """Names and e-mail addresses as they were typed; the form must be valid."""
        return [_person(line) for line in self.cleaned_data["people"].splitlines() if line.strip()]


def _person(line: str) -> tuple[str, str]:
    words = _QUOTED.sub(r"\1 \2 ", line).translate(_SIGNS).split()
    address = next((word for word in words if "@" in word), "")
    return " ".join(word for word in words if word != address), address
