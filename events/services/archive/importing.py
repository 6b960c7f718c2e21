"""Making an event of an archive: everything of it, or nothing."""

from collections.abc import Callable
from enum import StrEnum

from django.contrib.auth.models import User

from archive.values import Archive
from archive.writing import plain
from events.models import (
    Enrollment,
    Event,
    Player,
    Verb,
)
from events.selectors.identity import players_by_email
from events.services.archive.records_made import (
    create_appeals,
    create_changes,
    create_drawings,
    create_penalties,
)
from events.services.archive.rounds_made import create_rounds
from events.services.archive.stages_made import create_stages
from events.services.door import open_new_event
from events.services.enrollment import write_members
from events.services.events import free_slug
from events.services.owners import make_owner
from events.services.publishing import publish_round
from standings.archive import profile_of

BATCH = 1000


class Step(StrEnum):
    """What a long import is busy with."""

    PLAYERS = "players"
    ROUNDS = "rounds"
    STANDINGS = "standings"


Progress = Callable[[Step, int, int], None]


def import_archive(
    *, archive: Archive, actor: User | None, progress: Progress | None = None
) -> Event:
    """Make a new event of a checked archive, in one transaction.

    `actor` gets every role that runs it; None leaves it without staff, so that only the public
    pages show it (`adopt_events` gives it an owner later). `progress` is called with a step, how
    much of it is done and how much there is. Raises RefusedError for penalties without an actor.
    """
    report = progress or _nobody_watches
    with open_new_event(lambda: _create_event(archive), actor) as write:
        event = write.event
        if actor is not None:
            make_owner(event, actor)
        write.journal(Verb.EVENT_IMPORTED, name=event.name)
        report(Step.PLAYERS, 0, len(archive.players))
        people = _create_enrollments(event, archive)
        report(Step.PLAYERS, len(people), len(people))
        create_penalties(archive, people, actor)
        create_appeals(archive, people)
        create_changes(event, archive)
        stages = create_stages(event, archive, people)
        create_drawings(event, archive)
        rounds = {}
        for made in create_rounds(event, archive, stages, people):
            rounds[made.number] = made
            report(Step.ROUNDS, made.number, len(archive.rounds))
        for done, number in enumerate(archive.standings, start=1):
            publish_round(write, rounds[number], "")
            report(Step.STANDINGS, done, len(archive.standings))
    event.refresh_from_db()
    return event


def _nobody_watches(step: Step, done: int, total: int) -> None:
    """Take the place of a progress report that nobody asked for."""


def _order_of_drops(archive: Archive) -> list[int]:
    """Return the order in which the file names who left, where it is not that of an export."""
    order = [one.player for one in archive.drops]
    usual = sorted(archive.drops, key=lambda one: (one.after_round, one.player))
    return [] if order == [one.player for one in usual] else order


def _create_event(archive: Archive) -> Event:
    source = archive.event
    return Event.objects.create(
        slug=free_slug(source.name),
        last_number=max((one.number for one in archive.players), default=0),
        imported_drops=_order_of_drops(archive),
        name=source.name,
        date=source.date,
        game_format=source.game_format,
        games_to_win=source.rules.games_to_win,
        profile=profile_of(source).to_dict(),
        state=archive.state.value,
        seed=source.seed,
        time_zone=source.time_zone,
        venue=source.venue,
        draws_allowed=source.draws_allowed,
        round_minutes=source.round_minutes,
        platform=source.platform,
        platform_setup=source.platform_setup,
        late_policy=source.late_policy.value,
        re_entry=source.re_entry.value,
        first_table=source.first_table,
        paper_size=source.paper_size.value,
        restrictions=source.restrictions,
        finished_at=source.finished_at,
        team_size=source.team_size.value,
        staff_may_play=source.staff_may_play,
        show_chances=source.show_chances,
        published_elsewhere=plain(archive.published),
    )


def _create_enrollments(event: Event, archive: Archive) -> dict[int, Enrollment]:
    """Write the players in the order of the file; return their enrollments by number."""
    known = players_by_email(player.email for player in archive.players)
    new = [
        Player(name=player.name, email=player.email)
        for player in archive.players
        if player.email not in known
    ]
    made = iter(Player.objects.bulk_create(new, batch_size=BATCH))
    left = {drop.player: drop for drop in archive.drops}
    enrollments = []
    for player in archive.players:
        drop = left.get(player.number)
        state = Enrollment.State.ACTIVE
        if drop is not None:
            state = Enrollment.State.DISQUALIFIED if drop.disqualified else Enrollment.State.DROPPED
        enrollments.append(
            Enrollment(
                event=event,
                player=known[player.email] if player.email in known else next(made),
                number=player.number,
                name=player.name,
                platform_id=player.platform_id,
                awarded_byes=player.awarded_byes,
                first_round=player.first_round,
                checked_in=player.checked_in,
                fixed_table=player.fixed_table,
                state=state,
                left_after=drop.after_round if drop else None,
            )
        )
    people = Enrollment.objects.bulk_create(enrollments, batch_size=BATCH)
    write_members(
        (team, player.members) for team, player in zip(people, archive.players, strict=True)
    )
    return {one.number: one for one in people}
