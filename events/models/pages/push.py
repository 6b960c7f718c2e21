"""Phones that get a notice of a new round while their browser is closed."""

from django.db import models

# Longer ones are nobody's: those of today's services have 150 to 450 letters.
LONGEST_ENDPOINT, LONGEST_KEY, LONGEST_SECRET = 500, 100, 40
LONGEST_MARK = 22


class PushSubscription(models.Model):
    """Where one browser takes messages about one player's rounds (W3C Push API).

    `endpoint` is an address at a push service, `key` and `secret` are what a message is encrypted
    with for this browser alone, both base64url. `told` is when the round was posted of which it
    was told last. `linked`: the phone had the player's link; `mark` tells the other phones apart,
    which only said whose they are.
    """

    enrollment = models.ForeignKey(
        "events.Enrollment", on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT)
    key = models.CharField(max_length=LONGEST_KEY)
    secret = models.CharField(max_length=LONGEST_SECRET)
    language = models.CharField(max_length=10)
    told = models.DateTimeField(null=True, blank=True)
    linked = models.BooleanField(default=False)
    mark = models.CharField(max_length=LONGEST_MARK, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["enrollment", "endpoint"], name="push_subscription_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.enrollment_id}: a browser"
