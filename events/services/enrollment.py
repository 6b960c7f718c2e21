"""The roster: enroll players, change, check in and remove them, let them leave and come back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from events.models import Enrollment, Event, Match, Player, Round, Verb
from events.services.departures import (
    apply_drop,
    disqualify,
    drop,
    find_player,
    reinstate,
    take_back_drop,
)
from events.services.errors import RefusedError
from events.services.identity import (
    NAME_LENGTH,
    StaffNames,
    clean_email,
    clean_name,
    other_player,
    players_of,
)
from events.services.locking import lock_unfinished, write_journal, write_journal_of_players
from events.services.states import check_joining
from events.services.teams import (
    TeamsOfEvent,
    change_members,
    clean_members,
    members_of,
    write_members,
)

__all__ = [
    "EnrollmentData",
    "NewEnrollment",
    "apply_drop",
    "change_enrollment",
    "check_in",
    "disqualify",
    "drop",
    "enroll",
    "reinstate",
    "remove",
    "take_back_drop",
]

MOST_AWARDED_BYES = 3


@dataclass(frozen=True, slots=True)
class NewEnrollment:
    """Somebody to enroll; `late` is an Event.LatePolicy value, None for the event's own.

    `members` are those of a team in the order of the seats, empty for a single player.
    """

    name: str
    email: str = ""
    platform_id: str = ""
    awarded_byes: int = 0
    late: str | None = None
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrollmentData:
    """What can be changed of an enrollment; `members` of a team, None: they stay."""

    name: str
    email: str = ""
    platform_id: str = ""
    awarded_byes: int = 0
    fixed_table: int | None = None
    members: tuple[str, ...] | None = None


def enroll(*, event_id: int, actor: User, entries: Sequence[NewEnrollment]) -> list[Enrollment]:
    """Enroll everybody in `entries`, or nobody; return the enrollments in the same order.

    Once a round is paired they are late: under the policy "losses" each round they missed
    becomes an assigned loss. Raises RefusedError naming the player for an empty or long name,
    an e-mail address or platform ID that is taken, a member of the staff, awarded byes other
    than 0 to 3 or given after round 1 was paired, members who can't be a team of this event.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        rounds = list(event.rounds.defer("posted_rows").order_by("number"))
        check_joining(event)
        cleaned = [_cleaned(entry) for entry in entries]
        _check_entries(event, cleaned, late=bool(rounds))
        players = players_of([(entry.name, entry.email) for entry in cleaned])
        number = _last_number(event)
        enrollments = Enrollment.objects.bulk_create(
            [
                Enrollment(
                    event=event,
                    player=player,
                    number=number + offset,
                    name=entry.name,
                    platform_id=entry.platform_id,
                    awarded_byes=entry.awarded_byes,
                    first_round=first_round(rounds),
                )
                for offset, (entry, player) in enumerate(zip(cleaned, players, strict=True), 1)
            ]
        )
        write_members(
            (team, entry.members) for team, entry in zip(enrollments, cleaned, strict=True)
        )
        told = []
        losses = []
        for enrollment, entry in zip(enrollments, cleaned, strict=True):
            policy = entry.late or event.late_policy
            missed = rounds if policy == Event.LatePolicy.LOSSES else []
            losses += [_assigned_loss(item, enrollment) for item in missed]
            data: dict[str, Any] = {"first_round": enrollment.first_round, "losses": len(missed)}
            told.append((enrollment, data))
        Match.objects.bulk_create(losses)
        write_journal_of_players(event, actor, Verb.ENROLLED, told)
    return enrollments


def _last_number(event: Event) -> int:
    """The highest number that a player of this event has or had: numbers are never reused."""
    now = event.enrollments.aggregate(most=Max("number"))["most"] or 0
    ever = event.journal.filter(verb=Verb.ENROLLED).aggregate(most=Max("first_number"))["most"]
    return max(now, ever or 0)


def first_round(rounds: Sequence[Round]) -> int:
    """The first round a player who comes now can be paired in.

    A draft counts as missed too, with an assigned loss in it; pairing it again takes them in.
    """
    if not rounds:
        return 1
    last = rounds[-1]
    return last.number if last.state == Round.State.DRAFT else last.number + 1


def change_enrollment(
    *, event_id: int, actor: User, number: int, data: EnrollmentData
) -> Enrollment:
    """Change what can be changed of a player or a team; journal what changed.

    Raises RefusedError naming the field; awarded byes are frozen once round 1 is paired.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        enrollment = find_player(event, number)
        old_name, old_email = enrollment.name, enrollment.player.email
        columns = data.name, data.email, data.platform_id, data.awarded_byes
        members = members_of(enrollment) if data.members is None else data.members
        entry = _cleaned(NewEnrollment(*columns, members=members))
        byes_changed = entry.awarded_byes != enrollment.awarded_byes
        _check_entries(
            event,
            [entry],
            late=byes_changed and event.rounds.exists(),
            but=enrollment,
            frozen_byes=byes_changed,
        )
        _check_fixed_table(event, enrollment, data.fixed_table)
        if entry.email != old_email:
            enrollment.player = other_player(enrollment, entry.name, entry.email)
        elif entry.name != old_name:
            Player.objects.filter(pk=enrollment.player_id).update(name=entry.name)
        changes: dict[str, Any] = {
            "name": entry.name,
            "platform_id": entry.platform_id,
            "awarded_byes": entry.awarded_byes,
            "fixed_table": data.fixed_table,
        }
        changed = {
            key: [getattr(enrollment, key), value]
            for key, value in changes.items()
            if getattr(enrollment, key) != value
        }
        for key, value in changes.items():
            setattr(enrollment, key, value)
        enrollment.save(update_fields=[*changes, "player"])
        if entry.email != old_email:
            # The journal is kept for ever and read by all of the staff: no addresses in it.
            changed["email"] = []
        new_members = change_members(enrollment, entry.members)
        if new_members:
            changed["members"] = new_members
        if changed:
            write_journal(
                event, actor, Verb.ENROLLMENT_CHANGED, enrollment=enrollment, changed=changed
            )
    return enrollment


def check_in(*, event_id: int, actor: User, number: int, present: bool = True) -> Enrollment:
    """Mark the player as present, or take that back; twice the same changes nothing."""
    with transaction.atomic():
        event = lock_unfinished(event_id)
        enrollment = find_player(event, number)
        if enrollment.state != Enrollment.State.ACTIVE:
            raise RefusedError(
                _("%(name)s has left the event: reinstate them first.") % {"name": enrollment.name}
            )
        if enrollment.checked_in != present:
            enrollment.checked_in = present
            enrollment.save(update_fields=["checked_in"])
            write_journal(event, actor, Verb.CHECKED_IN, enrollment=enrollment, present=present)
    return enrollment


def remove(*, event_id: int, actor: User, number: int) -> str:
    """Take a player off the roster without a trace but the journal; return the name.

    Only before round 1 is paired: later a player drops.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        enrollment = find_player(event, number)
        if event.rounds.exists():
            raise RefusedError(
                _("Round 1 is paired: %(name)s can only be dropped now.")
                % {"name": enrollment.name}
            )
        if enrollment.pod_seats.exists():
            raise RefusedError(
                _("%(name)s sits in a pod. Drop the player and draw the pods again.")
                % {"name": enrollment.name}
            )
        write_journal(event, actor, Verb.ENROLLMENT_REMOVED, enrollment=enrollment)
        player = enrollment.player
        enrollment.delete()
        if not player.enrollments.exists():
            player.delete()
    return enrollment.name


def _cleaned(entry: NewEnrollment) -> NewEnrollment:
    return NewEnrollment(
        name=clean_name(entry.name),
        email=clean_email(entry.email),
        platform_id=clean_name(entry.platform_id),
        awarded_byes=entry.awarded_byes,
        late=entry.late,
        members=clean_members(entry.members),
    )


def _check_entries(
    event: Event,
    entries: Sequence[NewEnrollment],
    *,
    late: bool,
    but: Enrollment | None = None,
    frozen_byes: bool = False,
) -> None:
    """Raise RefusedError for the first entry that can't be in the event beside the others."""
    others = event.enrollments.all() if but is None else event.enrollments.exclude(pk=but.pk)
    emails = set(others.exclude(player__email="").values_list("player__email", flat=True))
    platform_ids = set(others.exclude(platform_id="").values_list("platform_id", flat=True))
    staff = StaffNames(event.pk)
    teams = TeamsOfEvent(event, staff, but)
    for entry in entries:
        _check_entry(entry)
        teams.refuse(entry.members)
        teams.add(entry.name, entry.members)
        if late and (entry.awarded_byes or frozen_byes):
            raise RefusedError(
                _("Awarded byes can be given only before round 1 is paired."), "awarded_byes"
            )
        if entry.email and entry.email in emails:
            raise RefusedError(
                _("%(value)s is already enrolled in this event.") % {"value": entry.email}, "email"
            )
        if entry.platform_id and entry.platform_id in platform_ids:
            raise RefusedError(
                _("The platform ID %(value)s belongs to another player of this event.")
                % {"value": entry.platform_id},
                "platform_id",
            )
        staff.refuse(entry.name, entry.email)
        emails.add(entry.email)
        platform_ids.add(entry.platform_id)


def _check_entry(entry: NewEnrollment) -> None:
    if not entry.name:
        raise RefusedError(_("A player needs a name."), "name")
    if len(entry.name) > NAME_LENGTH:
        raise RefusedError(
            _("The name %(name)s… is longer than %(most)d characters.")
            % {"name": entry.name[:20], "most": NAME_LENGTH},
            "name",
        )
    if len(entry.platform_id) > NAME_LENGTH:
        raise RefusedError(
            _("%(name)s: the platform ID is longer than %(most)d characters.")
            % {"name": entry.name, "most": NAME_LENGTH},
            "platform_id",
        )
    if not 0 <= entry.awarded_byes <= MOST_AWARDED_BYES:
        raise RefusedError(
            _("%(name)s: awarded byes must be 0 to %(most)d.")
            % {"name": entry.name, "most": MOST_AWARDED_BYES},
            "awarded_byes",
        )


def _check_fixed_table(event: Event, enrollment: Enrollment, table: int | None) -> None:
    if table is None:
        return
    if table < 1:
        raise RefusedError(_("Tables are numbered from 1."), "fixed_table")
    holder = event.enrollments.filter(fixed_table=table).exclude(pk=enrollment.pk).first()
    if holder is not None:
        raise RefusedError(
            _("Table %(table)d is already the fixed table of %(name)s.")
            % {"table": table, "name": holder.name},
            "fixed_table",
        )


def _assigned_loss(item: Round, enrollment: Enrollment) -> Match:
    return Match(
        round=item,
        kind=Match.Kind.UNPAIRED,
        first=enrollment,
        first_wins=0,
        second_wins=0,
        drawn_games=0,
    )
