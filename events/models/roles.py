"""Roles of staff, as columns for rows with any of them."""

from collections.abc import Collection

from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """Roles on the staff of an event; one person may have several (rules, 1.3)."""

    ORGANIZER = "organizer", _("organizer")
    HEAD_JUDGE = "head_judge", _("head judge")
    JUDGE = "judge", _("judge")
    SCOREKEEPER = "scorekeeper", _("scorekeeper")


# Roles that make rulings.
JUDGES = frozenset({Role.HEAD_JUDGE, Role.JUDGE})


def role_columns(roles: Collection[Role]) -> dict[str, bool]:
    """Return the value of every RoleColumns column for these roles."""
    return {role.value: role in roles for role in Role}


def role_values(roles: Collection[Role]) -> list[str]:
    """Return these roles for the journal, always in the same order."""
    return [role.value for role in Role if role in roles]


def role_words(roles: Collection[Role]) -> str:
    """Return these roles in words."""
    return ", ".join(str(role.label) for role in Role if role in roles)


class RoleColumns(models.Model):
    """Columns for a row with any number of roles."""

    organizer = models.BooleanField(_("organizer"), default=False)
    head_judge = models.BooleanField(_("head judge"), default=False)
    judge = models.BooleanField(_("judge"), default=False)
    scorekeeper = models.BooleanField(_("scorekeeper"), default=False)

    class Meta:
        abstract = True

    @property
    def roles(self) -> frozenset[Role]:
        """The roles of this row."""
        return frozenset(role for role in Role if getattr(self, role.value))
