"""One player as the desk sees them, and what can be done with them."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.written_names import written, written_name
from events.core.eligibility.queries import Eligibility
from events.core.players.actions import change_enrollment, check_in, remove
from events.core.players.player_entries import enrollment_data
from events.core.players.privacy_actions import choose_alias
from events.core.players.queries import PlayerPage, player_page, typed_player
from events.core.players.teams import member_at
from events.core.questions.question import QuestionsError, UnchangedError
from events.core.refusals import RefusedError
from events.core.repairing.problems import still_paired
from events.core.rounds.unpaired_players import UnpairedPlayers, unpaired_in_newest_round
from events.core.sentences import join_sentences
from events.core.sign_ups.queries import has_sign_up
from events.models import Enrollment, Event, Match, Penalty
from events.roster.bye_actions import give_awarded_byes, lost_byes
from events.roster.drop_actions import check_reinstating, disqualify, drop, reinstate
from events.roster.late_words import missed_after
from events.roster.merging_actions import merge_players
from events.roster.player_acts import opened_act, player_acts
from events.roster.player_now import PlayerNow, player_now
from events.roster.round_robin_actions import give_opponents_wins, left_early
from events.web.access import Action, Desk, staff_view
from events.web.forms.players import ChangePlayerForm
from events.web.forms.refusals import ShowRefusal
from events.web.lookups import enrollment_or_404
from events.web.player_addresses import address_code
from events.web.staff_pages.given_answers import Ask, given_answers
from events.web.version_tokens import alias_context, posted_token

EXTENSIONS = (1, 2, 3, 5, 10)
# The action behind each form address of the page.
_ACT_OF = {
    "player": "details",
    "alias": "alias",
    "player-drop": "drop",
    "player-reinstate": "reinstate",
    "player-disqualify": "disqualify",
    "player-remove": "remove",
    "player-merge": "merge",
}


@staff_view(get=Action.SEE, post=Action.EDIT_ROSTER)
def player(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show one player; a POST changes name, e-mail, platform ID, byes and fixed table."""
    enrollment = enrollment_or_404(desk, number)
    form = _form(request, desk, enrollment)
    if form.is_valid():
        with ShowRefusal(form, form.seen):
            change_enrollment(
                **desk.who, number=number, data=form.data_of_player(), token=form.seen.before
            )
            messages.success(request, _("The changes were saved."))
            return redirect("staff:player", desk.event.slug, number)
    return _show(request, desk, enrollment, form, 422 if form.is_bound else 200)


def _show_refused(
    request: HttpRequest, desk: Desk, refused: RefusedError, number: int
) -> HttpResponse:
    """Show the reason for a refusal on the player's page."""
    enrollment = enrollment_or_404(desk, number)
    if isinstance(refused, UnchangedError):
        return redirect("staff:player", desk.event.slug, number)
    form = _form(request, desk, enrollment)
    return _show(request, desk, enrollment, form, 422 if refused.field else 409, refused)


@staff_view(post=Action.CHECK_IN, refused=_show_refused)
def check_in_player(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Check the player in; with `absent`, take it back."""
    enrollment_or_404(desk, number)
    present = "absent" not in request.POST
    enrollment = check_in(**desk.who, number=number, present=present)
    words = _("%(name)s is checked in.") if present else _("%(name)s is no longer checked in.")
    messages.success(request, words % {"name": written_name(enrollment)})
    return redirect("staff:player", desk.event.slug, number)


@staff_view(post=Action.DROP, refused=_show_refused)
def drop_player(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Drop the player; with `seat`, the team because that member leaves."""
    enrollment_or_404(desk, number)
    seat = request.POST.get("seat", "")
    enrollment = drop(
        **desk.who,
        number=number,
        reason=_why(request),
        seat=seat,
        silently=bool(request.POST.get("silently")),
        given=given_answers(request, desk),
    )
    words = _("%(name)s was dropped and did not take part.") % {"name": written_name(enrollment)}
    if enrollment.dropped_after:
        values = {"name": written_name(enrollment), "round": enrollment.dropped_after}
        words = _("%(name)s was dropped after round %(round)d.") % values
    text = _("%(member)s dropped. The team can't play without that member.")
    messages.success(request, _with_member(text, enrollment, seat, words))
    page = reverse("staff:player", args=[desk.event.slug, number])
    return redirect(f"{page}?dropped=1")


@staff_view(post=Action.REINSTATE, refused=_show_refused)
def reinstate_player(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Let the player play on."""
    dropped_after = enrollment_or_404(desk, number).dropped_after or 0
    enrollment = reinstate(**desk.who, number=number, reason=_why(request))
    words = _("%(name)s is back in the event.") % {"name": written_name(enrollment)}
    messages.success(request, join_sentences((words, *missed_after(enrollment, dropped_after))))
    return redirect("staff:player", desk.event.slug, number)


@staff_view(post=Action.REINSTATE, refused=_show_refused)
def give_byes(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Turn the assigned losses of rounds with an awarded bye into these byes."""
    enrollment = enrollment_or_404(desk, number)
    rounds = give_awarded_byes(**desk.who, number=number)
    words = ngettext(
        "%(name)s has the awarded bye instead of %(count)d assigned loss.",
        "%(name)s has the awarded byes instead of %(count)d assigned losses.",
        len(rounds),
    )
    messages.success(request, words % {"name": written_name(enrollment), "count": len(rounds)})
    return redirect("staff:player", desk.event.slug, number)


@staff_view(post=Action.CORRECT, refused=_show_refused)
def opponents_win(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Give the opponents of a player who left a round robin early the wins."""
    enrollment = enrollment_or_404(desk, number)
    changed = give_opponents_wins(**desk.who, number=number, reason=_why(request))
    words = ngettext(
        "%(count)d match of %(name)s is now a win of the opponent.",
        "%(count)d matches of %(name)s are now wins of the opponents.",
        changed,
    )
    messages.success(request, words % {"count": changed, "name": written_name(enrollment)})
    return redirect("staff:player", desk.event.slug, number)


@staff_view(post=Action.DISQUALIFY, refused=_show_refused)
def disqualify_player(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Disqualify the player, with the reason; with `seat`, the team because of that member."""
    enrollment_or_404(desk, number)
    seat = request.POST.get("seat", "")
    enrollment = disqualify(**desk.who, number=number, reason=_why(request), seat=seat)
    words = _("%(name)s was disqualified.") % {"name": written_name(enrollment)}
    text = _("The whole team is disqualified because of %(member)s.")
    messages.success(request, _with_member(text, enrollment, seat, words))
    return redirect("staff:player", desk.event.slug, number)


@staff_view(post=Action.EDIT_ROSTER, refused=_show_refused)
def remove_player(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Take a player off the roster who never played."""
    enrollment_or_404(desk, number)
    name = remove(**desk.who, number=number)
    messages.success(request, _("%(name)s was removed from the roster.") % {"name": written(name)})
    return redirect("staff:roster", desk.event.slug)


@staff_view(post=Action.EDIT_ROSTER, refused=_show_refused)
def merge_player(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Merge another enrollment of the same human into this one."""
    enrollment_or_404(desk, number)
    other = typed_player(desk.event, request.POST.get("other", ""), "other")
    enrollment = merge_players(**desk.who, number=number, other=other)
    words = _("Number %(other)d was merged into %(name)s, number %(number)d.")
    values = {"other": other, "name": written_name(enrollment), "number": enrollment.number}
    messages.success(request, words % values)
    if desk.event.private_pages:
        more = _(
            "Codes issued to number %(other)d no longer work. Press “Show link” and let that phone "
            "scan the code."
        )
        messages.info(request, more % values)
    return redirect("staff:player", desk.event.slug, number)


@staff_view(post=Action.EDIT_ROSTER, refused=_show_refused)
def alias(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show a player to everyone by an alias, or by the name again."""
    enrollment_or_404(desk, number)
    typed = request.POST.get("alias", "")
    enrollment = choose_alias(**desk.who, number=number, alias=typed, token=posted_token(request))
    words = _("%(name)s is shown without an alias.")
    if enrollment.alias:
        words = _("%(name)s is shown to the public as “%(alias)s”.")
    messages.success(request, words % {"name": written_name(enrollment), "alias": enrollment.alias})
    return redirect("staff:player", desk.event.slug, number)


def _why(request: HttpRequest) -> str:
    return request.POST.get("reason", "")


def _with_member(text: str, team: Enrollment, seat: str, words: str) -> str:
    """Put the member of a team before the words; `words` alone for a player or a whole team."""
    member = member_at(team, seat)
    return f"{text % {'member': member}} {words}" if member else words


def _form(request: HttpRequest, desk: Desk, enrollment: Enrollment) -> ChangePlayerForm:
    before = enrollment_data(enrollment)
    data = request.POST if request.method == "POST" and "name" in request.POST else None
    return ChangePlayerForm(desk.event, desk.event.rounds.exists(), before, data)


def _show(
    request: HttpRequest,
    desk: Desk,
    enrollment: Enrollment,
    form: ChangePlayerForm,
    status: int,
    refused: RefusedError | None = None,
) -> HttpResponse:
    page = player_page(desk.event, enrollment)
    now = player_now(desk.event, page)
    link = address_code(request, desk, enrollment)
    acts = player_acts(desk, page, has_link=bool(link))
    act = opened_act(acts, _asked_act(request, desk, page))
    context = {
        "desk": desk,
        "now": now,
        "acts": acts,
        "act": act,
        "closes": request.method == "POST" or "act" in request.GET,
        "extensions": EXTENSIONS if _extends_after_penalty(request, desk, now) else (),
        "extension_reasons": Match.EXTENSION_WORDS,
        "form": form,
        "player": enrollment,
        "page": page,
        "members": enrollment.members.all() if desk.event.is_for_teams else (),
        "infractions": [words for _code, words in Penalty.INFRACTION_WORDS],
        "refused": None if isinstance(refused, QuestionsError) else refused,
        "ask": Ask.of(refused),
        "stays_out": _stays_out(desk.event, enrollment),
        "marks": Eligibility(desk.event).marks(enrollment.name, enrollment.player.email),
        "outside": _outside(desk.event, enrollment),
        "lost_byes": [] if desk.event.is_finished else lost_byes(enrollment),
        "left_early": None if desk.event.is_finished else left_early(desk.event, enrollment),
        "paired": still_paired(desk.event, enrollment),
        "address_code": link,
        **alias_context(request, enrollment, refused),
        "shows_paid": enrollment.paid or has_sign_up(desk.event),
        "other": request.POST.get("other", ""),
        "reason": request.POST.get("reason", "") or _reason(page.disqualification),
    }
    return render(request, "roster/player.html", context, status=status)


def _asked_act(request: HttpRequest, desk: Desk, page: PlayerPage) -> str:
    """Return the code of the act whose form is open: the act sent, requested, or due next."""
    if request.method == "POST":
        sent = request.resolver_match.url_name if request.resolver_match else ""
        return _ACT_OF.get(str(sent), "")
    return request.GET.get("act") or _next_act(desk.event, page)


def _next_act(event: Event, page: PlayerPage) -> str:
    """Return the act that the state of a player asks for; the details before the event starts."""
    if page.disqualification is not None:
        return "disqualify"
    if not page.enrollment.is_active:
        return "reinstate"
    return "" if event.is_running else "details"


def _extends_after_penalty(request: HttpRequest, desk: Desk, now: PlayerNow) -> bool:
    """Whether a penalty was just recorded at a table whose time can be extended."""
    may_extend = desk.can["extend"] and not desk.event.is_finished
    return "penalty" in request.GET and may_extend and now.is_at_table


def _stays_out(event: Event, enrollment: Enrollment) -> str:
    """Return why a player who dropped can't be reinstated now; empty where one can."""
    if event.is_finished or enrollment.is_active:
        return ""
    try:
        check_reinstating(event, enrollment)
    except RefusedError as refused:
        return str(refused)
    return ""


def _outside(event: Event, enrollment: Enrollment) -> UnpairedPlayers | None:
    """Return the newest round if this player could play in it but is unpaired; else None."""
    outside = None if event.is_finished else unpaired_in_newest_round(event)
    if outside is None:
        return None
    here = tuple(player for player in outside.people if player.pk == enrollment.pk)
    return replace(outside, people=here) if here else None


def _reason(penalty: Penalty | None) -> str:
    """Return the reason that a recorded disqualification gives."""
    if penalty is None:
        return ""
    return ": ".join(filter(None, (penalty.get_infraction_display(), penalty.note)))
