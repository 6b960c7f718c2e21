"""The roles of staff, as columns of whoever has some of them."""

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
    """Return every column of RoleColumns for these roles."""
    return {role.value: role in roles for role in Role}


def role_values(roles: Collection[Role]) -> list[str]:
    """Return these roles as the journal stores them, always in the same order."""
    return [role.value for role in Role if role in roles]


def role_words(roles: Collection[Role]) -> str:
    """Return these roles as people read them."""
    return ", ".join(str(role.label) for role in Role if role in roles)


class RoleColumns(models.Model):
    """A row with any number of roles."""

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
