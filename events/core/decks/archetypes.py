"""Archetypes of an event: entries, records, the match-up matrix, conversion to the cut."""

import math
from collections import Counter
from dataclasses import dataclass

from domain.results import Winner
from events.core.adapters.match_results import results_of
from events.core.decks.deck_words import folded
from events.core.progress.presence import after_the_cut
from events.models import Decklist, Event, Match

# The two-sided 95 % quantile of the normal distribution.
_Z = 1.959964
# The matrix is for people: beyond this, it shows only the largest archetypes.
MOST_IN_MATRIX = 12


@dataclass(frozen=True, slots=True)
class Score:
    """Matches won, lost and drawn."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def matches(self) -> int:
        """Number of matches."""
        return self.won + self.lost + self.drawn

    @property
    def decided(self) -> int:
        """Number of decided matches."""
        return self.won + self.lost

    @property
    def percent(self) -> int | None:
        """Share of decided matches won; None without any."""
        return round(100 * self.won / self.decided) if self.decided else None

    @property
    def interval(self) -> tuple[int, int]:
        """The 95% interval of that share in percent (Wilson 1927)."""
        low, high = wilson(self.won, self.decided)
        return round(100 * low), round(100 * high)


@dataclass(frozen=True, slots=True)
class Archetype:
    """One archetype: its number of players, their record, and how many of them advanced."""

    name: str
    entries: int
    share: int
    score: Score
    advanced: int

    @property
    def conversion(self) -> int:
        """Percentage of its players who advanced."""
        return round(100 * self.advanced / self.entries)


@dataclass(frozen=True, slots=True)
class Archetypes:
    """The archetypes of an event, the most played first.

    `unnamed`: number of players without an archetype. `has_cut`: whether any player has advanced.
    `columns`: names in the matrix; `matrix` has a row of scores for each of them, None against
    themselves.
    """

    rows: tuple[Archetype, ...]
    unnamed: int
    has_cut: bool
    columns: tuple[str, ...]
    matrix: tuple[tuple[str, tuple[Score | None, ...]], ...]


def wilson(won: int, of: int) -> tuple[float, float]:
    """Return the 95% interval of a share as two fractions; 0 to 1 without a match."""
    if not of:
        return 0.0, 1.0
    share, squared = won / of, _Z * _Z
    middle = share + squared / (2 * of)
    spread = _Z * math.sqrt(share * (1 - share) / of + squared / (4 * of * of))
    low, high = (middle - spread) / (1 + squared / of), (middle + spread) / (1 + squared / of)
    # Rounding can move a limit past a share of 0 or 1, where both are equal.
    return max(0.0, min(low, share)), min(1.0, max(high, share))


def archetypes_of(event: Event) -> Archetypes:
    """Return the archetypes of an event as far as results are known, in four queries."""
    players = event.enrollments.filter(decklist__isnull=False)
    typed = dict(players.values_list("number", "decklist__archetype"))
    names = _one_spelling(typed)
    entered = event.enrollments.count()
    advanced = after_the_cut(event)
    pairs = _scores(event, names)
    entries = Counter(names.values())
    order = sorted(entries, key=lambda name: (-entries[name], folded(name)))
    named = len(names)
    rows = tuple(
        Archetype(
            name,
            entries[name],
            round(100 * entries[name] / named),
            _total(pairs, name),
            sum(names.get(number) == name for number in advanced or ()),
        )
        for name in order
    )
    columns = tuple(order[:MOST_IN_MATRIX])
    matrix = tuple(
        (name, tuple(None if name == other else _score(pairs, name, other) for other in columns))
        for name in columns
    )
    return Archetypes(rows, max(0, entered - named), advanced is not None, columns, matrix)


def archetype_names(event: Event) -> list[str]:
    """Return the names that decks of an event have, in order. One query."""
    named = Decklist.objects.filter(enrollment__event=event).exclude(archetype="")
    return sorted(set(named.values_list("archetype", flat=True)), key=folded)


def _one_spelling(typed: dict[int, str]) -> dict[int, str]:
    """Return the archetypes by player, each in its most frequent spelling."""
    spellings: dict[str, Counter[str]] = {}
    for name in typed.values():
        if name:
            spellings.setdefault(folded(name), Counter())[name] += 1
    chosen = {
        key: min(counts, key=lambda name: (-counts[name], name))
        for key, counts in spellings.items()
    }
    return {number: chosen[folded(name)] for number, name in typed.items() if name}


# Matches won, lost and drawn, by the archetypes of player and opponent ("": none named).
Pairs = dict[tuple[str, str], Counter[Winner]]


def _scores(event: Event, names: dict[int, str]) -> Pairs:
    """Count the matches of two players, playoffs included; double losses do not count."""
    pairs: Pairs = {}
    turned = {
        Winner.FIRST: Winner.SECOND, Winner.SECOND: Winner.FIRST, Winner.DRAWN: Winner.DRAWN
    }  # fmt: skip
    for match in results_of(Match.objects.of_two().filter(round__event=event)):
        winner = match.result.winner
        if match.second is None or winner not in turned:
            continue
        first, second = names.get(match.first, ""), names.get(match.second, "")
        pairs.setdefault((first, second), Counter())[winner] += 1
        pairs.setdefault((second, first), Counter())[turned[winner]] += 1
    return pairs


def _score(pairs: Pairs, name: str, other: str) -> Score:
    counts = pairs.get((name, other), Counter())
    return Score(counts[Winner.FIRST], counts[Winner.SECOND], counts[Winner.DRAWN])


def _total(pairs: Pairs, name: str) -> Score:
    """Return the record of an archetype, without matches against itself."""
    scores = [_score(pairs, *pair) for pair in pairs if pair[0] == name != pair[1]]
    return Score(
        sum(score.won for score in scores),
        sum(score.lost for score in scores),
        sum(score.drawn for score in scores),
    )
