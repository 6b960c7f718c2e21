"""Show the journal of an event."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from events.core.journal.queries import JournalFilter, journal_page
from events.models import Verb
from events.web.access import Action, Desk, staff_view
from events.web.forms.worded_errors import WordedForm


class JournalForm(WordedForm):
    """Filters for the journal."""

    player = forms.CharField(
        label=_("Player"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "placeholder": _("name or number")}),
    )
    table = forms.IntegerField(
        label=_("Table"), required=False, min_value=1, max_value=2_000_000_000
    )
    verb = forms.ChoiceField(
        label=_("Entry"), required=False, choices=[("", _("everything")), *Verb.choices]
    )
    before = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def wanted(self) -> JournalFilter:
        """Return the requested filter; an invalid field filters nothing."""
        self.full_clean()
        values = self.cleaned_data
        return JournalFilter(
            table=values.get("table"),
            player=values.get("player", "").strip(),
            verb=values.get("verb", ""),
            before=values.get("before"),
        )


@staff_view(get=Action.SEE)
def journal(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the journal, newest first, filtered by table, player and verb."""
    form = JournalForm(request.GET)
    wanted = form.wanted()
    page = journal_page(desk.event, wanted)
    older = ""
    if page.older is not None:
        kept = {name: request.GET.get(name, "") for name in ("player", "table", "verb")}
        older = urlencode({**kept, "before": str(page.older)})
    filtered = bool(wanted.table or wanted.player or wanted.verb)
    context = {"desk": desk, "form": form, "page": page, "older": older, "filtered": filtered}
    return render(request, "audit/journal.html", context)
