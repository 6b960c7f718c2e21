"""Add, check and remove second factors; create recovery codes; end logins."""

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain.limits import SHORT_LENGTH
from events.accounts import codes
from events.accounts.guess_limits import forget_codes
from events.accounts.passkeys import NewPasskey
from events.core.event_write import accounts_write
from events.core.organisations.account_trust import distrust, trust
from events.core.refusals import RefusedError
from events.core.typed_values import checked_text
from events.models import AccountLogin, Authenticator, Organisation, PasswordLink, RecoveryCode
from events.web.account_sessions import end_other_logins

MOST_AUTHENTICATORS = 10


def add_app(*, user: User, name: str, secret: str, code: str) -> Authenticator:
    """Add an app that shows the right code for `secret`; RefusedError for a wrong code."""
    step = codes.step_of(secret, code)
    if step is None:
        raise RefusedError(
            _("This code is wrong. Enter the code that the app shows now, and check the clocks."),
            "code",
        )
    return _added(
        user, name, kind=Authenticator.Kind.APP, secret=codes.sealed(secret), counter=step
    )


def add_passkey(*, user: User, name: str, passkey: NewPasskey) -> Authenticator:
    """Add a passkey that a browser made; RefusedError if it was already added."""
    if Authenticator.objects.filter(credential=passkey.credential).exists():
        raise RefusedError(_("This passkey was added already."))
    return _added(
        user,
        name,
        kind=Authenticator.Kind.PASSKEY,
        credential=passkey.credential,
        public_key=passkey.public_key,
        counter=passkey.counter,
        site=passkey.site,
    )


def _added(user: User, name: str, **columns: object) -> Authenticator:
    name = checked_text(name, SHORT_LENGTH, "name")
    with accounts_write():
        if Authenticator.objects.filter(user=user).count() >= MOST_AUTHENTICATORS:
            raise RefusedError(_("An account has at most 10 second factors. Remove one first."))
        added = Authenticator(user=user, name=name, **columns)
        added.name = name or str(added.get_kind_display())
        added.save()
    return added


def remove_authenticator(*, user: User, authenticator_id: int, is_required: bool) -> Authenticator:
    """Remove a second factor; with the last one, the recovery codes are removed too.

    RefusedError for the last one of an account that must have one.
    """
    with accounts_write():
        known = Authenticator.objects.filter(user=user, pk=authenticator_id).first()
        if known is None:
            raise RefusedError(_("This second factor was already removed."))
        is_last = Authenticator.objects.filter(user=user).count() == 1
        if is_last and is_required:
            raise RefusedError(_("Your account needs a second factor. Add another one first."))
        known.delete()
        if is_last:
            RecoveryCode.objects.filter(user=user).delete()
            forget_codes(user)
    return known


def take_code(*, user: User, code: str) -> bool:
    """Accept a code from one of the account's apps, once; return whether it was correct."""
    for app in Authenticator.objects.filter(user=user, kind=Authenticator.Kind.APP):
        secret = codes.unsealed(app.secret)
        step = codes.step_of(secret, code, after=app.counter) if secret else None
        if step is not None:
            return take_counter(authenticator=app, counter=step)
    return False


def take_counter(*, authenticator: Authenticator, counter: int) -> bool:
    """Record the use of a second factor; of two simultaneous uses of one code, one is refused."""
    known = Authenticator.objects.filter(pk=authenticator.pk)
    if authenticator.kind == Authenticator.Kind.APP:
        known = known.filter(counter__lt=counter)
    return bool(known.update(counter=counter, used_at=timezone.now()))


def take_recovery_code(*, user: User, code: str) -> bool:
    """Use up a recovery code; return whether it was one of the account's."""
    digest = codes.recovery_digest(user.pk, code)
    unused = RecoveryCode.objects.filter(user=user, digest=digest, used_at=None)
    return bool(unused.update(used_at=timezone.now()))


def make_recovery_codes(*, user: User) -> list[str]:
    """Replace the account's recovery codes; return the new ones, stored only as hashes."""
    made = [codes.new_recovery_code() for _number in range(codes.CODES)]
    with accounts_write():
        RecoveryCode.objects.filter(user=user).delete()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(user=user, digest=codes.recovery_digest(user.pk, code)) for code in made
        )
    return made


def reset_second_factor(*, user: User) -> int:
    """Remove all second factors of an account and end its logins; return how many it had."""
    with accounts_write():
        count, _models = Authenticator.objects.filter(user=user).delete()
        RecoveryCode.objects.filter(user=user).delete()
        forget_codes(user)
        end_all_logins(user=user)
    return count


def end_login(*, user: User, login_id: int) -> AccountLogin:
    """End one login of an account; RefusedError if it has already ended."""
    with accounts_write():
        known = AccountLogin.objects.filter(user=user, pk=login_id).first()
        if known is None:
            raise RefusedError(_("This login has already ended."))
        Session.objects.filter(session_key=known.session_key).delete()
        known.delete()
    return known


def end_all_logins(*, user: User, but: str = "") -> int:
    """End all logins of an account except the session `but`; return how many ended."""
    with accounts_write():
        return end_other_logins(user, but)


def change_trust(*, user: User, organisation: Organisation, allowed: bool) -> None:
    """Allow an organisation to unlock an account and reset its password, or revoke this."""
    with accounts_write():
        if allowed:
            trust(user, organisation)
            return
        distrust(user, organisation)
        # Password links that the organisation made earlier stop working too.
        PasswordLink.objects.filter(user=user, event__organisation=organisation).delete()
