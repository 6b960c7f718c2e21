"""The room as a map, and a match that moves to another table."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from domain.limits import MOST_TABLE
from events.core.edit_conflicts import columns_of
from events.core.refusals import RefusedError
from events.core.rounds.queries import names_at_tables
from events.core.seats.queries import RoomLayout, room_layout, room_map
from events.core.seats.table_numbering import TableState
from events.models import Event
from events.seating.actions import FIELDS, change_room, move_match
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.forms.worded_errors import WordedErrors, WordedForm
from events.web.lookups import to_table
from events.web.requests import posted
from events.web.staff_pages.rows_shown import Known, RowsShown, rows_shown
from events.web.version_tokens import VersionToken

if TYPE_CHECKING:
    RoomFormBase = forms.ModelForm[Event]
else:
    RoomFormBase = forms.ModelForm


class RoomForm(WordedErrors, RoomFormBase):
    """The tables by row, those not in use, those kept free, and how they are assigned."""

    class Meta:
        model = Event
        fields = ["room", "blocked_tables", "feature_tables", "shuffled_tables"]
        labels = {"shuffled_tables": gettext_lazy("Assign tables at random instead of by points")}
        widgets = {
            "room": forms.Textarea(attrs={"rows": 4}),
            "feature_tables": forms.Textarea(attrs={"rows": 3}),
        }


class MoveForm(WordedForm):
    """Where a match moves to."""

    to = forms.IntegerField(
        label=gettext_lazy("Move to table"), min_value=1, max_value=MOST_TABLE, localize=False
    )


# The map shows a larger room in parts.
MOST_CELLS, PAGE_CELLS = 1_000, 400


@staff_view(get=Action.SEE, post=Action.EDIT_EVENT)
def room(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the room with what is played where; an organizer describes it here."""
    # A form writes typed values into its instance; the map shows the stored ones.
    form = RoomForm(posted(request), instance=Event.objects.get(pk=desk.event.pk))
    seen = VersionToken(posted(request), columns_of(desk.event, FIELDS))
    if form.is_valid():
        with ShowRefusal(form, seen):
            change_room(**desk.who, token=seen.before, **form.cleaned_data)
            messages.success(request, pgettext("tables of an event", "The room was saved."))
            return redirect("staff:room", desk.event.slug)
    layout = room_layout(desk.event)
    shown = _rows_shown(request, layout)
    map = room_map(desk.event, layout, shown.rows)
    there = {cell.state for row in (*map.rows, map.outside) for cell in row}
    context = {
        "desk": desk,
        "form": form,
        "seen": seen,
        "layout": layout,
        "map": map,
        "shown": shown,
        "states": [state for state in TableState if state in there],
    }
    return render(request, "seating/room.html", context, status=422 if form.is_bound else 200)


def _rows_shown(request: HttpRequest, layout: RoomLayout) -> RowsShown[tuple[int, ...]]:
    """Return the rows of the map that the address asks for: of a very large room a part."""
    # A search reads the names at all tables; the page reads only its own matches.
    names = cache(lambda: _names(layout))

    def sought(row: tuple[int, ...]) -> Known:
        return row, [name for table in row for name in names().get(table, ())]

    longest = max(map(len, layout.rows), default=1)
    most, page = (max(1, cells // longest) for cells in (MOST_CELLS, PAGE_CELLS))
    return rows_shown(request, layout.rows, sought, most=most, page=page)


def _names(layout: RoomLayout) -> Mapping[int | None, Iterable[tuple[str, str]]]:
    return {} if layout.round is None else names_at_tables(layout.round)


@staff_view(post=Action.POST_ROUND, back=to_table)
def move(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Move a match of the round that is played to another table."""
    form = MoveForm(request.POST)
    if not form.is_valid():
        raise RefusedError(_("Enter the table number to move the match to."), "to")
    match = move_match(**desk.who, number=number, table=table, to=form.cleaned_data["to"])
    messages.success(
        request,
        _("The match moved to table %(table)d. The players' phones show the new table.")
        % {"table": match.table},
    )
    return redirect("staff:table", desk.event.slug, number, match.table)
