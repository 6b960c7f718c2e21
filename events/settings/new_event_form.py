"""The form of a new event: a name and a kind; everything else has a value already."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.core.events.declared_settings import SETTINGS, stored_profile
from events.core.events.kinds import (
    KINDS,
    LAST,
    PLAYOFF,
    TABLES,
    TEAMS,
    USUAL,
    format_named_in,
    kind_of,
)
from events.core.seats.allocator import NextTables, next_table_of_day
from events.core.stages.plans import StagePlan, plan_of
from events.core.stages.templates import template_of
from events.core.typed_values import row_key
from events.models import Event, Organisation, Stage
from events.settings.field_groups import FieldGroup, groups_of, joined
from events.settings.forms import EventForm, choices_of, form_values
from events.settings.usual_values import kind_like
from standings import PROFILES
from standings.profile import Profile
from standings.tables.table_profiles import FIVE_ONE

TEAM_SIZES = (Event.TeamSize.THREE, Event.TeamSize.TWO)
# The sizes of a playoff to choose from; the first is the usual one.
PLAYOFF_SIZES = (8, 4)


class NewEventForm(EventForm):
    """A form for a new event; its kind sets the values of the fields that the person left alone.

    `recent`: the newest events of the person. The last one of the chosen kind (`last`) is offered
    to be copied, and is chosen from the start where the newest event is of the first kind. An event
    whose stages fit no kind counts for each. The form sends the kind of that event (`of`).
    `organisations`: where the person creates events; with more than one, the form asks which. The
    form sends the kind whose values it shows (`shown`). A field that still has the value of that
    kind takes the value of the chosen one. That needs no script.
    """

    kind = forms.CharField(required=False)

    def __init__(
        self,
        data: QueryDict | None,
        recent: Sequence[Event] = (),
        organisations: Sequence[Organisation] = (),
    ) -> None:
        self._recent = recent
        self._organisations = organisations
        sent = data.get("kind", "") if data is not None else ""
        meant = data.get("of", "") if data is not None else ""
        self._before = meant if kind_of(meant) else self._first_kind()
        self.of = sent if kind_of(sent) else self._before
        self.last = self._last_of(self.of)
        follows = bool(recent) and _kinds_of(recent[0]) == {KINDS[0].code}
        self.shown = LAST if follows else KINDS[0].code
        sent = sent if data is not None else self.shown
        self.chosen_kind = sent if (sent == LAST and self.last) or kind_of(sent) else ""
        self.kind_changed = data is not None and data.get("shown") != self.chosen_kind
        if data is not None and self.chosen_kind:
            data = self._as_chosen(data)
        super().__init__(data, initial=self._initial(), base=self._base_profile())
        self.fields["name"].widget.attrs |= {"autocomplete": "off"}
        if len(organisations) > 1:
            self.fields["organisation"] = forms.ChoiceField(
                label=_("Organisation"),
                choices=[(known.slug, known.name) for known in organisations],
            )
        self.list_choices(("games_to_win", "late_policy", "re_entry", "paper_size"))
        returns = self.fields["re_entry"]
        if isinstance(returns, forms.TypedChoiceField):
            returns.choices = [("", _("as the rules say")), *choices_of(returns)]
        self.fields["game_format"].help_text = _(
            "Taken from the name of the event unless you change it."
        )

    def _base_profile(self) -> Profile:
        """Return the rules whose fields and presets the form offers."""
        last = stored_profile(self.last) if self.last is not None else PROFILES["mtr"]
        if self.chosen_kind == LAST:
            return last
        if self.chosen_kind == TABLES:
            return last if last.table_size is not None else FIVE_ONE
        return last if last.table_size is None else PROFILES["mtr"]

    def focus_first(self) -> None:
        """Put the cursor into the first field with an error, else into the name."""
        wrong = next((name for name in self.fields if name in self.errors), "name")
        self.fields[wrong].widget.attrs["autofocus"] = True

    @property
    def cards(self) -> list[tuple[str, str | Promise, str | Promise]]:
        """The kinds to choose from: code, name and a sentence; the last event is not among them."""
        return [(kind.code, kind.name, kind.hint) for kind in KINDS]

    @property
    def teams(self) -> list[tuple[int, str, bool]]:
        """The sizes of a team to choose from: value, name, whether it is chosen."""
        size = str(self["team_size"].value()) if "team_size" in self.fields else ""
        chosen = size if size in map(str, TEAM_SIZES) else str(TEAM_SIZES[0])
        return [(known.value, str(known.label), str(known.value) == chosen) for known in TEAM_SIZES]

    @property
    def playoffs(self) -> list[tuple[int, bool]]:
        """The sizes of a playoff to choose from: number of players, whether it is chosen."""
        return [(size, size == self._playoff_size()) for size in PLAYOFF_SIZES]

    def _playoff_size(self) -> int:
        chosen = self.data.get("playoff", "")
        return next((size for size in PLAYOFF_SIZES if str(size) == chosen), PLAYOFF_SIZES[0])

    def groups(self) -> list[FieldGroup]:
        """Return the folded groups of fields, each with a summary of its values.

        The summary of the place also names the first free table that day, if other events use the
        first ones.
        """
        groups = groups_of(self, self.plans())
        near = self._next_table()
        if near is None or not near.is_explained:
            return groups
        words = gettext("free from %(table)d. %(in_use)s") % {
            "table": near.tables[0],
            "in_use": near.in_use,
        }
        return [
            replace(group, summary=joined([group.summary, words]))
            if group.code == "place"
            else group
            for group in groups
        ]

    def _next_table(self) -> NextTables | None:
        """Return the first free table on the day; None on a platform, or with no date yet."""
        sent = {name: _text(self[name].value()) for name in ("date", "venue", "first_table")}
        slug = _text(self["organisation"].value()) if "organisation" in self.fields else ""
        owner = next((known for known in self._organisations if slug in ("", known.slug)), None)
        try:
            date = parse_date(sent["date"])
        except ValueError:
            date = None
        first = row_key(sent["first_table"])
        if owner is None or date is None or not first or _text(self["platform"].value()):
            return None
        return next_table_of_day(owner, date, sent["venue"].strip(), first)

    def plans(self) -> Sequence[StagePlan]:
        """Return the stages of the chosen kind."""
        if self.chosen_kind == LAST and self.last is not None:
            return [plan_of(stage) for stage in self._last_stages]
        if self.chosen_kind == PLAYOFF and (top := template_of(f"top-{self._playoff_size()}")):
            return top.plans
        kind = kind_of(self.chosen_kind)
        return kind.plans if kind else (StagePlan(),)

    @property
    def like(self) -> Event | None:
        """The event whose other settings are copied; None for every other kind."""
        return self.last if self.chosen_kind == LAST else None

    def _first_kind(self) -> str:
        """Return the kind whose last event is offered first: the first kind with one."""
        first = KINDS[0].code
        if self._last_of(first) or not self._recent:
            return first
        return next(kind.code for kind in KINDS if kind.code in _kinds_of(self._recent[0]))

    def _last_of(self, kind: str) -> Event | None:
        """Return the newest event of a kind."""
        return next((event for event in self._recent if kind in _kinds_of(event)), None)

    @cached_property
    def _last_stages(self) -> list[Stage]:
        return _stages_of(self.last) if self.last else []

    def _initial(self) -> dict[str, Any]:
        """Return today, the place of the last event, and the values of the kind shown first."""
        initial: dict[str, Any] = {"date": timezone.localdate().isoformat()}
        if self._recent:
            for name in (name for name, known in SETTINGS.items() if known.of_place):
                initial[name] = getattr(self._recent[0], name)
        return initial | self._values_of(self.shown, self.last)

    def _values_of(self, code: str, last: Event | None) -> dict[str, Any]:
        """Return the values that a kind sets, by field; `last`: the event of the kind "last"."""
        if code == LAST and last is not None:
            values = form_values(last)
            first = next(iter(_stages_of(last)), None)
            if first is not None and not first.rounds_proposed:
                values["rounds"] = first.rounds
            return {name: values.get(name, usual) for name, usual in USUAL.items()}
        kind = kind_of(code)
        return {**USUAL, **(kind.values if kind else {})}

    def _as_chosen(self, data: QueryDict) -> QueryDict:
        """Return what was sent, with the chosen kind's values where nobody changed the field."""
        sent = data.copy()
        shown = self._values_of(data.get("shown", self.shown), self._last_of(self._before))
        wanted = self._values_of(self.chosen_kind, self.last)
        for name, before in shown.items():
            if _text(before) == data.get(name, "").strip():
                value = wanted[name]
                if name == "game_format" and (not value or self.chosen_kind == LAST):
                    value = format_named_in(data.get("name", "")) or value
                _put(sent, name, value)
        self._choose_teams(sent, data, wanted)
        sent["shown"] = self.shown = self.chosen_kind
        return sent

    def _choose_teams(self, sent: QueryDict, data: QueryDict, wanted: Mapping[str, Any]) -> None:
        """Set the size of a team, which the form shows only next to its kind."""
        size = data.get("team_size", "")
        asked = self.chosen_kind == TEAMS and size in map(str, TEAM_SIZES)
        sent["team_size"] = size if asked else _text(wanted["team_size"])


def _stages_of(event: Event) -> list[Stage]:
    """Return the stages in order, as they were read with the event."""
    return sorted(event.stages.all(), key=lambda stage: stage.number)


def _kinds_of(event: Event) -> set[str]:
    """Return the codes of the kinds that an event counts for: all of them if it fits none."""
    kind = kind_like(event, [plan_of(stage) for stage in _stages_of(event)])
    return {kind.code} if kind else {known.code for known in KINDS}


def _text(value: object) -> str:
    """Return a value as a browser sends it; a box that is not ticked sends nothing."""
    if value is None or value is False:
        return ""
    return "on" if value is True else str(value)


def _put(sent: QueryDict, name: str, value: object) -> None:
    """Put a value into what was sent, as a browser would have sent it."""
    if value is False:
        sent.pop(name, None)
    else:
        sent[name] = _text(value)
