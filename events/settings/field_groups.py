"""The fields of an event's form in groups, each with one line that says what is set."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django import forms
from django.forms import BoundField
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from domain.limits import MOST_PLAYED_ROUNDS
from domain.written_names import written
from events.core.events.declared_settings import SETTINGS
from events.core.stages.plans import StagePlan
from events.core.typed_values import whole_number
from events.core.words.rule_profiles import PROFILE_WORDS
from events.models import Event, Stage
from events.settings.forms import choices_of

Plans = Sequence[StagePlan]


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Some fields of a form, with a title and a summary of their values.

    `is_open`: one of them has an error.
    """

    code: str
    title: str | Promise
    fields: Sequence[BoundField]
    summary: str
    is_open: bool


# `core/events/declared_settings.py` declares the settings of each group.
GROUPS: Sequence[tuple[str, str | Promise]] = (
    ("place", gettext_lazy("Date and place")),
    ("rounds", gettext_lazy("Rounds and matches")),
    ("rules", gettext_lazy("Rules and tiebreakers")),
    ("players", gettext_lazy("Players")),
    ("shown", gettext_lazy("Screens and paper")),
)


def groups_of(form: forms.BaseForm, plans: Plans) -> list[FieldGroup]:
    """Return the groups of an event's form; `plans`: the stages that it would have."""
    return [_group(form, plans, code, title) for code, title in GROUPS]


def _group(form: forms.BaseForm, plans: Plans, code: str, title: str | Promise) -> FieldGroup:
    names = [name for name, known in SETTINGS.items() if known.fold == code]
    return FieldGroup(
        code,
        title,
        [form[name] for name in names if name in form.fields],
        joined(_SUMMARIES[code](form, plans)),
        any(name in form.errors for name in names),
    )


def joined(parts: Sequence[object]) -> str:
    """Return the parts of a summary in one line, each in the direction of its letters."""
    return capfirst(" · ".join(written(str(part)) for part in parts if part))


def _text(form: forms.BaseForm, name: str) -> str:
    value = form[name].value() if name in form.fields else ""
    return "" if value is None else str(value).strip()


def label_of(form: forms.BaseForm, name: str) -> str:
    """Return the label of the chosen one of a field's choices; "" where none is."""
    value = _text(form, name)
    choices = choices_of(form.fields[name])
    return next((str(label) for key, label in choices if str(key) == value), "")


def summary_of_place(form: forms.BaseForm, _plans: Plans) -> list[object]:
    """Summarize the date, the venue, and the platform or the tables."""
    try:
        day = parse_date(_text(form, "date"))
    except ValueError:
        day = None
    when = date_format(day, "DATE_FORMAT") if day else ""
    if day == timezone.localdate():
        when = _("Today, %(date)s") % {"date": when}
    platform, table = _text(form, "platform"), _text(form, "first_table")
    tables = _("tables from %(number)s") % {"number": table} if table else ""
    return [when, _text(form, "venue"), platform or tables]


def summary_of_rounds(form: forms.BaseForm, plans: Plans) -> list[object]:
    """Summarize the format, the length of a match and of a round, and the rounds."""
    minutes, number = _text(form, "round_minutes"), _text(form, "rounds")
    if minutes == "0":
        time = _("no time limit")
    else:
        time = _("%(minutes)s minutes") % {"minutes": minutes} if minutes else ""
    rounds = _("rounds as recommended")
    count = whole_number(number, MOST_PLAYED_ROUNDS)
    if count is not None:
        rounds = ngettext("%(count)d round", "%(count)d rounds", count) % {"count": count}
    if not plans[0].has_set_rounds:
        rounds = str(dict(Stage.KIND_WORDS)[plans[0].kind])
    follows = ""
    if len(plans) > 1:
        follows = _("then a playoff") if plans[-1].is_elimination else _("several stages")
    draft = _("draft in pods") if plans[0].pods else ""
    if plans[0].is_tables:
        draft = str(dict(Stage.KIND_WORDS)[Stage.Kind.TABLES])
    return [
        _text(form, "game_format"),
        draft,
        label_of(form, "games_to_win") if "games_to_win" in form.fields else "",
        time,
        rounds,
        follows,
    ]


def summary_of_rules(form: forms.BaseForm, _plans: Plans) -> list[object]:
    """Summarize the rules, what late players get, and the rules enforcement level."""
    words = PROFILE_WORDS.get(_text(form, "profile"))
    late = _("late players lose the rounds they missed")
    if _text(form, "late_policy") == Event.LatePolicy.NOTHING:
        late = _("missed rounds of late players do not count")
    level = label_of(form, "enforcement_level") if _text(form, "enforcement_level") else ""
    return [words[0] if words else _("Custom rules"), late, level]


def _players(form: forms.BaseForm, _plans: Plans) -> list[object]:
    staff = _("staff may not play")
    if form["staff_may_play"].value():
        staff = _("staff may play")
    return [_text(form, "restrictions") or _("Open to everyone"), staff]


def _shown(form: forms.BaseForm, _plans: Plans) -> list[object]:
    sees_chances = "show_chances" in form.fields and form["show_chances"].value()
    chances = _("players see their chances") if sees_chances else ""
    forecast = _("players see when the round ends") if form["show_forecast"].value() else ""
    paper = _("%(size)s paper") % {"size": label_of(form, "paper_size")}
    return [paper, chances, forecast]


_SUMMARIES: dict[str, Callable[[forms.BaseForm, Plans], list[object]]] = {
    "place": summary_of_place,
    "rounds": summary_of_rounds,
    "rules": summary_of_rules,
    "players": _players,
    "shown": _shown,
}
