"""Register pools in a limited event: open the registration, register, pass by seats."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import DESCRIPTION_LENGTH, MOST_SMALL
from events.core.cards.pool_check import number_opened
from events.core.cards.pool_seats import pool_lines, registration_of, registration_values
from events.core.decks.deck_xml import list_of
from events.core.drops.drop_parts import find_player
from events.core.edit_conflicts import check_token
from events.core.event_write import Write, event_write
from events.core.phones.queries import own_enrollment
from events.core.progress.presence import expected_players
from events.core.progress.queries import current_stage, seats_by_pod
from events.core.refusals import RefusedError
from events.core.stages.pod_queries import meeting_seats
from events.core.typed_values import checked_reason, checked_text, needed_reason
from events.models import Enrollment, Event, Pool, PoolRegistration, Verb


def open_pools(*, event_id: int, actor: User, passes: bool) -> PoolRegistration:
    """Seat all players to register pools; `passes`: each registers for another player.

    Seats are those of the player meeting, or of the pods if a draft is posted.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        if registration_of(event) is not None:
            raise RefusedError(_("Pool registration is already open."))
        pods = _posted_pods(event)
        seats = _pod_seats(event) if pods else _meeting_seats(event)
        if not seats:
            raise RefusedError(_("No players are enrolled yet."))
        made = PoolRegistration.objects.create(event=event, passes=passes, by_pod=pods)
        _seat(made, seats)
        write.journal(Verb.POOLS_CHANGED, step="opened", passes=passes, pools=len(seats))
    return made


def seat_late_players(*, event_id: int, actor: User) -> int:
    """Seat players who arrived after the opening behind all others; return how many.

    After the pools are passed, each of them receives the pool that they open.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        made = _registration(event)
        taken = Pool.objects.filter(enrollment__event=event)
        last = taken.order_by("-table").first()
        table = last.table + 1 if last else 1
        late = expected_players(event).exclude(pk__in=taken.values("pk")).order_by("number")
        seats = [(player, table + place // 2, 1 + place % 2) for place, player in enumerate(late)]
        if not seats:
            raise RefusedError(_("All players have a seat in the registration."))
        _seat(made, seats)
        write.journal(Verb.POOLS_CHANGED, step="seated", pools=len(seats))
    return len(seats)


def close_pools(
    *, event_id: int, actor: User, seats_on: int | None = None, token: str = ""
) -> PoolRegistration:
    """Close the registration; if pools are passed, move each `seats_on` seats further.

    The seats form a ring in table order, or within each pod. Players who dropped are left out.
    RefusedError while a pool is unregistered.
    """
    with event_write(event_id, actor) as write:
        made = _registration(write.event, token)
        if not made.is_open:
            raise RefusedError(_("Pool registration is already closed."))
        pools = [line for line in pool_lines(write.event) if line.player.is_active]
        if missing := sum(not line.is_registered for line in pools):
            words = _("Pools that are not registered: %(count)d. Register them first.")
            raise RefusedError(words % {"count": missing})
        made.closed_at = timezone.now()
        if made.passes:
            made.seats_on = seats_on
            _pass_on(made, [line.pool for line in pools])
        made.save(update_fields=["closed_at", "seats_on"])
        step = "passed" if made.passes else "closed"
        write.journal(Verb.POOLS_CHANGED, step=step, seats=made.seats_on)
    return made


def reopen_pools(*, event_id: int, actor: User, reason: str, token: str = "") -> PoolRegistration:
    """Reopen the registration; pools that were passed return to their seats."""
    with event_write(event_id, actor) as write:
        made = _registration(write.event, token)
        if made.is_open:
            raise RefusedError(_("Pool registration is still open."))
        reason = needed_reason(reason)
        made.closed_at = made.seats_on = None
        made.save(update_fields=["closed_at", "seats_on"])
        pools = Pool.objects.filter(enrollment__event=write.event)
        pools.update(confirmed_at=None, **({"received_by": None} if made.passes else {}))
        write.journal(Verb.POOLS_CHANGED, step="reopened", reason=reason)
    return made


def discard_pools(*, event_id: int, actor: User, token: str = "") -> None:
    """Remove a registration without any registered pool."""
    with event_write(event_id, actor) as write:
        made = _registration(write.event, token)
        pools = Pool.objects.filter(enrollment__event=write.event)
        if pools.exclude(registered_at=None).exists():
            raise RefusedError(_("A pool is registered already. The registration stays."))
        pools.delete()
        made.delete()
        write.journal(Verb.POOLS_CHANGED, step="discarded")


def note_paper_pools(*, event_id: int, actor: User, numbers: Iterable[int]) -> int:
    """Record that these players registered their pools on paper; return how many."""
    with event_write(event_id, actor) as write:
        _registration(write.event)
        pools = Pool.objects.filter(
            enrollment__event=write.event, enrollment__number__in=set(numbers), registered_at=None
        )
        noted = list(pools.select_related("enrollment"))
        if not noted:
            raise RefusedError(_("Select players whose pools are not registered yet."))
        pools.update(registered_at=timezone.now())
        write.journal_of_players(
            Verb.POOL_REGISTERED, [(pool.enrollment, {"paper": True}) for pool in noted]
        )
    return len(noted)


def save_pool(
    *, event_id: int, actor: User, number: int, text: str, reason: str = "", token: str = ""
) -> Pool:
    """Save the list of the pool that a player registers; after the end with a reason."""
    reason = checked_reason(reason)
    with event_write(event_id, actor) as write:
        made = _registration(write.event)
        pool = _pool_of(find_player(write.event, number))
        if not made.is_open:
            reason = needed_reason(reason)
        _write_pool(write, pool, text, token, reason=reason)
    return pool


def register_own_pool(*, event_id: int, enrollment_id: int, text: str, token: str = "") -> Pool:
    """Save the list that a player types on a phone, until the registration ends."""
    with event_write(event_id, None) as write:
        made, pool = _own(write, enrollment_id)
        if not made.is_open:
            words = _("Pool registration is closed. Ask a judge to change the list.")
            raise RefusedError(words, "text")
        _write_pool(write, pool, text, token, phone=True)
    return pool


def confirm_own_pool(*, event_id: int, enrollment_id: int) -> Pool:
    """Record a player's confirmation that the received pool matches its list."""
    with event_write(event_id, None) as write:
        made, own = _own(write, enrollment_id)
        pool = Pool.objects.filter(received_by=own.enrollment).first()
        if made.is_open or pool is None or pool == own:
            raise RefusedError(_("You have no pool to check yet."))
        if pool.confirmed_at is None:
            pool.confirmed_at = timezone.now()
            pool.save(update_fields=["confirmed_at"])
            write.journal(Verb.POOL_REGISTERED, enrollment=own.enrollment, confirmed=True)
    return pool


def _own(write: Write, enrollment_id: int) -> tuple[PoolRegistration, Pool]:
    event = write.event
    enrollment = own_enrollment(event, enrollment_id)
    if not event.private_pages:
        raise RefusedError(_("In this event, register pools on paper."))
    if not enrollment.is_active:
        raise RefusedError(_("You are no longer playing in this event. Ask at the desk."))
    return _registration(event), _pool_of(enrollment)


def _registration(event: Event, token: str = "") -> PoolRegistration:
    made = registration_of(event)
    if made is None:
        raise RefusedError(_("Pools are not registered in this event. Open the registration."))
    words = _("The registration changed since you opened this page. Check it again.")
    check_token(token, registration_values(made), words)
    return made


def _pool_of(enrollment: Enrollment) -> Pool:
    pool = Pool.objects.filter(enrollment=enrollment).first()
    if pool is None:
        raise RefusedError(_("This player has no seat in the registration. Seat late players."))
    pool.enrollment = enrollment
    return pool


def _write_pool(write: Write, pool: Pool, typed: str, token: str, **data: Any) -> None:
    text = checked_text(list_of(typed), DESCRIPTION_LENGTH, "text")
    if not text:
        raise RefusedError(_("Type the cards of the pool first."), "text")
    if text == pool.text:
        return
    check_token(token, {"text": pool.text})
    pool.text, pool.registered_at = text, pool.registered_at or timezone.now()
    pool.cards = min(number_opened(text), MOST_SMALL)
    pool.save(update_fields=["text", "cards", "registered_at"])
    write.journal(Verb.POOL_REGISTERED, enrollment=pool.enrollment, **data)


Seat = tuple[Enrollment, int, int]


def _seat(made: PoolRegistration, seats: Iterable[Seat]) -> None:
    """Create pools for the seats; one that is not passed belongs to its player immediately."""
    stays = not made.passes or not made.is_open
    Pool.objects.bulk_create(
        Pool(enrollment=player, table=table, seat=seat, received_by=player if stays else None)
        for player, table, seat in seats
    )


def _posted_pods(event: Event) -> bool:
    status = current_stage(event)
    return status is not None and status.stage.pods and status.stage.pods_posted_at is not None


def _pod_seats(event: Event) -> list[Seat]:
    status = current_stage(event)
    pods = seats_by_pod(status.stage) if status else {}
    return [
        (seat.enrollment, seat.pod, seat.seat)
        for pod in pods.values()
        for seat in pod
        if seat.enrollment.is_active
    ]


def _meeting_seats(event: Event) -> list[Seat]:
    at: dict[int, int] = {}
    seats = []
    for meeting in meeting_seats(event):
        at[meeting.table] = at.get(meeting.table, 0) + 1
        seats.append((meeting.player, meeting.table, at[meeting.table]))
    return seats


def _pass_on(made: PoolRegistration, pools: Sequence[Pool]) -> None:
    rings: dict[int, list[Pool]] = {}
    for pool in pools:
        rings.setdefault(pool.table if made.by_pod else 0, []).append(pool)
    least = min((len(ring) for ring in rings.values()), default=0)
    on = made.seats_on or 0
    if not 1 <= on < least:
        words = _("Enter how many seats the pools are passed, from 1 to %(most)d.")
        raise RefusedError(words % {"most": max(least - 1, 1)}, "seats_on")
    for ring in rings.values():
        for place, pool in enumerate(ring):
            pool.received_by = ring[(place + on) % len(ring)].enrollment
    Pool.objects.bulk_update(pools, ["received_by"])
