"""A small event that uses everything: each list of the site has rows in it."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from domain.results import parse_result
from events.api.token_actions import make_token
from events.appeals.actions import record_appeal
from events.core.events.actions import create_event
from events.core.events.announcement_actions import announce
from events.core.events.declared_settings import EventData
from events.core.judging.penalty_actions import give_penalty
from events.core.phones.actions import call
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.prizes.queries import current_awards
from events.core.seats.venues import join_venue
from events.core.sign_ups.actions import SignUpData, sign_up
from events.core.stages.plans import StagePlan
from events.decks.actions import save_decklist, start_deck_check
from events.decks.pool_actions import close_pools, note_paper_pools, open_pools, save_pool
from events.floor.actions import attend_table, begin_turns
from events.integrations.actions import add_endpoint, send_test
from events.integrations.feature_actions import choose_feature, count_games, renew_stream_link
from events.models import (
    Area,
    Call,
    Decklist,
    Event,
    FactSheet,
    HookEndpoint,
    HookKind,
    Infraction,
    Organisation,
    PenaltyKind,
    PrizeList,
    Role,
    SignUpSettings,
    StaffMember,
    Stage,
    Venue,
)
from events.player_pages.actions import PhoneReport, report_by_phone
from events.prizes.actions import PrizeData, hand_out, save_prizes
from events.stages.actions import lay_out_stages
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import enter_slips, play_round, round_of, start_round
from tests.events.support.phones import EVERYTHING, pair_at

# The list of screens names them by key; PostgreSQL continues counting after other tests. Far apart,
# because SQLite continues from the highest key.
VENUE, ENDPOINT, MANY_EVENTS_ENDPOINT = 900_001, 900_100, 900_200

NAMES = (
    *("Anna Rossi", "Bruno Costa", "Chiara Rinaldi", "田中 太郎", "Dora O'Connor", "Emil Weiß"),
    *(
        "Fatima Ndiaye",
        "Gustav Lindqvist-Papadopoulos",
        "Hana Kovács",
        "佐々木 陽葵",
        "Ida Øvergård",
    ),
    *("João Ferreira", "Katarzyna Dąbrowska", "Łukasz Zieliński", "Małgorzata Wójcik"),
    *("Maximiliana-Konstantina Wolfeschlegelst.", "Nuria Vidal", "Oskar Blom", "Hana Kovács"),
)
# Round 2 is over time: judges announce turns.
PLAYED = timedelta(minutes=52)
DECK = "4 Lightning Bolt\n4 Goblin Guide\n52 Mountain\n\nSideboard\n15 Smash to Smithereens"


def make_busy_event(slug: str, owner: User) -> Event:
    """Play round 1 and a part of round 2; round 2 has every kind of thing that can happen."""
    data = EventData(
        name="Harbour City Open",
        date=timezone.localdate(),
        venue="Harbour Hall",
        game_format="Modern",
        rounds=3,
        show_chances=True,
        show_forecast=True,
    )
    event = create_event(actor=owner, data=data)
    # Before anything is cached, because the slug identifies a scene.
    Event.objects.filter(pk=event.pk).update(
        slug=slug, **EVERYTHING, phone_decks=True, opponent_decks=True
    )
    Organisation.objects.filter(events=event).update(slug=slug, name="Harbour City")
    plans = [
        StagePlan(rounds=3, cut_by=Stage.Cut.RANK, cut_value=4),
        StagePlan(kind=Stage.Kind.SINGLE_ELIMINATION),
    ]
    lay_out_stages(event_id=event.pk, actor=owner, plans=plans)
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name=name) for name in NAMES])
    event.refresh_from_db()
    _take_sign_ups(event)
    play_round(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=18, reason="Ill")
    round = start_round(event, owner, 2)
    round.started_at = timezone.now().replace(microsecond=0) - PLAYED
    round.save(update_fields=["started_at"])
    _let_programs_hear(event, owner)
    _go_on_stream(event, owner)
    _look_at_decks(event, owner)
    _judge(event, owner)
    _report(event, owner)
    _offer_prizes(event, owner)
    _share_tables(event)
    return event


def _share_tables(event: Event) -> None:
    """Keep the venue, with an event that waits for its tables."""
    assert event.organisation is not None
    hall = Venue.objects.create(pk=VENUE, organisation=event.organisation, name=event.venue)
    hall.rooms.create(name="Main room", rows="1-10\n11-20", blocked_tables="13")
    join_venue(event)
    waiting = factories.EventFactory.create(
        players=4, name="Pauper at Noon", organisation=event.organisation, venue=event.venue
    )
    join_venue(waiting)


def _offer_prizes(event: Event, owner: User) -> None:
    """Offer prizes by place, record and label; hand out one."""
    data = PrizeData(
        currency="USD",
        ties=PrizeList.Ties.EQUAL,
        one_each=False,
        per_entry=500,
        added=1_000,
        shown=True,
        lines="1: 60 + Trophy\n2: 20\n3-8: 3 packs\nrecord 1-0: 1 packs\nUnder 18: 10 credit",
        labels="Under 18: 4, 9",
    )
    save_prizes(event_id=event.pk, actor=owner, data=data)
    event.refresh_from_db()
    hand_out(event_id=event.pk, actor=owner, number=current_awards(event)[0].number)


def _take_sign_ups(event: Event) -> None:
    """Keep sign-up open until now; three players wait, one of them for a decision."""
    SignUpSettings.objects.create(
        event=event, is_open=True, capacity=18, approval=True, fee="10 €", ask_email="optional"
    )
    for name in ("Pavel Novák", "Quentin Moreau", "山本 蓮"):
        sign_up(event_id=event.pk, data=SignUpData(name=name, key=name, email="x@mail.example"))


def _let_programs_hear(event: Event, owner: User) -> None:
    """A program that took one message, and one that is paused after failures."""
    heard: dict[str, Any] = {"of": event.pk, "actor": owner, "kinds": [*HookKind]}
    made = add_endpoint(**heard, name="League table", address="https://league.example/hook")
    HookEndpoint.objects.filter(pk=made.pk).update(id=ENDPOINT)
    well = HookEndpoint.objects.get(pk=ENDPOINT)
    down = add_endpoint(**heard, name="Stream", address="https://stream.example/hook")
    now = timezone.now()
    assert event.organisation is not None
    many = {**heard, "of": event.organisation}
    all_events = add_endpoint(**many, name="All events", address="https://club.example/hook")
    HookEndpoint.objects.filter(pk=all_events.pk).update(id=MANY_EVENTS_ENDPOINT)
    for endpoint, state, status in [(well, "delivered", 204), (down, "gave-up", 503)]:
        send_test(of=event.pk, actor=owner, endpoint_id=endpoint.pk)
        endpoint.deliveries.update(state=state, status=status, tried_at=now, attempts=1)
    down.deliveries.update(attempts=10)
    HookEndpoint.objects.filter(pk=down.pk).update(paused=True, failures=40)
    make_token(event_id=event.pk, actor=owner, name="ScorePad", scopes=["results", "roster"])


def _go_on_stream(event: Event, owner: User) -> None:
    choose_feature(event_id=event.pk, actor=owner, number=2, table=1)
    count_games(event_id=event.pk, actor=owner, first=1, second=0, seen="1 0-0")
    renew_stream_link(event_id=event.pk, actor=owner)


def _look_at_decks(event: Event, owner: User) -> None:
    """Receive lists, most of them; check one table."""
    FactSheet.objects.create(event=event, decklists=FactSheet.Decklists.OPEN)
    for number in range(1, 12):
        state = Decklist.State.CHECKED if number < 4 else Decklist.State.RECEIVED
        save_decklist(event_id=event.pk, actor=owner, number=number, state=state, text=DECK)
    start_deck_check(event_id=event.pk, actor=owner, number=2, table=8)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    open_pools(**who, passes=False)
    save_pool(**who, number=3, text=DECK)
    numbers = event.enrollments.values_list("number", flat=True)
    note_paper_pools(**who, numbers=numbers)
    close_pools(**who)


def _judge(event: Event, owner: User) -> None:
    """Give penalties, hear an appeal, send judges to tables, announce lunch."""
    kim = factories.staff_member(event, Role.JUDGE, f"kim.{event.slug}")
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    give_penalty(
        **who, number=3, infraction=Infraction.SLOW_PLAY, penalty=PenaltyKind.WARNING, note="Game 2"
    )
    give_penalty(
        **who, number=6, infraction=Infraction.TARDINESS, penalty=PenaltyKind.GAME_LOSS, note=""
    )
    record_appeal(
        **who,
        number=3,
        ruling="The trigger was missed.",
        ruled_by=kim.get_username(),
        heard_by=owner.get_username(),
        outcome="upheld",
        note="Both players agree on what was said.",
    )
    member = StaffMember.objects.get(event=event, user=owner)
    Area.objects.create(event=event, member=member, name="North", first_table=1, last_table=4)
    attend_table(**who, number=2, table=5)
    begin_turns(**who, number=2, table=6)
    until = timezone.now() + timedelta(hours=2)
    announce(**who, until=until, text_en="Lunch until 13:15", text_ja="昼休憩は13:15までです")


def _report(event: Event, owner: User) -> None:
    """Enter two slips; a phone reports a third, another one a different result, one calls."""
    enter_slips(event, owner, 2, "1 21", "2 20")
    for table, scores in ((2, ("1-2", "")), (3, ("2-0", "")), (4, ("2-1", "2-0"))):
        first, second = pair_at(event, table, number=2)
        for player, opponent, score in ((first, second, scores[0]), (second, first, scores[1])):
            if score:
                report = PhoneReport(
                    round=2,
                    opponent=opponent.number,
                    result=parse_result(score),
                    key=f"{table}{score}",
                )
                report_by_phone(event_id=event.pk, enrollment_id=player.pk, report=report)
    first, _second = pair_at(event, 7, number=2)
    call(event_id=event.pk, enrollment_id=first.pk, number=2, kind=Call.Kind.JUDGE)
    assert round_of(event, 2).is_posted
