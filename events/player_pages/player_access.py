"""Identify the phone that asks, and the player's other events of the day."""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from events.core.cards.pool_seats import line_of
from events.core.players.private_address import form_key, page_mark
from events.core.players.scanned_codes import enrollment_of
from events.core.refusals import RefusedError
from events.core.words.entry_nouns import nouns_of
from events.models import Enrollment, Event, PublicNames
from events.player_pages.own_states import page_values
from events.player_pages.player_tokens import (
    COOKIE,
    choose,
    forgotten,
    is_kept,
    others_of,
    token_in,
    tokens_in,
)
from events.player_pages.queries import own_page
from events.public_site.live_values import live
from events.public_site.requests_of_pages import tabs_of
from events.web.logins import address_of
from events.web.player_addresses import code_of
from events.web.rate_limits import PLAYER_FORMS, PLAYER_PAGES, UNKNOWN_PLAYER_LINKS, RateLimit
from events.web.secret_addresses import for_one_phone
from events.web.site_address import base_for_phones
from events.web.version_tokens import alias_context

ViewOf = Callable[..., HttpResponse]
PhoneView = Callable[Concatenate[HttpRequest, "Phone", ...], HttpResponse]
# Renders a page with an error: the request, the player, the error.
Refused = Callable[[HttpRequest, Any, RefusedError], HttpResponse]


@dataclass(frozen=True, slots=True)
class Phone:
    """The player whose phone sends the request, with their event and the key of their forms."""

    enrollment: Enrollment
    token: str

    @property
    def event(self) -> Event:
        """The event that the player is in."""
        return self.enrollment.event

    @property
    def form_key(self) -> str:
        """The key that every form of this phone sends along."""
        return form_key(self.token)


def remember_token(slug: str, token: str) -> HttpResponse:
    """Store a private address in a cookie of the phone, and redirect to one without the secret."""
    response = redirect("me:page", slug)
    choose(response, slug, token)
    return for_one_phone(response)


def back_to_page(phone: Phone) -> HttpResponse:
    """Lead back to the player's page."""
    return redirect("me:page", phone.event.slug)


def show_page(
    request: HttpRequest, phone: Phone, refused: RefusedError | None = None
) -> HttpResponse:
    """Show the player's page, with a refusal and the values that were typed for it."""
    # Read before the content: a change in between is delivered twice, never missed.
    stamp = live.stamp(phone.event.slug, phone.token)
    shown = own_page(phone.enrollment)
    if shown.public is not None and shown.public.revision < phone.event.public_revision:
        # The public part is from an older build, so the phone polls again.
        stamp = "old"
    context = {
        "phone": phone,
        **head_of(phone.event),
        "page": shown,
        **page_values(shown),
        "pool": line_of(phone.enrollment),
        "refused": refused,
        "stamp": stamp,
        "same_day": same_day(phone.enrollment),
        **pages_here(request, phone.event.slug, phone.token),
        **alias_context(request, phone.enrollment, refused),
    }
    if shown.round is None:
        context |= to_keep(request, phone.token)
    status = 200 if refused is None else 422 if refused.field else 409
    return render(request, "player_pages/page.html", context, status=status)


def head_of(event: Event) -> dict[str, object]:
    """Return the values of a private page's head: the event, and its tabs as players see them."""
    return {"event": event, "shown": tabs_of(event.slug), "tab": "me"}


def pages_here(request: HttpRequest, slug: str, token: str) -> dict[str, object]:
    """Return the mark of this page, the phone's other pages, and the one that it just removed."""
    return {
        "mark": page_mark(token) if token else "",
        "other_pages": others_of(request, slug, token),
        "forgotten": forgotten(request, slug),
    }


def to_keep(request: HttpRequest, token: str) -> dict[str, str]:
    """Return a page's address for use on another phone: as text, and as a code to scan."""
    address = base_for_phones(request) + reverse("me:open", args=[token])
    return {"address": address, "code": code_of(address)}


def shows_refusal(refused: Refused) -> Callable[[ViewOf], ViewOf]:
    """Answer a RefusedError that a view lets through with the page that `refused` makes.

    The view takes the request, the owner of the page, and perhaps more; `refused` takes the
    request, the owner and the error.
    """

    def decorate(view: ViewOf) -> ViewOf:
        @wraps(view)
        def answered(request: HttpRequest, whose: Any, **more: Any) -> HttpResponse:
            try:
                return view(request, whose, **more)
            except RefusedError as error:
                return refused(request, whose, error)

        return answered

    return decorate


def phone_view(
    *methods: str, refused: Refused = show_page
) -> Callable[[PhoneView], Callable[..., HttpResponse]]:
    """Open a view to the phone of one player; the view takes the request, the Phone and the rest.

    A phone that is not known, or whose address was replaced, gets a page with what to do. A form is
    accepted only from a page that was made for this phone.

    A RefusedError that the view lets through becomes an answer here: `refused(request, phone,
    error)` shows the page with it, by default the player's own page.
    """

    def decorate(view: PhoneView) -> Callable[..., HttpResponse]:
        answered = shows_refusal(refused)(view)

        @wraps(view)
        def opened(request: HttpRequest, slug: str, **more: Any) -> HttpResponse:
            if request.method not in methods:
                return HttpResponseNotAllowed(methods)
            phone = _known(request, slug)
            if phone is None:
                return unknown(request, slug)
            name = str(phone.enrollment.pk)
            limits = [PLAYER_PAGES, PLAYER_FORMS] if request.method == "POST" else [PLAYER_PAGES]
            for limit in limits:
                if not limit.allows(name):
                    return too_many(request, limit)
            if request.method == "POST" and not _is_own_form(request, phone):
                return unknown(request, slug, status=403)
            with nouns_of(phone.enrollment.event):
                answer = answered(request, phone, **more)
            moves_on = request.method == "POST" and phone.token != tokens_in(request, slug)[0]
            if COOKIE not in answer.cookies and (moves_on or not is_kept(request, phone.token)):
                choose(answer, slug, phone.token)
            return for_one_phone(answer)

        # The form's own key replaces Django's check: see core/phones/private_address.form_key.
        opened.csrf_exempt = True  # type: ignore[attr-defined]
        return opened

    return decorate


def unknown(request: HttpRequest, slug: str = "", status: int = 404) -> HttpResponse:
    """Show that this phone has no valid player link here, and what to do.

    `slug`: the event whose pages on this phone are listed.
    """
    context: dict[str, object] = {}
    if slug:
        event = Event.objects.filter(slug=slug).first()
        head = head_of(event) if event else {}
        context = {**head, "unknown": True, **pages_here(request, slug, "")}
    return for_one_phone(render(request, "player_pages/unknown.html", context, status=status))


def too_many(request: HttpRequest, limit: RateLimit) -> HttpResponse:
    """Show that a rate limit is exceeded."""
    context = {"words": limit.words}
    response = render(request, "player_pages/unknown.html", context, status=429)
    response["Retry-After"] = str(limit.retry_after)
    return for_one_phone(response)


def refuse_unknown_link(request: HttpRequest) -> HttpResponse:
    """Lead from an unknown player link to the page of help, within the rate limit."""
    if UNKNOWN_PLAYER_LINKS.allows_from(address_of(request)):
        return redirect("me:lost")
    return too_many(request, UNKNOWN_PLAYER_LINKS)


def _known(request: HttpRequest, slug: str) -> Phone | None:
    token = token_in(request, slug)
    enrollment = enrollment_of(token)
    if enrollment is None or enrollment.event.slug != slug:
        return None
    return Phone(enrollment, token)


def _is_own_form(request: HttpRequest, phone: Phone) -> bool:
    return constant_time_compare(request.POST.get("form", ""), phone.form_key)


# Two-day events end on the next day, and those in other time zones begin on it.
_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class OtherEvent:
    """Another event of the same day in which the same person plays; `number` is theirs there."""

    slug: str
    name: str
    number: int
    is_running: bool


@dataclass(frozen=True, slots=True)
class SameDay:
    """A person's other events of the day that are not over."""

    events: tuple[OtherEvent, ...]
    is_played: bool

    @property
    def at_once(self) -> tuple[OtherEvent, ...]:
        """Events that are played while this one is played."""
        return tuple(other for other in self.events if self.is_played and other.is_running)


def same_day(enrollment: Enrollment) -> SameDay:
    """Return the person's other events of the day, by date and name. One query.

    The person is the organisation's player: no event of another organisation is among them. Left
    out is an event that shows no full names, or the person under an alias.
    """
    event = enrollment.event
    others: Iterable[Enrollment] = (
        Enrollment.objects.filter(
            player=enrollment.player_id,
            state=Enrollment.State.ACTIVE,
            event__date__range=(event.date - _DAY, event.date + _DAY),
            event__public_names=PublicNames.FULL,
            alias="",
        )
        .exclude(event=event)
        .exclude(event__state=Event.State.FINISHED)
        .select_related("event")
        .only("number", "event__slug", "event__name", "event__state")
        .order_by("event__date", "event__name", "event_id")
    )
    return SameDay(
        tuple(
            OtherEvent(
                other.event.slug,
                other.event.name,
                other.number,
                other.event.is_running,
            )
            for other in others
        ),
        enrollment.is_active and event.is_running,
    )
