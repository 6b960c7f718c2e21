"""Import and export an event as an archive, take over a running one from another tool."""

import json
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from archive.loading import archive_of
from domain.own_command import named
from events.core.journal.words.archived_entries import journal_sentences
from events.core.players.shown_names import shown_names
from events.core.questions.question import QuestionsError
from events.models import Enrollment, Event, Match
from events.transfer.carried_files import boxes_of, is_carried
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive, take_event_over
from events.transfer.forms import ArchiveForm, columns_in
from events.transfer.previews import preview_of
from events.transfer.take_over_form import STEPS, TakeOverForm
from events.transfer.take_over_steps import differences_of, steps_of
from events.transfer.words import FORMATS, RESULT_MEANINGS
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import slowly_made_once
from events.web.heavy import IMPORTS, PAPER, heavy
from events.web.requests import person
from events.web.spreadsheets.sheet_tables import CSV_TYPE, Cell, Column, SheetTable, csv_text
from interchange.exporting import EXPORTERS, exporters_for, names_of

# Largest event that a page exports: 10 seconds of processor time and 500 MB.
MOST_MATCHES = 250_000


@login_required
@require_http_methods(["GET", "POST"])
@slowly_made_once
@heavy(IMPORTS, methods=["POST"])
def import_event(request: HttpRequest) -> HttpResponse:
    """Show what an uploaded archive would become, then import it; for everyone with an account."""
    actor = person(request)
    bound = request.method == "POST"
    form = ArchiveForm(request.POST, request.FILES) if bound else ArchiveForm()
    if not bound or not form.is_valid():
        return render(request, "transfer/import.html", {"form": form}, status=422 if bound else 200)
    if request.FILES or form.is_read_again:
        previews = [preview_of(actor, candidate) for candidate in form.candidates]
        context = {
            "packed": form.repacked,
            "previews": previews,
            "read_as": "" if form.not_read else ",".join(form.columns),
            "not_read": form.not_read,
            "words": form.words_to_ask,
            "people": form.people_said,
            "meanings": RESULT_MEANINGS,
        }
        return render(request, "transfer/import_preview.html", context)
    with ShowRefusal(form):
        archive = form.chosen.archive
        event = import_archive(archive=archive, actor=actor)
        messages.success(
            request,
            _("%(name)s was imported: %(players)s, %(rounds)s.")
            % {
                "name": event.name,
                "players": _players(len(archive.players)),
                "rounds": _rounds(len(archive.rounds)),
            },
        )
        return redirect("staff:desk", event.slug)
    return render(request, "transfer/import.html", {"form": form}, status=422)


@staff_view(get=Action.EXPORT)
def export(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Say what the archive holds and offer it, and the formats of other tools."""
    offered = exporters_for(at_tables=desk.event.at_tables)
    others = [(name, FORMATS.get(name, exporter.label)) for name, exporter in offered.items()]
    return render(request, "transfer/export.html", {"desk": desk, "others": others})


@staff_view(get=Action.EXPORT)
@heavy(PAPER)
def export_other(request: HttpRequest, desk: Desk, format: str) -> HttpResponse:
    """Answer with a file for another tool, with names as public pages show them."""
    exporter = EXPORTERS.get(format)
    if exporter is None:
        raise Http404
    if format not in exporters_for(at_tables=desk.event.at_tables):
        messages.error(request, _("This format has no tables of three to five players."))
        return redirect("staff:export", desk.event.slug)
    if _is_too_large(desk.event):
        return _refuse(request, desk)
    archive = archive_of(export_archive(desk.event, emails=False))
    shown = shown_names(desk.event)
    called = {player.number: shown.of(player.number, player.name) for player in archive.players}
    text = exporter.write(archive, names_of(archive, called))
    response = HttpResponse(text, content_type=exporter.content_type)
    name = f"{desk.event.slug}-{format}.{exporter.suffix}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@staff_view(get=Action.EXPORT)
@heavy(PAPER)
def export_file(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Answer with the archive as a file; `?emails=0` leaves the e-mail addresses out.

    `?chain=1`: with the chain over the journal, for the verifier.
    """
    if _is_too_large(desk.event):
        return _refuse(request, desk)
    emails = request.GET.get("emails") != "0"
    sentences = journal_sentences(desk.event) if emails else ()
    chain = request.GET.get("chain") == "1"
    archive = export_archive(desk.event, emails=emails, journal=sentences, chain=chain)
    text = json.dumps(archive, ensure_ascii=False, separators=(",", ":"))
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{desk.event.slug}.json"'
    return response


@staff_view(get=Action.EXPORT)
@never_cache
def export_addresses(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Answer with names and e-mail addresses as CSV, and who gave each.

    `?agreed=1`: those of players who agreed that the organizer types them into another system.
    """
    agreed = request.GET.get("agreed") == "1"
    table = address_table(desk.event, agreed=agreed)
    response = HttpResponse(csv_text(table).encode(), content_type=CSV_TYPE)
    name = f"{desk.event.slug}-{'agreed-' if agreed else ''}addresses.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _is_too_large(event: Event) -> bool:
    return Match.objects.filter(round__event=event).count() > MOST_MATCHES


def _refuse(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Explain how to export an event that would keep a thread of the server busy for long."""
    words = _(
        "This event has more than %(most)d matches, too many for a page. Ask the operator of this "
        "site to run “%(command)s”."
    )
    messages.error(
        request, words % {"most": MOST_MATCHES, "command": named("export_event", desk.event.slug)}
    )
    return redirect("staff:export", desk.event.slug)


def _players(count: int) -> str:
    return ngettext("%(count)d player", "%(count)d players", count) % {"count": count}


def _rounds(count: int) -> str:
    return ngettext("%(count)d round", "%(count)d rounds", count) % {"count": count}


_GIVEN_BY_PLAYER = Enrollment.Source.SIGN_UP


def address_table(event: Event, *, agreed: bool = False) -> SheetTable:
    """Return the players with an e-mail address, and whether the player or the staff gave it.

    Dropped players are included: prizes and news concern them as well. `agreed`: only those who
    agreed at sign-up that the organizer types the address into another system, and whose address is
    still the one that they gave. One query.
    """
    players = event.enrollments.exclude(player__email="").order_by("name", "number")
    if agreed:
        given = {"sign_up__shares_email": True, "sign_up__email__iexact": F("player__email")}
        players = players.filter(**given)
    rows: list[tuple[Cell, ...]] = [
        (
            number,
            name,
            email,
            _("player, at sign-up") if source == _GIVEN_BY_PLAYER else _("staff, or a list"),
            str(Enrollment.State(state).label),
        )
        for number, name, email, source, state in players.values_list(
            "number", "name", "player__email", "source", "state"
        )
    ]
    titles = (_("Number"), _("Name"), _("Email address"), _("Address given by"), _("State"))
    columns = tuple(Column(title) for title in titles)
    return SheetTable("addresses", _("Email addresses"), columns, rows)


@login_required
@require_http_methods(["GET", "POST"])
@slowly_made_once
@heavy(IMPORTS, methods=["POST"])
def take_over(request: HttpRequest) -> HttpResponse:
    """Show the event as it would go on here; "Take over" makes it, for everyone with an account."""
    actor = person(request)
    carried = is_carried(request.POST)
    bound = request.method == "POST" and not carried
    form = TakeOverForm(request.POST, request.FILES) if bound else TakeOverForm()
    if carried:
        packed, columns = request.POST.get("packed", ""), columns_in(request.POST)
        form = TakeOverForm(initial=boxes_of(packed, columns))
    valid = bound and form.is_valid()
    if not valid or not form.is_confirmed or form.candidate is None:
        status = 422 if bound and not valid else 200
        return render(request, "transfer/take_over.html", _page(form, actor), status=status)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        with ShowRefusal(form):
            event = take_event_over(candidate=form.candidate, people=form.people, actor=actor)
            words = _("%(name)s continues here. Enter the results so far.") % {"name": event.name}
            messages.success(request, words)
            return redirect("staff:desk", event.slug)
    except QuestionsError as asked:
        # Each is shown with its answers at the step of its names.
        form.add_error(None, str(asked))
        status = HTTPStatus.CONFLICT
    return render(request, "transfer/take_over.html", _page(form, actor), status=status)


def _page(form: TakeOverForm, actor: User) -> dict[str, Any]:
    """Return what the page shows: the steps, and the event as it would go on."""
    preview = None if form.candidate is None else preview_of(actor, form.candidate)
    at_the_end = preview is not None and form.step == STEPS[-1]
    return {
        "form": form,
        "steps": steps_of(form),
        "preview": preview,
        "differences": differences_of(form.checked) if at_the_end else [],
        "people": form.people_said,
        "changes": [change.text for change in form.changes],
    }
