"""A laptop from which another took over shows what it has, and takes nothing more."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from events.hosting.desk_warnings import taken_over_words
from events.hosting.standby.views import registry
from events.web.error_pages import say_trouble

SAFE = ("GET", "HEAD", "OPTIONS")


def refuse_when_taken_over(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Refuse every write while another laptop is in charge of the same data."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.method in SAFE:
            return get_response(request)
        successor = registry().successor()
        if successor is None or request.path == reverse("follow"):
            return get_response(request)
        return say_trouble(request, taken_over_words(successor), elsewhere=successor.address)

    return answer
