"""Tables that each member of the staff looks after."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from domain.limits import ACCOUNT_LENGTH, AREA_NAME_LENGTH


class Area(models.Model):
    """A range of tables that a member of the staff looks after; ranges may overlap."""

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
        """User name of the judge whose area it is."""
        return self.member.user.get_username() if self.member else self.judge_name

    def has(self, table: int) -> bool:
        """Whether a table lies in it."""
        return self.first_table <= table <= self.last_table
