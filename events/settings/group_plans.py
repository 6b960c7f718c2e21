"""The plan of the settings' groups: their forms, their summaries, the pages with more of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from events.settings import group_summaries as summaries
from events.settings.parts import (
    Builder,
    Part,
    Stored,
    event_part,
    facts_part,
    names_part,
    page_part,
    phones_part,
    sign_up_part,
)

Summary = Callable[[Stored, Sequence[Part]], list[object]]


@dataclass(frozen=True, slots=True)
class Link:
    """A page with more of a group: its address below the event, its name, and what it is for."""

    address: str
    label: str | Promise
    words: str | Promise


@dataclass(frozen=True, slots=True)
class GroupPlan:
    """A group before it is filled: its forms, its summary and the pages with more of it."""

    code: str
    title: str | Promise
    summary: Summary
    builders: Sequence[Builder] = ()
    links: Sequence[Link] = ()
    hint: str | Promise = ""


ANNOUNCED = Link(
    "staff:announced",
    gettext_lazy("Rounds and time limit"),
    gettext_lazy("Number of rounds and round time after round 1 is posted, with a reason."),
)
PLANS: Sequence[GroupPlan] = (
    GroupPlan(
        "event",
        gettext_lazy("Event and venue"),
        summaries.event_summary,
        (
            event_part("event"),
            page_part,
        ),
        (
            Link(
                "staff:logo",
                gettext_lazy("Logo"),
                gettext_lazy("A picture for the event page and the final report."),
            ),
            Link(
                "public:event",
                gettext_lazy("Player view"),
                gettext_lazy("The event page as players see it."),
            ),
        ),
    ),
    GroupPlan(
        "rounds",
        gettext_lazy("Rounds and matches"),
        summaries.rounds_summary,
        (event_part("rounds"),),
        (ANNOUNCED,),
    ),
    GroupPlan(
        "rules",
        gettext_lazy("Rules and tiebreakers"),
        summaries.rules_summary,
        (event_part("rules"),),
    ),
    GroupPlan(
        "playoff",
        gettext_lazy("Playoff"),
        summaries.playoff_summary,
        links=(
            Link(
                "staff:stages",
                gettext_lazy("Stages and cut"),
                gettext_lazy("Playoff, draft pods, a second day: how many advance and how."),
            ),
        ),
    ),
    GroupPlan(
        "players",
        gettext_lazy("Players and sign-up"),
        summaries.players_summary,
        (event_part("players"), sign_up_part),
        (
            Link(
                "staff:sign-ups",
                gettext_lazy("Sign-ups"),
                gettext_lazy("Sign-ups in order, and the waiting list."),
            ),
            Link(
                "staff:eligibility",
                gettext_lazy("Eligibility"),
                gettext_lazy("People who are suspended, under age or invited."),
            ),
        ),
    ),
    GroupPlan(
        "shown",
        gettext_lazy("Names and phones"),
        summaries.shown_summary,
        (names_part, event_part("shown"), phones_part),
        (
            Link(
                "public:privacy",
                gettext_lazy("Privacy notice for players"),
                gettext_lazy("The data that this event stores, as players see it."),
            ),
        ),
        gettext_lazy(
            "Phones need no account, email or internet, as long as they can reach this computer."
        ),
    ),
    GroupPlan(
        "paper",
        gettext_lazy("Tables and printing"),
        summaries.paper_summary,
        (event_part("paper"),),
        (
            Link(
                "staff:room",
                gettext_lazy("Room"),
                gettext_lazy("Table rows, blocked tables, tables kept free."),
            ),
            Link(
                "staff:paper",
                gettext_lazy("Print"),
                gettext_lazy("Result slips, pairings, table numbers and the QR code."),
            ),
        ),
    ),
    GroupPlan(
        "facts",
        gettext_lazy("Fact sheet and decklists"),
        summaries.facts_summary,
        (facts_part,),
        (
            Link(
                "public:about",
                gettext_lazy("Player view"),
                gettext_lazy("The fact sheet as players see it."),
            ),
            Link(
                "staff:pdf-facts",
                gettext_lazy("Print fact sheet"),
                gettext_lazy("The same on paper."),
            ),
            Link(
                "staff:decks",
                gettext_lazy("Decklists"),
                gettext_lazy("Submitted decklists, and deck checks."),
            ),
            Link(
                "staff:shown-lists",
                gettext_lazy("Decklist visibility"),
                gettext_lazy("The lists that everyone can read, during the event and after it."),
            ),
        ),
    ),
)
