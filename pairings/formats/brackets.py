"""Elimination brackets: the matches of each round, and each player's progress."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from domain.limits import MOST_ENTRANTS
from domain.results import Result, Winner

THIRD_PLACE = "T"
FINAL = "F1"
RESET_FINAL = "F2"

NOBODY = -1

Results = Mapping[str, tuple[int, int | None]]
"""Winner and loser by the name of the slot; no loser where nobody was beaten."""


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a player in a slot: a seat of the first round, or another slot."""

    kind: Literal["seat", "winner", "loser"]
    of: str | int


@dataclass(frozen=True, slots=True)
class Slot:
    """One match of a bracket.

    `name` is unique: "W1-3" is the third match of the first round among the unbeaten, "L2-1" one
    among those who have lost once, "F1" and "F2" the final of a double elimination and its reset,
    "T" the match for the third place. `round` counts from 1 through the stage.
    """

    name: str
    round: int
    first: Source
    second: Source


@dataclass(frozen=True, slots=True)
class Bracket:
    """All matches of an elimination stage; `seats` has the entrant of each seat.

    `seats` holds positions in the list of entrants, counted from 0, in the order of the picture;
    -1 is an empty seat, whose opponent advances without playing.
    """

    slots: tuple[Slot, ...]
    seats: tuple[int, ...]
    double: bool

    @property
    def rounds(self) -> int:
        """The number of rounds, a reset final included."""
        return max(slot.round for slot in self.slots)


@dataclass(frozen=True, slots=True)
class Contest:
    """One match with its players; `second` is None for a player who advances without playing."""

    slot: str
    first: int
    second: int | None


def seeds_by_rank(size: int) -> tuple[int, ...]:
    """Return seeds, counted from 1, in bracket order: 1-8, 4-5, 2-7, 3-6.

    Digital event rules 4.4.
    """
    order = [1]
    while len(order) < size:
        both = 2 * len(order) + 1
        order = [seed for higher in order for seed in (higher, both - higher)]
    return tuple(order)


def seeds_by_draft_seat(size: int) -> tuple[int, ...]:
    """Return draft seats, counted from 1, in bracket order: 1-5, 3-7, 2-6, 4-8.

    Digital event rules 4.4.
    """
    order = [1]
    while len(order) < size:
        half = len(order)
        order = [seat for lower in order for seat in (lower, lower + half)]
    return tuple(order)


def single_elimination(
    entrants: int, *, by_draft_seat: bool = False, third_place: bool = False
) -> Bracket:
    """Return the bracket for 2 to 32 entrants; empty seats are opposite the best seeds."""
    size = _size(entrants)
    slots = _unbeaten(size, lambda number: number)
    rounds = size.bit_length() - 1
    if third_place and rounds > 1:
        semifinals = [slot.name for slot in slots if slot.round == rounds - 1]
        losers = [Source("loser", name) for name in semifinals]
        slots.append(Slot(THIRD_PLACE, rounds, losers[0], losers[1]))
    return Bracket(tuple(slots), _seats(size, entrants, by_draft_seat), double=False)


def double_elimination(entrants: int, *, by_draft_seat: bool = False) -> Bracket:
    """Return the double elimination bracket for 3 to 32 entrants, reset final included.

    A first defeat leads to the losers' rounds, a second one out. When the player from
    the losers' rounds wins the final, it is played once more.
    """
    size = max(_size(entrants), 4)
    last = size.bit_length() - 1
    slots = _unbeaten(size, lambda number: 1 if number == 1 else 2 * number - 2)
    pairs = size // 4
    falling = [Source("loser", f"W1-{number}") for number in range(1, size // 2 + 1)]
    for half in range(1, last):
        merged = 2 * half - 1
        for number in range(1, pairs + 1):
            both = falling[2 * number - 2], falling[2 * number - 1]
            slots.append(Slot(f"L{merged}-{number}", merged + 1, *both))
        # Players who lose in the next unbeaten round enter from the other end, so that a rematch
        # with the same opponent comes as late as possible.
        for number in range(1, pairs + 1):
            survivor = Source("winner", f"L{merged}-{number}")
            fallen = Source("loser", f"W{half + 1}-{pairs + 1 - number}")
            slots.append(Slot(f"L{merged + 1}-{number}", merged + 2, survivor, fallen))
        falling = [Source("winner", f"L{merged + 1}-{number}") for number in range(1, pairs + 1)]
        pairs //= 2
    final = Source("winner", f"W{last}-1"), falling[0]
    slots.append(Slot(FINAL, 2 * last, *final))
    slots.append(Slot(RESET_FINAL, 2 * last + 1, *final))
    return Bracket(tuple(slots), _seats(size, entrants, by_draft_seat), double=True)


def contests(
    bracket: Bracket, entrants: Sequence[int], results: Results, round: int
) -> list[Contest]:
    """Return the matches of one round, in bracket order.

    `entrants` are ids in the order of their seeds (or draft seats). Slots that no player reaches
    are left out, and so is a reset final that is not needed. Raises KeyError while a match that
    leads here has no result.
    """
    meeting = []
    for slot in bracket.slots:
        if slot.round != round or (slot.name == RESET_FINAL and not needs_reset(bracket, results)):
            continue
        both = (
            _player(slot.first, bracket, entrants, results),
            _player(slot.second, bracket, entrants, results),
        )
        there = [player for player in both if player is not None]
        if there:
            meeting.append(Contest(slot.name, there[0], there[1] if len(there) > 1 else None))
    return meeting


def occupants(
    bracket: Bracket, entrants: Sequence[int], results: Results
) -> dict[str, tuple[int | None, int | None]]:
    """Return the known players of each slot, by its name.

    None: not decided yet; NOBODY: the place stays empty, and the other player advances.
    """
    players: dict[str, tuple[int | None, int | None]] = {}

    def player(source: Source) -> int | None:
        if source.kind == "seat":
            seat = bracket.seats[int(source.of)]
            return entrants[seat] if seat >= 0 else NOBODY
        wins = source.kind == "winner"
        slot = str(source.of)
        if slot in results:
            winner, loser = results[slot]
            return winner if wins else (NOBODY if loser is None else loser)
        first, second = players[slot]
        if first == NOBODY:
            return second if wins else NOBODY
        if second == NOBODY:
            return first if wins else NOBODY
        return None

    for slot in sorted(bracket.slots, key=lambda slot: slot.round):
        players[slot.name] = player(slot.first), player(slot.second)
    return players


def results_by_slot(
    matches: Iterable[tuple[str, Result | None, int, int | None]],
) -> dict[str, tuple[int, int | None]]:
    """Return the results of a bracket by slot; `matches`: slot, result, first and second player."""
    results: dict[str, tuple[int, int | None]] = {}
    for slot, result, first, second in matches:
        if result is None:
            continue
        if second is None or result.winner is Winner.FIRST:
            results[slot] = first, second
        else:
            results[slot] = second, first
    return results


def needs_reset(bracket: Bracket, results: Results) -> bool:
    """Return whether the final was won by the player who had lost once already."""
    if not bracket.double or FINAL not in results:
        return False
    last = next(slot for slot in bracket.slots if slot.name == FINAL)
    unbeaten = results[str(last.first.of)][0]
    return results[FINAL][0] != unbeaten


def is_over(bracket: Bracket, results: Results) -> bool:
    """Return whether the bracket has a winner and no match is left."""
    if any(slot.name == THIRD_PLACE for slot in bracket.slots) and THIRD_PLACE not in results:
        return False
    deciding = _deciding(bracket)
    if deciding not in results:
        return False
    return not bracket.double or not needs_reset(bracket, results) or RESET_FINAL in results


def placing(bracket: Bracket, entrants: Sequence[int], results: Results) -> list[int]:
    """Return the entrants by how far they advanced, then by their place among the entrants.

    Players still in the bracket rank before all who are out. In a single elimination the
    match for the third place decides between the losers of the semifinals.
    """
    out: dict[int, int] = {}
    for slot in bracket.slots:
        loser = results[slot.name][1] if slot.name in results else None
        still_in = bracket.double and slot.name.startswith("W")
        if slot.name == FINAL and needs_reset(bracket, results):
            still_in = True
        if loser is not None and not still_in and slot.name != THIRD_PLACE:
            out[loser] = slot.round
    seed = {player: place for place, player in enumerate(entrants)}
    order = sorted(
        entrants, key=lambda player: (-out.get(player, bracket.rounds + 1), seed[player])
    )
    if THIRD_PLACE in results:
        third = results[THIRD_PLACE][0]
        order.remove(third)
        order.insert(2, third)
    return order


def _size(entrants: int) -> int:
    if not 2 <= entrants <= MOST_ENTRANTS:
        raise ValueError(f"a bracket takes 2 to {MOST_ENTRANTS} entrants, not {entrants}")
    return 1 << (entrants - 1).bit_length()


def _seats(size: int, entrants: int, by_draft_seat: bool) -> tuple[int, ...]:
    order = seeds_by_draft_seat(size) if by_draft_seat else seeds_by_rank(size)
    return tuple(seed - 1 if seed <= entrants else -1 for seed in order)


def _unbeaten(size: int, round_of: Callable[[int], int]) -> list[Slot]:
    """Return the slots of unbeaten players: halves that meet until one player is left."""
    slots = []
    sources = [Source("seat", number) for number in range(size)]
    number = 1
    while len(sources) > 1:
        names = [f"W{number}-{place}" for place in range(1, len(sources) // 2 + 1)]
        for place, name in enumerate(names):
            both = sources[2 * place], sources[2 * place + 1]
            slots.append(Slot(name, round_of(number), *both))
        sources = [Source("winner", name) for name in names]
        number += 1
    return slots


def _deciding(bracket: Bracket) -> str:
    if bracket.double:
        return FINAL
    return f"W{len(bracket.seats).bit_length() - 1}-1"


def _player(
    source: Source, bracket: Bracket, entrants: Sequence[int], results: Results
) -> int | None:
    """Return the player of a source; None for an empty seat, or a slot that no player reached."""
    if source.kind == "seat":
        seat = bracket.seats[int(source.of)]
        return entrants[seat] if seat >= 0 else None
    slot = next(slot for slot in bracket.slots if slot.name == source.of)
    if slot.name in results:
        winner, loser = results[slot.name]
        return winner if source.kind == "winner" else loser
    first = _player(slot.first, bracket, entrants, results)
    second = _player(slot.second, bracket, entrants, results)
    if first is not None and second is not None:
        raise KeyError(slot.name)
    return (second if first is None else first) if source.kind == "winner" else None
