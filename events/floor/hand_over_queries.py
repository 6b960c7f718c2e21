"""Load the open matters of an event at a change of shift from their owners."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from domain.staff_board import PlaceKind
from events.core.cards.open_decks import deck_checks
from events.core.events.queries import announced_now
from events.core.guards import find_round_or_none
from events.core.judging.floor_queries import FloorLine, FloorPage, floor_page
from events.core.preflight.queries import preflight_check
from events.core.preflight.round_questions import questions_of
from events.core.progress.presence import Presence, due_round
from events.core.questions.question import Question
from events.core.results.phone_report_queries import open_calls
from events.core.results.result_feed import Dispute, disputes
from events.core.staffing.board import Person, staff_board
from events.core.steps.round_1_questions import questions_before_round_1
from events.models import (
    Announcement,
    Call,
    DeckCheck,
    Enrollment,
    Event,
    HandOver,
    InvestigationNote,
    Round,
)

# The newest notes. For older ones, the journal has the people and the times, not the text.
MOST_NOTES = 20


@dataclass(frozen=True, slots=True)
class Open:
    """Everything that a person taking over needs to know.

    - `floor`: the outstanding tables of the posted round; None without one.
    - `checks`: running deck checks. `late`: players entered for a later round.
    - `questions`: questions before the next pairing or publication.
    - `breaks`: staff of the event on a break; `zone`: the time zone of their times.
    - `investigations`: number of notes; `in_full`: the notes for head judges, else empty.
    - `notes`: hand-over notes, newest first.
    """

    round: Round | None
    floor: FloorPage | None
    calls: Sequence[Call]
    disputes: Sequence[Dispute]
    checks: Sequence[DeckCheck]
    late: Sequence[Enrollment]
    questions: Sequence[Question]
    announcements: Sequence[Announcement]
    breaks: Sequence[Person]
    zone: str
    investigations: int
    in_full: Sequence[InvestigationNote]
    notes: Sequence[HandOver]

    @property
    def extended(self) -> list[FloorLine]:
        """Outstanding tables with a time extension."""
        lines = self.floor.lines if self.floor else ()
        return [line for line in lines if line.match.extension_minutes]


def open_now(event: Event, actor: User, *, is_head_judge: bool) -> Open:
    """Return the open matters in a number of queries independent of tables and players."""
    round = find_round_or_none(event, None)
    posted = round if round is not None and round.is_posted else None
    breaks, zone = _breaks(event)
    notes = event.investigation_notes.select_related("written_by")
    return Open(
        round=round,
        floor=floor_page(posted, actor) if posted else None,
        calls=open_calls(posted) if posted else (),
        disputes=disputes(posted) if posted else (),
        checks=[check for check in deck_checks(event) if check.is_running],
        late=due_round(event).those(event.enrollments.order_by("number"), Presence.LATER),
        questions=_questions(event, round),
        announcements=announced_now(event),
        breaks=breaks,
        zone=zone,
        investigations=notes.count(),
        in_full=list(notes) if is_head_judge else (),
        notes=list(event.hand_overs.select_related("written_by", "read_by")[:MOST_NOTES]),
    )


def _questions(event: Event, round: Round | None) -> list[Question]:
    """Return the questions of the next step; none if a round is unposted or the event is over."""
    if event.is_finished:
        return []
    if round is None:
        return questions_before_round_1(event)
    return [] if round.is_unposted else questions_of(preflight_check(round))[0]


def _breaks(event: Event) -> tuple[list[Person], str]:
    """Return the event's staff on a break, and the time zone of the staff board."""
    if event.organisation is None:
        return [], event.time_zone
    board = staff_board(event.organisation)
    resting = [
        person
        for lane in board.lanes
        if lane.place.kind is PlaceKind.BREAK
        for person in lane.people
        if event.pk in person.events
    ]
    return resting, board.zone
