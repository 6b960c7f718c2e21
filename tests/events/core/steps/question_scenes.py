"""Acts that ask, each as an action, as a screen and as a call, in an event in which they ask."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User

from events.core.judging.penalty_actions import give_penalty
from events.core.players.enrollment_actions import enroll_player
from events.core.players.player_entries import NewEnrollment
from events.core.players.same_person import highest_number
from events.core.questions.question import Given
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.core.steps import actions as steps
from events.models import (
    Decklist,
    EligibilityMark,
    Event,
    FactSheet,
    Infraction,
    Organisation,
    Player,
)
from events.roster.drop_actions import drop
from events.roster.list_actions import enroll_list, read_answered
from events.roster.selection_actions import drop_players
from tests.events.preflight.test_preflight import started
from tests.events.scenario import at_table, enter_slips, event_with_owner, play_round, start_round
from tests.events.series.leagues import league

REASON = "The hall closes."
FIRST = "rounds/1/tables/1/result"


@dataclass(frozen=True)
class Asked:
    """An act that asks: as an action, a screen with its fields, a call with its body."""

    act: Callable[[Event, User, Given], Any]
    # The numbers in the screen's address.
    numbers: Mapping[str, int]
    fields: Mapping[str, Any]
    call: str
    body: Mapping[str, Any]
    # The question stores a report that awaits its answer.
    writes: bool = False
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict)


Scene = tuple[Event, User, Asked]


def of_round_1() -> Scene:
    """Round 1 with players who are not ready."""
    event, owner = event_with_owner(8, platform="Arena")
    FactSheet.objects.create(event=event, decklists="open", tier="premier")
    event.enrollments.filter(number__lte=6).update(checked_in=True, platform_id="")
    for number in (1, 2, 3, 4, 5):
        Decklist.objects.create(
            enrollment=event.enrollments.get(number=number), state=Decklist.State.RECEIVED
        )
    EligibilityMark.objects.create(event=event, kind="suspended", name="Player 001")
    return event, owner, pairing(1)


def short_rounds() -> Scene:
    """Round 1 of an event of short rounds."""
    event, owner = event_with_owner(4, round_minutes=30)
    return event, owner, pairing(1)


def with_earned_byes() -> Scene:
    """Round 1 with players who earned byes: for certain, by the name, by the address."""
    event, owner = event_with_owner(4)
    shop = Organisation.objects.create(slug=f"league-{event.pk}", name="League")
    Event.objects.filter(pk=event.pk).update(organisation=shop)
    series = league(owner, shop)
    series.byes_in = event
    series.rewards = [*series.rewards, [3, 3, "a bye"]]
    series.save(update_fields=["byes_in", "rewards"])
    ada, ben, cleo = Player.objects.filter(organisation=shop).order_by("name")[:3]
    event.enrollments.filter(number=1).update(player=ada, name=ada.name)
    event.enrollments.filter(number=2).update(name=ben.name)
    event.enrollments.filter(number=3).update(player=cleo, name="Ivo Wren")
    event.refresh_from_db()
    return event, owner, pairing(1)


def late_with_an_address() -> Scene:
    """A late player under another name than the one who earned byes with the address."""
    event, owner, _asked = with_earned_byes()
    start_round(event, owner, 1)
    return _new_player(event, owner, name="Uma Fox", email="ben@example.org", late="losses")


def pairing(number: int) -> Asked:
    """Pair a round."""
    return Asked(
        lambda event, actor, given: steps.pair_round(
            event_id=event.pk, actor=actor, number=number, given=given
        ),
        {"number": number},
        {"reason": REASON},
        f"rounds/{number}/pair",
        {"reason": REASON},
    )


def publishing(number: int, reason: str = REASON) -> Asked:
    """Publish the standings after a round; `reason`: of the head judge for what stays open."""
    return Asked(
        lambda event, actor, given: steps.publish_after_round(
            event_id=event.pk, actor=actor, number=number, given=given, reason=reason
        ),
        {"number": number},
        {"reason": reason},
        f"rounds/{number}/publish",
        {"reason": reason},
    )


def finishing() -> Asked:
    """Finish the event."""
    return Asked(
        lambda event, actor, given: steps.finish(event_id=event.pk, actor=actor, given=given),
        {},
        {"reason": REASON},
        "finish",
        {"reason": REASON},
    )


def early_end() -> Scene:
    """Finish after the first of several rounds."""
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    return event, owner, finishing()


def _new_player(event: Event, owner: User, **more: str) -> Scene:
    fields = {"name": "Player 001", **more}
    entry = NewEnrollment(fields["name"], fields.get("email", ""), late=fields.get("late"))
    asked = Asked(
        lambda event, actor, given: enroll_player(
            event_id=event.pk, actor=actor, entry=entry, given=given
        ),
        {},
        fields,
        "players",
        fields,
    )
    return event, owner, asked


def namesake() -> Scene:
    """Enroll a player of a name that is on the roster."""
    return _new_player(*event_with_owner(4))


def left_player() -> Scene:
    """Enroll a player of the name of one who dropped."""
    event, owner = event_with_owner(4)
    drop(event_id=event.pk, actor=owner, number=1)
    return _new_player(event, owner)


def pasted_list() -> Scene:
    """Enroll a list with a player who may be on the roster."""
    event, owner = event_with_owner(4)
    text = "Zoe New\nPlayer 001"

    def enroll(event: Event, actor: User, given: Given) -> Any:
        since = highest_number(event)
        listed = read_answered(event, text, given)
        return enroll_list(event_id=event.pk, actor=actor, listed=listed, since=since)

    shown = {"text": text, "confirm": "1", "new": "1"}
    return event, owner, Asked(enroll, {}, shown, "enroll", {"list": text})


def dropping(*slips: str, rounds: int = 1, together: bool = False) -> Callable[[], Scene]:
    """Drop the first player of table 1 after these slips: alone, or as one of several chosen."""

    def scene() -> Scene:
        event, owner = event_with_owner(4)
        for number in range(1, rounds):
            play_round(event, owner, number)
        start_round(event, owner, rounds)
        started(event, 40, rounds)
        enter_slips(event, owner, rounds, *slips)
        number = at_table(event, rounds, 1).first.number
        return event, owner, _together(number) if together else _alone(number)

    return scene


def _alone(number: int) -> Asked:
    return Asked(
        lambda event, actor, given: drop(
            event_id=event.pk, actor=actor, number=number, given=given
        ),
        {"number": number},
        {},
        f"players/{number}/drop",
        {},
    )


def _together(number: int) -> Asked:
    return Asked(
        lambda event, actor, given: drop_players(
            event_id=event.pk, actor=actor, numbers=[number], given=given
        ),
        {},
        {"number": [str(number)], "confirm": "1"},
        "drop",
        {"players": [number]},
    )


ENTER = {"number": 1}
TABLE = {"number": 1, "table": 1}
Fields = Mapping[str, str]
WON = {"games-0-winner": "first", "games-1-winner": "second", "games-2-winner": "first"}
LOST = {"games-0-winner": "second", "games-1-winner": "second"}


def games(winners: Fields) -> Fields:
    """Return the fields of a match whose games are reported one by one."""
    return {"games-TOTAL_FORMS": "5", "games-INITIAL_FORMS": "0", **winners}


def second_result(numbers: Mapping[str, int], fields: Fields, call: str = FIRST) -> Scene:
    """Enter 0-2 at a table that has 2-0."""
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20")
    body: dict[str, Any] = {"games": [0, 2, 0]}
    asked = _entering(Slip.of(0, 2), numbers, fields, call, body, writes=True)
    return event, owner, asked


def both_drop(
    numbers: Mapping[str, int], fields: Fields, call: str = FIRST, method: str = "POST"
) -> Scene:
    """Enter 2-1 with which both players drop."""
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    slip = Slip.of(2, 1, drop_first=True, drop_second=True)
    body = {"games": [2, 1, 0], "drops": ["first", "second"]}
    return event, owner, _entering(slip, numbers, fields, call, body, method=method)


def both_drop_at_the_end() -> Scene:
    """Complete a round with 2-1 at the last table, with which both players drop."""
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "2 20")
    slip = Slip.of(2, 1, drop_first=True, drop_second=True)
    body = {"table": 1, "games": [2, 1, 0], "drops": ["first", "second"]}
    asked = Asked(
        lambda event, actor, given: complete_round(
            event_id=event.pk, actor=actor, number=1, resolutions={1: slip}, given=given
        ),
        {"number": 1},
        {"other": "1 21 x12", "tables": "1"},
        "rounds/1/complete",
        {"resolutions": [body]},
    )
    return event, owner, asked


def _entering(
    slip: Slip,
    numbers: Mapping[str, int],
    fields: Fields,
    call: str,
    body: Mapping[str, Any],
    *,
    writes: bool = False,
    method: str = "POST",
) -> Asked:
    return Asked(
        lambda event, actor, given: enter_result(
            event_id=event.pk,
            actor=actor,
            number=1,
            table=1,
            slip=slip,
            reports_drops=True,
            given=given,
        ),
        numbers,
        fields,
        call,
        {"results": [{"table": 1, **body}]} if call == "rounds/1/results" else body,
        writes=writes,
        method=method,
        headers={"If_Match": "*"} if method == "PUT" else {},
    )


def changed_recommendation() -> Scene:
    """Record a penalty after another one was recorded meanwhile."""
    event, owner = event_with_owner(4)
    slow: dict[str, Any] = {"number": 1, "infraction": Infraction.SLOW_PLAY, "earlier": 0}
    give_penalty(event_id=event.pk, actor=owner, **slow)
    asked = Asked(
        lambda event, actor, given: give_penalty(
            event_id=event.pk, actor=actor, **slow, given=given
        ),
        {"number": 1},
        {"infraction": "slow-play", "penalty": "", "earlier": "0"},
        "players/1/penalties",
        {"infraction": "slow-play", "earlier": 0},
    )
    return event, owner, asked
