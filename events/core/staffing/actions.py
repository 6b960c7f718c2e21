"""Move staff on the board of a day, and undo moves."""

import datetime
from collections import defaultdict
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import AREA_NAME_LENGTH
from domain.staff_board import Place, PlaceKind, Stay, collision, covered, relying
from domain.written_names import written_name
from events.core.event_write import named_write
from events.core.questions.question import NO_ANSWERS, Given, Settled, settle
from events.core.refusals import RefusedError
from events.core.staffing.place_words import (
    SHORTER,
    clock,
    collision_question,
    place_data,
)
from events.core.staffing.round_ends import event_ends, known_ends
from events.core.staffing.staff_places import (
    day_start,
    events_today,
    leads_board,
    moves_since,
    stays_of,
    time_today,
    zone_of,
)
from events.core.typed_values import check_line
from events.models import (
    Event,
    Organisation,
    OrganisationEntry,
    StaffMember,
    StaffMove,
    WantedStaff,
)

MOST_WANTED = 99
SHORTEST_MINUTES, LONGEST_MINUTES = 5, 180
_Verb = OrganisationEntry.Verb


@dataclass(frozen=True, slots=True)
class _Day:
    """The current day of an organisation, read inside a write that moves a person."""

    organisation: Organisation
    events: dict[int, Event]
    zone: str
    now: datetime.datetime

    def name_of(self, place: Place) -> str:
        """Return the name of the event of a place; empty without one."""
        event = self.events.get(place.event or 0)
        return event.name if event else ""

    def data(self, place: Place, until: datetime.datetime | None) -> dict[str, str]:
        """Return a place as the journal stores it."""
        return place_data(place, self.name_of(place), clock(self.zone, until) if until else "")


def move_person(
    *,
    organisation: Organisation,
    actor: User,
    username: str,
    to: Place,
    minutes: int = 0,
    at: str = "",
    given: Given = NO_ANSWERS,
) -> StaffMove:
    """Move a person of today's staff to a place; to a break for the given number of minutes.

    `at`: a later time of today, such as "14:30", for a planned move. Raises QuestionsError for a
    break during which a round that relies on the person is expected to end, UnchangedError if the
    answer is to wait. Raises RefusedError for a person who is not on the staff, or is there
    already, for a time that is over, and if the actor may not move others.
    """
    with named_write(f"staff/{organisation.pk}"):
        day = _read_day(organisation)
        person, stay = _person(day, actor, username)
        start = _start(day, at)
        _check(day, person, stay, to, is_planned=start > day.now)
        until: datetime.datetime | None = None
        settled: tuple[Settled, ...] = ()
        if to.kind is PlaceKind.BREAK:
            until, settled = _break_until(day, person, stay, start, minutes, given)
        move = StaffMove.objects.create(
            organisation=organisation,
            user=person,
            at=start,
            kind=to.kind.value,
            event_id=to.event,
            area=to.area,
            until=until,
            by=actor,
        )
        before, after = day.data(stay.place, stay.until), day.data(to, until)
        planned = {"at": clock(day.zone, start)} if start > day.now else {}
        _journal(day, actor, person, before, after, answers=_codes(settled), **planned)
    return move


def undo_move(*, organisation: Organisation, actor: User, move_id: int) -> StaffMove:
    """Undo the newest move of a person, who is then at the previous place.

    Raises RefusedError for a move that was undone, or after which the person was moved again.
    """
    with named_write(f"staff/{organisation.pk}"):
        day = _read_day(organisation)
        rows = moves_since(organisation, day_start(day.zone, day.now)).select_related("user")
        move = rows.filter(pk=move_id).first()
        if move is None:
            raise RefusedError(_("This move was already undone."))
        person, stay = _person(day, actor, move.user.get_username())
        planned = {"at": clock(day.zone, move.at)} if move.at > day.now else {}
        newest = rows.filter(user=person, at__lte=day.now).last()
        if not planned and (newest is None or newest.pk != move.pk):
            words = _("%(name)s was moved again. Undo the newest move, or move %(name)s.")
            raise RefusedError(words % {"name": written_name(person)})
        move.undone_at = day.now
        move.save(update_fields=["undone_at"])
        before = day.data(stay.place, stay.until)
        if planned:
            after = day.data(move.place, move.until)
        else:
            now = _stay(day, person)
            after = day.data(now.place, now.until)
        _journal(day, actor, person, before, after, undone=True, **planned)
    return move


def want_staff(
    *, organisation: Organisation, actor: User, place: Place, number: int | None
) -> None:
    """Set how many people an event or an area of today wants; None for no number.

    Raises RefusedError for another kind of place, for a number that is too large, and if the actor
    may not move others.
    """
    with named_write(f"staff/{organisation.pk}"):
        day = _read_day(organisation)
        if not leads_board(actor, organisation, day.events.values()):
            raise RefusedError(_("Only an owner, an organizer or a head judge can change this."))
        if place.kind not in (PlaceKind.EVENT, PlaceKind.AREA):
            raise RefusedError(_("Choose a place."))
        _check_place(day, place)
        if number is not None and number > MOST_WANTED:
            raise RefusedError(_("Enter a number up to %(most)d.") % {"most": MOST_WANTED})
        wanted = organisation.wanted_staff.filter(event=place.event, area=place.area)
        if not number:
            wanted.delete()
        elif not wanted.update(number=number):
            WantedStaff.objects.create(
                organisation=organisation, event_id=place.event, area=place.area, number=number
            )
        data = {"place": day.data(place, None), "number": number or 0}
        OrganisationEntry.objects.create(
            organisation=organisation, actor=actor, verb=_Verb.STAFF_WANTED, data=data
        )


def _read_day(organisation: Organisation) -> _Day:
    now = timezone.now()
    events = events_today(organisation, now)
    by_key = {event.pk: event for event in events}
    return _Day(organisation, by_key, zone_of(events, organisation), now)


def _start(day: _Day, typed: str) -> datetime.datetime:
    """Return when a move takes effect: now, or at a later time of today."""
    if not typed:
        return day.now
    start = time_today(day.zone, day.now, typed)
    if start is None or start <= day.now:
        words = _("Enter a time of today that is later than %(now)s, such as 14:30.")
        raise RefusedError(words % {"now": clock(day.zone, day.now)}, "at")
    return start


def _stay(day: _Day, person: User) -> Stay:
    moves = moves_since(day.organisation, day_start(day.zone, day.now)).filter(user=person)
    staff = StaffMember.objects.filter(event__in=day.events, user=person)
    on = {person.pk: list(staff.order_by("event").values_list("event", flat=True))}
    return stays_of(moves, on, [person.pk], day.now)[person.pk]


def _relying(day: _Day, person: User, place: Place, until: datetime.datetime) -> frozenset[int]:
    """Return the events that rely on a person until a break is over. Two queries."""
    moves = list(moves_since(day.organisation, day_start(day.zone, day.now)))
    on: dict[int, list[int]] = defaultdict(list)
    for user, event in StaffMember.objects.filter(event__in=day.events).values_list(
        "user", "event"
    ):
        on[user].append(event)
    users = {*on, *(move.user_id for move in moves)} - {person.pk}
    stays = stays_of(moves, on, users, day.now)
    here = covered((stay, on.get(user, ())) for user, stay in stays.items())
    planned = [
        move.move for move in moves if move.user_id == person.pk and day.now < move.at <= until
    ]
    return relying(place, planned, on[person.pk], here)


def _person(day: _Day, actor: User, username: str) -> tuple[User, Stay]:
    """Return the person and their place; RefusedError if the actor may not move them."""
    leads = leads_board(actor, day.organisation, day.events.values())
    if leads is None or (not leads and username != actor.get_username()):
        raise RefusedError(_("Only an owner, an organizer or a head judge can move others."))
    people = User.objects.filter(username=username)
    staff = people.filter(staff_of__event__in=day.events) | people.filter(
        organisations__organisation=day.organisation
    )
    person = staff.distinct().first()
    if person is None:
        raise RefusedError(_("This person is not on the staff of an event today."))
    return person, _stay(day, person)


def _check(day: _Day, person: User, stay: Stay, to: Place, *, is_planned: bool) -> None:
    """Raise RefusedError for a place that does not exist, or where the person is already."""
    _check_place(day, to)
    is_there = to == stay.place and stay.since is not None and to.kind is not PlaceKind.BREAK
    if is_there and not is_planned:
        words = _("%(name)s is there already.")
        raise RefusedError(words % {"name": written_name(person)})


def _check_place(day: _Day, to: Place) -> None:
    if to.kind is PlaceKind.EVENT and to.event not in day.events:
        raise RefusedError(_("This event is not on today."))
    if to.kind is PlaceKind.AREA:
        check_line(to.area, "area")
        if not to.area or len(to.area) > AREA_NAME_LENGTH:
            words = _("Type the name of an area, at most %(most)d characters.")
            raise RefusedError(words % {"most": AREA_NAME_LENGTH}, "area")


def _break_until(
    day: _Day, person: User, stay: Stay, start: datetime.datetime, minutes: int, given: Given
) -> tuple[datetime.datetime, tuple[Settled, ...]]:
    """Return when a break ends, after the question about a round's end."""
    if not SHORTEST_MINUTES <= minutes <= LONGEST_MINUTES:
        words = _("Enter a break of %(least)d to %(most)d minutes.")
        raise RefusedError(words % {"least": SHORTEST_MINUTES, "most": LONGEST_MINUTES})
    until = start + datetime.timedelta(minutes=minutes)
    place = stay.place if stay.is_at_work else stay.before
    ends = known_ends(event_ends(day.events.values(), day.now))
    hit = collision(_relying(day, person, place, until), start, until, ends)
    if hit is None:
        return until, ()
    name, event = person.get_username(), day.name_of(Place(PlaceKind.EVENT, hit.end.event))
    question = collision_question(person.pk, name, event, until, hit, day.zone)
    settled = settle([question], given)
    if hit.shorter is not None and settled[0].answer.code == SHORTER:
        until = hit.shorter
    return until, settled


def _codes(settled: tuple[Settled, ...]) -> list[str]:
    return [f"{each.question.code}:{each.answer.code}" for each in settled]


def _journal(
    day: _Day,
    actor: User,
    person: User,
    before: dict[str, str],
    after: dict[str, str],
    **more: object,
) -> None:
    OrganisationEntry.objects.create(
        organisation=day.organisation,
        actor=actor,
        verb=_Verb.STAFF_MOVED,
        data={"user": person.get_username(), "from": before, "to": after, **more},
    )
