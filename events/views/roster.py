"""The roster: everybody, a new player, a list of players, who is here."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from events.forms.refusal import show_refusal
from events.forms.roster import ListForm, NewPlayerForm
from events.models import Enrollment, Event, Match
from events.selectors.proposal import number_of_rounds
from events.selectors.roster import absent_players, find_players, roster_page
from events.services.departures import drop_absent
from events.services.enrollment import check_in, enroll
from events.services.errors import RefusedError
from events.services.identity import namesake_of
from events.services.roster_preview import Preview, preview
from events.services.states import why_closed
from events.views.access import Action, Desk, open_desk
from events.views.person import person, posted


@login_required
@require_safe
def roster(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everybody in the event."""
    desk = open_desk(request, slug)
    form = NewPlayerForm(desk.event, desk.event.rounds.exists())
    if "added" in request.GET:
        form.fields["name"].widget.attrs["autofocus"] = True
    return _show_roster(request, desk, form, 200)


@login_required
@require_POST
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Enroll one player; a second one of the same name has to be meant."""
    desk = open_desk(request, slug, Action.EDIT_ROSTER)
    form = NewPlayerForm(desk.event, desk.event.rounds.exists(), request.POST)
    if form.is_valid():
        entry = form.entry()
        twin = namesake_of(desk.event.pk, entry.name)
        if twin is not None and not form.cleaned_data["anyway"]:
            form.ask_anyway(twin)
            return _show_roster(request, desk, form, 422)
        try:
            (made,) = enroll(event_id=desk.event.pk, actor=person(request), entries=[entry])
        except RefusedError as refused:
            show_refusal(form, refused)
        else:
            messages.success(request, _enrolled_words(desk.event, made))
            return redirect(f"{reverse('staff:roster', args=[slug])}?added")
    return _show_roster(request, desk, form, 422)


@login_required
@require_http_methods(["GET", "POST"])
def paste(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a list would do, line by line; with `confirm`, do it."""
    desk = open_desk(request, slug, Action.EDIT_ROSTER)
    started = desk.event.rounds.exists()
    files = request.FILES if request.method == "POST" else None
    form = ListForm(desk.event, started, posted(request), files)
    context: dict[str, object] = {"desk": desk, "form": form}
    status = 200 if not form.is_bound or form.is_valid() else 422
    if form.is_bound and form.is_valid():
        late = form.cleaned_data.get("late")
        anyway = {int(item) for item in request.POST.getlist("anyway") if item.isdecimal()}
        try:
            found = preview(desk.event, form.cleaned_data["text"], late=late, anyway=anyway)
            context["preview"] = found
            if "confirm" in request.POST:
                return _enroll_list(request, desk, found, late)
        except RefusedError as refused:
            show_refusal(form, refused)
            status = 409 if "confirm" in request.POST else 422
        context["text"] = form.cleaned_data.get("text", "")
    return render(request, "staff/roster_paste.html", context, status=status)


def _enroll_list(
    request: HttpRequest, desk: Desk, found: Preview, late: str | None
) -> HttpResponse:
    """Enroll what the preview showed; RefusedError when it would be something else by now."""
    if request.POST.get("new") != str(found.new):
        raise RefusedError(_("The roster has changed meanwhile. Look at the list once more."))
    if not found.count:
        raise RefusedError(_("Nobody in this list can be enrolled."))
    made = enroll(event_id=desk.event.pk, actor=person(request), entries=found.entries)
    words = ngettext("%(count)d player is enrolled.", "%(count)d players are enrolled.", len(made))
    if desk.event.is_for_teams:
        words = ngettext("%(count)d team is enrolled.", "%(count)d teams are enrolled.", len(made))
    messages.success(request, words % {"count": len(made)})
    if not found.left_over:
        return redirect("staff:roster", desk.event.slug)
    initial = {"text": found.left_over, "late": late}
    form = ListForm(desk.event, late is not None, initial=initial)
    context = {"desk": desk, "form": form, "left_over": len(found.errors)}
    return render(request, "staff/roster_paste.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def check_in_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Check players in by the first letters of the name or the number; a button takes one."""
    desk = open_desk(request, slug, Action.CHECK_IN)
    absent = list(absent_players(desk.event))
    context: dict[str, object] = {"desk": desk, "absent": absent, "page": roster_page(desk.event)}
    if request.method != "POST":
        return render(request, "staff/check_in.html", context)
    search = request.POST.get("search", "").strip()
    number = request.POST.get("number", "")
    found = [one for one in absent if str(one.number) == number] or find_players(
        absent, search, teams=desk.event.is_for_teams
    )
    if len(found) != 1:
        context |= {"found": found, "search": search, "answer": _nobody_words(desk, found, search)}
        return render(request, "staff/check_in.html", context, status=422)
    try:
        check_in(event_id=desk.event.pk, actor=person(request), number=found[0].number)
    except RefusedError as refused:
        context |= {"answer": str(refused), "search": search}
        return render(request, "staff/check_in.html", context, status=409)
    messages.success(request, _("%(name)s is checked in.") % {"name": found[0].name})
    return redirect("staff:roster-check-in", slug)


@login_required
@require_http_methods(["GET", "POST"])
def drop_absent_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Drop everybody who is not checked in, after showing who that is."""
    desk = open_desk(request, slug, Action.DROP)
    if request.method != "POST":
        context = {"desk": desk, "absent": absent_players(desk.event)}
        return render(request, "staff/drop_absent.html", context)
    numbers = [int(item) for item in request.POST.getlist("number") if item.isdecimal()]
    try:
        count = drop_absent(event_id=desk.event.pk, actor=person(request), numbers=numbers)
    except RefusedError as refused:
        context = {"desk": desk, "absent": absent_players(desk.event), "refused": refused}
        return render(request, "staff/drop_absent.html", context, status=409)
    words = ngettext("%(count)d player is dropped.", "%(count)d players are dropped.", count)
    messages.success(request, words % {"count": count})
    return redirect("staff:roster", slug)


def _show_roster(
    request: HttpRequest, desk: Desk, form: NewPlayerForm, status: int
) -> HttpResponse:
    context = {
        "desk": desk,
        "page": roster_page(desk.event),
        "form": form,
        "rounds": number_of_rounds(desk.event),
        "closed": "" if desk.event.state == Event.State.FINISHED else why_closed(desk.event),
    }
    return render(request, "staff/roster.html", context, status=status)


def _enrolled_words(event: Event, made: Enrollment) -> str:
    """What happened to a player who was enrolled, and in which round they begin."""
    words = _("%(name)s is number %(number)d.") % {"name": made.name, "number": made.number}
    losses = Match.objects.filter(first=made, kind=Match.Kind.UNPAIRED).count()
    if losses:
        more = ngettext("%(count)d assigned loss.", "%(count)d assigned losses.", losses)
        words = f"{words} {more % {'count': losses}}"
    draft = event.rounds.filter(state="draft").first()
    if draft is not None:
        more = _("Round %(number)d is a draft without them: pair it again to take them in.")
        return f"{words} {more % {'number': draft.number}}"
    if made.first_round > 1:
        more = _("Paired from round %(number)d on.")
        return f"{words} {more % {'number': made.first_round}}"
    return words


def _nobody_words(desk: Desk, found: list[Enrollment], search: str) -> str:
    """Why nobody was checked in."""
    if found:
        return _("Several names begin like this: choose one, or type more.")
    if not search:
        return _("Type the first letters of a name, or a number.")
    present = find_players(
        desk.event.enrollments.filter(checked_in=True), search, teams=desk.event.is_for_teams
    )
    if present:
        return _("%(name)s is checked in already.") % {"name": present[0].name}
    return _("Nobody on the roster is called “%(search)s”.") % {"search": search}
