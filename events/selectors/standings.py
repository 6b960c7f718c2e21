"""Standings as they are now, in a fixed number of queries."""

from dataclasses import dataclass
from typing import Any

import standings
from events.adapters import profile_of, snapshot_rows, tournament_of
from events.models import Event, Round, StandingsSnapshot
from events.selectors.public_lines import StandingRow, shown_tiebreakers, standing_row
from standings.profile import Profile, Tiebreaker


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The live standings after one round; `published` is the newest snapshot players see."""

    round: Round
    numbers: list[int]
    stored: list[dict[str, Any]]
    rows: list[StandingRow]
    columns: tuple[Tiebreaker, ...]
    profile: Profile
    published: StandingsSnapshot | None

    @property
    def is_latest(self) -> bool:
        """True for the newest complete round."""
        return self.round.number == self.numbers[-1]

    @property
    def differs(self) -> bool:
        """True when players see something else than what stands here."""
        return self.published is None or self.published.rows != self.stored


def live_standings(event: Event, number: int | None) -> StandingsPage | None:
    """Compute the standings after round `number`, or after the newest complete one for None.

    None when there is no such complete round.
    """
    complete = list(event.rounds.complete().select_related("stage").order_by("number"))
    if number is None:
        round = complete[-1] if complete else None
    else:
        round = next((one for one in complete if one.number == number), None)
    if round is None:
        return None
    newest = round.snapshots.select_related("published_by").order_by("-revision").first()
    profile = profile_of(event)
    columns = shown_tiebreakers(profile)
    tournament = tournament_of(event, round.number)
    stored = snapshot_rows(event, standings.compute(tournament), round.number)
    return StandingsPage(
        round=round,
        numbers=[one.number for one in complete],
        stored=stored,
        rows=[standing_row(row, columns, profile.digits) for row in stored],
        columns=columns,
        profile=profile,
        published=newest if newest is not None and not newest.withdrawn else None,
    )
