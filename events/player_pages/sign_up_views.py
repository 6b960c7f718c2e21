"""Players sign up without an account, check the sign-up's state, invite team mates, cancel."""

import math
import secrets
from dataclasses import replace

from django.conf import settings as django_settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from events.core.eligibility.queries import fact_sheet_of
from events.core.players.private_address import (
    form_key,
    sign_up_token_of,
    team_token_of,
)
from events.core.players.scanned_codes import enrollment_of
from events.core.players.waiting_list import free_places, sign_up_settings
from events.core.refusals import RefusedError
from events.core.sign_ups import actions
from events.core.sign_ups.queries import (
    ARRIVING,
    is_arriving,
    own_sign_up,
    sign_up_of,
    team_of,
    why_no_sign_up,
)
from events.core.typed_values import whole_number
from events.core.words.shown_lists import consent_words
from events.models import Event, SignUp
from events.player_pages.player_access import (
    Phone,
    head_of,
    pages_here,
    remember_token,
    shows_refusal,
    to_keep,
    too_many,
    unknown,
)
from events.player_pages.player_tokens import AGE, choose, token_in
from events.player_pages.player_tokens import drop as drop_token
from events.public_site.live_values import live
from events.public_site.reads.events import public_side
from events.public_site.reads.stages import public_stages
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sign_up_form import SignUpForm
from events.web.logins import address_of
from events.web.player_addresses import code_of
from events.web.rate_limits import PEOPLE_OF_DEVICE, PLAYER_PAGES, SIGN_UPS, SIGN_UPS_OF_DEVICE
from events.web.requests import posted
from events.web.secret_addresses import for_one_phone
from events.web.site_address import base_for_phones

DEVICE = "sign-up-device"
# Stamp of a sign-up page without an answer; a phone that polls with it gets the current page.
ARRIVED = "arrived"


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what the event is and the form; a POST asks for a place."""
    event = _event_or_404(slug)
    settings = sign_up_settings(event)
    device = _device_of(request)
    if request.method == "POST":
        if not SIGN_UPS.allows_from(address_of(request)):
            return too_many(request, SIGN_UPS)
        if device and not SIGN_UPS_OF_DEVICE.allows(device):
            return too_many(request, SIGN_UPS_OF_DEVICE)
    closed = why_no_sign_up(event, settings)
    form = SignUpForm(event, settings, posted(request), initial={"key": secrets.token_hex(12)})
    if form.is_bound and form.is_valid():
        with ShowRefusal(form):
            known = bool(device) and PEOPLE_OF_DEVICE.allows(f"{slug} {device}")
            data = replace(form.data_of_sign_up(get_language() or ""), known_device=known)
            made = actions.sign_up(event_id=event.pk, data=data)
            return remember_token(slug, sign_up_token_of(made.pk, made.nonce))
    shown, sheet = public_side(event), fact_sheet_of(event)
    context = {
        "event": event,
        "shown": shown,
        "stages": public_stages(shown),
        "sheet": sheet,
        "consent": consent_words(event, sheet) if settings.ask_decklist else (),
        "sign_up": settings,
        "closed": closed,
        "free": free_places(event, settings),
        "form": form,
        "mine": _signed_up_here(request, slug),
    }
    status = 422 if form.is_bound else 200
    return _with_device(
        render(request, "player_pages/sign_ups/sign_up.html", context, status=status), device
    )


def _device_of(request: HttpRequest) -> str:
    """Return the mark of a device from its signed cookie; "" for a new device."""
    device = request.get_signed_cookie(DEVICE, default="", salt=DEVICE, max_age=AGE)
    return device or ""


def _with_device(response: HttpResponse, device: str) -> HttpResponse:
    """Set the cookie that marks a new device; the mark identifies no person."""
    if not device:
        response.set_signed_cookie(
            DEVICE,
            secrets.token_hex(12),
            salt=DEVICE,
            max_age=AGE,
            path="/me/",
            secure=django_settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )
    return response


def show_own(request: HttpRequest, slug: str, refused: RefusedError | None = None) -> HttpResponse:
    """Show a player the state of their sign-up."""
    token = token_in(request, slug)
    signed_up = sign_up_of(token)
    if signed_up is None or signed_up.event.slug != slug:
        return unknown(request, slug)
    if not PLAYER_PAGES.allows(token):
        return too_many(request, PLAYER_PAGES)
    # Read before the content: a change in between is delivered twice, never missed.
    stamp = ARRIVED if is_arriving(signed_up) else live.stamp(slug, token)
    team = team_token_of(signed_up.pk, signed_up.nonce)
    invitation = base_for_phones(request) + reverse("me:open", args=[team])
    context = {
        **to_keep(request, token),
        **pages_here(request, slug, token),
        "stamp": stamp,
        **head_of(signed_up.event),
        "page": own_sign_up(signed_up),
        "answer_seconds": math.ceil(ARRIVING.total_seconds()) + 1,
        "form_key": form_key(token),
        "invitation": invitation,
        "invitation_code": code_of(invitation),
        "refused": refused,
    }
    status = 200 if refused is None else 409
    return for_one_phone(
        render(request, "player_pages/sign_ups/signed_up.html", context, status=status)
    )


@shows_refusal(show_own)
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the place back, or the one on the waiting list, from the page of a sign-up."""
    token = token_in(request, slug)
    signed_up = sign_up_of(token)
    if signed_up is None or signed_up.event.slug != slug:
        return unknown(request)
    # The form's own key replaces Django's check: see core/phones/private_address.form_key.
    if not constant_time_compare(request.POST.get("form", ""), form_key(token)):
        return unknown(request, status=403)
    actions.cancel_sign_up(event_id=signed_up.event_id, sign_up_id=signed_up.pk)
    return for_one_phone(redirect("me:page", slug))


@shows_refusal(show_own)
def stop_sharing_email(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw the consent to enter the address elsewhere, from a sign-up or a player's page."""
    token = token_in(request, slug)
    signed_up = sign_up_of(token)
    if signed_up is None and (player := enrollment_of(token)) is not None:
        signed_up = SignUp.objects.filter(enrollment=player).select_related("event").first()
    if signed_up is None or signed_up.event.slug != slug:
        return unknown(request, slug)
    if not constant_time_compare(request.POST.get("form", ""), form_key(token)):
        return unknown(request, status=403)
    actions.stop_sharing_email(event_id=signed_up.event_id, sign_up_id=signed_up.pk)
    return for_one_phone(redirect("me:page", slug))


def cancel_enrolled(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Give the place back from the player's own page; RefusedError where that is not possible."""
    signed_up = SignUp.objects.filter(enrollment=phone.enrollment).first()
    if signed_up is None:
        raise RefusedError(_("The desk enrolled you. Ask there to change this."))
    actions.cancel_sign_up(event_id=phone.event.pk, sign_up_id=signed_up.pk)
    token = sign_up_token_of(signed_up.pk, signed_up.nonce)
    # The sign-up's page replaces the player's own page, which no longer works.
    response = for_one_phone(redirect("me:page", phone.event.slug))
    drop_token(request, response, phone.event.slug, phone.token)
    choose(response, phone.event.slug, token)
    return response


def _team_page(
    request: HttpRequest, signed_up: SignUp, refused: RefusedError | None = None
) -> HttpResponse:
    context = {
        **head_of(signed_up.event),
        # An invitation does not make the phone that of a player.
        "tab": "event",
        "page": own_sign_up(signed_up),
        "refused": refused,
        "typed": request.POST.get("name", "") if refused else "",
    }
    status = 422 if refused else 200
    return for_one_phone(render(request, "player_pages/team.html", context, status=status))


def _show_team(request: HttpRequest, token: str, refused: RefusedError) -> HttpResponse:
    signed_up = team_of(token)
    return unknown(request) if signed_up is None else _team_page(request, signed_up, refused)


@shows_refusal(_show_team)
def team(request: HttpRequest, token: str) -> HttpResponse:
    """Let a team mate enter their own name for an open seat."""
    if not SIGN_UPS.allows_from(address_of(request)):
        return too_many(request, SIGN_UPS)
    signed_up = team_of(token)
    if signed_up is None:
        return unknown(request)
    if request.method != "POST":
        return _team_page(request, signed_up)
    seat = whole_number(request.POST.get("seat", ""))
    signed_up = actions.name_mate(
        event_id=signed_up.event_id,
        sign_up_id=signed_up.pk,
        seat=-1 if seat is None else seat,
        name=request.POST.get("name", ""),
    )
    if team_of(token) is not None:
        return for_one_phone(redirect("me:open", token))
    # The last seat completes the team, so the invitation expires.
    return _team_page(request, signed_up)


def _signed_up_here(request: HttpRequest, slug: str) -> bool:
    token = token_in(request, slug)
    return bool(token) and (sign_up_of(token) or enrollment_of(token)) is not None


def _event_or_404(slug: str) -> Event:
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise Http404
    return event
