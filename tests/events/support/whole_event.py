"""Events in which every column has a value, to check that an export carries all of them."""

import datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from domain.results import Ending, Game, Result, Side, Winner, result_of_games
from events.core.events.logo_actions import save_logo
from events.core.results.actions import enter_result
from events.core.results.report_actions import NewReport, undo_result, write_reports
from events.core.results.round_rules import rules_of
from events.core.results.slips import Slip, parse_entry
from events.core.stages.plans import StagePlan
from events.core.standings.correction_actions import correct_result
from events.models import (
    AnnouncedChange,
    Announcement,
    Appeal,
    Area,
    Call,
    Certification,
    DeckCheck,
    Decklist,
    EligibilityMark,
    Enrollment,
    Event,
    FactSheet,
    FeatureMatch,
    HandedPrize,
    Match,
    Penalty,
    PodDrawing,
    Pool,
    PoolRegistration,
    PreflightAnswer,
    Prize,
    PrizeLabel,
    PrizeList,
    Report,
    Round,
    SignUp,
    SignUpSettings,
    Stage,
)
from events.models.phones import GameReport
from events.simulation.event_shapes import Kind
from events.simulation.simulate import Plan, simulate_event
from tests import factories
from tests.events.scenario import start_round
from tests.events.support.pictures import PNG
from tests.events.tables_of_four.playing import enter, play_tables, table_event

AT = datetime.datetime(2026, 3, 14, 12, 30, tzinfo=datetime.UTC)
LATER = AT + datetime.timedelta(minutes=7)
GAMES = result_of_games(
    [
        Game(Winner.SECOND, number=1, play_first=Side.FIRST),
        Game(Winner.FIRST, Ending.CONCEDED, 2, Side.FIRST),
        Game(Winner.FIRST, Ending.GAME_LOSS, 3, Side.SECOND),
    ]
)


def whole_events(actor: User) -> list[Event]:
    """Return events that together have a non-default value in every column."""
    return [_store(actor), _draft(actor), _trios(actor), _commander(actor)]


def _commander(actor: User) -> Event:
    """Return tables of four in round 2, with one drop that was undone and one that counts."""
    plan = StagePlan(kind=Stage.Kind.TABLES, table_sizes="fives", odd_go="high", points_first=True)
    event, owner = table_event(9, owner=actor, plan=plan)
    play_tables(event, owner, 1, {1: "2 x3", 2: "d13"})
    start_round(event, owner, 2)
    enter(event, owner, 2, "1 3 x1")
    rules = rules_of(event.rounds.select_related("stage", "event").get(number=2))
    entry = parse_entry("1 2", rules)
    assert entry.slip is not None
    enter_result(
        event_id=event.pk, actor=owner, number=2, table=1, slip=entry.slip,
        replace=event.rounds.get(number=2).matches.get(table=1).result_text,
    )  # fmt: skip
    event.refresh_from_db()
    return event


def _event(actor: User, kind: Kind, players: int, **plan: Any) -> Event:
    event = simulate_event(
        actor=actor,
        plan=Plan(players=players, rounds=3, seed=7, name=kind.label, kind=kind, **plan),
    )
    event.stages.filter(kind=Stage.Kind.SINGLE_ELIMINATION).update(leaver="highest")
    return event


def _draft(actor: User) -> Event:
    event = _event(actor, Kind.DRAFT, 16)
    draft = event.stages.get(number=1)
    Stage.objects.filter(pk=draft.pk).update(wishes={"3": [1, 2]})
    drawn = draft.pod_drawings.get()
    PodDrawing.objects.create(stage=draft, seed=drawn.seed, by_hand=True, at=LATER)
    PodDrawing.objects.filter(pk=drawn.pk).update(given_up="A late player", chosen=True)
    playoff = event.stages.order_by("number").last()
    assert playoff is not None
    Stage.objects.filter(pk=playoff.pk).update(
        leaver="highest", game_format="Cube", round_minutes=90, games_to_win=3,
        final_unlimited=False, annuls_leavers=True, ended_by_agreement="A split",
    )  # fmt: skip
    return event


def _trios(actor: User) -> Event:
    event = _event(actor, Kind.TRIOS, 8)
    event.enrollments.filter(number=1).update(alias="The Reds")
    SignUp.objects.create(
        event=event, state="waiting", place=1, name="Blues", members=["A", "", "C"], key="k1", at=AT
    )
    return event


def _store(actor: User) -> Event:
    event = _event(actor, Kind.TOP_8, 17, stop_in_round=2, outstanding=4)
    _settings(event)
    _stages(event)
    _people(event, actor)
    _matches(event, actor)
    _desk(event, actor)
    event.refresh_from_db()
    return event


def _settings(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(
        show_recorded=False, private_pages=True, slip_codes=True, phone_reports="count",
        phone_games=True, phone_check_in=True, check_in_open=True, check_in_from=AT,
        check_in_until=LATER, phone_decks=True, opponent_decks=True, phone_drops=True,
        judge_calls=True, public_names="initial", time_zone="Asia/Tokyo", venue="Back room",
        game_format="Modern", games_to_win=3, draws_allowed=False, round_minutes=40,
        platform="Arena", platform_setup="Best of five", late_policy="nothing", re_entry="pairing",
        first_table=101, room="1-10\n101-140", blocked_tables="13, 44-46",
        feature_tables="301 Feature match", shuffled_tables=True, paper_size="letter",
        restrictions="18 and older", staff_may_play=True, show_chances=True, show_forecast=True,
        feature_delay=10, enforcement_level="professional",
        prizes_for="players", preparation="draft", preparation_minutes=45,
        preparation_started_at=AT, preparation_paused_at=LATER, preparation_added_seconds=60,
        last_number=40, taken_back=3, finished_at=LATER,
        published_elsewhere={"rows": [{"rank": 1, "player": 1, "omw": 0.5}]},
        extensions={"league": {"season": 3}},
        profile={**event.profile, "win": 4, "name": "Own"},
    )  # fmt: skip
    event.refresh_from_db()
    FactSheet.objects.update_or_create(
        event=event,
        defaults={
            "logo_name": save_logo(event, PNG),
            "tier": "premier", "sanctioning_number": "25-1", "description_en": "Play",
            "description_ja": "遊ぶ", "channel": "news", "prizes": "Packs", "deck_rules": "None",
            "decklists": "open", "lists_during": "advanced", "lists_after": "all",
            "deck_deadline": AT, "by_invitation": True, "least_age": 12,
            "address": "1 Road", "map_link": "https://example.org/map", "contact": "at the desk",
            "schedule": "08:30 Doors", "ends_at": "20:00", "desk_closes": "09:15",
            "prizes_handed_out": "after the final", "organizer_word": "Welcome",
            "short_address": f"cup-{event.pk}",
        },
    )  # fmt: skip
    SignUpSettings.objects.update_or_create(
        event=event,
        defaults={
            "is_open": True, "deadline": AT, "capacity": 30, "approval": True, "held_since": AT,
            "released_at": LATER, "begins": "10:00", "fee": "10", "ask_reading": "optional",
            "ask_email": "required", "ask_platform_id": "optional", "ask_decklist": "optional",
        },
    )  # fmt: skip
    PrizeList.objects.create(
        event=event, currency="EUR", ties="hort", one_each=True, per_entry=500, added=1000,
        agreed=[[1, 500]],
    )  # fmt: skip
    Prize.objects.create(
        event=event, by="record", first=2, last=4, least=3, record="3-1", label="Local",
        group="shop", money=100, credit=200, packs=3, points=4, thing="a mat",
    )  # fmt: skip


def _stages(event: Event) -> None:
    Stage.objects.filter(event=event, number=1).update(
        extra_round=True, last_by_standings=True, rounds_proposed=True, game_format="Modern",
        games_to_win=3, round_minutes=40,
    )  # fmt: skip
    Stage.objects.filter(event=event, number=2).update(third_place=True)
    event.drawings.filter(number=1).update(given_up="too early")
    Round.objects.filter(event=event, number=1).update(
        paused_at=None, added_seconds=120, next_at=LATER, changed_by_hand=True,
        seated_before="1-20",
    )  # fmt: skip
    newest = event.rounds.get(number=2)
    started = newest.posted_at or timezone.now()
    Round.objects.filter(pk=newest.pk).update(
        started_at=started, paused_at=started + datetime.timedelta(minutes=3)
    )


def _people(event: Event, actor: User) -> None:
    one, two, three = event.enrollments.order_by("number")[:3]
    event.enrollments.filter(pk=one.pk).update(
        alias="Ace", reading="あだ", sort_name="Zed", awarded_byes=1, platform_id="One#1",
        byes_series="League", byes_place=3, fixed_table=107,
        eligible_because="a judge", source="sign-up", paid=True, checked_in=True,
    )  # fmt: skip
    gone = Enrollment.objects.create(
        event=event, player=factories.PlayerFactory.create(name="Gone"), number=39, name="Gone",
        source="desk", state="dropped", dropped_after=0, dropped_silently=True, excluded="absent",
    )  # fmt: skip
    SignUp.objects.create(
        event=event, enrollment=one, state="enrolled", place=1, name="Ace", reading="あだ",
        email="ace@example.org", shares_email=True, platform_id="One#1", deck="60 Island",
        approved=True, because="a judge", key="k1", at=AT, language="ja", mailed="enrolled",
    )  # fmt: skip
    SignUp.objects.create(
        event=event, merged_into=two, state="enrolled", place=2, name="Twin", key="k2", at=AT
    )
    SignUp.objects.create(
        event=event, state="refused", place=3, name="No", reason="too late", key="k3", at=AT
    )
    PoolRegistration.objects.create(
        event=event, passes=True, by_pod=True, seats_on=1, opened_at=AT, closed_at=LATER
    )
    Pool.objects.create(
        enrollment=one, table=101, seat=2, text="1 Island", cards=1, registered_at=AT,
        received_by=two, confirmed_at=LATER,
    )  # fmt: skip
    Decklist.objects.create(enrollment=one, state="checked", text="60 Island", archetype="Blue")
    EligibilityMark.objects.create(
        event=event, kind="suspended", name="Bad", email="bad@example.org", note="until June",
        by=actor,
    )  # fmt: skip
    Penalty.objects.create(
        enrollment=three, round_number=1, infraction="slow-play", penalty="warning", note="twice",
        given_by=actor,
    )  # fmt: skip
    Appeal.objects.create(
        enrollment=two, round_number=1, ruling="no", ruled_by="jo", heard_by="ann",
        outcome="changed", note="yes", at=AT,
    )  # fmt: skip
    PrizeLabel.objects.create(enrollment=one, label="Local")
    HandedPrize.objects.create(
        enrollment=two, at=AT, by_name="jo", currency="EUR", money=1, credit=2, packs=3, points=4,
        thing="a mat",
    )  # fmt: skip
    assert gone.pk


def _matches(event: Event, actor: User) -> None:
    correct_result(
        event_id=event.pk, actor=actor, number=1, table=_tables(event, 1)[0], slip=Slip.of(0, 3),
        reason="slip misread",
    )  # fmt: skip
    first, second, third, fourth, *_ = (
        Match.objects.filter(round__event=event, round__number=2, official_report=None)
        .exclude(second=None)
        .select_related("round__stage", "round__event", "first", "second")
        .order_by("table")[:4]
    )
    lost = _tables(event, 1)[1]
    both = Slip(Result(0, 0, double_loss=True))
    correct_result(
        event_id=event.pk, actor=actor, number=1, table=lost, slip=both, reason="both late"
    )
    numbers: dict[str, Any] = {"event_id": event.pk, "actor": actor, "number": 2}
    enter_result(**numbers, table=first.table or 0, slip=Slip.of(3, 0, drop_second=True))
    Report.objects.filter(match=first).update(source="kept", kept_source="judge")
    enter_result(**numbers, table=second.table or 0, slip=Slip.of(3, 1))
    undo_result(**numbers, table=second.table or 0)
    Match.objects.filter(pk=second.pk).update(
        extension_minutes=5, extension_reason="deck-check", check_mark="playing", turns_at=LATER,
        play_first="second",
    )  # fmt: skip
    write_reports(
        [
            NewReport(
                third, GAMES, Report.Source.SECOND, enrollment=third.second, reason="by phone",
                drops=(True, False),
            )
        ]
    )  # fmt: skip
    Report.objects.filter(match=third).update(
        records_tardiness=True, stays_first=True, stays_second=True, received_at=LATER
    )
    for undone, number in ((None, 1), (LATER, 2)):
        GameReport.objects.create(
            match=fourth, enrollment=fourth.first, number=number, winner="first",
            play_first="second", key=f"g{number}", at=AT, undone_at=undone,
        )  # fmt: skip
    Call.objects.create(
        match=fourth, enrollment=fourth.first, kind="wrong", seen="2-1", at=AT, answered_at=LATER
    )
    DeckCheck.objects.create(
        match=fourth, started_at=AT, ended_at=LATER, findings="fine", problems=[1], by=actor
    )
    FeatureMatch.objects.create(match=first, on_camera=False, chosen_at=AT)
    FeatureMatch.objects.create(
        match=fourth,
        first_games=1,
        second_games=2,
        on_camera=True,
        chosen_at=AT,
        counts=[[AT.isoformat(), 1, 2]],
        shown_at=LATER,
    )


def _tables(event: Event, number: int) -> list[int]:
    rows = Match.objects.filter(round__event=event, round__number=number, table__isnull=False)
    return [table or 0 for table in rows.order_by("table").values_list("table", flat=True)]


def _desk(event: Event, actor: User) -> None:
    Announcement.objects.create(
        event=event, text_en="Lunch", text_ja="昼食", until=LATER, made_at=AT, made_by_name="jo",
        ended_at=LATER,
    )  # fmt: skip
    AnnouncedChange.objects.create(
        event=event, what="minutes", stage=1, before=50, after=40, reason="late", at=AT
    )
    Area.objects.create(event=event, judge_name="jo", name="North", first_table=101, last_table=110)
    round = event.rounds.get(number=1)
    Certification.objects.create(
        round=round, at=AT, account_name="jo", agreed=1, total=2, reason="hurry",
        withdrawn_at=LATER, withdrawn_by_name="ann", withdrawn_table=101,
    )  # fmt: skip
    player = event.enrollments.order_by("number")[0]
    PreflightAnswer.objects.create(
        round=round, key=f"without-match:1:{player.number}", account_name="jo", at=AT, reason="late"
    )
