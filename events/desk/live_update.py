"""Answers to a desk: the changes since it looked, as text, or the whole list.

Every result at every desk gets such an answer, and a template would be half of its cost. Templates
make the rare parts.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string

from events.core.refusals import RefusedError
from events.core.rounds.queries import round_page
from events.desk.queries import DeskChanges, desk_changes
from events.models import Round
from events.templatetags.desk import open_rows, recent_text
from events.templatetags.desk_head import gone_text, head_text, round_state
from events.templatetags.results import entered_words
from events.web.access import Desk

# Values of an answer besides the match and the slip, which are reported in two plain lines.
MORE = ("undone", "at_time", "losses", "back", "again")


def live_parts(
    request: HttpRequest, desk: Desk, round: Round, since: int, refused: RefusedError | None = None
) -> str:
    """Return what changed at the desk of a round after the revision `since`, for htmx.

    `refused`: what was not done to the clock.
    """
    context = {"desk": desk, "round": round, "refused": refused}
    changes = desk_changes(desk.event, round, since)
    if changes is None:
        page = round_page(desk.event, round)
        return render_to_string("desk/desk_live.html", context | {"page": page}, request)
    return "".join(_changed(request, context, changes))


def answer_text(request: HttpRequest, desk: Desk, round: Round, answer: dict[str, Any]) -> str:
    """Return what the desk says above its box of what was typed last."""
    slip = answer.get("slip")
    if slip is not None and not any(slip.drops) and not any(map(answer.get, MORE)):
        words = entered_words(answer["match"], slip.result)
        return f'<div id="answer" class="answer" role="status">{words}</div>'
    context = {"desk": desk, "round": round, "answer": answer}
    return render_to_string("desk/answer.html", context, request)


def _changed(request: HttpRequest, context: dict[str, Any], changes: DeskChanges) -> Iterator[str]:
    """Yield the parts that changed; desk.js takes away what is gone and keeps the order."""
    desk, round = context["desk"], context["round"]
    event, can = desk.event, desk.can
    yield head_text(
        event,
        round,
        changes,
        can=can,
        token=partial(get_token, request),
        refused=context["refused"],
        oob=True,
    )
    yield gone_text(changes.gone, changes.tables)
    if changes.phones:
        told = context | {"phones": changes.phones, "oob": True}
        yield render_to_string("desk/from_phones.html", told, request)
    elif changes.phones is not None:
        yield '<div id="phones" hx-swap-oob="true"></div>'
    if changes.disputes:
        told = context | {"disputes": changes.disputes, "fresh": True}
        disputes = render_to_string("desk/disputes.html", told, request)
        yield f'<div hx-swap-oob="beforeend:#disputes">{disputes}</div>'
    if changes.back:
        rows = open_rows(event, round, changes.back, changes.namesakes, changes.how_far, fresh=True)
        yield f'<template><tbody hx-swap-oob="beforeend:#open-rows">{rows}</tbody></template>'
    if changes.recent:
        lines = recent_text(
            event, round, changes.recent, own=desk.actor.pk, undo=can["enter_result"]
        )
        yield f'<ol hx-swap-oob="afterbegin:#recent">{lines}</ol>'
    yield round_state(round, oob=True)
