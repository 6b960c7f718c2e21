"""Made-up events with what real ones have: late players, drops, byes of each kind, odd names."""

from __future__ import annotations

import random
from itertools import pairwise

from archive.values import Archive
from domain.kinds import MatchKind
from domain.results import Counts
from interchange.checking import checked_event
from interchange.values import FoundEvent, FoundRound, Pairing
from tests.interchange.reading import TODAY

# Real names that table readers mistake for something else.
NAMES = (
    "Ada Quill", "Ben Rook", "Zoë O'Halloran", "Jean-Luc van den Heuvel", "María José Núñez",
    "Øyvind Ås", "Łucja Wiśniewska-Nowak", "Nguyễn Thị Ánh", "李 小龍", "山田 太郎", "김민준",
    "Мария Иванова", "Ελένη Παππά", "محمد علي", "Bo", "X Æ A", "Anna-Marie de la Cruz y Vega",
    "José M. Pérez Jr.", "Ludwig van Beethoven III", "Mr. T", "d'Artagnan", "Ashley & Chris",
    "Dr. No", "Two  Blanks", "lower case", "UPPER CASE", "Player 12", "Ada (Team Blue)",
    "Vega, Cleo", "Anne \"Ace\" Hill", "Tim / Tom", "O’Brien, Pat", "Sam Smith-Jones", "J. R. T.",
)  # fmt: skip
# Names like words of tables and results: a reader may ask, but must not guess silently.
ODD_NAMES = (
    "Bye", "Winner", "Draw", "Round 3", "Player", "=SUM(A1)", "1", "2-1", "Ada vs Ben", "- Dash",
    "Not reported", "Ada won", "@ada", "100 %", "Total", "None", "ada@example.org", "Semifinals",
    "A" * 90, "  Spaced", "#1", "+Plus", "Ada\u200bQuill",
)  # fmt: skip
SCORES: tuple[Counts, ...] = (
    (2, 0, 0), (2, 1, 0), (0, 2, 0), (1, 2, 0), (1, 1, 1), (1, 1, 0), (0, 0, 3), (1, 0, 0),
    (0, 1, 0), (1, 0, 1), (0, 0, 1), (2, 1, 1), (2, 0, 1),
)  # fmt: skip


def rich(seed: int, *, odd: bool = False) -> Archive:
    """Return an event drawn from a seed; `odd`: some names are words of tables."""
    draw = random.Random(seed)
    pool = [*NAMES, *(ODD_NAMES if odd else ())]
    count = draw.randint(5, min(20, len(NAMES)))
    names = draw.sample(pool, count)
    if odd and not set(names) & set(ODD_NAMES):
        names[0] = draw.choice(ODD_NAMES)
    if draw.random() < 0.3:
        names[1] = names[0]  # two namesakes
    event = FoundEvent(name=f"Cup {seed}", profiles=(draw.choice(("mtr", "one-third")),))
    keys = [str(at) for at in range(1, count + 1)]
    for key, name in zip(keys, names, strict=True):
        event.person(key, name)
    late = {key: draw.randint(2, 3) for key in keys if draw.random() < 0.1}
    gone = {key: draw.randint(1, 3) for key in keys if draw.random() < 0.2 and key not in late}
    met: set[frozenset[str]] = set()
    for number in range(1, draw.randint(3, 6)):
        here = [k for k in keys if late.get(k, 0) <= number <= gone.get(k, number)]
        round = _round(draw, number, here, met)
        if round.pairings:
            event.rounds.append(round)
    if draw.random() < 0.4:
        _add_playoff(draw, event, [key for key in keys if key not in gone])
    elif draw.random() < 0.3:
        for pairing in event.rounds[-1].pairings[: draw.randint(1, 3)]:
            if pairing.second is not None:
                pairing.games, pairing.double_loss = None, False  # in progress
    return checked_event(event, TODAY).archive


def _round(
    draw: random.Random, number: int, here: list[str], met: set[frozenset[str]]
) -> FoundRound:
    round = FoundRound(number)
    waiting = draw.sample(here, len(here))
    if draw.random() < 0.2 and len(waiting) > 4:
        round.pairings.append(Pairing(waiting.pop(), games=(2, 0, 0), kind=MatchKind.BYE))
    if draw.random() < 0.2 and len(waiting) > 4:
        round.pairings.append(Pairing(waiting.pop(), games=(0, 0, 0), kind=MatchKind.UNPAIRED))
    while len(waiting) > 1:
        first = waiting.pop()
        fresh = [key for key in waiting if frozenset((first, key)) not in met]
        second = (fresh or waiting)[0]
        waiting.remove(second)
        met.add(frozenset((first, second)))
        pairing = Pairing(first, second, games=draw.choice(SCORES), table=len(round.pairings) + 1)
        if draw.random() < 0.05:
            pairing.games, pairing.double_loss = (0, 0, 0), True
        round.pairings.append(pairing)
    for key in waiting:
        round.pairings.append(Pairing(key, games=(2, 0, 0), kind=MatchKind.BYE))
    return round


def _add_playoff(draw: random.Random, event: FoundEvent, keys: list[str]) -> None:
    size = draw.choice((2, 4))
    left = keys[:size]
    number = event.rounds[-1].number
    for name in {2: ("Finals",), 4: ("Semifinals", "Finals")}[size]:
        number += 1
        round = FoundRound(number, playoff=True, name=name)
        pairs = [*pairwise(left)][::2]
        left = []
        for at, (first, second) in enumerate(pairs, start=1):
            games = draw.choice(((2, 0, 0), (2, 1, 0), (1, 2, 0)))
            round.pairings.append(Pairing(first, second, games=games, table=at))
            left.append(first if games[0] > games[1] else second)
        event.rounds.append(round)
