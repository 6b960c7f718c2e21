"""The bracket of a playoff and the pods of a draft, as players see them."""

from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from events.selectors.brackets import bracket_picture
from events.selectors.names import name_matches
from events.selectors.public_stages import pod_rows
from events.views.public import (
    LONGEST_SEARCH,
    answer_page,
    answer_search,
    open_event,
    page_context,
)


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The newest bracket; a result stands there when its round is complete."""
    stamp, shown = open_event(slug)
    stage = shown.bracket
    if stage is None:
        raise Http404

    def context() -> dict[str, Any]:
        picture = bracket_picture(stage, public=True)
        if picture is None:
            raise Http404
        return page_context(shown, "bracket", picture=picture, round=shown.round())

    return answer_page(request, request.path, stamp, "public/bracket.html", context)


@require_safe
def pods(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The seats of the newest draft by name; `?q=` narrows them without scripts."""
    stamp, shown = open_event(slug)
    stage = shown.draft
    if stage is None:
        raise Http404
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]

    def context() -> dict[str, Any]:
        seats = [
            seat
            for seat in pod_rows(stage)
            if not search or name_matches(seat.enrollment.name, search)
        ]
        return page_context(shown, "pods", stage=stage, seats=seats, search=search)

    if search:
        return answer_search(request, "public/pods.html", context())
    return answer_page(request, request.path, stamp, "public/pods.html", context)
