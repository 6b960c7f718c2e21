"""Accounts: second factors, recovery codes, logins, log, wrong guesses, and sent forms."""

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.utils.translation import gettext_lazy as _

from domain.limits import ACCOUNT_LENGTH, SHORT_LENGTH

DIGEST_LENGTH, KEY_LENGTH, DEVICE_LENGTH = 64, 40, 120
# A credential has at most 1,023 bytes (WebAuthn 2, 4), here in base64url.
CREDENTIAL_LENGTH = 1400


class Authenticator(models.Model):
    """A confirmed second factor of an account: an app that shows codes, or a passkey.

    `secret`: of an app, sealed with the signing key. `public_key`: of a passkey, as base64url. The
    counters prevent the reuse of a code or an answer.
    """

    class Kind(models.TextChoices):
        APP = "app", _("Authenticator app")
        PASSKEY = "passkey", _("Passkey")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="authenticators"
    )
    kind = models.CharField(max_length=7, choices=Kind)
    name = models.CharField(_("name"), max_length=SHORT_LENGTH)
    secret = models.TextField(blank=True)
    credential = models.CharField(max_length=CREDENTIAL_LENGTH, unique=True, null=True, blank=True)
    public_key = models.TextField(blank=True)
    site = models.CharField(max_length=255, blank=True, help_text="The host of a passkey.")
    counter = models.BigIntegerField(default=0)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class RecoveryCode(models.Model):
    """A code that replaces the second factor once; only its hash is stored."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    digest = models.CharField(max_length=DIGEST_LENGTH)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.user}: {self.pk}"


class AccountLogin(models.Model):
    """One login of an account, which lasts as long as its session.

    `seen_at` and `address` are rounded to ten minutes, so that most requests write nothing.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="logins"
    )
    session_key = models.CharField(max_length=KEY_LENGTH, db_index=True)
    device = models.CharField(max_length=DEVICE_LENGTH, blank=True)
    address = models.GenericIPAddressField(null=True, blank=True)
    began_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["-seen_at"]

    def __str__(self) -> str:
        return f"{self.user} {self.began_at}"


class AccountEntry(models.Model):
    """A line in an account's log, without names of other people."""

    class Verb(models.TextChoices):
        LOGGED_IN = "logged-in", _("Logged in")
        RECOVERED = "recovered", _("Logged in with a recovery code")
        ADDED = "added", _("Second factor added")
        REMOVED = "removed", _("Second factor removed")
        CODES_MADE = "codes-made", _("New recovery codes")
        RESET = "reset", _("Second factor removed on the server")
        ENDED = "ended", _("Login ended")
        ENDED_ALL = "ended-all", _("All other logins ended")
        WRONG_CODES = "codes", _("Wrong codes of a second factor")
        WRONG_PASSWORDS = "passwords", _("Many wrong passwords, logins of new devices slowed down")
        PASSWORD_LINK = "link-made", _("Organizer created a link for a new password")
        PASSWORD_SET = "password", _("New password")
        UNLOCKED = "unlocked", _("Unlocked by an organizer")
        TRUSTED = "trusted", _("Organisation allowed to help with this account")
        DISTRUSTED = "distrusted", _("Organisation no longer allowed to help with this account")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="account_entries"
    )
    verb = models.CharField(max_length=10, choices=Verb)
    note = models.CharField(max_length=DEVICE_LENGTH, blank=True)
    address = models.GenericIPAddressField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "account entries"

    def __str__(self) -> str:
        return f"{self.user} {self.verb}"


class GuessCount(models.Model):
    """Consecutive wrong guesses for one user name from one place.

    `name` is the typed name, whether or not an account has it. `place`: a network, a device that
    logged in before, or "" for everywhere else together. A guess is counted when it is made and
    removed if it was right, so that simultaneous guesses pass no limit. `told`: how many of them
    were reported to the owner. `expires_at`: when the count is forgotten without another guess,
    null for never.
    """

    class Kind(models.TextChoices):
        """The guessed secret; AGAIN: the password of a person already logged in."""

        PASSWORD = "password"  # noqa: S105 - a kind of guess
        AGAIN = "again"
        CODE = "code"
        RECOVERY = "recovery"

    kind = models.CharField(max_length=8, choices=Kind)
    name = models.CharField(max_length=ACCOUNT_LENGTH)
    place = models.CharField(max_length=SHORT_LENGTH, blank=True)
    failures = models.PositiveIntegerField(default=0)
    told = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()
    last_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True, db_index=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["name", "kind", "place"], name="guesses_once_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.name} {self.place}: {self.failures}"


LONGEST_PATH = 200


class SentForm(models.Model):
    """One form sent by an account, and the page to which its answer redirected.

    `digest`: hash of the form with all its values.
    """

    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=DIGEST_LENGTH)
    path = models.CharField(max_length=LONGEST_PATH)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "digest"], name="sent_form_once"),
        ]

    def __str__(self) -> str:
        return self.path
