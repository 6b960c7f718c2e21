"""Estimated chances: made behind the pages, stored, and never of more than players may know."""

from html import unescape

import pytest
from django.test import Client

from domain.results import Result
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.models import ChanceEstimate, Event, JournalEntry, Stage
from events.public_site.estimates import estimate_what_changed
from events.public_site.reads.chances import ShownChances, live_chances, public_chances
from events.public_site.reads.events import load_event
from tests.events.support.before_cut import with_cut
from tests.events.support.public_events import Played
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def last_round() -> Played:
    made = with_cut(value=4)
    for number in (1, 2):
        made.play(number)
        made.publish(number)
    made.post(3)
    return made


def live(played: Played) -> ShownChances:
    chances = live_chances(Event.objects.get(pk=played.event.pk), 2)
    assert chances is not None
    return chances


def shown(played: Played) -> ShownChances:
    chances = public_chances(load_event(played.event.slug))
    assert chances is not None
    return chances


def enter(played: Played, table: int) -> None:
    slip = Slip(Result(2, 0, 0))
    enter_result(event_id=played.event.pk, actor=played.organizer, number=3, table=table, slip=slip)


def test_without_an_estimate_nothing_is_said(last_round: Played) -> None:
    assert [live(last_round).tenths(number) for number in range(1, 9)] == [None] * 8


def test_the_places_are_shared_out_among_everybody(last_round: Played) -> None:
    estimate_what_changed()
    for chances in (live(last_round), shown(last_round)):
        assert sum(chances.estimate.shares.values()) == pytest.approx(4_000, abs=4)


def test_the_desk_knows_results_that_players_do_not(last_round: Played) -> None:
    estimate_what_changed()
    before = shown(last_round).estimate
    assert live(last_round).estimate.shares == before.shares
    enter(last_round, 1)
    estimate_what_changed()
    assert live(last_round).estimate.shares != before.shares
    assert shown(last_round).estimate.shares == before.shares


def test_an_estimate_is_made_once_a_revision_and_leaves_no_entry(last_round: Played) -> None:
    entries = JournalEntry.objects.count()
    revision = Event.objects.get().revision
    estimate_what_changed()
    made = ChanceEstimate.objects.get()
    assert (made.revision, Event.objects.get().revision) == (revision, revision)
    assert JournalEntry.objects.count() == entries
    estimate_what_changed()
    assert ChanceEstimate.objects.get().made_at == made.made_at


def test_public_pages_are_built_again_only_for_a_new_estimate(last_round: Played) -> None:
    before = Event.objects.get().public_revision
    estimate_what_changed()
    assert Event.objects.get().public_revision == before + 1
    enter(last_round, 1)
    estimate_what_changed()
    assert Event.objects.get().public_revision == before + 1


def test_players_see_nothing_where_the_event_shows_no_chances(last_round: Played) -> None:
    Event.objects.update(show_chances=False)
    estimate_what_changed()
    stored = ChanceEstimate.objects.get()
    assert stored.live["shares"]
    assert stored.public == {}


def test_an_estimate_of_older_standings_is_not_shown(last_round: Played) -> None:
    estimate_what_changed()
    ChanceEstimate.objects.update(live={"key": "1/2", "shares": {"1": 500}}, public={"key": "1"})
    assert live(last_round).estimate.shares == {}
    assert shown(last_round).estimate.shares == {}


def test_draws_at_the_first_tables_are_a_scenario(last_round: Played) -> None:
    estimate_what_changed()
    estimate = live(last_round).estimate
    assert (estimate.first_table, estimate.last_table) == (1, 2)
    assert sum(estimate.drawn.values()) == pytest.approx(4_000, abs=4)
    assert estimate.drawn != estimate.shares


def test_a_cut_by_points_has_an_estimate_and_no_scenario(last_round: Played) -> None:
    Stage.objects.update(cut_by="points", cut_value=6)
    estimate_what_changed()
    estimate = live(last_round).estimate
    assert estimate.shares
    assert estimate.drawn == {}


def test_far_from_the_cut_nothing_is_estimated() -> None:
    made = with_cut(rounds=6)
    made.play(1)
    estimate_what_changed()
    assert ChanceEstimate.objects.get().live.keys() == {"revision"}


def test_the_page_says_why_players_on_equal_points_differ(
    last_round: Played, client: Client
) -> None:
    words = "Players on equal points can have different estimates: their opponents’ match-win"
    address = f"/e/{last_round.event.slug}/standings/"
    assert words not in flat(client.get(address)), "nothing is estimated yet"
    estimate_what_changed()
    assert words in flat(client.get(address))


def test_pages_say_the_estimate_in_both_languages(last_round: Played, client: Client) -> None:
    estimate_what_changed()
    slug = last_round.event.slug
    public = unescape(client.get(f"/e/{slug}/standings/").content.decode())
    assert "in 10</span>" in public
    japanese = client.get(f"/e/{slug}/standings/", headers={"accept-language": "ja"})
    assert "割</span>" in japanese.content.decode()
    own = [client.get(f"/e/{slug}/players/{number}/").content.decode() for number in range(1, 9)]
    assert any("in 10 to advance" in page for page in own)
    client.force_login(last_round.organizer)
    page = client.get(f"/staff/e/{slug}/standings/2/").content.decode()
    assert "in 10</span>" in page
    assert "If tables 1 to 2 draw" in page


def test_a_page_asks_for_the_estimate_once(last_round: Played, client: Client) -> None:
    client.force_login(last_round.organizer)
    page = f"/staff/e/{last_round.event.slug}/standings/2/"
    client.get(page)
    before = queries_of(lambda: client.get(page))
    estimate_what_changed()
    assert queries_of(lambda: client.get(page)) == before
