"""The values that the reader of a form saw, in a hidden field, and a colleague's changes since."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _

from events.core.edit_conflicts import ChangedMeanwhileError, marks_of


class Seen:
    """The marks of the values that a form shows; `value` is what its hidden field holds.

    A form that comes back for another reason keeps what its reader saw first. `inner` of a form are
    forms inside it, by the field that chooses them.
    """

    def __init__(self, data: Mapping[str, Any] | None, values: Mapping[str, object]) -> None:
        self.before = "" if data is None else data.get("seen", "")
        self.value = marks_of(values) if data is None else self.before

    def show(self, form: forms.BaseForm, error: ChangedMeanwhileError) -> None:
        """Say at each field what stands there now; from now on that is what was seen."""
        self.value = error.marks
        inner: Mapping[str, forms.BaseForm] = getattr(form, "inner", {})
        for name in error.names:
            if name in inner:
                show_now(inner[name], inner[name].changed_data)
        show_now(form, error.names)


def show_now(form: forms.BaseForm, names: Iterable[str]) -> None:
    """Say at each of these fields where something else was typed what stands there now."""
    for name in names:
        field = form.fields.get(name)
        if field is not None and not field.disabled and name in form.changed_data:
            now = _shown(field, form.get_initial_for_field(field, name))
            form.add_error(name, _("Current value: %(value)s") % {"value": now})


def _shown(field: forms.Field, value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(field, forms.ChoiceField):
        choices = cast("Iterable[tuple[Any, Any]]", field.choices)
        labels = {str(code): str(label) for code, label in choices}
        return labels.get(str(value), str(value))
    return _("empty") if value in (None, "") else str(value)
