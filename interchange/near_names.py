"""Find similar names in one event that may be one person, spelled differently in some round."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations

from archive.errors import _
from domain.names import fold
from interchange.values import FoundEvent, NearNames, Person, Subject

# Shorter names often differ by a single letter: Ada and Ida.
LEAST_LETTERS = 6
# Names that become equal without a letter; larger groups are not typing errors.
MOST_ALIKE = 6
MOST_ASKED = 20


MAY_BE_ONE = _("“%(other)s” may be the same person: they never play in the same round.")

# Answers by names. For two names: True for the same person, False for two people. For one: True for
# a player whose name is also a word for a bye.
People = Mapping[frozenset[str], bool]


def question_near_names(event: FoundEvent, people: People | None = None) -> None:
    """Question names that differ by a letter, an accent or word order and never play together.

    People with their own numbers in the file are distinguished by those. `people`: answers that a
    person already gave; two names of one person are merged.
    """
    answers = people or {}
    _join(event, answers)
    asked = [pair for pair in near_names(event) if _names(*pair) not in answers]
    for first, second in asked[:MOST_ASKED]:
        event.near.append(
            NearNames(
                first.name, second.name, *(_places(event, key.key) for key in (first, second))
            )
        )
        event.doubt(Subject.PERSON, first.name, MAY_BE_ONE, other=second.name)


def _names(first: Person, second: Person) -> frozenset[str]:
    return frozenset((first.name, second.name))


def _places(event: FoundEvent, key: str) -> tuple[tuple[int, int], ...]:
    """Return round and table (0 if none) of each match of a person."""
    return tuple(
        (round.number, pairing.table or 0)
        for round in event.rounds
        for pairing in round.pairings
        if key in pairing.keys
    )


def _join(event: FoundEvent, answers: People) -> None:
    """Move the matches of a name to another name if a person said that both are one."""
    for _time in answers:
        pair = next((pair for pair in near_names(event) if answers.get(_names(*pair))), None)
        if pair is None:
            return
        # The more frequent spelling is probably correct.
        kept, other = sorted(pair, key=lambda person: -len(_places(event, person.key)))
        kept.email = kept.email or other.email
        kept.platform_id = kept.platform_id or other.platform_id
        kept.deck = kept.deck or other.deck
        if other.dropped_after is not None and kept.dropped_after is None:
            kept.dropped_after = other.dropped_after
        del event.persons[other.key]
        for round in event.rounds:
            round.pairings = [
                replace(
                    pairing,
                    first=kept.key if pairing.first == other.key else pairing.first,
                    second=kept.key if pairing.second == other.key else pairing.second,
                    seats=tuple(kept.key if key == other.key else key for key in pairing.seats),
                )
                for pairing in round.pairings
            ]
        event.printed = [
            replace(line, key=kept.key) if line.key == other.key else line for line in event.printed
        ]


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
    """Return the forms that too many names share to be slips: Ada A, Ada B, Ada C."""
    times = Counter(form for name in set(names) for form in near_forms(name))
    return frozenset(form for form, count in times.items() if count > MOST_ALIKE)


def _alike(people: list[Person]) -> list[tuple[Person, Person]]:
    """Return the pairs of names that differ by one letter at most, in the order of the people."""
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
    """Return a name without accents, signs and word order, in full and without each letter.

    Two names that share a form differ by one letter at most, or by two swapped letters.
    """
    words = sorted("".join(filter(str.isalnum, word)) for word in fold(name).split())
    plain = " ".join(filter(None, words))
    if len(plain) < LEAST_LETTERS or any(map(str.isdigit, plain)):
        # "Player 1" and "Player 2" are different players.
        return frozenset()
    return frozenset([plain, *(plain[:at] + plain[at + 1 :] for at in range(len(plain)))])
