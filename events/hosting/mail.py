"""Email the state of sign-ups, if the installation has a mail server; all else works without."""

import logging
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import DatabaseError, close_old_connections
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from domain.written_names import written_name
from events.core.players.private_address import sign_up_token_of
from events.core.sign_ups.actions import mark_mailed
from events.core.sign_ups.queries import mails_due
from events.models import SignUp

LOOK_EVERY = 5.0
AFTER_A_FAILURE = 60.0
# The first answer of a mail server that will not change.
PERMANENT = 500

log = logging.getLogger("matchslip.mail")


def send_due() -> int:
    """Email the state of each sign-up that changed; return how many were sent.

    Errors of the mail server are raised, and the remaining emails are sent next time. An address
    that the server refuses permanently is not tried again; one that it refuses for now, as servers
    do that distrust an unknown sender, stays due without holding up the others, and so does an
    email that it rejects.
    """
    if not settings.SENDS_MAIL:
        return 0
    sent = 0
    later: SMTPException | None = None
    for sign_up in mails_due():
        try:
            sent += message_of(sign_up).send()
        except (SMTPRecipientsRefused, SMTPDataError) as error:
            if not _is_for_good(error):
                later = error
                continue
            log.warning("The mail server refuses the address of sign-up %d.", sign_up.pk)
        mark_mailed(event_id=sign_up.event_id, sign_up_id=sign_up.pk, state=sign_up.state)
    if later is not None:
        raise SMTPException("An email was refused for now.") from later
    return sent


def _is_for_good(refused: SMTPRecipientsRefused | SMTPDataError) -> bool:
    """Return whether the server refuses an address, not an email, for good: from 500 on."""
    if isinstance(refused, SMTPDataError):
        return False
    return all(code >= PERMANENT for code, _text in refused.recipients.values())


def look() -> float:
    """Send due emails; return how many seconds to wait."""
    try:
        send_due()
    except (OSError, SMTPException, DatabaseError) as error:
        log.warning("E-mails could not be sent, trying again: %s", error)
        return AFTER_A_FAILURE
    finally:
        close_old_connections()
    return LOOK_EVERY


def message_of(sign_up: SignUp) -> EmailMessage:
    """Return the email about a sign-up, in the language of the sign-up."""
    with override(sign_up.language or settings.LANGUAGE_CODE):
        words = {
            SignUp.State.ASKED: _("The organizer is reviewing your sign-up."),
            SignUp.State.WAITING: _(
                "You are on the waiting list. You will be notified when you get a place."
            ),
            SignUp.State.ENROLLED: _("You have a place."),
            SignUp.State.REFUSED: _("The organizer has refused your sign-up: %(reason)s")
            % {"reason": sign_up.reason},
        }[SignUp.State(sign_up.state)]
        token = sign_up_token_of(sign_up.pk, sign_up.nonce)
        address = settings.SITE + reverse("me:open", args=[token])
        where = _("Check the status or cancel (this link is for you only):")
        body = f"{sign_up.event.name}\n{written_name(sign_up)}\n\n{words}\n\n{where}\n{address}\n"
        subject = _("Your sign-up: %(event)s") % {"event": " ".join(sign_up.event.name.split())}
    return EmailMessage(subject, body, to=[sign_up.email])
