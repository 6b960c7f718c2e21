"""Real events cut after round k was posted, as the lists that another tool shows of them."""

from dataclasses import dataclass
from pathlib import Path

from archive.folders import archives_in
from archive.rounds_and_matches import ArchivedMatch
from archive.values import Archive
from standings.archive import tournament_of
from standings.ranking import compute


@dataclass(frozen=True)
class Cut:
    """The lists of an event in round `number`, and who has met whom before it."""

    number: int
    earlier: str
    current: str
    standings: str
    met: set[frozenset[str]]
    points: dict[str, int | float]


def cut(path: Path) -> Cut:
    """Return an event in the middle of its Swiss rounds; names are made distinct."""
    [(_label, archive)] = archives_in(path)
    assert isinstance(archive, Archive)
    names = {player.number: f"{player.name} {player.number}" for player in archive.players}
    number = max(2, (archive.stages[0].rounds or 2) // 2 + 1)
    earlier = ["Round,Table,Player 1,Player 2,Result"]
    met: set[frozenset[str]] = set()
    for round in archive.rounds[: number - 1]:
        for match in round.matches:
            people = [names[player] for player in match.players]
            met.add(frozenset(people))
            table = str(match.table or "")
            earlier.append(",".join([str(round.number), table, *_columns(match, people)]))
    current = []
    for match in archive.rounds[number - 1].matches:
        people = [names[player] for player in match.players]
        met.add(frozenset(people))
        second = people[1] if len(people) == 2 else ("Bye" if match.bye else "")
        result = "0-2" if match.unpaired else ""
        current.append("\t".join([str(match.table or 0), people[0], second, result]))
    rows = compute(tournament_of(archive, number - 1), number - 1)
    lines = [["Rank", "Name", "Points", "Record", "OMW%", "GW%", "OGW%"]]
    points = {}
    for row in rows:
        points[names[row.player]] = row.points
        shares = [f"{float(value or 0):.8f}" for value in (row.omw, row.gw, row.ogw)]
        record = f"{row.wins}-{row.losses}-{row.draws}"
        lines.append([str(row.place), names[row.player], str(row.points), record, *shares])
    standings = "\n".join("\t".join(line) for line in lines)
    return Cut(number, "\n".join(earlier), "\n".join(current), standings, met, points)


def _columns(match: ArchivedMatch, people: list[str]) -> list[str]:
    if match.unpaired:
        return [people[0], "", "0-2"]
    if match.bye:
        return [people[0], "Bye", ""]
    result = "double loss" if match.double_loss else "-".join(map(str, match.games or ()))
    return [*people, result]
