"""Staff of an event: members, invitations, areas and hand-over notes."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain.limits import (
    ACCOUNT_LENGTH,
    AREA_NAME_LENGTH,
    DESCRIPTION_LENGTH,
    SHORT_LENGTH,
)
from events.models.event import Event
from events.models.phones import NONCE_LENGTH, draw_nonce
from events.models.roles import Role, RoleColumns


class StaffMember(RoleColumns, models.Model):
    """One account on the staff of one event.

    `inherited`: added as a member of the event's organisation, and changed along with it.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_of"
    )
    inherited = models.BooleanField(default=False)
    hears_appeals = models.BooleanField(
        _("hears appeals"), default=False, help_text="Named by the head judge, who always may."
    )

    class Meta:
        ordering = ["user__username"]
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="staff_once_an_event"),
            models.CheckConstraint(
                condition=models.Q(organizer=True)
                | models.Q(head_judge=True)
                | models.Q(judge=True)
                | models.Q(scorekeeper=True),
                name="staff_has_a_role",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({', '.join(role.value for role in self.roles)})"


class StaffInvitation(models.Model):
    """A link by which people join the staff of an event with these roles.

    `role` is the first of them in the order of Role, `more_roles` the others, with commas.

    It works until `expires_at`, for `most` people, and unless withdrawn. The link is signed over
    the nonce: it can be shown again, and a stolen database contains no working link.

    `username`: the person invited by name, "" for anyone. `account`: the account that had this name
    when it was invited; its owner finds the invitation after logging in. No page reveals to others
    whether one exists.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=11, choices=Role)
    more_roles = models.CharField(max_length=SHORT_LENGTH, blank=True, default="", db_default="")
    username = models.CharField(max_length=ACCOUNT_LENGTH, blank=True, default="", db_default="")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="staff_invitations",
        db_index=False,
    )
    most = models.PositiveSmallIntegerField(_("number of people"), default=1)
    joined = models.PositiveSmallIntegerField(default=0)
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    nonce = models.CharField(max_length=NONCE_LENGTH, default=draw_nonce)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(joined__lte=models.F("most")),
                name="invitation_joined_by_at_most",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role}: {self.joined}/{self.most}"

    @property
    def roles(self) -> frozenset[Role]:
        """The roles that people join with."""
        return frozenset(Role(role) for role in (self.role, *self.more_roles.split(",")) if role)

    @property
    def is_open(self) -> bool:
        """Whether a person can still join with it."""
        is_over = self.withdrawn_at is not None or self.expires_at <= timezone.now()
        return self.joined < self.most and not is_over


class AccountTrust(models.Model):
    """Trust of an account in an organisation, which may unlock it and reset its password.

    The organisation created the account, or its owner agreed.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="trusts"
    )
    organisation = models.ForeignKey(
        "events.Organisation", on_delete=models.CASCADE, related_name="trusted_by"
    )
    made = models.BooleanField(default=False, help_text="The account was created by its link.")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "organisation"], name="trust_once_an_organisation"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.organisation}"


class PasswordLink(models.Model):
    """An organizer's link for a new password, valid while the organizer may still make one."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="password_links"
    )
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.user}: {self.made_at}"


class Area(models.Model):
    """A range of tables assigned to a member of the staff; ranges may overlap."""

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="areas")
    member = models.ForeignKey(
        "events.StaffMember",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="areas",
        help_text="Null: an archive brought it, and nobody of that user name is on the staff yet.",
    )
    judge_name = models.CharField(max_length=ACCOUNT_LENGTH, blank=True)
    name = models.CharField(_("name"), max_length=AREA_NAME_LENGTH, blank=True)
    first_table = models.PositiveIntegerField(_("from table"))
    last_table = models.PositiveIntegerField(_("to table"))

    class Meta:
        ordering = ["first_table", "last_table", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(last_table__gte=models.F("first_table")),
                name="area_from_low_to_high",
            ),
            models.UniqueConstraint(
                fields=["member", "first_table", "last_table"], name="area_once_a_member"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_table}-{self.last_table}"

    @property
    def judge(self) -> str:
        """User name of the area's judge."""
        return self.member.user.get_username() if self.member else self.judge_name

    def has(self, table: int) -> bool:
        """Whether the area includes a table."""
        return self.first_table <= table <= self.last_table


class HandOver(models.Model):
    """A note at a change of shift, written by one staff member and acknowledged by another.

    Only the event's staff can read it: the journal records that it was written and acknowledged,
    and archives omit its text.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="hand_overs")
    text = models.TextField(_("note"), max_length=DESCRIPTION_LENGTH)
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)
    read_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.at}"
