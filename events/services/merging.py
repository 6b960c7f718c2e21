"""Two enrollments of one human become one."""

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from events.models import Enrollment, Event, Verb
from events.rules.entries import EnrollmentData
from events.rules.errors import RefusedError
from events.selectors.teams import members_of
from events.services.door import open_event
from events.services.leaving import find_player
from events.services.roster import change_enrollment, check_never_played, delete_enrollment


def merge_players(*, event_id: int, actor: User, number: int, other: int) -> Enrollment:
    """Take `other` off the roster and give `number` what it lacks; return the one that stays.

    What it lacks: e-mail address, platform ID, awarded byes before round 1, a fixed table. It
    has the penalties of both, and is checked in if one of them was. Raises RefusedError where
    both have played, and, with what to do, where only `other` has.
    """
    with open_event(event_id, actor) as write:
        event = write.event
        kept, gone = find_player(event, number), find_player(event, other)
        if kept == gone:
            raise RefusedError(
                _("That is %(name)s: name the other one.") % {"name": kept.name}, "other"
            )
        _check_one_never_played(kept, gone)
        data = _together(event, kept, gone)
        gone.penalties.update(enrollment=kept)
        write.journal(
            Verb.ENROLLMENTS_MERGED,
            enrollment=gone,
            kept=kept.name,
            kept_number=kept.number,
        )
        if gone.checked_in and not kept.checked_in and kept.state == Enrollment.State.ACTIVE:
            kept.checked_in = True
            kept.save(update_fields=["checked_in"])
        nameless = kept.player
        delete_enrollment(gone)
        kept = change_enrollment(event_id=event_id, actor=actor, number=number, data=data)
        if kept.player_id != nameless.pk and not nameless.enrollments.exists():
            nameless.delete()
    return kept


def _check_one_never_played(kept: Enrollment, gone: Enrollment) -> None:
    try:
        check_never_played(gone)
    except RefusedError:
        names = {"kept": kept.name, "other": gone.name}
        try:
            check_never_played(kept)
        except RefusedError:
            words = _("%(kept)s and %(other)s have both played: drop one of them.") % names
            raise RefusedError(words, "other") from None
        words = _("%(other)s has played: merge %(kept)s into %(other)s, on that page.") % names
        raise RefusedError(words, "other") from None


def _together(event: Event, kept: Enrollment, gone: Enrollment) -> EnrollmentData:
    """What the one that stays has after the merge."""
    byes = kept.awarded_byes or (0 if event.rounds.exists() else gone.awarded_byes)
    return EnrollmentData(
        name=kept.name,
        email=kept.player.email or gone.player.email,
        platform_id=kept.platform_id or gone.platform_id,
        awarded_byes=byes,
        reading=kept.reading or gone.reading,
        fixed_table=kept.fixed_table or gone.fixed_table,
        members=members_of(kept) if event.is_for_teams else (),
    )
