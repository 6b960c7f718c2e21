"""The address of the page before pairing, publishing and finishing, and what it carries on."""

from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from events.web.access import Action, Desk

# Actions after the pre-flight check, and the permission for each.
THEN = {"pair": Action.PAIR, "publish": Action.PUBLISH, "finish": Action.FINISH}
# Values of the pressed button, which are sent along again.
CARRIED = ("back", "early", "early_reason")


def gate_address(request: HttpRequest, desk: Desk, number: int, then: str) -> str:
    """Return where the page is, with what the button that was pressed carries on."""
    carried = {name: request.POST[name] for name in CARRIED if request.POST.get(name)}
    page = reverse("staff:gate", args=[desk.event.slug, number])
    return f"{page}?{urlencode({'then': then, **carried})}"
