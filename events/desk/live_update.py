"""Answers to a polling desk: reply to the last entry, and the changes or the whole list."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string

from events.core.basis.queries import open_departures
from events.core.refusals import RefusedError
from events.core.results.result_pad import row_choices
from events.core.results.round_rules import rules_of
from events.core.rounds.queries import round_page
from events.desk.queries import desk_changes
from events.desk.tables_shown import chosen_place, players_page, result_filters, tables_shown
from events.models import Round
from events.web.access import Desk

# Values that few answers have: templates look up a missing name in three ways.
_SELDOM = dict.fromkeys(
    (
        *("error", "asked", "same", "match", "slip", "undone", "losses", "at_time", "back"),
        *("again", "leaving"),
    )
)


def live_parts(
    request: HttpRequest,
    desk: Desk,
    round: Round,
    since: int,
    *,
    refused: RefusedError | None = None,
    answer: Mapping[str, Any] | None = None,
) -> str:
    """Return the desk's changes in a round since the revision `since`, for htmx.

    `refused`: a refused change of the clock. `answer`: the reply above the entry box; None leaves
    it unchanged.
    """
    context: dict[str, Any] = {"desk": desk, "round": round, "refused": refused}
    context["answer"] = None if answer is None else {**_SELDOM, **answer}
    changes = desk_changes(desk.event, round, since)
    if changes is None or changes.has_buttons:
        context["choices"] = row_choices(rules_of(round))
    if changes is None:
        place = context["place"] = chosen_place(request)
        page = round_page(desk.event, round, place)
        context["departures"] = open_departures(desk.event)
        context["players_page"] = players_page(request, page)
        context["result_filters"] = result_filters(desk.event, page, place)
        context["shown"] = tables_shown(request, page)
        return render_to_string("desk/desk_live.html", context | {"page": page}, request)
    return render_to_string("desk/changes.html", context | {"changes": changes}, request)
