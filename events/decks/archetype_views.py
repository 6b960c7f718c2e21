"""The archetypes of an event, and the suggestions for decks that have none."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.cards.open_decks import stored_decks
from events.core.decks.archetypes import archetype_names, archetypes_of
from events.core.refusals import RefusedError
from events.decks.actions import name_archetypes
from events.decks.archetype_rules import suggest
from events.web.access import Action, Desk, staff_view


def _refused(request: HttpRequest, desk: Desk, refused: RefusedError) -> HttpResponse:
    return _show(request, desk, refused)


@staff_view(get=Action.SEE, post=Action.DECKS, refused=_refused)
def archetypes(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the table and the matrix; a POST saves archetypes, also after the event."""
    if request.method != "POST":
        return _show(request, desk)
    typed = {
        deck.enrollment.number: (before, " ".join(name.split()))
        for deck in stored_decks(desk.event)
        if (name := request.POST.get(f"archetype-{deck.enrollment.number}")) is not None
        and (before := request.POST.get(f"before-{deck.enrollment.number}")) is not None
    }
    count, kept = name_archetypes(**desk.who, archetypes=typed)
    words = ngettext("%(count)d archetype was saved.", "%(count)d archetypes were saved.", count)
    messages.success(request, words % {"count": count})
    if kept:
        numbers = ", ".join(map(str, kept))
        words = _(
            "Another person changed the archetypes of players %(numbers)s. Those changes were kept."
        )
        messages.warning(request, words % {"numbers": numbers})
    return redirect("staff:archetypes", desk.event.slug)


def _show(request: HttpRequest, desk: Desk, refused: RefusedError | None = None) -> HttpResponse:
    decks = []
    for deck in stored_decks(desk.event):
        suggested = "" if deck.archetype or not deck.text else suggest(desk.event, deck.text)
        typed = request.POST.get(f"archetype-{deck.enrollment.number}", "")
        decks.append((deck, typed or deck.archetype or suggested, bool(suggested)))
    context = {
        "desk": desk,
        "archetypes": archetypes_of(desk.event),
        "names": archetype_names(desk.event),
        "decks": decks,
        "has_rules": bool(settings.ARCHETYPE_RULES),
        "refused": refused,
    }
    return render(request, "decks/archetypes.html", context, status=422 if refused else 200)
