"""A player's call to a table, answered at the desk."""

from django.http import HttpRequest, HttpResponse

from events.core.phones import actions
from events.core.refusals import RefusedError
from events.desk.views import answer_with_desk
from events.web.access import Action, Desk, staff_view


@staff_view(post=Action.ENTER_RESULT)
def answer_call(request: HttpRequest, desk: Desk, number: int, call_id: int) -> HttpResponse:
    """Say that a call was answered."""
    try:
        actions.answer_call(
            event_id=desk.event.pk, actor=desk.actor, number=number, call_id=call_id
        )
    except RefusedError as refused:
        return answer_with_desk(request, desk, number, refused)
    return answer_with_desk(request, desk, number)
