"""Join and leave a queue, return to it, and replace people who do not come."""

import datetime
from collections.abc import Collection

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import NAME_LENGTH
from domain.names import clean_name, name_key
from domain.scans import is_code
from domain.written_names import written, written_name
from events.core.event_write import event_write, queue_write
from events.core.players.actions import check_never_played, delete_enrollment
from events.core.players.scanned_codes import player_of_code
from events.core.refusals import RefusedError
from events.core.rounds.actions import unpost_round
from events.core.rounds.pairing_actions import discard_round
from events.core.stages.pod_actions import change_seats
from events.core.typed_values import check_line
from events.models import (
    Enrollment,
    Event,
    OrganisationEntry,
    Player,
    Queue,
    QueueEntry,
    QueuePod,
    Round,
    Verb,
)
from events.models.organisations.on_demand import NAMESAKE
from events.on_demand.line import QueueWrite, call_pods, enroll_entries, post
from events.on_demand.members import creator_of, known_player
from events.on_demand.pod_records import still_plays

State = QueueEntry.State
_Verb = OrganisationEntry.Verb
NO_SHOW = "no-show"
# People whom one phone may add to a queue, such as a family.
MOST_OF_A_PHONE = 4


def join(
    *,
    queue: Queue,
    name: str,
    actor: User | None = None,
    player: int | None = None,
    mine: Collection[int] = (),
    now: datetime.datetime | None = None,
) -> QueueEntry:
    """Add a person to the end of the line; pods that are then full are called immediately.

    `name`: typed, or a scanned player link at the desk. `actor`: the account at the desk, None for
    a phone. `player`: the key of a player chosen from the organisation's list. `mine`: earlier
    entries of the phone. RefusedError, on field `name`, for a person already waiting or playing:
    the desk learns of everyone, a phone only of people whom it added.
    """
    with queue_write(queue.pk, queue.organisation_id) as row:
        write = QueueWrite(row, actor, now or timezone.now())
        _check_open(row, actor, mine)
        person = _person(row, name, actor, player)
        name = person.name if person else clean_name(name)
        check_line(name, "name")
        if not 0 < len(name) <= NAME_LENGTH:
            words = _("Enter a name, at most %(most)d characters.")
            raise RefusedError(words % {"most": NAME_LENGTH}, "name")
        if person is None and (mine or actor):
            person = known_player(row, name, mine)
        key = _check_once(row, name, person, actor, mine)
        if person is None:
            person = Player.objects.create(name=name, organisation_id=row.organisation_id)
        row.last_number += 1
        entry = QueueEntry.objects.create(
            queue=row,
            organisation_id=row.organisation_id,
            number=row.last_number,
            player=person,
            name=name,
            key=key,
            joined_at=write.now,
            by=actor,
        )
        call_pods(write)
    entry.refresh_from_db()
    return entry


def leave(*, entry: QueueEntry, actor: User | None = None) -> QueueEntry:
    """Remove a waiting person from the line; replace a called one who leaves.

    Leaving twice has no further effect. RefusedError if the person's pod is posted: players drop
    there.
    """
    with queue_write(entry.queue_id, entry.organisation_id) as queue:
        write = QueueWrite(queue, actor, timezone.now())
        entry = queue.entries.select_related("pod__event", "enrollment").get(pk=entry.pk)
        if entry.state == State.PLAYING:
            raise RefusedError(_("Your pod has started. To drop, ask a judge or the desk."))
        if entry.is_waiting:
            entry.state = State.LEFT
            entry.save(update_fields=["state"])
            if actor is not None:
                write.journal(_Verb.QUEUE_REMOVED, name=entry.name)
        elif entry.is_called:
            _replace(write, entry, State.LEFT)
        call_pods(write)
    return entry


def replace_no_show(*, entry: QueueEntry, actor: User) -> QueueEntry | None:
    """Replace a person who did not come by the next in line; return that person's entry.

    None if nobody is waiting: the place stays empty. RefusedError once the pod has a result, or the
    draft's first round is paired.
    """
    with queue_write(entry.queue_id, entry.organisation_id) as queue:
        write = QueueWrite(queue, actor, timezone.now())
        entry = queue.entries.select_related("pod__event", "enrollment").get(pk=entry.pk)
        if entry.state not in (State.CALLED, State.PLAYING):
            words = _("%(name)s is no longer in this pod.")
            raise RefusedError(words % {"name": written_name(entry)})
        following = _replace(write, entry, State.NO_SHOW)
        call_pods(write)
    return following


def _replace(write: QueueWrite, entry: QueueEntry, why: QueueEntry.State) -> QueueEntry | None:
    """Remove a person from a pod and add the next one, inside a write."""
    pod, gone = entry.pod, entry.enrollment
    creator = write.actor or creator_of(write.queue)
    if pod is None or pod.event is None or gone is None or creator is None:
        raise RefusedError(_("The event of this pod was deleted."))
    first = pod.event.rounds.order_by("number").first()
    starts_over = first is not None
    if first is not None:
        _take_back(pod.event, first, creator)
    # A posted draft admits no further players, so it is unposted until this write ends.
    seats = pod.event.stages.filter(pods=True, pods_posted_at__isnull=False).first()
    if seats is not None:
        pod.event.stages.filter(pk=seats.pk).update(pods_posted_at=None)
    waiting = write.queue.entries.filter(state=State.WAITING).select_related("player")
    following = waiting.order_by("number").first()
    entry.state, entry.enrollment, entry.pod = why, None, None
    entry.save(update_fields=["state", "enrollment", "pod"])
    if following is not None:
        enroll_entries(pod, [following], creator)
    _give_seat(pod, gone, following, creator)
    if seats is not None:
        pod.event.stages.filter(pk=seats.pk).update(pods_posted_at=seats.pods_posted_at)
    with event_write(pod.event.pk, creator) as inside:
        check_never_played(gone)
        inside.journal(Verb.ENROLLMENT_REMOVED, enrollment=gone)
        delete_enrollment(gone)
    if pod.is_posted:
        if starts_over:
            post(pod, creator, write.now)
        pod.entries.filter(state=State.CALLED).update(state=State.PLAYING)
    write.journal(
        _Verb.POD_REPLACED,
        pod=pod.number,
        name=entry.name,
        following=following.name if following else "",
    )
    return following


def _take_back(event: Event, first: Round, creator: User) -> None:
    """Unpost and discard round 1 of a pod; RefusedError once it has a result."""
    if event.stages.filter(pods=True).exists():
        words = _("Round 1 of the draft is paired. Drop the player at the event's desk.")
        raise RefusedError(words)
    if event.rounds.count() > 1 or first.is_complete:
        raise RefusedError(_("Round 1 is over. Drop the player at the event's desk."))
    if first.is_posted:
        unpost_round(event_id=event.pk, actor=creator, number=1, reason=NO_SHOW)
    discard_round(event_id=event.pk, actor=creator, number=1, reason=NO_SHOW)


def _give_seat(
    pod: QueuePod, gone: Enrollment, following: QueueEntry | None, creator: User
) -> None:
    """Give a player's draft seat to the next person; delete it if there is none."""
    stage = pod.event.stages.filter(pods=True).first() if pod.event else None
    if stage is None or pod.event is None or not stage.pod_seats.exists():
        return
    if following is None or following.enrollment is None:
        gone.pod_seats.all().delete()
        return
    change_seats(
        event_id=pod.event.pk,
        actor=creator,
        stage=stage.number,
        player=gone.number,
        other=following.enrollment.number,
        reason=NO_SHOW,
    )


def _check_open(queue: Queue, actor: User | None, mine: Collection[int]) -> None:
    if not queue.is_open:
        raise RefusedError(_("Nobody can join this queue at the moment."))
    if actor is None and not queue.by_phone:
        raise RefusedError(_("Join this queue at the desk."))
    if actor is None and len(mine) >= MOST_OF_A_PHONE:
        waiting = QueueEntry.objects.filter(pk__in=mine, state__in=(State.WAITING, State.CALLED))
        if waiting.count() >= MOST_OF_A_PHONE:
            raise RefusedError(_("This phone can't add more people. Ask the desk to add others."))


def _person(queue: Queue, name: str, actor: User | None, player: int | None) -> Player | None:
    """Return the player chosen by the desk from the list, or whose badge it scanned."""
    if actor is not None and player is not None:
        chosen = Player.objects.filter(organisation=queue.organisation_id, pk=player).first()
        if chosen is None:
            raise RefusedError(_("This player is no longer registered. Type the name."), "name")
        return chosen
    scanned = None if actor is None else player_of_code(name, queue.organisation_id)
    if scanned is None and (is_code(name) or "/me/" in name):
        raise RefusedError(_("This code does not belong to a player of the organisation."), "name")
    return scanned


def _check_once(
    queue: Queue, name: str, person: Player | None, actor: User | None, mine: Collection[int]
) -> str:
    """Refuse a person already waiting or playing; return the key of the new entry.

    A phone knows the people whom it added, and learns no other name: a namesake of a person in the
    line gets a place and a key of its own, and the board marks the two. The entry of a person who
    has finished playing is ended.
    """
    same = QueueEntry.objects.filter(
        organisation=queue.organisation_id, state__in=QueueEntry.ACTIVE
    ).select_related("pod__event", "enrollment", "queue")
    key = name_key(name)
    namesakes = Q(key=key) | Q(key__startswith=f"{key}{NAMESAKE}")
    rows = same.filter(namesakes | Q(player=person)) if person else same.filter(namesakes)
    taken = set()
    for entry in rows:
        if entry.state == State.PLAYING and not still_plays(entry):
            entry.state = State.DONE
            entry.save(update_fields=["state"])
            continue
        taken.add(entry.key)
        if actor is None and entry.pk not in mine:
            continue
        raise RefusedError(
            _twice_words(entry) % {"name": written(name), "queue": written(entry.queue.name)},
            "name",
        )
    keys = (key, *(f"{key}{NAMESAKE}{number}" for number in range(2, len(taken) + 2)))
    return next(free for free in keys if free not in taken)


def _twice_words(entry: QueueEntry) -> str:
    if entry.is_waiting:
        return _(
            "%(name)s is already waiting for %(queue)s. If this is another person, add "
            "an initial to the name."
        )
    return _(
        "%(name)s is in a pod of %(queue)s. If this is another person, add an initial to the name."
    )
