"""Take over a running event from another tool: see that its standings are ours, then go on here."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from events.transfer.event_import import import_archive
from events.transfer.previews import preview_of
from events.transfer.take_over_form import TakeOverForm
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import slowly_made_once
from events.web.heavy import IMPORTS, heavy
from events.web.requests import person


@login_required
@require_http_methods(["GET", "POST"])
@slowly_made_once
@heavy(IMPORTS, methods=["POST"])
def take_over(request: HttpRequest) -> HttpResponse:
    """Show the event as it would go on here; "Take over" makes it. Everybody may, as with new."""
    actor = person(request)
    bound = request.method == "POST"
    form = TakeOverForm(request.POST, request.FILES) if bound else TakeOverForm()
    if not bound or not form.is_valid():
        status = 422 if bound else 200
        return render(request, "transfer/take_over.html", {"form": form}, status=status)
    if "confirm" not in request.POST:
        context = {"form": form, "preview": preview_of(actor, form.candidate)}
        return render(request, "transfer/take_over.html", context)
    with ShowRefusal(form):
        event = import_archive(archive=form.candidate.archive, actor=actor)
        messages.success(
            request, _("%(name)s continues here. Enter the results so far.") % {"name": event.name}
        )
        return redirect("staff:desk", event.slug)
    return render(request, "transfer/take_over.html", {"form": form}, status=422)
