"""Forms to log in, to join by an invitation and to change a password."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User

from events.web.forms.worded_errors import WordedErrors
from events.web.new_accounts import NAME_HELP, YOUR_NAME, word_new_password

if TYPE_CHECKING:
    SetPasswordBase = SetPasswordForm[User]
else:
    SetPasswordBase = SetPasswordForm


class LoginForm(WordedErrors, AuthenticationForm):
    """A username and its password."""


class OwnPasswordForm(WordedErrors, PasswordChangeForm):
    """The password of now, and a new one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        word_new_password(self)


class JoinForm(WordedErrors, SetPasswordBase):
    """An invited member gives a name and chooses a password."""

    first_name = forms.CharField(
        label=YOUR_NAME, max_length=150, required=False, help_text=NAME_HELP
    )
    field_order = ["first_name", "new_password1", "new_password2"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["first_name"].widget.attrs["autocomplete"] = "name"
        word_new_password(self)

    def save(self, commit: bool = True) -> User:
        """Save the password, and the name where one was given."""
        self.user.first_name = self.cleaned_data["first_name"] or self.user.first_name
        return super().save(commit)
