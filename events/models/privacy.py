"""Public names of players: an event's setting, and a player's own alias."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from domain.kinds import PublicNames
from domain.limits import NAME_LENGTH
from events.models.kind_words import worded


class PrivacySettings(models.Model):
    """The column of an event that decides how players' names are shown in public."""

    PUBLIC_NAMES_WORDS = worded(
        PublicNames,
        _("full name"),
        _("first name and initial"),
        _("alias, or number if there is none"),
        _("number only, such as “№ 12”"),
    )

    public_names = models.CharField(
        _("names on public pages"),
        max_length=7,
        choices=PUBLIC_NAMES_WORDS,
        default=PublicNames.FULL,
    )

    class Meta:
        abstract = True


class Aliased(models.Model):
    """The column of an enrollment with the name that the player wants shown."""

    alias = models.CharField(
        _("alias"),
        max_length=NAME_LENGTH,
        blank=True,
        help_text=_("Shown on public pages instead of the name. Staff see both."),
    )

    class Meta:
        abstract = True
