"""The models, one module per family; import them from this package."""

from domain.kinds import PublicNames
from domain.penalties import Infraction, PenaltyKind
from events.models.announcement import AnnouncedChange, Announcement
from events.models.appeal import Appeal, InvestigationNote
from events.models.certification import Certification
from events.models.deck import DeckCheck, Decklist, Pool, PoolRegistration
from events.models.drawing import DraftCall, Drawing, PodDrawing, PodSeat
from events.models.enrollment import Enrollment, Penalty, Player, TeamMember
from events.models.event import Event
from events.models.fact_sheet import EligibilityMark, FactSheet, Logo
from events.models.journal import JournalEntry, Redaction, ResultSeal, Verb
from events.models.match import Match
from events.models.organisations.on_demand import Queue, QueueEntry, QueuePod
from events.models.organisations.organisation import (
    Badge,
    Organisation,
    OrganisationEntry,
    OrganisationInvitation,
    OrganisationLogo,
    OrganisationMember,
)
from events.models.organisations.series import CombinedPlayer, Series, SeriesChoice
from events.models.organisations.staff_move import StaffMove, WantedStaff
from events.models.organisations.venue import GivenTable, Venue, VenueRoom
from events.models.phones import Call, GameReport
from events.models.prize import HandedPrize, Prize, PrizeLabel, PrizeList
from events.models.programs.feature import FeatureMatch, StreamLink
from events.models.programs.hooks import HookDelivery, HookEndpoint, HookKind, HookMessage
from events.models.programs.tokens import (
    AccessToken,
    AnsweredCall,
    OrganisationCall,
    OrganisationToken,
    TokenScope,
)
from events.models.public_pages import (
    ChanceEstimate,
    PublicBuild,
    PublicPart,
    PushSubscription,
    StandingsSnapshot,
)
from events.models.repairing import Repairing
from events.models.report import Game, Report
from events.models.roles import Role
from events.models.round import PreflightAnswer, Round
from events.models.second_factor import (
    AccountEntry,
    AccountLogin,
    Authenticator,
    GuessCount,
    RecoveryCode,
    SentForm,
)
from events.models.sign_up import SignUp, SignUpSettings
from events.models.staff import (
    AccountTrust,
    Area,
    HandOver,
    PasswordLink,
    StaffInvitation,
    StaffMember,
)
from events.models.stage import BracketSeat, Stage, TableSeat
