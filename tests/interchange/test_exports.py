"""What is exported for other tools is read back with the same standings."""

import pytest

from archive.folders import archives_in
from archive.values import Archive
from interchange.exporting import EXPORTERS, names_of
from standings.archive import tournament_of
from standings.ranking import compute
from tests.interchange.reading import only
from tests.shared import SHARED, shared_files

FORMATS = {
    "melee-pairings": "melee",
    "topdeck-results": "topdeck",
    "trf26": "trf",
    "decklist-cache": "decklist-cache",
}
FILES = shared_files("corpus", "00*.json")[::4]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", FILES)
def test_what_goes_out_comes_back_with_the_same_standings(name: str, format: str) -> None:
    [(_label, archive)] = archives_in(SHARED / "corpus" / name)
    assert isinstance(archive, Archive)
    names = names_of(archive)
    text = EXPORTERS[format].write(archive, names)
    event = only(text, FORMATS[format])
    # TRF truncates names, and numbers its players as Matchslip does.
    found = {player.number: player.name for player in event.archive.players}
    back = {}
    for row in compute(tournament_of(event.archive)):
        key = str(row.player) if format == "trf26" else found[row.player]
        back[key] = (row.points, row.wins, row.losses, row.draws)
    ours = {}
    for row in compute(tournament_of(archive)):
        key = str(row.player) if format == "trf26" else names[row.player]
        ours[key] = (row.points, row.wins, row.losses, row.draws)
    assert {key: back.get(key, (0, 0, 0, 0)) for key in ours} == ours
    if format == "decklist-cache":
        assert event.comparison.unexplained == 0
        assert event.comparison.rows >= len(ours)


@pytest.mark.parametrize("name", FILES[:1])
def test_the_newest_round_has_topdecks_documented_columns(name: str) -> None:
    [(_label, archive)] = archives_in(SHARED / "corpus" / name)
    assert isinstance(archive, Archive)
    lines = EXPORTERS["topdeck-pairings"].write(archive, names_of(archive)).splitlines()
    assert lines[0] == "table,player 1,player 2"
    assert len(lines) == 1 + sum(match.second is not None for match in archive.rounds[-1].matches)


@pytest.mark.parametrize("name", FILES[:1])
def test_two_players_of_one_name_are_told_apart(name: str) -> None:
    [(_label, archive)] = archives_in(SHARED / "corpus" / name)
    assert isinstance(archive, Archive)
    called = dict.fromkeys((player.number for player in archive.players), "Ada")
    assert len(set(names_of(archive, called).values())) == len(archive.players)
