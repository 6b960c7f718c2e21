"""What a file of a shape is read as: its facts, and what is said of it."""

from __future__ import annotations

import datetime
import warnings
from dataclasses import dataclass, field

from domain.kinds import MatchKind
from domain.results import Result, Winner
from interchange.checking import checked_events
from interchange.values import ForeignError
from tests.interchange.shapes.cup import Facts

TODAY = datetime.date(2026, 11, 23)


@dataclass
class Read:
    """The facts of a file, and the sentences that a person sees: refusal, doubts, notes."""

    facts: Facts = field(default_factory=Facts)
    refused: str = ""
    doubts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    different: int = 0
    label: str = ""


def read(data: bytes) -> Read:
    """Read a file as the import page does; anything but a refusal in words goes through."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            reading, events = checked_events(data, TODAY)
    except ForeignError as error:
        return Read(refused=str(error))
    facts = Facts()
    result = Read(facts, label=reading.label)
    for checked in events:
        event = checked.event
        names = {player.number: player.name for player in checked.archive.players}
        facts.players |= frozenset(names.values())
        alone = len(checked.archive.rounds) == 1
        for round in checked.archive.rounds:
            for match in round.matches:
                pair = frozenset(names[player] for player in match.players)
                winner = ""
                if match.kind is MatchKind.BYE:
                    winner = names[match.first]
                elif match.games is not None and match.second is not None:
                    won = Result(*match.games).winner
                    winner = {
                        Winner.FIRST: names[match.first],
                        Winner.SECOND: names[match.second],
                    }.get(won, "draw")
                    winner = "both lost" if match.double_loss else winner
                facts.results[0 if alone else round.number, pair] = winner
        for line in event.printed:
            if line.points is not None:
                facts.points[event.persons[line.key].name] = float(line.points)
        result.doubts += [doubt.text(str) for doubt in event.doubts]
        result.notes += [note.text(str) for note in (*event.unread, *event.remarks)]
        result.different += checked.comparison.different
    return result
