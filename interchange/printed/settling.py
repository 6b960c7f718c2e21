"""Compare points of standings with those of the rounds, and find the match behind a difference.

A difference is explained if one match with another outcome gives all its players the printed
points. A person can accept that outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from archive.errors import Message, Words, _
from domain.kinds import MatchKind
from domain.results import Result
from interchange.checking import Checked
from interchange.printed.printed_lines import computed
from interchange.scores import BYE, FIRST_WON, SECOND_WON, TIED
from interchange.values import FoundEvent, FoundRound, Pairing
from standings.archive import profile_of, tournament_of

Points = tuple[int, int]

FIRST, DRAW, SECOND, REMOVED, ALONE = "first", "draw", "second", "removed", "bye"
_SCORES = {FIRST: FIRST_WON, DRAW: TIED, SECOND: SECOND_WON}
# The result of each outcome for each of the two players.
_SIDES: Mapping[str, tuple[Words, Words]] = {
    FIRST: (_("a win"), _("a loss")),
    DRAW: (_("a draw"), _("a draw")),
    SECOND: (_("a loss"), _("a win")),
    REMOVED: (_("no match"), _("no match")),
    ALONE: (_("a bye"), _("a bye")),
    "both-lost": (_("a double loss"), _("a double loss")),
    "open": (_("no result"), _("no result")),
}


@dataclass(frozen=True, slots=True)
class Change:
    """Another outcome of one match, by the players' names; a bye if there is no second name."""

    round: int
    first: str
    second: str
    to: str

    @property
    def text(self) -> str:
        """The change as a form field."""
        return "\t".join([str(self.round), self.first, self.second, self.to])

    @classmethod
    def of(cls, text: str) -> Change | None:
        """Parse the change in a form field; None for anything else."""
        parts = text.split("\t")
        if len(parts) != 4 or not parts[0].isdecimal() or parts[3] not in _SIDES:
            return None
        return cls(int(parts[0]), *parts[1:])


@dataclass(frozen=True, slots=True)
class PointsLine:
    """A player's points by the rounds and by the standings, and the reason in words."""

    name: str
    ours: Fraction
    printed: Fraction
    why: Message
    change: Change | None = None

    @property
    def difference(self) -> Fraction:
        """The points in the rounds minus those in the standings."""
        return self.ours - self.printed


def change_results(event: FoundEvent, changes: Iterable[Change]) -> None:
    """Give matches the outcomes from the standings that a person accepted."""
    keys = {person.name: person.key for person in reversed(event.persons.values())}
    for change in changes:
        round = next((item for item in event.rounds if item.number == change.round), None)
        first, second = keys.get(change.first), keys.get(change.second)
        if round is None or first is None:
            continue
        if change.to == ALONE:
            if not any(first in pairing.keys for pairing in round.pairings):
                round.pairings.append(Pairing(first, games=BYE.games, kind=MatchKind.BYE))
            continue
        sides = {first, second} - {None}
        at = next((at for at, item in enumerate(round.pairings) if {*item.keys} == sides), None)
        if at is None:
            continue
        if change.to == REMOVED:
            del round.pairings[at]
        else:
            round.pairings[at] = _scored(round.pairings[at], change.to, first)


def _scored(pairing: Pairing, to: str, first: str) -> Pairing:
    if pairing.first != first:
        to = {FIRST: SECOND, SECOND: FIRST}.get(to, to)
    return replace(pairing, games=_SCORES[to].games, scored=False, double_loss=False, unreadable="")


def points_lines(checked: Checked) -> list[PointsLine]:
    """Return the players whose printed points differ from those of the rounds, most first."""
    return _Explained(checked).lines()


class _Explained:
    """Differences of points, with the single matches whose outcomes explain them."""

    def __init__(self, checked: Checked) -> None:
        event, after = checked.event, checked.comparison.after
        self.event = event
        profile = profile_of(checked.archive.event)
        self.win, self.draw, self.loss = profile.win, profile.draw, profile.loss
        rows = computed(
            tournament_of(checked.archive)
            if after is None
            else tournament_of(checked.archive, after),
            after,
        )
        scale = event.points_per_draw
        numbers = checked.built.numbers
        self.ours: dict[str, Fraction] = {}
        self.printed: dict[str, Fraction] = {}
        for line in event.printed:
            if line.points is not None and line.key in numbers:
                row = rows.get(numbers[line.key])
                self.ours[line.key] = Fraction(0 if row is None else row.points)
                self.printed[line.key] = line.points * scale
        self.scale = scale
        last = len(checked.archive.rounds) if after is None else after
        self.rounds = [
            item
            for item in event.rounds
            if not item.playoff and checked.built.rounds.get(item.number, last + 1) <= last
        ]
        self.reasons: dict[str, list[tuple[Message, Change]]] = {}

    def lines(self) -> list[PointsLine]:
        for round in self.rounds:
            for pairing in round.pairings:
                self._try(round, pairing)
        lines = [self._line(key) for key in self.printed if self._missing(key)]
        return sorted(lines, key=lambda line: (-abs(line.difference), line.name))

    def _missing(self, key: str) -> Fraction:
        """Return how many points a player lacks here; 0 if the standings do not list the player."""
        return self.printed[key] - self.ours[key] if key in self.printed else Fraction(0)

    def _try(self, round: FoundRound, pairing: Pairing) -> None:
        """Record the other outcomes of a match that give all its players the points they lack."""
        lacks = [self._missing(key) for key in pairing.keys]
        if not any(lacks):
            return
        now, points = self._outcome(pairing)
        if now == "open" and round is self.event.rounds[-1]:
            return  # a match in progress, newer than the standings
        for to, others in self._others(pairing):
            gained = [other - old for other, old in zip(others, points, strict=False)]
            if to == now or not any(gained) or gained[: len(lacks)] != lacks:
                continue
            names = [self.event.persons[key].name for key in pairing.keys]
            change = Change(round.number, names[0], names[1] if len(names) > 1 else "", to)
            for side, key in enumerate(pairing.keys):
                if lacks[side]:
                    place = _place(round, pairing, [*names, ""][1 - side])
                    why = Message(
                        _("%(place)s: %(ours)s in the rounds, %(printed)s in the standings."),
                        place=place,
                        ours=_SIDES[now][side],
                        printed=_SIDES[to][side],
                    )
                    self.reasons.setdefault(key, []).append((why, change))

    def _others(self, pairing: Pairing) -> Iterator[tuple[str, Points]]:
        if pairing.second is not None:
            yield FIRST, (self.win, self.loss)
            yield DRAW, (self.draw, self.draw)
            yield SECOND, (self.loss, self.win)
        yield REMOVED, (0, 0)

    def _outcome(self, pairing: Pairing) -> tuple[str, Points]:
        if pairing.second is None:
            won = pairing.kind is MatchKind.BYE and not pairing.half
            return ALONE, (self.win if won else 0, 0)
        if pairing.double_loss:
            return "both-lost", (0, 0)
        if pairing.games is None:
            return "open", (0, 0)
        winner = Result(*pairing.games).winner
        if winner.is_first:
            return FIRST, (self.win, self.loss)
        return (SECOND, (self.loss, self.win)) if winner.is_second else (DRAW, (self.draw,) * 2)

    def _line(self, key: str) -> PointsLine:
        name = self.event.persons[key].name
        why, change = self._reason(key)
        ours, printed = self.ours[key] / self.scale, self.printed[key] / self.scale
        return PointsLine(name, ours, printed, why, change)

    def _reason(self, key: str) -> tuple[Message, Change | None]:
        reasons = self.reasons.get(key, [])
        certain = [item for item in reasons if item[1].to != REMOVED] or reasons
        if len(certain) == 1:
            return certain[0]
        if certain:
            words = _("Several matches can explain this, among them: %(first)s")
            return Message(words, first=certain[0][0]), None
        alone = [
            item for item in self.rounds if not any(key in each.keys for each in item.pairings)
        ]
        if self._missing(key) == self.win and len(alone) == 1:
            number = alone[0].number
            words = _("Round %(number)d has no match of this player, the standings count a win.")
            name = self.event.persons[key].name
            return Message(words, number=number), Change(number, name, "", ALONE)
        return Message(_("No single match explains this.")), None


def _place(round: FoundRound, pairing: Pairing, opponent: str) -> Message:
    if pairing.table:
        words = _("Round %(number)d, table %(table)d")
        return Message(words, number=round.number, table=pairing.table)
    if not opponent:
        return Message(_("Round %(number)d"), number=round.number)
    words = _("Round %(number)d, against “%(name)s”")
    return Message(words, number=round.number, name=opponent)
