"""The standings as the desk sees them: always the current ones."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from events.core.events import finishing_actions as finishing
from events.core.questions.question import QuestionsError, UnchangedError
from events.core.refusals import RefusedError
from events.core.standings import actions as publishing
from events.core.standings.queries import live_standings
from events.core.steps import actions as steps
from events.core.words.rule_profiles import profile_name
from events.public_site.reads.chances import live_chances
from events.web.access import Action, Desk, staff_view, to_desk
from events.web.requests import back_to_desk
from events.web.staff_pages.given_answers import given_answers
from events.web.staff_pages.rows_shown import rows_shown


@staff_view(get=Action.SEE)
def standings(request: HttpRequest, desk: Desk, number: int | None = None) -> HttpResponse:
    """Show the standings after a round, the newest complete one unless it is named."""
    page = live_standings(desk.event, number)
    if page is None and number is not None:
        raise Http404
    context: dict[str, object] = {"desk": desk, "page": page}
    if page is not None:
        context["chances"] = live_chances(desk.event, page.round.number)
        context["rules"] = profile_name(page.profile)
        shown = rows_shown(
            request, page.stored, lambda row: ((row["number"],), ((row["name"], ""),))
        )
        context["shown"] = shown.made_by(page.lines)
        may = bool(page.differs and desk.can["publish"] and not desk.event.is_finished)
        context |= {"may_publish": may, "is_outdated": may and page.published is not None}
    return render(request, "standings/standings.html", context)


def to_standings(desk: Desk, number: int) -> HttpResponse:
    """Lead to the standings after a round."""
    return redirect("staff:standings-after", desk.event.slug, number)


def _asked(
    request: HttpRequest, desk: Desk, error: RefusedError, number: int | None = None
) -> HttpResponse:
    """Lead to the newest round's step, which shows the questions, or to another round's list."""
    if number is not None and isinstance(error, QuestionsError):
        is_newest = not desk.event.rounds.filter(number__gt=number).exists()
        page = "staff:round" if is_newest else "staff:preflight"
        return redirect(page, desk.event.slug, number)
    if not isinstance(error, QuestionsError | UnchangedError):
        messages.error(request, str(error))
    return to_desk(desk)


@staff_view(post=Action.PUBLISH, refused=_asked)
def publish(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Publish the standings after a round to the players."""
    snapshot = steps.publish_after_round(
        **desk.who,
        number=number,
        given=given_answers(request, desk),
        reason=request.POST.get("reason", ""),
    )
    words = _("The standings after round %(number)d are published (revision %(revision)d).")
    messages.success(request, words % {"number": number, "revision": snapshot.revision})
    return to_desk(desk) if back_to_desk(request) else to_standings(desk, number)


@staff_view(post=Action.WITHDRAW, back=to_standings)
def withdraw(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Withdraw the published standings after a round."""
    publishing.withdraw_standings(**desk.who, number=number, reason=request.POST.get("reason", ""))
    words = _("The standings after round %(number)d were withdrawn.")
    messages.success(request, words % {"number": number})
    return to_standings(desk, number)


@staff_view(post=Action.FINISH, refused=_asked)
def finish(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Finish the event and publish its final standings."""
    steps.finish(**desk.who, given=given_answers(request, desk))
    messages.success(request, _("The event is finished. The final report is ready."))
    return redirect("staff:report", desk.event.slug)


@staff_view(post=Action.FINISH)
def reopen(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Open a finished event again."""
    reason = request.POST.get("reason", "")
    finishing.reopen_event(**desk.who, reason=reason)
    messages.success(request, _("The event was reopened."))
    return to_desk(desk)
