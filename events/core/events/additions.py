"""List the additions to an event, each with a sentence, an example and its button."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.models import Event, FactSheet, SignUpSettings, Stage


@dataclass(frozen=True, slots=True)
class Addition:
    """One addition that an event does not use.

    - `words`: what it does; `example`: how it looks at an event.
    - `address`: the target of its button; `is_link`: a page asks for more, nothing is added yet.
    - `before_round_1`: it can't be added later.
    - `example_at_tables`: the example for an event of tables of three to five, if it differs.
    """

    code: str
    name: str | Promise
    words: str | Promise
    example: str | Promise
    button: str | Promise
    address: str = "staff:add"
    is_link: bool = False
    before_round_1: bool = False
    example_at_tables: str | Promise = ""


ADDITIONS: Sequence[Addition] = (
    Addition(
        "playoff",
        _("Playoff"),
        _("After the Swiss rounds, the best players play on until one is left."),
        _("24 players: 5 rounds, then the top 8 play quarterfinals, semifinals and the final."),
        _("Add playoff"),
        "staff:stage-playoff",
        before_round_1=True,
        example_at_tables=_("16 players: 2 rounds, then the best 4 play the final at one table."),
    ),
    Addition(
        "sign-up",
        _("Sign-up"),
        _("Players sign themselves up by link or QR code."),
        _("Ada scans the code at the door and types her name. She is on the list."),
        _("Open sign-up"),
        before_round_1=True,
    ),
    Addition(
        "check-in",
        _("Check-in by phone"),
        _("Players confirm on their phones that they are here."),
        _("Callum presses “I am here”. The desk pairs only players who are here."),
        _("Add check-in"),
        before_round_1=True,
    ),
    Addition(
        "results",
        _("Results by phone"),
        _("Players report the result on their phones, so nobody walks to the desk."),
        _("Ada reports that she won, Callum confirms. The desk shows table 4 as finished."),
        _("Add results by phone"),
    ),
    Addition(
        "calls",
        _("Judge calls"),
        _("Players call a judge to their table by phone."),
        _("Table 12 appears at the top of every judge's floor page."),
        _("Add judge calls"),
    ),
    Addition(
        "decklists",
        _("Decklists"),
        _("Players hand in a list of their cards, which judges check."),
        _("60 cards and a sideboard, by phone or at the desk. Only staff see it."),
        _("Collect decklists"),
        before_round_1=True,
    ),
    Addition(
        "areas",
        _("Judges' areas"),
        _("Each judge is responsible for a range of tables."),
        _("Ewa has tables 1 to 20. Her floor page shows those first."),
        _("Add areas"),
        "staff:floor-areas",
        is_link=True,
    ),
    Addition(
        "stages",
        _("Draft or second day"),
        _("The event has several stages: draft pods, a cut after the first day, a league."),
        _("8 rounds on Saturday, the top 64 play 6 more on Sunday."),
        _("Choose stages"),
        "staff:stages",
        is_link=True,
        before_round_1=True,
    ),
    Addition(
        "chances",
        _("Chances of advancing"),
        _("Before a cut, players see what they need to advance."),
        _("“A draw in round 5 is enough for the top 8.”"),
        _("Show chances"),
    ),
    Addition(
        "prizes",
        _("Prizes"),
        _("A prize list with totals, the winners, and a sheet to sign."),
        _("1: 100. 2-4: 3 packs. The desk hands out the prizes and ticks them off."),
        _("Set up prizes"),
        "staff:prize-list",
        is_link=True,
    ),
    Addition(
        "facts",
        _("Fact sheet"),
        _("A page for players with prizes, entry rules and a description."),
        _("“8 packs for the winner. No proxies. Lunch after round 3.”"),
        _("Write fact sheet"),
        "staff:facts",
        is_link=True,
    ),
)


def unused_additions(
    event: Event,
    *,
    stages: Sequence[Stage],
    sign_up: SignUpSettings,
    sheet: FactSheet,
    has_areas: bool,
    is_paired: bool,
) -> list[Addition]:
    """Return the unused additions that an event can still add; none once it is finished."""
    if event.is_finished:
        return []
    has_cut = len(stages) > 1
    uses = {
        "playoff": any(stage.is_elimination for stage in stages),
        "sign-up": sign_up.is_open,
        "check-in": event.private_pages and event.phone_check_in,
        "results": event.takes_reports,
        "calls": event.private_pages and event.judge_calls,
        "decklists": bool(sheet.decklists),
        "areas": has_areas,
        # "Change rounds" uses this page too, but has neither drafts nor leagues at tables.
        "stages": event.at_tables
        or has_cut
        or any(stage.pods or not stage.has_set_rounds for stage in stages),
        # Chances need a cut, and tables of four have none.
        "chances": event.show_chances or not has_cut or event.at_tables,
        "prizes": bool(event.prizes_for),
        "facts": bool(sheet.description_en or sheet.description_ja or sheet.prizes),
    }
    return [
        _worded(addition, event)
        for addition in ADDITIONS
        if not uses[addition.code] and not (is_paired and addition.before_round_1)
    ]


def _worded(addition: Addition, event: Event) -> Addition:
    if not (event.at_tables and addition.example_at_tables):
        return addition
    return replace(addition, example=addition.example_at_tables)
