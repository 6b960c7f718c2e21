"""A service's refusal, shown where it belongs on the form."""

from django.forms import BaseForm

from events.services.errors import RefusedError


def show_refusal(form: BaseForm, refused: RefusedError) -> None:
    """Put the words at the field they are about, or above the form."""
    field = refused.field if refused.field in form.fields else None
    form.add_error(field, str(refused.message))
