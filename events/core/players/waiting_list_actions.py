"""Give free places to the waiting list in order, or by decision of the desk."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import SHORT_LENGTH
from domain.written_names import written_name
from events.core.edit_conflicts import check_token, columns_of
from events.core.event_write import Write, event_write
from events.core.players.enrollment_actions import enroll_in
from events.core.players.player_entries import NewEnrollment
from events.core.players.waiting_list import Doubts, free_places, sign_up_settings
from events.core.refusals import RefusedError
from events.core.typed_values import checked_reason, checked_text, needed_reason
from events.models import Decklist, Enrollment, Event, SignUp, SignUpSettings, Verb

State = SignUp.State


def change_sign_up(
    *, event_id: int, actor: User, values: Mapping[str, Any], token: str = ""
) -> SignUpSettings:
    """Change how players sign up, by column; new places go to the waiting list in order.

    `token`: as check_token takes it. RefusedError for a fee that no archive can store.
    """
    if "fee" in values:
        fee = checked_text(" ".join(values["fee"].splitlines()), SHORT_LENGTH, "fee")
        values = {**values, "fee": fee}
    with event_write(event_id, actor) as write:
        settings = sign_up_settings(write.event)
        check_token(token, columns_of(settings, values))
        changed = [name for name, value in values.items() if getattr(settings, name) != value]
        for name in changed:
            setattr(settings, name, values[name])
        settings.save()
        if changed:
            write.journal(Verb.SIGN_UP_CHANGED, fields=sorted(changed))
        fill_places(write)
    return settings


def accept_sign_up(*, event_id: int, actor: User, sign_up_id: int, because: str = "") -> SignUp:
    """Accept a sign-up: a player waiting for the desk gets a free place or joins the waiting list.

    A player already on the waiting list is enrolled at once, even beyond the number of places.
    `because`: why an ineligible player may play. Raises RefusedError if the roster refuses the
    player.
    """
    because = checked_reason(because)
    with event_write(event_id, actor) as write:
        sign_up = _pending(write.event, sign_up_id)
        waited = sign_up.state == State.WAITING
        if waited and not sign_up.is_complete:
            words = _("%(name)s: some seats still have no name.")
            raise RefusedError(words % {"name": written_name(sign_up)})
        sign_up.approved, sign_up.because = True, because or sign_up.because
        sign_up.state = State.WAITING
        sign_up.save(update_fields=["approved", "because", "state"])
        write.journal(Verb.SIGN_UP_APPROVED, first=sign_up.name, reason=because)
        free = free_places(write.event, sign_up_settings(write.event))
        first = not write.event.sign_ups.filter(
            state=State.WAITING, place__lt=sign_up.place
        ).exists()
        if waited or (sign_up.is_complete and (free is None or (free and first))):
            admit(write, sign_up)
        else:
            fill_places(write)
        sign_up.refresh_from_db()
    return sign_up


def accept_all(*, event_id: int, actor: User) -> int:
    """Accept every sign-up that waits for the desk without a doubt; return their number.

    They get the free places in order, and the others join the waiting list. Doubtful ones still
    wait.
    """
    with event_write(event_id, actor) as write:
        doubts = Doubts(write.event)
        held = [
            sign_up
            for sign_up in write.event.sign_ups.filter(state=State.ASKED).order_by("place")
            if not doubts.of(sign_up)
        ]
        for sign_up in held:
            sign_up.state = State.WAITING
            write.journal(Verb.SIGN_UP_APPROVED, first=sign_up.name, reason="")
        SignUp.objects.bulk_update(held, ["state"])
        fill_places(write)
    return len(held)


def release(*, event_id: int, actor: User) -> None:
    """Stop holding sign-ups for review after a rush; sign-ups already held remain held."""
    with event_write(event_id, actor) as write:
        settings = sign_up_settings(write.event)
        if settings.held_since is not None:
            settings.held_since, settings.released_at = None, timezone.now()
            settings.save()
            write.journal(Verb.SIGN_UP_CHANGED, fields=["held_since"])


def refuse_sign_up(*, event_id: int, actor: User, sign_up_id: int, reason: str) -> SignUp:
    """Refuse a sign-up; the player reads the reason."""
    reason = needed_reason(reason)
    with event_write(event_id, actor) as write:
        sign_up = _pending(write.event, sign_up_id)
        sign_up.state, sign_up.reason = State.REFUSED, reason
        sign_up.save(update_fields=["state", "reason"])
        write.journal(Verb.SIGN_UP_REFUSED, first=sign_up.name, reason=reason)
    return sign_up


def move_up(*, event_id: int, actor: User, sign_up_id: int) -> SignUp:
    """Move a sign-up one place up the waiting list; the first one stays."""
    with event_write(event_id, actor) as write:
        sign_up = _pending(write.event, sign_up_id)
        waiting = write.event.sign_ups.filter(state=sign_up.state, place__lt=sign_up.place)
        before = waiting.order_by("-place").first()
        if before is not None:
            sign_up.place, before.place = before.place, sign_up.place
            SignUp.objects.bulk_update([sign_up, before], ["place"])
            write.journal(Verb.SIGN_UP_MOVED, first=sign_up.name)
    return sign_up


def fill_places(write: Write) -> Sequence[SignUp]:
    """Give the free places to the waiting list in order, as a part of a write; return the sign-ups.

    A sign-up that the roster would refuse, or that the desk should check first, waits for the desk
    from then on. Once round 1 is paired the list gets no places.
    """
    event = write.event
    waiting = list(event.sign_ups.filter(state=State.WAITING).order_by("place"))
    if not waiting or event.rounds.exists():
        return []
    free = free_places(event, sign_up_settings(event))
    if free == 0:
        return []
    # Admitted players stay in the list of sign-ups, and the roster checks them again.
    doubts = Doubts(event)
    admitted: list[SignUp] = []
    for sign_up in waiting:
        if free is not None and len(admitted) >= free:
            break
        if not sign_up.is_complete:
            continue
        if (sign_up.approved or not doubts.of(sign_up)) and _could_admit(write, sign_up):
            admitted.append(sign_up)
        else:
            _hold(write, sign_up)
    return admitted


def admit(write: Write, sign_up: SignUp) -> None:
    """Enroll a sign-up; its private address then leads to the player.

    Raises RefusedError as enrolling at the desk does.
    """
    entry = NewEnrollment(
        sign_up.name,
        sign_up.email,
        sign_up.platform_id,
        members=tuple(sign_up.members),
        reading=sign_up.reading,
        eligible_because=sign_up.because,
    )
    (made,) = enroll_in(write, [entry], Enrollment.Source.SIGN_UP)
    if sign_up.deck:
        Decklist.objects.create(enrollment=made, state=Decklist.State.SUBMITTED, text=sign_up.deck)
    sign_up.state, sign_up.enrollment = State.ENROLLED, made
    sign_up.save(update_fields=["state", "enrollment"])


def _could_admit(write: Write, sign_up: SignUp) -> bool:
    """Enroll a sign-up; return False if the roster refuses it, which the desk shows."""
    try:
        admit(write, sign_up)
    except RefusedError:
        return False
    return True


def _hold(write: Write, sign_up: SignUp) -> None:
    sign_up.state, sign_up.approved = State.ASKED, False
    sign_up.save(update_fields=["state", "approved"])
    write.journal(Verb.SIGN_UP_HELD, first=sign_up.name)


def find_sign_up(event: Event, sign_up_id: int) -> SignUp:
    """Return a sign-up of the event; RefusedError if it no longer exists."""
    sign_up = event.sign_ups.select_related("enrollment__player").filter(pk=sign_up_id).first()
    if sign_up is None:
        raise RefusedError(_("This sign-up no longer exists."))
    return sign_up


def _pending(event: Event, sign_up_id: int) -> SignUp:
    sign_up = find_sign_up(event, sign_up_id)
    if not sign_up.is_open:
        raise RefusedError(
            _("The sign-up for %(name)s was already decided. Check it again.")
            % {"name": written_name(sign_up)}
        )
    return sign_up
