"""Forms to log in, to accept an invitation and to change a password."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from events.accounts.guess_limits import (
    Guess,
    UnreadGuesses,
    begin_again,
    begin_password,
    was_right,
    was_wrong,
)
from events.accounts.guess_words import wait_words
from events.web.forms.worded_errors import WordedErrors
from events.web.new_accounts import NAME_HELP, YOUR_NAME, word_new_password

if TYPE_CHECKING:
    SetPasswordBase = SetPasswordForm[User]
else:
    SetPasswordBase = SetPasswordForm


class LoginForm(WordedErrors, AuthenticationForm):
    """A username and password, checked within the limits for guesses.

    `guess`: the guess, None if nothing was checked. `unread`: wrong guesses before the right one.
    """

    guess: Guess | None = None
    unread = UnreadGuesses()

    def clean(self) -> dict[str, Any]:
        """Check the password unless too many were wrong; LoginView then reports the wait."""
        username, password = (self.cleaned_data.get(name) for name in ("username", "password"))
        if self.request is None or not (username and password):
            return self.cleaned_data
        self.guess = begin_password(self.request, username)
        if self.guess.refused():
            raise self.get_invalid_login_error()
        try:
            cleaned: dict[str, Any] = super().clean()
        except ValidationError:
            was_wrong(self.guess)
            raise
        self.unread = was_right(self.guess)
        return cleaned


class OwnPasswordForm(WordedErrors, PasswordChangeForm):
    """The current password, checked within the limits for guesses, and a new one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        word_new_password(self)

    def clean_old_password(self) -> str:
        """Check the current password; refuse to check it after too many wrong ones."""
        guess = begin_again(self.user)
        if guess.refused():
            raise ValidationError(wait_words(guess))
        cleaned: str = super().clean_old_password()
        was_right(guess)
        return cleaned


class JoinForm(WordedErrors, SetPasswordBase):
    """Name and password of an invited member."""

    first_name = forms.CharField(
        label=YOUR_NAME, max_length=150, required=False, help_text=NAME_HELP
    )
    field_order = ["first_name", "new_password1", "new_password2"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["first_name"].widget.attrs["autocomplete"] = "name"
        word_new_password(self)

    def save(self, commit: bool = True) -> User:
        """Save the password, and the name if one was entered."""
        self.user.first_name = self.cleaned_data["first_name"] or self.user.first_name
        return super().save(commit)
