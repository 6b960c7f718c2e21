"""Estimate chances of advancing by playing the remaining Swiss rounds many times from a seed.

`standings.chances` reports certainties. Here the remaining rounds are paired by the rules of the
pairing engine, and both players of every match are equally strong, with the event's own share of
draws. The result is an estimate, "about 7 of 10"; docs/background/chances.md compares it with real
events.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from standings.chances import Situation
from standings.sampled_rounds import Flags, Samples, Whole

Shares = npt.NDArray[np.float64]

SAMPLES = 1_000
# The share of draws is smoothed: as if 50 matches with two draws had been played before.
_USUAL_MATCHES, _USUAL_DRAWS = 50, 2


@dataclass(frozen=True, slots=True)
class Course:
    """The state from which the rest of an event is played.

    - `situation`: points, pending matches and the cut, as in `standings.chances`.
    - `playing`: the players paired in later rounds; only eligible players advance.
    - `opponents`: the opponents of each player, pending matches included.
    - `rounds`: rounds that count in each player's match-win percentage, without pending ones.
    - `byes`: byes so far. `places`: the places now, from 1; they decide between players whom the
      sampled opponents' percentages leave level.
    - `floor`: the minimum percentage.
    - `draws`, `matches`: the number of drawn matches so far, and of all matches so far.
    - `agreed`: pending pairs that draw by agreement, in a scenario.
    """

    situation: Situation
    playing: frozenset[int]
    opponents: Mapping[int, tuple[int, ...]]
    rounds: Mapping[int, int]
    byes: Mapping[int, int]
    places: Mapping[int, int]
    floor: Fraction
    draws: int = 0
    matches: int = 0
    agreed: frozenset[tuple[int, int]] = field(default_factory=frozenset)

    @property
    def draw_share(self) -> float:
        """The share of draws in the remaining matches, as a share of 1."""
        if self.situation.draw is None:
            return 0.0
        return (self.draws + _USUAL_DRAWS) / (self.matches + _USUAL_MATCHES)


def sampled_chances(course: Course, seed: int, samples: int = SAMPLES) -> dict[int, float]:
    """Return, for each eligible player, the share of samples in which the player advances.

    The same course and seed give the same shares.
    """
    situation = course.situation
    players = sorted(situation.points)
    index = {player: at for at, player in enumerate(players)}
    played = _play(course, players, np.random.default_rng(seed), samples)
    eligible = np.array([_is_eligible(situation, player) for player in players], dtype=bool)
    if situation.threshold is not None:
        advances = (played.points >= situation.threshold) & eligible
    else:
        places = np.array([course.places.get(player, len(players) + 1) for player in players])
        worth = played.points + _opponents_percentages(course, players, played) / 2
        worth = worth - places / (2 * len(players) + 4) * 1e-6
        advances = _first(np.where(eligible, worth, -np.inf), situation.places or 0) & eligible
    shares = advances.mean(axis=0)
    return {player: float(shares[index[player]]) for player in players if eligible[index[player]]}


def _is_eligible(situation: Situation, player: int) -> bool:
    return situation.eligible is None or player in situation.eligible


def _first(worth: Shares, places: int) -> Flags:
    """Return which players are among the first `places` of each sample."""
    if places >= worth.shape[1]:
        return np.ones(worth.shape, dtype=bool)
    line = -np.partition(-worth, places - 1, axis=1)[:, places - 1]
    return worth >= line[:, None]


def _play(course: Course, players: list[int], random: np.random.Generator, count: int) -> Samples:
    """Play the pending matches and the rounds after them in every sample."""
    situation = course.situation
    index = {player: at for at, player in enumerate(players)}
    met = np.zeros((len(players), len(players)), dtype=bool)
    for player, opponents in course.opponents.items():
        met[index[player], [index[other] for other in opponents]] = True
    samples = Samples(
        points=np.tile([situation.points[player] for player in players], (count, 1)),
        byes=np.tile([course.byes.get(player, 0) for player in players], (count, 1)),
        met=met,
        random=random,
    )
    if situation.pending:
        pairs = np.array([[index[first], index[second]] for first, second in situation.pending])
        agreed = np.array([pair in course.agreed for pair in situation.pending])
        first, second = (np.tile(pairs[:, side], (count, 1)) for side in (0, 1))
        _results(samples, course, first, second, agreed)
    playing = np.array([index[player] for player in players if player in course.playing])
    for _ in range(situation.rounds_after if len(playing) else 0):
        _results(samples, course, *samples.pair(playing, situation.win))
    return samples


def _results(
    samples: Samples, course: Course, first: Whole, second: Whole, agreed: Flags | None = None
) -> None:
    """Draw a result for each pair of equally strong players, with the event's share of draws."""
    situation, rows = course.situation, samples.rows
    luck = samples.random.random(first.shape)
    drawn = luck < course.draw_share
    if agreed is not None:
        drawn = drawn | agreed
    won = ~drawn & (luck >= (1 + course.draw_share) / 2)
    draw = situation.draw or 0
    win, loss = situation.win, situation.loss
    samples.points[rows, first] += np.where(drawn, draw, np.where(won, win, loss))
    samples.points[rows, second] += np.where(drawn, draw, np.where(won, loss, win))


def _opponents_percentages(course: Course, players: list[int], played: Samples) -> Shares:
    """Return everyone's OMW% at the end of each sample, as shares of 1 (MTR Appendix C)."""
    situation = course.situation
    pending = {player for pair in situation.pending for player in pair}
    rounds = np.array(
        [
            course.rounds.get(player, 0)
            + (player in pending)
            + situation.rounds_after * (player in course.playing)
            for player in players
        ]
    )
    own = np.maximum(float(course.floor), played.points / (situation.win * rounds.clip(1)))
    times = np.zeros(played.met.shape)
    index = {player: at for at, player in enumerate(players)}
    for player, opponents in course.opponents.items():
        np.add.at(times[index[player]], [index[other] for other in opponents], 1)
    total, met = own @ times.T, np.tile(times.sum(axis=1), (len(own), 1))
    for drawn in played.drawn:
        has = drawn >= 0
        total += np.where(has, own[played.rows, drawn], 0.0)
        met += has
    means: Shares = np.divide(total, met, out=np.full_like(total, course.floor), where=met > 0)
    return means
