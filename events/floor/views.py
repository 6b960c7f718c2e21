"""The floor on a judge's phone: own tables, marks on them, areas, table signs."""

from collections.abc import Callable, Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from domain.limits import AREA_NAME_LENGTH
from domain.written_names import written_name
from events.core.guards import find_round_or_none, table_of
from events.core.judging.floor_queries import FloorPage, areas_of, floor_page
from events.core.phones.queries import typed_table
from events.core.refusals import RefusedError
from events.core.results.round_rules import ResultPad, result_pad, rules_of
from events.core.seats.table_numbering import room_of
from events.core.staffing.own_places import own_places
from events.floor import actions
from events.models import Area, Match, Round, StaffMember
from events.web.access import Action, Desk, staff_view
from events.web.forms.worded_errors import WordedForm
from events.web.requests import by_htmx
from events.web.staff_pages.clock_buttons import extend_posted
from events.web.staff_pages.undo_messages import message_with_undo


class AreaForm(WordedForm):
    """A member of the staff, a range of tables, and the area's name."""

    username = forms.ChoiceField(label=gettext_lazy("Judge"))
    first = forms.IntegerField(label=gettext_lazy("First table"), min_value=1)
    last = forms.IntegerField(label=gettext_lazy("Last table"), min_value=1)
    name = forms.CharField(
        label=gettext_lazy("Area name"), required=False, max_length=AREA_NAME_LENGTH
    )

    def __init__(self, members: Iterable[StaffMember], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        choices = [(member.user.get_username(), member.user.get_username()) for member in members]
        field = self.fields["username"]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices


EXTENSIONS = (2, 3, 5, 10)


def _to_areas(desk: Desk, **_numbers: int) -> HttpResponse:
    return redirect("staff:floor-areas", desk.event.slug)


@staff_view(get=Action.SEE)
def floor(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the outstanding tables; 204 for a watching phone if nothing has changed."""
    return _page(request, desk)


def _show_refused(
    request: HttpRequest, desk: Desk, error: RefusedError, **_numbers: int
) -> HttpResponse:
    """Show the current floor, and why nothing was recorded."""
    return _page(request, desk, error)


_MARKS: dict[str, Callable[..., Match]] = {
    "attend": actions.attend_table,
    "leave": actions.leave_table,
    "turns": actions.begin_turns,
    "no-turns": actions.take_turns_back,
}


@staff_view(post=Action.ATTEND, refused=_show_refused)
def mark(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Record at a table: judge here, judge gone, additional turns begun, or not yet."""
    write = _MARKS.get(request.POST.get("do", ""))
    if write is None:
        raise Http404
    write(**desk.who, number=number, table=table)
    return _noted(request, desk, table)


@staff_view(post=Action.EXTEND, refused=_show_refused)
def extend(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Set a table's time extension, and stay on the floor."""
    extend_posted(request, desk, number, table)
    return _noted(request, desk, table)


def _noted(request: HttpRequest, desk: Desk, table: int) -> HttpResponse:
    """Show the floor after a mark; without a script, with the table's card open."""
    if not by_htmx(request):
        return redirect(f"{reverse('staff:floor', args=[desk.event.slug])}?table={table}")
    desk.event.refresh_from_db()
    return _page(request, desk)


def _page(request: HttpRequest, desk: Desk, refused: RefusedError | None = None) -> HttpResponse:
    """Return the floor, or only its list for htmx."""
    fields = request.POST if request.method == "POST" else request.GET
    typed, opened = fields.get("table", "").strip(), fields.get("open", "")
    round = find_round_or_none(desk.event, None)
    page = None
    if round is not None and round.is_posted:
        page = floor_page(round, desk.actor, opened=opened)
    # Time passes without a write: time is called at tables, and calls wait longer.
    over = sum(line.time.is_over for line in page.lines) if page else 0
    waiting = sum(line.waiting for line in page.lines) if page else 0
    state = f"{desk.event.revision}-{over}-{waiting}"
    if by_htmx(request) and request.GET.get("state") == state:
        return HttpResponse(status=204)
    context = {
        "desk": desk,
        "round": round,
        "page": page,
        "state": state,
        "opened": opened,
        # Rendered once: the buttons of a hundred tables have the same text.
        "extensions": [(minutes, _extension_words(minutes)) for minutes in EXTENSIONS],
        "extension_reasons": Match.EXTENSION_WORDS,
        "special": room_of(desk.event).special if page else {},
        "pad": _pad(desk, round) if page and round else None,
        "refused": refused,
        "typed": typed,
        **(_picked(page, round, typed) if page and round and typed else {}),
    }
    name = "floor/floor_list.html"
    if not by_htmx(request):
        name, context["own_places"] = "floor/floor.html", own_places(desk.actor)
    return render(request, name, context, status=409 if refused else 200)


def _pad(desk: Desk, round: Round) -> ResultPad | None:
    """Return the result pad for offline phones; None where results are entered by seat."""
    if round.by_seats or round.stage.is_tables or not desk.can["enter_result"]:
        return None
    return result_pad(rules_of(round))


def _extension_words(minutes: int) -> str:
    return _("+%(minutes)s min") % {"minutes": minutes}


def _picked(page: FloorPage, round: Round, typed: str) -> dict[str, Any]:
    """Return the typed or scanned table: its line, its finished match, or an error."""
    try:
        table = typed_table(round, typed)
    except RefusedError as error:
        return {"wrong": str(error)}
    if table is None:
        return {"wrong": _("Type the number of a table.")}
    line = page.line_of(table)
    if line is not None:
        return {"picked": line}
    try:
        return {"finished": table_of(round, table)}
    except RefusedError as error:
        return {"wrong": str(error)}


@staff_view(get=Action.SEE, post=Action.ASSIGN)
def areas(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show which member covers which tables; a POST assigns a range."""
    if request.method != "POST":
        return _areas(request, desk, AreaForm(_members(desk)))
    form = AreaForm(_members(desk), request.POST)
    if not form.is_valid():
        return _areas(request, desk, form, 422)
    try:
        made = actions.assign_area(**desk.who, **form.cleaned_data)
    except RefusedError as refused:
        form.add_error(refused.field or None, str(refused))
        return _areas(request, desk, form, 409)
    words = _("Tables %(tables)s are assigned to %(name)s.") % _area_words(made)
    undo = reverse("staff:floor-area-remove", args=[desk.event.slug, made.pk])
    message_with_undo(request, words, undo)
    return _to_areas(desk)


@staff_view(post=Action.ASSIGN, back=_to_areas)
def remove_area(request: HttpRequest, desk: Desk, area: int) -> HttpResponse:
    """Remove a member's range of tables; the message offers to assign it again."""
    gone = actions.remove_area(**desk.who, area_id=area)
    words = _("Tables %(tables)s are no longer assigned to %(name)s.") % _area_words(gone)
    fields: dict[str, str | int] = {"username": gone.judge, "name": gone.name}
    fields |= {"first": gone.first_table, "last": gone.last_table}
    message_with_undo(request, words, reverse("staff:floor-areas", args=[desk.event.slug]), fields)
    return _to_areas(desk)


@staff_view(post=Action.ASSIGN, back=_to_areas)
def deal(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Share the current round's tables among the judges."""
    round = find_round_or_none(desk.event, None)
    if round is None:
        raise RefusedError(_("No round is in progress."))
    made = actions.deal_tables(**desk.who, number=round.number)
    words = ngettext(
        "The tables are assigned to %(count)d judge.",
        "The tables are divided among %(count)d judges.",
        len(made),
    )
    messages.success(request, words % {"count": len(made)})
    return _to_areas(desk)


def _area_words(area: Area) -> dict[str, object]:
    return {"tables": str(area), "name": written_name(area.judge)}


def _members(desk: Desk) -> list[StaffMember]:
    """Return the staff, judges first."""
    members = desk.event.staff.select_related("user")
    return sorted(members, key=lambda member: (not member.judge, member.user.get_username()))


def _areas(request: HttpRequest, desk: Desk, form: AreaForm, status: int = 200) -> HttpResponse:
    context = {"desk": desk, "form": form, "areas": areas_of(desk.event)}
    return render(request, "floor/areas.html", context, status=status)


@require_safe
@never_cache
def table_sign(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    """Redirect staff of the event to the table on the floor, everyone else to the pairings."""
    user = request.user
    staff = StaffMember.objects.filter(event__slug=slug)
    if user.is_authenticated and staff.filter(user=user).exists():
        return redirect(f"{reverse('staff:floor', args=[slug])}?table={table}")
    return redirect("public:pairings", slug)
