"""Compute the current standings, in a fixed number of queries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import standings
from events.core.adapters import profile_of, snapshot_rows, tournament_of
from events.core.adapters.stored_rows import (
    StandingRow,
    same_rows,
    shown_tiebreakers,
    standing_row,
)
from events.core.players.shown_names import ShownNames, staff_names
from events.core.stages.elimination_results import (
    EliminationResult,
    PlayoffFinish,
    elimination_results,
    playoff_finishes,
)
from events.models import Event, Round, StandingsSnapshot
from standings.profile import Profile
from standings.rule_values import Tiebreaker


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The current standings after one round; `published` is the newest snapshot players see.

    `elimination_results`: how far each player got, by number, in an event without points.
    `finishes`: how each player finished, by number, after a round of a playoff.
    """

    round: Round
    numbers: list[int]
    stored: list[dict[str, Any]]
    columns: tuple[Tiebreaker, ...]
    profile: Profile
    published: StandingsSnapshot | None
    elimination_results: Mapping[int, EliminationResult] | None = None
    finishes: Mapping[int, PlayoffFinish] | None = None
    names: ShownNames = field(default_factory=ShownNames)

    @property
    def rows(self) -> list[StandingRow]:
        """All lines in the form that people read."""
        return self.lines(self.stored)

    def lines(self, stored: Iterable[dict[str, Any]]) -> list[StandingRow]:
        """Return some of the stored lines in the form that people read."""
        called = map(self.names.person, stored)
        return [standing_row(row, self.columns, self.profile.digits) for row in called]

    @property
    def is_latest(self) -> bool:
        """True for the newest complete round."""
        return self.round.number == self.numbers[-1]

    @property
    def differs(self) -> bool:
        """Whether the published standings differ from these."""
        return self.published is None or not same_rows(self.published.rows, self.stored)


def live_standings(event: Event, number: int | None) -> StandingsPage | None:
    """Compute the standings after round `number`, or after the newest complete one for None.

    None without such a complete round.
    """
    rounds = event.rounds.complete().select_related("stage").defer("posted_rows")
    complete = list(rounds.order_by("number"))
    if number is None:
        round = complete[-1] if complete else None
    else:
        round = next((played for played in complete if played.number == number), None)
    if round is None:
        return None
    revisions = round.snapshots.select_related("published_by").defer("basis")
    newest = revisions.order_by("-revision").first()
    profile = profile_of(event)
    # Elimination results are shown only if no complete round counted for points.
    alone = all(played.stage.is_elimination for played in complete)
    how_far = elimination_results(event, round.number) if alone else None
    columns = shown_tiebreakers(profile) if how_far is None else ()
    if newest is not None and newest.event_revision == event.revision:
        # Nothing changed since the newest revision, so its rows are current.
        stored = newest.rows
    else:
        tournament = tournament_of(event, round.number)
        stored = snapshot_rows(event, standings.compute(tournament), round.number)
    return StandingsPage(
        round=round,
        numbers=[played.number for played in complete],
        stored=stored,
        columns=columns,
        elimination_results=how_far,
        finishes=playoff_finishes(event, round.number) if round.stage.is_elimination else None,
        profile=profile,
        published=newest if newest is not None and not newest.withdrawn else None,
        names=staff_names(event),
    )
