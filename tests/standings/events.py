"""Random events for property tests: byes, drops, late entries, double losses, two stages."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from standings import PROFILES
from standings.types import Match, MatchKind, Stage, Tournament

SCORES = ((2, 0, 0), (2, 1, 0), (1, 2, 0), (0, 2, 0), (1, 1, 1), (1, 0, 1), (0, 0, 3), (0, 0, 0))
MAGIC = ("mtr", "dci-1999", "ja-2008", "one-third")


@st.composite
def rounds_of(draw: Any, players: list[int], numbers: range) -> list[Match]:
    """Rounds in which any player may be absent and the rest meet in any order."""
    matches = []
    for number in numbers:
        here = draw(st.lists(st.sampled_from(players), unique=True)) if players else []
        if draw(st.booleans()):
            here = draw(st.permutations(players))
        while here:
            first = here.pop()
            if not here or draw(st.integers(0, 9)) == 0:
                bye = draw(st.booleans())
                games = (2, 0, 0) if bye else draw(st.sampled_from(((0, 0, 0), (0, 2, 0))))
                kind = MatchKind.BYE if bye else MatchKind.UNPAIRED
                matches.append(Match(number, first, None, games, kind))
                continue
            second = here.pop()
            double = draw(st.integers(0, 9)) == 0
            kind = MatchKind.DOUBLE_LOSS if double else MatchKind.PLAYED
            matches.append(Match(number, first, second, draw(st.sampled_from(SCORES)), kind))
    return matches


@st.composite
def tournaments(draw: Any, profiles: tuple[str, ...] = MAGIC) -> Tournament:
    """An event of one or two Swiss stages and perhaps a playoff, under any Magic profile."""
    profile = PROFILES[draw(st.sampled_from(profiles))]
    if draw(st.booleans()):
        profile = replace(profile, name="custom", use_games=draw(st.booleans()))
    players = draw(st.lists(st.integers(0, 10**6), min_size=1, max_size=9, unique=True))
    first = draw(st.integers(1, 4))
    matches = draw(rounds_of(players, range(1, first + 1)))
    going_on = draw(st.lists(st.sampled_from(players), unique=True))
    stages = [Stage(1, first, True, frozenset(going_on) if draw(st.booleans()) else None)]
    last = first
    if draw(st.booleans()):
        remaining = going_on if stages[0].advancing is not None else players
        last = first + draw(st.integers(1, 3))
        matches += draw(rounds_of(remaining, range(first + 1, last + 1)))
        stages.append(Stage(first + 1, last, True, None))
    if draw(st.booleans()):
        stages.append(Stage(last + 1, last + 1, swiss=False))
        matches += draw(rounds_of(players, range(last + 1, last + 2)))
    out = draw(st.frozensets(st.sampled_from(players), max_size=2))
    seed = draw(st.integers(0, 2**63 - 1))
    return Tournament(profile, tuple(players), tuple(stages), tuple(matches), out, seed)
