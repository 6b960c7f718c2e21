"""Organisations of people who run events together, and their members, journal and badges."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain.limits import DESCRIPTION_LENGTH, EVENT_NAME_LENGTH, SHORT_LENGTH
from events.models.phones import NONCE_LENGTH, draw_nonce
from events.models.roles import RoleColumns

COLOUR_LENGTH = 7


class Colour(models.TextChoices):
    """Colors of buttons and marks, with values in css/public/look.css."""

    GREEN = "", _("green")
    BLUE = "blue", _("blue")
    VIOLET = "violet", _("violet")
    RED = "red", _("red")
    BROWN = "brown", _("brown")
    GREY = "grey", _("grey")


class PictureColumns(models.Model):
    """A PNG or JPEG picture, stored as uploaded."""

    kind = models.CharField(max_length=SHORT_LENGTH, help_text="Its media type.")
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    content = models.BinaryField()

    class Meta:
        abstract = True


class Organisation(models.Model):
    """A shop, a club or a series, with its events and their players.

    Organisations share no data. A laptop with a single one never shows the word.
    """

    slug = models.SlugField(max_length=SHORT_LENGTH, unique=True)
    name = models.CharField(_("name"), max_length=EVENT_NAME_LENGTH)
    created_at = models.DateTimeField(auto_now_add=True)
    words = models.TextField(_("about us"), max_length=DESCRIPTION_LENGTH, blank=True)
    contact = models.CharField(_("contact for questions"), max_length=EVENT_NAME_LENGTH, blank=True)
    colour = models.CharField(_("color"), max_length=COLOUR_LENGTH, choices=Colour, blank=True)
    logo_name = models.CharField(
        max_length=SHORT_LENGTH,
        blank=True,
        help_text="The file name of the logo, which is the hash of its content; none without one.",
    )
    second_factor_required = models.BooleanField(
        _("second factor"), default=False, help_text="Its members log in with a second factor."
    )
    events_a_day = models.PositiveIntegerField(
        _("events per day"), null=True, blank=True, help_text="The operator's limit; null: none."
    )
    players_an_event = models.PositiveIntegerField(
        _("players per event"), null=True, blank=True, help_text="The operator's limit; null: none."
    )
    hook_kinds = models.CharField(
        max_length=200,
        blank=True,
        db_default="",
        help_text="What its programs hear of in each of its events, as Event.hook_kinds.",
    )

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class OrganisationLogo(PictureColumns):
    """The picture of an organisation, shown by its events without one of their own."""

    organisation = models.OneToOneField(
        Organisation, on_delete=models.CASCADE, primary_key=True, related_name="logo"
    )

    def __str__(self) -> str:
        return f"{self.organisation_id}: {self.kind}, {self.width}x{self.height}"


class OrganisationMember(RoleColumns, models.Model):
    """An account in an organisation, added to the staff of each new event in these roles.

    `owner`: may change the organisation and its members.
    """

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="organisations"
    )
    owner = models.BooleanField(_("owner"), default=False)

    class Meta:
        ordering = ["user__username"]
        constraints = [
            models.UniqueConstraint(
                fields=["organisation", "user"], name="member_once_an_organisation"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.organisation})"


class OrganisationInvitation(RoleColumns, models.Model):
    """A link by which one person can join an organisation within a week.

    The link is signed over the nonce, like that of an event's staff.
    """

    organisation = models.ForeignKey(
        Organisation, on_delete=models.CASCADE, related_name="invitations"
    )
    owner = models.BooleanField(_("owner"), default=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    nonce = models.CharField(max_length=NONCE_LENGTH, default=draw_nonce)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.organisation}: {self.nonce[:4]}"

    @property
    def is_open(self) -> bool:
        """Whether a person can still join with it."""
        return self.used_at is None and self.expires_at > timezone.now()


class OrganisationEntry(models.Model):
    """A line in an organisation's journal."""

    class Verb(models.TextChoices):
        RENAMED = "renamed", _("renamed")
        LOOKED = "look", _("changed the look")
        INVITED = "invited", _("invited")
        WITHDRAWN = "withdrawn", _("withdrawn")
        JOINED = "joined", _("joined")
        CHANGED = "changed", _("changed")
        REMOVED = "removed", _("removed")
        QUEUE_OPENED = "queue-opened", _("opened a queue")
        QUEUE_CHANGED = "queue-changed", _("changed a queue")
        POD_CALLED = "pod-called", _("called a pod")
        POD_POSTED = "pod-posted", _("posted a pod")
        POD_REPLACED = "pod-replaced", _("replaced a player of a pod")
        QUEUE_REMOVED = "queue-removed", _("removed a player from a queue")
        SERIES_CHANGED = "series-changed", _("changed a series")
        SERIES_DECLARED = "series-declared", _("closed a series")
        SERIES_REOPENED = "series-reopened", _("reopened a series")
        TICKETS_GIVEN = "tickets-given", _("handed out tickets")
        SECURED = "secured", _("second factor")
        LIMITED = "limited", _("limits")
        VENUE = "venue", _("changed a venue")
        TOKENS_CHANGED = "tokens-changed", _("changed the access tokens")
        PROGRAMS_CHANGED = "programs-changed", _("changed the integrations")
        BADGES_CHANGED = "badges-changed", _("changed a player's badge")
        STAFF_MOVED = "staff-moved", _("moved a person of the staff")
        STAFF_WANTED = "staff-wanted", _("changed how many people a place wants")

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="entries")
    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    verb = models.CharField(max_length=20, choices=Verb)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.verb} {self.at}"


class Badge(models.Model):
    """A private address that shows a player all events of the day in one organisation.

    The address is signed over the nonce, like a player link: a new nonce invalidates it.
    """

    organisation = models.ForeignKey(
        "events.Organisation", on_delete=models.CASCADE, related_name="badges"
    )
    player = models.OneToOneField("events.Player", on_delete=models.CASCADE, related_name="badge")
    nonce = models.CharField(max_length=NONCE_LENGTH, default=draw_nonce)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.organisation_id}: {self.player_id}"
