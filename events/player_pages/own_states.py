"""State of a player's own page: what it shows on top, and what the cut still needs."""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q
from django.utils.safestring import SafeString, mark_safe

from domain.results import Result, Winner
from events.core.phones.next_round import Beaten, Coming, after_cut, beaten_words, coming_words
from events.core.phones.own_state import OwnState as State
from events.core.phones.own_state import OwnStatus, advances_by_cut, own_status
from events.core.prizes.queries import players_of_playoff, prize_of_each, prizes_of_place
from events.core.progress.recommended_rounds import announced_rounds
from events.core.words.ordinals import ordinal
from events.models import Match, QueuePod, Round, Stage
from events.models.querysets import of_player
from events.player_pages.before_round_1 import road_to_round_1
from events.player_pages.queries import OwnPage
from events.public_site.lists.table_rows import is_a_record
from events.public_site.live_values import tables_playing
from events.public_site.own.round_rows import pending_rounds, with_recorded
from events.public_site.own.slip_parts import need_part, plan_in
from standings.chance_plans import Plan

# Results of the own match that suffice for a player who needs a win, or at least a draw.
ENOUGH = {"win": (Winner.FIRST,), "draw": (Winner.FIRST, Winner.DRAWN)}


# The round continues without the player.
DONE = (State.RECORDED, State.ALONE, State.ABSENT, State.BEATEN, State.CUT)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's seat in a posted draft; `tables`: the first and last of a pod on demand."""

    pod: int
    seat: int
    tables: tuple[int, int] | None


def status_of(page: OwnPage, *, advances: bool | None) -> OwnStatus:
    """Return the status of a page."""
    return own_status(
        page.event,
        page.enrollment,
        page.round,
        page.match,
        advances=advances,
        is_last=page.ahead is not None and page.ahead.is_nothing,
    )


def next_round(page: OwnPage) -> Coming:
    """Say what follows the newest posted round, which is complete. Three queries at most."""
    newest = page.round
    if newest is None or page.ahead is None:
        raise ValueError("no round is posted")
    if newest.stage.has_cut:
        return after_cut(page.event.name, advances=True)
    return coming_words(
        newest,
        page.event.name,
        ahead=page.ahead,
        planned=announced_rounds([*page.event.stages.all()], newest.number),
        place=_place_after(page, newest),
        advancing=newest.stage.cut_value if newest.stage.cut_by == Stage.Cut.RANK else None,
    )


def coming(page: OwnPage, state: State) -> Coming | None:
    """Return what follows for a player between two rounds, or after a cut; else None."""
    if state is State.CUT:
        return after_cut(page.event.name, advances=False)
    return next_round(page) if state is State.WAITING else None


def _place_after(page: OwnPage, newest: Round) -> int | None:
    """Return the place among active players after the newest round; None before it is public.

    A dropped player advances nowhere, so those below move up for the cut.
    """
    card = page.public.card if page.public else {}
    if card.get("after") != newest.number:
        return None
    snapshot = newest.snapshots.order_by("revision").last()
    playing = page.event.enrollments.active()
    numbers = set(playing.values_list("number", flat=True))
    rows = snapshot.rows if snapshot else []
    active = [row["number"] for row in rows if row["number"] in numbers]
    number = page.enrollment.number
    return active.index(number) + 1 if number in active else None


def _has_played(page: OwnPage) -> bool:
    return page.round is not None and (page.round.number > 1 or is_a_record(page.record))


def seat(page: OwnPage, state: State) -> Seat | None:
    """Return the seat of the draft before the next round; None without one. One query of a seat."""
    card = page.public.card if page.public else {}
    if "pod" not in card or state not in (State.BEFORE, State.WAITING):
        return None
    pods = QueuePod.objects.filter(event=page.event)
    tables = pods.values_list("first_table", "last_table").first()
    return Seat(card["pod"], card["seat"], tables)


@dataclass(frozen=True, slots=True)
class End:
    """The end of a playoff for a player, with the prize of each place that is left."""

    words: Beaten
    prize: str


def beaten(page: OwnPage) -> End:
    """Say how the playoff ended for a player who is out of it. Three queries at most."""
    newest = page.round
    if newest is None:
        raise ValueError("no round is posted")
    lost: Round | None = newest if page.match is not None else None
    if lost is None:
        matches = Match.objects.filter(of_player(page.enrollment), round__stage=newest.stage)
        last = matches.of_posted_rounds().select_related("round__stage").order_by("-round__number")
        match = last.first()
        lost = match.round if match is not None else None
    words = beaten_words(page.event.name, newest.stage, lost)
    return End(words, prize_of_each(page.event, words.places))


def standing(page: OwnPage) -> dict[str, Any]:
    """Return the player's published place, with the current record and points."""
    card = page.public.card if page.public else {}
    published = card.get("standing", {})
    place = published.get("place")
    stage = page.round.stage if page.round else None
    counts = stage is None or not stage.is_elimination or bool(published.get("record"))
    return {
        "place": ordinal(place) if place else "",
        "players": card.get("players"),
        "after": card.get("after"),
        "drawn": published.get("drawn"),
        "record": page.record if counts and page.round else "",
        "points": page.points,
        "prize": _prize_so_far(page, place) if place else "",
    }


def _prize_so_far(page: OwnPage, place: int) -> str:
    """Return the prize of the published place; empty while a playoff decides the player's place."""
    prize = prizes_of_place(page.event, place)
    if prize and page.round and page.enrollment.number in players_of_playoff(page.round.stage):
        return ""
    return prize


def need(page: OwnPage) -> str:
    """Say which results the cut still needs, by public data and the player's recorded result.

    Empty where nothing is known.
    """
    card = page.public.card if page.public else {}
    code, tenths, cut, plan = card.get("chance", ""), card.get("tenths"), card.get("cut"), None
    if cut is not None:
        plan = plan_in(card)
    recorded: Result | None = page.recorded
    if recorded is not None and page.round and page.round.number > (card.get("after") or 0):
        # An estimate from before this result is outdated.
        tenths = None
        plan = _rest_of(plan, recorded)
        cut = cut and {**cut, "rounds_left": cut["rounds_left"] - 1}
        if code in ENOUGH:
            code = "in" if recorded.winner in ENOUGH[code] else ""
    if cut is None:
        return ""
    return need_part((code, tenths, plan), cut)


def _rest_of(plan: Plan | None, recorded: Result) -> Plan | None:
    """Return the rest of a plan after the result of this round; None if the plan failed."""
    if plan is None or plan.now is None:
        return plan
    asked = ENOUGH.get(plan.now.value)
    if asked is not None and recorded.winner not in asked:
        return None
    return replace(plan, now=None)


def rounds(page: OwnPage) -> SafeString:
    """Return the player's public rounds, with the recorded results that are not yet public.

    One query if a round before the newest posted one has no public results.
    """
    if page.public is None:
        return SafeString()
    rows = page.public.rounds
    waiting = [number for number in pending_rounds(rows) if page.event.show_recorded]
    results = {}
    newest = page.round.number if page.round else 0
    if newest in waiting and page.recorded is not None:
        results[newest] = page.recorded
    if any(number < newest for number in waiting):
        own = Q(first=page.enrollment) | Q(second=page.enrollment)
        if page.event.at_tables:
            own = of_player(page.enrollment)
        earlier = Match.objects.filter(own, round__event=page.event, round__number__in=waiting)
        for match in earlier.select_related("round").exclude(round__number=newest):
            if match.result is not None and match.is_table:
                seat = match.seat_of(page.enrollment)
                results[match.round.number] = match.result.from_seat(seat)
            elif match.result is not None and match.second_id is not None:
                is_first = match.first_id == page.enrollment.pk
                results[match.round.number] = match.result if is_first else match.result.turned()
    return mark_safe(with_recorded(rows, results))  # noqa: S308 - escaped where it is written


def page_values(page: OwnPage) -> dict[str, Any]:
    """Return what the page shows besides the match: its state, the place, what comes next."""
    advances = advances_by_cut(page.enrollment, page.round)
    status = status_of(page, advances=advances)
    state = status.state
    return {
        "own": {
            state.name.lower(): True,
            "has_match": state in (State.PLAYING, State.ALONE, State.RECORDED),
            "goes_on": status.goes_on,
        },
        "seat": seat(page, state),
        # In round 1 all records are equal until a result is recorded.
        "standing": standing(page) if page.round and _has_played(page) else None,
        "need": need(page) if page.is_playing and state is not State.FINISHED else "",
        "rounds": rounds(page),
        "road": road_to_round_1(page) if state is State.BEFORE and page.is_playing else None,
        "beaten": beaten(page) if state is State.BEATEN else None,
        "coming": coming(page, state),
        # Useful to a player who has finished; other matches may continue for hours.
        "playing": tables_playing(page.round) if state in DONE else None,
    }
