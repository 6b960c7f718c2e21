"""Public data for players: posted pairings and published standings, nothing else.

A round is public from the moment it is posted, in the rows of its snapshot. A result is public once
standings of its round or of a later one are published.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from django.db.models import Exists, OuterRef

from domain.names import by_family_name, fold
from events.core.adapters import profile_of
from events.core.adapters.stored_rows import (
    PairingRow,
    StandingRow,
    lines_of,
    shown_tiebreakers,
    standing_row,
)
from events.core.clock.forecast import Forecast, players_forecast
from events.core.eligibility.queries import fact_sheet_of
from events.core.events.queries import announced_now
from events.core.players.shown_names import ShownNames, shown_names
from events.core.prizes.queries import ShownPrize, shown_prizes
from events.core.progress.ahead import Ahead, ahead_of
from events.core.progress.queries import is_extended
from events.core.progress.recommended_rounds import announced_rounds
from events.core.results.delayed_results import delayed_matches
from events.core.revision_cache import cached_snapshot
from events.models import (
    AnnouncedChange,
    Announcement,
    BracketSeat,
    Event,
    FactSheet,
    Round,
    Stage,
    StandingsSnapshot,
)
from events.public_site.reads.posted import PublicRound, PublicSnapshot, without_undone_drops
from standings.profile import Profile

Stamp = tuple[Any, ...]
Value = TypeVar("Value")


@dataclass(frozen=True)
class PublicEvent:
    """An event as players see it; `rounds` in order of their numbers.

    `bracket` is the newest stage with a bracket of which a round is posted.
    """

    event: Event
    profile: Profile
    rounds: tuple[PublicRound, ...]
    stages: tuple[Stage, ...]
    bracket: Stage | None
    planned_rounds: int | None
    players: int
    announced_changes: tuple[AnnouncedChange, ...] = ()
    sheet: FactSheet | None = None
    names: ShownNames = field(default_factory=ShownNames)
    remembered: dict[str, Any] = field(default_factory=dict, compare=False)

    @property
    def colour(self) -> str:
        """The name of its colour in css/public/look.css; empty for the usual one."""
        return self.sheet.colour if self.sheet else ""

    def remember(self, name: str, work_out: Callable[[], Value]) -> Value:
        """Return the value of `work_out`, computed once for as long as this object lives."""
        if name not in self.remembered:
            self.remembered[name] = work_out()
        value: Value = self.remembered[name]
        return value

    @cached_property
    def newest_pairings(self) -> "dict[int, PairingRow]":
        """The lines of the newest posted round, by name, under the players' numbers."""
        newest = self.round()
        return {row.number: row for row in pairing_rows(newest)} if newest else {}

    @cached_property
    def newest_standings(self) -> "dict[int, StandingRow]":
        """The newest published standings, by place, under the players' numbers."""
        newest = self.standings()
        rows = standing_rows(newest, self.profile) if newest else ()
        return without_undone_drops(self.event, rows)

    def round(self, number: int | None = None) -> PublicRound | None:
        """Return the posted round of that number, or the newest one."""
        if number is None:
            return self.rounds[-1] if self.rounds else None
        return next((round for round in self.rounds if round.number == number), None)

    @property
    def taken_back(self) -> int | None:
        """The number of the round after the newest one that was unposted again, or None."""
        newest = self.round()
        return self.event.taken_back_after(newest.number if newest else 0)

    def standings(self, number: int | None = None) -> PublicSnapshot | None:
        """Return the published standings after that round, or the newest ones."""
        for round in reversed(self.rounds):
            if round.snapshot is not None and number in (None, round.number):
                return round.snapshot
        return None

    @cached_property
    def results_through(self) -> int:
        """The last round whose results are public; 0 when none is."""
        newest = self.standings()
        return newest.round_number if newest else 0

    def knows_results(self, round: PublicRound) -> bool:
        """Whether all results are public; at once of a complete playoff round without a delay."""
        follows = round.complete and round.stage.is_elimination and not round.has_delayed
        return follows or round.number <= self.results_through

    @cached_property
    def announcements(self) -> tuple[Announcement, ...]:
        """Current announcements; each expires at its own time."""
        return announced_now(self.event)

    @property
    def moved(self) -> "list[PairingRow]":
        """Players whose table changed since the newest round was posted, by name."""
        return [row for row in self.newest_pairings.values() if row.moved]

    @cached_property
    def forecast(self) -> Forecast | None:
        """When the newest round is likely to end, where players see that and its clock runs."""
        newest = self.round()
        if newest is None or newest.complete or self.ahead is None:
            return None
        return players_forecast(self.event, newest, is_last=self.ahead.is_nothing)

    @cached_property
    def ahead(self) -> Ahead | None:
        """The step after the newest posted round; None before round 1.

        No query but for a round robin, a double elimination and a condition of one more round.
        """
        newest = self.round()
        if newest is None:
            return None
        stage, extra = newest.stage, self.extra_round(newest.stage)
        in_stage = sum(posted.stage == stage for posted in self.rounds)
        if stage.kind == Stage.Kind.DOUBLE_ELIMINATION and self.knows_results(newest):
            extra = is_extended(stage, in_stage)
        more_stages = any(later.number > stage.number for later in self.stages)
        return ahead_of(newest, in_stage=in_stage, more_stages=more_stages, extra=extra)

    def extra_round(self, stage: Stage) -> bool | None:
        """Return the decision about one more round of a stage, once it is public."""
        if not stage.extra_round or stage.rounds is None:
            return None
        rounds = [round for round in self.rounds if round.stage == stage]
        if len(rounds) > stage.rounds:
            return True
        if len(rounds) < stage.rounds or not self.knows_results(rounds[-1]):
            return None
        return is_extended(stage, stage.rounds)

    @property
    def is_played(self) -> bool:
        """Whether a round is posted and the event is not finished."""
        return bool(self.rounds) and not self.event.is_finished

    @property
    def is_over(self) -> bool:
        """Whether the event is finished."""
        return self.event.is_finished

    @property
    def next_round_is_due(self) -> bool:
        """Whether a round will be posted soon: the newest is complete, and more are announced.

        It reads nothing unposted, so it reveals only what players know.
        """
        newest = self.round()
        if newest is None or not newest.complete or self.event.is_finished:
            return False
        return self.ahead is not None and not self.ahead.is_nothing

    @property
    def prizes(self) -> "tuple[ShownPrize, ...]":
        """The prize list in the active language; empty where players see none."""
        return shown_prizes(self.event)

    @property
    def has_playoff(self) -> bool:
        """Whether a playoff is announced."""
        return any(stage.is_elimination for stage in self.stages)

    @cached_property
    def has_records(self) -> bool:
        """Whether any stage counts wins and losses, which a playoff alone does not."""
        return any(not stage.is_elimination for stage in self.stages)

    @property
    def pods_stage(self) -> Stage | None:
        """The newest draft whose pods are posted."""
        return next((stage for stage in reversed(self.stages) if stage.pods_posted_at), None)

    @property
    def pods_to_play(self) -> Stage | None:
        """The draft whose pods are posted and of which no round is posted yet."""
        newest, stage = self.round(), self.pods_stage
        begun = newest is not None and stage is not None and newest.stage.number >= stage.number
        return None if begun else stage


def event_stamp(slug: str) -> Stamp | None:
    """Return a value that changes with every public change; None for an unknown event."""
    return (
        Event.objects.filter(slug=slug).values_list("pk", "created_at", "public_revision").first()
    )


def load_event(slug: str) -> PublicEvent:
    """Return the public side of an event in eight queries; Event.DoesNotExist without one."""
    return public_side(Event.objects.get(slug=slug))


def read_event(pk: int) -> PublicEvent:
    """Return the public side of an event by its key; Event.DoesNotExist without one."""
    return public_side(Event.objects.get(pk=pk))


def public_side(event: Event) -> PublicEvent:
    """Return the public data of an event that was read just now, in seven queries."""
    names = shown_names(event)
    # The newest revision of a round counts; large columns are read where they are shown.
    snapshots = (
        StandingsSnapshot.objects.filter(round__event=event)
        .exclude(round__state=Round.State.UNPOSTED)
        .defer("rows", "basis")
        .order_by("revision")
    )
    shown = {snapshot.round_id: snapshot for snapshot in snapshots}
    stages = list(
        Stage.objects.filter(event=event)
        .annotate(seated=Exists(BracketSeat.objects.filter(stage=OuterRef("pk"))))
        .order_by("number")
    )
    for stage in stages:
        stage.event = event
    brackets = {stage.pk for stage in stages if stage.seated}
    rounds = Round.objects.posted().filter(event=event).defer("posted_rows").order_by("number")
    delayed = {*delayed_matches(event).values()}
    posted = tuple(_public_round(round, shown, event, stages, names, delayed) for round in rounds)
    return PublicEvent(
        event=event,
        profile=profile_of(event),
        rounds=posted,
        stages=tuple(stages),
        bracket=next(
            (round.stage for round in reversed(posted) if round.stage.pk in brackets), None
        ),
        planned_rounds=announced_rounds(stages, len(posted)),
        players=event.enrollments.took_part().count(),
        announced_changes=tuple(event.announced_changes.all()),
        sheet=fact_sheet_of(event),
        names=names,
    )


def _public_round(
    round: Round,
    snapshots: dict[int, StandingsSnapshot],
    event: Event,
    stages: Sequence[Stage],
    names: ShownNames,
    delayed: Container[int],
) -> PublicRound:
    # The event and its stages are already loaded, so each round needs no query for them.
    round.event = event
    round.stage = next(stage for stage in stages if stage.pk == round.stage_id)
    newest = snapshots.get(round.pk)
    shown = None
    # If the newest revision was withdrawn, no older one replaces it.
    if newest is not None and not newest.withdrawn:
        shown = PublicSnapshot(newest.pk, round.number, newest.revision, newest.published_at, names)
    return PublicRound(
        id=round.pk,
        number=round.number,
        complete=round.is_complete,
        posted_at=round.posted_at,
        started_at=round.started_at,
        paused_at=round.paused_at,
        added_seconds=round.added_seconds,
        snapshot=shown,
        stage=round.stage,
        minutes=round.minutes,
        state_key=(
            *(round.pk, round.posted_at, round.completed_at or event.public_revision),
            *names.key,
        ),
        names=names,
        next_at=round.next_at,
        bracket_players=round.bracket_players,
        seated_before=round.seated_before,
        has_delayed=round.pk in delayed and round.is_complete and round.stage.is_elimination,
    )


def pairing_rows(round: PublicRound) -> tuple[PairingRow, ...]:
    """Return the posted pairings of a round, by family name as on paper; teams by their name."""
    return cached_snapshot(
        ("by family name", *round.state_key),
        lambda: tuple(sorted(posted_lines(round).values(), key=_place_in_list)),
    )


def _place_in_list(row: PairingRow) -> tuple[str, str, int]:
    if row.members:
        return fold(row.reading or row.name), "", row.number
    return by_family_name(row.name, row.number, row.reading, row.sort)


def posted_lines(round: PublicRound) -> Mapping[int, PairingRow]:
    """Return the posted pairings of a round, a line for each player, by the player's number."""

    def read() -> dict[int, PairingRow]:
        called = round.names
        # Nothing if it was withdrawn in the meantime.
        posted = Round.objects.posted().filter(pk=round.id, posted_at=round.posted_at)
        rows = posted.values_list("posted_rows", flat=True).first() or ()
        return {line.number: line for row in rows for line in lines_of(called.row(row))}

    return cached_snapshot(("posted", *round.state_key), read)


def standing_rows(snapshot: PublicSnapshot, profile: Profile) -> tuple[StandingRow, ...]:
    """Return published standings in order of place, in one query."""

    def read() -> tuple[StandingRow, ...]:
        # Empty if they were withdrawn in the meantime.
        published = StandingsSnapshot.objects.filter(pk=snapshot.id, withdrawn=False)
        rows = published.values_list("rows", flat=True).first() or []
        columns = shown_tiebreakers(profile)
        people = map(snapshot.names.person, rows)
        return tuple(standing_row(row, columns, profile.digits) for row in people)

    return cached_snapshot(("standings", *snapshot.state_key), read)
