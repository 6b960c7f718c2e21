"""Export an event in the formats of other tools, so that organizers can leave at any time."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from archive.errors import _
from archive.rounds_and_matches import ArchivedMatch, ArchivedRound
from archive.values import Archive
from domain.kinds import MatchKind, RoundState, StageKind
from domain.results import Winner
from domain.table_marks import USUAL_TABLE, drawing_seats, winning_seat
from interchange.csv_text import csv_of
from interchange.playoffs import finished_in_playoffs
from interchange.trf_export import trf26
from interchange.values import ForeignError
from standings.archive import tournament_of
from standings.ranking import compute
from standings.row import Row

_FINALS = {1: "Finals", 2: "Semifinals", 4: "Quarterfinals"}


@dataclass(frozen=True, slots=True)
class Exporter:
    """One export format: its label, the suffix and type of the file, and its writer.

    `has_tables`: the format supports tables of three to five players.
    """

    label: str
    suffix: str
    content_type: str
    writer: Callable[[Archive, Mapping[int, str]], str]
    has_tables: bool = False

    def write(self, archive: Archive, names: Mapping[int, str]) -> str:
        """Return an event in this format, with these names by number.

        Raises ForeignError for tables of three to five if the format has none.
        """
        if not self.has_tables and any(stage.kind.at_tables for stage in archive.stages):
            raise ForeignError(_("This format has no tables of three to five players."))
        return self.writer(archive, names)


def exporters_for(*, at_tables: bool) -> Mapping[str, Exporter]:
    """Return the formats that can hold an event; `at_tables`: of tables of three to five."""
    return {name: made for name, made in EXPORTERS.items() if made.has_tables or not at_tables}


def names_of(archive: Archive, called: Mapping[int, str] | None = None) -> dict[int, str]:
    """Return each player's name in exported files; namesakes are distinguished.

    `called`: names that the event shows instead, by number.
    """
    names = {
        player.number: (called or {}).get(player.number, player.name) for player in archive.players
    }
    times = Counter(names.values())
    return {
        number: f"{name} #{number}" if times[name] > 1 else name for number, name in names.items()
    }


def _rounds(archive: Archive) -> list[tuple[ArchivedRound, str]]:
    """Return the posted rounds, each with its name: "Round 3", "Semifinals"."""
    posted = [round for round in archive.rounds if round.state is not RoundState.UNPOSTED]
    named: list[tuple[ArchivedRound, str]] = []
    for round in posted:
        if archive.stages[round.stage - 1].kind.counts:
            named.append((round, f"Round {round.number}"))
            continue
        if archive.stages[round.stage - 1].kind is StageKind.TABLES_CUT:
            left = sum(len(match.players) for match in round.matches)
            named.append((round, "Finals" if left <= USUAL_TABLE else f"Top {left}"))
            continue
        stage = [item for item in posted if item.stage == round.stage]
        done = stage.index(round) + 1
        if archive.stages[round.stage - 1].kind is StageKind.DOUBLE_ELIMINATION:
            named.append((round, f"Elimination round {done}"))
            continue
        # The first round determines their number: a match for third place is in the last one.
        left = 2 ** (math.ceil(math.log2(max(1, len(stage[0].matches)))) - done + 1)
        named.append((round, _FINALS.get(left, f"Top {2 * left}")))
    return named


def final_standings(archive: Archive) -> list[Row]:
    """Return the standings after the newest complete round, as the final report has them."""
    complete = [round.number for round in archive.rounds if round.state is RoundState.COMPLETE]
    rows = compute(tournament_of(archive, complete[-1])) if complete else ()
    finished = finished_in_playoffs(archive)
    last = len(finished) + 1
    return sorted(rows, key=lambda row: (row.place is None, finished.get(row.player, last)))


def _result(match: ArchivedMatch) -> str:
    if match.kind is MatchKind.UNPAIRED:
        return "0-2-0"
    return "-".join(map(str, match.games)) if match.games is not None else ""


def _decimal(value: Fraction | None) -> float:
    return round(float(value or 0), 8)


def decklist_cache(archive: Archive, names: Mapping[int, str]) -> str:
    """Return the event as the decklist cache has it, with the decklists that are text."""
    rounds = [
        {
            "RoundName": label,
            "Matches": [
                {
                    "Player1": names[match.first],
                    "Player2": "-" if match.second is None else names[match.second],
                    "Result": _result(match),
                }
                for match in round.matches
            ],
        }
        for round, label in _rounds(archive)
    ]
    standings = [
        {
            "Rank": place,
            "Player": names[row.player],
            "Points": row.points,
            "Wins": row.wins,
            "Losses": row.losses,
            "Draws": row.draws,
            "OMWP": _decimal(row.omw),
            "GWP": _decimal(row.gw),
            "OGWP": _decimal(row.ogw),
        }
        for place, row in enumerate(final_standings(archive), start=1)
    ]
    head = {"Date": archive.event.date.isoformat(), "Name": archive.event.name, "Uri": ""}
    values = {
        "Tournament": head | {"Formats": archive.event.game_format},
        "Decks": _decks(archive, names),
        "Rounds": rounds,
        "Standings": standings,
    }
    return json.dumps(values, ensure_ascii=False, indent=1)


_CARD = re.compile(r"(?:SB:\s*)?(\d{1,3})\s*x?\s+(\S.*)", re.I)
_SIDE = re.compile(r"(?:sideboard|side|sb)\b\s*:?\s*(?:\(\d+\))?|サイドボード", re.I)


def _decks(archive: Archive, names: Mapping[int, str]) -> list[dict[str, object]]:
    """Return the decklists of an event: cards with their counts, main deck and sideboard."""
    decks: list[dict[str, object]] = []
    for deck in archive.decks:
        main: list[dict[str, object]] = []
        side: list[dict[str, object]] = []
        in_side = False
        for line in filter(None, map(str.strip, deck.text.splitlines())):
            if _SIDE.fullmatch(line):
                in_side = True
            elif (card := _CARD.fullmatch(line)) is not None:
                board = side if in_side or line[:3].casefold() == "sb:" else main
                board.append({"Count": int(card[1]), "CardName": card[2]})
        if main or side:
            decks.append({"Player": names[deck.player], "Mainboard": main, "Sideboard": side})
    return decks


def melee_pairings(archive: Archive, names: Mapping[int, str]) -> str:
    """Return every match in the columns of Melee's table of matches."""
    rows: list[Sequence[object]] = [
        ("RoundNumber", "TableNumber", "Player1", "Player2", "Result"),
    ]
    for round, label in _rounds(archive):
        counts = archive.stages[round.stage - 1].kind.counts
        for match in round.matches:
            second = "" if match.second is None else names[match.second]
            rows.append(
                (
                    round.number if counts else label,
                    match.table or "",
                    names[match.first],
                    second,
                    _melee_result(match, names),
                )
            )
    return csv_of(rows)


def _melee_result(match: ArchivedMatch, names: Mapping[int, str]) -> str:
    first = names[match.first]
    if match.kind is MatchKind.BYE:
        return f"{first} was awarded a bye"
    if match.kind is MatchKind.UNPAIRED:
        return _result(match)
    if match.games is None or match.result is None:
        return "Not reported"
    games = match.games
    winner = match.result.winner
    if winner is Winner.NOBODY:
        return "Double loss"
    if winner is Winner.DRAWN or match.second is None:
        return f"{_result(match)} Draw"
    if winner is Winner.FIRST:
        return f"{first} won {_result(match)}"
    return f"{names[match.second]} won {games[1]}-{games[0]}-{games[2]}"


def melee_standings(archive: Archive, names: Mapping[int, str]) -> str:
    """Return the standings in the columns of Melee's table of standings."""
    rows: list[Sequence[object]] = [
        (
            *("Rank", "Player", "MatchRecord", "Points", "OpponentMatchWinPercentage"),
            *("TeamGameWinPercentage", "OpponentGameWinPercentage"),
        ),
    ]
    for place, row in enumerate(final_standings(archive), start=1):
        record = f"{row.wins}-{row.losses}-{row.draws}"
        shares = (_decimal(row.omw), _decimal(row.gw), _decimal(row.ogw))
        rows.append((place, names[row.player], record, row.points, *shares))
    return csv_of(rows)


def topdeck_pairings(archive: Archive, names: Mapping[int, str]) -> str:
    """Return the newest round in the columns that TopDeck's import of pairings documents."""
    rows: list[Sequence[object]] = [("table", "player 1", "player 2")]
    for round, _label in _rounds(archive)[-1:]:
        for match in round.matches:
            if match.second is not None:
                rows.append((match.table or "", names[match.first], names[match.second]))
    return csv_of(rows)


def topdeck_results(archive: Archive, names: Mapping[int, str]) -> str:
    """Return every round in TopDeck's columns, with the winner's name, "Draw" or "Bye"."""
    rows: list[Sequence[object]] = [("round", "table", "player 1", "player 2", "winner")]
    for round, label in _rounds(archive):
        counts = archive.stages[round.stage - 1].kind.counts
        for match in round.matches:
            second = "" if match.second is None else names[match.second]
            winner = "" if match.result is None else _topdeck_winner(match, names)
            shown = round.number if counts else label
            rows.append((shown, match.table or "", names[match.first], second, winner))
    return csv_of(rows)


def _topdeck_winner(match: ArchivedMatch, names: Mapping[int, str]) -> str:
    if match.kind is MatchKind.BYE:
        return "Bye"
    if match.kind is MatchKind.UNPAIRED:
        return "Loss"
    winner = match.result.winner if match.result is not None else Winner.NOBODY
    if winner is Winner.NOBODY:
        return "Double loss"
    if winner is Winner.DRAWN or match.second is None:
        return "Draw"
    return names[match.first if winner is Winner.FIRST else match.second]


def topdeck_event(archive: Archive, names: Mapping[int, str]) -> str:
    """Return the event as TopDeck's interface gives tournaments: standings, rounds, tables.

    A table has its players by seat. Byes share a table named "Byes". Our own keys at tables of
    three to five are "drew" (ids, where others lost) and "places" (one a seat).
    """
    rounds = []
    for round, label in _rounds(archive):
        counts = archive.stages[round.stage - 1].kind.counts
        tables = [_topdeck_table(match, names) for match in round.matches if len(match.players) > 1]
        alone = [_topdeck_player(match.first, names) for match in round.matches if match.bye]
        for match in round.matches:
            if match.kind is MatchKind.UNPAIRED:
                lost = [_topdeck_player(match.first, names)]
                tables.append({"players": lost, "status": "Completed", "winner": "Loss"})
        if alone:
            tables.append({"table": "Byes", "players": alone, "status": "Completed"})
        rounds.append({"round": round.number if counts else label, "tables": tables})
    standings = [
        {
            "standing": place,
            **_topdeck_player(row.player, names),
            "points": row.points,
            "wins": row.wins,
            "losses": row.losses,
            "draws": row.draws,
            "opponentWinRate": _decimal(row.omw),
        }
        for place, row in enumerate(final_standings(archive), start=1)
    ]
    head = {
        "name": archive.event.name,
        "format": archive.event.game_format,
        "startDate": archive.event.date.isoformat(),
    }
    return json.dumps(
        {"data": head, "standings": standings, "rounds": rounds}, ensure_ascii=False, indent=1
    )


def _topdeck_player(number: int, names: Mapping[int, str]) -> dict[str, object]:
    return {"name": names[number], "id": str(number)}


def _topdeck_table(match: ArchivedMatch, names: Mapping[int, str]) -> dict[str, object]:
    table: dict[str, object] = {
        "table": match.table,
        "players": [_topdeck_player(player, names) for player in match.players],
        "status": "Active" if match.result is None else "Completed",
    }
    if match.result is not None:
        table["winner"] = _winner_at(match, names)
        if match.kind is MatchKind.PLAYED and match.result.winner in (Winner.FIRST, Winner.SECOND):
            first = match.result.winner is Winner.FIRST
            table["winner_id"] = str(match.players[0 if first else 1])
    if match.marks.isdecimal():
        table["places"] = [int(mark) for mark in match.marks]
    elif 0 < len(drew := drawing_seats(match.marks)) < len(match.players):
        table["drew"] = [str(match.players[seat - 1]) for seat in drew]
    return table


def _winner_at(match: ArchivedMatch, names: Mapping[int, str]) -> str:
    if match.kind is not MatchKind.TABLE:
        return _topdeck_winner(match, names)
    seat = winning_seat(match.marks)
    if seat is not None:
        return names[match.players[seat - 1]]
    return "Draw" if drawing_seats(match.marks) else "Loss"


_CSV = "text/csv; charset=utf-8"
EXPORTERS: Mapping[str, Exporter] = {
    "melee-pairings": Exporter("Melee: pairings and results", "csv", _CSV, melee_pairings),
    "melee-standings": Exporter("Melee: standings", "csv", _CSV, melee_standings),
    "topdeck-pairings": Exporter(
        "TopDeck: pairings of the newest round", "csv", _CSV, topdeck_pairings
    ),
    "topdeck-results": Exporter("TopDeck: all rounds with winners", "csv", _CSV, topdeck_results),
    "topdeck-json": Exporter(
        "TopDeck: whole event", "json", "application/json", topdeck_event, has_tables=True
    ),
    "trf26": Exporter("FIDE TRF26", "trf", "text/plain; charset=utf-8", trf26),
    "decklist-cache": Exporter("Decklist cache", "json", "application/json", decklist_cache),
}
