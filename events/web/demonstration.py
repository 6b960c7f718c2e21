"""The demonstration's account, whose well-known password works on this computer only."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from django.contrib.auth.models import User

DEMO_USERNAME = "demo"
DEMO_PASSWORD = "demo"  # noqa: S105 - well known, and refused from a network


@dataclass(frozen=True)
class DemoLogin:
    """The demonstration's login; `password` is None when a person chose another one."""

    username: str
    password: str | None


def make_demo_account() -> User:
    """Return the demonstration's account, made with the well-known password if it is not there."""
    user = User.objects.filter(username=DEMO_USERNAME).first()
    if user is None:
        user = User.objects.create_user(username=DEMO_USERNAME, password=DEMO_PASSWORD)
    return user


def settle_demo_password(*, network: bool, kept_in: Path) -> DemoLogin | None:
    """Give the demonstration's account the password that fits where it will be served.

    On this computer that is the well-known one. Towards a network it is a generated one, kept in
    the file `kept_in` so that a restart neither changes it nor logs anyone out. A password that a
    person chose on the account's page is left alone. Returns None without such an account.
    """
    user = User.objects.filter(username=DEMO_USERNAME).first()
    if user is None:
        return None
    generated = kept_in.read_text(encoding="ascii") if kept_in.exists() else ""
    has_generated = bool(generated) and user.check_password(generated)
    if not has_generated and not user.check_password(DEMO_PASSWORD):
        return DemoLogin(DEMO_USERNAME, None)
    if not network:
        if has_generated:
            _set_password(user, DEMO_PASSWORD)
        kept_in.unlink(missing_ok=True)
        return DemoLogin(DEMO_USERNAME, DEMO_PASSWORD)
    if not has_generated:
        generated = secrets.token_urlsafe(9)
        _write_private(kept_in, generated)
        _set_password(user, generated)
    return DemoLogin(DEMO_USERNAME, generated)


def _set_password(user: User, password: str) -> None:
    user.set_password(password)
    user.save(update_fields=["password"])


def _write_private(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as handle:
        handle.write(text)
