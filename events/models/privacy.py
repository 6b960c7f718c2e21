"""Public names of players: a setting of an event, and a player's own request."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from domain.limits import NAME_LENGTH


class PublicNames(models.TextChoices):
    """How players are called on public pages."""

    FULL = "full", _("full name")
    INITIAL = "initial", _("first name and initial")
    ALIAS = "alias", _("alias, or number if there is none")
    NUMBER = "number", _("number only, such as “№ 12”")


class PrivacySettings(models.Model):
    """The column of an event that says how its players are called in public."""

    public_names = models.CharField(
        _("names on public pages"), max_length=7, choices=PublicNames, default=PublicNames.FULL
    )

    class Meta:
        abstract = True


class Aliased(models.Model):
    """The column of an enrollment for the name that the player asked to be shown by."""

    alias = models.CharField(
        _("alias"),
        max_length=NAME_LENGTH,
        blank=True,
        help_text=_("Shown on public pages instead of the name. Staff see both."),
    )

    class Meta:
        abstract = True
