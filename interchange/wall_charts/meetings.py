"""Build the rounds of an event from each player's row of opponents and outcomes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from archive.errors import Message, _
from domain.kinds import MatchKind
from domain.results import Counts
from interchange.completeness import leave_out_coming
from interchange.scores import BYE, NO_GAMES
from interchange.values import FoundEvent, FoundRound, Pairing, Subject
from interchange.wall_charts.chart_cells import OPPOSITE, Mark


@dataclass(frozen=True, slots=True)
class Meeting:
    """One round of one player: the opponent's key, "" for none, and the outcome."""

    opponent: str
    mark: Mark
    white: bool | None = None
    table: int | None = None


@dataclass(slots=True)
class History:
    """A player's rounds by number; `line` is the player's line in the file."""

    key: str
    line: int
    meetings: dict[int, Meeting] = field(default_factory=dict)


def add_meetings(event: FoundEvent, histories: Sequence[History]) -> None:
    """Add the rounds in players' rows to their event; note where two rows disagree."""
    numbers = sorted({number for history in histories for number in history.meetings})
    for number in numbers:
        round = FoundRound(number)
        own = {item.key: item.meetings[number] for item in histories if number in item.meetings}
        for history in histories:
            if history.key in own:
                _add(event, round, own, history)
        event.rounds.append(round)
    _without_absent(event)
    event.rounds = [round for round in event.rounds if round.pairings]
    leave_out_coming(event)


def _add(
    event: FoundEvent, round: FoundRound, own: Mapping[str, Meeting], history: History
) -> None:
    meeting = own[history.key]
    if not meeting.opponent:
        if meeting.mark is not Mark.NONE:
            came = meeting.mark is not Mark.ABSENT
            round.pairings.append(
                Pairing(
                    history.key,
                    games=BYE.games if came else NO_GAMES,
                    kind=MatchKind.BYE if came else MatchKind.UNPAIRED,
                    half=meeting.mark is Mark.HALF,
                )
            )
        return
    place = Message(_("line %(line)d, round %(number)d"), line=history.line, number=round.number)
    back = own.get(meeting.opponent)
    if back is None or back.opponent != history.key:
        event.note(Subject.RESULT, place, _("The two players do not name each other as opponents."))
        return
    order = [*own]
    if not meeting.white and (
        back.white or order.index(meeting.opponent) < order.index(history.key)
    ):
        return  # the same match from the other side
    pairing = Pairing(history.key, meeting.opponent, scored=False, table=meeting.table)
    mark = meeting.mark or OPPOSITE.get(back.mark, Mark.NONE)
    if mark is Mark.LOST and back.mark is Mark.LOST:
        pairing.games, pairing.double_loss = NO_GAMES, True
    elif back.mark and OPPOSITE.get(mark) is not back.mark:
        words = _("The players of this table have different results, so its match has none.")
        event.note(Subject.RESULT, place, words)
    elif mark:
        pairing.games = _games(event, mark)
    round.pairings.append(pairing)


def _games(event: FoundEvent, mark: Mark) -> Counts:
    if mark is Mark.DREW:
        return (0, 0, 1) if event.games_to_win == 1 else (1, 1, 0)
    won = event.games_to_win
    return (won, 0, 0) if mark is Mark.WON else (0, won, 0)


def _without_absent(event: FoundEvent) -> None:
    """Remove players who are absent from every round: they did not take part."""
    here = {
        key
        for round in event.rounds
        for pairing in round.pairings
        if pairing.kind is not MatchKind.UNPAIRED
        for key in pairing.keys
    }
    for round in event.rounds:
        round.pairings = [item for item in round.pairings if here.issuperset(item.keys)]
