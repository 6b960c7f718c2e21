"""A new account: of the first organizer, or of a person who joins by a link."""

import base64
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from events.core.refusals import RefusedError
from events.core.typed_values import can_be_a_user_name
from events.models import OrganisationMember, StaffMember
from events.web.account_sessions import log_in
from events.web.forms.worded_errors import WordedErrors
from events.web.login_backends import from_this_computer
from events.web.logins import address_of
from events.web.rate_limits import NEW_ACCOUNTS
from events.web.requests import posted

if TYPE_CHECKING:
    UserCreationBase = BaseUserCreationForm[User]
else:
    UserCreationBase = BaseUserCreationForm

Member = TypeVar("Member", StaffMember, OrganisationMember, covariant=True)
CODE_LETTERS = 12
YOUR_NAME = _("Your name")
NAME_HELP = _("Shown in the staff list. Staff can't play in their own event.")
PASSWORD_HELP = _("At least 8 characters, and not only digits. Not your name or a common password.")


class NewAccountForm(WordedErrors, UserCreationBase):
    """A name to log in with, a name for people, and a password."""

    class Meta(BaseUserCreationForm.Meta):
        model = User
        fields = ("username", "first_name")
        labels = {"username": _("Username"), "first_name": YOUR_NAME}
        help_texts = {"username": _("You log in with this name."), "first_name": NAME_HELP}
        error_messages = {
            "username": {
                "required": _("Enter a username."),
                "invalid": _(
                    "Use only letters, digits and the characters @ . + - _ in a username."
                ),
                "unique": _("This username is taken. Choose another one."),
            }
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs["autocomplete"] = "username"
        self.fields["first_name"].widget.attrs["autocomplete"] = "name"
        self.fields["password1"].widget.attrs["autocomplete"] = "new-password"
        word_new_password(self)

    def clean_username(self) -> str:
        """Refuse a name that an address can't hold."""
        username: str = self.cleaned_data["username"]
        if not can_be_a_user_name(username):
            raise forms.ValidationError(_("A username needs at least one letter or digit."))
        return username


class FirstAccountForm(NewAccountForm):
    """The first organizer's account; from another computer with the code of the console."""

    code = forms.CharField(
        label=_("Code of the server"),
        help_text=_("The program that serves this site printed it when it started."),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    field_order = ["code", "username", "first_name", "password1", "password2"]

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(posted(request))
        self._request = request
        if from_this_computer(request):
            del self.fields["code"]

    def clean_code(self) -> str:
        """Compare the code, within the limit of new accounts."""
        code: str = self.cleaned_data["code"]
        if not NEW_ACCOUNTS.allows_from(address_of(self._request)):
            raise forms.ValidationError(str(NEW_ACCOUNTS.words))
        if not constant_time_compare("".join(code.upper().split("-")), first_code()):
            raise forms.ValidationError(
                _("This is not the code. Look for it where the server was started.")
            )
        return code


def first_code() -> str:
    """Return the code that another computer needs to make the first account: 60 signed bits.

    All nodes that sign with the same key have the same code.
    """
    digest = salted_hmac("first organizer", "", algorithm="sha256").digest()
    return base64.b32encode(digest)[:CODE_LETTERS].decode()


def word_new_password(form: forms.BaseForm) -> None:
    """Say in one sentence what a new password needs; ask for it again without a hint.

    Django's own help is a list, which the paragraph of a hint cannot hold.
    """
    first, second = (form.fields[name] for name in form.fields if name[-1] in "12")
    first.help_text = PASSWORD_HELP
    second.label = _("Password again")
    second.help_text = ""


def new_account(form: NewAccountForm) -> User:
    """Create the account of the form; the caller has locked the accounts."""
    if User.objects.filter(username=form.cleaned_data["username"]).exists():
        raise RefusedError(_("This username was just taken. Choose another one."))
    return form.save()


class Join(Protocol[Member]):
    """Lets an account, or the account that a call creates, join by a link."""

    def __call__(self, *, account: User | Callable[[], User], trusting: bool) -> Member:
        """Return the member; RefusedError where the link is over."""


def join_by_link(request: HttpRequest, join: Join[Member]) -> tuple[Member | None, dict[str, Any]]:
    """Let the current person join by a link, with the current account or with a new one.

    Returns the member, logged in by now; without one, None and the values of
    parts/links/join_form.html.
    """
    account = request.user if isinstance(request.user, User) else None
    form = NewAccountForm(posted(request) if account is None else None)
    refused = ""
    if request.method == "POST" and account is None:
        # The form reveals which names are taken.
        refused = "" if NEW_ACCOUNTS.allows_from(address_of(request)) else str(NEW_ACCOUNTS.words)
    if refused:
        form = NewAccountForm(None)
    elif request.method == "POST" and (account is not None or form.is_valid()):
        try:
            member = join(
                account=account or partial(new_account, form),
                trusting=request.POST.get("trusting") == "1",
            )
        except RefusedError as error:
            refused = str(error)
        else:
            if account is None:
                log_in(request, member.user)
            return member, {}
    return None, {"form": form, "account": account, "refused": refused}
