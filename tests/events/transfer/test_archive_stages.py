"""Events of every kind move as archives, at any moment, and go on where they were."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.events.finishing_actions import finish_event
from events.core.progress.queries import current_stage
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import discard_round, pair_next_round
from events.core.stages.plans import StagePlan
from events.core.stages.playoff_actions import choose_play
from events.core.stages.pod_actions import draw_stage_pods, post_pods, wish_for_seat
from events.core.standings.correction_actions import correct_result
from events.desk.unposted_actions import swap_players
from events.models import Enrollment, Event, Match, Round, Stage
from events.simulation.event_shapes import Kind
from events.simulation.simulate import Plan, simulate_event
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from pairings.commands.replay import replay
from tests import factories
from tests.archives import as_bytes, small
from tests.events.preflight.answers import drop
from tests.events.scenario import pairs, refused, round_of, start_round
from tests.events.support.stages import DOUBLE, SINGLE, confirm, finish_round, play_swiss, staged

pytestmark = pytest.mark.django_db

TIMES = ("paired_at", "posted_at", "started_at", "completed_at")
MOMENTS: list[tuple[Kind, int, int]] = [
    (Kind.TOP_8, 9, 2),
    (Kind.TOP_8, 9, 4),
    (Kind.TWO_DAYS, 12, 4),
    (Kind.DRAFT, 16, 5),
    (Kind.DRAFT, 16, 8),
    (Kind.DOUBLE_ELIMINATION, 5, 3),
    (Kind.SINGLE_ELIMINATION, 6, 2),
    (Kind.ROUND_ROBIN, 5, 2),
    (Kind.TRIOS, 9, 2),
    (Kind.TRIOS, 8, 4),
    (Kind.TWO_HEADED_GIANT, 5, 2),
]


def _export(event: Event) -> dict[str, Any]:
    event.refresh_from_db()
    return export_archive(event)


def _again(event: Event, actor: User) -> Event:
    """The event that the export of an event makes, which exports to the same content."""
    return _moved(event, actor)[0]


def _moved(event: Event, actor: User) -> tuple[Event, dict[str, Any]]:
    """Return what `_again` returns, and the export."""
    archive = _export(event)
    copied = import_archive(archive=read_archive(as_bytes(archive)), actor=actor)
    assert _export(copied) == archive
    both = event.rounds.order_by("number"), copied.rounds.order_by("number")
    for ours, theirs in zip(*both, strict=True):
        assert ours.posted_rows == theirs.posted_rows
    return copied, archive


def _replayed(event: Event, folder: Path) -> list[str]:
    return _replayed_archive(_export(event), folder)


def _replayed_archive(archive: dict[str, Any], folder: Path) -> list[str]:
    file = folder / "event.json"
    file.write_text(json.dumps(archive), "utf-8")
    return list(replay(file))


def _play_on(event: Event, actor: User) -> None:
    """Play an event to its end, the lower number winning, every draw from a seed of its own."""
    ids: dict[str, Any] = {"event_id": event.pk, "actor": actor}
    while True:
        last = event.rounds.order_by("-number").first()
        if last is not None and last.state == Round.State.POSTED:
            _report(last, actor)
            complete_round(**ids, number=last.number)
            continue
        status = current_stage(event)
        assert status is not None
        if status.needs_cut:
            confirm(event, actor, status.stage.number)
        elif status.over:
            break
        elif status.stage.pods and not status.stage.pod_seats.exists():
            draw_stage_pods(**ids, stage=status.stage.number, seed=7)
            post_pods(**ids, stage=status.stage.number)
        else:
            number = 1 if last is None else last.number + 1
            start_round(event, actor, number)
    finish_event(**ids)


def _report(round: Round, actor: User) -> None:
    open_matches = round.matches.filter(first_wins=None).select_related("first", "second")
    for match in open_matches.order_by("first__number"):
        assert match.second is not None
        wins = round.games_to_win
        first_wins = match.first.number < match.second.number
        score = Slip.of(wins, 0) if first_wins else Slip.of(0, wins)
        enter_result(
            event_id=round.event_id,
            actor=actor,
            number=round.number,
            table=match.table or 0,
            slip=score,
        )


def _shared_content(archive: dict[str, Any]) -> dict[str, Any]:
    """Return the content that two copies of an event share: everything but the times."""
    archive = copy.deepcopy(archive)
    for round in archive["rounds"]:
        for key in TIMES:
            round.pop(key, None)
        for match in round["matches"]:
            for report in match.get("reports", []):
                report.pop("at")
    for stage in archive["stages"]:
        stage.pop("pods_posted_at", None)
        stage.get("advance", []).sort()
    archive["event"].pop("finished_at", None)
    # Published in only one of the two during the simulation.
    archive.pop("standings", None)
    return archive


@pytest.mark.parametrize(("kind", "players", "stop"), MOMENTS)
def test_an_event_of_every_kind_moves_and_goes_on(
    kind: Kind, players: int, stop: int, tmp_path: Path
) -> None:
    actor = factories.user()
    plan = Plan(
        players=players, rounds=3, seed=3, name="Move", kind=kind, stop_in_round=stop, outstanding=1
    )
    event = simulate_event(actor=actor, plan=plan)
    copied, archive = _moved(event, actor)
    assert archive["version"] == (4 if any("basis" in one for one in archive["stages"]) else 3)
    for one in (event, copied):
        _play_on(one, actor)
    again, whole = _moved(copied, actor)
    assert _shared_content(whole) == _shared_content(_export(event))
    lines = _replayed_archive(whole, tmp_path)
    assert all("as drawn" in line or "follows from" in line for line in lines[:-1])
    assert " 0 changed by hand, 0 without a seed" in lines[-1]
    assert again.state == Event.State.FINISHED


def test_swiss_rounds_that_version_1_can_say_stay_version_1() -> None:
    event, owner = staged(6, StagePlan(rounds=3))
    start_round(event, owner, 1)
    assert _export(event)["version"] == 1
    _again(event, owner)
    finish_round(event, owner, 1)
    assert _export(event)["version"] == 3, "who reported what needs version 3"
    _again(event, owner)


def test_the_paper_and_who_may_play_survive() -> None:
    event, owner = staged(6, StagePlan(rounds=3), paper_size="letter", staff_may_play=True)
    again, archive = _moved(event, owner)
    assert archive["version"] == 3
    assert (archive["event"]["paper_size"], archive["event"]["staff_may_play"]) == ("letter", True)
    assert (again.paper_size, again.staff_may_play) == (Event.PaperSize.LETTER, True)


def test_everything_that_a_stage_says_survives() -> None:
    event, owner = staged(
        12,
        StagePlan(
            rounds=4, extra_round=True, last_by_standings=True, games_to_win=1, round_minutes=30,
            cut_by="points", cut_value=6,
        ),
        StagePlan(rounds=3, pods=True, cut_by="rank", cut_value=4),
        StagePlan(
            kind=SINGLE, seating="draft", third_place=True, leaver="highest", round_minutes=0,
        ),
        show_chances=True,
    )  # fmt: skip
    wish_for_seat(event_id=event.pk, actor=owner, stage=2, player=10, pod=1, seat=3)
    wish_for_seat(event_id=event.pk, actor=owner, stage=2, player=4, pod=2, seat=None)
    archive = _export(event)
    assert archive["version"] == 2
    assert archive["event"]["show_chances"] is True
    assert archive["stages"] == [
        {
            "kind": "swiss", "rounds": 4, "extra_round": True, "last_by_standings": True,
            "games_to_win": 1, "round_minutes": 30, "cut": {"by": "points", "value": 6},
        },
        {
            "kind": "swiss", "rounds": 3, "pods": [], "cut": {"by": "rank", "value": 4},
            "wishes": [{"player": 4, "pod": 2}, {"player": 10, "pod": 1, "seat": 3}],
        },
        {
            "kind": "single-elimination", "seating": "draft", "third_place": True,
            "leaver": "highest", "round_minutes": 0,
        },
    ]  # fmt: skip
    copied = _again(event, owner)
    fields = [field.name for field in Stage._meta.fields if field.name not in ("id", "event")]
    ours, theirs = (list(one.stages.order_by("number").values(*fields)) for one in (event, copied))
    assert ours == theirs


def test_pods_that_are_drawn_move_and_are_drawn_again(tmp_path: Path) -> None:
    event, owner = staged(13, StagePlan(rounds=3, pods=True))
    ids: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    wish_for_seat(**ids, stage=1, player=2, pod=1, seat=1)
    drawn = draw_stage_pods(**ids, stage=1, seed=5)
    copied = _again(event, owner)
    assert _export(copied)["stages"][0]["pods"] == drawn
    post_pods(**ids, stage=1)
    pair_next_round(**ids, number=1, seed=11)
    post_round(**ids, number=1)
    lines = _replayed(_again(event, owner), tmp_path)
    assert [line.rsplit(": ")[-1] for line in lines[:2]] == ["as drawn", "as drawn"]
    one, two = (sorted(pair) for pair in sorted(map(sorted, pairs(event, 1)))[:2])
    archive = _export(event)
    for match in archive["rounds"][0]["matches"]:
        swap = {one[0]: two[0], two[0]: one[0]}
        match["players"] = [swap.get(player, player) for player in match["players"]]
    (tmp_path / "event.json").write_text(json.dumps(archive))
    line = list(replay(tmp_path / "event.json"))[1]
    assert ": changed by hand: " in line
    assert "the archive does not say so" in line


def test_a_result_that_was_corrected_leaves_the_later_pairing_as_drawn(tmp_path: Path) -> None:
    event, owner = staged(8, StagePlan(rounds=4))
    play_swiss(event, owner, 1, 2)
    start_round(event, owner, 3)
    first = Match.objects.get(round__event=event, round__number=1, table=1)
    assert first.games is not None
    correct_result(
        event_id=event.pk, actor=owner, number=1, table=1,
        slip=Slip.of(first.games[1], first.games[0]), reason="The slip was read wrongly.",
    )  # fmt: skip
    archive = _export(event)
    assert {one["player"] for one in archive["rounds"][1]["before"]} == set(
        Match.objects.filter(pk=first.pk).values_list("first__number", "second__number")[0]
    )
    lines = _replayed(_again(event, owner), tmp_path)
    assert lines[-1] == "3 rounds: 3 as drawn, 0 changed by hand, 0 without a seed"


def test_a_round_by_standings_keeps_the_order_it_was_paired_by(tmp_path: Path) -> None:
    event, owner = staged(8, StagePlan(rounds=3, last_by_standings=True))
    play_swiss(event, owner, 1, 2)
    pair_next_round(event_id=event.pk, actor=owner, number=3, seed=3)
    order = _export(event)["rounds"][2]["order"]
    assert order == [row["number"] for row in round_of(event, 2).snapshots.get().rows]
    match = Match.objects.get(round__event=event, round__number=2, table=2)
    assert match.games is not None
    correct_result(
        event_id=event.pk, actor=owner, number=2, table=2,
        slip=Slip.of(match.games[1], match.games[0]), reason="Wrong way round.",
    )  # fmt: skip
    copied = _again(event, owner)
    assert _replayed(copied, tmp_path)[2].endswith(": as drawn")
    for one in (event, copied):
        there = Match.objects.filter(round__event=one, round__number=3, second__isnull=False)
        first, second = there.order_by("table").select_related("first")[:2]
        swap_players(
            event_id=one.pk, actor=owner, number=3,
            first=first.first.number, second=second.first.number,
        )  # fmt: skip
    assert _export(event)["rounds"][2]["order"] == order, "a swap keeps the order"
    assert "changed by hand: " in _replayed(_again(event, owner), tmp_path)[2]


@pytest.mark.parametrize("leaver", ["opponent", "highest"])
def test_a_bracket_that_somebody_left_moves(leaver: str, tmp_path: Path) -> None:
    event, owner = staged(
        8, StagePlan(rounds=3, cut_by="rank", cut_value=8), StagePlan(kind=SINGLE, leaver=leaver)
    )
    play_swiss(event, owner, 1, 3)
    seeds = confirm(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=seeds[6])
    start_round(event, owner, 4)
    open_tables = Match.objects.filter(round__event=event, round__number=4, first_wins=None)
    table = open_tables.order_by("table").values_list("table", flat=True)[0]
    choose_play(event_id=event.pk, actor=owner, number=4, table=table or 0, first="second")
    copied = _again(event, owner)
    assert copied.enrollments.get(number=seeds[6]).state == Enrollment.State.DROPPED
    for one in (event, copied):
        finish_round(one, owner, 4)
        _play_on(one, owner)
    whole = _moved(copied, owner)[1]
    assert _shared_content(whole) == _shared_content(_export(event))
    assert " 0 changed by hand" in _replayed_archive(whole, tmp_path)[-1]


def test_a_final_that_is_played_twice_moves() -> None:
    event, owner = staged(4, StagePlan(kind=DOUBLE))
    start_round(event, owner, 1)
    for number in (1, 2, 3, 4):
        _again(event, owner)
        finish_round(event, owner, number, max if number == 4 else min)
    last = event.rounds.order_by("-number").first()
    assert last is not None
    copied = _again(event, owner)
    seats = copied.stages.get().bracket_seats.values_list("enrollment__number", "seed", "seat")
    assert set(seats) == set(
        event.stages.get().bracket_seats.values_list("enrollment__number", "seed", "seat")
    )
    for one in (event, copied):
        _play_on(one, owner)
    assert _shared_content(_export(copied)) == _shared_content(_export(event))
    assert event.rounds.count() == last.number


def test_how_often_a_draft_was_paired_again_stays_known() -> None:
    event, owner = staged(6, StagePlan(rounds=3))
    start_round(event, owner, 1)
    Round.objects.filter(event=event).update(proof={"again": 2})
    assert _again(event, owner).rounds.get().proof == {"again": 2}


def test_a_playoff_without_its_bracket_cannot_be_played_on() -> None:
    archive = small()
    archive["stages"][0]["advance"] = [1, 2, 4, 5]
    archive["stages"][1]["rounds"] = 2
    archive["rounds"][2]["matches"].append({"table": 2, "players": [4, 5], "games": [2, 0, 0]})
    owner = factories.user()
    event = import_archive(archive=read_archive(as_bytes(archive)), actor=owner)
    assert _export(event) == archive
    with refused("This playoff was imported without its bracket, so it can't continue here."):
        pair_next_round(event_id=event.pk, actor=owner, number=4)


def test_a_bracket_that_is_discarded_is_drawn_anew_after_a_move() -> None:
    event, owner = staged(4, StagePlan(kind=SINGLE))
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    discard_round(event_id=event.pk, actor=owner, number=1, reason="a latecomer")
    stages = _export(_again(event, owner))["stages"]
    assert stages == [{"kind": "single-elimination", "leaver": "highest"}]
