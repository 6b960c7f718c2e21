"""A player's own decklist, on their own phone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from events.core.cards.open_decks import deck_line, locked_for_players, seat_lists
from events.core.decks.seat_lists import typed_lists
from events.core.eligibility.queries import fact_sheet_of
from events.core.refusals import RefusedError
from events.core.words.shown_lists import consent_words
from events.decks.actions import hand_in_deck
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
