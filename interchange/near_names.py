"""Names of one event that may be one person: written in another way in a later round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
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


def _alike(people: list[Person]) -> list[tuple[Person, Person]]:
    """Return the pairs of names that are equal but for a letter, in the order of the people."""
    by_form: dict[str, list[int]] = defaultdict(list)
    for at, person in enumerate(people):
        for form in set(_forms(person.name)):
            by_form[form].append(at)
    pairs: set[tuple[int, int]] = set()
    for same in by_form.values():
        if len(same) <= MOST_ALIKE:
            pairs.update(combinations(same, 2))
    return [(people[first], people[second]) for first, second in sorted(pairs)]


def _forms(name: str) -> Iterator[str]:
    """Yield a name without accents, signs and order, whole and without each of its letters."""
    words = sorted("".join(filter(str.isalnum, word)) for word in fold(name).split())
    plain = " ".join(filter(None, words))
    if len(plain) < LEAST_LETTERS or any(map(str.isdigit, plain)):
        # "Player 1" and "Player 2" are two.
        return
    yield plain
    yield from (plain[:at] + plain[at + 1 :] for at in range(len(plain)))
