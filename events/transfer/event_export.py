"""Reading an event as an archive."""

import datetime
from collections.abc import Sequence

from django.conf import settings
from msgspec.structs import replace

from archive.document import Json
from archive.implied import floor_text
from archive.published import Published
from archive.records import ArchivedEntry
from archive.shape import shaped
from archive.values import (
    Archive,
    ArchivedDrop,
    ArchivedEvent,
    ArchivedPlayer,
    ArchivedRules,
)
from archive.writing import values_of
from domain.kinds import CameFrom, EventState, LatePolicy, Paper, ReEntry, ShownNames, TeamSize
from events.core.adapters import members_by_number, profile_of
from events.models import Enrollment, Event, StandingsSnapshot
from events.transfer.desk_export import (
    archived_announcements,
    archived_areas,
    archived_calls,
    archived_certifications,
    archived_sign_up,
    archived_sign_ups,
)
from events.transfer.gate_export import archived_gate_answers
from events.transfer.records_export import (
    archived_appeals,
    archived_deck_checks,
    archived_decks,
    archived_marks,
    changes_of,
    drawings_of,
    facts_of,
    penalties_of,
)
from events.transfer.rounds_export import rounds_of
from events.transfer.stages_export import stages_of
from standings.archive import rules_of

# Where else somebody came from, only this laptop knows.
CAME_FROM = frozenset(CameFrom)


def export_archive(
    event: Event, *, emails: bool = True, journal: Sequence[ArchivedEntry] = ()
) -> Json:
    """Return the event as JSON values in a fixed number of queries.

    An imported event exports the content of its archive, except for the name of the program that
    wrote it. Content that an older version supports is written as that version. Accounts, withdrawn
    standings and the seed of an unpaired round are never exported. E-mail addresses and account
    names are exported unless `emails` is False, which also leaves out sign-ups with their traces
    and the `journal`. The `journal` is the output of `words.journal_told`.
    """
    rounds = rounds_of(event, names=emails)
    began = next((round.completed_at for round in rounds), None)
    people = list(event.enrollments.select_related("player").order_by("pk"))
    members = members_by_number(event)
    elsewhere = event.published_elsewhere
    return values_of(
        Archive(
            written_by=f"Matchslip {settings.VERSION}",
            event=_event(event),
            players=tuple(
                _player(enrollment, members.get(enrollment.number, ()), began, emails=emails)
                for enrollment in people
            ),
            stages=stages_of(event, rounds),
            rounds=rounds,
            drops=_drops(event, people),
            said_standings=_standings(event),
            penalties=penalties_of(event),
            appeals=archived_appeals(event, names=emails),
            facts=facts_of(event),
            decks=archived_decks(event),
            deck_checks=archived_deck_checks(event),
            eligibility=archived_marks(event, emails=emails),
            calls=archived_calls(event),
            gate_answers=archived_gate_answers(event, names=emails),
            announced_changes=changes_of(event),
            announcements=archived_announcements(event, names=emails),
            areas=archived_areas(event) if emails else (),
            certifications=archived_certifications(event, names=emails),
            sign_up=archived_sign_up(event),
            sign_ups=archived_sign_ups(event) if emails else (),
            said_drawings=drawings_of(event),
            told=tuple(journal) if emails else (),
            published=None if elsewhere is None else shaped(elsewhere, Published),
        )
    )


def _event(event: Event) -> ArchivedEvent:
    profile = profile_of(event)
    archived = ArchivedEvent(
        name=event.name,
        date=event.date,
        game_format=event.game_format,
        rules=ArchivedRules(
            win=profile.win,
            draw=profile.draw,
            loss=profile.loss,
            floor=floor_text(profile.floor),
            games_to_win=event.games_to_win,
        ),
        time_zone=event.time_zone,
        venue=event.venue,
        draws_allowed=event.draws_allowed,
        round_minutes=event.round_minutes,
        platform=event.platform,
        platform_setup=event.platform_setup,
        late_policy=LatePolicy(event.late_policy),
        re_entry=ReEntry(event.re_entry),
        first_table=event.first_table,
        paper_size=Paper(event.paper_size),
        room=tuple(event.room.splitlines()),
        blocked_tables=event.blocked_tables,
        feature_tables=tuple(event.feature_tables.splitlines()),
        shuffled_tables=event.shuffled_tables,
        restrictions=event.restrictions,
        finished_at=event.finished_at,
        team_size=TeamSize(event.team_size),
        staff_may_play=event.staff_may_play,
        show_chances=event.show_chances,
        public_names=ShownNames(event.public_names),
        said_state=EventState(event.state),
        said_seed=event.seed,
    )
    return (
        archived if profile == rules_of(archived) else replace(archived, profile=profile.to_dict())
    )


def _player(
    enrollment: Enrollment,
    members: Sequence[str],
    began: datetime.datetime | None,
    *,
    emails: bool,
) -> ArchivedPlayer:
    """Return a player; `began`: since when it says something when they were checked in."""
    here = enrollment.checked_in_at
    return ArchivedPlayer(
        number=enrollment.number,
        name=enrollment.name,
        email=enrollment.player.email or "" if emails else "",
        reading=enrollment.reading,
        platform_id=enrollment.platform_id,
        awarded_byes=enrollment.awarded_byes,
        first_round=enrollment.first_round,
        checked_in=enrollment.checked_in,
        checked_in_at=here if here and began and here >= began else None,
        eligible_because=enrollment.eligible_because,
        alias=enrollment.alias,
        came_from=CameFrom(enrollment.source)
        if emails and enrollment.source in CAME_FROM
        else None,
        paid=enrollment.paid and emails,
        fixed_table=enrollment.fixed_table,
        members=tuple(members),
    )


def _drops(event: Event, people: Sequence[Enrollment]) -> tuple[ArchivedDrop, ...]:
    """Return the drops: imported ones in imported order, then by round and player number."""
    order = {number: place for place, number in enumerate(event.imported_drops)}
    gone = [
        (
            order.get(enrollment.number, len(order)),
            enrollment.left_after,
            enrollment.number,
            enrollment,
        )
        for enrollment in people
        if enrollment.left_after is not None
    ]
    return tuple(
        ArchivedDrop(
            player=number,
            after_round=after,
            disqualified=enrollment.state == Enrollment.State.DISQUALIFIED,
            with_report=enrollment.left_with_id is not None,
            silently=enrollment.left_silently,
        )
        for _place, after, number, enrollment in sorted(gone, key=lambda entry: entry[:3])
    )


def _standings(event: Event) -> tuple[int, ...]:
    numbers = StandingsSnapshot.objects.filter(round__event=event, withdrawn=False)
    return tuple(sorted(set(numbers.values_list("round__number", flat=True))))
