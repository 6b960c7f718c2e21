"""A player's own decklist and pool, on their own phone: enter, pass on, check."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from events.core.cards.open_decks import deck_line, locked_for_players, seat_lists
from events.core.cards.pool_seats import line_of, pool_token
from events.core.decks.seat_lists import typed_lists
from events.core.eligibility.queries import fact_sheet_of
from events.core.refusals import RefusedError
from events.core.words.shown_lists import consent_words
from events.decks.actions import hand_in_deck
from events.decks.pool_actions import confirm_own_pool, register_own_pool
from events.player_pages.player_access import Phone, head_of, phone_view
from events.web.version_tokens import changed_names, posted_token, token_after


def _show_deck(
    request: HttpRequest, phone: Phone, refused: RefusedError | None = None
) -> HttpResponse:
    line, sheet = deck_line(phone.event, phone.enrollment), fact_sheet_of(phone.event)
    if not (phone.event.phone_decks or line.deck.text):
        return redirect("me:page", phone.event.slug)
    typed = typed_lists(request.POST, phone.event.seats) or ""
    text = typed if refused else line.deck.text
    context = {
        "phone": phone,
        **head_of(phone.event),
        "line": line,
        "sheet": sheet,
        "takes": phone.event.phone_decks and not locked_for_players(phone.event, sheet),
        "text": text,
        "seats": seat_lists(phone.event, text),
        "archetype": request.POST.get("archetype", "") if refused else line.deck.archetype,
        "consent": consent_words(phone.event, sheet),
        "refused": refused,
        "seen": token_after(request, refused, line.seen_text),
        "changed": changed_names(refused),
    }
    status = 200 if refused is None else 422
    return render(request, "player_pages/deck.html", context, status=status)


@phone_view("GET", "HEAD", "POST", refused=_show_deck)
def deck(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Show the player's decklist with its counts; a POST hands in another until lists lock."""
    if request.method != "POST":
        return _show_deck(request, phone)
    hand_in_deck(
        event_id=phone.event.pk,
        enrollment_id=phone.enrollment.pk,
        text=typed_lists(request.POST, phone.event.seats) or "",
        archetype=request.POST.get("archetype"),
        token=posted_token(request),
    )
    return redirect("me:deck", phone.event.slug)


def _show_pool(
    request: HttpRequest, phone: Phone, refused: RefusedError | None = None
) -> HttpResponse:
    line = line_of(phone.enrollment)
    if line is None:
        return redirect("me:page", phone.event.slug)
    context = {
        "phone": phone,
        **head_of(phone.event),
        "registration": line.registration,
        "line": line,
        "takes": line.registration.is_open and phone.enrollment.is_active,
        "text": request.POST.get("text", line.pool.text) if refused else line.pool.text,
        "refused": refused,
        "seen": token_after(request, refused, pool_token(line.pool)),
        "changed": changed_names(refused),
    }
    status = 200 if refused is None else 422
    return render(request, "player_pages/pools/pool.html", context, status=status)


@phone_view("GET", "HEAD", "POST", refused=_show_pool)
def pool(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Show the seat and the own pool; a POST registers its list while registration is open."""
    if request.method != "POST":
        return _show_pool(request, phone)
    register_own_pool(
        event_id=phone.event.pk,
        enrollment_id=phone.enrollment.pk,
        text=request.POST.get("text", ""),
        token=posted_token(request),
    )
    return redirect("me:pool", phone.event.slug)


@phone_view("POST", refused=_show_pool)
def confirm(_request: HttpRequest, phone: Phone) -> HttpResponse:
    """Note that the received pool is as its list says."""
    confirm_own_pool(event_id=phone.event.pk, enrollment_id=phone.enrollment.pk)
    return redirect("me:pool", phone.event.slug)
