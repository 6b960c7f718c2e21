"""Pods: note wishes, draw the pods, post the seats."""

import secrets
from collections import Counter
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.adapters import StandingsOrder, ranked
from events.core.edit_conflicts import check_token
from events.core.event_write import Write, event_write
from events.core.guards import find_stage
from events.core.progress.queries import current_stage, entrants_of
from events.core.refusals import RefusedError
from events.core.stages.plans import seats_values
from events.core.typed_values import needed_reason
from events.models import Enrollment, Event, PodDrawing, PodSeat, Stage, Verb
from pairings.formats.pods import Wish, draw_pods, pod_sizes, pods_by_standing

LEAST_SIZE = 2


def wish_for_seat(
    *, event_id: int, actor: User, stage: int, player: int, pod: int | None, seat: int | None
) -> Stage:
    """Note the pod, perhaps the seat (from 1), where a player has to sit; None: anywhere."""
    with event_write(event_id, actor) as write:
        event = write.event
        pods_stage = _pods_stage(event, stage)
        if pods_stage.pod_seats.exists():
            raise RefusedError(_("The pods are already drawn. Draw them again after the change."))
        if not event.enrollments.active().filter(number=player).exists():
            raise RefusedError(
                _("Player %(number)d is not playing in this event.") % {"number": player}, "player"
            )
        if any(place is not None and place < 1 for place in (pod, seat)):
            raise RefusedError(_("Pods and seats are numbered from 1."), "pod")
        if pod is None:
            pods_stage.wishes.pop(str(player), None)
        else:
            pods_stage.wishes[str(player)] = [pod, seat]
        pods_stage.save(update_fields=["wishes"])
        write.journal(Verb.STAGES_CHANGED, stage=stage, wish=[player, pod, seat])
    return pods_stage


def draw_stage_pods(
    *,
    event_id: int,
    actor: User,
    stage: int,
    seed: int | None = None,
    sizes: Sequence[int] | None = None,
    reason: str = "",
) -> list[list[int]]:
    """Draw the pods of a draft, or draw them again while they are not posted.

    The first draft of an event is drawn at random within the wishes, a later one is podded by
    standing. `sizes` are those of the pods in order, None: the fewest byes, then as equal as
    possible (MTR 7.6). Every drawing is stored, and public once the pods are posted, with `reason`:
    why the one before is given up. Returns enrollment numbers by pod and seat. Raises RefusedError
    for sizes that do not seat everyone, and without a reason to draw again.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        pods_stage = _pods_stage(event, stage)
        status = current_stage(event)
        if status is None or status.stage != pods_stage:
            raise RefusedError(_("The stage before this draft is not over yet."))
        if pods_stage.pods_posted_at is not None or pods_stage.round_set.exists():
            raise RefusedError(_("The pods are posted, and players are already seated."))
        people = {enrollment.number: enrollment for enrollment in entrants_of(pods_stage)}
        if len(people) < 2:
            raise RefusedError(_("A draft needs at least two players."))
        sizes = pod_sizes(len(people)) if sizes is None else _checked_sizes(sizes, len(people))
        if pods_stage.pod_seats.exists():
            reason = needed_reason(reason)
            _give_up(pods_stage, reason)
        else:
            reason = ""
        pods_stage.seed = secrets.randbits(63) if seed is None else seed
        pods_stage.save(update_fields=["seed"])
        pods = _pods(event, pods_stage, people, sizes)
        _seat(pods_stage, [[people[player].pk for player in pod] for pod in pods])
        PodDrawing.objects.create(
            stage=pods_stage, seed=pods_stage.seed, chosen=seed is not None, at=timezone.now()
        )
        write.journal(
            Verb.PODS_DRAWN,
            stage=stage,
            seed=pods_stage.seed,
            sizes=[*map(len, pods)],
            reason=reason,
        )
    return pods


def post_pods(*, event_id: int, actor: User, stage: int) -> Stage:
    """Show the seats of a draft to the players."""
    with event_write(event_id, actor) as write:
        event = write.event
        pods_stage = _pods_stage(event, stage)
        if not pods_stage.pod_seats.exists():
            raise RefusedError(_("Draw the pods first."))
        if pods_stage.pods_posted_at is not None:
            raise RefusedError(_("The pods are already posted."))
        pods_stage.pods_posted_at = timezone.now()
        pods_stage.save(update_fields=["pods_posted_at"])
        write.journal(Verb.PODS_POSTED, stage=stage)
    return pods_stage


def take_pods_back(write: Write, stage: Stage, reason: str, *, clear: bool) -> None:
    """Unpost the pods of a draft, inside an event write before its first round.

    `clear`: the seats are deleted too, because other players may sit there.
    """
    if stage.pods_posted_at is not None:
        stage.pods_posted_at = None
        stage.save(update_fields=["pods_posted_at"])
        write.journal(Verb.STAGES_CHANGED, stage=stage.number, pods_back=True, reason=reason)
    if clear and stage.pod_seats.exists():
        _give_up(stage, reason)
        stage.pod_seats.all().delete()
        stage.keep_basis("pods", None)
        stage.save(update_fields=["basis"])


def change_seats(
    *,
    event_id: int,
    actor: User,
    stage: int,
    player: int,
    other: int,
    reason: str = "",
    token: str = "",
) -> Stage:
    """Swap the seats of two players of a draft; a player without a seat takes the other's.

    `player` and `other` are numbers. Changing seats that players have seen needs a reason. `token`:
    as check_token takes it, of the seats. Raises RefusedError once the first round of the draft is
    posted, and where neither player has a seat.
    """
    with event_write(event_id, actor) as write:
        pods_stage = _pods_stage(write.event, stage)
        check_token(token, seats_values(pods_stage))
        first = pods_stage.round_set.order_by("number").first()
        if first is not None:
            words = _("Round %(number)d of this draft is paired. Discard it first if possible.")
            raise RefusedError(words % {"number": first.number})
        if pods_stage.pods_posted_at is not None:
            reason = needed_reason(reason)
        seats = {seat.enrollment.number: seat for seat in _seats(pods_stage)}
        here = {enrollment.number: enrollment for enrollment in entrants_of(pods_stage)}
        for number in (player, other):
            if number not in seats and number not in here:
                words = _("Player %(number)d is not in this draft.")
                raise RefusedError(words % {"number": number}, "player")
        if player == other or not {player, other} & seats.keys():
            raise RefusedError(_("Enter two players. At least one must have a seat."), "player")
        people = {number: seat.enrollment for number, seat in seats.items()} | here
        order = {player: other, other: player}
        pods: dict[int, list[int]] = {}
        for number, seat in seats.items():
            pods.setdefault(seat.pod, []).append(people[order.get(number, number)].pk)
        _seat(pods_stage, list(pods.values()))
        drawing = pods_stage.pod_drawings.last()
        if drawing is not None:
            drawing.by_hand = True
            drawing.save(update_fields=["by_hand"])
        write.journal(
            Verb.SEATS_CHANGED,
            enrollment=people[player],
            other=people[other],
            stage=stage,
            reason=reason,
        )
    return pods_stage


def _give_up(stage: Stage, reason: str) -> None:
    """Record why the newest drawing of the pods does not count."""
    newest = stage.pod_drawings.last()
    if newest is not None:
        newest.given_up = reason
        newest.save(update_fields=["given_up"])


def _seats(stage: Stage) -> list[PodSeat]:
    return list(stage.pod_seats.select_related("enrollment").order_by("pod", "seat"))


def _seat(stage: Stage, pods: Sequence[Sequence[int]]) -> None:
    """Replace the seats of a draft by these enrollments, by pod and seat."""
    stage.pod_seats.all().delete()
    PodSeat.objects.bulk_create(
        PodSeat(stage=stage, enrollment_id=enrollment, pod=pod, seat=seat)
        for pod, seated in enumerate(pods, 1)
        for seat, enrollment in enumerate(seated, 1)
    )


def _checked_sizes(sizes: Sequence[int], players: int) -> Sequence[int]:
    if sum(sizes) != players:
        words = _("Pods of %(sizes)s have %(seats)d seats for %(players)d players.")
        figures = {"sizes": "-".join(map(str, sizes)), "seats": sum(sizes), "players": players}
        raise RefusedError(words % figures, "sizes")
    for place, size in enumerate(sizes):
        if size < LEAST_SIZE:
            words = _("A pod needs at least %(least)d players.")
            raise RefusedError(words % {"least": LEAST_SIZE}, f"sizes[{place}]")
    return sizes


def _pods_stage(event: Event, number: int) -> Stage:
    stage = find_stage(event, number)
    if not stage.pods:
        raise RefusedError(_("Stage %(number)d is not a draft.") % {"number": number})
    return stage


def _pods(
    event: Event, stage: Stage, people: dict[int, Enrollment], sizes: Sequence[int]
) -> list[list[int]]:
    played = event.rounds.exists()
    if played:
        order = [row.player for row in ranked(event, people)]
        basis = StandingsOrder.of(event.rounds.count(), order, sizes)
        stage.keep_basis("pods", basis.values)
        stage.save(update_fields=["basis"])
        return pods_by_standing(order, stage.seed or 0, sizes)
    wishes = {
        int(player): Wish(pod - 1, None if seat is None else seat - 1)
        for player, (pod, seat) in stage.wishes.items()
        if int(player) in people
    }
    _check_wishes(people, wishes, sizes)
    return draw_pods(sorted(people), stage.seed or 0, wishes, sizes)


def _check_wishes(
    people: dict[int, Enrollment], wishes: dict[int, Wish], sizes: Sequence[int]
) -> None:
    """Raise RefusedError for wishes that conflict, naming the players and the place."""
    holders: dict[tuple[int, int], int] = {}
    for number, wish in wishes.items():
        name, pod = written_name(people[number]), wish.pod + 1
        if pod > len(sizes):
            words = _("%(name)s requested pod %(pod)d, but the last pod is %(pods)d.")
            raise RefusedError(words % {"name": name, "pod": pod, "pods": len(sizes)}, "wishes")
        if wish.seat is None:
            continue
        place = {"name": name, "pod": pod, "seat": wish.seat + 1}
        if wish.seat >= sizes[wish.pod]:
            words = _(
                "%(name)s requested seat %(seat)d of pod %(pod)d, which has only %(seats)d seats."
            )
            raise RefusedError(words % {**place, "seats": sizes[wish.pod]}, "wishes")
        holder = holders.setdefault((wish.pod, wish.seat), number)
        if holder != number:
            words = _("%(name)s and %(other)s requested the same seat: pod %(pod)d, seat %(seat)d.")
            raise RefusedError(words % {**place, "other": written_name(people[holder])}, "wishes")
    for at, count in Counter(wish.pod for wish in wishes.values()).items():
        if count > sizes[at]:
            words = _("%(count)d players requested pod %(pod)d, which has %(seats)d seats.")
            figures = {"count": count, "pod": at + 1, "seats": sizes[at]}
            raise RefusedError(words % figures, "wishes")
