"""Custom rules: every value of a rule profile."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from domain.limits import MOST_POINTS, PROFILE_NAME_LENGTH
from domain.table_marks import LARGEST_TABLE, SMALLEST_TABLE, USUAL_TABLE
from events.core.words.tiebreakers import tiebreaker_name, tiebreaker_short
from events.web.forms.worded_errors import WordedForm
from standings.display import exact
from standings.profile import MOST_DIGITS, Profile
from standings.rule_values import (
    AT_TABLES,
    OF_TWO,
    Mean,
    Places,
    ProfileError,
    Tiebreaker,
    parse_floor,
)
from standings.tables.table_profiles import ALL_PROFILES

NAME = "own"

MEAN_LABELS = {
    Mean.EACH: _("The average of the opponents' percentages"),
    Mean.FLAT: _("The same average, but over all opponents' opponents in one list"),
    Mean.POOLED: _("The total points of all opponents, divided by the maximum possible"),
}
_KNOBS = (
    "name",
    "win",
    "draw",
    "loss",
    "floor_own_gw",
    "show_own_gw_floored",
    "floor_opponents_gw",
    "use_games",
    "points_per_game",
    "digits",
    "bye_counts",
    "dropped_frozen",
    "opponents_mean",
    "cut_off",
)
_SHARES = ("floor", "draw_share", "dropped_cap")
# The options of matches of two, and of tables of three to five.
_OF_TWO_ONLY = (
    "floor_own_gw",
    "show_own_gw_floored",
    "floor_opponents_gw",
    "use_games",
    "points_per_game",
    "dropped_frozen",
    "opponents_mean",
    "draw_share",
    "dropped_cap",
)
_AT_TABLES_ONLY = (
    "bye",
    "bye_opponents",
    "short_opponents",
    "event_rounds",
    "meet_once",
    "by_place",
)
_WORDS = {
    "points": _(
        "A win must be worth at least 1 point. A draw must be worth between a loss and a win."
    ),
    # xgettext:no-python-format
    "floor-text": _("Enter the minimum percentage as 0.33, 33 % or 1/3."),
    "floor-range": _("The minimum percentage must be 0 or more, and less than 100 %."),
    # xgettext:no-python-format
    "share-text": _("Enter a share as 0.5, 50 % or 1/2."),
    # xgettext:no-python-format
    "draw-share-range": _("A draw can be worth 0 to 100 % of a win."),
    "places": _("Enter the points of four or five places, such as 5 3 2 1."),
    "places-points": _("A place is worth 0 points or more, and no more than a win."),
    "places-fall": _("A place is worth no more than the place before it."),
    # xgettext:no-python-format
    "dropped-cap-range": _(
        "This value must be above 0, at least the minimum percentage and at most 100 %."
    ),
}


class OwnProfileForm(WordedForm):
    """Every value of a rule profile; `profile` has them once the form is valid.

    `base`: the event's current rules, whose values fill the fields at first. Rules for tables of
    three to five have fields of their own, and no fields about games.
    """

    # Browsers can't point at a hidden field.
    use_required_attribute = False

    name = forms.CharField(
        label=_("Name of the custom rules"),
        max_length=PROFILE_NAME_LENGTH,
        help_text=_("Shown to players with the standings."),
    )
    win = forms.IntegerField(label=_("Match points for a win"), min_value=1, max_value=MOST_POINTS)
    draw = forms.IntegerField(label=_("for a draw"), min_value=0, max_value=MOST_POINTS)
    loss = forms.IntegerField(label=_("for a loss"), min_value=0, max_value=MOST_POINTS)
    floor = forms.CharField(
        label=_("Minimum percentage"),
        max_length=20,
        # xgettext:no-python-format
        help_text=_("Enter 0.33, 33 % or 1/3, or 0 for no minimum. The exact value is used."),
    )
    floor_own_gw = forms.BooleanField(
        label=_("Apply the minimum to a player's own GW% when ranking players"), required=False
    )
    show_own_gw_floored = forms.BooleanField(
        label=_("Apply the minimum to a player's own GW% when displaying it"), required=False
    )
    floor_opponents_gw = forms.BooleanField(
        label=_("Apply the minimum to each opponent's GW% within OGW%"), required=False
    )
    use_games = forms.BooleanField(
        label=_("Count games (use GW% and OGW%)"),
        required=False,
        help_text=_("Not used for team events and one-game matches."),
    )
    points_per_game = forms.BooleanField(
        label=_("Award points for each game of a double-sided match"), required=False
    )
    digits = forms.IntegerField(
        label=_("Decimal places shown"),
        min_value=0,
        max_value=MOST_DIGITS,
        help_text=_("Places are based on exact fractions unless percentages are truncated."),
    )
    cut_off = forms.BooleanField(
        label=_("Truncate percentages after the last digit and rank players by the values shown"),
        required=False,
    )
    bye_counts = forms.BooleanField(
        label=_("Count a bye in the player's own percentages"), required=False
    )
    draw_share = forms.CharField(
        label=_("Value of a draw in the match-win percentage, as a share of a win"),
        max_length=20,
        required=False,
        # xgettext:no-python-format
        help_text=_("0.5, 50 % or 1/2; leave blank to count by match points."),
    )
    dropped_cap = forms.CharField(
        label=_("Maximum match-win percentage of a player who dropped"),
        max_length=20,
        required=False,
        # xgettext:no-python-format
        help_text=_("0.75, 75 % or 3/4; leave blank for no maximum."),
    )
    dropped_frozen = forms.BooleanField(
        label=_("Freeze the percentages of a player who drops"), required=False
    )
    opponents_mean = forms.ChoiceField(
        label=_("Calculation of opponents' percentages"),
        choices=[(code.value, label) for code, label in MEAN_LABELS.items()],
    )
    bye = forms.IntegerField(label=_("for a bye"), min_value=0, max_value=MOST_POINTS)
    bye_opponents = forms.IntegerField(
        label=_("Opponents that a bye adds to the opponents' percentages"),
        min_value=0,
        max_value=LARGEST_TABLE,
        help_text=_("Each counts with the minimum percentage. 0: a bye adds nothing."),
    )
    short_opponents = forms.IntegerField(
        label=_("Opponents that each missing seat at a table of three adds"),
        min_value=0,
        max_value=LARGEST_TABLE,
        help_text=_("Each counts with the minimum percentage. 0: a missing seat adds nothing."),
    )
    event_rounds = forms.BooleanField(
        label=_("Divide points by all rounds of the event, not by the player's own"),
        required=False,
    )
    meet_once = forms.BooleanField(
        label=_("Count an opponent once, even after two meetings"), required=False
    )
    by_place = forms.BooleanField(
        label=_("Award points by place: a result is the finishing order"), required=False
    )
    places = forms.CharField(
        label=_("Points by place, first to last"),
        max_length=20,
        required=False,
        help_text=_(
            "For example 5 3 2 1. A table of three uses the first three; equal places share points."
        ),
    )

    def __init__(self, data: Any, base: Profile) -> None:
        knobs = (*_KNOBS, *_AT_TABLES_ONLY)
        initial: dict[str, Any] = {knob: getattr(base, knob) for knob in knobs}
        initial["floor"] = _floor_text(base.floor)
        if base.places:
            initial["places"] = " ".join(map(str, base.places[-1]))
        if base.draw_share is not None:
            initial["draw_share"] = _floor_text(base.draw_share)
        if base.dropped_cap != 1:
            initial["dropped_cap"] = exact(base.dropped_cap)
        if base in ALL_PROFILES.values():
            initial["name"] = _("custom rules")
        for place, code in enumerate(base.tiebreakers, 1):
            initial[_field_of(code)] = place
        super().__init__(data, initial=initial, prefix=NAME)
        self.base = base
        self.profile: Profile | None = None
        self.at_tables = base.table_size is not None
        for name in _OF_TWO_ONLY if self.at_tables else (*_AT_TABLES_ONLY, "places"):
            del self.fields[name]
        offered = AT_TABLES if self.at_tables else OF_TWO
        # Tiebreakers in use come first, also those that a new profile does not offer.
        self._codes = tuple(dict.fromkeys((*base.tiebreakers, *offered)))
        for code in self._codes:
            label = f"{capfirst(str(tiebreaker_name(code)))} · {tiebreaker_short(code)}"
            self.fields[_field_of(code)] = forms.IntegerField(
                label=label, required=False, min_value=1, max_value=len(self._codes)
            )

    def tiebreaker_fields(self) -> list[forms.BoundField]:
        """Return the fields with the place of each tiebreaker, those in use first."""
        return [self[_field_of(code)] for code in self._codes]

    def freeze(self) -> None:
        """Disable every field."""
        for field in self.fields.values():
            field.disabled = True

    def clean_floor(self) -> Fraction:
        """Read the minimum percentage exactly."""
        return _read_share(self.cleaned_data["floor"], "floor-text")

    def clean_draw_share(self) -> Fraction | None:
        """Read the share of a win that a draw counts; blank: match points decide it."""
        typed = self.cleaned_data["draw_share"].strip()
        return _read_share(typed, "share-text") if typed else None

    def clean_dropped_cap(self) -> Fraction:
        """Read the maximum percentage of dropped players; blank: 100 %, which is no maximum."""
        typed = self.cleaned_data["dropped_cap"].strip()
        return _read_share(typed, "share-text") if typed else Fraction(1)

    def clean_places(self) -> Places:
        """Read the points of the places at tables of three, four and five."""
        typed = self.cleaned_data["places"].replace(",", " ").replace("/", " ").split()
        if not typed and not self.cleaned_data.get("by_place"):
            return ()
        if not USUAL_TABLE <= len(typed) <= LARGEST_TABLE or not all(
            text.isascii() and text.isdecimal() and int(text) <= MOST_POINTS for text in typed
        ):
            raise forms.ValidationError(_WORDS["places"])
        points = [int(text) for text in typed] + [0]
        return tuple(tuple(points[:size]) for size in range(SMALLEST_TABLE, LARGEST_TABLE + 1))

    def clean(self) -> None:
        """Make a profile of the values; an impossible value becomes its field's error."""
        super().clean()
        tiebreakers = self._tiebreakers()
        if self.errors:
            return
        knobs = (*_KNOBS, *_SHARES, *_AT_TABLES_ONLY)
        values = {knob: self.cleaned_data[knob] for knob in knobs if knob in self.fields}
        if "opponents_mean" in values:
            values["opponents_mean"] = Mean(values["opponents_mean"])
        if self.at_tables:
            values["check_organizer"] = False
            values["places"] = self.cleaned_data["places"]
        # Values of a preset that have no field here are not taken over: they are for another game.
        keeps = self.at_tables or self.base not in ALL_PROFILES.values()
        known = self.base if keeps else Profile()
        try:
            made = replace(known, **values, tiebreakers=tiebreakers)
        except ProfileError as error:
            self.add_error(error.field, _WORDS.get(error.code) or str(error))
            return
        if made.name in ALL_PROFILES and made != self.base:
            self.add_error("name", _("A preset already has this name. Choose another one."))
            return
        self.profile = made

    def _tiebreakers(self) -> tuple[Tiebreaker, ...]:
        order: dict[int, Tiebreaker] = {}
        for code in self._codes:
            place = self.cleaned_data.get(_field_of(code))
            if place in order:
                words = _("Two tiebreakers share position %(place)d.") % {"place": place}
                self.add_error(_field_of(code), words)
            elif place is not None:
                order[place] = code
        return tuple(order[place] for place in sorted(order))


def _field_of(code: Tiebreaker) -> str:
    return f"tiebreaker-{code.value}"


def _read_share(typed: str, words: str) -> Fraction:
    """Read an exact share of 1; refuse anything else with these words."""
    text = typed.strip().replace(",", ".").replace("％", "%")
    try:
        value = parse_floor(text.removesuffix("%").strip())
    except ProfileError as error:
        raise forms.ValidationError(_WORDS[words]) from error
    return value / 100 if text.endswith("%") else value


def _floor_text(floor: Fraction) -> str:
    return exact(floor) if floor else "0"
