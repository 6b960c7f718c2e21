"""How players are called in public."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from events.core.players import privacy_actions as services
from events.settings.privacy_forms import NamesForm
from events.web.access import Action, Desk, staff_view
from events.web.form_refusals import ShowRefusal
from events.web.requests import posted
from events.web.version_tokens import VersionToken


@staff_view(get=Action.EDIT_EVENT, post=Action.EDIT_EVENT)
def names(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Choose how everybody is called on public pages; also once the event is over."""
    form = NamesForm(posted(request), initial={"names": desk.event.public_names})
    seen = VersionToken(posted(request), {"names": desk.event.public_names})
    if form.is_valid():
        with ShowRefusal(form, seen):
            services.choose_public_names(
                event_id=desk.event.pk,
                actor=desk.actor,
                names=form.cleaned_data["names"],
                token=seen.before,
            )
            messages.success(request, _("Public pages now show player names this way."))
            return redirect("staff:names", desk.event.slug)
    aliases = desk.event.enrollments.exclude(alias="").order_by("name", "number")
    context = {"desk": desk, "form": form, "seen": seen, "aliases": aliases}
    return render(request, "settings/names.html", context, status=422 if form.is_bound else 200)
