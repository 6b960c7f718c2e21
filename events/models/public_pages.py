"""Built pages, published standings, estimates, and push subscriptions."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from domain.limits import NOTE_LENGTH


class PublicBuild(models.Model):
    """The newest build of an event's public pages: its revision, and the edition of the code.

    Every web process queries this row to detect changes.
    """

    event = models.OneToOneField(
        "events.Event", on_delete=models.CASCADE, primary_key=True, related_name="public_build"
    )
    revision = models.PositiveBigIntegerField(help_text="The event's public revision.")
    edition = models.CharField(max_length=40)
    built_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.event_id}: {self.revision}"


class PublicPart(models.Model):
    """One part of a build: a page in one language, or the data of all players' own pages.

    `revision` is the build in which it changed last.
    """

    build = models.ForeignKey(PublicBuild, on_delete=models.CASCADE, related_name="parts")
    name = models.CharField(max_length=30)
    language = models.CharField(max_length=12, blank=True)
    revision = models.PositiveBigIntegerField()
    stamp = models.CharField(max_length=40)
    gzip = models.BinaryField()
    brotli = models.BinaryField(blank=True)

    class Meta:
        ordering = ["name", "language"]
        constraints = [
            models.UniqueConstraint(
                fields=["build", "name", "language"], name="public_part_once_a_language"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.build_id}: {self.name} {self.language}"


class StandingsSnapshot(models.Model):
    """The standings after a round as published, unchangeable, with a revision number.

    `rows` is a list of objects in order of place, as `adapters.snapshot_rows` writes them. A
    withdrawn snapshot remains in the table; players no longer see it.
    """

    round = models.ForeignKey("events.Round", on_delete=models.CASCADE, related_name="snapshots")
    revision = models.PositiveSmallIntegerField()
    rows = models.JSONField()
    basis = models.JSONField(
        null=True,
        blank=True,
        help_text="What the rows were computed from, as `adapters.basis_of` writes it. Null: "
        "published by a version that did not keep it.",
    )
    event_revision = models.PositiveBigIntegerField(
        null=True,
        editable=False,
        help_text="The event's revision with this publication; while it is that, nothing has "
        "changed since. Null: imported, or published by a version that did not keep it.",
    )
    reason = models.CharField(max_length=NOTE_LENGTH, blank=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    published_at = models.DateTimeField(auto_now_add=True)
    withdrawn = models.BooleanField(default=False)

    class Meta:
        ordering = ["round", "revision"]
        constraints = [
            models.UniqueConstraint(fields=["round", "revision"], name="snapshot_revision_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round}, revision {self.revision}"


class ChanceEstimate(models.Model):
    """Players' chances of advancing, from the desk's data and from public data.

    `live` and `public` are objects written by `public_site.estimates`, empty if there is nothing to
    estimate. `revision`: the event's revision of the newest estimate, or of one in preparation. It
    is derived from the event and no part of it.
    """

    event = models.OneToOneField(
        "events.Event", on_delete=models.CASCADE, primary_key=True, related_name="chance_estimate"
    )
    revision = models.PositiveBigIntegerField()
    live = models.JSONField(default=dict)
    public = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.event_id}: {self.revision}"


# Limits of a push subscription; endpoints of today's services have 150 to 450 characters.
LONGEST_ENDPOINT, LONGEST_KEY, LONGEST_SECRET = 500, 100, 40
LONGEST_MARK = 22


class PushSubscription(models.Model):
    """One browser's subscription to notices of a player's rounds (W3C Push API).

    `endpoint` is an address at a push service, `key` and `secret` encrypt a message for this
    browser alone, both base64url. `told` is the posting time of the last round it was notified of.
    `linked`: the phone had the player's link; `mark` identifies other phones, which only chose a
    player.
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
