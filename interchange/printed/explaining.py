"""Explain why a line of standings differs from ours: matches are missing or counted otherwise."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from enum import StrEnum

from archive.rounds_and_matches import ArchivedMatch
from archive.values import Archive
from domain.results import Winner
from domain.table_marks import drawing_seats, winning_seat
from interchange.building import Built
from interchange.values import FoundEvent, Printed, Subject
from standings.row import Row


class Reason(StrEnum):
    """Why a person's line of standings differs from ours; UNEXPLAINED means no known reason."""

    MISSING_ROUNDS = "missing-rounds"
    UNFINISHED = "unfinished"
    UNREAD = "unread"
    PLAYOFF = "playoff"
    OTHER_IDS = "other-ids"
    NO_GAMES = "no-games"
    TIEBREAKERS = "tiebreakers"
    HALF_BYES = "half-byes"
    ROUNDING = "rounding"
    DROPS = "drops"
    REMATCH = "rematch"
    DROPPED_LAST = "dropped-last"
    BYES = "byes"
    DRAWN_GAMES = "drawn-games"
    SAME_NAME = "same-name"
    NAMELESS = "nameless"
    OTHER_RESULT = "other-result"
    EARLIER = "earlier"
    OWN_ORDER = "own-order"
    UNEXPLAINED = "unexplained"


class Evidence:
    """The known facts about each person's matches: played, open, unread, or without games."""

    def __init__(self, event: FoundEvent, built: Built, archive: Archive) -> None:
        numbers = built.numbers
        pairings = [pairing for holds in event.rounds for pairing in holds.pairings]
        self.event = event
        self.swiss = any(not holds.playoff for holds in event.rounds if holds.pairings)
        self.playoff_wins: Counter[int] = Counter()
        self.playoff_rounds: Counter[int] = Counter()
        self.opponents: dict[int, set[int]] = defaultdict(set)
        self.gaps: set[int] = set()
        self.absent: set[int] = set()
        self._read_rounds(archive)
        self.halves = {numbers[pairing.first] for pairing in pairings if pairing.half}
        self.nameless = {numbers[pairing.first] for pairing in pairings if pairing.nameless}
        self.unscored = any(
            not pairing.scored and pairing.games and pairing.second for pairing in pairings
        )
        self.namesakes = {
            numbers[key]
            for person in event.persons.values()
            if person.namesake_of
            for key in (person.key, person.namesake_of)
        }
        self.waiting = {
            player
            for round in archive.rounds
            for match in round.matches
            if match.games is None
            for player in match.players
        }
        self.marked = self._marked(numbers)
        self.lines = {numbers[line.key]: line for line in event.printed if line.key in numbers}

    def _read_rounds(self, archive: Archive) -> None:
        played: Counter[int] = Counter()
        swiss = 0
        for round in archive.rounds:
            counts = archive.stages[round.stage - 1].kind.has_set_rounds
            if counts:
                swiss += 1
                playing = {player for match in round.matches for player in match.players}
                played.update(playing)
            for match in round.matches:
                if not counts:
                    self.playoff_rounds.update(match.players)
                    self.playoff_wins.update(_gone_on(match))
                else:
                    for player in match.players:
                        self.opponents[player] |= set(match.players) - {player}
        everybody = {player.number for player in archive.players}
        self.gaps = {player for player in everybody if played[player] < swiss}
        self.absent = everybody - played.keys() - self.playoff_rounds.keys()

    def _marked(self, numbers: Mapping[str, int]) -> set[int]:
        """Return the players in results that could not be read unchanged."""
        places = [note.place.text() for note in self.event.unread if note.subject is Subject.RESULT]
        return {
            numbers[key]
            for key, person in self.event.persons.items()
            if any(person.name in place for place in places)
        }

    def reason(self, player: int, figure: str, row: Row | None) -> Reason:
        """Return the first reason that can explain a difference in a person's figure."""
        own = figure in ("points", "record", "gw")
        near = {player} | self.opponents[player]
        around = near | {item for other in near for item in self.opponents[other]}
        touched = {player} if own else around
        for reason, holds in (
            (Reason.OTHER_IDS, self.event.unlinked),
            (Reason.MISSING_ROUNDS, self._misses(player, row)),
            (Reason.HALF_BYES, bool(touched & self.halves)),
            (Reason.UNREAD, bool(touched & self.marked)),
            (Reason.SAME_NAME, bool(touched & self.namesakes)),
            (Reason.UNFINISHED, bool(touched & self.waiting)),
            (Reason.PLAYOFF, self._near_playoff(touched & near)),
            (Reason.NO_GAMES, self._lacks_games(figure)),
            (Reason.NAMELESS, bool(touched & near & self.nameless)),
            (Reason.TIEBREAKERS, figure == "rank" and self.event.ranked_by_points),
        ):
            if holds:
                return reason
        return Reason.UNEXPLAINED

    def reason_near(self, player: int, reasons: Mapping[int, Reason]) -> Reason:
        """Return the reason of an opponent, or of an opponent's opponent."""
        near = self.opponents[player]
        around = near | {item for other in near for item in self.opponents[other]}
        return next(
            (reasons[item] for item in sorted(around) if item in reasons), Reason.UNEXPLAINED
        )

    def short_around(self, player: int, rows: Mapping[int, Row]) -> bool:
        """Return whether the file lacks matches of the person's opponents, or of theirs."""
        near = {player} | self.opponents[player]
        around = near | {item for other in near for item in self.opponents[other]}
        return any(self._misses_matches(item, rows.get(item)) for item in around)

    def _lacks_games(self, figure: str) -> bool:
        """Return whether a figure needs games that the file does not have."""
        ranks = figure == "rank" and not self.event.ranked_by_points
        return self.unscored and (figure in ("gw", "ogw") or ranks)

    def _misses(self, player: int, row: Row | None) -> bool:
        """Return whether the file lacks matches of a player, or all Swiss rounds."""
        lacks = not self.swiss and any(self._misses_matches(item, None) for item in self.lines)
        return lacks or self._misses_matches(player, row)

    def _near_playoff(self, players: set[int]) -> bool:
        return not self.swiss or any(self.playoff_rounds[item] for item in players)

    def _misses_matches(self, player: int, row: Row | None) -> bool:
        """Return whether a printed line counts more matches than the rounds of the file have.

        Its record shows that, or its points if the player is missing from a round.
        """
        line: Printed | None = self.lines.get(player)
        if line is None:
            return False
        own = (row.rounds if row is not None else 0) + self.playoff_rounds[player]
        if line.record is not None and sum(line.record) > own:
            return True
        if player in self.absent and line.figures and any(line.figures.values()):
            return True  # figures of matches missing in the file
        points = (line.points or 0) * self.event.points_per_draw
        return player in self.gaps and points > (row.points if row is not None else 0)

    def reached(self, player: int) -> Sequence[int]:
        """Return how far a player advanced in the playoff, as a final order ranks it."""
        return self.playoff_rounds[player], self.playoff_wins[player]


def _gone_on(match: ArchivedMatch) -> list[int]:
    """Return the player who advances from a match of a playoff; an empty list without one.

    After a draw at a table of four the best seed, who sits earliest, advances.
    """
    if match.result is None:
        return []
    if match.marks:
        seat = winning_seat(match.marks) or min(drawing_seats(match.marks), default=0)
        return [match.players[seat - 1]] if seat else []
    if match.result.winner is Winner.FIRST:
        return [match.first]
    if match.result.winner is Winner.SECOND and match.second is not None:
        return [match.second]
    return []
