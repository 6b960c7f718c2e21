"""Making an event of an archive: everything of it, or nothing."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from events.adapters import posted_rows
from events.models import (
    Enrollment,
    Event,
    Match,
    Penalty,
    Player,
    Round,
    Stage,
    Verb,
)
from events.services.archive.stages_made import create_stages
from events.services.archive.values import Archive, ArchivedMatch, ArchivedRound
from events.services.errors import RefusedError
from events.services.events import free_slug
from events.services.identity import players_by_email
from events.services.locking import write_journal
from events.services.owners import make_owner
from events.services.publishing import publish_round
from events.services.teams import write_members

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
    with transaction.atomic():
        event = _create_event(archive)
        if actor is not None:
            make_owner(event, actor)
        write_journal(
            event, actor, Verb.EVENT_IMPORTED, name=event.name, **_order_of_drops(archive)
        )
        report(Step.PLAYERS, 0, len(archive.players))
        people = _create_enrollments(event, archive)
        report(Step.PLAYERS, len(people), len(people))
        _create_penalties(archive, people, actor)
        stages = create_stages(event, archive, people)
        rounds: dict[int, Round] = {}
        for one in archive.rounds:
            rounds[one.number] = _create_round(event, stages[one.stage - 1], one, people)
            report(Step.ROUNDS, one.number, len(archive.rounds))
        for done, number in enumerate(archive.standings, start=1):
            publish_round(event, actor, rounds[number], "")
            report(Step.STANDINGS, done, len(archive.standings))
    event.refresh_from_db()
    return event


def _nobody_watches(step: Step, done: int, total: int) -> None:
    """Take the place of a progress report that nobody asked for."""


def _order_of_drops(archive: Archive) -> dict[str, Any]:
    """Keep the order in which the file names who left, where it is not that of an export."""
    order = [one.player for one in archive.drops]
    usual = sorted(archive.drops, key=lambda one: (one.after_round, one.player))
    return {} if order == [one.player for one in usual] else {"drops": order}


def _create_event(archive: Archive) -> Event:
    source = archive.event
    return Event.objects.create(
        slug=free_slug(source.name),
        name=source.name,
        date=source.date,
        game_format=source.game_format,
        games_to_win=source.games_to_win,
        profile=source.profile.to_dict(),
        state=source.state,
        seed=source.seed,
        time_zone=source.time_zone,
        venue=source.venue,
        draws_allowed=source.draws_allowed,
        round_minutes=source.round_minutes,
        platform=source.platform,
        late_policy=source.late_policy,
        first_table=source.first_table,
        restrictions=source.restrictions,
        finished_at=source.finished_at,
        team_size=source.team_size,
        show_chances=source.show_chances,
        published_elsewhere=archive.published,
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


def _create_penalties(
    archive: Archive, people: Mapping[int, Enrollment], actor: User | None
) -> None:
    if not archive.penalties:
        return
    if actor is None:
        raise RefusedError(
            _("This archive has penalties, which belong to an account: name an owner.")
        )
    given = Penalty.objects.bulk_create(
        Penalty(
            enrollment=people[one.player],
            round_number=one.round,
            infraction=one.infraction,
            penalty=one.penalty,
            note=one.note,
            given_by=actor,
        )
        for one in archive.penalties
    )
    # The database sets the time of a new penalty to now; the archive knows better.
    for penalty, one in zip(given, archive.penalties, strict=True):
        if one.given_at is not None:
            penalty.given_at = one.given_at
    Penalty.objects.bulk_update(given, ["given_at"], batch_size=BATCH)


def _proof(source: ArchivedRound) -> dict[str, Any]:
    """What is known of a pairing that was made elsewhere."""
    found: dict[str, Any] = {"order": list(source.order)} if source.order else {}
    return found | {"again": source.again} if source.again else found


def _as_posted(rows: list[dict[str, Any]], source: ArchivedRound) -> list[dict[str, Any]]:
    """Put back what players saw where a result before the round was corrected later."""
    before = {one.player: one for one in source.before}
    for row in rows:
        for person in (row["first"], row["second"]):
            if person is not None and person["number"] in before:
                saw = before[person["number"]]
                person.update(points=saw.points, record=saw.record)
    return rows


def _match(made: Round, match: ArchivedMatch, people: Mapping[int, Enrollment]) -> Match:
    won, lost, drawn = match.games or (None, None, None)
    return Match(
        round=made,
        table=match.table,
        kind=match.kind,
        first=people[match.first],
        second=people[match.second] if match.second is not None else None,
        first_wins=won,
        second_wins=lost,
        drawn_games=drawn,
        double_loss=match.double_loss,
        extension_minutes=match.extension_minutes,
        slot=match.slot,
        play_first=match.play_first,
        seat_results=match.seats,
    )


def _create_round(
    event: Event, stage: Stage, source: ArchivedRound, people: Mapping[int, Enrollment]
) -> Round:
    """Write one round; what players see of it is made once all earlier ones are written."""
    made = Round.objects.create(
        event=event,
        stage=stage,
        number=source.number,
        state=source.state,
        seed=source.seed,
        changed_by_hand=source.changed_by_hand,
        paired_at=source.paired_at,
        posted_at=source.posted_at,
        started_at=source.started_at,
        completed_at=source.completed_at,
        proof=_proof(source),
    )
    Match.objects.bulk_create(
        [_match(made, match, people) for match in source.matches], batch_size=BATCH
    )
    if made.state != Round.State.DRAFT:
        made.posted_rows = _as_posted(posted_rows(made), source)
        made.save(update_fields=["posted_rows"])
    return made
