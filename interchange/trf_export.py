"""An event as a FIDE tournament report file (TRF26): Swiss rounds, without game scores."""

import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence

from archive.rounds_and_matches import ArchivedMatch
from archive.values import Archive
from domain.kinds import MatchKind, RoundState
from domain.results import Winner
from standings.archive import profile_of, tournament_of
from standings.ranking import compute

# Absence from a round: a zero-point bye, which all readers accept. Some reject a blank.
_ABSENT = "0000 - Z"
_SIGNS = {Winner.FIRST: "10", Winner.SECOND: "01", Winner.DRAWN: "==", Winner.NOBODY: "--"}


def trf26(archive: Archive, names: Mapping[int, str]) -> str:
    """Return the text of the report: complete rounds, columns as in FIDE's format of 12 May 2025.

    Matchslip does not record a sex, so its column is blank.
    """
    rules = profile_of(archive.event)
    rounds = [
        round
        for round in archive.rounds
        if round.state is RoundState.COMPLETE and archive.stages[round.stage - 1].kind.counts
    ]
    # As after the last round that is in the file: the points are the sum of its results.
    counted = compute(tournament_of(archive, rounds[-1].number)) if rounds else ()
    rows = {row.player: row for row in counted}
    unranked = itertools.count(1 + sum(row.place is not None for row in counted))
    planned = max(archive.stages[0].rounds or 0, len(rounds))
    date = f"{archive.event.date:%Y/%m/%d}"
    lines = [
        f"012 {archive.event.name}",
        f"022 {archive.event.venue}",
        f"042 {date}",
        f"052 {date}",
        f"062 {len(archive.players)}",
        "092 Individual: Swiss-System",
        f"142 {planned}",
        f"162  W{rules.win:4.1f}    D{rules.draw:4.1f}    L{rules.loss:4.1f}",
        # The same in JaVaFo's terms, for readers of the older report.
        f"XXR {planned}",
        f"XXS W={rules.win:.1f} D={rules.draw:.1f} L={rules.loss:.1f} PAB={rules.win:.1f}",
    ]
    cells: dict[int, list[str]] = defaultdict(list)
    for round in rounds:
        told = _round_cells(round.matches)
        for player in archive.players:
            cells[player.number].append(told.get(player.number, _ABSENT))
    for player in archive.players:
        row = rows.get(player.number)
        points, rank = (row.points, row.place) if row is not None else (0, None)
        rank = next(unranked) if rank is None else rank
        head = f"001 {player.number:4}      {names[player.number][:33]:33}"
        head = f"{head} {0:4} {'':3} {0:11} {'':10} {points:4.1f} {rank:4}"
        lines.append(head + "".join(f"  {cell}" for cell in cells[player.number]))
    return "".join(f"{line}\r\n" for line in lines)


def _round_cells(matches: Sequence[ArchivedMatch]) -> dict[int, str]:
    """Return opponent, color and result of each player in a round; byes: U once, then F."""
    told: dict[int, str] = {}
    byes = 0
    for match in matches:
        if match.kind is MatchKind.BYE:
            told[match.first] = f"0000 - {'F' if byes else 'U'}"
            byes += 1
        elif match.kind is MatchKind.UNPAIRED or match.second is None:
            told[match.first] = _ABSENT
        else:
            signs = "  " if match.result is None else _SIGNS[match.result.winner]
            told[match.first] = f"{match.second:4} w {signs[0]}"
            told[match.second] = f"{match.first:4} b {signs[1]}"
    return told
