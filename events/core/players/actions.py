"""Change, check in and remove the players and teams on the roster."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain.written_names import written_name
from events.core.drops.drop_parts import find_player
from events.core.edit_conflicts import check_token
from events.core.event_write import event_write, lock_name
from events.core.namesakes import mark_namesakes
from events.core.players.enrollment_actions import write_members
from events.core.players.exclusion_actions import enter_late
from events.core.players.no_shows import since_when_it_counts
from events.core.players.player_entries import (
    EnrollmentData,
    NewEnrollment,
    cleaned_entry,
    enrollment_values,
)
from events.core.players.same_person import check_entries, players_by_email
from events.core.players.teams import members_of
from events.core.players.waiting_list_actions import fill_places
from events.core.progress.presence import first_round_at_a_table
from events.core.refusals import RefusedError
from events.models import Enrollment, Event, Match, Player, Verb
from events.models.querysets import of_player, of_players


def change_enrollment(
    *, event_id: int, actor: User, number: int, data: EnrollmentData, token: str = ""
) -> Enrollment:
    """Change the editable data of a player or a team; the journal lists the changes.

    `token`: as check_token takes it. Raises RefusedError naming the field; awarded byes are frozen
    once round 1 is paired.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        enrollment = find_player(event, number)
        check_token(token, enrollment_values(enrollment))
        old_name, old_email = enrollment.name, enrollment.player.email
        columns = data.name, data.email, data.platform_id, data.awarded_byes
        members = members_of(enrollment) if data.members is None else data.members
        entry = cleaned_entry(
            NewEnrollment(*columns, members=members, reading=data.reading, sort_name=data.sort_name)
        )
        byes_changed = entry.awarded_byes != enrollment.awarded_byes
        check_entries(
            event,
            [entry],
            late=byes_changed and event.rounds.exists(),
            but=enrollment,
            frozen_byes=byes_changed,
        )
        _check_fixed_table(event, enrollment, data.fixed_table)
        if entry.email != old_email:
            enrollment.player = other_player(event, enrollment, entry.name, entry.email)
        elif entry.name != old_name:
            Player.objects.filter(pk=enrollment.player_id).update(name=entry.name)
        changes: dict[str, Any] = {
            "name": entry.name,
            "reading": entry.reading,
            "sort_name": entry.sort_name,
            "platform_id": entry.platform_id,
            "awarded_byes": entry.awarded_byes,
            "fixed_table": data.fixed_table,
        }
        if byes_changed:
            # Staff set the number, so it no longer comes from a series.
            enrollment.byes_series, enrollment.byes_place = "", 0
        changed = {
            key: [getattr(enrollment, key), value]
            for key, value in changes.items()
            if getattr(enrollment, key) != value
        }
        for key, value in changes.items():
            setattr(enrollment, key, value)
        enrollment.save(update_fields=[*changes, "player", "byes_series", "byes_place"])
        if entry.email != old_email:
            # The journal is permanent and all staff read it, so it contains no addresses.
            changed["email"] = []
        new_members = change_members(enrollment, entry.members)
        if new_members:
            changed["members"] = new_members
        if changed:
            write.journal(Verb.ENROLLMENT_CHANGED, enrollment=enrollment, changed=changed)
    return enrollment


def check_in(*, event_id: int, actor: User, number: int, present: bool = True) -> Enrollment:
    """Mark the player as present, or undo that; a repeated call changes nothing.

    A player who is already checked in and checks in again in a later round is recorded as present
    again: the pre-flight check before pairing asks about their no-show. A player who was left out
    of round 1 becomes a late entry.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        enrollment = find_player(event, number)
        if enrollment.excluded and present:
            enter_late(write, enrollment, reason="checked-in")
        if not enrollment.is_active:
            raise RefusedError(
                _("%(name)s has dropped. Reinstate them first.")
                % {"name": written_name(enrollment)}
            )
        if enrollment.checked_in != present or (present and _comes_again(event, enrollment)):
            enrollment.checked_in = present
            enrollment.checked_in_at = timezone.now() if present else None
            enrollment.save(update_fields=["checked_in", "checked_in_at"])
            write.journal(Verb.CHECKED_IN, enrollment=enrollment, present=present)
    return enrollment


def _comes_again(event: Event, enrollment: Enrollment) -> bool:
    """Return whether a checked-in player was checked in for an earlier round than is due now."""
    newest = event.rounds.order_by("-number").first()
    first = first_round_at_a_table(enrollment)
    if newest is None or newest.number + newest.is_complete <= first:
        return False
    since = newest.completed_at or since_when_it_counts(newest)
    at = enrollment.checked_in_at
    return at is None or (since is not None and at < since)


def remove(*, event_id: int, actor: User, number: int) -> str:
    """Take a player off the roster, leaving only the journal entry; return the name.

    Only for a player who never played: a player who was paired or had a bye drops instead. Assigned
    losses are removed too.
    """
    with event_write(event_id, actor) as write:
        enrollment = find_player(write.event, number)
        check_never_played(enrollment)
        write.journal(Verb.ENROLLMENT_REMOVED, enrollment=enrollment)
        delete_enrollment(enrollment)
        fill_places(write)
    return enrollment.name


# The ties of a player to the event, and why the player is not removed then.
_TIES = (
    (
        Exists(Match.objects.filter(of_player(OuterRef("pk"))).exclude(kind=Match.Kind.UNPAIRED)),
        _("%(name)s was already paired and can now only be dropped."),
    ),
    (
        Q(pod_seats__isnull=False),
        _("%(name)s is seated in a pod. Drop the player and draw the pods again."),
    ),
    (
        Q(registered_pool__registered_at__isnull=False),
        _("%(name)s has registered a pool and can now only be dropped."),
    ),
    (
        Q(bracket_seats__isnull=False) | Q(advanced_from__isnull=False),
        _("%(name)s is in a playoff and can now only be dropped."),
    ),
)


def tied_players(players: Sequence[Enrollment]) -> QuerySet[Enrollment]:
    """Return those of these players with a match, bye, pod, pool, or place in a bracket."""
    chosen = Enrollment.objects.filter(pk__in=[player.pk for player in players])
    known = reduce(or_, (Q(tie) for tie, _words in _TIES))
    return chosen.filter(known).order_by("number")


def check_none_played(players: Sequence[Enrollment]) -> None:
    """Raise RefusedError for the first of these players who is tied to the event. One query."""
    tied = tied_players(players).first()
    if tied is not None:
        alone = Enrollment.objects.filter(pk=tied.pk)
        words = next(words for tie, words in _TIES if alone.filter(tie).exists())
        raise RefusedError(words % {"name": written_name(tied)})


def check_never_played(enrollment: Enrollment) -> None:
    """Raise RefusedError for a player whom `check_none_played` refuses."""
    check_none_played([enrollment])


def delete_enrollment(enrollment: Enrollment) -> None:
    """Delete an enrollment that never played, in the caller's transaction."""
    delete_enrollments(enrollment.event, [enrollment])


def delete_enrollments(event: Event, gone: Sequence[Enrollment]) -> None:
    """Delete enrollments that never played, in the caller's transaction.

    Their assigned losses are deleted too, and players without another enrollment.
    """
    Match.objects.filter(of_players(gone)).delete()
    event.enrollments.filter(pk__in=[player.pk for player in gone]).delete()
    mark_namesakes(event)
    known = [player.player_id for player in gone]
    Player.objects.filter(pk__in=known, enrollments__isnull=True).delete()


def matches_of(enrollment: Enrollment) -> QuerySet[Match]:
    """Return every match of a player, unposted rounds too."""
    return Match.objects.of_player(enrollment)


def _check_fixed_table(event: Event, enrollment: Enrollment, table: int | None) -> None:
    if table is None:
        return
    if table < 1:
        raise RefusedError(_("Table numbers start at 1."), "fixed_table")
    holder = event.enrollments.filter(fixed_table=table).exclude(pk=enrollment.pk).first()
    if holder is not None:
        raise RefusedError(
            _("Table %(table)d is already the fixed table of %(name)s.")
            % {"table": table, "name": written_name(holder)},
            "fixed_table",
        )


def other_player(event: Event, enrollment: Enrollment, name: str, email: str) -> Player:
    """Return the player of an enrollment after its e-mail address was changed.

    The player with that address, else the same player, or a new one if other enrollments share it.
    """
    lock_name(f"addresses/{event.organisation_id}")
    known = players_by_email(event, [email])
    if known:
        return known[email]
    player = enrollment.player
    if player.enrollments.exclude(pk=enrollment.pk).exists():
        return Player.objects.create(name=name, email=email, organisation_id=event.organisation_id)
    player.name, player.email = name, email
    player.save(update_fields=["name", "email"])
    return player


def change_members(team: Enrollment, members: Sequence[str]) -> list[str]:
    """Replace the members of a team in the caller's transaction.

    Returns the old and the new members, as the journal stores them; empty without a change.
    """
    before = members_of(team)
    if before == tuple(members):
        return []
    team.members.all().delete()
    write_members([(team, members)])
    return [", ".join(before), ", ".join(members)]
