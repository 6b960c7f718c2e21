"""A result on camera is public nowhere before its time, and everywhere after it."""

import datetime
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from archive.loading import archive_of
from events.core.results.delayed_results import waiting_results
from events.core.results.report_actions import undo_result
from events.core.revision_cache import clear_revision_caches
from events.core.rounds.actions import complete_round, post_round
from events.core.standings.actions import publish_standings
from events.integrations.delayed_features import show_due
from events.integrations.feature_actions import (
    choose_feature,
    count_games,
    renew_stream_link,
    show_result,
)
from events.integrations.overlays import SCENES, overlay
from events.models import (
    Event,
    FeatureMatch,
    Match,
    Report,
    Round,
    StreamLink,
    Verb,
)
from events.player_pages.actions import report_by_phone
from events.public_site.live_values import live
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from events.web.access import Action
from tests import factories
from tests.events.scenario import enter_slips, event_with_owner, journaled, refused, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.events.support.phones import EVERYTHING, Phone, event_of_phones, told
from tests.events.support.public_addresses import addresses_of, read_once, unset
from tests.events.support.stages import DOUBLE, playoff, report_by
from tests.events.tables_of_four.playing import report_tables, table_event

pytestmark = pytest.mark.django_db

DELAY = 10
# Times, tags of answers that contain a time, and keys that are drawn for each page.
MOMENT = re.compile(
    r"\d{4}-\d\d-\d\dT[0-9:.]+|\b\d\d:\d\d\b|data-stamp=\S+|[0-9a-f]{18}|nonce-?[\w=\"-]+"
    r'|name="(?:form|key|csrfmiddlewaretoken)" value="[^"]*"'
)
Act = Callable[[], object]


def nothing() -> None:
    """Leave the event as it is."""


def wait(minutes: int = DELAY) -> None:
    """Let the delay of every result pass, as the watch next to the server notices it."""
    for report in Report.objects.all():
        past = datetime.timedelta(minutes=minutes)
        received = report.received_at and report.received_at - past
        Report.objects.filter(pk=report.pk).update(at=report.at - past, received_at=received)
    show_due()


def featured(event: Event, owner: User, delay: int = DELAY) -> Match:
    """Return the match at the first table of the newest round, on camera."""
    Event.objects.filter(pk=event.pk).update(feature_delay=delay)
    newest = event.rounds.order_by("-number")[0]
    match = newest.matches.at_tables().select_related("round").order_by("table")[0]
    number, table = newest.number, match.table or 0
    choose_feature(event_id=event.pk, actor=owner, number=number, table=table)
    return match


def swiss() -> tuple[Event, User]:
    event, owner = event_with_owner(4, **EVERYTHING)
    start_round(event, owner, 1)
    return event, owner


@contextmanager
def rolled_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    forget()


def forget() -> None:
    clear_revision_caches()
    live.forget()


def answers(event: Event, token: str) -> Mapping[str, str]:
    """Return what every address without a login answers, and the page of a player elsewhere."""
    own = event.rounds.order_by("-number")[0].matches.at_tables().order_by("table")[0]
    people = {player.pk for player in own.players}
    others = [player for player in event.enrollments.all() if player.pk not in people]
    numbers = ",".join(str(player.number) for player in event.enrollments.all())
    asked = [*addresses_of(event), f"/e/{event.slug}/around/?players={numbers}"]
    asked += [f"/overlay/{token}/{scene}/part/" for scene in SCENES]
    client = Client()
    with read_once(), unset():
        found = {path: client.get(path).content.decode(errors="replace") for path in asked}
    if others and event.private_pages:
        found["page of another"] = Phone(others[0]).page()
    return found


def telling(event: Event, owner: User, match: Match, then: Act = nothing) -> set[str]:
    """Return the addresses whose answer depends on the winner of a match, after `then`."""
    token, seen = StreamLink.objects.get_or_create(event=event)[0].token, []
    for games in ("20", "02"):
        forget()
        with rolled_back():
            enter_slips(event, owner, match.round.number, f"{match.table} {games}")
            then()
            seen.append(answers(event, token))
    return {path for path in seen[0] if differ(seen[0][path], seen[1][path])}


def differ(one: str, other: str) -> bool:
    """Return whether two answers differ in more than their moments."""
    return one != other and MOMENT.sub("", one) != MOMENT.sub("", other)


def nowhere_before_and_everywhere_after(
    event: Event, owner: User, match: Match, then: Act = nothing
) -> set[str]:
    """Check that a delayed result is told nowhere, and later wherever it is told without a delay.

    Return the kinds of those addresses: the last words of each.
    """

    def later() -> None:
        then()
        wait()
        # The pairings of the next playoff round were delayed too.
        for round in event.rounds.unposted():
            post_round(event_id=event.pk, actor=owner, number=round.number)

    Event.objects.filter(pk=event.pk).update(feature_delay=0)
    usual = telling(event, owner, match, then)
    Event.objects.filter(pk=event.pk).update(feature_delay=DELAY)
    assert telling(event, owner, match, then) == set()
    assert telling(event, owner, match, later) == usual
    return usual


@pytest.mark.parametrize("is_over", [False, True])
def test_in_a_swiss_round_no_public_address_says_it_early(*, is_over: bool) -> None:
    event, owner = swiss()
    match = featured(event, owner)

    def end() -> None:
        report_by(event, owner, 1)
        complete_round(event_id=event.pk, actor=owner, number=1)

    told = nowhere_before_and_everywhere_after(event, owner, match, end if is_over else nothing)
    assert "match/part/" in " ".join(told)
    assert "/recorded/" in " ".join(told)
    assert "/around/" in " ".join(told)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "is_shown"), [("", True), ("", False), (DOUBLE, True)])
def test_in_a_playoff_no_public_address_says_it_early(kind: str, *, is_shown: bool) -> None:
    event, owner = playoff(4, 4, **({"kind": kind} if kind else {}))
    Event.objects.filter(pk=event.pk).update(show_recorded=is_shown, private_pages=True)
    match = featured(event, owner)
    number = match.round.number

    def end() -> None:
        report_by(event, owner, number)
        complete_round(event_id=event.pk, actor=owner, number=number)

    told = " ".join(nowhere_before_and_everywhere_after(event, owner, match, end))
    for place in ("/bracket/", "bracket/part/", "/players/", "/api/v1/", "/around/"):
        assert place in told, place
    if is_shown:
        told = " ".join(nowhere_before_and_everywhere_after(event, owner, match))
        assert "/bracket/" in told


def test_a_published_table_tells_it_by_the_organizers_act() -> None:
    event, owner = swiss()
    match = featured(event, owner)

    def publish() -> None:
        report_by(event, owner, 1)
        complete_round(event_id=event.pk, actor=owner, number=1)
        publish_standings(event_id=event.pk, actor=owner, number=1)

    assert f"/e/{event.slug}/standings/" in telling(event, owner, match, publish)


def test_its_players_and_staff_see_it_at_once() -> None:
    event, owner = swiss()
    match = featured(event, owner)
    table = match.table or 0
    browser = factories.client_of(owner)
    public = f"/e/{event.slug}/players/{match.first.number}/recorded/"
    assert "is shown 10 minutes after" in Client().get(public).content.decode()
    enter_slips(event, owner, 1, f"{table} 20")
    assert "no result recorded yet" in Client().get(public).content.decode()
    for player in match.players:
        assert "Recorded" in Phone(player).page()
    page = browser.get(address(event, "feature")).content.decode()
    assert "Show now" in page
    browser.post(address(event, "feature-show", match=match.pk))
    live.forget()
    assert "recorded: " in Client().get(public).content.decode()
    assert "No result is waiting." in browser.get(address(event, "feature")).content.decode()
    with refused("This result is not delayed."):
        show_result(event_id=event.pk, actor=owner, match_id=match.pk)
    assert journaled(event, Verb.FEATURE_CHANGED)[-1].data["change"] == "shown"


def test_a_corrected_result_waits_again() -> None:
    event, owner = swiss()
    match = featured(event, owner)
    enter_slips(event, owner, 1, f"{match.table} 20")
    show_result(event_id=event.pk, actor=owner, match_id=match.pk)
    undo_result(event_id=event.pk, actor=owner, number=1, table=match.table or 0)
    enter_slips(event, owner, 1, f"{match.table} 02")
    ((_feature, at),) = waiting_results(Event.objects.get(pk=event.pk))
    assert at > timezone.now() + datetime.timedelta(minutes=DELAY - 1)
    assert show_due() == 0
    wait()
    assert not waiting_results(Event.objects.get(pk=event.pk))
    assert show_due() == 0, "once"


@pytest.mark.parametrize("wrong", [-50, 50], ids=["slow clock", "fast clock"])
def test_the_clock_of_a_phone_does_not_shorten_the_delay(wrong: int) -> None:
    event, owner = event_of_phones(4, phone_reports="count")
    Round.objects.update(posted_at=timezone.now() - datetime.timedelta(minutes=55))
    match = featured(event, owner)
    at = timezone.now() + datetime.timedelta(minutes=wrong)
    for player in (match.first, match.second):
        assert player is not None
        opponent = match.opponent_of(player)
        assert opponent is not None
        sent = told("2-0" if player == match.first else "0-2", opponent, at=at)
        report_by_phone(event_id=event.pk, enrollment_id=player.pk, report=sent)
    ((_feature, public),) = waiting_results(Event.objects.get(pk=event.pk))
    least = timezone.now() + datetime.timedelta(minutes=DELAY - 1)
    assert least < public < least + datetime.timedelta(minutes=2)
    assert show_due() == 0
    wait()
    assert not waiting_results(Event.objects.get(pk=event.pk))


def test_an_overlay_asks_for_the_delay_once() -> None:
    event, owner = swiss()
    match = featured(event, owner)
    enter_slips(event, owner, 1, f"{match.table} 20")
    with CaptureQueriesContext(connection) as queries:
        assert overlay(event, "match", None)["sides"]
    asked = [query["sql"] for query in queries if "featurematch" in query["sql"]]
    assert len(asked) == 3, "once for the rounds, once for the match, once for its result"


def test_games_counted_on_camera_come_out_with_the_same_delay() -> None:
    event, owner = swiss()
    match = featured(event, owner)
    overlay = f"/overlay/{renew_stream_link(event_id=event.pk, actor=owner).token}/match/part/"

    def won() -> int:
        return Client().get(overlay).content.decode().count('class="won"')

    seen = f"{match.table} "
    count_games(event_id=event.pk, actor=owner, first=1, second=0, seen=f"{seen}0-0")
    assert won() == 0
    feature = FeatureMatch.objects.get()
    earlier = timezone.now() - datetime.timedelta(minutes=DELAY)
    assert feature.counts is not None
    FeatureMatch.objects.update(counts=[[earlier.isoformat(), *feature.counts[0][1:]]])
    assert won() == 1
    count_games(event_id=event.pk, actor=owner, first=2, second=0, seen=f"{seen}1-0")
    assert won() == 1
    Event.objects.update(feature_delay=0)
    assert won() == 2


def test_it_travels_in_the_archive() -> None:
    event, owner = swiss()
    match = featured(event, owner)
    enter_slips(event, owner, 1, f"{match.table} 20")
    show_result(event_id=event.pk, actor=owner, match_id=match.pk)
    FeatureMatch.objects.update(counts=[["2026-11-30T10:00:00+00:00", 1, 0]])
    archive = export_archive(Event.objects.get(pk=event.pk))
    again = import_archive(archive=archive_of(archive), actor=owner)
    assert again.feature_delay == DELAY
    shown = FeatureMatch.objects.values_list("shown_at", flat=True)
    assert len(set(shown)) == 1
    assert None not in shown
    counts = FeatureMatch.objects.values_list("counts", flat=True)
    assert [count for (count,) in filter(None, counts)] == [["2026-11-30T10:00:00+00:00", 1, 0]] * 2


def test_a_table_of_four_waits_too() -> None:
    event, owner = table_event(4, rounds=1)
    start_round(event, owner, 1)
    match = featured(event, owner)
    public = f"/e/{event.slug}/players/{match.players[0].number}/recorded/"
    report_tables(event, owner, 1, {match.table or 0: "1"})
    assert "no result recorded yet" in Client().get(public).content.decode()
    wait()
    live.forget()
    assert "no result recorded yet" not in Client().get(public).content.decode()


def test_only_people_who_choose_the_match_show_its_result() -> None:
    event, owner = swiss()
    match = featured(event, owner)
    enter_slips(event, owner, 1, f"{match.table} 20")
    route = Route(f"feature/{match.pk}/show/", Action.ANNOUNCE, "post", {})
    check_access(event, route)
    check_methods(event, route)
