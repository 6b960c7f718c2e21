"""Compare a round's sources of results and certify them; show the journal of an event."""

from functools import cache

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.core.guards import table_of
from events.core.journal.queries import JournalFilter, journal_page
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result, keep_result
from events.core.results.certification_actions import certify_round
from events.core.results.result_audit import (
    ENOUGH,
    AuditedReport,
    audit_round,
    audit_table,
    read_players,
)
from events.core.results.slips import Slip, slip_with_drops
from events.core.rounds.queries import names_at_tables
from events.core.standings.correction_actions import correct_result
from events.core.typed_values import whole_number
from events.models import Match, Report, Round, Verb
from events.web.access import Action, Desk, may, source_of, staff_view
from events.web.forms.worded_errors import WordedForm
from events.web.lookups import round_or_404
from events.web.staff_pages.rows_shown import rows_shown


@staff_view(get=Action.SEE)
def result_audit(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show the reports of each table of a round, those that differ first."""
    return _show(request, desk, number)


def _show(
    request: HttpRequest, desk: Desk, number: int, refused: RefusedError | None = None
) -> HttpResponse:
    round = round_or_404(desk, number)
    round_audit = audit_round(round)
    # A search reads the names at all tables; the page reads only the names it lists.
    names = cache(lambda: names_at_tables(round))
    shown = rows_shown(
        request,
        round_audit.tables,
        lambda table: ((table.match.table,), names().get(table.match.table, ())),
        page=200,
    )
    read_players(shown.rows)
    # A certificate follows only after the previous one was withdrawn, so the newest is enough.
    newest = round.certifications.select_related("account", "withdrawn_by").last()
    context = {
        "desk": desk,
        "round": round,
        "sources": round_audit,
        "enough": ENOUGH,
        "shown": shown,
        "certification": newest,
        "open": round.is_complete and not (newest and newest.holds),
        "refused": refused,
        "typed": request.POST,
    }
    return render(request, "audit/result_audit.html", context, status=422 if refused else 200)


def _refused(request: HttpRequest, desk: Desk, error: RefusedError, number: int) -> HttpResponse:
    return _show(request, desk, number, error)


@staff_view(post=Action.ENTER_RESULT, refused=_refused)
def keep(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Confirm the official result of a table against another report."""
    table = _table(request)
    keep_result(**desk.who, number=number, table=table, seen=request.POST.get("seen", ""))
    messages.success(request, _("The result at table %(table)d stays as it is.") % {"table": table})
    return redirect("staff:sources", desk.event.slug, number)


@staff_view(post=Action.ENTER_RESULT, refused=_refused)
def take(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Make another report official; in a complete round as a correction with a reason."""
    round = round_or_404(desk, number)
    match = table_of(round, _table(request), "official_report")
    audited = _meant(request, match)
    if round.is_complete:
        _correct(request, desk, round, match, audited.report)
    else:
        slip = slip_with_drops(audited.report.result_with_games, audited.drops)
        enter_result(
            **desk.who,
            number=number,
            table=match.table or 0,
            slip=slip,
            replace=request.POST.get("seen", ""),
            source=source_of(desk, Report.Source.CLICKED),
            taken=audited.report.pk,
            reports_drops=True,
        )
    words = _("Table %(table)d: %(score)s was recorded.")
    messages.success(request, words % {"table": match.table, "score": audited.result.text})
    return redirect("staff:sources", desk.event.slug, number)


def _correct(request: HttpRequest, desk: Desk, round: Round, match: Match, report: Report) -> None:
    desk.check(Action.CORRECT)
    correct_result(
        **desk.who,
        number=round.number,
        table=match.table or 0,
        slip=Slip(report.result_with_games),
        reason=request.POST.get("reason", ""),
    )


def _meant(request: HttpRequest, match: Match) -> AuditedReport:
    """Return the chosen report; RefusedError if the result has changed since the page was shown."""
    wanted = whole_number(request.POST.get("report", ""))
    against = {audited.report.pk: audited for audited in audit_table(match).against}
    if wanted not in against or match.result_text != request.POST.get("seen", ""):
        raise RefusedError(
            _("The result at table %(table)d has changed. Check it again.")
            % {"table": match.table or 0}
        )
    return against[wanted]


@staff_view(post=Action.CERTIFY, refused=_refused)
def certify(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Certify a complete round; if sources are missing, only the head judge may, with a reason."""
    certify_round(
        **desk.who,
        number=number,
        reason=request.POST.get("reason", ""),
        alone=may(desk.roles, Action.CERTIFY_ALONE),
    )
    messages.success(request, _("Round %(number)d is certified.") % {"number": number})
    return redirect("staff:round", desk.event.slug, number)


def _table(request: HttpRequest) -> int:
    return whole_number(request.POST.get("table", "")) or 0


class JournalForm(WordedForm):
    """Filters for the journal."""

    player = forms.CharField(
        label=gettext_lazy("Player"),
        required=False,
        max_length=80,
        widget=forms.TextInput(
            attrs={"type": "search", "placeholder": gettext_lazy("name or number")}
        ),
    )
    table = forms.IntegerField(
        label=gettext_lazy("Table"), required=False, min_value=1, max_value=2_000_000_000
    )
    verb = forms.ChoiceField(
        label=gettext_lazy("Entry"),
        required=False,
        choices=[("", gettext_lazy("everything")), *Verb.choices],
    )
    before = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def wanted(self) -> JournalFilter:
        """Return the requested filter; an invalid field filters nothing."""
        self.full_clean()
        values = self.cleaned_data
        return JournalFilter(
            table=values.get("table"),
            player=values.get("player", "").strip(),
            verb=values.get("verb", ""),
            before=values.get("before"),
        )


@staff_view(get=Action.SEE)
def journal(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the journal, newest first, filtered by table, player and verb."""
    form = JournalForm(request.GET)
    wanted = form.wanted()
    page = journal_page(desk.event, wanted)
    older = ""
    if page.older is not None:
        kept = {name: request.GET.get(name, "") for name in ("player", "table", "verb")}
        older = urlencode({**kept, "before": str(page.older)})
    filtered = bool(wanted.table or wanted.player or wanted.verb)
    context = {"desk": desk, "form": form, "page": page, "older": older, "filtered": filtered}
    return render(request, "audit/journal.html", context)
