"""The state of a stage before its cut: for the desk all of it, for players the published part."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import standings
from events.core.adapters import profile_of, tournament_from, tournament_of
from events.core.progress.queries import entrants_of
from events.models import Event, Match, Round, Stage, StandingsSnapshot
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.posted import PublicRound
from events.public_site.reads.stages import advancing
from standings.chances import Situation
from standings.profile import Profile
from standings.row import Row
from standings.types import Tournament

Table = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class KnownStage:
    """Knowledge of one audience: points from known results, pairs in progress, eligible players.

    `after`: the round of the standings. `paired`: the number of rounds of the stage that are
    paired. `playing`: the round in progress. `tables`: its table numbers, each with two players.
    `byes`: its byes, which the standings do not have yet but `points` has.
    """

    stage: Stage
    profile: Profile
    points: dict[int, int]
    pending: tuple[tuple[int, int], ...]
    eligible: frozenset[int]
    paired: int
    after: int
    playing: int | None = None
    tables: tuple[Table, ...] = ()
    byes: frozenset[int] = field(default_factory=frozenset)

    @property
    def one_more(self) -> bool:
        """True while an announced condition may add another round."""
        return self.stage.extra_round and self.paired <= (self.stage.rounds or 0)

    @property
    def rounds_after(self) -> int:
        """Rounds that are still to be paired, without one that may be added."""
        planned = self.stage.rounds or 0
        return planned - self.paired + (self.stage.extra_round and self.paired > planned)

    @property
    def situation(self) -> Situation | None:
        """The state that chances follow from; None where nothing is left to decide."""
        over = self.rounds_after == 0 and self.playing is None and not self.one_more
        if self.rounds_after < 0 or not self.eligible or over:
            return None
        stage, profile = self.stage, self.profile
        return Situation(
            points=self.points,
            pending=self.pending,
            rounds_after=self.rounds_after,
            places=stage.cut_value if stage.cut_by == Stage.Cut.RANK else None,
            threshold=stage.cut_value if stage.cut_by == Stage.Cut.POINTS else None,
            win=profile.win,
            draw=profile.draw if stage.event.draws_allowed else None,
            loss=profile.loss,
            eligible=self.eligible,
        )


@dataclass(frozen=True, slots=True)
class Results:
    """The results behind what is known, and the standings that follow from them."""

    tournament: Tournament
    rows: Sequence[Row]


def known_live(event: Event) -> tuple[KnownStage, Results] | None:
    """Return everything that is known now, in a fixed number of queries.

    None unless the newest posted rounds are of a stage that has a cut to come.
    """
    profile = profile_of(event)
    posted = event.rounds.posted().select_related("stage").defer("posted_rows")
    rounds = list(posted.order_by("number"))
    complete = [round for round in rounds if round.is_complete]
    open_rounds = [round for round in rounds if round.is_posted]
    if not complete or len(open_rounds) > 1:
        return None
    stage = rounds[-1].stage
    stage.event = event
    if not _has_cut_to_come(stage, profile):
        return None
    playing = open_rounds[0] if open_rounds else None
    tournament = tournament_of(event)
    rows = standings.compute(tournament)
    tables: tuple[Table, ...] = ()
    pending: tuple[tuple[int, int], ...] = ()
    if playing is not None:
        tables, pending = _tables(playing)
    known = KnownStage(
        stage=stage,
        profile=profile,
        points={row.player: int(row.points) for row in rows},
        pending=pending,
        eligible=frozenset(entrant.number for entrant in entrants_of(stage)),
        paired=sum(round.stage_id == stage.pk for round in rounds),
        after=complete[-1].number,
        playing=playing.number if playing else None,
        tables=tables,
    )
    return known, Results(tournament, rows)


def known_to_players(shown: PublicEvent) -> KnownStage | None:
    """Return what follows from published standings and posted pairings only.

    None where the event does not show it to players, or no stage has a cut to come.
    """
    event, newest = shown.event, shown.standings()
    if not event.show_chances or newest is None:
        return None
    stage = Stage.objects.filter(round_set__number=newest.round_number, event=event).first()
    if stage is None or not _has_cut_to_come(stage, shown.profile):
        return None
    stage.event = event
    in_stage = set(stage.round_set.values_list("number", flat=True))
    posted = [round for round in shown.rounds if round.number > newest.round_number]
    if any(round.number not in in_stage for round in posted):
        return None
    paired = sum(number <= newest.round_number for number in in_stage)
    # With several unpublished rounds, their pairings prove nothing about the last.
    return _published(shown, stage, paired, posted[0] if len(posted) == 1 else None)


def published_results(shown: PublicEvent) -> Results | None:
    """Return the results behind the newest published standings; None where none were stored."""
    newest = shown.standings()
    if newest is None:
        return None
    basis = StandingsSnapshot.objects.filter(pk=newest.id).values_list("basis", flat=True).first()
    if not basis:
        return None
    tournament = tournament_from(basis)
    return Results(tournament, standings.compute(tournament, newest.round_number))


def _has_cut_to_come(stage: Stage, profile: Profile) -> bool:
    return (
        stage.kind == Stage.Kind.SWISS
        and stage.cut_by != Stage.Cut.NONE
        and not stage.has_cut
        and stage.rounds is not None
        # A double-sided match has further outcomes besides win, draw and loss.
        and not profile.points_per_game
    )


def _tables(playing: Round) -> tuple[tuple[Table, ...], tuple[tuple[int, int], ...]]:
    """Return the tables of a round, and the pairs of those that are outstanding."""
    columns = ("table", "first__number", "second__number", "first_wins")
    rows = list(playing.matches.of_two().order_by("table", "pk").values_list(*columns))
    tables = tuple((table or 0, first, second) for table, first, second, _wins in rows)
    return tables, tuple((first, second) for _table, first, second, wins in rows if wins is None)


def _published(
    shown: PublicEvent, stage: Stage, paired: int, playing: PublicRound | None
) -> KnownStage:
    rows = shown.newest_standings.values()
    points = {row.number: int(row.points) for row in rows}
    after = shown.results_through
    if playing is None:
        inside = advancing(shown)
        eligible = {row.number for row in rows if row.is_active}
        if inside is not None:
            eligible &= inside
        return KnownStage(stage, shown.profile, points, (), frozenset(eligible), paired, after)
    posted = Round.objects.filter(pk=playing.id).values_list("posted_rows", flat=True).first()
    tables, byes, paired_players = [], set(), set()
    for row in posted or []:
        pair = [side["number"] for side in (row["first"], row["second"]) if side]
        paired_players.update(pair)
        for number in pair:
            points.setdefault(number, 0)
        if len(pair) == 2:
            tables.append((row["table"] or 0, pair[0], pair[1]))
        elif row["kind"] == Match.Kind.BYE:
            points[pair[0]] += shown.profile.bye_points
            byes.add(pair[0])
    return KnownStage(
        stage=stage,
        profile=shown.profile,
        points=points,
        pending=tuple((first, second) for _table, first, second in tables),
        # A player without a match has dropped; a late or reinstated one with a match plays.
        eligible=frozenset(paired_players),
        paired=paired + 1,
        after=after,
        playing=playing.number,
        tables=tuple(sorted(tables)),
        byes=frozenset(byes),
    )
