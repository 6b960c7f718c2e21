"""The branding of an organisation: words, contact, colour and logo."""

from dataclasses import asdict, dataclass, replace

from django.contrib.auth.models import User

from domain.limits import DESCRIPTION_LENGTH, EVENT_NAME_LENGTH
from events.core.edit_conflicts import check_token
from events.core.event_write import accounts_write, events_write
from events.core.events.branding import Branding, apply_branding, branding_of
from events.core.events.logo_actions import check_logo, save_logo
from events.core.typed_values import checked_text
from events.models import Organisation, OrganisationEntry
from events.organisations.actions import going_on, journal, owned


@dataclass(frozen=True, slots=True)
class BrandingData:
    """Values that an owner types: the words of the organisation's page, its contact and colour."""

    words: str
    contact: str
    colour: str


def branding_values(organisation: Organisation) -> dict[str, str]:
    """Return what the form of the branding shows, by field."""
    return {
        "words": organisation.words,
        "contact": organisation.contact,
        "colour": organisation.colour,
    }


def change_branding(
    *,
    organisation_id: int,
    actor: User,
    data: BrandingData,
    logo: bytes | None = None,
    token: str = "",
) -> Organisation:
    """Change the branding, here and in every event that is not over.

    `logo`: a PNG or JPEG, empty to remove it, None to keep it. `token`: as check_token takes it.
    Raises RefusedError at the field, and for an account that is no owner.
    """
    data = replace(
        data,
        words=checked_text(data.words, DESCRIPTION_LENGTH, "words"),
        contact=checked_text(" ".join(data.contact.splitlines()), EVENT_NAME_LENGTH, "contact"),
    )
    check_logo(logo or b"")
    with accounts_write():
        organisation = owned(organisation_id, actor)
        check_token(token, branding_values(organisation))
        before, values = branding_of(organisation), asdict(data)
        changed = [name for name, value in values.items() if getattr(organisation, name) != value]
        for name in changed:
            setattr(organisation, name, values[name])
        if logo is not None:
            name = save_logo(organisation, logo)
            if name != organisation.logo_name:
                organisation.logo_name = name
                changed.append("logo")
        if changed:
            organisation.save()
            journal(organisation, actor, OrganisationEntry.Verb.LOOKED, fields=changed)
            _follow(organisation, actor, before)
    return organisation


def _follow(organisation: Organisation, actor: User, before: Branding) -> None:
    """Apply the new branding to each event that is not over; `before`: the old branding."""
    branding = branding_of(organisation)
    with events_write(going_on(organisation), actor) as writes:
        for write in writes:
            apply_branding(write, branding, before)
