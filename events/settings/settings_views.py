"""The settings of an event: eight groups, each saved on its own."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from events.core.events.additions import unused_additions
from events.core.refusals import RefusedError
from events.core.seats.venues import venue_names
from events.settings.actions import SWITCHES, change_all
from events.settings.forms import GAME_FORMATS, time_zones
from events.settings.parts import Part, stored_settings
from events.settings.setting_groups import SettingGroup, SettingsPage, settings_page
from events.web.access import Action, Desk, staff_view, to_desk
from events.web.forms.refusals import ShowRefusal


@staff_view(get=Action.EDIT_EVENT)
def settings(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the settings in groups; `q` looks for some, `open` names a group or a field."""
    page = settings_page(
        stored_settings(desk.event, desk.actor),
        sought=request.GET.get("q", "").strip(),
        opened=request.GET.get("open", ""),
    )
    return _show(request, desk, page)


@staff_view(get=Action.EDIT_EVENT, post=Action.EDIT_EVENT)
def group(request: HttpRequest, desk: Desk, code: str) -> HttpResponse:
    """Save one group; on GET, show the page with it open. `reset` names a field to reset."""
    stored = stored_settings(desk.event, desk.actor)
    if request.method != "POST":
        page = settings_page(stored, opened=code)
        if page.group(code) is None:
            raise Http404
        return _show(request, desk, page)
    page = settings_page(stored, saved=code, data=request.POST)
    sent = page.group(code)
    if sent is None or not sent.parts:
        raise Http404
    # Validates every form, so that each shows its errors.
    valid = [part.form.is_valid() for part in sent.parts]
    if all(valid) and _saved(desk, sent):
        messages.success(request, _("Saved: %(group)s.") % {"group": sent.title})
        return redirect("staff:settings", desk.event.slug)
    return _show(request, desk, page, status=422)


def _saved(desk: Desk, sent: SettingGroup) -> bool:
    """Save the parts that changed; put a refusal at its field and return False."""
    saving = sent.parts[0]

    def save(part: Part) -> None:
        nonlocal saving
        saving = part
        part.save(sent.seen.before)

    changes: list[Callable[[], object]] = [
        partial(save, part) for part in sent.parts if part.form.has_changed()
    ]
    try:
        change_all(**desk.who, changes=changes)
    except RefusedError as error:
        with ShowRefusal(saving.form, sent.seen):
            raise error
        return False
    return True


def _show(request: HttpRequest, desk: Desk, page: SettingsPage, status: int = 200) -> HttpResponse:
    stored = page.stored
    additions = unused_additions(
        stored.event,
        stages=stored.stages,
        sign_up=stored.sign_up,
        sheet=stored.sheet,
        has_areas=desk.event.areas.exists(),
        is_paired=stored.rounds.locked,
    )
    context = {
        "desk": desk,
        "page": page,
        "additions": additions,
        "open_additions": request.GET.get("open") == "add",
        "aliases": desk.event.enrollments.exclude(alias="").order_by("name", "number"),
        "time_zones": time_zones(),
        "game_formats": GAME_FORMATS,
        "venues": venue_names([desk.event.organisation_id]),
    }
    return render(request, "settings/settings.html", context, status=status)


@staff_view(get=Action.EDIT_EVENT)
def moved(_request: HttpRequest, desk: Desk, code: str) -> HttpResponse:
    """Redirect the address that a group had as a page of its own."""
    return redirect("staff:settings-group", desk.event.slug, code)


def _back(request: HttpRequest, desk: Desk) -> HttpResponse:
    if request.POST.get("back") == "decks":
        return redirect("staff:decks", desk.event.slug)
    if request.POST.get("back") == "settings":
        return redirect(reverse("staff:settings", args=[desk.event.slug]) + "?open=add")
    return to_desk(desk)


@staff_view(post=Action.EDIT_EVENT)
def add(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Turn on what the button names, such as sign-up or results by phone."""
    switch = SWITCHES.get(request.POST.get("what", ""))
    if switch is None:
        raise Http404
    try:
        switch.turn_on(desk.event, desk.actor)
    except RefusedError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, str(switch.done))
    return _back(request, desk)
