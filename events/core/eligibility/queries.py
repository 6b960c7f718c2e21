"""Eligibility for an event: marks, conditions, and the barred players of a list (rules, 1.4)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet, prefetch_related_objects

from domain.names import clean_email
from events.core.search import likely_key
from events.models import EligibilityMark, Enrollment, Event, FactSheet, StaffMember

Kind = EligibilityMark.Kind
NOT_INVITED = "not-invited"


@dataclass(frozen=True, slots=True)
class Barred:
    """An ineligible player: why ("suspended", "under-age", "not-invited"), and a note."""

    name: str
    why: str
    note: str = ""


def fact_sheet_of(event: Event) -> FactSheet:
    """Return the fact sheet of the event; an unsaved row with the defaults where none is stored."""
    return FactSheet.objects.filter(event=event).first() or FactSheet(event=event)


def marks_of(event: Event) -> list[EligibilityMark]:
    """Return the marks that apply in an event. One query."""
    organizers = event.staff.filter(organizer=True).values("user")
    theirs = StaffMember.objects.filter(organizer=True, user__in=organizers).values("event")
    elsewhere = Q(event__in=theirs) & ~Q(kind=Kind.INVITED)
    return list(EligibilityMark.objects.filter(Q(event=event) | elsewhere))


def events_of_marks(event: Event) -> QuerySet[Event]:
    """Return the other events in which the marks of an event count, unless they are over."""
    organizers = event.staff.filter(organizer=True).values("user")
    theirs = StaffMember.objects.filter(organizer=True, user__in=organizers).values("event")
    others = Event.objects.filter(pk__in=theirs).exclude(pk=event.pk)
    return others.exclude(state=Event.State.FINISHED)


class Eligibility:
    """The marks and conditions of one event, read once in two queries to check many people."""

    def __init__(self, event: Event) -> None:
        self.sheet = fact_sheet_of(event)
        self._by_email: dict[str, list[EligibilityMark]] = {}
        self._by_name: dict[str, list[EligibilityMark]] = {}
        for mark in marks_of(event):
            if mark.email:
                self._by_email.setdefault(mark.email, []).append(mark)
            self._by_name.setdefault(likely_key(mark.name), []).append(mark)

    @property
    def may_bar(self) -> bool:
        """Whether any mark, or the invitations, can bar a player."""
        return self.sheet.by_invitation or bool(self._by_name)

    def marks(self, name: str, email: str) -> list[EligibilityMark]:
        """Return the marks of a person; a mark with another email address is another person's."""
        address = clean_email(email)
        named = [
            mark
            for mark in self._by_name.get(likely_key(name), ())
            if not (address and mark.email) or mark.email == address
        ]
        addressed = self._by_email.get(address, []) if address else []
        return list({mark.pk: mark for mark in [*addressed, *named]}.values())

    def why_not(self, name: str, email: str) -> Barred | None:
        """Return why a person may not play; None if they may."""
        marks = {mark.kind: mark for mark in self.marks(name, email)}
        if self.sheet.by_invitation and Kind.INVITED not in marks:
            return self._by_mark(name, marks) or Barred(name, NOT_INVITED)
        return self._by_mark(name, marks)

    def entrant_barred(self, name: str, email: str, members: Iterable[str]) -> Barred | None:
        """Return why a player or a team may not play: by its own name, or because of a member.

        An invitation must name the team itself.
        """
        barred = self.why_not(name, email)
        for member in members:
            if barred is None:
                marks = {mark.kind: mark for mark in self.marks(member, "")}
                barred = self._by_mark(member, marks)
        return barred

    def _by_mark(self, name: str, marks: Mapping[str, EligibilityMark]) -> Barred | None:
        if Kind.SUSPENDED in marks:
            return Barred(name, Kind.SUSPENDED.value, marks[Kind.SUSPENDED].note)
        if self.sheet.least_age and Kind.UNDER_AGE in marks:
            return Barred(name, Kind.UNDER_AGE.value, marks[Kind.UNDER_AGE].note)
        return None


def barred_of(event: Event, people: Iterable[tuple[str, str]]) -> list[Barred]:
    """Return the ineligible among these people (name, e-mail address). Two queries."""
    eligibility = Eligibility(event)
    reasons = (eligibility.why_not(name, email) for name, email in people)
    return [reason for reason in reasons if reason is not None]


def is_suspended(event: Event, user: User) -> bool:
    """Return whether an account belongs to a suspended person. Two queries, or three by name."""
    return bool(suspended_of(event, [user]))


def suspended_of(event: Event, users: Iterable[User]) -> list[User]:
    """Return the accounts that belong to suspended people. Two queries, or three by name."""
    eligibility = Eligibility(event)

    def is_marked(user: User) -> bool:
        names = filter(None, (user.get_username(), user.get_full_name()))
        marks = (mark for name in names for mark in eligibility.marks(name, user.email))
        return any(mark.kind == Kind.SUSPENDED for mark in marks)

    return [user for user in users if is_marked(user)]


def may_bar(event: Event) -> bool:
    """Return whether any mark of the event, or its invitations, can bar a player. Two queries."""
    return fact_sheet_of(event).by_invitation or bool(marks_of(event))


def barred_players(event: Event, players: Iterable[Enrollment]) -> dict[Enrollment, Barred]:
    """Return the ineligible among some players, in their order, unless a reason is recorded.

    A member of a team has the marks of that name. Two queries where nothing can bar anyone; else
    three, of teams four, and one less if the players are joined to their humans.
    """
    eligibility = Eligibility(event)
    if not eligibility.may_bar:
        return {}
    players = list(players)
    prefetch_related_objects(players, "player")
    if event.is_for_teams:
        prefetch_related_objects(players, "members")
    reasons = {}
    for player in players:
        members = [m.name for m in player.members.all()] if event.is_for_teams else []
        if not player.eligible_because:
            reasons[player] = eligibility.entrant_barred(player.name, player.player.email, members)
    return {player: barred for player, barred in reasons.items() if barred is not None}
