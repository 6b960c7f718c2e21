"""Pages on a player's own phone, without an account."""

import math
from datetime import timedelta
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from events.core.guards import find_round
from events.core.phones import actions as phones
from events.core.phones.actions import choose_alias_by_phone
from events.core.players.private_address import sign_up_in
from events.core.players.scanned_codes import enrollment_of
from events.core.refusals import RefusedError
from events.core.results.round_rules import rules_of
from events.core.results.slips import parse_slip, plain_words
from events.core.results.table_slips import typed_places
from events.core.sign_ups.queries import is_arriving, sign_up_of, team_of
from events.core.typed_values import whole_number
from events.models import Call
from events.models.phones import KEY_LENGTH
from events.player_pages import player_tokens as own_tokens
from events.player_pages import sign_up_views as sign_ups
from events.player_pages.actions import PhoneReport, report_by_phone, take_back_report
from events.player_pages.player_access import (
    Phone,
    back_to_page,
    head_of,
    phone_view,
    refuse_unknown_link,
    remember_token,
    show_page,
    unknown,
)
from events.player_pages.player_tokens import token_in
from events.player_pages.queries import own_page
from events.public_site.live_values import live
from events.web.secret_addresses import for_one_phone
from events.web.version_tokens import posted_token

# The longest time that a phone may store a report before it sends it.
LONGEST_KEPT = timedelta(hours=12)


@csrf_exempt
def open_address(request: HttpRequest, token: str) -> HttpResponse:
    """Open a private address: the phone is this player's, or this sign-up's, from now on.

    Every answer redirects to an address without the secret, so that no log, no history and no link
    has it; so does the answer to an unknown address. A team's invitation is for several phones and
    none stores it: its page is shown at the address itself.
    """
    if team_of(token) is not None:
        return sign_ups.team(request, token)
    signed_up = sign_up_of(token)
    if signed_up is not None:
        return remember_token(signed_up.event.slug, token)
    enrollment = enrollment_of(token)
    if enrollment is None:
        return refuse_unknown_link(request)
    return remember_token(enrollment.event.slug, token)


def lost(request: HttpRequest) -> HttpResponse:
    """Show the help page for a player link that does not work."""
    return unknown(request)


def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the player's page; answer 204 to a phone that shows its newest state."""
    token, since = token_in(request, slug), request.GET.get("since", "")
    if "page" in request.GET and "since" not in request.GET and token:
        # Selected on the page itself, among the players of this phone.
        return remember_token(slug, token)
    if since and request.method == "GET" and since == live.stamp(slug, token):
        return for_one_phone(HttpResponse(status=HTTPStatus.NO_CONTENT))
    if "links" in request.GET:
        return _links(request, slug)
    if _only_signed_up(token):
        return sign_ups.show_own(request, slug)
    return own(request, slug)


def _only_signed_up(token: str) -> bool:
    """Whether the address belongs to a sign-up whose player has no private page yet."""
    if sign_up_in(token) is None:
        return False
    signed_up = sign_up_of(token)
    return enrollment_of(token) is None or (signed_up is not None and is_arriving(signed_up))


@phone_view("GET", "HEAD")
def own(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Show the player's table, the reports of the match and its recorded result."""
    return show_page(request, phone)


@phone_view("POST")
def report(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Report the result of the player's match; an equal report confirms the opponent's."""
    sent = _phone_report(request, phone)
    report_by_phone(event_id=phone.event.pk, enrollment_id=phone.enrollment.pk, report=sent)
    return back_to_page(phone)


@phone_view("POST")
def take_back(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Undo the player's own report."""
    take_back_report(
        event_id=phone.event.pk,
        enrollment_id=phone.enrollment.pk,
        key=request.POST.get("key", "")[:KEY_LENGTH],
    )
    return back_to_page(phone)


@phone_view("POST")
def call(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Call a judge, or dispute a recorded result; with `back`, undo the call."""
    own = {"event_id": phone.event.pk, "enrollment_id": phone.enrollment.pk}
    kind = request.POST.get("kind", "")
    if kind not in list(Call.Kind):
        raise RefusedError(_("Choose one of the options."))
    if "back" in request.POST:
        phones.take_back_call(**own, kind=Call.Kind(kind))
    else:
        number = whole_number(request.POST.get("round", "")) or 0
        phones.call(**own, number=number, kind=Call.Kind(kind))
    return back_to_page(phone)


@phone_view("POST")
def check_in(_request: HttpRequest, phone: Phone) -> HttpResponse:
    """Check the player in."""
    phones.check_in_by_phone(event_id=phone.event.pk, enrollment_id=phone.enrollment.pk)
    return back_to_page(phone)


def _show_drop(
    request: HttpRequest, phone: Phone, refused: RefusedError | None = None
) -> HttpResponse:
    shown = own_page(phone.enrollment)
    if refused is None and not shown.can_drop:
        return back_to_page(phone)
    context = {"phone": phone, **head_of(phone.event), "page": shown, "refused": refused}
    return render(request, "player_pages/drop.html", context, status=409 if refused else 200)


@phone_view("GET", "HEAD", "POST", refused=_show_drop)
def drop(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Drop the player, after a page that explains the consequences."""
    if request.method != "POST":
        return _show_drop(request, phone)
    phones.drop_by_phone(
        event_id=phone.event.pk,
        enrollment_id=phone.enrollment.pk,
        after=whole_number(request.POST.get("after", "")) or 0,
    )
    return back_to_page(phone)


@csrf_exempt
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Cancel a sign-up: give up the place in the event or on the waiting list."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if _only_signed_up(token_in(request, slug)):
        return sign_ups.cancel(request, slug)
    return cancel_own(request, slug)


@phone_view("POST")
def cancel_own(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Cancel the sign-up of a player who is enrolled."""
    return sign_ups.cancel_enrolled(request, phone)


@csrf_exempt
def email_consent(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw the consent of a sign-up to enter the address in another system."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    return sign_ups.stop_sharing_email(request, slug)


@phone_view("POST")
def alias(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Choose the name under which others see the player."""
    typed = request.POST.get("alias", "")
    choose_alias_by_phone(
        event_id=phone.event.pk,
        enrollment_id=phone.enrollment.pk,
        alias=typed,
        token=posted_token(request),
    )
    return back_to_page(phone)


@csrf_exempt
def forget(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove the player link from this phone; with `back` restore it."""
    page = own_tokens.forgotten(request, slug) if "back" in request.POST else None
    if page is not None and constant_time_compare(request.POST.get("form", ""), page.form_key):
        return remember_token(slug, page.token)
    return _forget(request, slug)


@phone_view("POST")
def _forget(request: HttpRequest, phone: Phone) -> HttpResponse:
    response = back_to_page(phone)
    if "back" not in request.POST:
        own_tokens.forget(request, response, phone.event.slug, phone.token)
    return response


def _links(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the phone's player links, so that it can use them on another laptop.

    Where this one dies and another takes over, the browser has no cookie there.
    """
    pages = own_tokens.pages_of(request, slug)
    links = [{"mark": page.mark, "path": reverse("me:open", args=[page.token])} for page in pages]
    return for_one_phone(JsonResponse({"links": links}))


def _phone_report(request: HttpRequest, phone: Phone) -> PhoneReport:
    """Read a result from a form or a phone's queue; RefusedError for an invalid one."""
    fields = request.POST
    number = whole_number(fields.get("round", "")) or 0
    key = fields.get("key", "")
    if not 0 < len(key) <= KEY_LENGTH:
        raise RefusedError(_("This page is out of date. Reload it."))
    words = plain_words(fields.get("score", "") or typed_places(fields.getlist("place")))
    if not words:
        raise RefusedError(_("Choose the result of your match."), "score")
    table = whole_number(fields.get("table", "")) or 0
    slip = parse_slip(words, rules_of(find_round(phone.event, number)), table)
    return PhoneReport(
        round=number,
        opponent=whole_number(fields.get("opponent", "")) or 0,
        result=slip.result,
        key=key,
        at=timezone.now() - kept_for(fields.get("kept", "")),
    )


def kept_for(text: str) -> timedelta:
    """Return how long ago a phone stored something, by its own clock, which may be wrong.

    LONGEST_KEPT at most; zero where the phone sent no number.
    """
    try:
        seconds = float(text or 0)
    except ValueError:
        return timedelta()
    if not math.isfinite(seconds):
        return timedelta()
    return min(timedelta(seconds=min(max(seconds, 0.0), 10**6)), LONGEST_KEPT)
