"""Pair, change, post, unpost and reopen a round; show it in each state."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import pairings
from events.core.basis.queries import open_departures
from events.core.edit_conflicts import token_of_values
from events.core.guards import find_round
from events.core.journal.queries import completed_by
from events.core.players.exclusion_actions import readmit_players
from events.core.players.queries import excluded_players
from events.core.progress.edited_tables import pairing_values
from events.core.progress.queries import next_step as next_step_of
from events.core.progress.queries import stage_statuses
from events.core.questions.question import QuestionsError, UnchangedError
from events.core.refusals import RefusedError
from events.core.results.round_rules import row_choices
from events.core.rounds import actions as rounds
from events.core.rounds import pairing_actions as pairing
from events.core.rounds.published_seeds import announced_seed
from events.core.rounds.queries import round_page
from events.core.rounds.round_end import coming_rounds, next_of, round_end
from events.core.rounds.unpaired_players import without_opponent
from events.core.rounds.unposted_rounds import unposted_context
from events.core.stages.stage_words import paired_words, posted_words
from events.core.steps import actions as steps
from events.core.steps.finishing_question import questions_before_finishing
from events.desk.checklist_views import show_checklist
from events.desk.queries import (
    address_of,
    chosen_place,
    lines_shown,
    players_page,
    result_filters,
    tables_shown,
)
from events.desk.unposted_forms import CHANGES, DiscardForm, PairAgainForm, change_forms
from events.models import Event, Round
from events.web.access import Action, Desk, staff_view, to_desk
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import made_once
from events.web.lookups import round_or_404, to_round
from events.web.staff_pages.given_answers import given_answers
from events.web.staff_pages.undo_messages import message_with_undo
from events.web.version_tokens import posted_token


@staff_view(get=Action.SEE)
def round_view(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show a round in its current state."""
    return show_round(request, desk, round_or_404(desk, number))


def show_round(
    request: HttpRequest, desk: Desk, round: Round, status: int = 200, **more: Any
) -> HttpResponse:
    """Return the page of a round: unposted, the desk, or the results."""
    place = chosen_place(request)
    page = round_page(desk.event, round, place)
    context: dict[str, Any] = {"desk": desk, "page": page, "round": round, **more}
    context["departures"] = open_departures(desk.event)
    coming = coming_rounds(stage_statuses(desk.event), page.numbers[-1])
    context["coming"] = next_of(coming, len(page.numbers))
    if not round.is_posted:
        context["shown"] = lines_shown(request, page)
    if round.is_unposted:
        context |= unposted_context(desk.event, round, page)
        context["left_out"] = excluded_players(desk.event) if round.number == 1 else []
        context["changes"] = change_forms(round, more.get("form"))
        context["pairing_seen"] = token_of_values(pairing_values(round))
        return render(request, "desk/unposted.html", context, status=status)
    if round.is_posted:
        context["choices"] = row_choices(page.rules)
        context["players_page"] = players_page(request, page)
        context["result_filters"] = result_filters(desk.event, page, place)
        context["place"] = place
        context["shown"] = tables_shown(request, page)
        context["alone"] = without_opponent(round)
        return render(request, "desk/desk.html", context, status=status)
    context |= next_step(desk.event, page.is_latest, round)
    if page.is_latest:
        is_over = context["step"] is None or context["step"].is_finish
        context["end"] = round_end(desk.event, round, is_over=is_over)
        context["completed_by"] = completed_by(round)
        context["share"] = address_of(request, desk.event) if desk.event.is_finished else None
    if page.is_latest and not desk.event.is_finished:
        context["questions"], context["facts"] = steps.open_questions(desk.event, round.number)
        context["early"] = questions_before_finishing(desk.event)
    follows = round.stage.is_elimination and page.numbers[-1] == round.number + 1
    context.setdefault("next_seen", token_of_values({"at": round.next_at}))
    context["may_reopen"] = page.is_latest or follows
    return render(request, "desk/round.html", context, status=status)


def next_step(event: Event, is_latest: bool, round: Round) -> dict[str, Any]:
    """Return whether a complete round is published, and the step that follows it."""
    newest = round.snapshots.order_by("-revision").first()
    published = newest if newest is not None and not newest.withdrawn else None
    step = next_step_of(event) if is_latest else None
    more = step is not None and step.is_pairing
    # Players follow a bracket live, and finishing publishes the final standings.
    publishes = published is None and not round.stage.is_elimination and not event.is_finished
    return {
        "published": published,
        "publishes": publishes,
        "step": step,
        "next_number": round.number + 1 if more else None,
        "may_finish": is_latest and not event.is_finished,
        "finishes_now": bool(not publishes and step and step.is_finish and not event.is_finished),
        "next_hash": pairings.seed_hash(announced_seed(event, round.number + 1)),
    }


def _pair_asked(request: HttpRequest, desk: Desk, error: RefusedError, number: int) -> HttpResponse:
    """Show the questions on the page that pairs: the checklist, or the end of the last round."""
    if isinstance(error, QuestionsError) and number == 1:
        return show_checklist(request, desk, error, HTTPStatus.CONFLICT)
    if isinstance(error, QuestionsError | UnchangedError):
        return to_round(desk, number - 1)
    messages.error(request, str(error))
    return to_round(desk, number)


@staff_view(post=Action.PAIR, refused=_pair_asked)
def pair(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Pair a round, unposted."""
    round = steps.pair_round(**desk.who, number=number, given=given_answers(request, desk))
    out = round.event.enrollments.exclude(excluded="").count() if number == 1 else 0
    if out:
        words = ngettext(
            "Round 1 is paired without %(count)d player. Only staff can see it until it is posted.",
            "Round 1 is paired without %(count)d players. Only staff can see it until it is "
            "posted.",
            out,
        ) % {"count": out}
    else:
        words = paired_words(round)
    messages.success(request, words)
    return redirect("staff:round", desk.event.slug, number)


@staff_view(post=Action.PAIR, back=to_round)
def take_back(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Restore the players left out of round 1, while it is unposted."""
    count = readmit_players(**desk.who)
    words = ngettext(
        "%(count)d player is back. Pair round 1 again to include the player, or add the player "
        "directly.",
        "%(count)d players are back. Pair round 1 again to include them, or add them one at a "
        "time.",
        count,
    )
    messages.success(request, words % {"count": count})
    return to_round(desk, number)


@staff_view(post=Action.PAIR, back=to_round)
@made_once
def pair_again(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Pair an unposted round again, from a new or a typed seed."""
    form = PairAgainForm(request.POST)
    unposted_or_refused(desk, number)
    if form.is_valid():
        with ShowRefusal(form):
            pairing.pair_again(
                **desk.who, number=number, token=posted_token(request), **form.cleaned_data
            )
            messages.success(request, _("Round %(number)d was paired again.") % {"number": number})
            return to_round(desk, number)
    return show_round(request, desk, round_or_404(desk, number), status=422, form=form)


@staff_view(post=Action.PAIR, back=to_round)
def discard(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Discard an unposted round."""
    form = DiscardForm(request.POST)
    unposted_or_refused(desk, number)
    if form.is_valid():
        with ShowRefusal(form):
            pairing.discard_round(
                **desk.who, number=number, token=posted_token(request), **form.cleaned_data
            )
            words = _("Unposted round %(number)d was discarded.")
            messages.success(request, words % {"number": number})
            return to_desk(desk)
    return show_round(request, desk, round_or_404(desk, number), status=422, form=form)


def unposted_or_refused(desk: Desk, number: int) -> None:
    """Raise RefusedError unless round `number` is unposted.

    Rounds in other states have no form on which to show a refusal.
    """
    find_round(desk.event, number, "unposted")


@staff_view(post=Action.PAIR)
def change_unposted(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Change an unposted round: swap two players, move a table, add or remove a player."""
    kind = CHANGES.get(request.POST.get("change", ""))
    if kind is None:
        raise Http404
    form = kind(desk.event, request.POST)
    if form.is_valid():
        with ShowRefusal(form):
            undo = form.undo(number)
            form.write(actor=desk.actor, number=number, token=posted_token(request))
            if undo:
                seen = token_of_values(pairing_values(round_or_404(desk, number)))
                message_with_undo(request, str(form.done), request.path, {**undo, "seen": seen})
            else:
                messages.success(request, str(form.done))
            return redirect("staff:round", desk.event.slug, number)
    return show_round(request, desk, round_or_404(desk, number), status=422, form=form)


@staff_view(post=Action.POST_ROUND, back=to_round)
def post(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Post a round: its pairings become visible to players."""
    round = rounds.post_round(**desk.who, number=number)
    messages.success(request, posted_words(round))
    return to_round(desk, number)


@staff_view(post=Action.WITHDRAW, back=to_round)
def unpost(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Unpost a round: players no longer see it."""
    reason = request.POST.get("reason", "")
    rounds.unpost_round(**desk.who, number=number, reason=reason)
    words = _("Round %(number)d is unposted. Players no longer see it.")
    messages.success(request, words % {"number": number})
    return to_round(desk, number)


@staff_view(post=Action.COMPLETE, back=to_round)
def reopen(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Reopen a complete round."""
    rounds.reopen_round(**desk.who, number=number)
    messages.success(request, _("Round %(number)d was reopened.") % {"number": number})
    return to_round(desk, number)
