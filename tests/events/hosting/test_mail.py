"""E-mails about sign-ups: only where there is a mail server, once a state, to the right place."""

import logging
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core import mail as outbox
from django.core.mail import EmailMessage
from django.test import Client

from events.core.sign_ups.actions import SignUpData, cancel_sign_up, sign_up
from events.hosting import mail
from events.models import SignUp, SignUpSettings
from tests.events.scenario import event_with_owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def _server(settings: object) -> None:
    settings.SENDS_MAIL = True  # type: ignore[attr-defined]
    settings.SITE = "https://swiss.example"  # type: ignore[attr-defined]
    settings.DEFAULT_FROM_EMAIL = "desk@swiss.example"  # type: ignore[attr-defined]


def two_for_one_place() -> tuple[SignUp, SignUp]:
    event, _owner = event_with_owner(0)
    SignUpSettings.objects.create(event=event, is_open=True, capacity=1)
    first, second = (
        SignUpData(name=name, key=name, email=f"{name}@example.org", language=language)
        for name, language in (("ann", "en"), ("bob", "ja"))
    )
    return sign_up(event_id=event.pk, data=first), sign_up(event_id=event.pk, data=second)


def test_without_a_mail_server_nobody_is_written_to() -> None:
    two_for_one_place()
    assert mail.send_due() == 0
    assert outbox.outbox == []


@pytest.mark.usefixtures("_server")
def test_everybody_is_told_each_state_once_with_an_address_that_works() -> None:
    ann, bob = two_for_one_place()
    assert (mail.send_due(), mail.send_due()) == (2, 0)
    first, second = outbox.outbox
    assert first.to == ["ann@example.org"]
    assert first.from_email == "desk@swiss.example"
    assert "You have a place." in first.body
    assert "空き" in second.body
    address = next(line for line in first.body.splitlines() if line.startswith("https://"))
    path = address.removeprefix("https://swiss.example")
    assert Client().get(path)["Location"] == f"/me/{ann.event.slug}/"
    cancel_sign_up(event_id=ann.event_id, sign_up_id=ann.pk)
    assert mail.send_due() == 1, "who came in; nobody is told what they did themselves"
    assert outbox.outbox[-1].to == [bob.email]


@pytest.mark.usefixtures("_server")
def test_a_mail_server_that_is_gone_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    two_for_one_place()

    def gone(_message: object) -> None:
        raise SMTPServerDisconnected("gone")

    with monkeypatch.context() as broken, caplog.at_level(logging.WARNING):
        broken.setattr("django.core.mail.EmailMessage.send", gone)
        broken.setattr("django.db.connection.close", lambda: None)
        assert mail.look() == mail.AFTER_A_FAILURE
    assert "E-mails could not be sent" in caplog.text
    assert "example.org" not in caplog.text
    assert mail.send_due() == 2


@pytest.mark.usefixtures("_server")
@pytest.mark.parametrize(
    ("refusal", "again"),
    [
        (SMTPRecipientsRefused({"ann@mail.example": (550, b"")}), 0),
        (SMTPRecipientsRefused({"ann@mail.example": (451, b"")}), 1),
        (SMTPDataError(554, b"rejected"), 1),
    ],
)
def test_an_email_that_is_refused_for_now_is_tried_again_and_counts_as_unsent(
    monkeypatch: pytest.MonkeyPatch, refusal: SMTPException, again: int
) -> None:
    ann, bob = two_for_one_place()
    send = EmailMessage.send

    def refusing(message: EmailMessage) -> int:
        if message.to == [ann.email]:
            raise refusal
        return send(message)

    with monkeypatch.context() as strict:
        strict.setattr(EmailMessage, "send", refusing)
        if again:
            with pytest.raises(SMTPException, match="refused for now"):
                mail.send_due()
        else:
            assert mail.send_due() == 1, "only what was sent is counted"
    assert [message.to for message in outbox.outbox] == [[bob.email]]
    assert mail.send_due() == again
