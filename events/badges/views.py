"""Badges for owners and organizers: today's players, and the actions on a badge."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from domain.written_names import written_name
from events.badges import actions
from events.core.events.badges import EVERYBODY, chosen, players_today
from events.core.read_snapshot import one_snapshot
from events.core.typed_values import row_key
from events.models import Badge, OrganisationMember
from events.web.members import managers, member_view
from events.web.player_addresses import badge_address, code_of
from events.web.site_address import base_for_phones
from events.web.staff_pages.rows_shown import rows_shown

# People per page.
MOST = 100
_managers = partial(member_view, managers, back="staff:organisation")


@require_safe
@_managers()
def badges(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Show today's players: those in several events, or with `?who=all` everyone."""
    with one_snapshot():
        people = players_today(member.organisation)
    who = request.GET.get("who", "")
    listed = chosen(people, who)
    with_badge = sum(person.badge is not None for person in listed)
    context = {
        "organisation": member.organisation,
        "several": len(chosen(people, "")),
        "everybody": len(people),
        "who": EVERYBODY if who == EVERYBODY else "",
        "shown": rows_shown(
            request, listed, lambda person: ((), [(person.name, "")]), most=MOST, page=MOST
        ),
        "with_badge": with_badge,
        "without": len(listed) - with_badge,
    }
    return render(request, "badges/badges.html", context)


@require_POST
@_managers()
def make(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Create a badge for one player, or for all listed players without one."""
    player, who = row_key(request.POST.get("player", "")), request.POST.get("who", "")
    listed = [] if player else chosen(players_today(member.organisation), who)
    keys = [player] if player else [person.key for person in listed]
    made = actions.make_badges(organisation=member.organisation, actor=member.user, players=keys)
    words = ngettext("Created %(count)d badge.", "Created %(count)d badges.", len(made))
    messages.success(request, words % {"count": len(made)})
    if player and made:
        return redirect("staff:badge", member.organisation.slug, player)
    address = reverse("staff:badges", args=[member.organisation.slug])
    return redirect(f"{address}?who={EVERYBODY}" if who == EVERYBODY else address)


@require_safe
@_managers()
def one_badge(request: HttpRequest, member: OrganisationMember, player_id: int) -> HttpResponse:
    """Show a badge: its QR code, its address, and how to end it."""
    # Filtered by the player's key, which finds nothing for a number that is too large for SQLite.
    # Filtered by the badge's own column, such a number raises an error.
    badges = Badge.objects.filter(organisation=member.organisation_id, player__pk=player_id)
    badge = badges.select_related("player", "organisation").first()
    if badge is None:
        raise Http404
    address = badge_address(base_for_phones(request), badge)
    today = players_today(member.organisation)
    context = {
        "organisation": member.organisation,
        "badge": badge,
        "person": next((person for person in today if person.key == player_id), badge.player),
        "address": address,
        "code": code_of(address),
    }
    return render(request, "badges/one_badge.html", context)


@require_POST
@_managers()
def renew(request: HttpRequest, member: OrganisationMember, player_id: int) -> HttpResponse:
    """Replace the address of a badge; the old one stops working."""
    badge = actions.renew_badge(
        organisation=member.organisation, actor=member.user, player_id=player_id
    )
    words = _("%(name)s has a new badge. The old one no longer works.")
    messages.success(request, words % {"name": written_name(badge.player)})
    return redirect("staff:badge", member.organisation.slug, player_id)


@require_POST
@_managers()
def revoke(request: HttpRequest, member: OrganisationMember, player_id: int) -> HttpResponse:
    """Revoke a badge."""
    badge = actions.revoke_badge(
        organisation=member.organisation, actor=member.user, player_id=player_id
    )
    words = _("The badge of %(name)s was revoked. It no longer works.")
    messages.success(request, words % {"name": written_name(badge.player)})
    return redirect("staff:badges", member.organisation.slug)
