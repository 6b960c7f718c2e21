"""A button of a round's clock, as the desk and the clock's page send it."""

from django.http import Http404, HttpRequest

from events.core.clock.buttons import BUTTONS, START, press
from events.web.access import Desk


def press_posted(request: HttpRequest, desk: Desk, number: int) -> str:
    """Do with the clock of a round what was posted, and return the button: `do`, or START.

    Http404 for a button that there is not; RefusedError as `press` raises it.
    """
    button = request.POST.get("do", START)
    if button not in BUTTONS:
        raise Http404
    press(
        **desk.who,
        number=number,
        button=button,
        token=request.POST.get("seen", ""),
        minutes=request.POST.get("minutes", ""),
    )
    return button
