"""Check the rounds of an archive: the matches, and whether they can have happened."""

import re
from collections.abc import Sequence

from archive.errors import _, check_ids, check_known, refuse
from archive.report_checks import (
    check_games,
    check_reports,
    check_table_marks,
    seats_count,
)
from archive.rounds_and_matches import ArchivedMatch, ArchivedRound
from archive.values import Archive, ArchivedStage
from domain.kinds import MatchKind, RoundState, StageKind, TeamSize
from domain.limits import MOST_ENTRANTS
from domain.table_marks import WAITING_IN_CUT, OddGo, TableSizes

RECORD = re.compile(r"\d{1,3}-\d{1,3}-\d{1,3}")


class Course:
    """The values of the file and the rounds read so far, which the next round has to fit.

    `lenient` accepts impossible events as long as they can be computed with.
    """

    def __init__(self, archive: Archive, known: frozenset[int], *, lenient: bool) -> None:
        self.lenient = lenient
        self.known = known
        self.by_seats = archive.event.team_size is TeamSize.THREE
        self.stages = archive.stages
        self.dropped_after = {drop.player: drop.after_round for drop in archive.drops}
        self.played = [0] * len(archive.stages)
        self.number = 1
        self.playing = known
        self._games_to_win = archive.event.rules.games_to_win

    @property
    def stage(self) -> ArchivedStage:
        """The stage that is being played."""
        return self.stages[self.number - 1]

    @property
    def games_to_win(self) -> int:
        """How many games win a match in this stage."""
        return self.stage.games_to_win or self._games_to_win

    def enter(self, path: str, stage: int) -> None:
        """Count one more round of `stage`, which must be this one or the next."""
        if stage > len(self.stages):
            raise refuse(
                path,
                _("Stage %(stage)d does not exist. Stages in the file: %(count)d."),
                stage=stage,
                count=len(self.stages),
            )
        while self.number < stage:
            self._leave(path)
        if stage < self.number:
            raise refuse(path, _("Stage %(stage)d is already over."), stage=stage)
        self.played[stage - 1] += 1
        most = self.stage.most_rounds
        if self.played[stage - 1] > most:
            words = (
                _("Stage %(stage)d has only %(rounds)d round.")
                if most == 1
                else _("Stage %(stage)d has only %(rounds)d rounds.")
            )
            raise refuse(path, words, stage=stage, rounds=most)

    def _leave(self, path: str) -> None:
        played = self.played[self.number - 1]
        if played < self.stage.least_rounds and not self.lenient:
            raise refuse(
                path,
                _(
                    "Stage %(stage)d has %(rounds)d rounds, but the file has only %(played)d of "
                    "them."
                )
                if self.stage.least_rounds > 1
                else _("Stage %(stage)d has %(rounds)d round, but the file does not include it."),
                stage=self.number,
                rounds=self.stage.least_rounds,
                played=played,
            )
        if self.stage.advance is not None:
            self.playing &= frozenset(self.stage.advance)
        self.number += 1

    def check_player(self, path: str, number: int, round_number: int) -> None:
        """Refuse a player who can't play in a round."""
        if number not in self.known:
            raise refuse(path, _("Player %(number)d is not in “players”."), number=number)
        if self.lenient:
            return
        if number not in self.playing:
            raise refuse(
                path,
                _("Player %(number)d did not advance to stage %(stage)d."),
                number=number,
                stage=self.number,
            )
        last = self.dropped_after.get(number)
        # A bracket replaces no player: a dropped player keeps the match, and the opponent wins it.
        if last is not None and last < round_number and not self.stage.bracket:
            raise refuse(
                path,
                _("Player %(number)d plays here but dropped after round %(last)d."),
                number=number,
                last=last,
            )


def check_rounds(course: Course, rounds: Sequence[ArchivedRound]) -> None:
    """Refuse rounds out of order; only the last one may lack results or not be complete."""
    for place, round in enumerate(rounds):
        path = f"rounds[{place}]"
        if round.number != place + 1:
            raise refuse(
                f"{path}.number",
                _("Round numbers start at 1: expected %(expected)d here, found %(number)d."),
                expected=place + 1,
                number=round.number,
            )
        if place and rounds[place - 1].state is not RoundState.COMPLETE and not course.lenient:
            raise refuse(
                path,
                _("Round %(number)d is not complete, so no other round can follow."),
                number=place,
            )
        course.enter(f"{path}.stage", round.stage)
        _check_matches(f"{path}.matches", round, course)
        check_ids(f"{path}.order", round.order, course.known)
        if not course.lenient:
            _check_clock(f"{path}.paused_at", round)
            _check_before(f"{path}.before", round)
            _check_state(f"{path}.state", round)


def _check_clock(path: str, round: ArchivedRound) -> None:
    if round.paused_at is None:
        return
    if round.started_at is None or round.paused_at < round.started_at:
        words = _("The clock of round %(number)d was not running at that time.")
        raise refuse(path, words, number=round.number)


def _check_before(path: str, round: ArchivedRound) -> None:
    here = {number for match in round.matches for number in match.players}
    for place, before in enumerate(round.before):
        check_known(f"{path}[{place}].player", before.player, here)
        if not RECORD.fullmatch(before.record):
            raise refuse(
                f"{path}[{place}].record",
                _("must be wins, losses and draws, such as “2-0-1”."),
            )


def _check_state(path: str, round: ArchivedRound) -> None:
    contested = (MatchKind.PLAYED, MatchKind.TABLE)
    played = [match for match in round.matches if match.kind in contested]
    if round.state is RoundState.COMPLETE and any(match.games is None for match in played):
        raise refuse(path, _("A round with outstanding results cannot be complete."))
    # In a bracket a dropped player has lost already: such a match has no table.
    unplayed = [match for match in played if not match.slot or match.table is not None]
    if round.state is RoundState.UNPOSTED and any(match.games is not None for match in unplayed):
        raise refuse(path, _("An unposted round cannot have results."))


def _check_matches(path: str, round: ArchivedRound, course: Course) -> None:
    busy: set[int] = set()
    tables: set[int] = set()
    for place, match in enumerate(round.matches):
        here = f"{path}[{place}]"
        for position, player in enumerate(match.players):
            course.check_player(f"{here}.players[{position}]", player, round.number)
        _check_kind(here, match)
        check_at_tables(here, match, course.stage)
        for position, player in enumerate(match.players):
            if player in busy:
                raise refuse(
                    f"{here}.players[{position}]",
                    _("Player %(player)d appears twice in round %(number)d."),
                    player=player,
                    number=round.number,
                )
            busy.add(player)
        if course.stage.bracket and not match.slot:
            raise refuse(here, _("“%(key)s” is missing."), key="slot")
        if not course.lenient:
            _check_played(here, match, course)
            if match.table in tables:
                raise refuse(
                    here,
                    _("Table %(table)d appears twice in round %(number)d."),
                    table=match.table,
                    number=round.number,
                )
            if match.table is not None:
                tables.add(match.table)


def _check_kind(path: str, match: ArchivedMatch) -> None:
    """Refuse a match that is two kinds at once, or has the wrong number of players for its kind."""
    flags = {"bye": match.bye, "unpaired": match.unpaired, "double_loss": match.double_loss}
    true = [key for key, there in flags.items() if there]
    if len(true) > 1:
        raise refuse(
            path,
            _("A match cannot be both “%(one)s” and “%(other)s”."),
            one=true[0],
            other=true[1],
        )
    alone = match.bye or match.unpaired
    if not alone and len(match.players) < 2:
        raise refuse(
            path,
            _("A player without an opponent needs “%(bye)s” or “%(unpaired)s”."),
            bye="bye",
            unpaired="unpaired",
        )
    if alone and len(match.players) != 1:
        raise refuse(path, _("“%(key)s” applies to one player, not two."), key=true[0])
    if true and match.games is None:
        raise refuse(path, _("“%(key)s” is missing."), key="games")


def _check_played(path: str, match: ArchivedMatch, course: Course) -> None:
    """Refuse a match that can't have been played as recorded."""
    if match.kind in (MatchKind.BYE, MatchKind.UNPAIRED) and match.table is not None:
        raise refuse(f"{path}.table", _("A player without an opponent cannot have a table."))
    if match.games is not None:
        check_games(f"{path}.games", match.games, match.kind, course.games_to_win)
    check_reports(path, match, course.games_to_win)
    if match.slot and not course.stage.bracket:
        raise refuse(f"{path}.slot", _("This stage has no bracket."))
    if not match.seats:
        return
    if not course.by_seats or match.kind is not MatchKind.PLAYED or match.double_loss:
        raise refuse(f"{path}.seats", _("Only a match between two teams of three has seats."))
    if not seats_count(match.seats, match.games):
        raise refuse(
            f"{path}.seats",
            _("“%(seats)s” is not a result of three seats that matches “games”."),
            seats=match.seats,
        )


def check_at_tables(path: str, match: ArchivedMatch, stage: ArchivedStage) -> None:
    """Refuse two-player matches in stages at tables of four, the reverse, and wrong marks."""
    is_table = match.kind is MatchKind.TABLE
    if is_table != stage.kind.at_tables and not (match.bye or match.unpaired):
        words = _("A match of this stage has another number of players.")
        raise refuse(f"{path}.players", words)
    if is_table and match.double_loss:
        raise refuse(path, _("“%(key)s” applies to two players."), key="double_loss")
    if bool(match.marks) != (is_table and match.games is not None):
        raise refuse(path, _("A table of four has “%(key)s” once its result is in."), key="marks")
    if match.marks:
        check_table_marks(f"{path}.marks", match.marks, len(match.players))
        if match.games != (0, 0, 0):
            raise refuse(f"{path}.games", _("A table of four has no games: expected 0, 0, 0."))


def check_seating(path: str, stage: ArchivedStage) -> None:
    """Refuse seating rules for tables of four in a stage that has none."""
    if stage.kind is StageKind.TABLES:
        return
    special = {
        "table_sizes": stage.table_sizes is not TableSizes.THREES,
        "odd_go": stage.odd_go is not OddGo.LOW,
        "points_first": stage.points_first,
    }
    for key, there in special.items():
        if there:
            raise refuse(f"{path}.{key}", _("Only tables of four can have this."))


def check_rules_of_tables(archive: Archive) -> None:
    """Refuse rules for tables of four in stages of two-player matches, and the reverse."""
    kinds = {stage.kind.at_tables for stage in archive.stages}
    rules = (archive.event.profile or {}).get("table_size") is not None
    if kinds != {rules}:
        raise refuse(
            "event.profile",
            _("The rules and all stages must be for tables of four, or for matches of two."),
        )


def check_playoff(path: str, stage: ArchivedStage, playing: frozenset[int]) -> None:
    """Check the players and the seats of a playoff bracket."""
    for key, there in (("bracket", stage.bracket), ("bracket_seats", stage.said_seats)):
        if there and stage.kind.counts:
            raise refuse(f"{path}.{key}", _("Only a playoff has a bracket."))
        check_ids(f"{path}.{key}", there or (), playing)
    _check_entrants(f"{path}.bracket", stage)
    if sorted(stage.bracket_seats) != sorted(stage.bracket):
        raise refuse(f"{path}.bracket_seats", _("These are not the players in the bracket."))


def _check_entrants(path: str, stage: ArchivedStage) -> None:
    """Refuse a bracket or a cut with an impossible number of players."""
    count = len(stage.bracket)
    sizes = ", ".join(map(str, WAITING_IN_CUT))
    if stage.kind is StageKind.TABLES_CUT and count and count not in WAITING_IN_CUT:
        words = _("A cut at tables of four has %(sizes)s players, not %(count)d.")
        raise refuse(path, words, sizes=sizes, count=count)
    if stage.kind is not StageKind.TABLES_CUT and count > MOST_ENTRANTS:
        words = _("A bracket has at most %(most)d players, not %(count)d.")
        raise refuse(path, words, most=MOST_ENTRANTS, count=count)
