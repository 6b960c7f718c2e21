"""Rules enforcement level, fact sheet for players before enrollment, eligibility marks."""

from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain import kinds
from domain.kinds import ShownLists
from domain.limits import (
    DESCRIPTION_LENGTH,
    EMAIL_LENGTH,
    EVENT_NAME_LENGTH,
    NAME_LENGTH,
    NOTE_LENGTH,
    SCHEDULE_LENGTH,
    SHORT_ADDRESS_LENGTH,
    SHORT_LENGTH,
)
from events.models.kind_words import worded
from events.models.organisations.organisation import COLOUR_LENGTH, Colour, PictureColumns


class EnforcementSettings(models.Model):
    """The rules enforcement level, stored in the event's own row (MTR 1.12)."""

    Enforcement: TypeAlias = kinds.EnforcementLevel
    ENFORCEMENT_WORDS = (
        ("", _("not specified")),
        *worded(Enforcement, _("Regular"), _("Competitive"), _("Professional")),
    )

    enforcement_level = models.CharField(
        _("rules enforcement level"),
        max_length=12,
        choices=ENFORCEMENT_WORDS,
        blank=True,
        default="",
        db_default="",
    )

    class Meta:
        abstract = True

    @property
    def enforcement(self) -> kinds.EnforcementLevel | None:
        """The rules enforcement level; None if not chosen."""
        return self.Enforcement(self.enforcement_level) if self.enforcement_level else None

    @property
    def is_strict(self) -> bool:
        """True if the level requires decklists and deck checks (MTR 2.7 and 2.8)."""
        return self.enforcement is not None and self.enforcement.is_strict


class FactSheet(models.Model):
    """The facts of an event; without this row it has every default."""

    class Tier(models.TextChoices):
        NONE = "", _("not specified")
        REGULAR = "regular", _("regular")
        PREMIER = "premier", _("premier")

    class Decklists(models.TextChoices):
        NONE = "", _("not required")
        CLOSED = "closed", _("required, closed: only staff see them")
        OPEN = "open", _("required, open")

    class ListsShown(models.TextChoices):
        USUAL = "", _("default: of those who advanced, if lists are open")
        NOBODY = ShownLists.NOBODY.value, _("none")
        ADVANCED = ShownLists.ADVANCED.value, _("of those who advanced by a cut")
        ALL = ShownLists.ALL.value, _("all")

    event = models.OneToOneField(
        "events.Event", on_delete=models.CASCADE, primary_key=True, related_name="fact_sheet"
    )
    tier = models.CharField(_("tier"), max_length=7, choices=Tier, blank=True)
    sanctioning_number = models.CharField(
        _("sanctioning number"), max_length=SHORT_LENGTH, blank=True
    )
    description_en = models.TextField(
        _("description in English"), max_length=DESCRIPTION_LENGTH, blank=True
    )
    description_ja = models.TextField(
        _("description in Japanese"), max_length=DESCRIPTION_LENGTH, blank=True
    )
    channel = models.CharField(_("communication channel"), max_length=EVENT_NAME_LENGTH, blank=True)
    prizes = models.TextField(_("prizes"), max_length=DESCRIPTION_LENGTH, blank=True)
    deck_rules = models.TextField(_("decklist rules"), max_length=DESCRIPTION_LENGTH, blank=True)
    decklists = models.CharField(_("decklists"), max_length=6, choices=Decklists, blank=True)
    lists_during = models.CharField(
        _("public lists during the event"),
        max_length=8,
        choices=ListsShown,
        blank=True,
        default="",
        db_default="",
    )
    lists_after = models.CharField(
        _("public lists after the event"),
        max_length=8,
        choices=ListsShown,
        blank=True,
        default="",
        db_default="",
    )
    deck_deadline = models.DateTimeField(_("decklist deadline"), null=True, blank=True)
    by_invitation = models.BooleanField(_("only invited players may play"), default=False)
    least_age = models.PositiveSmallIntegerField(_("minimum age"), default=0)
    address = models.CharField(_("address"), max_length=NOTE_LENGTH, blank=True)
    map_link = models.CharField(_("map link"), max_length=NOTE_LENGTH, blank=True)
    contact = models.CharField(_("contact for questions"), max_length=EVENT_NAME_LENGTH, blank=True)
    schedule = models.TextField(_("schedule"), max_length=SCHEDULE_LENGTH, blank=True)
    ends_at = models.TimeField(_("ends about"), null=True, blank=True)
    desk_closes = models.TimeField(_("desk closes at"), null=True, blank=True)
    prizes_handed_out = models.CharField(
        _("prizes are handed out"), max_length=EVENT_NAME_LENGTH, blank=True
    )
    organizer_word = models.TextField(
        _("word from the organizer"), max_length=DESCRIPTION_LENGTH, blank=True
    )
    short_address = models.SlugField(
        _("short address"), max_length=SHORT_ADDRESS_LENGTH, blank=True, db_index=False
    )
    logo_name = models.CharField(
        max_length=SHORT_LENGTH,
        blank=True,
        help_text="The file name of the logo, which is the hash of its content; none without one.",
    )
    colour = models.CharField(
        max_length=COLOUR_LENGTH,
        choices=Colour,
        blank=True,
        help_text="That of the organisation; archives leave it out.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["short_address"],
                condition=~models.Q(short_address=""),
                name="short_address_once",
                # Django shows the error at its field for this code only.
                violation_error_code="unique",
                violation_error_message=_(
                    "Another event has this short address. Choose another word."
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.tier}"

    @property
    def is_premier(self) -> bool:
        """True for an event of the upper tier."""
        return self.tier == self.Tier.PREMIER

    def lists_shown(self, *, finished: bool) -> ShownLists:
        """Return whose decklists are public, during the event or after it."""
        chosen = self.lists_after if finished else self.lists_during
        if chosen:
            return ShownLists(chosen)
        is_open = self.decklists == self.Decklists.OPEN
        return ShownLists.ADVANCED if is_open else ShownLists.NOBODY

    @property
    def shows_lists_during(self) -> bool:
        """Whether any decklists are public during the event."""
        return self.lists_shown(finished=False) is not ShownLists.NOBODY

    @property
    def shows_lists_after(self) -> bool:
        """Whether any decklists are public after the event."""
        return self.lists_shown(finished=True) is not ShownLists.NOBODY

    def description(self, language: str) -> str:
        """The description for a reader of that language ("en", "ja"), else the other one."""
        both = self.description_en, self.description_ja
        first, other = both[::-1] if language == "ja" else both
        return first or other


class Logo(PictureColumns):
    """The picture of an event's organizer, PNG or JPEG, stored as uploaded.

    `FactSheet.logo_name` names it, so that pages need no query for it.
    """

    event = models.OneToOneField(
        "events.Event", on_delete=models.CASCADE, primary_key=True, related_name="logo"
    )

    def __str__(self) -> str:
        return f"{self.event_id}: {self.kind}, {self.width}x{self.height}"


class EligibilityMark(models.Model):
    """A mark on a person's eligibility, made before enrollment (rules, 1.4).

    "Suspended" and "under age" apply to every event of the same organizers, "invited" only to its
    own event. A person is identified by e-mail address where both records have one, else by name.
    """

    Kind: TypeAlias = kinds.Mark
    KIND_WORDS = worded(Kind, _("suspended"), _("under age"), _("invited"))

    event = models.ForeignKey(
        "events.Event", on_delete=models.CASCADE, related_name="eligibility_marks"
    )
    kind = models.CharField(_("eligibility mark"), max_length=9, choices=KIND_WORDS)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    email = models.CharField(_("email"), max_length=EMAIL_LENGTH, blank=True)
    note = models.CharField(_("note"), max_length=NOTE_LENGTH, blank=True)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["kind", "name", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "kind", "name", "email"], name="eligibility_mark_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.kind}"

    @property
    def is_invitation(self) -> bool:
        """True for an invitation; every other mark bars the player."""
        return self.kind == self.Kind.INVITED
