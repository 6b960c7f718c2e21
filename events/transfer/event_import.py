"""Making an event of an archive: everything of it, or nothing."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from archive.values import Archive, ArchivedPlayer
from archive.writing import plain
from domain.names import clean_reading
from events.core.event_write import open_imported, open_slice, tell_from_elsewhere
from events.core.events.actions import insert_event
from events.core.owner_actions import make_owner
from events.core.players.enrollment_actions import players_of, write_members
from events.core.refusals import RefusedError
from events.core.seats.table_numbering import check_room
from events.core.standings.actions import standings_after
from events.models import Enrollment, Event, StandingsSnapshot, Verb
from events.models.sql.inserting import insert_rows
from events.transfer.desk_import import (
    create_announcements,
    create_areas,
    create_calls,
    create_certifications,
    create_sign_up,
    create_sign_ups,
)
from events.transfer.forgetting_actions import forget_import, forget_imports
from events.transfer.gate_import import create_gate_answers
from events.transfer.records_import import (
    create_appeals,
    create_changes,
    create_decks,
    create_drawings,
    create_facts,
    create_penalties,
)
from events.transfer.rounds_import import create_rounds
from events.transfer.slices_import import in_slices
from events.transfer.stages_import import create_stages
from standings.archive import profile_of


class Step(StrEnum):
    """The part of a long import that is running."""

    PLAYERS = "players"
    ROUNDS = "rounds"
    STANDINGS = "standings"


Progress = Callable[[Step, int, int], None]


def import_archive(
    *, archive: Archive, actor: User | None, progress: Progress | None = None
) -> Event:
    """Make a new event of a checked archive: everything of it, or nothing.

    It is written beside the others, a part at a time, and is there for everybody with the last one:
    a result that comes in elsewhere meanwhile waits for one part only.

    `actor` gets every role that runs it; None leaves it without staff, so that only the public
    pages show it (`adopt_events` gives it an owner later). `progress` is called with a step, how
    much of it is done and how much there is. Raises RefusedError for penalties without an actor.
    """
    if archive.penalties and actor is None:
        raise RefusedError(
            _("This archive contains penalties, which must belong to an account. Name an owner.")
        )
    forget_imports()
    with open_slice():
        event = _create_event(archive)
    try:
        _write(event, archive, actor, progress or _nobody_watches)
    except BaseException:
        forget_import(event)
        raise
    event.refresh_from_db()
    return event


def _write(event: Event, archive: Archive, actor: User | None, report: Progress) -> None:
    people: dict[int, Enrollment] = {}
    report(Step.PLAYERS, 0, len(archive.players))
    in_slices(
        archive.players, lambda some: people.update(_create_enrollments(event, archive, some))
    )
    report(Step.PLAYERS, len(people), len(people))
    with open_slice():
        create_penalties(archive, people, actor)
        create_appeals(archive, people)
        create_changes(event, archive)
        create_facts(event, archive)
        create_sign_up(event, archive)
        create_announcements(event, archive)
        create_areas(event, archive)
        create_drawings(event, archive)
    in_slices(list(enumerate(archive.sign_ups, 1)), partial(create_sign_ups, event, people))
    with open_slice():
        stages = create_stages(event, archive, people)
    rounds = {}
    for made in create_rounds(event, archive, stages, people):
        rounds[made.number] = made
        report(Step.ROUNDS, made.number, len(archive.rounds))
    with open_slice():
        create_decks(event, archive, people)
        create_certifications(archive, rounds)
        create_gate_answers(event, archive, rounds, create_calls(event, archive, people))
    for done, number in enumerate(archive.standings, start=1):
        # Computed before anybody has to wait: nobody else writes to this event yet.
        rows, basis = standings_after(event, number)
        with open_slice():
            StandingsSnapshot.objects.create(
                round=rounds[number], revision=1, rows=rows, basis=basis, published_by=actor
            )
        report(Step.STANDINGS, done, len(archive.standings))
    in_slices(archive.told, partial(tell_from_elsewhere, event))
    with open_imported(event.pk, actor) as write:
        if actor is not None:
            make_owner(write.event, actor)
        write.journal(Verb.EVENT_IMPORTED, name=event.name)
        for number in archive.standings:
            write.journal(
                Verb.STANDINGS_PUBLISHED, round=rounds[number], revision=1, reason="", imported=True
            )


def _nobody_watches(step: Step, done: int, total: int) -> None:
    """Take the place of a progress report that nobody asked for."""


def _order_of_drops(archive: Archive) -> list[int]:
    """Return the order in which the file names who left, where it is not that of an export."""
    order = [drop.player for drop in archive.drops]
    usual = sorted(archive.drops, key=lambda drop: (drop.after_round, drop.player))
    return [] if order == [drop.player for drop in usual] else order


def _create_event(archive: Archive) -> Event:
    source = archive.event
    room, feature_tables = "\n".join(source.room), "\n".join(source.feature_tables)
    check_room(room, source.blocked_tables, feature_tables)
    return insert_event(
        {
            "importing_since": timezone.now(),
            "last_number": max((player.number for player in archive.players), default=0),
            "imported_drops": _order_of_drops(archive),
            "name": source.name,
            "date": source.date,
            "game_format": source.game_format,
            "games_to_win": source.rules.games_to_win,
            "profile": profile_of(source).to_dict(),
            "state": archive.state.value,
            "seed": source.seed,
            "time_zone": source.time_zone,
            "venue": source.venue,
            "draws_allowed": source.draws_allowed,
            "round_minutes": source.round_minutes,
            "platform": source.platform,
            "platform_setup": source.platform_setup,
            "late_policy": source.late_policy.value,
            "re_entry": source.re_entry.value,
            "first_table": source.first_table,
            "paper_size": source.paper_size.value,
            "room": room,
            "blocked_tables": source.blocked_tables,
            "feature_tables": feature_tables,
            "shuffled_tables": source.shuffled_tables,
            "restrictions": source.restrictions,
            "finished_at": source.finished_at,
            "team_size": source.team_size.value,
            "staff_may_play": source.staff_may_play,
            "show_chances": source.show_chances,
            "public_names": source.public_names.value,
            "published_elsewhere": plain(archive.published),
        }
    )


def _create_enrollments(
    event: Event, archive: Archive, some: Sequence[ArchivedPlayer]
) -> dict[int, Enrollment]:
    """Write some players in the order of the file; return their enrollments by number."""
    left = {drop.player: drop for drop in archive.drops}
    humans = players_of([(player.name, player.email) for player in some])
    enrollments = []
    for player, human in zip(some, humans, strict=True):
        drop = left.get(player.number)
        state = Enrollment.State.ACTIVE
        if drop is not None:
            state = Enrollment.State.DISQUALIFIED if drop.disqualified else Enrollment.State.DROPPED
        enrollments.append(
            Enrollment(
                event=event,
                player=human,
                number=player.number,
                name=player.name,
                reading=clean_reading(player.reading),
                platform_id=player.platform_id,
                awarded_byes=player.awarded_byes,
                first_round=player.first_round,
                checked_in=player.checked_in,
                checked_in_at=player.checked_in_at,
                eligible_because=player.eligible_because,
                alias=player.alias,
                paid=player.paid,
                fixed_table=player.fixed_table,
                source=player.came_from or Enrollment.Source.ARCHIVE,
                state=state,
                left_after=drop.after_round if drop else None,
                left_silently=drop.silently if drop else False,
            )
        )
    insert_rows(enrollments)
    write_members((team, player.members) for team, player in zip(enrollments, some, strict=True))
    return {enrollment.number: enrollment for enrollment in enrollments}
