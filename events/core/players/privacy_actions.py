"""Public names of players: a setting of the event, and an alias at a player's request.

The stored names do not change: exports, archives and staff pages still have them.
"""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.limits import NAME_LENGTH
from domain.names import clean_name, name_key
from events.core.drops.drop_parts import find_player
from events.core.edit_conflicts import check_token
from events.core.event_write import Write, event_write
from events.core.players.player_entries import alias_values
from events.core.refusals import RefusedError
from events.models import Enrollment, Event, PublicNames, Verb


def choose_public_names(*, event_id: int, actor: User, names: str, token: str = "") -> Event:
    """Choose how players are named on public pages, even in a finished event.

    `names` is one of PublicNames. Pages posted and published long ago follow the choice. `token`:
    as check_token takes it. Raises ValueError for an unknown choice.
    """
    wanted = PublicNames(names)
    with event_write(event_id, actor, finished=True) as write:
        before = write.event.public_names
        check_token(token, {"names": before})
        if before != wanted:
            write.event.public_names = wanted
            write.event.save(update_fields=["public_names"])
            write.journal(Verb.NAMES_CHOSEN, before=before, after=wanted.value)
    return write.event


def choose_alias(
    *, event_id: int, actor: User, number: int, alias: str, token: str = ""
) -> Enrollment:
    """Show a player by an alias, or by the name again where `alias` is empty.

    `token`: as check_token takes it. RefusedError where another player of the event has that name.
    """
    with event_write(event_id, actor, finished=True) as write:
        enrollment = find_player(write.event, number)
        check_token(token, alias_values(enrollment))
        return call_by_alias(write, enrollment, alias, by_phone=False)


def call_by_alias(
    write: Write, enrollment: Enrollment, alias: str, *, by_phone: bool
) -> Enrollment:
    """Show a player by an alias, or by the name again, as a part of a write."""
    wanted = clean_name(alias)
    if len(wanted) > NAME_LENGTH:
        words = _("An alias can have at most %(limit)d characters.")
        raise RefusedError(words % {"limit": NAME_LENGTH}, "alias")
    others = write.event.enrollments.exclude(pk=enrollment.pk).values_list("name", "alias")
    taken = {name_key(name) for both in others for name in both if name}
    if wanted and name_key(wanted) in taken:
        raise RefusedError(
            _("Another person in this event has that name. Choose a different one."), "alias"
        )
    if enrollment.alias != wanted:
        before, enrollment.alias = enrollment.alias, wanted
        enrollment.save(update_fields=["alias"])
        write.journal(
            Verb.ALIAS_CHOSEN, enrollment=enrollment, before=before, after=wanted, phone=by_phone
        )
    return enrollment
