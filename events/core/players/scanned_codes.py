"""Find the player of an event whose player link or badge was scanned."""

from django.utils.translation import gettext as _

from domain.scans import is_code, link_paths, slip_code, table_sign
from domain.written_names import written
from events.core.compiled.queries import PLAYER
from events.core.players.private_address import (
    enrollment_in,
    is_sign_up_token_of,
    is_token_of,
    sign_up_in,
)
from events.core.refusals import RefusedError
from events.core.signed_tokens import row_of_token, signed_token
from events.models import Badge, Enrollment, Event, Player

_SALT = "matchslip.badge"


def enrollment_of(token: str) -> Enrollment | None:
    """Return the player whose private address this is, with the event; None for an invalid one.

    The address of a sign-up also leads to the player, once enrolled. One query.
    """
    enrollment = _by_own(token) or _by_sign_up(token)
    if enrollment is None or not enrollment.event.private_pages:
        return None
    return enrollment


def _by_own(token: str) -> Enrollment | None:
    pk = enrollment_in(token)
    if pk is None:
        return None
    enrollment = PLAYER.first(pk)
    known = enrollment is not None and is_token_of(token, pk, enrollment.address_nonce)
    return enrollment if known else None


def _by_sign_up(token: str) -> Enrollment | None:
    pk = sign_up_in(token)
    if pk is None:
        return None
    joined = Enrollment.objects.select_related("event", "sign_up")
    enrollment = joined.filter(sign_up__pk=pk).first()
    known = enrollment is not None and is_sign_up_token_of(token, pk, enrollment.sign_up.nonce)
    return enrollment if known else None


def badge_token(badge: Badge) -> str:
    """Return the secret part of a badge's address: signed with the site's key, and not stored."""
    return signed_token(_SALT, badge)


def badge_of(token: str, organisation: str) -> Badge | None:
    """Return the badge of an organisation with this token; None for an invalid one.

    One query; none for text that is no token.
    """
    rows = Badge.objects.filter(organisation__slug=organisation)
    return row_of_token(_SALT, token, rows.select_related("organisation", "player"))


def holder_of(text: str) -> Enrollment | Badge | None:
    """Return the player of a scanned link, or the scanned badge; None for any other text.

    One query, or one for each keyboard that the scanner may have typed for.
    """
    for path in link_paths(text):
        above, _slash, token = path.rpartition("/")
        organisation, _slash, folder = above.rpartition("/")
        holder: Enrollment | Badge | None = None
        if folder == "badge":
            holder = badge_of(token, organisation.rpartition("/")[2])
        elif "." in token:
            holder = enrollment_of(token)
        if holder is not None:
            return holder
    return None


def scanned_player(event: Event, text: str, field: str = "player") -> Enrollment | None:
    """Return the player of an event whose code was scanned; None for other text.

    At most two queries, none for other text. Raises RefusedError about `field` for the code of
    another event, for a table sign or a slip, and for a link that leads to no player.
    """
    slip = slip_code(text)
    if slip is None and not link_paths(text):
        return None
    table = signed_table(event, text, field) if slip is None else slip[0]
    if table is not None:
        words = _("This is the code of table %(table)d. Scan the code of a player.")
        raise RefusedError(words % {"table": table}, field)
    holder = holder_of(text)
    if isinstance(holder, Badge):
        return _player_of_badge(event, holder, field)
    if holder is None:
        raise RefusedError(_("This code does not lead to a player."), field)
    if holder.event_id != event.pk:
        raise _of_another(holder.event, field)
    return holder


def player_of_code(text: str, organisation_id: int | None) -> Player | None:
    """Return the player of an organisation whose link or badge was scanned; None for other text."""
    holder = holder_of(text) if is_code(text) and organisation_id is not None else None
    if isinstance(holder, Badge):
        return holder.player if holder.organisation_id == organisation_id else None
    if holder is None or holder.event.organisation_id != organisation_id:
        return None
    return holder.player


def signed_table(event: Event, text: str, field: str = "table") -> int | None:
    """Return the table of an event whose sign was scanned; None for other text.

    No query, one for the sign of another event. Raises RefusedError about `field` for that one.
    """
    sign = table_sign(text)
    if sign is None:
        return None
    slug, table = sign
    if slug == event.slug:
        return table
    other = Event.objects.filter(slug=slug).first()
    if other is None:
        raise RefusedError(_("This code is from an event that does not exist here."), field)
    raise _of_another(other, field)


def _of_another(event: Event, field: str) -> RefusedError:
    words = _("This code is from another event: %(event)s.")
    return RefusedError(words % {"event": written(event.name)}, field)


def _player_of_badge(event: Event, badge: Badge, field: str) -> Enrollment:
    if badge.organisation_id != event.organisation_id:
        raise RefusedError(_("This badge is from another organisation."), field)
    enrollment = event.enrollments.filter(player=badge.player_id).first()
    if enrollment is None:
        words = _("%(name)s does not play in this event.")
        raise RefusedError(words % {"name": written(badge.player.name)}, field)
    return enrollment
