"""Printing: the overview of an event's documents, and the documents as files."""

from collections.abc import Iterable
from typing import Any

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from domain.written_names import called
from events import paper
from events.core.cards.pool_seats import pool_lines
from events.core.eligibility.queries import fact_sheet_of
from events.core.events.badges import chosen, players_today
from events.core.guards import find_round_or_none
from events.core.players.waiting_list import sign_up_settings
from events.core.prizes.queries import current_awards
from events.core.progress.presence import expected_players
from events.core.progress.queries import seats_by_pod
from events.core.repairing.queries import repairing_sheet
from events.core.stages.bracket_queries import bracket_picture
from events.core.stages.pod_queries import meeting_seats, seats_by_name
from events.core.standings.queries import live_standings
from events.core.typed_values import row_key, whole_number
from events.models import Badge, Event, OrganisationMember, Round
from events.paper import queries as printing
from events.paper.forms import SlipsForm, TableNumbersForm
from events.public_site.addresses import numbered
from events.public_site.reads.events import public_side
from events.public_site.reads.stages import public_stages
from events.web.access import Action, Desk, DeskView, View, staff_view
from events.web.heavy import PAPER, heavy
from events.web.lookups import round_or_404, stage_or_404
from events.web.members import managers, member_view
from events.web.player_addresses import addresses_for_slips, badge_address
from events.web.site_address import base_for_phones


@staff_view(get=Action.SEE)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show everything that can be printed, for the round that `?round=` names or the newest."""
    asked = request.GET.get("round", "")
    number = whole_number(asked)
    round = None if number is None else find_round_or_none(desk.event, number)
    return _show(request, desk, round or find_round_or_none(desk.event, None))


def _printed(view: DeskView) -> View:
    """Open a page that staff print: it is heavy, and never stored."""
    return staff_view(get=Action.SEE)(never_cache(heavy(PAPER)(view)))


@_printed
def pairings(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Print a round by name in two columns, in one or three with `?columns=`, or `?by=table`."""
    round = round_or_404(desk, number)
    matches = printing.paper_matches(round)
    if request.GET.get("by") == "table":
        listed = paper.seats_by_table if round.stage.is_tables else paper.pairings_by_table
        return _file(request, desk, listed(round, matches))
    columns = {"1": paper.LARGE, "3": paper.NARROW}.get(request.GET.get("columns", ""), paper.WIDE)
    return _file(
        request, desk, paper.pairings_by_name(round, printing.lines_by_name(matches), columns)
    )


@_printed
def facts(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Print the fact sheet, in the reader's language."""
    page = render_to_string("parts/fact_sheet.html", fact_sheet_context(desk.event), request)
    return _file(request, desk, paper.fact_sheet(desk.event, page))


@_printed
def prizes(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Print the winners with their prizes, each with a line to sign."""
    return _file(request, desk, paper.prize_sheet(desk.event, current_awards(desk.event)))


@_printed
def slips(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Print the result slips of a round: all, `?tables=3, 10-14`, or only `?outstanding=on`."""
    round = round_or_404(desk, number)
    form = SlipsForm(round, request.GET)
    if form.is_valid():
        chosen = form.cleaned_data
        matches = printing.at_tables(
            printing.paper_matches(round),
            tables=chosen["tables"],
            outstanding=chosen["outstanding"],
        )
        if matches:
            pages = printing.in_cutting_order(matches, form.chosen_a_page)
            codes = addresses_for_slips(request, desk)
            return _file(request, desk, paper.slips(round, pages, form.chosen_a_page, codes))
        form.add_error("tables", _nothing_to_print(round, chosen["outstanding"]))
    return _show(request, desk, round, slips_form=form)


@_printed
def standings(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Print the standings after a complete round, as they are now."""
    page = live_standings(desk.event, number)
    if page is None:
        raise Http404
    return _file(request, desk, paper.standings(page))


@_printed
def changed_tables(request: HttpRequest, desk: Desk, number: int, repairing: int) -> HttpResponse:
    """Print the tables that a re-pairing changed."""
    round = round_or_404(desk, number)
    made = round.repairings.filter(pk=repairing).first()
    if made is None:
        raise Http404
    return _file(request, desk, paper.changed_tables(round, repairing_sheet(made)))


@_printed
def seats(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Print a seat for everyone at the player meeting."""
    event = desk.event
    return _file(request, desk, paper.meeting_seats(event, meeting_seats(event)))


@_printed
def sign_in(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Print everyone who plays, with a place to sign."""
    event = desk.event
    return _file(request, desk, paper.sign_in(event, printing.players_by_name(event)))


@_printed
def labels(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Print a decklist label for everyone who plays."""
    event = desk.event
    return _file(request, desk, paper.labels(event, printing.players_by_name(event)))


@_printed
def table_numbers(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Print large table numbers: those of `?tables=`, or as many as are needed."""
    event = desk.event
    form = TableNumbersForm(event, _players(event), request.GET)
    if form.is_valid():
        of_table = base_for_phones(request) + numbered("public:table-sign", event.slug)
        signs = paper.table_numbers(
            event, form.chosen_tables, form.chosen_a_page, lambda table: of_table % table
        )
        return _file(request, desk, signs)
    return _show(request, desk, find_round_or_none(desk.event, None), tables_form=form)


@_printed
def poster(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Print the address of the event's public page as a poster."""
    event = desk.event
    address = request.build_absolute_uri(reverse("public:event", args=[event.slug]))
    return _file(request, desk, paper.poster(event, address))


@_printed
def pods(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Print the seats of a draft by name, or by pod with `?by=pod`."""
    stage = stage_or_404(desk, number)
    if not stage.pods:
        raise Http404
    note = "" if stage.pods_posted_at else _("not posted")
    if request.GET.get("by") == "pod":
        return _file(
            request, desk, paper.pods_by_pod(desk.event, number, seats_by_pod(stage), note)
        )
    return _file(request, desk, paper.pods_by_name(desk.event, number, seats_by_name(stage), note))


@_printed
def pools(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Print a sheet for each seat at the registration of pools."""
    return _file(request, desk, paper.pool_sheets(desk.event, pool_lines(desk.event)))


@_printed
def bracket(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Print the bracket of a playoff as it is now."""
    stage = stage_or_404(desk, number)
    picture = bracket_picture(stage) if stage.is_elimination else None
    if picture is None:
        raise Http404
    return _file(request, desk, paper.bracket(picture))


def _nothing_to_print(round: Round, outstanding: bool) -> str:
    words = _("None of these tables is outstanding in round %(number)d.")
    if not outstanding:
        words = _("None of these tables is used in round %(number)d.")
    return words % {"number": round.number}


def _players(event: Event) -> int:
    return expected_players(event).count()


def _file(request: HttpRequest, desk: Desk, document: paper.Document) -> HttpResponse:
    """Answer with the file, or with `?preview=` a page that shows its first sheet."""
    if "preview" in request.GET:
        return _preview(request, desk, document)
    name = f'inline; filename="{document.name}.pdf"'
    return HttpResponse(
        paper.press(document),
        content_type="application/pdf",
        headers={"Content-Disposition": name},
    )


def _preview(request: HttpRequest, desk: Desk, document: paper.Document) -> HttpResponse:
    """Show the first sheet, how many there are, and the button that opens the file."""
    asked = request.GET.copy()
    asked.pop("preview")
    query = asked.urlencode()
    context = {
        "desk": desk,
        "title": document.data["title"],
        "preview": paper.preview(document),
        "address": f"{request.path}?{query}" if query else request.path,
    }
    return render(request, "paper/preview.html", context)


def _show(
    request: HttpRequest,
    desk: Desk,
    round: Round | None,
    slips_form: SlipsForm | None = None,
    tables_form: TableNumbersForm | None = None,
) -> HttpResponse:
    """Answer with the overview, with the errors of one of its forms if any."""
    wrong: Iterable[Form | None] = (slips_form, tables_form)
    if slips_form is None and round is not None:
        slips_form = SlipsForm(round)
    page = printing.paper_page(desk.event)
    context = {
        "desk": desk,
        "page": page,
        "round": round,
        "slips_form": slips_form,
        "tables_form": tables_form or TableNumbersForm(desk.event, page.players),
    }
    status = 422 if any(wrong) else 200
    return render(request, "paper/paper.html", context, status=status)


@require_safe
@never_cache
@member_view(managers, back="staff:organisation")
@heavy(PAPER)
def badges(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Print the badges of today's players, narrowed by `?who=`, or that of one `?player=`."""
    organisation = member.organisation
    people = players_today(organisation)
    player = row_key(request.GET.get("player", ""))
    known = {person.key: person for person in people}
    if player is None:
        listed = chosen(people, request.GET.get("who", ""))
        badges_to_print = [person.badge for person in listed if person.badge is not None]
    else:
        of_one = Badge.objects.filter(organisation=organisation, player=player)
        badges_to_print = list(of_one.select_related("player"))
    if not badges_to_print:
        raise Http404
    base = base_for_phones(request)
    cards = []
    for badge in badges_to_print:
        badge.organisation = organisation
        person = known.get(badge.player_id)
        is_shared = person is not None and person.namesake
        cards.append(
            paper.BadgeCard(
                name=called(person or badge.player),
                address=badge_address(base, badge),
                event=person.events[0].name if person is not None and is_shared else "",
            )
        )
    # The desk has one stack of paper: that of today's events.
    size = people[0].events[0].paper_size if people else Event.PaperSize.A4
    document = paper.badges(organisation, cards, Event.PaperSize(size))
    return HttpResponse(
        paper.press(document),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{document.name}.pdf"'},
    )


def fact_sheet_context(event: Event) -> dict[str, Any]:
    """Return what fact_sheet.html needs."""
    shown = public_side(event)
    return {
        "event": event,
        "shown": shown,
        "stages": public_stages(shown),
        "sheet": fact_sheet_of(event),
        "sign_up": sign_up_settings(event),
    }
