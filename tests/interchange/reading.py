"""Reading made-up files, for the tests of the importers."""

import datetime

from interchange.checking import Checked, checked_events

TODAY = datetime.date(2026, 11, 23)


def read(data: bytes | str) -> tuple[str, list[Checked]]:
    """Return the format and the events of a file."""
    raw = data.encode() if isinstance(data, str) else data
    reading, events = checked_events(raw, TODAY)
    return reading.format, events


def only(data: bytes | str, format: str) -> Checked:
    """Return the event of a file that holds one, of this format."""
    found, events = read(data)
    assert found == format
    [event] = events
    return event


def matches(event: Checked) -> list[list[str]]:
    """Return each match as text: round, table, names, result."""
    names = {player.number: player.name for player in event.archive.players}
    lines = []
    for round in event.archive.rounds:
        for match in round.matches:
            kind = "dl" if match.double_loss else match.kind.value
            games = "-".join(map(str, match.games)) if match.games else ""
            who = "/".join(names[player] for player in match.players)
            lines.append([str(round.number), str(match.table or ""), who, kind, games])
    return lines


def notes(event: Checked) -> list[str]:
    return [note.text(str) for note in event.unread]
