"""The tables, one module a family; import them from here."""

from events.models.announced import AnnouncedChange
from events.models.announcement import Announcement
from events.models.appeal import Appeal
from events.models.area import Area
from events.models.deck import DeckCheck, Decklist
from events.models.drawing import Drawing
from events.models.enrollment import (
    Enrollment,
    Infraction,
    Penalty,
    PenaltyKind,
    Player,
    TeamMember,
)
from events.models.event import Event, Role, StaffMember
from events.models.fact_sheet import EligibilityMark, FactSheet
from events.models.gate import GateAnswer
from events.models.journal import JournalEntry, Verb
from events.models.match import Match
from events.models.phones import Call
from events.models.public import PublicBuild, PublicPart
from events.models.repair import Repair
from events.models.report import Game, Report
from events.models.round import Round
from events.models.snapshot import StandingsSnapshot
from events.models.stage import BracketSeat, PodSeat, Stage

__all__ = [
    "AnnouncedChange",
    "Announcement",
    "Appeal",
    "Area",
    "BracketSeat",
    "Call",
    "DeckCheck",
    "Decklist",
    "Drawing",
    "EligibilityMark",
    "Enrollment",
    "Event",
    "FactSheet",
    "Game",
    "GateAnswer",
    "Infraction",
    "JournalEntry",
    "Match",
    "Penalty",
    "PenaltyKind",
    "Player",
    "PodSeat",
    "PublicBuild",
    "PublicPart",
    "Repair",
    "Report",
    "Role",
    "Round",
    "StaffMember",
    "Stage",
    "StandingsSnapshot",
    "TeamMember",
    "Verb",
]
