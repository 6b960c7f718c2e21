"""The command lines and the site say the same of every archive, whole or with parts taken away."""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from archive.folders import archives_in
from archive.values import Archive
from events.core.adapters import field_of, tournament_of
from events.models import Event, Match, StandingsSnapshot
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from pairings.archive import swiss_rounds
from standings import archive as read
from standings.__main__ import main
from standings.display import figure
from standings.profile import PROFILES, Profile
from standings.ranking import compute
from standings.types import Tournament
from tests import factories
from tests.archives import MADE_UP, as_bytes
from tests.shared import shared, shared_files

pytestmark = pytest.mark.django_db

Values = dict[str, Any]
# A double-sided match has two games.
TWO_GAMES = {(2, 1, 0): [2, 0, 0], (1, 2, 0): [0, 2, 0], (1, 1, 1): [1, 1, 0], (0, 0, 3): [0, 0, 2]}
CORPUS = shared_files("corpus", "*.json")


def made_up() -> Values:
    found: Values = json.loads(MADE_UP.read_bytes())
    return found


def both(values: Values, folder: Path) -> tuple[Archive, Event]:
    """Return an archive as the command lines read it, and the event that the site makes of it."""
    path = folder / "event.json"
    path.write_bytes(as_bytes(values))
    ((_label, archive),) = archives_in(path)
    assert isinstance(archive, Archive), archive
    actor = factories.user()
    return archive, import_archive(archive=read_archive(path.read_bytes()), actor=actor)


def table(tournament: Tournament) -> list[tuple[object, ...]]:
    """The standings with every figure exact."""
    return [
        (
            *(row.place, row.player, row.points, row.wins, row.losses, row.draws, row.drawn),
            *(row.shown(name) for name in row.scales.names),
        )
        for row in compute(tournament)
    ]


def sorted_out(one: Tournament) -> Tournament:
    """The same facts in an order that says nothing."""
    matches = sorted(one.matches, key=lambda match: (match.round, match.first))
    return replace(one, players=tuple(sorted(one.players)), matches=matches)


def check_agreement(values: Values, folder: Path) -> None:
    check_same_standings(*both(values, folder))


def check_same_standings(archive: Archive, event: Event) -> None:
    """After every round, and after those that the event has played."""
    for through in (None, *(one.number for one in archive.rounds)):
        ours = read.tournament_of(archive, through)
        theirs = tournament_of(event, through)
        assert (ours.profile, ours.seed) == (theirs.profile, theirs.seed)
        # From the same facts, in any order, both compute the same table.
        if through is None or sorted_out(ours) != sorted_out(theirs):
            assert table(ours) == table(theirs)


def no_optional_part(values: Values) -> None:
    values.pop("published", None)
    for stage in values["stages"]:
        stage.pop("advance", None)
    for one in values["rounds"]:
        for match in one["matches"]:
            match.pop("table", None)


def half_of_the_rounds(values: Values) -> None:
    del values["rounds"][(len(values["rounds"]) + 1) // 2 :]
    last = len(values["rounds"])
    values["drops"] = [drop for drop in values["drops"] if drop["after_round"] <= last]
    for stage in values["stages"]:
        stage.pop("advance", None)


def points(win: int, draw: int, loss: int) -> Callable[[Values], None]:
    return lambda values: values["event"]["rules"].update(win=win, draw=draw, loss=loss)


def profile(name: str) -> Callable[[Values], None]:
    return lambda values: _play_by(values, PROFILES[name])


def _play_by(values: Values, chosen: Profile) -> None:
    rules = values["event"]["rules"]
    rules.update(win=chosen.win, draw=chosen.draw, loss=chosen.loss, floor=str(chosen.floor))
    values["event"]["profile"] = chosen.to_dict()
    for one in values["rounds"] if chosen.points_per_game else []:
        for match in one["matches"]:
            match["games"] = TWO_GAMES.get(tuple(match["games"]), match["games"])


def the_last_round(**more: Any) -> Callable[[Values], None]:
    """Two rounds of which the last is not over."""

    def bend(values: Values) -> None:
        del values["rounds"][2:]
        for match in values["rounds"][1]["matches"]:
            if len(match["players"]) == 2 and ("state" in more or match["table"] % 2):
                del match["games"]
        values["rounds"][1].update(more)
        for stage in values["stages"]:
            stage.pop("advance", None)

    return bend


def somebody_left_before(values: Values) -> None:
    values["players"] += [{"id": 50, "name": "Left"}, {"id": 51, "name": "Late", "first_round": 4}]
    values["drops"].append({"player": 50, "after_round": 0})


def desk_keeps(values: Values) -> Values:
    at = "2026-05-09T10:00:00+00:00"
    values["event"]["public_names"] = "number"
    values["players"][0] |= {"alias": "Ace", "came_from": "desk", "paid": True}
    values["rounds"][-1] |= {"started_at": at, "paused_at": at, "added_seconds": 300}
    return {
        "version": 3,
        "announcements": [{"at": at, "until": at, "en": "Lunch"}],
        "areas": [{"judge": "ann", "first_table": 1, "last_table": 9}],
        "certifications": [{"round": 1, "at": at, "agreed": 9, "total": 9, "by": "ann"}],
        "sign_up": {"open": True, "capacity": 3},
        "sign_ups": [{"name": "Late", "at": at, "state": "waiting"}],
    }


BENDS: dict[str, Callable[[Values], object]] = {
    "whole": lambda values: values,
    "no optional part": no_optional_part,
    "half of the rounds": half_of_the_rounds,
    "one round: most are tied": lambda values: the_last_round()(values) or values["rounds"].pop(),
    "was paired with a different seed.": lambda values: values["event"].update(seed=77),
    "two points a win": points(2, 1, 0),
    "nothing for a draw": points(1, 0, 0),
    "a literal floor": lambda values: values["event"]["rules"].update(floor="0.33"),
    "a floor of a quarter": lambda values: values["event"]["rules"].update(floor="1/4"),
    "best of five": lambda values: values["event"]["rules"].update(games_to_win=3),
    "no rounds": lambda values: (values["rounds"].clear(), values["drops"].clear()),
    "results are missing": the_last_round(),
    "Pairing creates a round that only staff can see and locks the number of": the_last_round(
        state="draft"
    ),
    "somebody who did not take part": somebody_left_before,
    "somebody disqualified": lambda values: values["drops"][0].update(disqualified=True),
    "what the desk keeps": lambda values: values.update(desk_keeps(values)),
    "nobody left": lambda values: values["drops"].clear(),
    **{f"the profile {name}": profile(name) for name in PROFILES},
}


@pytest.mark.parametrize("name", BENDS)
def test_standings_are_the_same_of_the_made_up_cup(name: str, tmp_path: Path) -> None:
    values = made_up()
    BENDS[name](values)
    check_agreement(values, tmp_path)


@pytest.mark.parametrize("name", CORPUS)
def test_every_real_event_has_the_same_standings_and_comes_out_as_it_went_in(
    name: str, tmp_path: Path
) -> None:
    values = json.loads(shared("corpus", name).read_bytes())
    archive, event = both(values, tmp_path)
    check_same_standings(archive, event)
    assert export_archive(event) == values
    assert event.state == Event.State.FINISHED
    assert event.profile["name"] == "one-third"
    check_published(event, values)
    check_posted(event)


def check_published(event: Event, values: Values) -> None:
    """The snapshot of the last Swiss round has every figure that the other system printed."""
    swiss = sum(stage["rounds"] for stage in values["stages"] if stage["kind"] == "swiss")
    snapshot = StandingsSnapshot.objects.get(round__event=event, round__number=swiss)
    shown = {row["number"]: row for row in snapshot.rows}
    assert [row["place"] for row in snapshot.rows] == list(range(1, len(values["players"]) + 1))
    points = [row["points"] for row in snapshot.rows]
    assert points == sorted(points, reverse=True)
    for row in values["published"]["rows"]:
        ours = shown[row["player"]]
        assert row.get("points", ours["points"]) == ours["points"]
        for key in ("omw", "ogw"):
            if key in row:
                assert abs(Fraction(ours[key]) - Fraction(row[key])) < Fraction(1, 10**6), row
        if "gw" in row:
            plain = Fraction(ours["gw"])
            either = (plain, max(plain, Fraction(1, 3)))
            assert any(abs(one - Fraction(row["gw"])) < Fraction(1, 10**6) for one in either), row


def check_posted(event: Event) -> None:
    """Every round shows its pairings with the records before it."""
    for number, rows in event.rounds.values_list("number", "posted_rows"):
        assert rows is not None
        assert len(rows) == Match.objects.filter(round__event=event, round__number=number).count()
        tables = [row["table"] for row in rows if row["table"] is not None]
        assert tables == sorted(tables)
        if number == 1:
            assert {row["first"]["record"] for row in rows} == {"0-0-0"}


@pytest.mark.parametrize("name", CORPUS)
def test_standings_are_the_same_of_every_real_event_without_optional_parts(
    name: str, tmp_path: Path
) -> None:
    values = json.loads(shared("corpus", name).read_bytes())
    no_optional_part(values)
    check_agreement(values, tmp_path)


@pytest.mark.parametrize("name", CORPUS)
def test_standings_and_states_are_the_same_of_half_of_every_real_event(
    name: str, tmp_path: Path
) -> None:
    """One import for both: importing takes most of the time."""
    values = json.loads(shared("corpus", name).read_bytes())
    shorter = copy.deepcopy(values)
    half_of_the_rounds(shorter)
    archive, event = both(shorter, tmp_path)
    check_same_standings(archive, event)
    check_states(values, event, len(shorter["rounds"]), tmp_path)


def test_the_real_events_are_there() -> None:
    shared("corpus", "FORMAT.md")
    assert len(CORPUS) == 28


def check_states(values: Values, event: Event, played: int, folder: Path) -> None:
    """Before the next Swiss round both fields have the same points, opponents and byes.

    `values` is the whole archive, `event` made of its first `played` rounds.
    """
    path = folder / "whole.json"
    path.write_bytes(as_bytes(values))
    ((_label, archive),) = archives_in(path)
    assert isinstance(archive, Archive)
    next_round = next((one for one in swiss_rounds(archive) if one.number == played + 1), None)
    if next_round is None:
        return
    field = field_of(event, event.enrollments.filter(number__in=next_round.ids))
    assert field.numbers == next_round.ids
    assert field.state == next_round.state


@pytest.mark.parametrize("name", ["whole", "two points a win", "the profile netrunner"])
def test_the_states_to_pair_from_are_the_same_of_the_made_up_cup(name: str, tmp_path: Path) -> None:
    values = made_up()
    BENDS[name](values)
    shorter = copy.deepcopy(values)
    half_of_the_rounds(shorter)
    _archive, event = both(shorter, tmp_path)
    check_states(values, event, len(shorter["rounds"]), tmp_path)


@pytest.mark.parametrize("name", ["whole", "two points a win", "one round: most are tied"])
def test_what_the_command_prints_is_what_the_site_publishes(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last place has won no game: 0.00 or the floor, by one rule for both."""
    values = made_up()
    BENDS[name](values)
    _archive, event = both(values, tmp_path)
    round = event.rounds.filter(stage__number=1).order_by("-number")[0]
    rows = round.snapshots.get().rows
    assert main(["show", str(tmp_path / "event.json"), "--round", str(round.number)]) == 0
    printed = capsys.readouterr().out.splitlines()[2:-1]
    assert len(printed) == len(rows)
    theirs = Profile.from_dict(event.profile)
    for line, row in zip(printed, rows, strict=True):
        cells = [
            figure(name, None if row[name] is None else Fraction(row[name]), theirs.digits)
            for name in theirs.ranked_by
        ]
        record = f"{row['wins']}-{row['losses']}-{row['draws']}"
        expected = [str(row["place"]), str(row["points"]), record, *cells, *row["name"].split()]
        assert line.split() == [*expected, "*"] if row["drawn"] else expected


def test_the_made_up_cup_comes_out_as_it_went_in() -> None:
    event = import_archive(archive=read_archive(MADE_UP.read_bytes()), actor=None)
    assert export_archive(event) == made_up()
