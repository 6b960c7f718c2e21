"""Decklists of an event, the tables to check, who may see which list."""

import secrets
from dataclasses import dataclass

from django.utils import timezone

from events.models import DeckCheck, Decklist, Enrollment, Event, FactSheet, Match
from events.rules.decks import Counted, counted
from events.selectors.eligibility import fact_sheet_of


@dataclass(frozen=True, slots=True)
class DeckLine:
    """One player and the list: `counted` None without a text."""

    enrollment: Enrollment
    deck: Decklist
    counted: Counted | None


def is_locked(sheet: FactSheet) -> bool:
    """Whether the deadline is over: from then on a change needs a judge and a reason."""
    return sheet.deck_deadline is not None and sheet.deck_deadline <= timezone.now()


def deck_line(event: Event, enrollment: Enrollment) -> DeckLine:
    """The list of one player; an empty one where there is none."""
    deck = Decklist.objects.filter(enrollment=enrollment).first()
    return _line(event, enrollment, deck or Decklist(enrollment=enrollment))


def deck_lines(event: Event) -> list[DeckLine]:
    """Everybody who plays, by name. One query."""
    playing = event.enrollments.filter(state=Enrollment.State.ACTIVE)
    people = playing.select_related("decklist").order_by("name", "number")
    return [
        _line(event, one, getattr(one, "decklist", None) or Decklist(enrollment=one))
        for one in people
    ]


def open_decks(event: Event) -> list[DeckLine]:
    """The lists that everybody may see: open ones, of those who advanced by the last cut."""
    if fact_sheet_of(event).decklists != FactSheet.Decklists.OPEN:
        return []
    cut = event.stages.filter(has_cut=True).order_by("-number").first()
    if cut is None:
        return []
    people = cut.advancing.exclude(decklist=None).select_related("decklist")
    shown = people.exclude(decklist__text="").order_by("name", "number")
    return [_line(event, one, one.decklist) for one in shown]


def deck_checks(event: Event) -> list[DeckCheck]:
    """Every check, the newest first. One query."""
    found = DeckCheck.objects.filter(match__round__event=event)
    people = found.select_related("match__round", "match__first", "match__second")
    return list(people.order_by("-started_at", "-pk"))


def tables_to_pick(event: Event) -> list[Match]:
    """The tables of the posted round that have not reported and were not checked in it."""
    tables = Match.objects.outstanding().filter(
        round__in=event.rounds.being_played(), table__isnull=False, deck_checks=None
    )
    return list(tables.select_related("first", "second", "round").order_by("table"))


def random_table(event: Event) -> Match | None:
    """One of those tables, drawn at random; None where there is none."""
    tables = tables_to_pick(event)
    return secrets.choice(tables) if tables else None


def _line(event: Event, enrollment: Enrollment, deck: Decklist) -> DeckLine:
    read = counted(deck.text, event.game_format, event.games_to_win) if deck.text else None
    return DeckLine(enrollment, deck, read)
