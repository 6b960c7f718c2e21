"""The page of the seeds: a hash before, the seed after posting, nothing of a draft."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import pairings
from archive.errors import ArchiveError
from archive.loading import archive_of
from events.core.rounds.actions import post_round, unpost_round
from events.core.rounds.pairing_actions import discard_round, pair_again, pair_next_round
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import change_seats, draw_stage_pods, post_pods
from events.desk.unposted_actions import swap_players
from events.models import Event, PodDrawing, Round, Stage
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests.events.scenario import event_with_owner, play_round
from tests.events.support.stages import staged

pytestmark = pytest.mark.django_db


def page(event: Event) -> str:
    answer = Client().get(reverse("public:seeds", args=[event.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_hash_is_announced_and_the_seed_shown_when_the_round_is_posted() -> None:
    event, owner = event_with_owner(6)
    announced = pairings.seed_hash(event.next_seed)
    assert announced in page(event)
    round = pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert round.seed == event.next_seed
    assert announced in page(event)
    assert str(round.seed) not in page(event)
    post_round(event_id=event.pk, actor=owner, number=1)
    assert str(round.seed) in page(event)
    assert announced in page(event)


def test_pairing_again_and_changes_by_hand_are_told() -> None:
    event, owner = event_with_owner(6)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    pair_next_round(**who)
    pair_again(**who, reason="a latecomer")
    pair_again(**who, reason="a latecomer")
    match, other = Round.objects.get(event=event).matches.order_by("table")[:2]
    swap_players(**who, first=match.first.number, second=other.first.number)
    assert "paired again" not in page(event)
    post_round(**who)
    assert "paired again 2 times" in page(event)
    assert "changed by hand" in page(event)


def test_a_draw_that_was_laundered_is_told() -> None:
    """Pair, again from three seeds, throw away, pair, post: all of it counts."""
    event, owner = event_with_owner(6)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    announced = event.next_seed
    # Longer than any digits that a hash contains by chance.
    first = 71_000_000
    pair_next_round(**who)
    for seed in (first, first + 1, first + 2):
        pair_again(**who, seed=seed, reason=f"not {seed - 1}")
        assert pairings.seed_hash(announced) in page(event)
    discard_round(**who, reason="start <afresh>")
    before = page(event)
    assert pairings.seed_hash(announced) in before
    hidden = (str(first), str(first + 2), f"not {first - 1}", "afresh", "Discarded:")
    assert all(words not in before for words in hidden)
    assert pair_next_round(**who).seed == announced
    assert page(event) == before, "an unposted round shows nowhere"
    post_round(**who)
    shown = page(event)
    assert "paired again 4 times" in shown
    assert shown.count("chosen by the staff") == 3
    assert shown.count("the announced seed") == 2
    order = [str(announced)]
    for seed in (first, first + 1, first + 2):
        order += [f"not {seed - 1}", f">{seed}<"]
    places = [shown.index(words) for words in (*order, "start &lt;afresh&gt;")]
    assert places == sorted(places)
    assert pairings.seed_hash(first + 1) in shown


def test_a_round_that_is_taken_back_keeps_its_drawings_to_itself() -> None:
    event, owner = event_with_owner(6)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    announced = pairings.seed_hash(event.next_seed)
    pair_next_round(**who)
    pair_again(**who, seed=1000, reason="why not")
    post_round(**who)
    assert "why not" in page(event)
    unpost_round(**who, reason="a mistake")
    assert "why not" not in page(event)
    assert announced in page(event)


def test_the_seats_of_a_bracket_are_drawn_in_public() -> None:
    event, owner = staged(4, StagePlan(kind=Stage.Kind.SINGLE_ELIMINATION))
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    pair_next_round(**who)
    discard_round(**who, reason="wrong seats")
    assert "wrong seats" not in page(event)
    pair_next_round(**who)
    post_round(**who)
    seeds = event.drawings.values_list("seed", flat=True)
    assert len(set(seeds)) == 2
    shown = page(event)
    assert "wrong seats" in shown
    assert all(str(seed) in shown for seed in seeds)


def test_a_laundered_draw_does_not_get_clean_on_another_laptop() -> None:
    event, owner = event_with_owner(6)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    announced = pairings.seed_hash(event.next_seed)
    pair_next_round(**who)
    pair_again(**who, seed=1000, reason="why not")
    discard_round(**who, reason="off we go")
    moved = import_archive(archive=archive_of(export_archive(event)), actor=owner)
    assert announced in page(moved)
    pair_next_round(event_id=moved.pk, actor=owner, number=1)
    post_round(event_id=moved.pk, actor=owner, number=1)
    shown = page(moved)
    assert all(words in shown for words in (announced, "why not", ">1000<", "off we go"))
    assert export_archive(moved)["drawings"][:2] == export_archive(event)["drawings"]


def test_the_number_of_queries_does_not_grow_with_the_rounds() -> None:
    event, owner = event_with_owner(6, rounds=4)
    counts = []
    for number in (1, 2, 3):
        play_round(event, owner, number)
        with CaptureQueriesContext(connection) as counted:
            page(event)
        counts.append(len(counted))
    assert len(set(counts)) == 1


def test_a_draw_that_is_not_there() -> None:
    assert Client().get("/e/nothing/draw/").status_code == 404


def test_pods_that_were_drawn_again_are_told_once_they_are_posted() -> None:
    event, owner = staged(16, StagePlan(rounds=3, pods=True))
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "stage": 1}
    draw_stage_pods(**who)
    draw_stage_pods(**who, seed=1000, reason="two friends in one pod")
    draw_stage_pods(**who, reason="a <latecomer>")
    drawn = [str(drawing.seed) for drawing in PodDrawing.objects.order_by("pk")]
    change_seats(**who, player=1, other=2)
    before = page(event)
    assert [seed for seed in (*drawn, "friends", "by hand") if seed in before] == []
    post_pods(**who)
    posted = page(event)
    assert [posted.index(f"<code>{seed}</code>") for seed in drawn] == sorted(
        posted.index(f"<code>{seed}</code>") for seed in drawn
    )
    assert posted.count("drawn again") == 2
    assert posted.count("chosen by the staff") == 1
    assert "Discarded: two friends in one pod" in posted
    assert "Discarded: a &lt;latecomer&gt;" in posted
    assert "seats were changed by hand" in posted
    archive = export_archive(Event.objects.get(pk=event.pk))
    assert [one["seed"] for one in archive["stages"][0]["pod_drawings"]] == [*map(int, drawn)]
    there = import_archive(archive=archive_of(archive), actor=owner)
    assert page(there).count("Discarded:") == 2
    assert export_archive(there) == archive


def test_pods_that_were_drawn_once_need_no_words_in_an_archive() -> None:
    event, owner = staged(16, StagePlan(rounds=3, pods=True))
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "stage": 1}
    draw_stage_pods(**who)
    post_pods(**who)
    archive = export_archive(Event.objects.get(pk=event.pk))
    assert "pod_drawings" not in archive["stages"][0]
    there = import_archive(archive=archive_of(archive), actor=owner)
    assert f"<code>{event.stages.get().seed}</code>" in page(there)
    archive["stages"][0]["pod_drawings"] = [{"seed": 5}]
    with pytest.raises(ArchiveError, match="The last drawing must use the seed of the stage"):
        archive_of(archive | {"version": 3})
