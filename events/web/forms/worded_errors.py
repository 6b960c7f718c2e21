"""Errors of forms in the product's words instead of those of Django's catalog."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.formsets import ManagementForm
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Words = str | _StrPromise

# By the error code of Django's validators and of the account forms.
_CODES: Mapping[str, "Words"] = {
    "invalid_login": _("Username or password is wrong. Check capital and small letters."),
    "inactive": _("This account is closed. Ask an organizer of your event for a new one."),
    "password_too_short": _("This password is too short. Use at least 8 characters."),
    "password_too_similar": _("This password is too much like your name. Choose another one."),
    "password_too_common": _("This password is too common. Choose another one."),
    "password_entirely_numeric": _("This password has only digits. Add a letter."),
    "password_mismatch": _("The two passwords differ. Enter the same password twice."),
    "password_incorrect": _("This is not your current password. Enter it again."),
    "null_characters_not_allowed": _(
        "“%(field)s” has a character that cannot be stored. Enter the text again."
    ),
}
_OUT_OF_DATE = _("This page is out of date. Reload it and enter the values again.")

_TEXT = _("Fill in “%(field)s”.")
_WORD = _("Use only letters, digits, hyphens and underscores in “%(field)s”.")
_TOO_LONG = _("“%(field)s” is too long. Use at most %(limit_value)s characters.")
_OPTION = _("Choose an option in “%(field)s”.")
_SEVERAL = _("Choose at least one option in “%(field)s”.")
_BOX = _("Check “%(field)s” to go on.")
_FILE = _("Choose a file with content in “%(field)s”.")
_NUMBER = _("Enter a whole number in “%(field)s”.")
_RANGE = _("Enter a whole number from %(min_value)s to %(max_value)s in “%(field)s”.")
_FROM = _("Enter %(limit_value)s or more in “%(field)s”.")
_UP_TO = _("Enter %(limit_value)s or less in “%(field)s”.")
_EMAIL = _("Enter an email address in “%(field)s”, such as name@example.com.")
_MOMENT = _("Enter a date and a time in “%(field)s”.")
_DATE = _("Enter a date in “%(field)s”, such as 2026-11-27.")
_TIME = _("Enter a time in “%(field)s”, such as 14:30.")

# By kind of field, then error code; the first matching kind has the message.
_FIELDS: Mapping[type[forms.Field], Mapping[str, "Words"]] = {
    forms.EmailField: {"required": _EMAIL, "invalid": _EMAIL, "max_length": _TOO_LONG},
    forms.SlugField: {"invalid": _WORD},
    forms.FileField: dict.fromkeys(("required", "invalid", "missing", "empty"), _FILE),
    forms.CharField: {"max_length": _TOO_LONG},
    forms.MultipleChoiceField: {"required": _SEVERAL},
    forms.ChoiceField: dict.fromkeys(("required", "invalid_choice", "invalid_list"), _OPTION),
    forms.BooleanField: {"required": _BOX},
    forms.IntegerField: {
        "required": _NUMBER,
        "invalid": _NUMBER,
        "min_value": _FROM,
        "max_value": _UP_TO,
    },
    forms.DateTimeField: {"required": _MOMENT, "invalid": _MOMENT},
    forms.DateField: {"required": _DATE, "invalid": _DATE},
    forms.TimeField: {"required": _TIME, "invalid": _TIME},
    forms.Field: {"required": _TEXT},
}


class WordedErrors(forms.BaseForm):
    """A form whose fields say what is wrong with a value and what to enter instead.

    A field's own `error_messages` stay. What Django would say is replaced, also for fields that the
    form adds when it is made.
    """

    # Fields of which one is enough, or which another choice requires: their hints say so.
    alternatives: Collection[str] = ()
    # Whether optional fields are marked; None: only in forms with required fields.
    marks_optional: bool | None = None

    @cached_property
    def optional_fields(self) -> frozenset[str]:
        """Return the names of the fields that are marked as optional.

        In a form that may stay empty the mark would be on every line, so there is none. A hint that
        says what a blank field means is enough.
        """
        typed = {name: field for name, field in self.fields.items() if _is_typed(field)}
        marks = self.marks_optional
        if marks is None:
            marks = any(field.required for field in typed.values())
        if not marks:
            return frozenset()
        return frozenset(
            name
            for name, field in typed.items()
            if not (field.required or name in self.alternatives or _says_blank(field))
        )

    def full_clean(self) -> None:
        """Check the values, with the words of each field set before."""
        for field in self.fields.values() if self.is_bound else ():
            for code, words in _words_of(field).items():
                if code not in field.error_messages or _is_djangos(field, code):
                    field.error_messages[code] = words
        super().full_clean()

    def add_error(self, field: str | None, error: Any) -> None:
        """Add an error, with the label of its field put into the words."""
        given = error if isinstance(error, ValidationError) else ValidationError(error)
        errors = given.error_dict if hasattr(given, "error_dict") else {field: given.error_list}
        for name, singles in errors.items():
            for single in singles:
                self._word(name, single)
        super().add_error(field, given)

    def _word(self, name: str | None, error: ValidationError) -> None:
        error.message = _CODES.get(error.code or "", error.message)
        if name is not None and name in self.fields and "%(field)s" in str(error.message):
            error.params = {
                "field": self[name].label,
                "min_value": getattr(self.fields[name], "min_value", None),
                "max_value": getattr(self.fields[name], "max_value", None),
                **(error.params or {}),
            }


class WordedForm(WordedErrors, forms.Form):
    """A form without a table, with the product's words for its errors."""


class WordedFormSet(forms.BaseFormSet):  # type: ignore[type-arg]  # no generic when it runs
    """Several forms; wrong hidden counts, of an outdated page or a program, get our own words."""

    default_error_messages = dict.fromkeys(
        ("missing_management_form", "too_many_forms", "too_few_forms"), _OUT_OF_DATE
    )

    @cached_property
    def management_form(self) -> ManagementForm:
        """The hidden counts, with the product's words where they are wrong."""
        counts: ManagementForm = super().management_form
        for name in counts.errors:
            counts.errors[name] = counts.error_class([str(_OUT_OF_DATE)])
        return counts


# English and Japanese hints use exactly these words for an empty field.
BLANK = ("leave blank", "空欄")
_NOT_TYPED = (forms.CheckboxInput, forms.Select, forms.RadioSelect, forms.CheckboxSelectMultiple)


def _is_typed(field: forms.Field) -> bool:
    """Whether people type a value or choose a file; a choice always has one."""
    return not (field.widget.is_hidden or isinstance(field.widget, _NOT_TYPED))


def _says_blank(field: forms.Field) -> bool:
    """Whether the hint of a field says what happens if it stays blank."""
    hint = str(field.help_text).lower()
    return any(words in hint for words in BLANK)


def _words_of(field: forms.Field) -> "dict[str, Words]":
    kinds = [words for kind, words in _FIELDS.items() if isinstance(field, kind)]
    words = {code: line for more in reversed(kinds) for code, line in more.items()}
    if isinstance(field, forms.IntegerField) and None not in (field.min_value, field.max_value):
        words |= dict.fromkeys(("invalid", "min_value", "max_value"), _RANGE)
    return words


def _is_djangos(field: forms.Field, code: str) -> bool:
    """Whether a field has Django's own words for an error."""
    return any(
        field.error_messages[code] is vars(kind).get("default_error_messages", {}).get(code)
        for kind in type(field).__mro__
        if kind.__module__.startswith("django.")
    )
