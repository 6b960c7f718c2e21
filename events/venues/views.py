"""The pages of a venue: all tables by event, and its rooms."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from domain.written_names import written
from events.core.read_snapshot import one_snapshot
from events.core.refusals import RefusedError, Text
from events.core.seats.venues import venue_lines
from events.models import OrganisationMember, Role, Venue
from events.venues import actions, queries
from events.venues.clock_views import token_of
from events.venues.forms import DayForm, GiveForm, NameForm, RoomForm, VenueForm
from events.venues.venue_days import venue_day
from events.web.access import Action, may
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import made_once
from events.web.requests import person, posted

VenueView = Callable[Concatenate[HttpRequest, Venue, OrganisationMember, ...], HttpResponse]


def venue_view(view: VenueView) -> Callable[..., HttpResponse]:
    """Open a view to the members of the venue's organisation; a stranger finds nothing there.

    A RefusedError that the view lets through is shown on the page of the venue's tables.
    """

    @login_required
    @wraps(view)
    def opened(request: HttpRequest, venue_id: int, **numbers: Any) -> HttpResponse:
        known = queries.venue_for(venue_id, person(request))
        if known is None:
            raise Http404
        try:
            return view(request, *known, **numbers)
        except RefusedError as error:
            messages.error(request, str(error))
            return redirect("staff:venue", venue_id)

    return opened


def _may_change(member: OrganisationMember) -> bool:
    return member.owner or Role.ORGANIZER in member.roles


def _may_give(member: OrganisationMember) -> bool:
    return member.owner or may(member.roles, Action.PAIR)


def view_for(
    may_open: Callable[[OrganisationMember], bool], refusal: Text
) -> Callable[[VenueView], Callable[..., HttpResponse]]:
    """Open a view to the members with a right; `refusal` is what others read."""

    def decorate(view: VenueView) -> Callable[..., HttpResponse]:
        @venue_view
        @wraps(view)
        def opened(
            request: HttpRequest, venue: Venue, member: OrganisationMember, **numbers: Any
        ) -> HttpResponse:
            if not may_open(member):
                raise RefusedError(refusal)
            return view(request, venue, member, **numbers)

        return opened

    return decorate


organizer_view = view_for(_may_change, gettext_lazy("Only an organizer can change the venue."))
tables_view = view_for(_may_give, gettext_lazy("You can't assign tables to events."))


@require_http_methods(["GET", "POST"])
@login_required
@made_once
def venues(request: HttpRequest) -> HttpResponse:
    """List the venues of an account; organizers create one here."""
    members = queries.memberships(person(request))
    able = [member for member in members if _may_change(member)]
    form = VenueForm(posted(request))
    if request.method == "POST" and not able:
        raise Http404
    if form.is_valid():
        slug = request.POST.get("organisation", "")
        chosen = next((m for m in able if m.organisation.slug == slug), able[0])
        with ShowRefusal(form):
            venue, without = actions.create_venue(
                organisation=chosen.organisation, actor=chosen.user, **form.cleaned_data
            )
            messages.success(request, _("The venue was saved."))
            for event in without:
                words = _(
                    "%(event)s keeps its own tables, because another event uses the same ones."
                )
                messages.warning(request, words % {"event": written(event.name)})
            return redirect("staff:venue", venue.pk)
    context = {
        "venues": venue_lines(queries.venues_of(members)),
        "several": len(members) > 1,
        "able": able,
        "form": form,
        # A link for this organisation opens the form.
        "wanted": request.POST.get("organisation", "") or request.GET.get("organisation", ""),
    }
    return render(request, "venues/venues.html", context, status=_status(form))


@require_safe
@venue_view
def tables(request: HttpRequest, venue: Venue, member: OrganisationMember) -> HttpResponse:
    """Show all tables of a venue by event on `?date=`, and what condensing them would change."""
    typed = request.GET.get("date", "")
    form = DayForm({"date": typed} if typed else None)
    with one_snapshot():
        day = venue_day(venue, form.cleaned_data["date"] if form.is_valid() else None)
        shown = queries.venue_map(venue, day)
    context = {
        "venue": venue,
        "map": shown,
        "day": day,
        "form": form,
        "typed": typed or day.date.isoformat(),
        "may_change": _may_change(member),
        "may_give": _may_give(member),
        "wall": reverse("clock-wall", args=[token_of(venue)]),
    }
    return render(request, "venues/tables.html", context, status=422 if form.errors else 200)


@require_POST
@organizer_view
def rename(request: HttpRequest, venue: Venue, member: OrganisationMember) -> HttpResponse:
    """Give the venue another name."""
    form = NameForm(request.POST)
    if form.is_valid():
        with ShowRefusal(form):
            actions.rename_venue(venue=venue, actor=member.user, **form.cleaned_data)
            messages.success(request, _("The name was saved."))
            return redirect("staff:venue-rooms", venue.pk)
    return _show_rooms(request, venue, name_form=form)


@require_http_methods(["GET", "POST"])
@organizer_view
def rooms(request: HttpRequest, venue: Venue, member: OrganisationMember) -> HttpResponse:
    """Show the rooms of a venue; a new one is added here."""
    form = RoomForm(posted(request), auto_id="new_%s")
    if form.is_valid():
        with ShowRefusal(form):
            actions.save_room(venue=venue, actor=member.user, room_id=None, **form.cleaned_data)
            messages.success(request, _("The room was saved."))
            return redirect("staff:venue-rooms", venue.pk)
    return _show_rooms(request, venue, new_form=form)


@require_POST
@organizer_view
def change_room(
    request: HttpRequest, venue: Venue, member: OrganisationMember, room_id: int
) -> HttpResponse:
    """Change a room; without rows it is removed."""
    form = RoomForm(request.POST, auto_id=f"room{room_id}_%s")
    if form.is_valid():
        with ShowRefusal(form):
            actions.save_room(venue=venue, actor=member.user, room_id=room_id, **form.cleaned_data)
            messages.success(request, _("The room was saved."))
            return redirect("staff:venue-rooms", venue.pk)
    return _show_rooms(request, venue, changed=(room_id, form))


@require_POST
@tables_view
def condense(request: HttpRequest, venue: Venue, member: OrganisationMember) -> HttpResponse:
    """Move the events between two rounds together, as the page showed."""
    token = request.POST.get("token", "")
    moved = actions.condense_tables(venue=venue, actor=member.user, token=token)
    words = ngettext(
        "%(count)d event has new tables. Its next pairings show them.",
        "%(count)d events have new tables. Their next pairings show them.",
        moved,
    )
    messages.success(request, words % {"count": moved})
    return redirect("staff:venue", venue.pk)


@require_POST
@tables_view
def give(
    request: HttpRequest, venue: Venue, member: OrganisationMember, event_id: int
) -> HttpResponse:
    """Give an event tables by hand; without any it follows its rounds again."""
    form = GiveForm(request.POST)
    event = queries.events_at(venue).filter(pk=event_id).first()
    if event is None:
        raise Http404
    if not form.is_valid():
        raise RefusedError(_("Type numbers and ranges, for example 3, 10-14."), "tables")
    actions.give_tables(
        venue=venue, event_id=event_id, actor=member.user, tables=form.cleaned_data["tables"]
    )
    messages.success(
        request, _("The tables of %(event)s were saved.") % {"event": written(event.name)}
    )
    return redirect("staff:venue", venue.pk)


def _show_rooms(
    request: HttpRequest,
    venue: Venue,
    name_form: NameForm | None = None,
    new_form: RoomForm | None = None,
    changed: tuple[int, RoomForm] | None = None,
) -> HttpResponse:
    lines = []
    for room in venue.rooms.all():
        values = {"room": room.name, "rows": room.rows, "blocked_tables": room.blocked_tables}
        form = RoomForm(initial=values, auto_id=f"room{room.pk}_%s")
        lines.append((room, changed[1] if changed and changed[0] == room.pk else form))
    refused = name_form or (changed[1] if changed else None) or new_form
    context = {
        "venue": venue,
        "lines": lines,
        "name_form": name_form or NameForm(initial={"name": venue.name}),
        "new_form": new_form or RoomForm(auto_id="new_%s"),
    }
    return render(request, "venues/rooms.html", context, status=_status(refused))


def _status(form: NameForm | RoomForm | None) -> HTTPStatus:
    return HTTPStatus.UNPROCESSABLE_ENTITY if form and form.is_bound else HTTPStatus.OK
