"""What a player does on their own phone, without an account."""

import math
from datetime import timedelta
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from events.models import Call
from events.models.report import KEY_LENGTH
from events.public.live import live
from events.rules.errors import RefusedError
from events.rules.score import parse_slip, plain_words
from events.rules.texts import whole_number
from events.selectors.own_match import enrollment_of
from events.selectors.own_page import own_page
from events.selectors.states import find_round, rules_of
from events.services import phones
from events.services.phone_reports import Told, report_by_phone, take_back_report
from events.views.own_phone import (
    COOKIE,
    Phone,
    for_one_phone,
    leads_nowhere_too_often,
    phone_view,
    remember,
    token_in,
    too_much,
    unknown,
)

# How long a phone may have kept a report before it was sent.
LONGEST_KEPT = timedelta(hours=12)


def open_address(request: HttpRequest, token: str) -> HttpResponse:
    """Open a private address: the phone is this player's from now on.

    Every answer leads on to an address without the secret, so that no log, no history and no
    link has it; one that leads nowhere does so too.
    """
    enrollment = enrollment_of(token)
    if enrollment is None:
        return too_much(request) if leads_nowhere_too_often(request) else redirect("me:lost")
    return remember(Phone(enrollment, token))


def lost(request: HttpRequest) -> HttpResponse:
    """Say that an address leads nowhere."""
    return unknown(request)


def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the player's page; to a phone that has it already say that nothing is new."""
    since = request.GET.get("since", "")
    if since and request.method == "GET" and since == live.stamp(slug, token_in(request, slug)):
        return for_one_phone(HttpResponse(status=HTTPStatus.NO_CONTENT))
    return own(request, slug)


@phone_view("GET", "HEAD")
def own(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Show the player's table, what was told of the match and what was recorded."""
    return _show(request, phone)


@phone_view("POST")
def report(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Tell the result of the own match; what the opponent told is confirmed by telling the same."""
    try:
        told = _told(request, phone)
        report_by_phone(event_id=phone.event.pk, enrollment_id=phone.enrollment.pk, told=told)
    except RefusedError as refused:
        return _show(request, phone, refused)
    return _back(phone)


@phone_view("POST")
def take_back(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Take the own report back."""
    try:
        take_back_report(
            event_id=phone.event.pk,
            enrollment_id=phone.enrollment.pk,
            key=request.POST.get("key", "")[:KEY_LENGTH],
        )
    except RefusedError as refused:
        return _show(request, phone, refused)
    return _back(phone)


@phone_view("POST")
def call(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Call a judge or say that a recorded result is wrong; with `back`, take that back."""
    own = {"event_id": phone.event.pk, "enrollment_id": phone.enrollment.pk}
    kind = Call.Kind.JUDGE if request.POST.get("kind") == Call.Kind.JUDGE else Call.Kind.WRONG
    try:
        if "back" in request.POST:
            phones.take_back_call(**own, kind=kind)
        else:
            number = whole_number(request.POST.get("round", "")) or 0
            phones.call(**own, number=number, kind=kind)
    except RefusedError as refused:
        return _show(request, phone, refused)
    return _back(phone)


@phone_view("POST")
def check_in(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Say that one is here."""
    try:
        phones.check_in_by_phone(event_id=phone.event.pk, enrollment_id=phone.enrollment.pk)
    except RefusedError as refused:
        return _show(request, phone, refused)
    return _back(phone)


@phone_view("GET", "HEAD", "POST")
def drop(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Leave the event, after the rule was read."""
    shown = own_page(phone.enrollment)
    refused = None
    if request.method == "POST":
        try:
            phones.drop_by_phone(
                event_id=phone.event.pk,
                enrollment_id=phone.enrollment.pk,
                after=whole_number(request.POST.get("after", "")) or 0,
            )
        except RefusedError as error:
            refused = error
        else:
            return _back(phone)
    elif not shown.can_drop:
        return _back(phone)
    context = {"phone": phone, "event": phone.event, "page": shown, "refused": refused}
    return render(request, "me/drop.html", context, status=409 if refused else 200)


@phone_view("POST")
def forget(_request: HttpRequest, phone: Phone) -> HttpResponse:
    """Let this phone be nobody's."""
    response = redirect("public:event", phone.event.slug)
    response.delete_cookie(COOKIE, path=reverse("me:page", args=[phone.event.slug]))
    return response


def _told(request: HttpRequest, phone: Phone) -> Told:
    """Read what a form or a phone that kept it tells; RefusedError for what is no result."""
    fields = request.POST
    number = whole_number(fields.get("round", "")) or 0
    key = fields.get("key", "")
    if not 0 < len(key) <= KEY_LENGTH:
        raise RefusedError(_("This page is old. Load it again."))
    words = plain_words(fields.get("score", ""))
    if not words:
        raise RefusedError(_("Choose the result of your match."), "score")
    slip = parse_slip(words, rules_of(find_round(phone.event, number)))
    return Told(
        round=number,
        opponent=whole_number(fields.get("opponent", "")) or 0,
        result=slip.result,
        key=key,
        at=timezone.now() - _kept_for(fields.get("kept", "")),
    )


def _kept_for(text: str) -> timedelta:
    """Return how long a phone kept something, by its own clock: that one need not be right."""
    try:
        seconds = float(text or 0)
    except ValueError:
        return timedelta()
    if not math.isfinite(seconds):
        return timedelta()
    return min(max(timedelta(), timedelta(seconds=min(seconds, 10**6))), LONGEST_KEPT)


def _back(phone: Phone) -> HttpResponse:
    return redirect("me:page", phone.event.slug)


def _show(request: HttpRequest, phone: Phone, refused: RefusedError | None = None) -> HttpResponse:
    # Read before the content: a change between the two is seen twice and never missed.
    stamp = live.stamp(phone.event.slug, phone.token)
    context = {
        "phone": phone,
        "event": phone.event,
        "page": own_page(phone.enrollment),
        "refused": refused,
        "stamp": stamp,
    }
    status = 200 if refused is None else 422 if refused.field else 409
    return render(request, "me/page.html", context, status=status)
