"""Public decklists during and after the event, and the archetypes of decks."""

import copy
from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from events.core.cards.open_decks import lists_shown
from events.core.edit_conflicts import columns_of
from events.core.eligibility.actions import show_lists
from events.core.eligibility.queries import fact_sheet_of
from events.core.words.shown_lists import consent_words
from events.models import FactSheet
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.forms.worded_errors import WordedErrors
from events.web.requests import posted
from events.web.version_tokens import VersionToken

if TYPE_CHECKING:
    ListsFormBase = forms.ModelForm[FactSheet]
else:
    ListsFormBase = forms.ModelForm
from django.conf import settings
from django.utils.translation import ngettext

from events.core.cards.open_decks import stored_decks
from events.core.decks.archetypes import archetype_names, archetypes_of
from events.core.refusals import RefusedError
from events.decks.actions import name_archetypes
from events.decks.archetype_rules import suggest

FIELDS = ("lists_during", "lists_after")


class ShownListsForm(WordedErrors, ListsFormBase):
    """Form for whose lists are public during the event and after it."""

    class Meta:
        model = FactSheet
        fields = FIELDS
        # Each choice is a sentence: a list that folds cuts it off on a phone.
        widgets = dict.fromkeys(FIELDS, forms.RadioSelect)


@staff_view(get=Action.SEE, post=Action.EDIT_EVENT)
def shown_lists(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show whose lists are public; an organizer changes it, also after the end."""
    sheet = fact_sheet_of(desk.event)
    # A form writes typed values into its instance; the page shows the stored ones.
    form = ShownListsForm(posted(request), instance=copy.copy(sheet))
    seen = VersionToken(posted(request), columns_of(sheet, FIELDS))
    if form.is_valid():
        with ShowRefusal(form, seen):
            show_lists(
                **desk.who,
                during=form.cleaned_data["lists_during"],
                after=form.cleaned_data["lists_after"],
                token=seen.before,
            )
            messages.success(request, _("Saved: who can read the decklists."))
            return redirect("staff:shown-lists", desk.event.slug)
    context = {
        "desk": desk,
        "form": form,
        "seen": seen,
        "sheet": sheet,
        "of": lists_shown(desk.event),
        "consent": consent_words(desk.event, sheet),
    }
    return render(request, "decks/shown_lists.html", context, status=422 if form.is_bound else 200)


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
