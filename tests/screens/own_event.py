"""An event in each state that a player's own page has; its player has number 3."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from domain.results import Winner, parse_result
from events.core.clock.actions import start_clock
from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.events.finishing_actions import finish_event
from events.core.phones.actions import open_check_in
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round, unpost_round
from events.core.stages.plans import StagePlan
from events.core.standings.actions import publish_standings
from events.models import Enrollment, Event, Match, Stage
from events.player_pages.actions import PhoneReport, report_by_phone
from events.player_pages.game_actions import OneGame, report_game
from events.stages.actions import lay_out_stages
from tests.events.preflight.answers import drop
from tests.events.scenario import play_round, report, start_round
from tests.events.support.phones import EVERYTHING
from tests.screens.busy_event import NAMES

OWN_STATES = (
    *("playing", "check-in", "overtime", "sent", "confirm", "differs", "games", "recorded"),
    *("disputed", "bye", "waiting", "published", "taken-back", "dropped", "between", "finished"),
)
PLAYER = 3
OTHERS = 11
MINUTES = {"overtime": 52}


def make_own_event(state: str, slug: str, owner: User) -> Event:
    """Play until the player of number 3 is in this state: mostly in round 3 of 4 before a top 4."""
    data = EventData(
        name="Harbour City Open",
        date=timezone.localdate(),
        venue="Harbour Hall",
        game_format="Modern",
        show_chances=True,
        show_forecast=True,
    )
    event = create_event(actor=owner, data=data)
    # Before anything is cached, because the slug identifies a scene.
    Event.objects.filter(pk=event.pk).update(
        slug=slug, **EVERYTHING, phone_decks=True, phone_games=state == "games"
    )
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    rounds = 4 if state in ("waiting", "published", "dropped") else 3
    swiss = StagePlan(rounds=rounds, cut_by=Stage.Cut.RANK, cut_value=4)
    plans = [StagePlan(rounds=3)] if state == "finished" else [swiss, StagePlan(kind=PLAYOFF)]
    lay_out_stages(**who, plans=plans)
    byes = {PLAYER: 3} if state == "bye" else {}
    entries = [
        NewEnrollment(name=name, awarded_byes=byes.get(number, 0))
        for number, name in enumerate(NAMES[:OTHERS], 1)
    ]
    enroll(**who, entries=entries)
    event.refresh_from_db()
    if state == "check-in":
        open_check_in(**who, open=True)
        return event
    for number in (1, 2):
        play_round(event, owner, number)
    start_round(event, owner, 3)
    start_clock(**who, number=3)
    began = timezone.now() - timedelta(minutes=MINUTES.get(state, 18))
    event.rounds.filter(number=3).update(started_at=began.replace(microsecond=0))
    _LATER.get(state, _play_on)(state, event, owner)
    return event


PLAYOFF = Stage.Kind.SINGLE_ELIMINATION


def _own_match(event: Event) -> tuple[Match, Enrollment, Enrollment]:
    """Return the player's match of round 3, the player, and the opponent."""
    matches = event.rounds.get(number=3).matches.select_related("first", "second")
    match = next(one for one in matches if PLAYER in (one.first.number, _number(one.second)))
    if match.second is None:
        raise ValueError(f"player {PLAYER} has no opponent")
    both = (match.first, match.second)
    return match, *(both if match.first.number == PLAYER else both[::-1])


def _number(player: Enrollment | None) -> int | None:
    return player.number if player else None


def _tell(player: Enrollment, opponent: Enrollment, score: str) -> None:
    result = parse_result(score)
    told = PhoneReport(round=3, opponent=opponent.number, result=result, key=f"{player.pk}{score}")
    report_by_phone(event_id=player.event_id, enrollment_id=player.pk, report=told)


def _phones(state: str, event: Event, _owner: User) -> None:
    _match, player, opponent = _own_match(event)
    if state in ("sent", "differs"):
        _tell(player, opponent, "2-1")
    if state in ("confirm", "differs"):
        _tell(opponent, player, "0-2" if state == "confirm" else "2-1")


def _games(_state: str, event: Event, _owner: User) -> None:
    """Both say that they won game 2."""
    _match, player, opponent = _own_match(event)
    for number, winners in ((1, ("first", "second")), (2, ("first", "first"))):
        for one, other, winner in zip((player, opponent), (opponent, player), winners, strict=True):
            game = OneGame(
                round=3,
                opponent=other.number,
                number=number,
                winner=Winner(winner),
                play_first=None,
                key=f"{one.pk} {number}",
            )
            report_game(event_id=event.pk, enrollment_id=one.pk, game=game)


def _recorded(state: str, event: Event, owner: User) -> None:
    match, player, opponent = _own_match(event)
    if state == "disputed":
        _tell(player, opponent, "2-0")
    slip = Slip.of(2, 1) if match.first == player else Slip.of(1, 2)
    enter_result(event_id=event.pk, actor=owner, number=3, table=match.table or 0, slip=slip)


def _taken_back(_state: str, event: Event, owner: User) -> None:
    unpost_round(event_id=event.pk, actor=owner, number=3, reason="a wrong roster")


def _play_on(state: str, event: Event, owner: User) -> None:
    """Go on after round 3, or leave it as it is."""
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    if state in ("playing", "overtime", "bye"):
        return
    report(event, owner, 3)
    complete_round(**who, number=3)
    if state in ("published", "between", "dropped", "finished"):
        publish_standings(**who, number=3)
    if state == "dropped":
        drop(**who, number=PLAYER)
    if state == "finished":
        finish_event(**who)


_LATER = {
    **dict.fromkeys(("sent", "confirm", "differs"), _phones),
    **dict.fromkeys(("recorded", "disputed"), _recorded),
    "games": _games,
    "taken-back": _taken_back,
}
