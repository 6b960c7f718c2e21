"""Continue an event that another tool began: earlier rounds, the current one, standings."""

from collections.abc import Sequence

from archive.errors import Message, _
from domain.kinds import MatchKind
from interchange.completeness import remark_absences
from interchange.near_names import MAY_BE_ONE, People, question_near_names
from interchange.scores import BYE, NO_GAMES
from interchange.tables.table_doubts import GUESSED
from interchange.texts import folded
from interchange.values import (
    ForeignError,
    FoundEvent,
    FoundRound,
    Pairing,
    Person,
    Printed,
    Subject,
)

WIN, DRAW = 3, 1


class _Joined:
    """People of several files, merged by name."""

    def __init__(self, event: FoundEvent) -> None:
        self.event = event
        self.by_name: dict[str, str] = {}

    def add(self, part: FoundEvent) -> dict[str, str]:
        """Add the people of a part; return our key for each of its keys."""
        keys: dict[str, str] = {}
        for key, person in part.persons.items():
            name = folded(person.name)
            known = self.by_name.get(name)
            if known is None or known in keys.values():
                known = f"{len(self.event.persons) + 1}"
                if name in self.by_name:
                    self.event.note(
                        Subject.PERSON,
                        person.name,
                        _("Two players have this name. Check who plays whom."),
                    )
                self.by_name.setdefault(name, known)
                self.event.persons[known] = Person(
                    known,
                    person.name,
                    person.members,
                    person.dropped_after,
                    person.disqualified,
                    person.email,
                    person.platform_id,
                    person.deck,
                )
            keys[key] = known
        return keys


def going_on(
    earlier: Sequence[FoundEvent],
    current: FoundEvent | None,
    standings: FoundEvent | None,
    number: int | None,
    people: People | None = None,
) -> FoundEvent:
    """Return the event with its earlier rounds, round `number` being played, and the standings.

    If the earlier rounds are unknown, each player's record is taken from the standings: wins and
    losses become rounds without an opponent, so that the points are exact. `people`: whether two
    names belong to one person.
    """
    parts = [part for part in (*earlier, current, standings) if part is not None]
    if any(part.at_tables for part in parts):
        raise ForeignError(
            _("An event at tables of four cannot be taken over. Import its whole file instead.")
        )
    event = FoundEvent(finished=False)
    _take_scoring(event, parts)
    joined = _Joined(event)
    rounds: dict[int, FoundRound] = {}
    for part in parts:
        keys = joined.add(part)
        event.name = event.name or part.name
        event.date = event.date or part.date
        event.game_format = event.game_format or part.game_format
        event.planned = event.planned or part.planned
        event.unread += part.unread
        told = (GUESSED, MAY_BE_ONE)
        event.unread += [doubt for doubt in part.doubts if doubt.reason.words not in told]
        if part.printed:
            event.printed = [_line(line, keys) for line in part.printed if line.key in keys]
        newest = max(rounds, default=0) + 1
        if part is current and part.rounds and part.rounds[0].name:
            newest = max(newest, part.rounds[0].number)
        for found_at, item in enumerate(part.rounds):
            at = (number or newest) + found_at if part is current else item.number
            kept = rounds.setdefault(at, FoundRound(at, playoff=item.playoff, name=item.name))
            kept.pairings = [_moved(pairing, keys) for pairing in item.pairings]
    event.rounds = [rounds[at] for at in sorted(rounds)]
    # This is the first time that names from several boxes are combined.
    question_near_names(event, people)
    remark_absences(event)
    first = min(rounds, default=number or 1)
    if first > 1 and event.printed:
        _carry_over(event, first - 1)
    return event


def _take_scoring(event: FoundEvent, parts: Sequence[FoundEvent]) -> None:
    """Take the scoring of all parts; a part with more than a plain table has precedence."""
    plain = FoundEvent()
    telling = [part for part in parts if part.points or part.profiles != plain.profiles]
    ranked = [*telling, *(part for part in parts if part not in telling)]
    event.profiles = tuple(dict.fromkeys(name for part in ranked for name in part.profiles))
    with_points = next((part for part in ranked if part.points), None)
    if with_points is not None:
        event.points, event.points_per_draw = with_points.points, with_points.points_per_draw
    played = next((part for part in ranked if part.rounds), None)
    event.games_to_win = played.games_to_win if played else plain.games_to_win


def _line(line: Printed, keys: dict[str, str]) -> Printed:
    return Printed(keys[line.key], line.rank, line.points, line.figures, line.record, line.group)


def _moved(pairing: Pairing, keys: dict[str, str]) -> Pairing:
    return Pairing(
        keys[pairing.first],
        None if pairing.second is None else keys[pairing.second],
        pairing.games,
        pairing.kind,
        pairing.double_loss,
        pairing.table,
        pairing.half,
        pairing.scored,
        pairing.unreadable,
    )


def _carry_over(event: FoundEvent, rounds: int) -> None:
    """Add rounds without opponents for every player's printed wins and losses; note draws."""
    made = [FoundRound(number) for number in range(1, rounds + 1)]
    event.note(
        Subject.ROUND,
        Message(_("rounds 1 to %(last)d"), last=rounds),
        _(
            "The earlier pairings are not known: players can meet again, and opponents' "
            "percentages start now. Paste the earlier rounds to avoid both."
        ),
    )
    for line in event.printed:
        record = _record(line, rounds)
        name = event.persons[line.key].name
        if record is None or record[2]:
            event.note(
                Subject.STANDING,
                name,
                _(
                    "A draw cannot be carried over without the opponent. Paste the earlier rounds: "
                    "until then, this player has too few points."
                ),
            )
        wins = record[0] if record else int((line.points or 0) // WIN)
        for at, item in enumerate(made):
            won = at < wins
            kind = MatchKind.BYE if won else MatchKind.UNPAIRED
            item.pairings.append(Pairing(line.key, games=BYE.games if won else NO_GAMES, kind=kind))
    event.rounds = [*made, *event.rounds]


def _record(line: Printed, rounds: int) -> tuple[int, int, int] | None:
    """Return wins, losses and draws of a printed line; None if the points are ambiguous."""
    if line.record is not None:
        return line.record
    if line.points is None or line.points % WIN:
        return None
    wins = int(line.points // WIN)
    return (wins, rounds - wins, 0) if wins <= rounds else None
