"""The desk before round 1: a guiding checklist, and the addresses for players."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from events.core.players.queries import to_disqualify
from events.core.questions.question import QuestionsError
from events.desk.checklist import Checklist, checklist
from events.desk.queries import Address, address_of
from events.web.access import Desk
from events.web.staff_pages.given_answers import Ask


def show_checklist(
    request: HttpRequest,
    desk: Desk,
    asked: QuestionsError | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the steps before round 1, one after the other.

    `asked`: the questions of an attempted pairing, including those already answered.
    """
    listed = checklist(desk.event)
    context = {
        "desk": desk,
        "list": listed,
        "ask": Ask.of(asked, listed.questions),
        "to_disqualify": to_disqualify(desk.event),
        "added": "added" in request.GET,
        **_addresses(request, listed),
    }
    return render(request, "desk/desk_setup.html", context, status=status)


def _addresses(request: HttpRequest, listed: Checklist) -> dict[str, Address | None]:
    """Return the public page's address, and the sign-up page's while sign-up is open."""
    event, is_open = listed.event, listed.sign_up.is_open
    return {
        "players_page": address_of(request, event),
        "sign_up_page": address_of(request, event, "me:sign-up") if is_open else None,
    }
