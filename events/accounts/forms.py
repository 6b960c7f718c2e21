"""Accounts: the first organizer, joining by an invitation."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm, SetPasswordForm
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from events.core.typed_values import can_be_a_user_name

if TYPE_CHECKING:
    UserCreationBase = BaseUserCreationForm[User]
    SetPasswordBase = SetPasswordForm[User]
else:
    UserCreationBase = BaseUserCreationForm
    SetPasswordBase = SetPasswordForm

_YOUR_NAME = _("Your name")
_NAME_HELP = _("Shown in the staff list. Staff can't play in their own event.")


class FirstOrganizerForm(UserCreationBase):
    """The account that everything begins with."""

    class Meta(BaseUserCreationForm.Meta):
        model = User
        fields = ("username", "first_name")
        labels = {"username": _("Username"), "first_name": _YOUR_NAME}
        help_texts = {"username": _("You log in with this name."), "first_name": _NAME_HELP}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs["autocomplete"] = "username"
        self.fields["first_name"].widget.attrs["autocomplete"] = "name"
        self.fields["password1"].widget.attrs["autocomplete"] = "new-password"

    def clean_username(self) -> str:
        """A name that an address can hold."""
        username: str = self.cleaned_data["username"]
        if not can_be_a_user_name(username):
            raise forms.ValidationError(_("A username needs at least one letter or digit."))
        return username


class JoinForm(SetPasswordBase):
    """An invited member gives a name and chooses a password."""

    first_name = forms.CharField(
        label=_YOUR_NAME, max_length=150, required=False, help_text=_NAME_HELP
    )
    field_order = ["first_name", "new_password1", "new_password2"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["first_name"].widget.attrs["autocomplete"] = "name"

    def save(self, commit: bool = True) -> User:
        """Save the password, and the name where one was given."""
        self.user.first_name = self.cleaned_data["first_name"] or self.user.first_name
        return super().save(commit)
