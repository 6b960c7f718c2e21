"""Journal of all actions: person, action and time."""

import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Verb(models.TextChoices):
    """Every kind of journal entry."""

    EVENT_CREATED = "event-created", _("created the event")
    EVENT_CHANGED = "event-changed", _("changed the event")
    EVENT_FINISHED = "event-finished", _("finished the event")
    EVENT_REOPENED = "event-reopened", _("reopened the event")
    EVENT_IMPORTED = "event-imported", _("imported the event")
    TOLD_ELSEWHERE = "told-elsewhere", _("recorded in the imported journal")
    TOKENS_CHANGED = "tokens-changed", _("changed the access tokens")
    PROGRAMS_CHANGED = "programs-changed", _("changed the integrations")
    FEATURE_CHANGED = "feature-changed", _("changed the feature match")
    STREAM_LINK_CHANGED = "stream-link-changed", _("changed the overlay address")
    STAFF_CHANGED = "staff-changed", _("changed the staff")
    FACTS_CHANGED = "facts-changed", _("changed the fact sheet")
    DECKLIST_CHANGED = "decklist-changed", _("changed a decklist")
    DECKLIST_HANDED_IN = "decklist-handed-in", _("handed in a decklist")
    DECK_CHECKED = "deck-checked", _("checked decks")
    POOLS_CHANGED = "pools-changed", _("changed the pool registration")
    POOL_REGISTERED = "pool-registered", _("registered a pool")
    MARKED = "marked", _("changed eligibility marks")
    SIGN_UP_CHANGED = "sign-up-changed", _("changed the sign-up settings")
    SIGNED_UP = "signed-up", _("signed up")
    SIGN_UP_APPROVED = "sign-up-approved", _("accepted a sign-up")
    SIGN_UP_HELD = "sign-up-held", _("held a sign-up for approval")
    SIGN_UP_REFUSED = "sign-up-refused", _("refused a sign-up")
    SIGN_UP_CANCELLED = "sign-up-cancelled", _("canceled a sign-up")
    SIGN_UP_MOVED = "sign-up-moved", _("moved up on the waiting list")
    ENROLLED = "enrolled", _("enrolled")
    ENROLLMENT_CHANGED = "enrollment-changed", _("changed an enrollment")
    ENROLLMENT_REMOVED = "enrollment-removed", _("removed from the roster")
    ENROLLMENTS_MERGED = "enrollments-merged", _("merged two players")
    CHECKED_IN = "checked-in", _("checked in")
    DROPPED = "dropped", _("dropped")
    REINSTATED = "reinstated", _("reinstated")
    DISQUALIFIED = "disqualified", _("disqualified")
    PENALTY_GIVEN = "penalty-given", _("issued a penalty")
    PENALTY_CHANGED = "penalty-changed", _("changed a penalty")
    APPEAL_RECORDED = "appeal-recorded", _("recorded an appeal")
    APPEAL_REMOVED = "appeal-removed", _("removed an appeal")
    INVESTIGATION_NOTED = "investigation-noted", _("wrote an investigation note")
    INVESTIGATION_REMOVED = "investigation-removed", _("removed an investigation note")
    PENALTY_REMOVED = "penalty-removed", _("removed a penalty")
    ROUND_PAIRED = "round-paired", _("paired the round")
    ROUND_PAIRED_AGAIN = "round-repaired", _("paired the round again")
    ROUND_DISCARDED = "round-discarded", _("discarded an unposted round")
    PAIRING_CHANGED = "pairing-changed", _("changed the pairings by hand")
    ROUND_POSTED = "round-posted", _("posted the round")
    ROUND_RE_PAIRED = "pairings-repaired", _("re-paired the posted round")
    RE_PAIRING_UNDONE = "repair-undone", _("undid a re-pairing")
    ROUND_UNPOSTED = "round-unposted", _("unposted the round")
    ANNOUNCED = "announced", _("posted an announcement")
    ANNOUNCEMENT_ENDED = "announcement-ended", _("removed an announcement")
    CLOCK_STARTED = "clock-started", _("started the clock")
    CLOCK_PAUSED = "clock-paused", _("paused the clock")
    CLOCK_RESUMED = "clock-resumed", _("resumed the clock")
    CLOCK_CHANGED = "clock-changed", _("changed the round time")
    CLOCK_STOPPED = "clock-stopped", _("undid the start of the clock")
    PREPARATION_TIMED = "preparation-timed", _("changed the draft or deck construction clock")
    TABLE_CHECKED = "table-checked", _("checked a table")
    NEXT_ANNOUNCED = "next-announced", _("announced the next round")
    TABLE_ATTENDED = "table-attended", _("went to a table")
    TABLE_LEFT = "table-left", _("left a table")
    TURNS_BEGUN = "turns-begun", _("started additional turns")
    TURNS_TAKEN_BACK = "turns-taken-back", _("undid additional turns")
    AREAS_CHANGED = "areas-changed", _("changed the judges' tables")
    HAND_OVER_WRITTEN = "hand-over-written", _("wrote a hand-over note")
    HAND_OVER_READ = "hand-over-read", _("acknowledged a hand-over note")
    EXTENSION_GIVEN = "extension-given", _("gave a time extension")
    RESULT_ENTERED = "result-entered", _("entered a result")
    RESULT_UNDONE = "result-undone", _("undid a result")
    RESULT_DISPUTED = "result-disputed", _("reported a different result")
    RESULT_KEPT = "result-kept", _("kept the result")
    RESULT_REPORTED = "result-reported", _("reported a result by phone")
    REPORT_TAKEN_BACK = "report-taken-back", _("undid a report")
    GAME_REPORTED = "game-told", _("reported a game by phone")
    GAME_TAKEN_BACK = "game-taken-back", _("undid a game report")
    SLIP_VERIFIED = "slip-read", _("verified a slip")
    VERIFICATION_UNDONE = "reading-taken-back", _("undid a verification")
    CALLED = "called", _("called for staff")
    CALL_ANSWERED = "call-answered", _("answered a call")
    NAMES_CHOSEN = "names-chosen", _("changed how names appear in public")
    ALIAS_CHOSEN = "alias-chosen", _("changed a player's public name")
    PRIZES_CHANGED = "prizes-changed", _("changed the prizes")
    PRIZE_HANDED_OUT = "prize-handed-out", _("handed out a prize")
    PRIZE_TAKEN_BACK = "prize-taken-back", _("undid a handed-out prize")
    PLAYER_PSEUDONYMIZED = "player-pseudonymized", _("removed a player's personal data")
    PASSWORD_LINK_MADE = "password-link-made", _("created a password reset link")
    ADDRESS_ISSUED = "address-issued", _("issued a new player link")
    RESULT_CORRECTED = "result-corrected", _("corrected a result")
    ROUND_COMPLETED = "round-completed", _("completed the round")
    ROUND_CERTIFIED = "round-certified", _("certified the round")
    CERTIFICATION_WITHDRAWN = "certification-withdrawn", _("withdrew a certification")
    ROUND_REOPENED = "round-reopened", _("reopened the round")
    ANNOUNCED_CHANGED = "announced-changed", _("changed announced details")
    STAGES_CHANGED = "stages-changed", _("changed the stages")
    PLAYOFF_ENDED = "playoff-ended", _("ended the playoff by agreement")
    PLAYOFF_RESUMED = "playoff-resumed", _("resumed the playoff")
    PREFLIGHT_ANSWERED = "gate-answered", _("answered a pre-flight check")
    PREFLIGHT_PASSED = "gate-passed", _("proceeded past the pre-flight check")
    CUT_CONFIRMED = "cut-confirmed", _("confirmed who advances")
    CUT_TAKEN_BACK = "cut-taken-back", _("undid the cut")
    PODS_DRAWN = "pods-drawn", _("drew the pods")
    PODS_POSTED = "pods-posted", _("posted the pods")
    TABLES_GIVEN = "tables-given", _("assigned tables to the event")
    MATCH_MOVED = "match-moved", _("moved a match to another table")
    SEATS_CHANGED = "seats-changed", _("changed draft seats")
    PLAY_CHOSEN = "play-chosen", _("recorded who plays first")
    STANDINGS_PUBLISHED = "standings-published", _("published the standings")
    STANDINGS_WITHDRAWN = "standings-withdrawn", _("withdrew the standings")


class JournalEntry(models.Model):
    """One action of a person. Append-only: the database refuses an update.

    Only the removal of a person's words changes `data`, see Redaction; it leaves an entry of its
    own.

    Players are stored by number, and by name in `data`, as they were called at that time, so that
    an entry always reads the same.
    """

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="journal")
    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    verb = models.CharField(max_length=24, choices=Verb)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    table = models.PositiveIntegerField(null=True, blank=True)
    first_number = models.PositiveIntegerField(
        null=True, blank=True, help_text="The number of the player it is about."
    )
    second_number = models.PositiveIntegerField(null=True, blank=True)
    data = models.JSONField(default=dict, blank=True)
    digest = models.BinaryField(
        max_length=32, null=True, help_text="SHA-256 of `data` as it was written."
    )
    link = models.BinaryField(
        max_length=32, null=True, help_text="Of the chain. Null: older than the chain, or imported."
    )

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "journal entries"
        indexes = [
            models.Index(fields=["event", "-id"], name="journal_newest"),
            models.Index(fields=["event", "table"], name="journal_by_table"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.verb}"

    @property
    def happened_at(self) -> datetime.datetime:
        """When it happened; for an entry from an archive, before it was written here."""
        stated = self.data.get("at") if self.came_along else None
        return self.at if stated is None else datetime.datetime.fromisoformat(stated)

    @property
    def who(self) -> str:
        """User name of the actor, here or in the installation of origin; "" for nobody."""
        if self.came_along:
            return str(self.data.get("who", ""))
        account = self.actor.get_username() if self.actor else ""
        program = self.data.get("program")
        return f"{program} ({account})" if program else account

    @property
    def person(self) -> str:
        """The full name of the actor if the account has one, else as `who`."""
        named = self.actor.get_full_name() if self.actor and not self.came_along else ""
        program = self.data.get("program")
        return (f"{program} ({named})" if program else named) if named else self.who

    @property
    def came_along(self) -> bool:
        """Whether it was imported with an archive, and so happened in another installation."""
        return self.verb == Verb.TOLD_ELSEWHERE


class ResultSeal(models.Model):
    """Links of the journal's chain after an entry: hashes of all results of complete rounds.

    `details`: of their slots, reports and who plays first. Null: older than this second hash.
    """

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="seals")
    entry = models.ForeignKey(JournalEntry, on_delete=models.CASCADE, related_name="seals")
    rounds = models.JSONField()
    results = models.BinaryField(max_length=32)
    details = models.BinaryField(max_length=32, null=True)
    link = models.BinaryField(max_length=32)

    class Meta:
        ordering = ["event", "id"]

    def __str__(self) -> str:
        return f"{self.event}: {self.rounds}"


class Redaction(models.Model):
    """Permission to remove a person's data from an event's journal, within one transaction.

    While this row exists, the journal's trigger lets the `data` of that event's entries change, and
    nothing else of them. No other transaction ever sees the row.
    """

    event = models.OneToOneField(
        "events.Event", on_delete=models.CASCADE, primary_key=True, related_name="+"
    )

    def __str__(self) -> str:
        return str(self.event_id)
