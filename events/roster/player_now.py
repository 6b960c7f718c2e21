"""Where a player is now, for staff: table, record, place, points, and the newest entries."""

from collections.abc import Sequence
from dataclasses import dataclass

from events.core.adapters import profile_of
from events.core.adapters.match_results import parts_at_table, points_of
from events.core.adapters.posted_rounds import record_now
from events.core.journal.queries import JournalPage, newest_about
from events.core.phones.own_state import OwnState, advances_by_cut, own_status
from events.core.players.queries import Played, PlayerPage
from events.core.progress.ahead import read_ahead, with_ahead
from events.core.results.phone_report_queries import differing_tables
from events.core.stages.cuts import last_above_line
from events.core.standings.queries import live_standings
from events.models import Enrollment, Event, Round
from standings.tables.table_points import shown_points


@dataclass(frozen=True, slots=True)
class PlaceNow:
    """The place of a player in the current standings after the newest complete round.

    `cut_place` and `cut_points`: the last place above the cut line, and its points.
    """

    place: int
    players: int
    after: Round
    cut_place: int | None = None
    cut_points: float | None = None


@dataclass(frozen=True, slots=True)
class PlayerNow:
    """The state of a player as staff see it.

    `advances`: whether the newest cut took the player; None without a cut. `round`: the
    newest posted one, `match` the player's in it. `differs`: reports of the match contradict each
    other. `most_points`: with wins only; None where no Swiss round is left. `lines`: the matches,
    the newest first, each with the points after it. `can_check_in`: a check-in adds to what the
    rounds show.
    """

    state: OwnState
    advances: bool | None
    round: Round | None
    match: Played | None
    differs: bool
    record: str
    points: float
    most_points: float | None
    place: PlaceNow | None
    lines: Sequence[tuple[Played, float | None]]
    history: JournalPage
    can_check_in: bool

    @property
    def is_at_table(self) -> bool:
        """Whether the round is played and the player has a table in it."""
        match = self.match
        # A walkover of a playoff has no table.
        return _is_at_table(self.state) and match is not None and match.match.table is not None

    @property
    def is_alone(self) -> bool:
        """Whether the player has a bye or an assigned loss in the round."""
        return self.state is OwnState.ALONE


def _is_at_table(state: OwnState) -> bool:
    return state in (OwnState.PLAYING, OwnState.RECORDED)


def player_now(event: Event, page: PlayerPage) -> PlayerNow:
    """Return where a player is, in a fixed number of queries."""
    enrollment = page.enrollment
    posted = event.rounds.posted()
    round = with_ahead(posted.select_related("stage")).order_by("-number").first()
    match = next((line for line in page.matches if round and line.round.pk == round.pk), None)
    points, record = record_now(enrollment)
    advances = advances_by_cut(enrollment, round)
    status = own_status(event, enrollment, round, match.match if match else None, advances=advances)
    return PlayerNow(
        state=status.state,
        advances=advances,
        round=round,
        match=match,
        differs=_differs(event, round, match),
        record=record,
        points=points,
        most_points=_most_points(event, round, match, points) if status.goes_on else None,
        place=_place_now(event, enrollment, round),
        lines=_lines(event, page.matches),
        history=newest_about(enrollment),
        can_check_in=enrollment.is_active
        and (not event.is_running or (_comes_back(page) and not _is_at_table(status.state))),
    )


def _differs(event: Event, round: Round | None, match: Played | None) -> bool:
    if round is None or match is None or not round.is_posted:
        return False
    by_phone = [round.pk] if event.takes_reports else []
    return (round.pk, match.match.pk) in differing_tables([round.pk], by_phone)


def _most_points(
    event: Event, round: Round | None, match: Played | None, points: float
) -> float | None:
    """Return the points of a player who wins every round that is left in the Swiss stage."""
    if round is None or not round.stage.has_set_rounds:
        return None
    left = read_ahead(round).left
    if left is None:
        return None
    is_open = match is not None and match.match.is_contested and not match.match.has_result
    left += int(is_open and not round.is_complete)
    return points + left * profile_of(event).most if left else None


def _place_now(event: Event, enrollment: Enrollment, round: Round | None) -> PlaceNow | None:
    page = live_standings(event, None)
    if page is None:
        return None
    own = next((row for row in page.stored if row["number"] == enrollment.number), None)
    if own is None or not own["place"]:
        return None
    last = last_above_line(round.stage, page.stored) if round else None
    line = (last["place"], last["points"]) if last else (None, None)
    return PlaceNow(own["place"], len(page.stored), page.round, *line)


def _lines(event: Event, matches: Sequence[Played]) -> list[tuple[Played, float | None]]:
    """Return the matches with the points after each, the newest first."""
    parts = profile_of(event).parts
    total, lines = 0, list[tuple[Played, float | None]]()
    for line in matches:
        worth = _worth(event, line)
        total += worth or 0
        lines.append((line, None if worth is None else shown_points(total, parts)))
    return lines[::-1]


def _worth(event: Event, line: Played) -> int | None:
    """Return the match points of one match in parts; None without a result, and in a playoff."""
    if line.outcome is None or line.round.stage.is_elimination:
        return None
    profile, match = profile_of(event), line.match
    if match.is_table:
        return parts_at_table(profile, match.marks)[line.seat - 1]
    return points_of(profile, line.result, match.kind)[0] * profile.parts if line.result else 0


def _comes_back(page: PlayerPage) -> bool:
    """Whether a check-in matters: the player took part in no round, or not in the newest."""
    return page.never_played or page.matches[-1].no_show
