"""A part of a page is never answered with another page: that would land inside the desk."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from events.web.requests import by_htmx

ACCOUNT_HEADER = "X-Matchslip-Account"


def parts_only(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer a request for a part of a page with a part, or with what prevents it.

    A lost session is 401 and a few words, any other redirect is left to the page's script. The
    page says in a header for whom it was opened: when somebody else has logged in in the same
    browser since, nothing is entered in that person's name.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not by_htmx(request):
            return get_response(request)
        opened_for = request.headers.get(ACCOUNT_HEADER)
        if opened_for and str(request.user.pk) != opened_for:
            return _logged_out(request)
        response = get_response(request)
        target = response.headers.get("Location")
        if target is None:
            return response
        if target.split("?")[0] == reverse("login"):
            return _logged_out(request)
        led = HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Redirect": target})
        # A cookie carries the messages for the page that it leads to.
        led.cookies = response.cookies
        return led

    return answer


def _logged_out(request: HttpRequest) -> HttpResponse:
    return render(request, "logged_out_part.html", status=HTTPStatus.UNAUTHORIZED)
