"""The series of an organisation for its members."""

from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from domain.written_names import written
from events.core.refusals import RefusedError
from events.core.sentences import join_sentences
from events.core.series.series_places import events_of
from events.core.typed_values import row_key, whole_numbers
from events.models import OrganisationMember, Series
from events.series import actions, queries
from events.series.forms import SeriesForm
from events.series.rule_texts import table_runs
from events.series.same_player_actions import combine_players, separate_players
from events.series.same_players import combined_players, same_names
from events.series.series_files import series_file
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import made_once
from events.web.heavy import PAPER, heavy
from events.web.members import everybody, managers, member_view
from events.web.requests import posted

_members = partial(member_view, back="staff:series-list")


@require_safe
@_members(everybody)
def listed(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """List the series of an organisation."""
    all_series = list(queries.all_series(member.organisation))
    heads = queries.heads_of(all_series)
    context = {
        "organisation": member.organisation,
        "all_series": [(row, heads[row.pk]) for row in all_series],
        "can_manage": member.owner or member.organizer,
    }
    return render(request, "series/list.html", context)


@require_safe
@_members(everybody)
def series(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Show the standings with full names, the events, and what can be added."""
    row = _series(member, number)
    can_manage = member.owner or member.organizer
    can_change = can_manage and not row.is_over
    events = list(events_of(row))
    columns, rows = queries.points_by_event(queries.series_rows(row), events)
    context = {
        "organisation": member.organisation,
        "series": row,
        "rows": rows,
        "columns": columns,
        "tables": table_runs(row.tables),
        "events": events,
        "others": queries.other_events(row) if can_change else [],
        "same_names": same_names(events) if can_change else [],
        "combined": combined_players(row) if can_change else [],
        "can_manage": can_manage,
        "byes": queries.byes_panel(row, can_manage),
        "full_names": True,
    }
    return render(request, "series/series.html", context)


@require_safe
@_members(everybody)
@heavy(PAPER)
def file(request: HttpRequest, member: OrganisationMember, number: int, kind: str) -> HttpResponse:
    """Answer with the standings with full names as a file."""
    del request
    row = _series(member, number)
    return series_file(row, queries.series_rows(row), kind, full_names=True)


@require_http_methods(["GET", "HEAD", "POST"])
@_members(managers)
@made_once
def new(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Create a series."""
    today = timezone.localdate()
    initial = {"first_date": today, "last_date": today.replace(month=12, day=31)}
    form = SeriesForm(posted(request), initial=initial)
    if form.is_bound and form.is_valid():
        row = actions.open_series(
            organisation=member.organisation, actor=member.user, values=form.values
        )
        messages.success(request, _("The series was saved."))
        return redirect("staff:series", member.organisation.slug, row.number)
    return _form(request, member, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
@_members(managers)
def change(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Change the rules of a series."""
    row = _series(member, number)
    form = SeriesForm(posted(request), instance=row)
    if form.is_bound and form.is_valid():
        with ShowRefusal(form):
            actions.change_series(series=row, actor=member.user, values=form.values)
            messages.success(request, _("The series was saved."))
            return redirect("staff:series", member.organisation.slug, number)
    return _form(request, member, form, row)


@require_POST
@_members(managers)
def choose(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Put an event into a series, or keep it out."""
    actions.choose_event(
        series=_series(member, number),
        actor=member.user,
        event_id=row_key(request.POST.get("event", "")) or 0,
        included="included" in request.POST,
    )
    return redirect("staff:series", member.organisation.slug, number)


@require_POST
@_members(managers)
def combine(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Make one player out of several of one name; `same` has the keys of each."""
    row = _series(member, number)
    names = []
    for text in request.POST.getlist("same"):
        try:
            kept = combine_players(
                series=row, actor=member.user, players=whole_numbers(text.split(","))
            )
            names.append(kept.name)
        except RefusedError as refused:
            messages.error(request, str(refused))
    if names:
        words = ngettext(
            "%(name)s is one player now.", "%(count)d names are one player each now.", len(names)
        )
        messages.success(request, words % {"name": written(names[0]), "count": len(names)})
    return redirect("staff:series", member.organisation.slug, number)


@require_POST
@_members(managers)
def separate(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Take back that players were combined."""
    row = _series(member, number)
    key = row_key(request.POST.get("combined", "")) or 0
    try:
        name = separate_players(series=row, actor=member.user, key=key)
        messages.success(
            request, _("The entries of %(name)s are separate again.") % {"name": written(name)}
        )
    except RefusedError as refused:
        messages.error(request, str(refused))
    return redirect("staff:series", member.organisation.slug, number)


@require_POST
@_members(managers)
def byes(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Choose the event in which the byes of the series count."""
    row = _series(member, number)
    try:
        changed = actions.count_byes_in(
            series=row, actor=member.user, event_id=row_key(request.POST.get("event", ""))
        )
        words = _("The event for the byes was saved.")
        if changed:
            more = ngettext(
                "The byes of %(count)d enrolled player changed.",
                "The byes of %(count)d enrolled players changed.",
                changed,
            )
            words = join_sentences((words, more % {"count": changed}))
        messages.success(request, words)
    except RefusedError as refused:
        messages.error(request, str(refused))
    return redirect("staff:series", member.organisation.slug, number)


@require_POST
@_members(managers)
def over(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Declare a series over, or open it again."""
    row = _series(member, number)
    if "again" in request.POST:
        actions.open_again(series=row, actor=member.user)
        messages.success(request, _("The standings are updated after each event again."))
    else:
        actions.declare_over(series=row, actor=member.user)
        messages.success(request, _("The standings are final. Reopen the series to change it."))
    return redirect("staff:series", member.organisation.slug, number)


def _form(
    request: HttpRequest, member: OrganisationMember, form: SeriesForm, row: Series | None
) -> HttpResponse:
    context = {"organisation": member.organisation, "form": form, "series": row}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "series/settings.html", context, status=status)


def _series(member: OrganisationMember, number: int) -> Series:
    return get_object_or_404(Series, organisation=member.organisation_id, number=number)
