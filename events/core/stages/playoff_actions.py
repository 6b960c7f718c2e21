"""Play a bracket: seat it, make its rounds one after the other, record who plays first."""

import secrets
from collections.abc import Mapping

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.results import Ending, Result, result_of_marks
from domain.table_marks import marks_of_winner
from events.core.adapters import Playoff, StandingsOrder, TablesCut, playoff_of, posted_rows, ranked
from events.core.edit_conflicts import check_token
from events.core.event_write import Write, event_write
from events.core.guards import find_round, table_of
from events.core.progress.edited_tables import table_values
from events.core.progress.queries import advanced_to, entrants_of
from events.core.refusals import RefusedError
from events.core.results.delayed_results import delayed_matches
from events.core.results.report_actions import NewReport, make_newest_official, write_reports
from events.core.seats.allocator import tables_for
from events.core.stages.plans import bracket_players, entrants_problem
from events.models import (
    BracketSeat,
    Enrollment,
    Event,
    Match,
    Report,
    Round,
    Stage,
    TableSeat,
    Verb,
)
from pairings.formats.brackets import THIRD_PLACE
from pairings.formats.table_cuts import CutRound
from pairings.random_draws import Lots


def seat_bracket(stage: Stage) -> None:
    """Seat the entrants of a playoff, in the caller's transaction: by Swiss rank, or as drawn.

    A player who drops after the cut still has the seat; none is replaced. The first stage of an
    event has no Swiss rank: there the seeds are drawn.
    """
    event = stage.event
    advanced = advanced_to(stage)
    entrants = {enrollment.number: enrollment for enrollment in (advanced or entrants_of(stage))}
    problem = entrants_problem(stage, len(entrants))
    if problem:
        raise RefusedError(problem)
    if stage.seed is None:
        stage.seed = secrets.randbits(63)
    stage.save(update_fields=["seed"])
    lots = Lots(stage.seed, "bracket")
    if stage.number == 1:
        order = sorted(entrants)
        lots.shuffle(order)
    else:
        # A player disqualified since the cut keeps the seed, and the opponent wins the match.
        order = [row.player for row in ranked(event, entrants)]
        last = event.rounds.filter(stage__number__lt=stage.number).count()
        stage.keep_basis("seeds", StandingsOrder.of(last, order, [1] * len(order)).values)
        stage.save(update_fields=["basis"])
    seats = list(range(1, len(order) + 1))
    if stage.seating == Stage.Seating.DRAFT:
        lots.shuffle(seats)
    BracketSeat.objects.bulk_create(
        BracketSeat(stage=stage, enrollment=entrants[number], seed=seed, seat=seat)
        for seed, (number, seat) in enumerate(zip(order, seats, strict=True), 1)
    )


def create_bracket_round(event: Event, stage: Stage, number: int) -> Round:
    """Create the next round of a bracket, unposted, in the caller's transaction."""
    if not stage.bracket_seats.exists():
        if stage.round_set.exists():
            raise RefusedError(
                _("This playoff was imported without its bracket, so it can't continue here.")
            )
        seat_bracket(stage)
    playoff = playoff_of(stage)
    if playoff is None:
        raise RefusedError(_("No players are seated in the bracket."))
    place = stage.round_set.count() + 1
    people = {
        enrollment.pk: enrollment
        for enrollment in event.enrollments.filter(pk__in=playoff.entrants)
    }
    round = Round.objects.create(
        event=event,
        stage=stage,
        number=number,
        paired_at=timezone.now(),
        bracket_players=bracket_players(stage.kind, len(playoff.entrants), place),
    )
    if isinstance(playoff, TablesCut):
        create_cut_matches(round, playoff.round(place), people)
    else:
        _create_matches(round, playoff, place, people)
    make_newest_official(round.matches.all())
    return round


def _create_matches(
    round: Round, playoff: Playoff, place: int, people: dict[int, Enrollment]
) -> None:
    """Write the matches of a bracket's round, with wins for the opponents of dropped players."""
    contests = playoff.contests(place)
    matches = []
    seated = [contest for contest in contests if contest.second is not None]
    free = iter(tables_for(round.event, round, [None] * len(seated)))
    for contest in contests:
        match = Match(
            round=round,
            slot=contest.slot,
            first=people[contest.first],
            second=None if contest.second is None else people[contest.second],
        )
        if contest.second is None:
            match = Match.bye(round, people[contest.first])
            match.slot = contest.slot
        else:
            match.table = next(free)
        matches.append(match)
    walkovers = _replace_leavers(round.stage, playoff, matches, round.games_to_win)
    Match.objects.bulk_create(matches)
    write_reports(
        [
            NewReport(match, result.ended(Ending.AWARDED), Report.Source.WALKOVER)
            for match, result in walkovers
        ]
    )


def continue_bracket(write: Write, stage: Stage, number: int) -> Round | None:
    """Create and post the round after a complete one; None when the bracket is decided.

    Its pairings reveal the winners: while a result of the stage is delayed, staff post it
    themselves.
    """
    playoff = playoff_of(stage)
    if playoff is None or playoff.is_over:
        return None
    round = create_bracket_round(write.event, stage, number)
    delayed = {*delayed_matches(write.event).values()}
    if delayed and stage.round_set.filter(pk__in=delayed).exists():
        write.journal(Verb.ROUND_PAIRED, round=round, seed=round.seed)
        return round
    round.state = Round.State.POSTED
    round.posted_at = timezone.now()
    round.posted_rows = posted_rows(round)
    round.save(update_fields=["state", "posted_at", "posted_rows"])
    write.journal(Verb.ROUND_POSTED, round=round, follows=True)
    return round


def choose_play(
    *, event_id: int, actor: User, number: int, table: int, first: str, token: str = ""
) -> Match:
    """Record who plays first in game 1 ("first" or "second"; the better seed chooses, 2.2).

    `token`: as check_token takes it.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        round = find_round(event, number, "playing")
        match = table_of(round, table)
        if not round.stage.is_elimination:
            raise RefusedError(
                _("In Swiss rounds, the player who plays first is chosen at random.")
            )
        if first not in tuple(Match.PlayFirst):
            raise RefusedError(_("Choose which player plays first."), "first")
        check_token(token, table_values(match, "first"))
        match.play_first = first
        match.save(update_fields=["play_first"])
        write.journal(Verb.PLAY_CHOSEN, round=round, match=match, play_first=first)
    return match


def _replace_leavers(
    stage: Stage, playoff: Playoff, matches: list[Match], games_to_win: int
) -> list[tuple[Match, Result]]:
    """Return the results of matches with players who dropped after the cut; nobody is replaced.

    By the digital event rules of 2021 the opponent gets the win. By MTR 2.10 of 2025 the highest
    remaining seed gets the bye: the opponent of the player who dropped meets the highest seed's
    opponent instead. That rule is written for single elimination, and does not mention a match for
    the third place. A match that is decided like this, as a bye, has no table.
    """
    walkovers = []
    for match in matches:
        if match.second is None or match.table is None:
            continue
        both = (match.first, match.second)
        gone = next((player for player in both if not player.is_active), None)
        if gone is None:
            continue
        stays = match.second if gone == match.first else match.first
        may_move = stage.kind == Stage.Kind.SINGLE_ELIMINATION and match.slot != THIRD_PLACE
        if stage.highest_seed_gets_bye and may_move and stays.is_active:
            other, highest, rival = _highest_seed(playoff, matches, match)
            if highest != stays:
                match.first, match.second = stays, rival
                other.first, other.second = highest, gone
                match, stays = other, highest
        won = Result(games_to_win, 0)
        walkovers.append((match, won if match.first == stays else won.turned()))
        match.table = None
    return walkovers


def _highest_seed(
    playoff: Playoff, matches: list[Match], own: Match
) -> tuple[Match, Enrollment, Enrollment]:
    """Return the open match of the best seed who is still active, that seed, and the opponent.

    A player whose opponent also dropped has already won, so such a match counts only if it is
    `own`.
    """
    still_open = [
        (match, seed, other)
        for match in matches
        if match.second is not None and match.table is not None and match.slot != THIRD_PLACE
        for seed, other in ((match.first, match.second), (match.second, match.first))
        if seed.is_active and (match is own or other.is_active)
    ]
    return min(still_open, key=lambda line: playoff.seeds[line[1].pk])


def create_cut_matches(round: Round, played: CutRound, people: Mapping[int, Enrollment]) -> None:
    """Write the tables of a round of a cut, the better seed in the earlier seat, and who waits.

    A player who dropped stays in the seat and is not replaced. If only one player is still active,
    that player advances without a game; if none is, the best seed does.
    """
    tables = [tuple(people[pk] for pk in table.players) for table in played.tables]
    contested = [_number_here(players) > 1 for players in tables]
    free = iter(tables_for(round.event, round, [None] * sum(contested)))
    matches = Match.objects.bulk_create(
        Match(
            round=round,
            kind=Match.Kind.TABLE,
            table=next(free) if is_played else None,
            slot=table.slot,
            first=players[0],
        )
        for table, players, is_played in zip(played.tables, tables, contested, strict=True)
    )
    seated = list(zip(matches, tables, strict=True))
    TableSeat.objects.bulk_create(
        TableSeat(match=match, seat=seat, enrollment=player)
        for match, players in seated
        for seat, player in enumerate(players, 1)
    )
    for slot, player in played.waiting:
        waits = Match.bye(round, people[player])
        waits.slot = slot
        waits.save()
    write_reports([_walkover(match, players) for match, players in seated if match.table is None])


def _walkover(match: Match, players: tuple[Enrollment, ...]) -> NewReport:
    """Return the report by which the only active player advances, else the best seed."""
    here = [seat for seat, player in enumerate(players, 1) if player.is_active]
    marks = marks_of_winner(len(players), here[0] if here else 1)
    return NewReport(match, result_of_marks(marks), Report.Source.WALKOVER)


def _number_here(players: tuple[Enrollment, ...]) -> int:
    return sum(player.is_active for player in players)
