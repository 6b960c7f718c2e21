"""Page on a player's own phone: their current match, its reports and its recorded result."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from domain.report_sources import PHONE_SOURCES
from domain.results import Result
from events.core.adapters import record_now
from events.core.cards.open_decks import decks_of_opponents
from events.core.clock.forecast import Forecast, players_forecast
from events.core.phones.queries import own_match_in
from events.core.players.shown_names import shown_names
from events.core.players.waiting_list import sign_up_settings
from events.core.progress.ahead import Ahead, read_ahead, with_ahead
from events.core.progress.presence import due_round
from events.core.progress.queries import is_extended
from events.core.results.match_rules import MatchRules, typed
from events.core.results.round_rules import rules_of
from events.models import (
    AnnouncedChange,
    Call,
    Decklist,
    Enrollment,
    Event,
    Match,
    Report,
    Round,
    SignUp,
    Stage,
    StandingsSnapshot,
)
from events.player_pages.own_table import OwnGames, OwnTable, own_games
from events.public_site.requests_of_pages import PublicFacts, public_facts


@dataclass(frozen=True, slots=True)
class OwnClock:
    """Time of the newest posted round, as the public pages show it."""

    round: Round
    announced_changes: Sequence[AnnouncedChange]
    forecast: Forecast | None


@dataclass(frozen=True)
class OwnPage(OwnTable):
    """Page on one player's phone, read in a fixed number of queries.

    `round` is the newest posted one, `match` is the player's match in it; both may be None. `own`
    and `other` are the phone reports of the two players that were not undone. `next_is_paired`: the
    result can no longer be disputed here. `calls`: the open calls of the match. `games`: the games
    of the match, reported one by one; None in an event without that option, and once the result is
    in. `sign_up`: the player's sign-up, until round 1 is posted, with the `fee`. `shown`: the
    clock, the forecast and the announced values of the round; None before the first round.
    `public`: what everyone can read of the player, by the newest build of the public pages. `deck`:
    the player's own list, where players hand it in by phone. `ahead`: what follows the round by
    what is announced; None before round 1.
    """

    event: Event
    enrollment: Enrollment
    round: Round | None
    match: Match | None
    own: Report | None
    other: Report | None
    next_is_paired: bool
    calls: Sequence[Call]
    points: float
    record: str
    games: OwnGames | None = None
    opponent_decks: Sequence[Decklist] = ()
    sign_up: SignUp | None = None
    fee: str = ""
    shown: "OwnClock | None" = None
    public: PublicFacts | None = None
    deck: Decklist | None = None
    ahead: Ahead | None = None
    others: Sequence[Report] = ()

    @cached_property
    def byes(self) -> int:
        """How many rounds the player has off before the first one at a table; 0 from round 1 on.

        No query without awarded byes.
        """
        awarded = self.enrollment.awarded_byes
        if self.round is not None or not awarded:
            return 0
        return awarded if due_round(self.event).has_bye(self.enrollment) else 0

    @property
    def first_table_round(self) -> int:
        """The first round that the player has to be here for."""
        return self.byes + 1

    @property
    def taken_back(self) -> int | None:
        """The number of the round after this one that was unposted again, or None."""
        return self.event.taken_back_after(self.round.number if self.round else 0)

    @property
    def opponent(self) -> Enrollment | None:
        """The opponent; None with a bye, an assigned loss, no match, or several opponents."""
        match = self.match
        return None if match is None or match.is_table else match.opponent_of(self.enrollment)

    @property
    def is_second(self) -> bool:
        """Whether the player is the second-named one of the match."""
        return self.match is not None and self.match.second_id == self.enrollment.pk

    @property
    def plays_first(self) -> bool | None:
        """Whether the player plays first in game 1 of a playoff; None before the choice."""
        if self.match is None or not self.match.play_first:
            return None
        return self.match.first_on_play is not self.is_second

    def mine(self, result: Result | None) -> Result | None:
        """Return a result of the match as this player would write it."""
        if result is not None and result.marks:
            return result.from_seat(self.own_seat)
        return result.turned() if result is not None and self.is_second else result

    @property
    def recorded(self) -> Result | None:
        """The result that counts, from this player's side; None without one."""
        contested = self.match is not None and self.match.is_contested
        return self.mine(self.match.result) if self.match and contested else None

    @property
    def own_report(self) -> Result | None:
        """Result that the player reported, from their side."""
        return self.mine(self.own.result) if self.own else None

    @property
    def opponent_report(self) -> Result | None:
        """Result that the opponent reported, from this player's side."""
        return self.mine(self.other.result) if self.other else None

    @property
    def agree(self) -> bool:
        """Whether both have reported the same."""
        if self.own is None or self.other is None:
            return False
        return self.own.result.equals(self.other.result)

    @property
    def in_conflict(self) -> bool:
        """Whether the players reported different results, or another winner of a game."""
        if self.others and self.match is not None and self.match.is_table:
            sent = [report.result for report in (self.own, *self.others) if report is not None]
            return any(not result.equals(sent[0]) for result in sent)
        differ = self.own is not None and self.other is not None and not self.agree
        return differ or (self.games is not None and self.games.differs)

    @property
    def by_desk(self) -> bool:
        """Whether what counts was recorded by the staff and not by the two phones."""
        official = self.match.official_report if self.match else None
        return official is not None and official.source not in PHONE_SOURCES

    @property
    def desk_differs(self) -> bool:
        """Whether staff recorded another result than this player reported."""
        recorded, own = self.recorded, self.own_report
        return bool(recorded and own and self.by_desk and not own.equals(recorded))

    @property
    def can_report(self) -> bool:
        """Whether a result can be reported from here now."""
        playing = self.round is not None and self.round.is_posted and self.match is not None
        at_table = self.match is not None and self.match.table is not None and self.opponents
        open_still = self.match is not None and not self.match.has_result
        return bool(self.event.takes_reports and playing and at_table and open_still)

    @property
    def can_dispute(self) -> bool:
        """Whether the recorded result can be called wrong from here now."""
        shown = self.event.show_recorded and self.recorded is not None
        return shown and not self.next_is_paired and not self.event.is_finished

    @property
    def has_disputed(self) -> bool:
        """Whether the player has disputed the result that is recorded now."""
        return self._calls(Call.Kind.WRONG, self.match.result_text if self.match else "")

    @property
    def judge_called(self) -> bool:
        """Whether the player waits for a judge."""
        return self._calls(Call.Kind.JUDGE)

    def _calls(self, kind: Call.Kind, seen: str | None = None) -> bool:
        own = (call for call in self.calls if call.enrollment_id == self.enrollment.pk)
        return any(call.kind == kind and seen in (None, call.seen) for call in own)

    @property
    def open_calls(self) -> list[Call]:
        """Open calls of the match, worded alike for both players and the desk."""
        seen = self.match.result_text if self.match else ""
        return [call for call in self.calls if call.kind == Call.Kind.JUDGE or call.seen == seen]

    @property
    def can_call(self) -> bool:
        """Whether a judge can be called to the table."""
        playing = self.round is not None and self.round.is_posted and bool(self.opponents)
        return playing and self.event.judge_calls

    @property
    def is_playing(self) -> bool:
        """Whether the player is in the event."""
        return self.enrollment.is_active

    @property
    def can_drop(self) -> bool:
        """Whether the player can leave from here."""
        return self.event.phone_drops and self.is_playing and not self.event.is_finished

    @property
    def can_cancel(self) -> bool:
        """Whether the player can give back the place of a sign-up: until round 1 is paired."""
        signed_up = self.enrollment.source == Enrollment.Source.SIGN_UP
        return signed_up and self.is_playing and not self.next_is_paired and self.round is None

    @property
    def rules(self) -> MatchRules | None:
        """How the match is played; None without a round."""
        return None if self.round is None else rules_of(self.round)

    @property
    def choices(self) -> list[tuple[str, list[tuple[str, Result]]]]:
        """Possible reports from the player's side: groups by code, each typed and as a result.

        The groups: played (to the end, without a drawn game), which nearly all matches are; then
        drawn-game (to the end), time (was called), drawn (by agreement or between games).
        """
        rules = self.rules
        if rules is None:
            return []
        played = list(rules.played_out())
        groups = [
            ("played", [result for result in played if not result.counts[2]]),
            ("drawn-game", [result for result in played if result.counts[2]]),
            ("time", rules.at_time()),
            ("drawn", rules.between_games()),
        ]
        return [
            (name, [(typed(result), result) for result in results])
            for name, results in groups
            if results
        ]


def own_page(enrollment: Enrollment) -> OwnPage:
    """Return what the phone of a player shows; the event must be joined.

    Seven queries at most besides the public pages, which are cached in memory. Two more if the
    opponent's open list is shown, for a sign-up before round 1, and for a forecast that players
    see; one more for the player's own list.
    """
    event = enrollment.event
    rounds = with_ahead(event.rounds.select_related("stage").defer("posted_rows"))
    newest = list(rounds.order_by("-number")[:2])
    next_is_paired = bool(newest) and newest[0].is_unposted
    posted = next((round for round in newest if not round.is_unposted), None)
    match = None
    if posted is not None:
        posted.event = posted.stage.event = event
        match = own_match_in(posted, enrollment)
    others = match.opponents_of(enrollment) if match else ()
    if others:
        # This phone shows the public names of all other players.
        called = shown_names(event)
        for other in others:
            called.on(other)
    opponents = others if match and match.is_contested else ()
    signed_up = SignUp.objects.filter(enrollment=enrollment).first() if posted is None else None
    ahead = None if posted is None else read_ahead(posted, extra=_public_decision(posted))
    points, record = record_now(enrollment)
    own, reports = _reports(event, match, enrollment)
    calls = match.calls.filter(answered_at=None).select_related("enrollment") if match else ()
    games = None
    if event.takes_games and match is not None and _is_playing(match):
        games = own_games(match, enrollment, rules_of(match.round))
    return OwnPage(
        event=event,
        enrollment=enrollment,
        round=posted,
        match=match,
        own=own,
        other=reports[-1] if reports else None,
        others=reports,
        next_is_paired=next_is_paired,
        calls=list(calls),
        points=points,
        record=record,
        games=games,
        opponent_decks=decks_of_opponents(event, opponents),
        sign_up=signed_up,
        fee=sign_up_settings(event).fee if signed_up else "",
        shown=None if posted is None else _clock(event, posted, ahead),
        public=public_facts(event.slug, enrollment.number),
        deck=Decklist.objects.filter(enrollment=enrollment).first() if event.phone_decks else None,
        ahead=ahead,
    )


def _clock(event: Event, posted: Round, ahead: Ahead | None) -> OwnClock:
    changes = list(event.announced_changes.all())
    is_last = ahead is not None and ahead.is_nothing
    forecast = None if posted.is_complete else players_forecast(event, posted, is_last=is_last)
    return OwnClock(posted, changes, forecast)


def _public_decision(posted: Round) -> bool | None:
    """Return the decision about one more round once its standings are public; before, no query."""
    stage = posted.stage
    if not posted.is_complete:
        return None
    if stage.kind == Stage.Kind.DOUBLE_ELIMINATION:
        return is_extended(stage, posted.number)
    if not stage.extra_round or stage.rounds is None:
        return None
    snapshots = StandingsSnapshot.objects.filter(round=posted, withdrawn=False)
    return is_extended(stage, stage.rounds) if snapshots.exists() else None


def _is_playing(match: Match) -> bool:
    """Whether the games of a match can be reported one by one now."""
    at_table = match.table is not None and match.is_played
    plays = match.round.is_posted and not match.has_result
    return at_table and plays and not match.round.by_seats


def _reports(
    event: Event, match: Match | None, enrollment: Enrollment
) -> tuple[Report | None, list[Report]]:
    """Return the newest report of the player, and of each other player, not taken back."""
    if match is None or not event.takes_reports:
        return None, []
    newest: dict[int | None, Report] = {}
    for report in match.reports.filter(source__in=PHONE_SOURCES, undone_at=None).order_by("pk"):
        newest.pop(report.enrollment_id, None)
        newest[report.enrollment_id] = report
    own = newest.pop(enrollment.pk, None)
    return own, list(newest.values())
