"""The tables, one module a family; import them from here."""

from events.models.enrollment import Enrollment, Infraction, Penalty, PenaltyKind, Player
from events.models.event import Event, Role, StaffMember, Stage
from events.models.journal import JournalEntry, Verb
from events.models.round import Match, Round
from events.models.snapshot import StandingsSnapshot

__all__ = [
    "Enrollment",
    "Event",
    "Infraction",
    "JournalEntry",
    "Match",
    "Penalty",
    "PenaltyKind",
    "Player",
    "Role",
    "Round",
    "StaffMember",
    "Stage",
    "StandingsSnapshot",
    "Verb",
]
