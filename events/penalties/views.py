"""Record penalties, remove them, list them."""

import unicodedata
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from domain.limits import NOTE_LENGTH
from domain.scans import slip_code, table_sign
from domain.written_names import written_name
from events.core.edit_conflicts import EditConflictError, token_of_values
from events.core.guards import find_round_or_none, table_of
from events.core.judging.penalty_actions import (
    can_undo,
    change_penalty,
    give_penalty,
    remove_penalty,
    undo_penalty,
)
from events.core.judging.penalty_queries import earlier_penalties, penalty_values
from events.core.phones.queries import scanned_table
from events.core.players.listed_players import listed_players
from events.core.players.queries import find_players, penalties_of
from events.core.players.scanned_codes import scanned_player
from events.core.questions.question import QuestionsError, UnchangedError
from events.core.refusals import RefusedError
from events.core.typed_values import whole_number
from events.core.words.penalty_words import penalty_words
from events.models import Enrollment, Infraction, Match, Penalty, PenaltyKind, TeamMember
from events.penalties.words import infraction_groups, infractions_like
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import made_once
from events.web.forms.worded_errors import WordedForm
from events.web.lookups import enrollment_or_404
from events.web.requests import posted, to_the_floor
from events.web.staff_pages.given_answers import Ask, given_answers


class PenaltyForm(WordedForm):
    """Form for an infraction and its penalty; in a team event also for the player concerned.

    `earlier`: how many penalties of the player the page shows.
    """

    infraction = forms.TypedChoiceField(
        label=gettext_lazy("Infraction"), choices=Penalty.INFRACTION_WORDS, coerce=Infraction
    )
    penalty = forms.TypedChoiceField(
        label=gettext_lazy("Penalty"),
        choices=[("", gettext_lazy("as recommended")), *Penalty.PENALTY_WORDS],
        coerce=PenaltyKind,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        help_text=gettext_lazy("Required if the penalty is not the recommended one."),
        required=False,
        max_length=NOTE_LENGTH,
    )
    earlier = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        members: Iterable[TeamMember],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        seats = [(member.seat, str(member)) for member in members]
        if seats:
            self.fields["seat"] = forms.ChoiceField(
                label=gettext_lazy("Team member"),
                choices=[("", gettext_lazy("the whole team")), *seats],
                required=False,
            )


MOST_FOUND = 30


@staff_view(get=Action.SEE)
def penalties(request: HttpRequest, desk: Desk) -> HttpResponse:
    """List every penalty of the event, newest first."""
    return render(request, "penalties/penalties.html", _listed(desk))


@staff_view(get=Action.PENALTY)
def find(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Find the player of a penalty by table, by number or by name; one match opens the form."""
    typed = unicodedata.normalize("NFKC", request.GET.get("player", "")).strip()
    try:
        scanned = _scanned_at(desk, typed)
        player = scanned_player(desk.event, typed) if scanned is None else None
    except RefusedError as refused:
        return render(request, "penalties/find_player.html", {"desk": desk, "refused": refused})
    if player is not None:
        return redirect("staff:penalty-give", desk.event.slug, player.number)
    people = listed_players(desk.event) if typed else []
    players = find_players(people, typed, teams=desk.event.is_for_teams)
    players.sort(key=lambda player: player.number)
    table = whole_number(typed) if scanned is None else scanned
    match = _match_at(desk, table) if typed else None
    if match is None and len(players) == 1:
        return redirect("staff:penalty-give", desk.event.slug, players[0].number)
    context = {"desk": desk, "typed": typed, "players": players[:MOST_FOUND], "match": match}
    return render(request, "penalties/find_player.html", context)


def _scanned_at(desk: Desk, typed: str) -> int | None:
    """Return the table of a scanned slip or sign in the round that is being played; else None."""
    is_table = slip_code(typed) or table_sign(typed)
    round = find_round_or_none(desk.event, None) if is_table else None
    table = None if round is None else scanned_table(round, typed)
    if round is not None and table is not None:
        table_of(round, table)
    return table


def _match_at(desk: Desk, table: int | None) -> Match | None:
    """Return the match at a table of the round that is being played; None without one."""
    round = find_round_or_none(desk.event, None)
    if table is None or round is None or not round.is_posted:
        return None
    return round.matches.select_related("first", "second").filter(table=table).first()


@staff_view(get=Action.PENALTY, post=Action.PENALTY)
@made_once
def give(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Record a penalty of a player: choose the infraction, see the recommended penalty."""
    enrollment = enrollment_or_404(desk, number)
    members = enrollment.members.all() if desk.event.is_for_teams else ()
    earlier = earlier_penalties(desk.event, enrollment)
    typed = request.GET.get("infraction", "")
    matching = infractions_like(typed)
    alone = matching[0] if len(matching) == 1 else None
    form = PenaltyForm(
        members,
        posted(request),
        initial={"infraction": alone.value, "penalty": ""} if alone else {"penalty": ""},
    )
    status: int = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    asked: QuestionsError | None = None
    if form.is_valid():
        try:
            with ShowRefusal(form):
                made = give_penalty(
                    **desk.who,
                    number=enrollment.number,
                    given=given_answers(request, desk),
                    **form.cleaned_data,
                )
                return _given(request, desk, enrollment, made)
        except QuestionsError as error:
            asked, status = error, HTTPStatus.CONFLICT
        except UnchangedError:
            return redirect("staff:player", desk.event.slug, enrollment.number)
    chosen = form["infraction"].value()
    proposed = earlier.proposals.get(chosen)
    shown = matching if matching and not form.is_bound else list(Infraction)
    context = {
        "desk": desk,
        "player": enrollment,
        "form": form,
        "earlier": earlier,
        "same": [penalty for penalty in earlier.here if penalty.infraction == chosen],
        "groups": infraction_groups(shown, earlier.proposals, digital=desk.event.is_digital),
        "chosen": chosen,
        "proposed": proposed and penalty_words(proposed),
        "narrowed": len(shown) < len(Infraction),
        "nothing": not matching,
        "typed": typed,
        "ask": Ask.of(asked),
        "infractions": [words for _code, words in Penalty.INFRACTION_WORDS],
        "from_floor": to_the_floor(request),
    }
    return render(request, "penalties/give_penalty.html", context, status=status)


def _given(request: HttpRequest, desk: Desk, enrollment: Enrollment, made: Penalty) -> HttpResponse:
    """Report the recorded penalty on the floor's or the player's page, with an undo button."""
    words = _("%(name)s: %(penalty)s for %(infraction)s.") % {
        "name": written_name(enrollment),
        "penalty": made.get_penalty_display(),
        "infraction": made.get_infraction_display(),
    }
    messages.success(request, words)
    if to_the_floor(request):
        back = reverse("staff:floor", args=[desk.event.slug])
    else:
        back = reverse("staff:player", args=[desk.event.slug, enrollment.number])
    return redirect(f"{back}?penalty={made.pk}")


def _back_to_list(desk: Desk, **_numbers: int) -> HttpResponse:
    return redirect("staff:penalties", desk.event.slug)


@staff_view(post=Action.PENALTY, back=_back_to_list)
def undo(request: HttpRequest, desk: Desk, penalty_id: int) -> HttpResponse:
    """Undo a penalty that this person just recorded."""
    gone = undo_penalty(**desk.who, penalty_id=penalty_id)
    words = _("The penalty for %(name)s was removed.") % {"name": written_name(gone.enrollment)}
    messages.success(request, words)
    if to_the_floor(request):
        return redirect("staff:floor", desk.event.slug)
    return redirect("staff:penalty-give", desk.event.slug, gone.enrollment.number)


def _show_refused(
    request: HttpRequest, desk: Desk, refused: RefusedError, penalty_id: int
) -> HttpResponse:
    """Show the current list with the typed values and the reason for the refusal."""
    meanwhile = isinstance(refused, EditConflictError)
    context = _listed(desk) | {
        "refused": refused,
        "open": penalty_id,
        "meanwhile": meanwhile,
        "typed": request.POST.get("penalty", ""),
        "reason": request.POST.get("reason", ""),
        "before": request.POST.get("seen", ""),
    }
    return render(request, "penalties/penalties.html", context, status=409)


def _listed(desk: Desk) -> dict[str, Any]:
    now = timezone.now()
    listed = [
        (penalty, token_of_values(penalty_values(penalty)), can_undo(penalty, desk.actor, now))
        for penalty in penalties_of(desk.event)
    ]
    return {"desk": desk, "penalties": listed, "kinds": Penalty.PENALTY_WORDS}


@staff_view(post=Action.CHANGE_PENALTY, refused=_show_refused)
def change(request: HttpRequest, desk: Desk, penalty_id: int) -> HttpResponse:
    """Upgrade or downgrade a penalty: the head judge's, with a reason."""
    kind = request.POST.get("penalty", "")
    if kind not in tuple(PenaltyKind):
        raise RefusedError(_("Choose a penalty."), "penalty")
    changed = change_penalty(
        **desk.who,
        penalty_id=penalty_id,
        penalty=PenaltyKind(kind),
        reason=request.POST.get("reason", ""),
        token=request.POST.get("seen", ""),
    )
    words = _("%(name)s: changed to %(penalty)s.") % {
        "name": written_name(changed.enrollment),
        "penalty": penalty_words(PenaltyKind(kind)),
    }
    messages.success(request, words)
    return redirect("staff:penalties", desk.event.slug)


@staff_view(post=Action.CHANGE_PENALTY, refused=_show_refused)
def remove(request: HttpRequest, desk: Desk, penalty_id: int) -> HttpResponse:
    """Remove a penalty that was recorded by mistake."""
    gone = remove_penalty(**desk.who, penalty_id=penalty_id, token=request.POST.get("seen", ""))
    words = _("The penalty for %(name)s was removed.") % {"name": written_name(gone.enrollment)}
    messages.success(request, words)
    return redirect("staff:penalties", desk.event.slug)
