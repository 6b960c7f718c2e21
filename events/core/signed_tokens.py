"""Links that log a person in: signed over a row's nonce, so that they can be shown again.

A stolen database has no link that works, because the key is not in it.
"""

import base64
import re
from typing import TypeVar

from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import base36_to_int, int_to_base36

from events.models import Badge, OrganisationInvitation, StaffInvitation, Venue

_BYTES = 12
_TOKEN = re.compile(r"([0-9a-z]{1,13})\.([A-Za-z0-9_-]{16})")


Row = TypeVar("Row", StaffInvitation, OrganisationInvitation, Venue, Badge)
Signed = StaffInvitation | OrganisationInvitation | Venue | Badge


def signed_token(salt: str, row: Signed) -> str:
    """Return the secret part of the address that leads to a row: 96 signed bits."""
    digest = salted_hmac(salt, f"{row.pk}.{row.nonce}", algorithm="sha256").digest()[:_BYTES]
    return f"{int_to_base36(row.pk)}.{base64.urlsafe_b64encode(digest).decode()}"


def row_of_token(salt: str, token: str, rows: QuerySet[Row]) -> Row | None:
    """Return the row whose address has this token; None for an invalid token."""
    match = _TOKEN.fullmatch(token)
    row = rows.filter(pk=base36_to_int(match[1])).first() if match else None
    if row is None or not constant_time_compare(token, signed_token(salt, row)):
        return None
    return row
