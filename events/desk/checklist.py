"""The checklist of an event before round 1: add players, check in, pair."""

from dataclasses import dataclass
from functools import cached_property

from domain.table_marks import SMALLEST_TABLE
from domain.written_names import called
from events.core.adapters import tables_and_byes
from events.core.eligibility.queries import fact_sheet_of
from events.core.events.additions import Addition, unused_additions
from events.core.players.before_round_1 import BeforeRound1, Choice, before_round_1
from events.core.players.waiting_list import PENDING, sign_up_settings
from events.core.progress.presence import Presence
from events.core.progress.queries import NextStep, next_step
from events.core.progress.recommended_rounds import NumberOfRounds, number_of_rounds
from events.core.questions.question import Question
from events.core.seats.allocator import NextTables, next_tables
from events.core.steps.round_1_questions import round_1_questions
from events.models import Enrollment, Event, FactSheet, SignUpSettings, Stage

# Absent players with a button each; a longer list uses the check-in page.
MOST_ABSENT = 6
# Names that the page lists; the roster has the rest.
MOST_NAMES = 24
LEAST = 2


@dataclass(frozen=True)
class Checklist:
    """Everything on the desk before round 1.

    - `asked`: the open checks, with the players by name.
    - `waiting`: sign-ups without a place yet; `staff`: number of staff members.
    """

    event: Event
    asked: BeforeRound1
    rounds: NumberOfRounds
    step: NextStep | None
    stages: tuple[Stage, ...]
    sign_up: SignUpSettings
    sheet: FactSheet
    waiting: int
    staff: int
    areas: int

    @property
    def additions(self) -> list[Addition]:
        """Additions not yet used in the event."""
        return unused_additions(
            self.event,
            stages=self.stages,
            sign_up=self.sign_up,
            sheet=self.sheet,
            has_areas=self.areas > 0,
            is_paired=False,
        )

    @property
    def players(self) -> tuple[Enrollment, ...]:
        """The active players, by name."""
        return self.asked.players

    @property
    def names(self) -> list[str]:
        """The first names of the list."""
        return [called(player) for player in self.players[:MOST_NAMES]]

    @property
    def has_players(self) -> bool:
        """Whether there are enough players for a round."""
        return len(self.players) >= (SMALLEST_TABLE if self.event.at_tables else LEAST)

    @cached_property
    def here(self) -> int:
        """How many players are checked in, not counting those with a bye."""
        return len(self.asked.due.those(self.players, Presence.HERE))

    @cached_property
    def absent(self) -> list[Enrollment]:
        """The players who are expected and not checked in, by name."""
        return self.asked.due.those(self.players, Presence.NOT_HERE)

    @property
    def absent_shown(self) -> list[Enrollment]:
        """The absent players with a button each; none if too many are absent."""
        return self.absent if len(self.absent) <= MOST_ABSENT else []

    @property
    def choice(self) -> Choice | None:
        """The way to pair without absent players, if nothing else is to be decided."""
        return self.asked.without_absent

    @cached_property
    def questions(self) -> list[Question]:
        """The questions before round 1, unless they concern only absent players."""
        return [] if self.choice else round_1_questions(self.asked)

    @property
    def paired(self) -> int:
        """How many players the primary button would pair."""
        return self.choice.count if self.choice else self.asked.playing

    @cached_property
    def _tables_and_byes(self) -> tuple[int, int]:
        return tables_and_byes(self.event, self.paired)

    @property
    def tables(self) -> int:
        """How many tables round 1 would then have."""
        return self._tables_and_byes[0]

    @property
    def next_tables(self) -> NextTables:
        """The tables that round 1 would get now."""
        return next_tables(self.event, max(1, self.tables))

    @property
    def byes(self) -> int:
        """How many of the paired players have no opponent."""
        return self._tables_and_byes[1]

    @property
    def is_plain_swiss(self) -> bool:
        """Whether round 1 is a Swiss round, whose number of tables is known before pairing.

        This includes rounds at tables of three to five.
        """
        return bool(self.stages) and self.stages[0].has_set_rounds and not self.stages[0].pods

    @property
    def has_pods(self) -> bool:
        """Whether the event includes a draft."""
        return any(stage.pods for stage in self.stages)

    @property
    def playoff(self) -> Stage | None:
        """The playoff; None without one."""
        return next((stage for stage in self.stages if stage.is_elimination), None)

    @property
    def before_playoff(self) -> Stage | None:
        """The stage whose cut feeds the playoff; None without one."""
        return self.stages[-2] if self.playoff and len(self.stages) > 1 else None

    @property
    def smaller_playoff(self) -> int:
        """The recommended playoff size if smaller than planned, else 0."""
        before, recommended = self.before_playoff, self.rounds.proposal.playoff
        is_smaller = before and before.cuts_by_rank and recommended < (before.cut_value or 0)
        return recommended if self.has_players and is_smaller else 0


def checklist(event: Event) -> Checklist:
    """Return the checklist of an event, in a fixed number of queries."""
    return Checklist(
        event=event,
        asked=before_round_1(event),
        rounds=number_of_rounds(event),
        step=next_step(event),
        stages=tuple(event.stages.order_by("number")),
        sign_up=sign_up_settings(event),
        sheet=fact_sheet_of(event),
        waiting=event.sign_ups.filter(state__in=PENDING).count(),
        staff=event.staff.count(),
        areas=event.areas.count(),
    )
