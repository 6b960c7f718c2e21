"""Infractions and the penalties for them."""

from enum import StrEnum


class Infraction(StrEnum):
    """Infractions (Infraction Procedure Guide)."""

    MISSED_TRIGGER = "missed-trigger"
    LOOKING_AT_EXTRA_CARDS = "looking-at-extra-cards"
    HIDDEN_CARD_ERROR = "hidden-card-error"
    MULLIGAN = "mulligan-procedure-error"
    GAME_RULE_VIOLATION = "game-rule-violation"
    MAINTAIN_GAME_STATE = "failure-to-maintain-game-state"
    SLOW_PLAY = "slow-play"
    DECK_PROBLEM = "deck-problem"
    LIMITED_PROCEDURE = "limited-procedure-violation"
    COMMUNICATION = "communication-policy-violation"
    MARKED_CARDS = "marked-cards"
    INSUFFICIENT_SHUFFLING = "insufficient-shuffling"
    UNSPORTING_MINOR = "unsporting-conduct-minor"
    NOT_ANSWERING = "not-answering-staff"
    DISCONNECTION = "disconnection"
    TARDINESS = "tardiness"
    DECKLIST_PROBLEM = "decklist-problem"
    OUTSIDE_ASSISTANCE = "outside-assistance"
    UNSPORTING_MAJOR = "unsporting-conduct-major"
    IMPROPER_WINNER = "improperly-determining-a-winner"
    BRIBERY = "bribery-and-wagering"
    AGGRESSIVE = "aggressive-behavior"
    THEFT = "theft-of-tournament-material"
    STALLING = "stalling"
    CHEATING = "cheating"


class PenaltyKind(StrEnum):
    """Penalties, mildest first (Infraction Procedure Guide)."""

    NONE = "none"
    WARNING = "warning"
    GAME_LOSS = "game-loss"
    MATCH_LOSS = "match-loss"
    DISQUALIFICATION = "disqualification"
