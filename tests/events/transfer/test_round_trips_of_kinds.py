"""Every export of an event of every kind is an import; where it cannot be, the page says so.

One made-up event of each kind; MATCHSLIP_ROUND_TRIPS=20 takes twenty.
"""

import os
from collections.abc import Mapping
from random import Random

import pytest

from archive.loading import archive_of
from archive.rounds_and_matches import ArchivedRound
from domain.kinds import MatchKind
from events.models import Event, Match
from events.simulation.event_shapes import AT_TABLES, Kind
from events.simulation.simulate import Plan, simulate_event
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from interchange.checking import checked_events
from interchange.exporting import EXPORTERS, names_of
from interchange.values import ForeignError
from tests import factories
from tests.events.transfer.test_round_trips import FULL, Told, check_parts, report_files, told_by
from tests.interchange.reading import TODAY

pytestmark = pytest.mark.django_db
COUNT = int(os.environ.get("MATCHSLIP_ROUND_TRIPS", "1"))
SIZES = {
    Kind.ROUND_ROBIN: (3, 7),
    Kind.TWO_DAYS: (10, 18),
    Kind.DRAFT: (8, 17),
    Kind.TABLES_CUT: (8, 24),
}


def made_up(kind: Kind, seed: int) -> Event:
    draw = Random(seed)
    least, most = SIZES.get(kind, (6, 13))
    swiss = kind not in (Kind.SINGLE_ELIMINATION, Kind.DOUBLE_ELIMINATION, Kind.ROUND_ROBIN)
    plan = Plan(
        name="Cup",
        players=draw.randint(least, most),
        rounds=3 if swiss else 1,
        seed=seed,
        kind=kind,
        finish=draw.random() < 0.5,
    )
    return simulate_event(actor=factories.user(), plan=plan)


def files_of(event: Event) -> tuple[Told, dict[str, bytes]]:
    own = archive_of(export_archive(event))
    names = names_of(own)
    check_parts(own, names)
    files = {name: EXPORTERS[name].write(own, names).encode() for name in FULL}
    return told_by(own, names), files | report_files(event)


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in AT_TABLES])
def test_an_event_of_each_kind_comes_back(kind: Kind) -> None:
    for seed in range(1, COUNT + 1):
        event = made_up(kind, seed)
        ours, files = files_of(event)
        for name, data in files.items():
            _reading, [checked] = checked_events(data, TODAY)
            people = {player.number: player.name for player in checked.archive.players}
            back = told_by(checked.archive, people)
            where = (kind.value, seed, name)
            # Playoffs of other tools have no match for third place and no lower bracket.
            told = [note.text(str) for note in checked.event.unread]
            left_out = sum("not part of the playoff here" in line for line in told)
            if kind not in (Kind.SINGLE_ELIMINATION, Kind.DOUBLE_ELIMINATION):
                assert not left_out, where
            if kind is Kind.DOUBLE_ELIMINATION:
                # Without the lower bracket, later rounds move up.
                assert {match[1:] for match in back.matches} <= {m[1:] for m in ours.matches}, where
            else:
                assert back.matches <= ours.matches, where
            assert len(back.matches) + left_out == len(ours.matches), where
            assert [doubt.text(str) for doubt in checked.event.doubts] == [], where


@pytest.mark.parametrize("kind", sorted(AT_TABLES))
def test_tools_without_tables_of_four_are_refused_and_the_report_says_so(kind: Kind) -> None:
    event = made_up(kind, 1)
    client = factories.client_of(event.staff.get().user)
    page = client.get(f"/staff/e/{event.slug}/export/").content.decode()
    assert page.count("export/to/") == 1
    for name in set(EXPORTERS) - {"topdeck-json"}:
        refused = client.get(f"/staff/e/{event.slug}/export/to/{name}/", follow=True)
        assert "This format has no tables of three to five" in refused.content.decode(), name
    for stage in event.stages.all():
        matches = Match.objects.filter(round__event=event, round__stage=stage)
        assert matches.filter(kind=MatchKind.TABLE).exists(), stage
    for name, data in report_files(event).items():
        assert any("More than two players" in line for line in said_of(data)), name


@pytest.mark.parametrize("kind", sorted(AT_TABLES))
def test_an_event_at_tables_comes_back_from_topdecks_file(kind: Kind) -> None:
    for seed in range(1, COUNT + 1):
        event = made_up(kind, seed)
        own = archive_of(export_archive(event))
        data = EXPORTERS["topdeck-json"].write(own, names_of(own)).encode()
        reading, [checked] = checked_events(data, TODAY)
        assert reading.label == "TopDeck"
        assert [line.text(str) for line in checked.event.unread] == [], (kind, seed)
        back = checked.archive
        called, ours = names_of(back), names_of(own)
        for there, here in zip(back.rounds, own.rounds, strict=True):
            assert _at_tables(there, called) == _at_tables(here, ours), (kind, seed)
        for theirs, mine in zip(back.stages, own.stages, strict=False):
            assert [called[number] for number in theirs.bracket] == [
                ours[number] for number in mine.bracket
            ], (kind, seed)
        assert checked.comparison.different == 0, (kind, seed)
        made = import_archive(actor=factories.user(), archive=back)
        assert made.at_tables


def _at_tables(round: ArchivedRound, names: Mapping[int, str]) -> set[tuple[object, ...]]:
    return {
        (
            match.table,
            match.slot,
            *(names[player] for player in match.players),
            match.marks,
            match.bye,
        )
        for match in round.matches
    }


def said_of(data: bytes) -> list[str]:
    """Return the sentences that the import says of a file."""
    try:
        _reading, events = checked_events(data, TODAY)
    except ForeignError as error:
        return [str(error)]
    return [
        line.text(str)
        for checked in events
        for line in (*checked.event.unread, *checked.event.doubts)
    ]
