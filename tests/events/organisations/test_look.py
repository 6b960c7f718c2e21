"""The look of an organisation: its page, its events, and nobody else's."""

import re
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.models import (
    Event,
    FactSheet,
    JournalEntry,
    Organisation,
    OrganisationEntry,
    OrganisationLogo,
    OrganisationMember,
    Verb,
)
from events.models.organisations.organisation import Colour
from tests import factories
from tests.events.support.pictures import PNG, png

pytestmark = pytest.mark.django_db
LOOK = "/staff/organisations/shop/look/"
TYPED = {"words": "A shop.\nhttps://shop.example", "contact": "ask@shop.example", "colour": "blue"}


@pytest.fixture
def owner() -> User:
    account = factories.user("anna")
    shop = Organisation.objects.create(slug="shop", name="Corner Shop")
    OrganisationMember.objects.create(organisation=shop, user=account, owner=True, organizer=True)
    return account


def new_event(actor: User, name: str) -> Event:
    data = EventData(name=name, date=date(2026, 11, 24), rounds=3)
    return create_event(actor=actor, data=data)


def save(client: Client, content: bytes | None = None, **fields: str) -> int:
    sent: dict[str, object] = {**TYPED, **fields}
    if content is not None:
        sent["logo"] = SimpleUploadedFile("logo.png", content, "image/png")
    return client.post(LOOK, sent).status_code


def test_the_page_and_each_running_event_follow_the_look(owner: User) -> None:
    running, own_contact, over = (new_event(owner, name) for name in ("Now", "Own", "Over"))
    FactSheet.objects.create(event=own_contact, contact="me@home.example")
    Event.objects.filter(pk=over.pk).update(state=Event.State.FINISHED)
    client, phone = factories.client_of(owner), Client()
    assert save(client, PNG) == 302
    shop = Organisation.objects.get()
    page = phone.get("/o/shop/").content.decode()
    assert 'class="public colour-blue"' in page
    assert '<a href="https://shop.example" rel="nofollow">' in page
    assert f"/o/shop/logo/{shop.logo_name}" in page
    picture = phone.get(f"/o/shop/logo/{shop.logo_name}")
    assert (picture.content, picture["Content-Type"]) == (PNG, "image/png")
    assert phone.get("/o/shop/logo/another.png").status_code == 404
    shown = phone.get(f"/e/{running.slug}/").content.decode()
    assert "colour-blue" in shown
    assert f"/e/{running.slug}/logo/{shop.logo_name}" in shown
    assert "ask@shop.example" in shown
    sheet = FactSheet.objects.get(event=own_contact)
    assert (sheet.contact, sheet.colour) == ("me@home.example", "blue")
    assert not FactSheet.objects.filter(event=over).exists()
    entry = JournalEntry.objects.filter(event=running, verb=Verb.FACTS_CHANGED).get()
    assert entry.data == {"fields": ["colour", "contact", "logo"]}
    # A later event starts with the look. A new logo replaces only the organisation's own, so an
    # event's other logo stays.
    later = new_event(owner, "Later")
    assert FactSheet.objects.get(event=later).logo_name == shop.logo_name
    other = png(7, 5)
    assert save(client, other, colour="") == 302
    assert "colour-" not in phone.get(f"/e/{later.slug}/").content.decode()
    assert bytes(Event.objects.get(pk=later.pk).logo.content) == other
    assert save(client, remove_logo="on", contact="") == 302
    assert not OrganisationLogo.objects.exists()
    assert not FactSheet.objects.filter(event=later).exclude(logo_name="", contact="").exists()
    assert list(OrganisationEntry.objects.values_list("verb", flat=True)) == ["look"] * 3
    assert "Changed the look." in client.get("/staff/organisations/shop/").content.decode()


def test_only_owners_change_the_look_and_strangers_find_nothing(owner: User) -> None:
    judge = factories.user("judge")
    OrganisationMember.objects.create(organisation=Organisation.objects.get(), user=judge)
    assert Client().post(LOOK, TYPED)["Location"].startswith("/login/")
    assert factories.client_of(factories.user()).get(LOOK).status_code == 404
    assert save(factories.client_of(factories.user())) == 404
    answer = factories.client_of(judge).post(LOOK, TYPED, follow=True)
    assert "Only an owner can change this." in answer.content.decode()
    assert not OrganisationEntry.objects.exists()


def test_a_refused_look_keeps_what_was_typed_and_a_colleague_is_not_overwritten(
    owner: User,
) -> None:
    client = factories.client_of(owner)
    seen = re.search(r'name="seen" value="([^"]+)"', client.get(LOOK).content.decode())
    assert seen is not None
    answer = client.post(
        LOOK, {**TYPED, "logo": SimpleUploadedFile("logo.png", b"no picture", "image/png")}
    )
    assert answer.status_code == 422
    assert "Choose a PNG or JPEG" in answer.content.decode()
    assert "ask@shop.example" in answer.content.decode()
    assert save(client, colour="pink") == 422
    assert save(client, colour="red") == 302
    answer = client.post(LOOK, {**TYPED, "seen": seen[1]})
    assert answer.status_code == 422
    assert "Current value: red" in answer.content.decode()
    assert Organisation.objects.get().colour == "red"


def test_every_colour_can_be_read_in_both_themes() -> None:
    folder = Path(settings.BASE_DIR) / "static" / "css"
    base, look = ((folder / name).read_text() for name in ("base.css", "public/look.css"))
    for theme in ("light", "dark"):
        usual = _themes(base)[theme]
        for colour in Colour.values[1:]:
            pair = re.search(rf"\.colour-{colour} {{(.*?)}}", _themes(look)[theme], re.DOTALL)
            assert pair is not None, colour
            values = {**_values(usual), **_values(pair[1])}
            for behind in ("accent-ink", "paper", "raised", "accent-soft"):
                if (theme, behind) == ("light", "accent-ink"):
                    values[behind] = "ffffff"
                assert _contrast(values["accent"], values[behind]) >= 4.5, (theme, colour, behind)


def _themes(text: str) -> dict[str, str]:
    light, _at, dark = text.partition("@media (prefers-color-scheme: dark)")
    return {"light": light, "dark": dark}


def _values(text: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): #([0-9a-f]{6});", text))


def _contrast(one: str, other: str) -> float:
    """Contrast of two colours (WCAG 2.2, relative luminance)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
