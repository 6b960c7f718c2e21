"""The journal: who did what when."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode

from events.audit.forms import JournalForm
from events.core.journal.queries import journal_page
from events.web.access import Action, Desk, staff_view


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
