"""The stages of an event: laying them out, adding one, who advances."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from events.forms.stages import NewStageForm, StagesFormSet, plan_of, stages_form
from events.models import Stage
from events.selectors.proposal import proposed_rounds
from events.selectors.stages import cut_page, stage_statuses
from events.services import stages as services
from events.services.errors import RefusedError
from events.services.stage_templates import TEMPLATES, template_of
from events.services.stages import MOST_STAGES, StagePlan
from events.views.access import Action, Desk, open_desk
from events.views.person import person


@login_required
@require_http_methods(["GET", "POST"])
def stages(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the stages; before round 1 they can be laid out, from a template or by hand."""
    is_post = request.method == "POST"
    desk = open_desk(request, slug, Action.EDIT_EVENT if is_post else Action.SEE)
    if not is_post:
        chosen = template_of(request.GET.get("template", ""))
        plans = list(chosen.plans) if chosen else [plan_of(one) for one in desk.event.stages.all()]
        return _show(request, desk, forms=stages_form(plans), chosen=chosen)
    forms = stages_form([], request.POST)
    if not forms.is_valid():
        return _show(request, desk, forms=forms, status=422)
    if "more" in request.POST:
        plans = [form.plan() for form in forms.kept()]
        return _show(request, desk, forms=stages_form([*plans, StagePlan()][:MOST_STAGES]))
    try:
        services.lay_out_stages(event_id=desk.event.pk, actor=person(request), plans=forms.plans())
    except RefusedError as refused:
        if not _at_stage(forms, refused):
            messages.error(request, str(refused))
        return _show(request, desk, forms=forms, status=422)
    messages.success(request, _("The stages are saved."))
    return redirect("staff:stages", slug)


@login_required
@require_POST
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a stage after the last one, and say who advances to it."""
    desk = open_desk(request, slug, Action.EDIT_EVENT)
    form = NewStageForm(request.POST, prefix="new")
    if form.is_valid():
        plan = form.plan()
        try:
            stage = services.add_stage(
                event_id=desk.event.pk,
                actor=person(request),
                plan=_without_cut(plan),
                cut_by=plan.cut_by,
                cut_value=plan.cut_value,
            )
        except RefusedError as refused:
            # The stage before the new one is the first of the two that are looked at.
            at = "cut_value" if plan.cut_by else "cut_by"
            form.add_error(at if refused.field == "1" else None, str(refused.message))
        else:
            messages.success(request, _("Stage %(number)d is added.") % {"number": stage.number})
            return redirect("staff:stages", slug)
    return _show(request, desk, new=form, status=422)


@login_required
@require_POST
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove the last stage while nothing of it has happened."""
    desk = open_desk(request, slug, Action.EDIT_EVENT)
    try:
        services.drop_stage(event_id=desk.event.pk, actor=person(request))
    except RefusedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("The last stage is removed."))
    return redirect("staff:stages", slug)


@login_required
@require_http_methods(["GET", "POST"])
def cut(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show who advances, with the line drawn; the head judge confirms it."""
    is_post = request.method == "POST"
    desk = open_desk(request, slug, Action.CONFIRM_CUT if is_post else Action.SEE)
    stage = stage_or_404(desk, number)
    if not is_post:
        return _show_cut(request, desk, stage)
    seen = [int(one) for one in request.POST.get("advancing", "").split(",") if one.isdecimal()]
    try:
        services.confirm_cut(
            event_id=desk.event.pk, actor=person(request), number=number, advancing=seen
        )
    except RefusedError as refused:
        return _show_cut(request, desk, stage, status=409, refused=refused)
    messages.success(
        request, _("%(count)d players advance to the next stage.") % {"count": len(seen)}
    )
    return redirect("staff:desk", slug)


@login_required
@require_POST
def take_cut_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a confirmed cut back while the next stage has not begun."""
    desk = open_desk(request, slug, Action.CONFIRM_CUT)
    stage = stage_or_404(desk, number)
    try:
        services.take_cut_back(
            event_id=desk.event.pk,
            actor=person(request),
            number=number,
            reason=request.POST.get("reason", ""),
        )
    except RefusedError as refused:
        return _show_cut(request, desk, stage, status=422, refused=refused)
    messages.success(request, _("The cut is taken back: who advances is open again."))
    return redirect("staff:cut", slug, number)


def stage_or_404(desk: Desk, number: int) -> Stage:
    """Return a stage of the event; Http404 when there is none."""
    stage = desk.event.stages.filter(number=number).first() if number < 100 else None
    if stage is None:
        raise Http404
    return stage


def _without_cut(plan: StagePlan) -> StagePlan:
    values = {name: getattr(plan, name) for name in StagePlan.__slots__}
    return StagePlan(**{**values, "cut_by": Stage.Cut.NONE, "cut_value": None})


def _at_stage(forms: StagesFormSet, refused: RefusedError) -> bool:
    """Put a refusal at the stage that it is about; False when it is about all of them."""
    kept = forms.kept()
    if refused.field is None or not refused.field.isdecimal():
        return False
    kept[int(refused.field) - 1].add_error(None, str(refused.message))
    return True


def _show(
    request: HttpRequest,
    desk: Desk,
    *,
    forms: StagesFormSet | None = None,
    new: NewStageForm | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    event = desk.event
    statuses = stage_statuses(event)
    begun = event.rounds.exists()
    context = {
        "desk": desk,
        "statuses": statuses,
        "begun": begun,
        "forms": None if begun else forms,
        "new": new or NewStageForm(prefix="new"),
        "may_add": begun and not (statuses and statuses[-1].stage.is_elimination),
        "templates": TEMPLATES,
        "proposal": proposed_rounds(event),
        **more,
    }
    return render(request, "staff/stages.html", context, status=status)


def _show_cut(
    request: HttpRequest, desk: Desk, stage: Stage, status: int = 200, **more: Any
) -> HttpResponse:
    if not stage.cut_by:
        raise Http404
    context = {"desk": desk, "stage": stage, "page": cut_page(stage), **more}
    return render(request, "staff/stage_cut.html", context, status=status)
