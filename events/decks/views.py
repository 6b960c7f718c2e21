"""Decklists and deck checks at the desk."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.cards.card_file import loaded
from events.core.cards.deck_legality import format_of
from events.core.cards.open_decks import (
    deck_checks,
    deck_line,
    deck_lines,
    is_locked,
    newest_checks,
    number_of_tables_to_pick,
    random_table,
    seat_lists,
    table_of_place,
    tables_to_pick,
)
from events.core.decks.archetypes import archetype_names
from events.core.decks.seat_lists import formats_by_seat, typed_lists
from events.core.eligibility.queries import fact_sheet_of
from events.core.phones.queries import typed_table
from events.core.players.listed_players import listed_players
from events.core.refusals import RefusedError
from events.core.typed_values import whole_number
from events.decks.actions import (
    end_deck_check,
    save_decklist,
    start_deck_check,
    stop_deck_check,
)
from events.decks.archetype_rules import suggest
from events.decks.check_share import required_share
from events.decks.plan_queries import check_page
from events.models import Decklist, Event
from events.web.access import Action, Desk, staff_view
from events.web.lookups import enrollment_or_404
from events.web.staff_pages.rows_shown import rows_shown
from events.web.version_tokens import changed_names, posted_token, token_after

# The longest list of tables to choose one from.
MOST_TABLES = 1_000
TABLES_A_ROUND, MOST_A_ROUND = 2, 6
# Judges with a button of their own at a proposed table.
MOST_NAMED = 4


@staff_view(get=Action.SEE)
def decks(request: HttpRequest, desk: Desk) -> HttpResponse:
    """List all decklists, and which decks were checked."""
    playing = [player for player in listed_players(desk.event) if player.is_active]
    shown = rows_shown(
        request, playing, lambda player: ((player.number,), ((player.name, player.reading),))
    )
    checks = newest_checks(deck_checks(desk.event))
    formats = formats_by_seat(desk.event.game_format, desk.event.seats or "A").values()
    context = {
        "desk": desk,
        "lines": [
            (line, checks.get(line.enrollment.pk)) for line in deck_lines(desk.event, shown.rows)
        ],
        "checks": checks,
        "shown": shown,
        "sheet": fact_sheet_of(desk.event),
        "states": Decklist.State.choices[1:],
        "card_file": loaded(),
        "legality": any(map(format_of, formats)),
    }
    return render(request, "decks/decks.html", context)


def to_decks(desk: Desk, **_numbers: int) -> HttpResponse:
    """Redirect to the decklists of the event."""
    return redirect("staff:decks", desk.event.slug)


def _refused(request: HttpRequest, desk: Desk, refused: RefusedError, number: int) -> HttpResponse:
    return _show(request, desk, number, refused)


@staff_view(get=Action.SEE, post=Action.DECKS, refused=_refused)
def deck(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show a player's list; a POST saves its state and text."""
    if request.method != "POST":
        return _show(request, desk, number)
    enrollment_or_404(desk, number)
    save_decklist(
        **desk.who,
        number=number,
        state=request.POST.get("state", ""),
        text=typed_lists(request.POST, desk.event.seats),
        archetype=request.POST.get("archetype"),
        reason=request.POST.get("reason", ""),
        token=posted_token(request),
    )
    messages.success(request, _("The decklist was saved."))
    if typed_lists(request.POST, desk.event.seats) is not None:
        return redirect("staff:deck", desk.event.slug, number)
    return to_decks(desk)


def to_checks(desk: Desk, **_numbers: int) -> HttpResponse:
    """Redirect to the deck checks of the event."""
    return redirect("staff:deck-checks", desk.event.slug)


def _to_checks_of(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Redirect to the deck checks, with the shown number of tables and skipped tables."""
    query = {name: request.GET[name] for name in ("tables", "not") if name in request.GET}
    return redirect(reverse("staff:deck-checks", args=[desk.event.slug], query=query))


@staff_view(get=Action.SEE)
def checks(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the proposed and running checks of this round, and the plan until the cut."""
    typed = (whole_number(text) for text in request.GET.get("not", "").split(","))
    skipped = {table for table in typed if table is not None}
    # At Regular, deck checks are the head judge's choice (MTR 2.8), so none is recommended.
    usual = 0 if desk.event.enforcement is Event.Enforcement.REGULAR else TABLES_A_ROUND
    per_round = whole_number(request.GET.get("tables", "")) or usual
    page = check_page(desk.event, min(per_round, MOST_A_ROUND), skipped)
    free_tables = number_of_tables_to_pick(desk.event)
    passed_over = "".join(f"{table}," for table in sorted(skipped))
    context = {
        "desk": desk,
        "page": page,
        "named": MOST_NAMED,
        "is_listed": request.user.pk in {member.user_id for member in page.judges[:MOST_NAMED]},
        "share": required_share(desk.event, page),
        "choices": range(1, MOST_A_ROUND + 1),
        "to_propose": TABLES_A_ROUND,
        # A part of the address: each table followed by a comma.
        "shown": f"tables={page.per_round}&not={passed_over}",
        "free_tables": free_tables,
        # For a longer list the number is typed instead.
        "tables": tables_to_pick(desk.event) if free_tables <= MOST_TABLES else (),
    }
    return render(request, "decks/checks.html", context)


@staff_view(post=Action.DECKS, back=to_checks)
def start(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Start a deck check at a table: proposed, typed, by place, or drawn at random."""
    place = whole_number(request.POST.get("place", ""))
    drawn = random_table(desk.event) if "random" in request.POST else None
    if "by_place" in request.POST:
        drawn = None if place is None else table_of_place(desk.event, place)
        if drawn is None:
            raise RefusedError(_("The player in that place has no outstanding match at a table."))
    newest = desk.event.rounds.being_played().order_by("-number").first()
    table = drawn.table if drawn else None
    if drawn is None and newest is not None:
        table = typed_table(newest, request.POST.get("table", "").strip())
    if table is None or newest is None:
        raise RefusedError(_("No table in a posted round is available for a deck check."))
    start_deck_check(
        **desk.who, number=newest.number, table=table, judge=request.POST.get("judge", "")
    )
    messages.success(
        request, _("A deck check is in progress at table %(table)d.") % {"table": table}
    )
    return _to_checks_of(request, desk)


@staff_view(post=Action.DECKS, back=to_checks)
def end(request: HttpRequest, desk: Desk, check_id: int) -> HttpResponse:
    """End a deck check, which gives the table its extension."""
    problems = [whole_number(text) for text in request.POST.getlist("problem")]
    check = end_deck_check(
        **desk.who,
        check_id=check_id,
        findings=request.POST.get("findings", ""),
        problems=[number for number in problems if number is not None],
    )
    words = ngettext(
        "Table %(table)s has a time extension of %(minutes)d minute.",
        "Table %(table)s has a time extension of %(minutes)d minutes.",
        check.match.extension_minutes,
    )
    values = {"table": check.match.table, "minutes": check.match.extension_minutes}
    messages.success(request, words % values)
    return _to_checks_of(request, desk)


@staff_view(post=Action.DECKS, back=to_checks)
def stop(request: HttpRequest, desk: Desk, check_id: int) -> HttpResponse:
    """Cancel a running deck check."""
    match = stop_deck_check(**desk.who, check_id=check_id)
    messages.success(
        request,
        _("The deck check at table %(table)d was stopped. It does not count.")
        % {"table": match.table},
    )
    return _to_checks_of(request, desk)


def _show(
    request: HttpRequest, desk: Desk, number: int, refused: RefusedError | None = None
) -> HttpResponse:
    enrollment = enrollment_or_404(desk, number)
    line = deck_line(desk.event, enrollment)
    typed = typed_lists(request.POST, desk.event.seats)
    text = line.deck.text if typed is None else typed
    context = {
        "desk": desk,
        "line": line,
        "checks": [check for check in deck_checks(desk.event) if enrollment in check.match.players],
        "text": text,
        "seats": seat_lists(desk.event, text),
        "state": request.POST.get("state", line.deck.state),
        "archetype": request.POST.get("archetype", line.deck.archetype),
        "archetypes": archetype_names(desk.event),
        "suggested": suggest(desk.event, line.deck.text) if line.counted else "",
        "reason": request.POST.get("reason", ""),
        "seen": token_after(request, refused, line.seen),
        "changed": changed_names(refused),
        "locked": is_locked(fact_sheet_of(desk.event)),
        "states": Decklist.State.choices,
        "refused": refused,
    }
    return render(request, "decks/deck.html", context, status=422 if refused else 200)
