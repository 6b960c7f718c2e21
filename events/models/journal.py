"""Who did what when."""

import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Verb(models.TextChoices):
    """Everything that can stand in the journal."""

    EVENT_CREATED = "event-created", _("created the event")
    EVENT_CHANGED = "event-changed", _("changed the event")
    EVENT_FINISHED = "event-finished", _("finished the event")
    EVENT_REOPENED = "event-reopened", _("reopened the event")
    EVENT_IMPORTED = "event-imported", _("imported the event")
    TOLD_ELSEWHERE = "told-elsewhere", _("told by the journal that came along")
    STAFF_CHANGED = "staff-changed", _("changed the staff")
    FACTS_CHANGED = "facts-changed", _("changed the fact sheet")
    DECKLIST_CHANGED = "decklist-changed", _("changed a decklist")
    DECKLIST_HANDED_IN = "decklist-handed-in", _("handed in a decklist")
    DECK_CHECKED = "deck-checked", _("checked decks")
    MARKED = "marked", _("marked who may play")
    SIGN_UP_CHANGED = "sign-up-changed", _("changed the sign-up")
    SIGNED_UP = "signed-up", _("signed up")
    SIGN_UP_APPROVED = "sign-up-approved", _("accepted a sign-up")
    SIGN_UP_HELD = "sign-up-held", _("held a sign-up for the desk")
    SIGN_UP_REFUSED = "sign-up-refused", _("refused a sign-up")
    SIGN_UP_CANCELLED = "sign-up-cancelled", _("cancelled a sign-up")
    SIGN_UP_MOVED = "sign-up-moved", _("moved up on the waiting list")
    ENROLLED = "enrolled", _("enrolled")
    ENROLLMENT_CHANGED = "enrollment-changed", _("changed an enrollment")
    ENROLLMENT_REMOVED = "enrollment-removed", _("removed from the roster")
    ENROLLMENTS_MERGED = "enrollments-merged", _("merged two players")
    CHECKED_IN = "checked-in", _("checked in")
    DROPPED = "dropped", _("dropped")
    REINSTATED = "reinstated", _("reinstated")
    DISQUALIFIED = "disqualified", _("disqualified")
    PENALTY_GIVEN = "penalty-given", _("gave a penalty")
    PENALTY_CHANGED = "penalty-changed", _("changed a penalty")
    APPEAL_RECORDED = "appeal-recorded", _("recorded an appeal")
    APPEAL_REMOVED = "appeal-removed", _("removed an appeal")
    PENALTY_REMOVED = "penalty-removed", _("removed a penalty")
    ROUND_PAIRED = "round-paired", _("paired the round")
    ROUND_REPAIRED = "round-repaired", _("paired the round again")
    ROUND_DISCARDED = "round-discarded", _("discarded an unposted round")
    PAIRING_CHANGED = "pairing-changed", _("changed the pairing by hand")
    ROUND_POSTED = "round-posted", _("posted the round")
    PAIRINGS_REPAIRED = "pairings-repaired", _("repaired the posted pairings")
    REPAIR_UNDONE = "repair-undone", _("took a repair of the pairings back")
    ROUND_UNPOSTED = "round-unposted", _("took the posted round back")
    ANNOUNCED = "announced", _("made an announcement")
    ANNOUNCEMENT_ENDED = "announcement-ended", _("took an announcement down")
    CLOCK_STARTED = "clock-started", _("started the clock")
    CLOCK_PAUSED = "clock-paused", _("paused the clock")
    CLOCK_RESUMED = "clock-resumed", _("let the clock go on")
    CLOCK_CHANGED = "clock-changed", _("changed the time of the round")
    CLOCK_STOPPED = "clock-stopped", _("took the start of the clock back")
    PREPARATION_TIMED = "preparation-timed", _("changed the clock of the draft or construction")
    TABLE_CHECKED = "table-checked", _("looked at a table")
    NEXT_ANNOUNCED = "next-announced", _("announced the next round")
    TABLE_ATTENDED = "table-attended", _("went to a table")
    TABLE_LEFT = "table-left", _("left a table")
    TURNS_BEGUN = "turns-begun", _("began the additional turns")
    TURNS_TAKEN_BACK = "turns-taken-back", _("took the additional turns back")
    AREAS_CHANGED = "areas-changed", _("changed who looks after which tables")
    EXTENSION_GIVEN = "extension-given", _("gave a time extension")
    RESULT_ENTERED = "result-entered", _("entered a result")
    RESULT_UNDONE = "result-undone", _("took a result back")
    RESULT_DISPUTED = "result-disputed", _("reported another result")
    RESULT_KEPT = "result-kept", _("kept the result")
    RESULT_REPORTED = "result-reported", _("reported a result by phone")
    REPORT_TAKEN_BACK = "report-taken-back", _("took a report back")
    GAME_TOLD = "game-told", _("told a game by phone")
    GAME_TAKEN_BACK = "game-taken-back", _("took a game back")
    SLIP_READ = "slip-read", _("read a slip a second time")
    READING_TAKEN_BACK = "reading-taken-back", _("took a second reading back")
    CALLED = "called", _("asked for the desk")
    CALL_ANSWERED = "call-answered", _("answered a call")
    NAMES_CHOSEN = "names-chosen", _("chose how players are called in public")
    ALIAS_CHOSEN = "alias-chosen", _("changed how a player is called in public")
    PLAYER_PSEUDONYMIZED = "player-pseudonymized", _("removed a player's personal data")
    PASSWORD_LINK_MADE = "password-link-made", _("made a link for a new password")
    ADDRESS_ISSUED = "address-issued", _("gave a new private address")
    RESULT_CORRECTED = "result-corrected", _("corrected a result")
    ROUND_COMPLETED = "round-completed", _("completed the round")
    ROUND_CERTIFIED = "round-certified", _("certified the round")
    CERTIFICATION_WITHDRAWN = "certification-withdrawn", _("withdrew a certification")
    ROUND_REOPENED = "round-reopened", _("reopened the round")
    ANNOUNCED_CHANGED = "announced-changed", _("changed what was announced")
    STAGES_CHANGED = "stages-changed", _("changed the stages")
    PLAYOFF_ENDED = "playoff-ended", _("ended the playoff by agreement")
    PLAYOFF_RESUMED = "playoff-resumed", _("let the playoff go on")
    GATE_ANSWERED = "gate-answered", _("answered a question before going on")
    GATE_PASSED = "gate-passed", _("went on")
    CUT_CONFIRMED = "cut-confirmed", _("confirmed who advances")
    CUT_TAKEN_BACK = "cut-taken-back", _("took the cut back")
    PODS_DRAWN = "pods-drawn", _("drew the pods")
    PODS_POSTED = "pods-posted", _("posted the pods")
    MATCH_MOVED = "match-moved", _("moved a match to another table")
    SEATS_CHANGED = "seats-changed", _("changed seats of a draft")
    PLAY_CHOSEN = "play-chosen", _("recorded who plays first")
    STANDINGS_PUBLISHED = "standings-published", _("published the standings")
    STANDINGS_WITHDRAWN = "standings-withdrawn", _("withdrew the standings")


class JournalEntry(models.Model):
    """One thing that somebody did. Append-only: the database refuses an update.

    One path takes a person's words out of `data`, see Redaction, and leaves an entry of its own.

    Players stand here by number, and by name in `data`, as they were called at that time, so that
    an entry reads the same for ever.
    """

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="journal")
    at = models.DateTimeField(auto_now_add=True)
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
        """When it happened: before it was written here where it came with an archive."""
        told = self.data.get("at") if self.came_along else None
        return self.at if told is None else datetime.datetime.fromisoformat(told)

    @property
    def who(self) -> str:
        """The user name of who did it, here or where the event was before; "" for nobody."""
        if self.came_along:
            return str(self.data.get("who", ""))
        return self.actor.get_username() if self.actor else ""

    @property
    def came_along(self) -> bool:
        """Whether it came with an archive: it happened where the event was before."""
        return self.verb == Verb.TOLD_ELSEWHERE
