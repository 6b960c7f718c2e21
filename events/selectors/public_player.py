"""What is public of one player: table now, opponents, results that players may know."""

from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q

from events.models import Enrollment, Match, PodSeat
from events.selectors.public import PairingRow, PublicEvent, StandingRow


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """One round of one player: where, against whom, and how it ended if that is public.

    `outcome` is "bye", "loss-assigned", "won", "lost", "drawn", "double-loss" or "" while the
    result is not public; `games` are the player's own wins, the opponent's, and drawn ones.
    `extension` is how many minutes longer than the round the table may play.
    """

    round_number: int
    table: int | None
    opponent: Enrollment | None
    outcome: str
    games: tuple[int, int, int] | None
    extension: int


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """What is public of one player.

    `seat` is where the player drafts, until the first round of the draft is posted.
    `line` is the player's line of the newest posted round while its results are not public,
    `standing` the line in the newest published standings; None where there is none.
    """

    player: Enrollment
    played: tuple[PlayedRow, ...]
    line: PairingRow | None
    standing: StandingRow | None
    seat: PodSeat | None


def player_page(shown: PublicEvent, number: int) -> PlayerPage | None:
    """Return what is public of a player, in two queries when the newest rows are at hand.

    None unless the player stands in posted pairings or pods: the roster is not public.
    """
    player = Enrollment.objects.filter(event=shown.event, number=number).first()
    if player is None:
        return None
    matches = (
        Match.objects.filter(
            Q(first=player) | Q(second=player), round__in=[round.id for round in shown.rounds]
        )
        .annotate(round_number=F("round__number"))
        .select_related("first", "second")
        .order_by("-round__number")
    )
    known = {round.number for round in shown.rounds if shown.knows_results(round)}
    played = tuple(_played_row(match, player, known) for match in matches)
    drafts = shown.draft_to_play
    seat = player.pod_seats.filter(stage=drafts).first() if drafts else None
    if not played and seat is None:
        return None
    newest = shown.round()
    is_open = newest is not None and newest.number not in known
    return PlayerPage(
        player=player,
        played=played,
        line=shown.newest_pairings.get(number) if is_open else None,
        standing=shown.newest_standings.get(number),
        seat=seat,
    )


def _played_row(match: Any, player: Enrollment, known: set[int]) -> PlayedRow:
    own_first = match.first_id == player.pk
    games = match.games if match.round_number in known else None
    if games is not None and not own_first:
        games = games[1], games[0], games[2]
    return PlayedRow(
        round_number=match.round_number,
        table=match.table,
        opponent=match.second if own_first else match.first,
        outcome=_outcome(match, games),
        games=games,
        extension=match.extension_minutes,
    )


def _outcome(match: Match, games: tuple[int, int, int] | None) -> str:
    if match.kind == Match.Kind.BYE:
        return "bye"
    if match.kind == Match.Kind.UNPAIRED:
        return "loss-assigned"
    if games is None:
        return ""
    if match.double_loss:
        return "double-loss"
    if games[0] == games[1]:
        return "drawn"
    return "won" if games[0] > games[1] else "lost"
