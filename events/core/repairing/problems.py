"""Problems of a posted round: changes since it was paired, and the players concerned."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from domain.results import Result
from events.core.adapters import RoundMatch, RoundPlayer, round_matches
from events.core.adapters.match_results import points_of, profile_of
from events.models import Enrollment, Event, Match, Repairing, Report, Round
from standings.profile import Profile


@dataclass(frozen=True, slots=True)
class CorrectedResult:
    """A result of an earlier round that was corrected after this one was posted."""

    match: Match
    before: Result | None
    after: Result
    at: datetime.datetime


@dataclass(frozen=True, slots=True)
class ChangedPoints:
    """A player with other match points now than those of the pairing."""

    player: RoundPlayer
    posted: int
    now: int
    table: int | None


@dataclass(frozen=True, slots=True)
class StillPaired:
    """A dropped player who is paired at a table without a result."""

    player: RoundPlayer
    opponent: RoundPlayer
    match: RoundMatch
    round: Round

    @property
    def win(self) -> str:
        """The opponent's win, as the entry box reads it; empty for teams that report by seats."""
        if self.round.by_seats:
            return ""
        wins = self.round.games_to_win
        return f"0{wins}" if self.match.first_id == self.player.pk else f"{wins}0"


@dataclass(frozen=True, slots=True)
class RoundProblems:
    """The problems of a round. `decision`: the later one to leave the round unchanged, if any."""

    corrected: tuple[CorrectedResult, ...]
    points: tuple[ChangedPoints, ...]
    still_paired: tuple[StillPaired, ...]
    unpaired: tuple[RoundPlayer, ...]
    decision: Repairing | None

    @property
    def any(self) -> bool:
        """Whether there is any problem."""
        return bool(self.corrected or self.points or self.still_paired or self.unpaired)


def problems_of(
    event: Event,
    round: Round,
    matches: Sequence[RoundMatch],
    unpaired: Iterable[RoundPlayer],
    points_now: Mapping[int, int],
    history: Sequence[Repairing],
) -> RoundProblems:
    """Return the problems of a posted round, in a fixed number of queries.

    `matches`: those of the round with their players; `unpaired`: active players without a match;
    `points_now`: match points before the round by player number; `history`: its re-pairings and
    decisions, the oldest first.
    """
    corrected = _corrected(event, round, history)
    concerned = tuple(_still_paired(round, matches))
    outside = tuple(unpaired)
    decision = _decision(history)
    if decision is not None:
        people = {paired.player.pk for paired in concerned} | {player.pk for player in outside}
        is_outdated = any(correction.at > decision.at for correction in corrected)
        if is_outdated or not people <= decision.enrollment_ids:
            decision = None
    return RoundProblems(
        corrected=corrected,
        points=_changed_points(round, matches, points_now, _earned(event, corrected)),
        still_paired=concerned,
        unpaired=outside,
        decision=decision,
    )


def seats_of_concerned(
    round: Round, matches: Sequence[RoundMatch], unpaired: Iterable[RoundPlayer]
) -> list[dict[str, Any]]:
    """Return the seats of dropped and unpaired players, as a Repairing stores them."""
    seats = [
        {
            "kind": paired.match.kind,
            "table": paired.match.table,
            "first": paired.match.first_id,
            "second": paired.match.second_id,
        }
        for paired in _still_paired(round, matches)
    ]
    alone = {"kind": Match.Kind.UNPAIRED.value, "table": None, "second": None}
    return seats + [alone | {"first": player.pk} for player in unpaired]


def still_paired(event: Event, enrollment: Enrollment) -> StillPaired | None:
    """Return the outstanding table of a Swiss round at which a dropped player is paired."""
    if enrollment.is_active or event.is_finished:
        return None
    round = event.rounds.being_played().select_related("stage").defer("posted_rows").first()
    if round is None or not round.stage.is_swiss:
        return None
    round.event = event
    here = round.matches.of_two().outstanding()
    here = here.filter(Q(first=enrollment) | Q(second=enrollment))
    paired = next(iter(_still_paired(round, round_matches(here))), None)
    if paired is None:
        return None
    decision = _decision(list(round.repairings.all()))
    return paired if decision is None or enrollment.pk not in decision.enrollment_ids else None


def _corrected(
    event: Event, round: Round, history: Sequence[Repairing]
) -> tuple[CorrectedResult, ...]:
    """Return the corrections that changed points since a round was posted or re-paired."""
    reports = Report.objects.official().filter(
        match__round__event=event,
        match__round__number__lt=round.number,
        source=Report.Source.CORRECTION,
    )
    answers = [made.at for made in history if made.is_plan and made.undone_at is None]
    since = max(filter(None, [round.posted_at, *answers]), default=None)
    if since is not None:
        reports = reports.filter(at__gt=since)
    rows = reports.select_related("match__first", "match__second", "match__round", "replaces")
    corrected = (
        CorrectedResult(
            report.match,
            report.replaces.result if report.replaces else None,
            report.result,
            report.at,
        )
        for report in rows.order_by("id")
    )
    profile = profile_of(event)
    return tuple(correction for correction in corrected if any(_difference(profile, correction)))


def _difference(profile: Profile, correction: CorrectedResult) -> tuple[int, int]:
    """Return by how many points a correction changes both players' match points."""
    kind = correction.match.kind
    first, second = points_of(profile, correction.after, kind)
    if correction.before is None:
        return first, second
    had, had_second = points_of(profile, correction.before, kind)
    return first - had, second - had_second


def _earned(event: Event, corrected: Iterable[CorrectedResult]) -> dict[int, int]:
    """Return by how many points corrections changed the players' match points, by key."""
    earned: dict[int, int] = defaultdict(int)
    profile = profile_of(event)
    for correction in corrected:
        for player, more in zip(
            correction.match.players, _difference(profile, correction), strict=False
        ):
            earned[player.pk] += more
    return earned


def _changed_points(
    round: Round,
    matches: Sequence[RoundMatch],
    points_now: Mapping[int, int],
    earned: Mapping[int, int],
) -> tuple[ChangedPoints, ...]:
    """Return the players whose match points before a round differ from those of its pairing.

    The posted rows have the points of the time of posting, unless a re-pairing was undone since.
    """
    rows = round.posted_rows or []
    people = [person for row in rows for person in (row["first"], row["second"]) if person]
    posted = {person["number"]: person["points"] for person in people}
    # Usually nothing has changed, and this shows it without reading each player's table.
    if not earned and all(posted.get(number) == now for number, now in points_now.items()):
        return ()
    changes = []
    for match in matches:
        for player in match.players:
            now = points_now.get(player.number)
            if now is None:
                continue
            before = now - earned[player.pk] if player.pk in earned else posted.get(player.number)
            if before is not None and before != now:
                changes.append(ChangedPoints(player, before, now, match.table))
    return tuple(changes)


def _still_paired(round: Round, matches: Iterable[RoundMatch]) -> Iterable[StillPaired]:
    for match in matches:
        if match.second is None or match.has_result:
            continue
        if not match.first.is_active:
            yield StillPaired(match.first, match.second, match, round)
        elif not match.second.is_active:
            yield StillPaired(match.second, match.first, match, round)


def _decision(history: Sequence[Repairing]) -> Repairing | None:
    """Return the decision to leave a round unchanged, unless a re-pairing followed it."""
    newest = history[-1] if history else None
    return None if newest is None or newest.is_change else newest
