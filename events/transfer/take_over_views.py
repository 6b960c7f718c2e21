"""Take over a running event from another tool: see that its standings are ours, then go on here."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from events.core.questions.question import QuestionsError
from events.transfer.carried_files import boxes_of, is_carried
from events.transfer.event_import import take_event_over
from events.transfer.forms import columns_in
from events.transfer.previews import preview_of
from events.transfer.take_over_form import STEPS, TakeOverForm
from events.transfer.take_over_steps import differences_of, steps_of
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import slowly_made_once
from events.web.heavy import IMPORTS, heavy
from events.web.requests import person


@login_required
@require_http_methods(["GET", "POST"])
@slowly_made_once
@heavy(IMPORTS, methods=["POST"])
def take_over(request: HttpRequest) -> HttpResponse:
    """Show the event as it would go on here; "Take over" makes it, for everyone with an account."""
    actor = person(request)
    carried = is_carried(request.POST)
    bound = request.method == "POST" and not carried
    form = TakeOverForm(request.POST, request.FILES) if bound else TakeOverForm()
    if carried:
        packed, columns = request.POST.get("packed", ""), columns_in(request.POST)
        form = TakeOverForm(initial=boxes_of(packed, columns))
    valid = bound and form.is_valid()
    if not valid or not form.is_confirmed or form.candidate is None:
        status = 422 if bound and not valid else 200
        return render(request, "transfer/take_over.html", _page(form, actor), status=status)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        with ShowRefusal(form):
            event = take_event_over(candidate=form.candidate, people=form.people, actor=actor)
            words = _("%(name)s continues here. Enter the results so far.") % {"name": event.name}
            messages.success(request, words)
            return redirect("staff:desk", event.slug)
    except QuestionsError as asked:
        # Each is shown with its answers at the step of its names.
        form.add_error(None, str(asked))
        status = HTTPStatus.CONFLICT
    return render(request, "transfer/take_over.html", _page(form, actor), status=status)


def _page(form: TakeOverForm, actor: User) -> dict[str, Any]:
    """Return what the page shows: the steps, and the event as it would go on."""
    preview = None if form.candidate is None else preview_of(actor, form.candidate)
    at_the_end = preview is not None and form.step == STEPS[-1]
    return {
        "form": form,
        "steps": steps_of(form),
        "preview": preview,
        "differences": differences_of(form.checked) if at_the_end else [],
        "people": form.people_said,
        "changes": [change.text for change in form.changes],
    }
