"""Version tokens: the values that a form showed, in a hidden field, and changes made since."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _

from events.core.edit_conflicts import EditConflictError, later_token, token_of_values
from events.core.players.player_entries import alias_values
from events.core.refusals import RefusedError
from events.models import Enrollment


class VersionToken:
    """The version token of the values that a form shows; `value` is what its hidden field holds.

    A form that is shown again for another reason keeps its first token. `inner` of a form are forms
    inside it, by the field that chooses them.
    """

    def __init__(self, data: Mapping[str, Any] | None, values: Mapping[str, object]) -> None:
        self.before = "" if data is None else data.get("seen", "")
        self.value = token_of_values(values) if data is None else self.before

    def show(self, form: forms.BaseForm, error: EditConflictError) -> None:
        """Show the current value at each field; the token is of these values from now on."""
        self.value = later_token(self.before, error.token)
        inner: Mapping[str, forms.BaseForm] = getattr(form, "inner", {})
        for name in error.names:
            if name in inner:
                show_now(inner[name], inner[name].changed_data)
        show_now(form, error.names)


def show_now(form: forms.BaseForm, names: Iterable[str]) -> None:
    """Show the current value at each of these fields where another one was typed."""
    for name in names:
        field = form.fields.get(name)
        if field is not None and not field.disabled and name in form.changed_data:
            now = shown_value(field, form.get_initial_for_field(field, name))
            form.add_error(name, _("Current value: %(value)s") % {"value": now})


def shown_value(field: forms.Field, value: Any) -> str:
    """Return a value of a field as people read it."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(field, forms.ChoiceField):
        choices = cast("Iterable[tuple[Any, Any]]", field.choices)
        labels = {str(code): str(label) for code, label in choices}
        return labels.get(str(value), str(value))
    return _("empty") if value in (None, "") else str(value)


def posted_token(request: HttpRequest) -> str:
    """Return the version token of the form that was sent; empty without one."""
    return request.POST.get("seen", "")


def token_after(request: HttpRequest, refused: RefusedError | None, now: str) -> str:
    """Return the version token for the form of a page: after a refusal the one it was sent with.

    After an edit conflict, that of the values shown then; `now`: the token of the current values.
    """
    if isinstance(refused, EditConflictError):
        return refused.token
    return now if refused is None else request.POST.get("seen", now)


def changed_names(refused: RefusedError | None) -> list[str]:
    """Return the fields that a colleague changed meanwhile."""
    return refused.names if isinstance(refused, EditConflictError) else []


def alias_context(
    request: HttpRequest, enrollment: Enrollment, refused: RefusedError | None
) -> dict[str, Any]:
    """Return the values of alias.html: the alias, typed or stored, and its version token."""
    is_about_it = "alias" in request.POST
    return {
        "alias": request.POST.get("alias", enrollment.alias),
        "alias_seen": token_after(
            request, refused if is_about_it else None, token_of_values(alias_values(enrollment))
        ),
        "changed": changed_names(refused),
    }
