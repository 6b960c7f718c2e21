"""Names of one event that may be one person: written in another way in a later round."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations

from archive.errors import _
from domain.names import fold
from interchange.values import FoundEvent, Person, Subject

# Short names differ by a letter too often: Ada and Ida.
LEAST_LETTERS = 6
# Names that share one way of leaving out a letter: more are no slips.
MOST_ALIKE = 6
MOST_ASKED = 20


def question_near_names(event: FoundEvent) -> None:
    """Doubt names that differ by a letter, an accent or their order and never play at once.

    People whom the file gives numbers of their own are told apart by those.
    """
    for first, second in near_names(event)[:MOST_ASKED]:
        event.doubt(
            Subject.PERSON,
            first.name,
            _("“%(other)s” may be the same person: they never play in the same round."),
            other=second.name,
        )


def near_names(event: FoundEvent) -> list[tuple[Person, Person]]:
    """Return the pairs of people who may be one."""
    rounds: dict[str, set[int]] = defaultdict(set)
    for round in event.rounds:
        for pairing in round.pairings:
            for key in pairing.keys:
                rounds[key].add(round.number)
    printed = {line.key for line in event.printed}
    return [
        (first, second)
        for first, second in _alike([*event.persons.values()] if rounds else [])
        if not rounds[first.key] & rounds[second.key]
        and rounds[first.key] | rounds[second.key]
        and not {first.key, second.key} <= printed
        and not (first.platform_id and second.platform_id)
    ]


def crowded_forms(names: Iterable[str]) -> frozenset[str]:
    """Return the forms that so many names share that they are no slips: Ada A, Ada B, Ada C."""
    times = Counter(form for name in set(names) for form in near_forms(name))
    return frozenset(form for form, count in times.items() if count > MOST_ALIKE)


def _alike(people: list[Person]) -> list[tuple[Person, Person]]:
    """Return the pairs of names that are equal but for a letter, in the order of the people."""
    by_form: dict[str, list[int]] = defaultdict(list)
    for at, person in enumerate(people):
        for form in near_forms(person.name):
            by_form[form].append(at)
    pairs: set[tuple[int, int]] = set()
    for same in by_form.values():
        if len(same) <= MOST_ALIKE:
            pairs.update(combinations(same, 2))
    return [(people[first], people[second]) for first, second in sorted(pairs)]


def near_forms(name: str) -> frozenset[str]:
    """Return a name without accents, signs and order, whole and without each of its letters.

    Two names that share a form differ by a letter at most, or by two letters that were exchanged.
    """
    words = sorted("".join(filter(str.isalnum, word)) for word in fold(name).split())
    plain = " ".join(filter(None, words))
    if len(plain) < LEAST_LETTERS or any(map(str.isdigit, plain)):
        # "Player 1" and "Player 2" are two.
        return frozenset()
    return frozenset([plain, *(plain[:at] + plain[at + 1 :] for at in range(len(plain)))])
