"""Create, renew and revoke the badges of an organisation's players."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from events.core.event_write import named_write
from events.core.refusals import RefusedError
from events.models import Badge, Organisation, OrganisationEntry, Player
from events.models.phones import draw_nonce


def make_badges(
    *, organisation: Organisation, actor: User, players: Collection[int]
) -> list[Badge]:
    """Create a badge for each of these players without one; return the new badges.

    Players who have a badge keep it. The journal gets one line, with the name of a single player.
    """
    with named_write(_name(organisation)):
        _check(organisation, actor)
        people = Player.objects.filter(organisation=organisation, pk__in=players, badge=None)
        badges = [
            Badge(organisation=organisation, player=player, made_by=actor)
            for player in people.order_by("pk")
        ]
        Badge.objects.bulk_create(badges)
        if len(badges) == 1:
            _journal(badges[0], actor, "made")
        elif badges:
            _write(organisation, actor, change="several", count=len(badges))
    return badges


def renew_badge(*, organisation: Organisation, actor: User, player_id: int) -> Badge:
    """Replace the address of a badge; the old one stops working. RefusedError without a badge."""
    with named_write(_name(organisation)):
        _check(organisation, actor)
        badge = _badge(organisation, player_id)
        badge.nonce, badge.made_at, badge.made_by = draw_nonce(), timezone.now(), actor
        badge.save(update_fields=["nonce", "made_at", "made_by"])
        _journal(badge, actor, "renewed")
    return badge


def revoke_badge(*, organisation: Organisation, actor: User, player_id: int) -> Badge:
    """Revoke a badge; its address stops working. RefusedError without a badge."""
    with named_write(_name(organisation)):
        _check(organisation, actor)
        badge = _badge(organisation, player_id)
        badge.delete()
        _journal(badge, actor, "revoked")
    return badge


def _name(organisation: Organisation) -> str:
    return f"badges/{organisation.pk}"


def _check(organisation: Organisation, actor: User) -> None:
    """Refuse everyone except owners and organizers: a badge opens pages of every event."""
    able = organisation.members.filter(Q(owner=True) | Q(organizer=True), user=actor)
    if not able.exists():
        raise RefusedError(_("Only an owner or an organizer can create badges."))


def _badge(organisation: Organisation, player_id: int) -> Badge:
    # Filtered by the player's key, which finds nothing for a number that is too large for SQLite.
    # Filtered by the badge's own column, such a number raises an error.
    badges = Badge.objects.filter(organisation=organisation, player__pk=player_id)
    badge = badges.select_related("player").first()
    if badge is None:
        raise RefusedError(_("This player has no badge. Create one first."))
    return badge


def _journal(badge: Badge, actor: User, change: str) -> None:
    """Write a journal line about one badge; `player` finds it when the person is removed."""
    player = badge.player
    _write(badge.organisation, actor, change=change, name=player.name, player=player.pk)


def _write(organisation: Organisation, actor: User, **data: object) -> None:
    OrganisationEntry.objects.create(
        organisation=organisation,
        actor=actor,
        verb=OrganisationEntry.Verb.BADGES_CHANGED,
        data=data,
    )
