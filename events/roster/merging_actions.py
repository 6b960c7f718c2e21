"""Two enrollments of one human become one."""

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from domain.written_names import written_name
from events.core.drops.drop_parts import find_player
from events.core.event_write import event_write
from events.core.players.actions import change_enrollment, check_never_played, delete_enrollment
from events.core.players.player_entries import EnrollmentData
from events.core.players.teams import members_of
from events.core.players.waiting_list_actions import fill_places
from events.core.refusals import RefusedError
from events.models import Decklist, Enrollment, Event, Pool, SignUp, Verb


def merge_players(*, event_id: int, actor: User, number: int, other: int) -> Enrollment:
    """Take `other` off the roster and give `number` what it lacks; return the one that remains.

    `number` can receive an e-mail address, platform ID, awarded byes before round 1, a fixed table,
    an alias, a decklist or a sign-up. Its own player link and that of the sign-up both remain
    valid, so that no phone loses its page. It gets the penalties and appeals of both. It is checked
    in or has paid if either of them was or had. Raises RefusedError where both have played, and,
    with what to do, where only `other` has.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        kept, gone = find_player(event, number), find_player(event, other)
        if kept == gone:
            raise RefusedError(
                _("That is %(name)s. Choose the other player.") % {"name": written_name(kept)},
                "other",
            )
        _check_one_never_played(kept, gone)
        data = _together(event, kept, gone)
        gone.penalties.update(enrollment=kept)
        gone.appeals.update(enrollment=kept)
        _take_over(kept, gone)
        write.journal(
            Verb.ENROLLMENTS_MERGED,
            enrollment=gone,
            kept=kept.name,
            kept_number=kept.number,
        )
        nameless = kept.player
        delete_enrollment(gone)
        has_own = bool(kept.awarded_byes)
        kept = change_enrollment(event_id=event_id, actor=actor, number=number, data=data)
        if not has_own and kept.awarded_byes:
            kept.byes_series, kept.byes_place = gone.byes_series, gone.byes_place
            kept.save(update_fields=["byes_series", "byes_place"])
        if kept.player_id != nameless.pk and not nameless.enrollments.exists():
            nameless.delete()
        fill_places(write)
    return kept


def _take_over(kept: Enrollment, gone: Enrollment) -> None:
    """Copy a merged player's own data and check-in to the remaining one."""
    if gone.checked_in and kept.is_active:
        moments = [at for at in (kept.checked_in_at, gone.checked_in_at) if at is not None]
        kept.checked_in, kept.checked_in_at = True, max(moments, default=None)
    kept.paid |= gone.paid
    kept.alias = kept.alias or gone.alias
    kept.eligible_because = kept.eligible_because or gone.eligible_because
    _take_sign_up(kept, gone)
    changed = ["checked_in", "checked_in_at", "paid", "alias", "eligible_because", "source"]
    kept.save(update_fields=changed)
    _take_decklist(kept, gone)
    _take_pool(kept, gone)
    own = kept.prize_labels.values_list("label", flat=True)
    gone.prize_labels.exclude(label__in=list(own)).update(enrollment=kept)


def _take_sign_up(kept: Enrollment, gone: Enrollment) -> None:
    """Give a sign-up to the remaining player, unless that player has one already.

    In that case the other phone only reads what became of the sign-up: anyone can sign up under any
    name, and two names that look alike must not open the page of a person who has a phone here
    already.
    """
    gone.merged_sign_ups.update(merged_into=kept)
    signed_up = SignUp.objects.filter(enrollment=gone).first()
    if signed_up is None:
        return
    if SignUp.objects.filter(enrollment=kept).exists():
        signed_up.enrollment, signed_up.merged_into = None, kept
    else:
        signed_up.enrollment = kept
        kept.source = Enrollment.Source.SIGN_UP
    signed_up.save(update_fields=["enrollment", "merged_into"])


def _take_decklist(kept: Enrollment, gone: Enrollment) -> None:
    """Give a decklist to the remaining player, unless that player has one already."""
    own = Decklist.objects.filter(enrollment=kept).first()
    handed_in = Decklist.objects.filter(enrollment=gone).first()
    if handed_in is None or (own is not None and own.state != Decklist.State.MISSING):
        return
    Decklist.objects.update_or_create(
        enrollment=kept, defaults={"state": handed_in.state, "text": handed_in.text}
    )


def _take_pool(kept: Enrollment, gone: Enrollment) -> None:
    """Give the seat of the pool registration to the remaining player, unless they have one."""
    if Pool.objects.filter(Q(enrollment=kept) | Q(received_by=kept)).exists():
        return
    Pool.objects.filter(received_by=gone).update(received_by=kept)
    Pool.objects.filter(enrollment=gone).update(enrollment=kept)


def _check_one_never_played(kept: Enrollment, gone: Enrollment) -> None:
    try:
        check_never_played(gone)
    except RefusedError:
        names = {"kept": written_name(kept), "other": written_name(gone)}
        try:
            check_never_played(kept)
        except RefusedError:
            words = _("%(kept)s and %(other)s have both played. Drop one of them.") % names
            raise RefusedError(words, "other") from None
        words = (
            _("%(other)s has played. Open that player's page and merge %(kept)s into %(other)s.")
            % names
        )
        raise RefusedError(words, "other") from None


def _together(event: Event, kept: Enrollment, gone: Enrollment) -> EnrollmentData:
    """Return the data of the remaining enrollment after the merge."""
    byes = kept.awarded_byes or (0 if event.rounds.exists() else gone.awarded_byes)
    return EnrollmentData(
        name=kept.name,
        email=kept.player.email or gone.player.email,
        platform_id=kept.platform_id or gone.platform_id,
        awarded_byes=byes,
        reading=kept.reading or gone.reading,
        sort_name=kept.sort_name,
        fixed_table=kept.fixed_table or gone.fixed_table,
        members=members_of(kept) if event.is_for_teams else (),
    )
