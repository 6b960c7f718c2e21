"""Eligibility for an event: the marks of people."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.written_names import written_name
from events.core.eligibility.actions import mark_people, unmark
from events.core.eligibility.queries import fact_sheet_of, marks_of
from events.eligibility.forms import MarksForm
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.requests import posted


@staff_view(get=Action.SEE, post=Action.EDIT_ROSTER)
def marks(request: HttpRequest, desk: Desk) -> HttpResponse:
    """List who is suspended, under age or invited; a POST marks more."""
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
    """Take a mark away."""
    gone = unmark(**desk.who, mark_id=mark_id)
    messages.success(
        request, _("The eligibility mark for %(name)s was removed.") % {"name": written_name(gone)}
    )
    return _to_marks(desk)
