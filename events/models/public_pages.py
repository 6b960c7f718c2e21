"""Built pages, published standings, estimates, and the phones that hear of them."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from domain.limits import NOTE_LENGTH


class PublicBuild(models.Model):
    """The newest build of an event's public pages: of which revision, by which edition of the code.

    Every web process asks for this row to learn whether there is something new.
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
    """One part of a build: a page in one language, or what all players' own pages are made of.

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
    """The standings after a round as they were published, frozen, with a revision number.

    `rows` is a list of objects in order of place, as `adapters.snapshot_rows` writes them.
    A withdrawn snapshot stays in the table; players no longer see it.
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
    """How likely the players of an event are to advance: what the desk knows, what players know.

    `live` and `public` are objects as `public_site.estimates` writes them, empty where there is
    nothing to estimate. `revision`: the event's revision of the newest estimate, or of the one that
    a process is making. Nothing of it is part of the event: it follows from it.
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
