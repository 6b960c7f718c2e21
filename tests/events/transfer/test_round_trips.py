"""Every export of ours is an import of ours: the same players, results and points come back."""

import datetime
import json
import os
from dataclasses import dataclass, field

import pytest
from django.utils import translation
from msgspec import structs

from archive.folders import archives_in
from archive.loading import archive_of
from archive.records import ArchivedPenalty
from archive.values import Archive
from domain.kinds import MatchKind, RoundState
from domain.penalties import Infraction, PenaltyKind
from events.models import Event
from events.report.queries import event_report
from events.report.report_tables import report_tables
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from events.web.spreadsheets.sheet_tables import csv_text
from events.web.spreadsheets.workbooks import xlsx_bytes
from interchange.checking import checked_events
from interchange.exporting import EXPORTERS, final_standings, names_of
from interchange.tables.name_parts import turned_name
from tests import factories
from tests.interchange.reading import TODAY
from tests.interchange.round_trips.rich_events import rich
from tests.interchange.shapes import SHAPES, made_up
from tests.shared import SHARED, shared_files

pytestmark = pytest.mark.django_db
Match = tuple[int, frozenset[str], str]
KINDS = {
    "swiss": ("CSV: every round in one list", 8),
    "playoff": ("Decklist cache", 8),
    "byes": ("CSV: every round in one list", 9),
    "netrunner": ("NRTM: double-sided", 8),
    "chess": ("chess-results: cross table", 8),
}
FULL = ("melee-pairings", "topdeck-results", "decklist-cache")


@dataclass
class Told:
    """The facts of an event that must come back."""

    players: set[str] = field(default_factory=set)
    matches: set[Match] = field(default_factory=set)
    playoff: set[int] = field(default_factory=set)


def told_by(archive: Archive, names: dict[int, str]) -> Told:
    """Return the facts of an archive; games count where the file has them."""
    told = Told(set(names.values()))
    for round in archive.rounds:
        if not archive.stages[round.stage - 1].kind.counts:
            told.playoff.add(round.number)
        for match in round.matches:
            side = match.result.winner.name if match.result is not None else ""
            first = names[match.first] if side in ("FIRST", "SECOND") else ""
            if match.kind is not MatchKind.PLAYED:
                side, first = match.kind.value, ""
            pair = frozenset(names[number] for number in match.players)
            winner = side
            if side in ("FIRST", "SECOND") and match.second is not None:
                winner = first if side == "FIRST" else names[match.second]
            told.matches.add((round.number, pair, winner))
    return told


def with_a_playoff() -> bytes:
    """Return an event with two more rounds, a cut to four, and decklists."""
    values = json.loads(SHAPES["Decklist cache"].data(made_up(4)))
    best = [line["Player"] for line in values["Standings"][:4]]
    for title, pairs in (("Semifinals", [best[::3], best[1:3]]), ("Finals", [best[:2]])):
        matches = [{"Player1": a, "Player2": b, "Result": "2-1-0"} for a, b in pairs]
        values["Rounds"].append({"RoundName": title, "Matches": matches})
    cards = [{"Count": 20, "CardName": "Island"}, {"Count": 40, "CardName": "Who // What"}]
    for deck in values["Decks"]:
        deck |= {"Mainboard": cards, "Sideboard": [{"Count": 2, "CardName": "Swamp"}]}
    return json.dumps(values).encode()


def archives(kind: str) -> list[Archive]:
    shape, players = KINDS[kind]
    data = SHAPES[shape].data(made_up(4, players))
    if kind == "playoff":
        data = with_a_playoff()
    return [checked.archive for checked in checked_events(data, TODAY)[1]]


def brought_back(data: bytes) -> Told:
    _reading, [checked] = checked_events(data, TODAY)
    people = {player.number: player.name for player in checked.archive.players}
    assert [doubt.text(str) for doubt in checked.event.doubts] == []
    return told_by(checked.archive, people)


def report_files(event: Event) -> dict[str, bytes]:
    tables = report_tables(event_report(event))
    [matches] = [table for table in tables if table.code == "matches"]
    return {"report XLSX": xlsx_bytes(tables), "report CSV": csv_text(matches).encode()}


def check_parts(own: Archive, names: dict[int, str]) -> None:
    """Check the files that hold a part of an event: what they hold comes back.

    TRF has the complete Swiss rounds, TopDeck's pairings the newest round, Melee's standings the
    figures. TRF cuts names at 33 letters and says nothing of games.
    """
    # The format writes Cleo Vega as "Vega, Cleo".
    ours = told_by(own, {number: turned_name(name[:33]) for number, name in names.items()})
    complete = {
        round.number
        for round in own.rounds
        if round.state is RoundState.COMPLETE and own.stages[round.stage - 1].kind.counts
    }
    back = read_back("trf26", own, names)
    # In the format, a player without a match is absent, like one left out of the round.
    lost = MatchKind.UNPAIRED.value
    wanted = {match for match in ours.matches if match[0] in complete and match[2] != lost}
    assert {match for match in back.matches if match[2] != lost} == wanted, "trf26"
    assert back.players == ours.players, "trf26"
    posted = [round for round in own.rounds if round.state is not RoundState.UNPOSTED]
    if posted and any(match.second is not None for match in posted[-1].matches):
        pairs = {
            frozenset(names[number] for number in match.players)
            for match in posted[-1].matches
            if match.second is not None
        }
        back = read_back("topdeck-pairings", own, names)
        assert {pair for _round, pair, _winner in back.matches} == pairs, "topdeck-pairings"
    if rows := final_standings(own):
        written = EXPORTERS["melee-standings"].write(own, names).encode()
        _reading, [standings] = checked_events(written, TODAY)
        printed = standings.event.printed
        found = {(line.key, line.rank or 0, int(line.points or 0)) for line in printed}
        places = enumerate(rows, start=1)
        shown = {(names[row.player], at, row.points) for at, row in places}
        assert found == shown, "melee-standings"
        assert not standings.event.doubts, "melee-standings"


def read_back(name: str, own: Archive, names: dict[int, str]) -> Told:
    """Return the facts of an event after one of the formats, whatever is in doubt."""
    _reading, [checked] = checked_events(EXPORTERS[name].write(own, names).encode(), TODAY)
    people = {player.number: player.name for player in checked.archive.players}
    return told_by(checked.archive, people)


def check(archive: Archive) -> None:
    event = import_archive(archive=archive, actor=factories.user())
    own = archive_of(export_archive(event))
    names = names_of(own)
    ours = told_by(own, names)
    assert ours == told_by(archive, names_of(archive)), "the archive"
    check_parts(own, names)
    files = {name: EXPORTERS[name].write(own, names).encode() for name in FULL}
    for name, data in (files | report_files(event)).items():
        back = brought_back(data)
        played = {name for _round, pair, _winner in ours.matches for name in pair}
        assert back.matches == ours.matches, name
        assert back.players >= played, name
        assert back.playoff == ours.playoff, name
    _reading, [cached] = checked_events(files["decklist-cache"], TODAY)
    named = {player.number: player.name for player in cached.archive.players}
    lists = {named[deck.player]: deck.text for deck in cached.archive.decks}
    assert lists == {names[deck.player]: deck.text for deck in own.decks}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_goes_out_comes_back(kind: str, language: str) -> None:
    with translation.override(language):
        for archive in archives(kind):
            check(archive)


@pytest.mark.parametrize("seed", range(int(os.environ.get("MATCHSLIP_ROUND_TRIPS", "3"))))
def test_a_rich_event_goes_out_and_comes_back(seed: int) -> None:
    archive = rich(seed)
    at = datetime.datetime(2026, 11, 27, 19, tzinfo=datetime.UTC)
    penalties = [
        ArchivedPenalty(
            player=player.number,
            infraction=Infraction.TARDINESS,
            penalty=kind,
            given_at=at,
            round=1,
        )
        for player, kind in zip(archive.players, PenaltyKind, strict=False)
    ]
    check(structs.replace(archive, penalties=tuple(penalties)))


@pytest.mark.parametrize("name", shared_files("corpus", "00[0-3]*.json")[::3])
def test_a_real_event_goes_out_and_comes_back(name: str) -> None:
    [(_label, archive)] = archives_in(SHARED / "corpus" / name)
    assert isinstance(archive, Archive)
    check(archive)
