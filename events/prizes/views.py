"""The prizes: their list, who wins what, and what was handed out."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from domain.names import fold
from domain.written_names import written_name
from events.core.players.scanned_codes import scanned_player
from events.core.prizes.amounts import amount_text, number_text
from events.core.prizes.lines import parse_lines
from events.core.prizes.pool import Pool, entries_of, pool_of, unreachable_prizes
from events.core.prizes.prize_words import value_words
from events.core.prizes.queries import (
    Award,
    current_awards,
    left_in_playoff,
    prize_list_of,
    shown_prize,
)
from events.core.prizes.templates import TEMPLATES, lines_of
from events.core.refusals import RefusedError
from events.models import Prize, PrizeList
from events.prizes.actions import (
    PrizeData,
    agree_split,
    hand_out,
    prize_values,
    save_prizes,
    undo_hand_out,
)
from events.prizes.forms import PrizesForm, initial_of, typed_split
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.requests import posted
from events.web.version_tokens import VersionToken

SEARCH_LENGTH = 80
FIT = "fit"


@staff_view(get=Action.SEE)
def prizes(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show who wins what; `?player=` narrows it to a name or number, to hand a prize out."""
    awards = current_awards(desk.event)
    typed = request.GET.get("player", "").strip()[:SEARCH_LENGTH]
    scanned, wrong = None, ""
    try:
        scanned = scanned_player(desk.event, request.GET.get("player", ""))
    except RefusedError as refused:
        typed, wrong = "", str(refused)
    if scanned is not None:
        typed = str(scanned.number)
    settings = prize_list_of(desk.event)
    rows = list(desk.event.prizes.all())
    context = {
        "desk": desk,
        "wrong": wrong,
        "unreachable": unreachable_prizes(desk.event, rows),
        "awards": [
            award
            for award in awards
            if (award.number == scanned.number if scanned else _matches(award, typed))
        ],
        "typed": typed,
        "pays_money": any(award.money for award in awards),
        "gives_things": any(award.other for award in awards),
        "winners": sum(not award.value.is_empty for award in awards),
        "handed": sum(award.handed is not None for award in awards),
        "lines": [shown_prize(prize, settings.currency) for prize in rows],
        "left": _split_lines(left_in_playoff(desk.event, awards), settings) if awards else [],
    }
    return render(request, "prizes/prizes.html", context)


def _matches(award: Award, typed: str) -> bool:
    words = fold(typed)
    return not words or words == str(award.number) or words in fold(award.name)


def _split_lines(left: list[Award], settings: PrizeList) -> list[tuple[Award, str]]:
    """Return the players who ended the playoff, each with the amount that the form shows."""
    if not any(award.value.money for award in left):
        return []
    return [(award, number_text(award.value.money, settings.currency)) for award in left]


@staff_view(get=Action.SEE, post=Action.EDIT_EVENT)
def prize_list(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Edit the list; a POST with `fill` calculates or fills in lines, and saves nothing."""
    entries = entries_of(desk.event)
    values = _defaults(prize_values(desk.event), is_new=not desk.event.prizes_for)
    seen = VersionToken(posted(request), values)
    form = PrizesForm(posted(request), initial=initial_of(values))
    chosen = request.POST.get("fill", "")
    if chosen and form.is_valid():
        with ShowRefusal(form):
            form = _filled(request, desk, form, chosen, entries)
    elif form.is_valid():
        with ShowRefusal(form, seen):
            save_prizes(**desk.who, data=form.data_of_list(), token=seen.before)
            messages.success(request, _("The prizes were saved."))
            return redirect("staff:prizes", desk.event.slug)
    settings, rows = _list_on_page(desk, form, str(values["currency"]))
    pool = pool_of(desk.event, settings, rows, entries)
    context = {
        "desk": desk,
        "form": form,
        "seen": seen,
        "templates": TEMPLATES,
        # Labels as typed are saved together with the list, and compared then.
        "unreachable": [] if form.is_bound else unreachable_prizes(desk.event, rows),
        "lines": [shown_prize(prize, settings.currency) for prize in rows],
        **_pool_words(pool, settings),
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "prizes/prize_list.html", context, status=status)


def _defaults(values: dict[str, object], *, is_new: bool) -> dict[str, object]:
    """Return the initial values of a form; a new list in Japanese is in yen."""
    japanese = (get_language() or "en").startswith("ja")
    return values | {"currency": "JPY"} if is_new and japanese else values


def _list_on_page(desk: Desk, form: PrizesForm, currency: str) -> tuple[PrizeList, list[Prize]]:
    """Return the list that the form shows: as typed if it is valid, else as saved.

    `currency`: that of the list, also of one that is not saved yet.
    """
    if form.is_bound and form.is_valid():
        data = form.data_of_list()
        return _typed(data), parse_lines(data.lines, data.currency)
    saved = prize_list_of(desk.event)
    saved.currency = currency
    return saved, list(desk.event.prizes.all())


def _typed(data: PrizeData) -> PrizeList:
    return PrizeList(currency=data.currency, per_entry=data.per_entry, added=data.added)


def _filled(
    request: HttpRequest, desk: Desk, form: PrizesForm, chosen: str, entries: int
) -> PrizesForm:
    """Return the form with the lines of a template, or with amounts that fit the pool.

    Raises RefusedError for a line that is not a prize.
    """
    data = form.data_of_list()
    rows = parse_lines(data.lines, data.currency)
    if chosen == FIT:
        lines = pool_of(desk.event, _typed(data), rows, entries).fitting
    else:
        first = desk.event.stages.order_by("number").first()
        rounds = (first.rounds if first else None) or 0
        lines = lines_of(chosen, _typed(data), entries, rounds)
    filled = request.POST.copy()
    if lines:
        filled["lines"] = lines
    return PrizesForm(filled)


def _pool_words(pool: Pool, settings: PrizeList) -> dict[str, Any]:
    return {
        "pool": pool,
        "total": amount_text(pool.total, settings.currency),
        "planned": value_words(pool.planned._replace(things=()), settings.currency),
        "left_over": amount_text(abs(pool.left), settings.currency) if pool.left else "",
    }


def _to_prizes(desk: Desk, **_numbers: int) -> HttpResponse:
    return redirect("staff:prizes", desk.event.slug)


@staff_view(post=Action.EDIT_EVENT, back=_to_prizes)
def split(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Record how the players who ended the playoff split its money; `equal` shares it equally."""
    settings = prize_list_of(desk.event)
    amounts: dict[int, int] | None = {}
    if "equal" not in request.POST:
        left = left_in_playoff(desk.event, current_awards(desk.event))
        amounts = typed_split(left, request.POST.dict(), settings.currency)
    if amounts is None:
        raise RefusedError(_("Enter an amount for each player who was still in the playoff."))
    agree_split(**desk.who, amounts=amounts)
    messages.success(request, _("The split was saved."))
    return _to_prizes(desk)


@staff_view(post=Action.EDIT_EVENT, back=_to_prizes)
def hand_out_prize(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Record that a player was handed the prize."""
    made = hand_out(**desk.who, number=number)
    words = _("The prize was handed out to %(name)s.") % {"name": written_name(made.enrollment)}
    messages.success(request, words)
    return _to_prizes(desk)


@staff_view(post=Action.EDIT_EVENT, back=_to_prizes)
def take_back(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Take back that a prize was handed out."""
    player = undo_hand_out(**desk.who, number=number)
    words = _("The prize of %(name)s is no longer marked as handed out.")
    messages.success(request, words % {"name": written_name(player)})
    return _to_prizes(desk)
