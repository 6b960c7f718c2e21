"""Real events as cases of sampled chances: said what share, and who advanced.

A case is a player who still plays, one to three rounds before a stage ends. The cut is the real one
and, for more cases, those of `CUTS` wherever twice as many play. Events in which players leave
once they have lost are no Swiss events and have no cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import standings
from archive.rounds_and_matches import ArchivedRound
from archive.values import Archive
from domain.kinds import MatchKind
from pairings.archive import read_archives
from standings.archive import tournament_of
from standings.chances import Situation
from standings.sampled_chances import Course, sampled_chances

CUTS = (4, 6, 8, 12, 16, 24, 32, 48, 64)
FEWEST_PLAYERS, MOST_ROUNDS_LEFT = 16, 3
# A stage with fewer than this share of the matches of a full one is a knock-out.
FULL = 0.5


@dataclass(frozen=True, slots=True)
class Case:
    """`share` is what was said of a player, `advanced` is what came."""

    share: float
    advanced: bool
    rounds_left: int
    is_posted: bool
    is_real: bool


@dataclass(frozen=True, slots=True)
class _Stage:
    archive: Archive
    rounds: list[ArchivedRound]
    cuts: dict[int, bool]
    ranks: dict[int, int]


def real_cases(folder: Path, samples: int, made_up: tuple[int, ...] = CUTS) -> Iterator[Case]:
    """Yield the cases of every archive in a folder; `made_up` are the cuts beside the real ones."""
    for _name, archive in read_archives(folder):
        for stage in _stages(archive, made_up):
            for left in range(1, min(MOST_ROUNDS_LEFT, len(stage.rounds) - 1) + 1):
                for is_posted in (False, True):
                    yield from _cases(stage, left, is_posted, samples)


def _stages(archive: Archive, made_up: tuple[int, ...]) -> Iterator[_Stage]:
    for number, stage in enumerate(archive.stages, 1):
        rounds = [round for round in archive.rounds if round.stage == number]
        players = {p for round in rounds for match in round.matches for p in match.players}
        matches = sum(len(match.players) == 2 for round in rounds for match in round.matches)
        full = matches >= FULL * len(players) / 2 * len(rounds)
        if not (stage.kind.counts and full and len(players) >= FEWEST_PLAYERS):
            continue
        final = standings.compute(tournament_of(archive, rounds[-1].number))
        order = [row.player for row in final if row.player in players]
        cuts = dict.fromkeys((cut for cut in made_up if 2 * cut <= len(players)), False)
        if stage.advance:
            cuts[len(stage.advance)] = True
        yield _Stage(archive, rounds, cuts, {player: at for at, player in enumerate(order, 1)})


def _cases(stage: _Stage, left: int, is_posted: bool, samples: int) -> Iterator[Case]:
    for cut, is_real in stage.cuts.items():
        course = course_of(stage.archive, stage.rounds, left, is_posted, cut)
        for player, share in sampled_chances(course, seed=left, samples=samples).items():
            advanced = stage.ranks.get(player, cut + 1) <= cut
            yield Case(share, advanced, left, is_posted, is_real)


def course_of(
    archive: Archive, rounds: list[ArchivedRound], left: int, is_posted: bool, cut: int
) -> Course:
    """Return what was known with the given number of rounds left, the next one posted or not."""
    after = rounds[-1].number - left
    tournament = tournament_of(archive, after)
    rows = standings.compute(tournament)
    points = {row.player: int(row.points) for row in rows}
    counts = {row.player: row.rounds for row in rows}
    byes = {row.player: row.byes for row in rows}
    opponents: dict[int, list[int]] = {player: [] for player in points}
    played = [match for match in tournament.matches if match.second is not None]
    for match in played:
        opponents[match.first].append(match.second or 0)
        opponents[match.second or 0].append(match.first)
    gone = {drop.player for drop in archive.drops if drop.after_round <= after}
    stage_players = {p for round in rounds for match in round.matches for p in match.players}
    playing = (stage_players & points.keys()) - gone
    pending = []
    following = next(round for round in rounds if round.number == after + 1)
    if is_posted:
        paired = {player for match in following.matches for player in match.players}
        for player in paired:
            points.setdefault(player, 0)
            opponents.setdefault(player, [])
            counts.setdefault(player, 0)
            byes.setdefault(player, 0)
        playing = (stage_players & points.keys() & paired) - gone
        for posted in following.matches:
            one, *others = posted.players
            if others and {one, others[0]} <= playing:
                pending.append((one, others[0]))
                opponents[one].append(others[0])
                opponents[others[0]].append(one)
            elif posted.kind is MatchKind.BYE and one in playing:
                points[one] += tournament.profile.win
                counts[one] += 1
                byes[one] += 1
    return Course(
        Situation(
            points=points,
            pending=tuple(pending),
            rounds_after=left - is_posted,
            places=cut,
            eligible=frozenset(playing),
        ),
        playing=frozenset(playing),
        opponents={player: tuple(faced) for player, faced in opponents.items()},
        rounds=counts,
        byes=byes,
        places={row.player: row.place or len(rows) for row in rows},
        floor=tournament.profile.floor,
        draws=sum(match.games[0] == match.games[1] for match in played),
        matches=len(played),
    )
