"""The roster: everybody, a new player, a list of players, who is here."""

from collections.abc import Iterable

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.drops.actions import drop_absent
from events.core.players.actions import check_in
from events.core.players.enrollment_actions import enroll
from events.core.players.queries import (
    absent_players,
    excluded_players,
    find_enrollment,
    find_players,
    roster_page,
)
from events.core.players.same_person import namesake_of
from events.core.refusals import RefusedError
from events.core.rounds.guards import why_closed
from events.core.rounds.unpaired_players import unpaired_in_newest_round
from events.core.sign_ups.queries import waiting_names
from events.core.stages.recommended_rounds import number_of_rounds
from events.core.typed_values import whole_number, whole_numbers
from events.models import Enrollment, Event, Match
from events.web.access import Action, Desk, staff_view, to_desk
from events.web.form_refusals import ShowRefusal
from events.web.player_addresses import address_code
from events.web.player_forms import NewPlayerForm
from events.web.requests import back_to_desk


@staff_view(get=Action.SEE)
def roster(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show everybody in the event."""
    form = NewPlayerForm(desk.event, desk.event.rounds.exists())
    if "added" in request.GET:
        form.fields["name"].widget.attrs["autofocus"] = True
    return _show_roster(request, desk, form, 200)


@staff_view(post=Action.EDIT_ROSTER)
def add(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Enroll one player; a second one of the same name needs a confirmation."""
    form = NewPlayerForm(desk.event, desk.event.rounds.exists(), request.POST)
    if form.is_valid():
        entry = form.entry()
        twin = namesake_of(desk.event.pk, entry.name)
        if twin is not None and not form.cleaned_data["anyway"]:
            form.ask_anyway(twin)
            return _show_roster(request, desk, form, 422)
        with ShowRefusal(form):
            (made,) = enroll(event_id=desk.event.pk, actor=desk.actor, entries=[entry])
            messages.success(request, _enrolled_words(desk.event, made))
            place = "staff:desk" if back_to_desk(request) else "staff:roster"
            return redirect(f"{reverse(place, args=[desk.event.slug])}?added")
    return _show_roster(request, desk, form, 422)


@staff_view(get=Action.CHECK_IN, post=Action.CHECK_IN)
def check_in_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Check players in by the first letters of the name or the number; a button takes one."""
    absent = absent_players(desk.event)
    left_out = excluded_players(desk.event)
    context: dict[str, object] = {"desk": desk, "absent": absent, "page": roster_page(desk.event)}
    context["left_out"] = left_out
    if request.method != "POST":
        context |= _own_code(request, desk)
        return render(request, "roster/check_in.html", context)
    search = request.POST.get("search", "").strip()
    number = request.POST.get("number", "")
    matching = _meant(desk, [*absent, *left_out], search, number)
    if not matching and desk.event.rounds.exists():
        # A checked-in player may come again in a later round.
        matching = _meant(desk, _present(desk.event), search, number)
    if len(matching) != 1:
        context |= {
            "matching": matching,
            "search": search,
            "answer": _nobody_words(desk, matching, search),
        }
        return render(request, "roster/check_in.html", context, status=422)
    try:
        made = check_in(event_id=desk.event.pk, actor=desk.actor, number=matching[0].number)
    except RefusedError as refused:
        context |= {"answer": str(refused), "search": search}
        return render(request, "roster/check_in.html", context, status=409)
    words = _("%(name)s is checked in.") % {"name": made.name}
    late = matching[0] in left_out
    messages.success(request, _with_first_round(desk.event, made, words) if late else words)
    if back_to_desk(request):
        return to_desk(desk)
    answer = redirect("staff:roster-check-in", desk.event.slug)
    if desk.event.private_pages:
        answer["Location"] += f"?shown={matching[0].number}"
    return answer


def _meant(desk: Desk, players: Iterable[Enrollment], search: str, number: str) -> list[Enrollment]:
    """Those of some players whose button was pressed, or whom the search means."""
    players = list(players)
    chosen = [player for player in players if str(player.number) == number]
    return chosen or find_players(players, search, teams=desk.event.is_for_teams)


def _present(event: Event) -> QuerySet[Enrollment]:
    return event.enrollments.filter(checked_in=True, state=Enrollment.State.ACTIVE)


def _own_code(request: HttpRequest, desk: Desk) -> dict[str, object]:
    """The code of the private address of whoever was checked in just now, where there is one."""
    number = whole_number(request.GET.get("shown", ""))
    shown = None if number is None else find_enrollment(desk.event, number)
    if shown is None:
        return {}
    return {"shown": shown, "address_code": address_code(request, desk, shown)}


def _show_absent(
    request: HttpRequest, desk: Desk, refused: RefusedError | None = None
) -> HttpResponse:
    context = {"desk": desk, "absent": absent_players(desk.event), "refused": refused}
    return render(request, "roster/drop_absent.html", context, status=409 if refused else 200)


@staff_view(get=Action.DROP, post=Action.DROP, refused=_show_absent)
def drop_absent_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Drop everybody who is not checked in, after showing who that is."""
    if request.method != "POST":
        return _show_absent(request, desk)
    numbers = whole_numbers(request.POST.getlist("number"))
    count = drop_absent(event_id=desk.event.pk, actor=desk.actor, numbers=numbers)
    words = ngettext("%(count)d player was dropped.", "%(count)d players were dropped.", count)
    messages.success(request, words % {"count": count})
    return redirect("staff:roster", desk.event.slug)


def _show_roster(
    request: HttpRequest, desk: Desk, form: NewPlayerForm, status: int
) -> HttpResponse:
    context = {
        "desk": desk,
        "page": roster_page(desk.event),
        "form": form,
        "signed_up": waiting_names(desk.event),
        "rounds": number_of_rounds(desk.event),
        "outside": None if desk.event.is_finished else unpaired_in_newest_round(desk.event),
        "closed": "" if desk.event.is_finished else why_closed(desk.event),
    }
    return render(request, "roster/roster.html", context, status=status)


def _enrolled_words(event: Event, made: Enrollment) -> str:
    """Return words for a player who was enrolled, with the round in which they begin."""
    words = _("%(name)s is player number %(number)d.") % {"name": made.name, "number": made.number}
    return _with_first_round(event, made, words)


def _with_first_round(event: Event, made: Enrollment, words: str) -> str:
    """Return the words with what a late player missed, and in which round they begin."""
    losses = Match.objects.assigned_losses().filter(first=made).count()
    if losses:
        more = ngettext("%(count)d assigned loss.", "%(count)d assigned losses.", losses)
        words = f"{words} {more % {'count': losses}}"
    unposted = event.rounds.unposted().first()
    if unposted is not None:
        more = _("Unposted round %(number)d does not include them. Pair again to include them.")
        return f"{words} {more % {'number': unposted.number}}"
    if made.first_round > 1:
        more = _("First paired in round %(number)d.")
        return f"{words} {more % {'number': made.first_round}}"
    return words


def _nobody_words(desk: Desk, players: list[Enrollment], search: str) -> str:
    """Why nobody was checked in."""
    if players:
        return _("Several names start with these letters. Choose one or type more.")
    if not search:
        return _("Enter the first letters of a name, or a number.")
    present = find_players(
        desk.event.enrollments.filter(checked_in=True), search, teams=desk.event.is_for_teams
    )
    if present:
        return _("%(name)s is already checked in.") % {"name": present[0].name}
    return _("No player on the roster matches “%(search)s”.") % {"search": search}
