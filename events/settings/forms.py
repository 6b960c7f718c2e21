"""Create and change an event."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import MOST_FIRST_TABLE, MOST_ROUNDS
from domain.time_zones import known_time_zones
from events.core.events.declared_settings import (
    ANNOUNCED,
    COLUMNS,
    FROZEN,
    SETTINGS,
    EventData,
    stored_profile,
)
from events.core.words.rule_profiles import DescribedChoice, profile_choices, profile_name
from events.models import Event
from events.settings.own_profile import OwnProfileForm
from events.web.forms.worded_errors import WordedErrors
from standings import PROFILES
from standings.profile import Profile
from standings.tables.table_profiles import ALL_PROFILES, presets_like

if TYPE_CHECKING:
    EventFormBase = forms.ModelForm[Event]
else:
    EventFormBase = forms.ModelForm

GAME_FORMATS = (
    "Standard",
    "Pioneer",
    "Modern",
    "Legacy",
    "Vintage",
    "Pauper",
    "Commander",
    "Booster Draft",
    "Sealed Deck",
)
OWN = "own"
# Settings whose form fields follow from their columns.
FIELDS = tuple(name for name in COLUMNS if name != "profile")
# Time zones listed a second time under a country, and offsets from UTC.
OTHER_NAMES = ("Brazil/", "Canada/", "Chile/", "Etc/GMT", "Mexico/", "US/")


# Fixed values of settings without meaning at tables of three to five: one game, no team, no
# chances.
WITHOUT_TABLES: Mapping[str, Any] = {
    "games_to_win": Event.GamesToWin.ONE,
    "team_size": Event.TeamSize.ONE,
    "show_chances": False,
}


class EventForm(WordedErrors, EventFormBase):
    """The settings of an event that the organizer enters."""

    profile = forms.ChoiceField(label=_("Rule profile"), widget=forms.RadioSelect)
    rounds = forms.IntegerField(
        label=_("Number of rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_(
            "Leave blank to use the recommended number of rounds for the roster until round 1."
        ),
    )
    # Each group's line summarizes its settings, including unset ones.
    marks_optional = False

    class Meta:
        model = Event
        fields = FIELDS
        widgets = {
            "date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "time_zone": forms.TextInput(attrs={"list": "time-zones"}),
            "venue": forms.TextInput(attrs={"list": "venues", "autocomplete": "off"}),
            "game_format": forms.TextInput(attrs={"list": "game-formats"}),
            "team_size": forms.RadioSelect,
            "games_to_win": forms.RadioSelect,
            "late_policy": forms.RadioSelect,
            "re_entry": forms.RadioSelect,
            "paper_size": forms.RadioSelect,
        }
        error_messages = {"name": {"required": _("Enter the name of the event.")}}
        labels = {name: SETTINGS[name].label for name in FIELDS if SETTINGS[name].label}
        help_texts = {name: SETTINGS[name].help for name in FIELDS if SETTINGS[name].help}

    def __init__(self, *args: Any, base: Profile | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Copied before validation writes typed values into the instance.
        self._stored = None if self.instance._state.adding else stored_profile(self.instance)
        for name in ("re_entry", "feature_delay", "enforcement_level"):
            self.fields[name].required = False
        if self._stored is None:
            self.initial.setdefault("re_entry", "")
        self._base = self._stored or base or PROFILES["mtr"]
        self._is_frozen = False
        self._offer_profiles(self._base)
        if self._base.table_size is not None:
            self.leave_out_games()
        for name, least in (("round_minutes", 0), ("first_table", 1)):
            self.fields[name].widget.attrs["min"] = least
        self.order_fields(SETTINGS)

    def list_choices(self, names: Iterable[str]) -> None:
        """Offer the choices of these fields in a list: short ones, in one line."""
        for name in names:
            known = self.fields.get(name)
            if isinstance(known, forms.ChoiceField | forms.TypedChoiceField):
                choices = choices_of(known)
                known.widget = forms.Select(attrs=known.widget.attrs)
                known.choices = choices

    def leave_out_games(self) -> None:
        """Leave out fields without meaning at tables of four, and recommend their round time."""
        for name in WITHOUT_TABLES:
            self.fields.pop(name, None)
        minutes = self.fields["round_minutes"]
        minutes.help_text = _("Recommended at tables of four: 80. 0 means no limit.")

    def keep_only(self, names: Collection[str]) -> None:
        """Keep only these fields: the event's other values do not change."""
        for name in set(self.fields) - set(names):
            del self.fields[name]
        self.order_fields([name for name in names if name in self.fields])

    def has_changed(self) -> bool:
        """Whether anything differs from what is stored, custom rules included."""
        chosen = "profile" in self.fields and self["profile"].value() == OWN
        return super().has_changed() or (chosen and self.own.has_changed())

    def changes(self) -> dict[str, Any]:
        """Return the values of the fields that can change, by field of EventData."""
        able = [name for name, field in self.fields.items() if not field.disabled]
        values = {name: self.cleaned_data[name] for name in able}
        if "profile" in values:
            values["profile"] = self._chosen_profile()
        return values

    def clean_re_entry(self) -> str:
        """Return the choice, else the stored value, or for a new event that of its rules."""
        chosen: str = self.cleaned_data["re_entry"]
        if chosen:
            return chosen
        if not self.instance._state.adding:
            return self.instance.re_entry
        digital = self.cleaned_data.get("platform")
        return Event.ReEntry.PAIRING if digital else Event.ReEntry.CUT

    def clean_feature_delay(self) -> int:
        """Return the delay in minutes; blank means no delay."""
        return self.cleaned_data["feature_delay"] or 0

    def _offer_profiles(self, stored: Profile) -> None:
        chosen = stored.name
        words = DescribedChoice(str(_("Custom rules")), str(_("Set every value below.")))
        if stored not in presets_like(stored).values():
            chosen = OWN
            named = _("%(name)s, with custom values") % {"name": profile_name(stored)}
            words = DescribedChoice(named, words.hint)
        profile = self.fields["profile"]
        if isinstance(profile, forms.ChoiceField):
            profile.choices = [*profile_choices(stored), (OWN, words)]
        self.initial.setdefault("profile", chosen)

    def freeze(self) -> None:
        """Disable the fields that are frozen since round 1 was paired, each with its reason."""
        for name, why in FROZEN.items():
            if name in self.fields:
                self.fields[name].disabled = True
                self.fields[name].help_text = str(why)
        self._is_frozen = True

    @property
    def offers_own(self) -> bool:
        """Whether custom rules can be chosen."""
        return any(value == OWN for value, _words in choices_of(self.fields["profile"]))

    @cached_property
    def own(self) -> OwnProfileForm:
        """The form of the custom rules, made only for a page that shows or reads it."""
        own = OwnProfileForm(self.data if self.is_bound else None, self._base)
        if self._is_frozen:
            own.freeze()
        return own

    def keep_announced(self) -> None:
        """Disable the values announced with round 1; the head judge has a page to change them."""
        for name, why in ANNOUNCED.items():
            self.fields[name].disabled = True
            self.fields[name].help_text = str(why)

    def clean(self) -> dict[str, Any]:
        """Check the custom rules only if they are chosen."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("profile") == OWN and not self.own.is_valid():
            self.add_error(
                "profile", _("Check the custom rules below. At least one value is not valid.")
            )
        return cleaned

    def clean_first_table(self) -> int:
        """Refuse a first table below 1 or above MOST_FIRST_TABLE."""
        table: int = self.cleaned_data["first_table"]
        if table < 1:
            raise forms.ValidationError(_("Table numbers start at 1."))
        if table > MOST_FIRST_TABLE:
            words = _("The number of the first table can be at most %(most)d.")
            raise forms.ValidationError(words % {"most": MOST_FIRST_TABLE})
        return table

    def data_of_event(self) -> EventData:
        """Return the typed values for the service; the form must be valid."""
        values = {
            name: self.cleaned_data[name]
            for name in SETTINGS
            if name in self.fields and name != "profile"
        }
        if self._chosen_profile().table_size is not None:
            values |= WITHOUT_TABLES
        return EventData(profile=self._chosen_profile(), **values)

    @property
    def inner(self) -> dict[str, forms.BaseForm]:
        """The form of the custom rules if they are chosen; this form must be valid."""
        return {"profile": self.own} if self.cleaned_data.get("profile") == OWN else {}

    def _chosen_profile(self) -> Profile:
        chosen: str = self.cleaned_data["profile"]
        return self.own.profile if chosen == OWN and self.own.profile else ALL_PROFILES[chosen]


def form_values(event: Event) -> dict[str, Any]:
    """Return the values of an event as the form shows them."""
    values: dict[str, Any] = {name: getattr(event, name) for name in FIELDS}
    stored = stored_profile(event)
    values["profile"] = stored.name if stored in presets_like(stored).values() else OWN
    return values


def choices_of(field: forms.Field) -> list[tuple[Any, Any]]:
    """Return the choices of a field that has some, each a value and its label."""
    return list(getattr(field, "choices", ()))


@cache
def time_zones() -> list[str]:
    """Return the time zones that are suggested under the field; it takes any other name, too."""
    names = (name for name in known_time_zones() if "/" in name)
    return sorted(name for name in names if not name.startswith(OTHER_NAMES))
