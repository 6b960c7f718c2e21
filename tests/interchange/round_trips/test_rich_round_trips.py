"""What we export of rich events comes back equal, or is doubted: never other without a word.

MATCHSLIP_ROUND_TRIPS=200 takes that many seeds.
"""

import os

import pytest

from archive.values import Archive
from domain.kinds import MatchKind, RoundState
from interchange.checking import checked_events
from interchange.exporting import EXPORTERS, names_of
from interchange.tables.name_parts import turned_name
from interchange.values import ForeignError
from tests.interchange.reading import TODAY
from tests.interchange.round_trips.rich_events import rich

COUNT = int(os.environ.get("MATCHSLIP_ROUND_TRIPS", "12"))
WHOLE = ("melee-pairings", "topdeck-results", "topdeck-json", "decklist-cache")
Match = tuple[int, frozenset[str], str, object]


def matches(archive: Archive, names: dict[int, str], *, games: bool) -> set[Match]:
    """Return round, players, winner and games of each match."""
    told: set[Match] = set()
    for round in archive.rounds:
        for match in round.matches:
            winner = match.result.winner.name if match.result is not None else ""
            if winner in ("FIRST", "SECOND") and match.second is not None:
                winner = names[match.first if winner == "FIRST" else match.second]
            if match.kind is not MatchKind.PLAYED:
                winner = match.kind.value
            counts: object = ""
            if games and match.kind is MatchKind.PLAYED and match.games is not None:
                sides = zip(match.games[:2], match.players, strict=True)
                counts = (frozenset((names[p], won) for won, p in sides), match.games[2])
            pair = frozenset(names[number] for number in match.players)
            told.add((round.number, pair, winner, counts))
    return told


def read_back(name: str, own: Archive) -> tuple[set[Match], set[Match], list[str]]:
    """Return our matches, those that come back, and what is said of them."""
    names = names_of(own)
    data = EXPORTERS[name].write(own, names).encode()
    games = name in ("melee-pairings", "decklist-cache")
    ours = matches(own, names, games=games)
    try:
        _reading, [checked] = checked_events(data, TODAY)
    except ForeignError as error:
        return ours, set(), [str(error)]
    people = {player.number: player.name for player in checked.archive.players}
    event = checked.event
    told = [line.text(str) for line in (*event.doubts, *event.unread)]
    return ours, matches(checked.archive, people, games=games), told


@pytest.mark.parametrize("name", WHOLE)
def test_a_rich_event_comes_back(name: str) -> None:
    for seed in range(COUNT):
        ours, back, told = read_back(name, rich(seed))
        assert back == ours, (seed, told)
        assert not told, seed


@pytest.mark.parametrize("name", WHOLE)
def test_names_like_words_of_tables_are_never_wrong_in_silence(name: str) -> None:
    for seed in range(COUNT):
        ours, back, told = read_back(name, rich(seed, odd=True))
        assert back == ours or told, (seed, back ^ ours)


def test_complete_rounds_come_back_from_trf() -> None:
    for seed in range(COUNT):
        own = rich(seed)
        names = {number: name[:33] for number, name in names_of(own).items()}
        counted = [
            round.number
            for round in own.rounds
            if round.state is RoundState.COMPLETE and own.stages[round.stage - 1].kind.counts
        ]
        _reading, [checked] = checked_events(EXPORTERS["trf26"].write(own, names).encode(), TODAY)
        # The format writes "Quill, Ada" for Ada Quill.
        people = {player.number: player.name for player in checked.archive.players}
        names = {number: turned_name(name) for number, name in names.items()}
        unpaired = MatchKind.UNPAIRED.value
        ours = {m for m in matches(own, names, games=False) if m[0] in counted}
        back = matches(checked.archive, people, games=False)
        assert {m for m in back if m[2] != unpaired} == {m for m in ours if m[2] != unpaired}, seed
        assert {*people.values()} == {*names.values()}, seed
