"""Latest build of the public pages."""

from django.db import models


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
