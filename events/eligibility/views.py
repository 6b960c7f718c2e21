"""The eligibility marks of people in an event."""

import re

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from domain.limits import NOTE_LENGTH
from domain.written_names import written_name
from events.core.eligibility.actions import mark_people, unmark
from events.core.eligibility.queries import fact_sheet_of, marks_of
from events.models import EligibilityMark
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.forms.worded_errors import WordedForm
from events.web.requests import posted

MOST_TEXT = 200_000
# A cell in quotation marks, as spreadsheets write it.
_QUOTED = re.compile(r'(^|[,;|\t])\s*"([^"]*)"\s*(?=$|[,;|\t])')
_SIGNS = str.maketrans(dict.fromkeys(",;|\t<>", " "))


class MarksForm(WordedForm):
    """People to mark, one per line."""

    kind = forms.ChoiceField(
        label=pgettext_lazy("eligibility", "Mark"),
        choices=EligibilityMark.KIND_WORDS,
        widget=forms.RadioSelect,
    )
    people = forms.CharField(
        label=pgettext_lazy("eligibility", "People"),
        max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One person per line: the name, then an email address if there is one."
        ),
    )
    note = forms.CharField(label=gettext_lazy("Note"), max_length=NOTE_LENGTH, required=False)

    def lines(self) -> list[tuple[str, str]]:
        """The typed names and e-mail addresses; the form must be valid."""
        return [_person(line) for line in self.cleaned_data["people"].splitlines() if line.strip()]


def _person(line: str) -> tuple[str, str]:
    words = _QUOTED.sub(r"\1 \2 ", line).translate(_SIGNS).split()
    address = next((word for word in words if "@" in word), "")
    return " ".join(word for word in words if word != address), address


@staff_view(get=Action.SEE, post=Action.EDIT_ROSTER)
def marks(request: HttpRequest, desk: Desk) -> HttpResponse:
    """List people who are suspended, under age or invited; a POST adds marks."""
    form = MarksForm(posted(request))
    if form.is_valid():
        with ShowRefusal(form):
            count = mark_people(
                **desk.who,
                kind=form.cleaned_data["kind"],
                people=form.lines(),
                note=form.cleaned_data["note"],
            )
            words = ngettext(
                "%(count)d eligibility mark was added.",
                "%(count)d eligibility marks were added.",
                count,
            )
            messages.success(request, words % {"count": count})
            return redirect("staff:eligibility", desk.event.slug)
    context = {
        "desk": desk,
        "form": form,
        "marks": marks_of(desk.event),
        "sheet": fact_sheet_of(desk.event),
    }
    status = 422 if form.is_bound else 200
    return render(request, "eligibility/eligibility.html", context, status=status)


def _to_marks(desk: Desk, **_numbers: int) -> HttpResponse:
    return redirect("staff:eligibility", desk.event.slug)


@staff_view(post=Action.EDIT_ROSTER, back=_to_marks)
def remove_mark(request: HttpRequest, desk: Desk, mark_id: int) -> HttpResponse:
    """Remove a mark."""
    gone = unmark(**desk.who, mark_id=mark_id)
    messages.success(
        request, _("The eligibility mark for %(name)s was removed.") % {"name": written_name(gone)}
    )
    return _to_marks(desk)
