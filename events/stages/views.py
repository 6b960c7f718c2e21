"""The stages of an event: laying them out, adding one, who advances."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.limits import MOST_STAGES
from events.core.basis.basis_words import departure_done
from events.core.basis.comparisons import not_recorded_words
from events.core.basis.queries import departures_of_stage
from events.core.basis.take_back_actions import take_back
from events.core.edit_conflicts import EditConflictError
from events.core.events.announced_value_queries import announced_changes, is_announced
from events.core.progress.queries import stage_statuses
from events.core.progress.recommended_rounds import proposed_rounds, recommended_playoff
from events.core.refusals import RefusedError
from events.core.stages import cut_actions as cuts
from events.core.stages.cuts import cut_page
from events.core.stages.plans import StagePlan, plan_of, stages_values
from events.core.stages.templates import plans_of, playoff_for, template_of, templates_for
from events.core.typed_values import whole_numbers
from events.models import Event, Stage
from events.stages import actions
from events.stages.forms import NewStageForm, StagesFormSet, stages_form
from events.stages.timeline import timeline
from events.web.access import Action, Desk, staff_view, to_desk
from events.web.lookups import stage_or_404
from events.web.version_tokens import VersionToken


@staff_view(get=Action.SEE, post=Action.EDIT_EVENT)
def stages(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the stages; before round 1 they can be laid out, from a template or by hand."""
    is_post = request.method == "POST"
    if not is_post:
        chosen = template_of(request.GET.get("template", ""))
        plans = (
            plans_of(chosen, desk.event)
            if chosen
            else [plan_of(stage) for stage in desk.event.stages.all()]
        )
        return _show(request, desk, forms=_forms(desk, plans), chosen=chosen)
    forms, seen = _forms(desk, [], request.POST), _token(request, desk)
    if not forms.is_valid():
        return _show(request, desk, forms=forms, token=seen, status=422)
    if "more" in request.POST:
        plans = [*(form.plan() for form in forms.kept()), StagePlan()][:MOST_STAGES]
        more = _forms(desk, plans)
        return _show(request, desk, forms=more, token=seen)
    try:
        actions.lay_out_stages(**desk.who, plans=forms.plans(), token=seen.before)
    except EditConflictError as refused:
        seen.value = refused.token
        return _show(request, desk, forms=forms, token=seen, refused=refused, status=422)
    except RefusedError as refused:
        if not _at_stage(forms, refused):
            messages.error(request, str(refused))
        return _show(request, desk, forms=forms, token=seen, status=422)
    messages.success(request, _("The stages were saved."))
    return to_desk(desk)


@staff_view(post=Action.EDIT_STAGES)
def add(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Add a stage after the last one, and say who advances to it."""
    form = NewStageForm(request.POST, prefix="new", at_tables=desk.event.at_tables)
    seen = _token(request, desk)
    if form.is_valid():
        try:
            stage = actions.add_stage(
                **desk.who,
                plan=form.plan(),
                reason=form.cleaned_data["reason"],
                token=seen.before,
            )
        except EditConflictError as refused:
            seen.value = refused.token
            form.add_error(None, str(refused))
        except RefusedError as refused:
            at = refused.field if refused.field in form.fields else None
            form.add_error(at, str(refused.message))
        else:
            messages.success(request, _("Stage %(number)d was added.") % {"number": stage.number})
            return redirect("staff:stages", desk.event.slug)
    return _show(request, desk, new=form, token=seen, status=422)


@staff_view(post=Action.EDIT_STAGES)
def add_playoff(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Add a playoff of the recommended size after the last stage, before round 1."""
    actions.add_playoff(**desk.who)
    messages.success(request, _("A playoff was added. Change its size under Stages."))
    if request.POST.get("back") == "settings":
        return redirect("staff:settings", desk.event.slug)
    return to_desk(desk)


def _new_playoff(event: Event) -> NewStageForm:
    """Return the form of a new stage with the values of the usual one, a playoff."""
    plan = playoff_for(event)
    initial = {
        "kind": plan.kind,
        "round_minutes": plan.round_minutes,
        "cut_by": Stage.Cut.RANK,
        "cut_value": recommended_playoff(event),
    }
    return NewStageForm(prefix="new", at_tables=event.at_tables, initial=initial)


def to_stages(desk: Desk) -> HttpResponse:
    """Lead to the stages of the event."""
    return redirect("staff:stages", desk.event.slug)


@staff_view(post=Action.EDIT_STAGES, back=to_stages)
def remove(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Remove the last stage while nothing of it has happened."""
    reason = request.POST.get("reason", "")
    seen = request.POST.get("seen", "")
    actions.drop_stage(**desk.who, reason=reason, token=seen)
    messages.success(request, _("The last stage was removed."))
    return to_stages(desk)


def _cut_refused(
    request: HttpRequest, desk: Desk, refused: RefusedError, number: int
) -> HttpResponse:
    return _show_cut(request, desk, stage_or_404(desk, number), status=409, refused=refused)


def _back_refused(
    request: HttpRequest, desk: Desk, refused: RefusedError, number: int
) -> HttpResponse:
    return _show_cut(request, desk, stage_or_404(desk, number), status=422, refused=refused)


@staff_view(get=Action.SEE, post=Action.CONFIRM_CUT, refused=_cut_refused)
def cut(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show who advances, with the line drawn; the head judge confirms it."""
    stage = stage_or_404(desk, number)
    if request.method != "POST":
        return _show_cut(request, desk, stage)
    seen = whole_numbers(request.POST.get("advancing", "").split(","))
    cuts.confirm_cut(**desk.who, number=number, advancing=seen, moves_up="moves_up" in request.POST)
    words = ngettext(
        "%(count)d player advances to the next stage.",
        "%(count)d players advance to the next stage.",
        len(seen),
    )
    messages.success(request, words % {"count": len(seen)})
    return redirect("staff:desk", desk.event.slug)


@staff_view(post=Action.CONFIRM_CUT, refused=_back_refused)
def take_cut_back(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Take a confirmed cut back while the next stage has not started."""
    stage_or_404(desk, number)
    cuts.take_cut_back(**desk.who, number=number, reason=request.POST.get("reason", ""))
    messages.success(
        request, _("The cut was undone. The advancing players are no longer confirmed.")
    )
    return redirect("staff:cut", desk.event.slug, number)


def _at_stage(forms: StagesFormSet, refused: RefusedError) -> bool:
    """Put a refusal at the value that it is about; False when it is about all stages."""
    number, _dot, option = refused.field.partition(".")
    if not number.isdecimal():
        return False
    form = forms.kept()[int(number) - 1]
    form.add_error(option if option in form.fields else None, str(refused.message))
    return True


def _token(request: HttpRequest, desk: Desk) -> VersionToken:
    return VersionToken(request.POST, stages_values(desk.event))


def _forms(desk: Desk, plans: Sequence[StagePlan], data: QueryDict | None = None) -> StagesFormSet:
    return stages_form(plans, data, at_tables=desk.event.at_tables)


def _show(
    request: HttpRequest,
    desk: Desk,
    *,
    forms: StagesFormSet | None = None,
    new: NewStageForm | None = None,
    token: VersionToken | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    event = desk.event
    statuses = stage_statuses(event)
    begun = event.rounds.exists()
    context = {
        "desk": desk,
        "statuses": statuses,
        "timeline": timeline(event, statuses),
        "begun": begun,
        "forms": None if begun else forms,
        "seen": token or VersionToken(None, stages_values(event)),
        "new": new or _new_playoff(event),
        "announced": is_announced(event),
        "changes": announced_changes(event),
        "may_add": begun and not (statuses and statuses[-1].stage.is_elimination),
        "templates": templates_for(event),
        "proposal": proposed_rounds(event),
        **more,
    }
    return render(request, "stages/stages.html", context, status=status)


def _show_cut(
    request: HttpRequest, desk: Desk, stage: Stage, status: int = 200, **more: Any
) -> HttpResponse:
    if not stage.cut_by:
        raise Http404
    context = {
        "desk": desk,
        "stage": stage,
        "page": cut_page(stage),
        "departures": departures_of_stage(stage),
        "not_recorded": not_recorded_words(stage, "cut"),
        **more,
    }
    return render(request, "stages/stage_cut.html", context, status=status)


@staff_view(post=Action.WITHDRAW)
def take_back_made(request: HttpRequest, desk: Desk, code: str, number: int) -> HttpResponse:
    """Take back a cut, seeds, pods or a pairing; lead to where it is made again."""
    made = take_back(**desk.who, code=code, number=number, reason=request.POST.get("reason", ""))
    messages.success(request, departure_done(made))
    if made.is_cut:
        return redirect("staff:cut", desk.event.slug, number)
    if made.is_pods:
        return redirect("staff:pods", desk.event.slug, number)
    return redirect("staff:desk", desk.event.slug)
