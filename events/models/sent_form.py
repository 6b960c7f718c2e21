"""Forms that made something: sent again, they lead to what they made."""

from django.contrib.auth.models import User
from django.db import models

DIGEST_LENGTH = 64
LONGEST_PATH = 200


class SentForm(models.Model):
    """One form of an account that was sent, and the page that its answer led to.

    `digest` of the form with everything in it.
    """

    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=DIGEST_LENGTH)
    path = models.CharField(max_length=LONGEST_PATH)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "digest"], name="sent_form_once"),
        ]

    def __str__(self) -> str:
        return self.path
