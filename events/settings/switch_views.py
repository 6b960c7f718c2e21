"""The menu of the other events, fetched when somebody opens it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from events.core.events.queries import events_of
from events.web.access import Action, Desk, staff_view

# A person with more running events finds them in the list of all.
MOST_EVENTS = 12


@staff_view(get=Action.SEE)
def switch(request: HttpRequest, desk: Desk) -> HttpResponse:
    """List the events of this person that are not over, each with its round and what is missing."""
    lines = [line for line in events_of(desk.actor) if not line.event.is_finished]
    context = {"desk": desk, "lines": lines[:MOST_EVENTS]}
    return render(request, "staff/switch_list.html", context)
