"""The road to round 1 on a player's own page: day, hour and place, and what is left to do."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.cards.open_decks import locked_for_players
from events.core.eligibility.queries import fact_sheet_of
from events.core.events.today import date_in
from events.core.players.waiting_list import sign_up_settings
from events.core.words.venue_times import venue_moment
from events.models import Enrollment, FactSheet
from events.player_pages.queries import OwnPage


class Task(StrEnum):
    """A step before round 1."""

    SIGNED_UP = "signed-up"
    DECKLIST = "decklist"
    FEE = "fee"
    CHECK_IN = "check-in"


@dataclass(frozen=True, slots=True)
class Step:
    """One step with what is known of it; `is_next`: the one to do now, on this page."""

    task: Task
    is_done: bool
    note: str
    is_next: bool = False


@dataclass(frozen=True, slots=True)
class Road:
    """The facts that a player needs before round 1.

    `weekday` and `day` in words, "" on the day itself and after it; `coming`: "in 3 days".
    `begins`: the hour of round 1. `sheet` has the place. `steps`: in the order of doing them.
    """

    weekday: str
    day: str
    coming: str
    begins: datetime.time | None
    sheet: FactSheet
    steps: tuple[Step, ...]

    @property
    def needs_decklist(self) -> bool:
        """Whether the decklist is the next thing to do."""
        return any(step.is_next and step.task is Task.DECKLIST for step in self.steps)

    @property
    def is_ready(self) -> bool:
        """Whether every step except the check-in is done."""
        return all(step.is_done for step in self.steps if step.task is not Task.CHECK_IN)

    @property
    def has_steps(self) -> bool:
        """Whether more than the check-in is to be done."""
        return len(self.steps) > 1


def road_to_round_1(page: OwnPage, now: datetime.datetime | None = None) -> Road:
    """Return what a player reads before round 1. Two queries, one more without a deadline."""
    event = page.event
    today = date_in(event.time_zone, now or timezone.now())
    days = (event.date - today).days
    sheet = fact_sheet_of(event)
    coming = ngettext("in %(count)d day", "in %(count)d days", days) % {"count": days}
    return Road(
        weekday=date_format(event.date, "l") if days > 0 else "",
        day=date_format(event.date, "MONTH_DAY_FORMAT") if days > 0 else "",
        coming=coming if days > 0 else "",
        begins=sign_up_settings(event).begins,
        sheet=sheet,
        steps=tuple(_steps(page, sheet)),
    )


def _steps(page: OwnPage, sheet: FactSheet) -> Iterator[Step]:
    player, event = page.enrollment, page.event
    if page.sign_up is not None:
        yield Step(Task.SIGNED_UP, is_done=True, note=venue_moment(event, page.sign_up.at))
    if event.phone_decks and (sheet.decklists or page.deck is not None):
        yield _decklist(page, sheet)
    if page.fee:
        note = page.fee if player.paid else _("%(fee)s, at the desk") % {"fee": page.fee}
        yield Step(Task.FEE, is_done=player.paid, note=note)
    yield _check_in(page, player)


def _decklist(page: OwnPage, sheet: FactSheet) -> Step:
    deck = page.deck
    is_done = deck is not None and bool(deck.text)
    if deck is not None and is_done:
        return Step(Task.DECKLIST, is_done=True, note=str(deck.get_state_display()))
    until = ""
    if sheet.deck_deadline is not None:
        values = {"time": venue_moment(page.event, sheet.deck_deadline)}
        until = _("until %(time)s") % values
    is_open = not locked_for_players(page.event, sheet)
    return Step(Task.DECKLIST, is_done=False, note=until, is_next=is_open)


def _check_in(page: OwnPage, player: Enrollment) -> Step:
    event = page.event
    if player.checked_in:
        at = player.checked_in_at
        return Step(Task.CHECK_IN, is_done=True, note=venue_moment(event, at) if at else "")
    if not event.phone_check_in:
        return Step(Task.CHECK_IN, is_done=False, note=_("at the desk"))
    opens = event.check_in_from
    note = _("not yet")
    if event.takes_check_ins:
        note = _("open now")
    elif opens is not None and opens > timezone.now():
        note = _("from %(time)s, here or at the desk") % {"time": venue_moment(event, opens)}
    return Step(Task.CHECK_IN, is_done=False, note=note, is_next=event.takes_check_ins)
