"""Which entry of the journal moves which revision of its event on."""

from django.db.models import F

from events.models.event import Event
from events.models.journal import Verb
from events.models.sql.prepared import PreparedUpdate

# Journal entries that change public data; every other entry leaves the public pages unchanged.
PUBLIC_VERBS = frozenset(
    {
        Verb.EVENT_CREATED,
        Verb.EVENT_CHANGED,
        Verb.EVENT_FINISHED,
        Verb.EVENT_REOPENED,
        Verb.EVENT_IMPORTED,
        Verb.FACTS_CHANGED,
        Verb.DECKLIST_CHANGED,
        Verb.SIGN_UP_CHANGED,
        Verb.ENROLLED,
        Verb.ENROLLMENT_CHANGED,
        Verb.ENROLLMENT_REMOVED,
        Verb.ENROLLMENTS_MERGED,
        Verb.DROPPED,
        Verb.REINSTATED,
        Verb.DISQUALIFIED,
        Verb.ROUND_POSTED,
        Verb.ROUND_UNPOSTED,
        Verb.PAIRINGS_REPAIRED,
        Verb.REPAIR_UNDONE,
        Verb.ANNOUNCED,
        Verb.ANNOUNCEMENT_ENDED,
        Verb.CLOCK_STARTED,
        Verb.CLOCK_PAUSED,
        Verb.CLOCK_RESUMED,
        Verb.CLOCK_CHANGED,
        Verb.CLOCK_STOPPED,
        Verb.PREPARATION_TIMED,
        Verb.EXTENSION_GIVEN,
        Verb.NEXT_ANNOUNCED,
        Verb.RESULT_CORRECTED,
        Verb.ROUND_COMPLETED,
        Verb.ROUND_REOPENED,
        Verb.ANNOUNCED_CHANGED,
        Verb.STAGES_CHANGED,
        Verb.PLAYOFF_ENDED,
        Verb.PLAYOFF_RESUMED,
        Verb.CUT_CONFIRMED,
        Verb.CUT_TAKEN_BACK,
        Verb.PODS_POSTED,
        Verb.SEATS_CHANGED,
        Verb.MATCH_MOVED,
        Verb.PLAY_CHOSEN,
        Verb.STANDINGS_PUBLISHED,
        Verb.STANDINGS_WITHDRAWN,
        Verb.NAMES_CHOSEN,
        Verb.ALIAS_CHOSEN,
        Verb.PLAYER_PSEUDONYMIZED,
    }
)


# Entries that a desk receives line by line; after any other entry it reloads the whole list.
LINE_VERBS = frozenset(
    {
        Verb.RESULT_ENTERED,
        Verb.RESULT_UNDONE,
        Verb.RESULT_DISPUTED,
        Verb.RESULT_KEPT,
        Verb.DROPPED,
        Verb.REINSTATED,
        Verb.EXTENSION_GIVEN,
        Verb.TABLE_ATTENDED,
        Verb.TABLE_LEFT,
        Verb.TURNS_BEGUN,
        Verb.TURNS_TAKEN_BACK,
        Verb.AREAS_CHANGED,
        Verb.CLOCK_STARTED,
        Verb.CLOCK_PAUSED,
        Verb.CLOCK_RESUMED,
        Verb.CLOCK_CHANGED,
        Verb.CLOCK_STOPPED,
        Verb.CHECKED_IN,
        Verb.DECKLIST_HANDED_IN,
        Verb.SIGNED_UP,
        Verb.SIGN_UP_APPROVED,
        Verb.SIGN_UP_HELD,
        Verb.SIGN_UP_REFUSED,
        Verb.SIGN_UP_CANCELLED,
        Verb.SIGN_UP_MOVED,
        Verb.TABLE_CHECKED,
        Verb.NEXT_ANNOUNCED,
        Verb.RESULT_REPORTED,
        Verb.REPORT_TAKEN_BACK,
        Verb.GAME_TOLD,
        Verb.GAME_TAKEN_BACK,
        Verb.SLIP_READ,
        Verb.READING_TAKEN_BACK,
        Verb.ROUND_CERTIFIED,
        Verb.CERTIFICATION_WITHDRAWN,
        Verb.CALLED,
        Verb.CALL_ANSWERED,
        Verb.ADDRESS_ISSUED,
        Verb.GATE_ANSWERED,
        Verb.GATE_PASSED,
    }
)


def _moving_on(public: bool, whole: bool) -> PreparedUpdate:
    """Return what moves the revisions of an event on: those what players and what desks see."""
    changes = {"revision": F("revision") + 1}
    if public:
        changes["public_revision"] = F("public_revision") + 1
    if whole:
        changes["whole_revision"] = F("revision") + 1
    return PreparedUpdate(lambda event: Event.objects.filter(pk=event), changes, int)


_MOVE_ON = {
    (public, whole): _moving_on(public, whole)
    for public in (False, True)
    for whole in (False, True)
}


def move_on(event: int, verb: Verb) -> None:
    """Move the revisions of an event on that an entry of this kind changes. One statement."""
    _MOVE_ON[verb in PUBLIC_VERBS, verb not in LINE_VERBS](event)
