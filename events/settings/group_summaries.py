"""Each group of the settings in one line: what is set, in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.adapters import tables_and_byes
from events.core.seats.allocator import next_tables
from events.models import Stage
from events.settings.field_groups import (
    label_of,
    summary_of_place,
    summary_of_rounds,
    summary_of_rules,
)
from events.settings.parts import Part, Stored


def event_summary(stored: Stored, parts: Sequence[Part]) -> list[object]:
    """Summarize name, date, place and short address."""
    short = f"/{stored.sheet.short_address}" if stored.sheet.short_address else ""
    return [parts[0].form["name"].value(), *summary_of_place(parts[0].form, ()), short]


def rounds_summary(stored: Stored, parts: Sequence[Part]) -> list[object]:
    """Summarize format, match length, round time and rounds."""
    return summary_of_rounds(parts[0].form, stored.plans[:1])


def rules_summary(_stored: Stored, parts: Sequence[Part]) -> list[object]:
    """Summarize rule profile and late players."""
    return summary_of_rules(parts[0].form, ())


def playoff_summary(stored: Stored, _parts: Sequence[Part]) -> list[object]:
    """Summarize size and kind of the playoff."""
    last, before = stored.plans[-1], stored.plans[-2:-1]
    if not last.is_elimination:
        return [_("No playoff")]
    size = before[0].cut_value if before and before[0].cut_by == Stage.Cut.RANK else None
    return [
        _("Top %(size)s") % {"size": size} if size else "",
        stored.stages[-1].get_kind_display(),
    ]


def players_summary(stored: Stored, _parts: Sequence[Part]) -> list[object]:
    """Summarize sign-up, limit, staff who play, restrictions."""
    staff = _("staff may not play")
    if stored.event.staff_may_play:
        staff = _("staff may play")
    capacity = stored.sign_up.capacity
    limit = ""
    if capacity is not None:
        limit = ngettext("limit %(count)d player", "limit %(count)d players", capacity)
        limit %= {"count": capacity}
    sign_up = _("Sign-up open") if stored.sign_up.is_open else _("Sign-up closed")
    return [sign_up, limit, staff, stored.event.restrictions]


def shown_summary(stored: Stored, _parts: Sequence[Part]) -> list[object]:
    """Summarize names in public and the settings of phones."""
    event = stored.event
    phones = _("no player links")
    if event.private_pages:
        phones = _("player links")
    if event.takes_reports:
        phones = _("results by phone")
    return [
        event.get_public_names_display(),
        phones,
        _("judge calls by phone") if event.private_pages and event.judge_calls else "",
        _("players see their chances") if event.show_chances else "",
    ]


def paper_summary(stored: Stored, _parts: Sequence[Part]) -> list[object]:
    """Summarize first table, rows of tables, paper."""
    event = stored.event
    rows = len(event.room.splitlines())
    words = ngettext("%(count)d row of tables", "%(count)d rows of tables", rows)
    tables = _("tables from %(number)s") % {"number": event.first_table}
    if not event.is_finished and not event.is_digital:
        players = event.enrollments.active().count()
        near = next_tables(event, max(1, tables_and_byes(event, players)[0]))
        tables = near.words if near.is_explained or near.refusal else tables
    return [
        tables,
        words % {"count": rows} if rows else "",
        _("%(size)s paper") % {"size": event.get_paper_size_display()},
    ]


def facts_summary(stored: Stored, parts: Sequence[Part]) -> list[object]:
    """Summarize tier, decklists, description, prizes."""
    sheet, form = stored.sheet, parts[0].form
    is_described = sheet.description_en or sheet.description_ja
    return [
        label_of(form, "tier") if sheet.tier else "",
        _("Decklists %(words)s") % {"words": label_of(form, "decklists")},
        _("description") if is_described else _("no description"),
        _("prizes") if sheet.prizes else "",
    ]
