"""Four players who have all met: which pairs meet again, and what the page says of it."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.repairing.actions import apply_repairing
from events.core.repairing.queries import repairing_page
from events.core.repairing.repairing_words import quality_lines, than_leaving
from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.rounds.queries import round_page
from events.core.rounds.unposted_rounds import unposted_context
from events.core.words.pairing_reasons import hand_words, rematch_words
from events.desk.unposted_actions import swap_players
from events.models import Event, Repairing
from tests.events.scenario import event_with_owner, pairs, play_round, round_of, tables

pytestmark = pytest.mark.django_db


def all_met() -> tuple[Event, User]:
    """Four players after three rounds, and round 4 not posted yet."""
    event, owner = event_with_owner(4, rounds=4)
    for number in (1, 2, 3):
        play_round(event, owner, number)
    pair_next_round(event_id=event.pk, actor=owner, number=4, seed=2)
    return event, owner


def unposted(event: Event) -> dict[str, Any]:
    round = round_of(event, 4)
    return unposted_context(event, round, round_page(event, round))


def test_forced_rematches_are_the_oldest_and_the_page_names_their_round() -> None:
    event, owner = all_met()
    assert pairs(event, 4) == pairs(event, 1), "round 1 is the longest ago"
    proof = round_of(event, 4).proof
    assert (proof["cost"]["meetings"], proof["cost"]["last_met"]) == (2, 2)
    assert {rematch_words(note.rematch) for note in unposted(event)["notes"].values()} == {
        "These players have already played each other, in round 1."
    }
    (first, _other), (second, _rest) = tables(event, 4)[1], tables(event, 4)[2]
    swap_players(event_id=event.pk, actor=owner, number=4, first=first, second=second)
    context = unposted(event)
    assert hand_words(context["difference"]).startswith(
        "Changed by hand. Compared with the best pairing: "
        "rematches of players who have met more recently"
    )


def test_an_unposted_round_of_an_older_version_is_still_proven() -> None:
    event, _owner = all_met()
    round = round_of(event, 4)
    for known in (round.proof["cost"], round.proof["bound"]):
        del known["meetings"], known["last_met"]
    round.save(update_fields=["proof"])
    context = unposted(event)
    assert context["explanation"].fewest
    assert context["difference"].equal


def test_re_pairing_names_the_rounds_and_compares_how_recent_they_are() -> None:
    event, owner = all_met()
    (first, _other), (second, _rest) = tables(event, 4)[1], tables(event, 4)[2]
    swap_players(event_id=event.pk, actor=owner, number=4, first=first, second=second)
    post_round(event_id=event.pk, actor=owner, number=4)
    round = round_of(event, 4)
    page = repairing_page(event, round, (), ())
    best = next(plan for plan in page.plans if plan.kind == Repairing.Plan.FEWEST)
    words = than_leaving(best, page)
    assert words.endswith("rematches of players who have met less recently.")
    assert all(line.endswith("(met in round 1)") for line in quality_lines(best.quality)[-2:])
    apply_repairing(event_id=event.pk, actor=owner, number=4, key=best.key, digest=best.digest)
    assert pairs(event, 4) == pairs(event, 1)
