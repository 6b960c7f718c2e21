"""Find the organisation that owns an event and its players."""

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from domain.limits import SHORT_LENGTH
from events.core.event_write import lock_name
from events.core.refusals import RefusedError
from events.models import (
    Enrollment,
    Event,
    HookKind,
    Organisation,
    OrganisationMember,
    Player,
    Role,
)
from events.models.roles import role_columns

OWNER_ROLES = (Role.ORGANIZER, Role.HEAD_JUDGE, Role.SCOREKEEPER)


def organisation_for(user: User, slug: str = "") -> Organisation:
    """Return the organisation in which this account creates events, in the caller's transaction.

    `slug`: the chosen one; RefusedError if the account may not create events in it. Without it the
    first one; an account without any gets one under its own name.
    """
    mine = organisations_of(user)
    if slug:
        chosen = next((known for known in mine if known.slug == slug), None)
        if chosen is None:
            raise RefusedError(
                _("You can't create events in this organisation. Choose another one."),
                "organisation",
            )
        return chosen
    if not mine:
        # Two simultaneous first events share one organisation: the second one looks again.
        lock_name("organisations")
        mine = organisations_of(user)
    if mine:
        return mine[0]
    name = user.get_full_name() or user.get_username()
    return create_organisation(name, slugify(user.get_username()), user)


def organisations_of(user: User) -> list[Organisation]:
    """Return the organisations in which an account can create events: as owner or organizer."""
    able = OrganisationMember.objects.filter(Q(owner=True) | Q(organizer=True), user=user)
    return [member.organisation for member in able.select_related("organisation").order_by("pk")]


def memberships_of(user: User) -> QuerySet[OrganisationMember]:
    """Return the memberships of an account, with their organisations, by name. One query."""
    members = OrganisationMember.objects.filter(user=user).select_related("organisation")
    return members.order_by("organisation__name", "organisation_id")


def create_organisation(name: str, slug: str, owner: User | None) -> Organisation:
    """Create an organisation at a free address, in the caller's transaction."""
    lock_name("organisations")
    wanted = slug[: SHORT_LENGTH - 10] or "organisation"
    taken = set(Organisation.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    free = wanted
    number = 2
    while free in taken:
        free, number = f"{wanted}-{number}", number + 1
    organisation = Organisation.objects.create(slug=free, name=name)
    if owner is not None:
        OrganisationMember.objects.create(
            organisation=organisation,
            user=owner,
            owner=True,
            **role_columns(OWNER_ROLES),
        )
    return organisation


def give_to_organisation(event: Event, organisation: Organisation) -> None:
    """Give an event without an owner to an organisation, with its players; in a write."""
    event.organisation = organisation
    heard = {*event.hook_kinds.split(), *organisation.hook_kinds.split()}
    event.hook_kinds = " ".join(kind for kind in HookKind if kind in heard)
    event.save(update_fields=["organisation", "hook_kinds"])
    lock_name(f"addresses/{organisation.pk}")
    people = Player.objects.filter(enrollments__event=event, organisation=None).distinct()
    addresses = {person.email for person in people if person.email}
    known = {
        player.email: player
        for player in Player.objects.filter(organisation=organisation, email__in=addresses)
    }
    for person in people:
        shared = person.enrollments.exclude(event=event).exists()
        ours = known.get(person.email)
        if ours is None and not shared:
            person.organisation = organisation
            person.save(update_fields=["organisation"])
            continue
        ours = ours or Player.objects.create(
            name=person.name, email=person.email, organisation=organisation
        )
        Enrollment.objects.filter(event=event, player=person).update(player=ours)
        if not shared:
            person.delete()
