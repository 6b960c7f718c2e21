"""Words and an example for settings and for the archive; `property_words` has the others."""

from collections.abc import Mapping
from typing import Any

_LATER = "2026-11-27T17:00:00Z"
_FACTS = ("FactSheetBody", "FactSheetAnswer")
_STAGES = ("AnnouncedStageBody", "AnnouncedStageValue")


def _of(types: tuple[str, ...], name: str, described: tuple[str, Any]) -> dict[str, Any]:
    return dict.fromkeys([f"{kind}.{name}" for kind in types], described)


SETTINGS: Mapping[str, tuple[str, Any]] = {
    # Stages at tables of four, and players who are not eligible.
    "table_sizes": ("What happens when the players do not divide by four", "threes"),
    "odd_go": ("Who plays at a table of three or five: the lowest or the highest", "low"),
    "points_first": ("Whether equal points come before new opponents", False),
    "eligible_because": ("Why a player who is not eligible plays", "Invited at the door"),
    # The fact sheet.
    "tier": ("The tier of the event; empty: not specified", "regular"),
    "sanctioning_number": ("The sanctioning number", "26-11-1234567"),
    "description_en": ("The description in English", "Bring 60 cards."),
    "description_ja": ("The description in Japanese", "60枚のデッキをお持ちください。"),
    "channel": ("Where players hear news and ask, such as a chat", "Corner Shop chat"),
    "prizes": ("The prizes", "A booster for each win"),
    "deck_rules": ("What holds for decklists", "Hand in at the desk before round 1."),
    **_of(_FACTS, "decklists", ("Required decklists; open: everybody reads them", "open")),
    "deck_deadline": ("Until when decklists are handed in; null: until round 1", _LATER),
    "by_invitation": ("Whether only invited players may play", False),
    "least_age": ("The minimum age in years; 0: none", 0),
    **_of(_FACTS, "address", ("Street and city, and how to get there", "Harbour Street 5")),
    "map_link": ("The address of a map; it starts with https://", "https://maps.example/hall"),
    "contact": ("An email address or a link for questions", "shop@example.com"),
    "schedule": ("The schedule: one line each, the time first", "18:30 Doors"),
    "prizes_handed_out": ("When and where prizes are handed out", "at the desk, after the final"),
    "organizer_word": ("A few sentences to the players", "Thank you for coming."),
    "short_address": ("The word that leads to the event, for posters", "hco"),
    # Phones.
    "show_recorded": ("Whether players see the result of their own match at once", True),
    "private_pages": ("Whether every player has a page of their own", True),
    "slip_codes": ("Whether slips have the codes of these pages", False),
    "phone_reports": ("Results by phone: none, for the desk to accept, or they count", "desk"),
    "phone_games": ("Whether players report game by game", False),
    "phone_check_in": ("Whether players check in by phone", True),
    "check_in_from": ("When check-in by phone opens; null: the desk opens it", _LATER),
    "check_in_until": ("When check-in by phone closes; null: the desk closes it", _LATER),
    "phone_decks": ("Whether players hand in decklists by phone", False),
    "opponent_decks": ("Whether players see their opponent's open decklist", False),
    "phone_drops": ("Whether players drop by phone", False),
    "judge_calls": ("Whether players call a judge by phone", True),
    "path": ("The address below this server; whoever has it is the player", "/me/7.x9K2b0Zq"),
    # Sign-ups.
    "is_open": ("Whether players can sign up", True),
    "deadline": ("Until when players sign up; null: until round 1", _LATER),
    "capacity": ("How many players there can be; null: no limit", 32),
    "approval": ("Whether the desk reviews every sign-up first", False),
    "fee": ("The entry fee as players read it", "5 EUR"),
    "ask_reading": ("Whether the form asks for a phonetic name", ""),
    "ask_email": ("Whether the form asks for an email address", "optional"),
    "ask_platform_id": ("Whether the form asks for a platform ID", ""),
    "ask_decklist": ("Whether the form asks for a decklist", ""),
    "free": ("How many places are free; null: there is no limit", 12),
    "sign_ups": ("The sign-ups: to decide, waiting in order, then those that are over", None),
    "doubts": ("What the desk should check first", ["Similar to an earlier sign-up."]),
    "accepted": ("How many sign-ups were accepted", 3),
    "SignUpValue.state": ("How far the sign-up is", "waiting"),
    "SignUpValue.player": ("The number of the player that it became; null: none yet", 7),
    # Announced values.
    "changes": ("What changed of it, the oldest first", None),
    "least_rounds": ("The number of rounds already paired", 1),
    "before": ("The value before; null: there was none", 50),
    "after": ("The value since; null: there is none", 60),
    "AnnouncedChangeValue.what": ("What changed", "minutes"),
    "AnnouncedChangeValue.reason": ("Why; players read it", "the hall opened late"),
    "AnnouncedBody.reason": ("Why; players read it", "the hall opened late"),
    **_of(_STAGES, "number", ("The number of the stage", 1)),
    # Steps after a round.
    "resolutions": ("A result for each table that has none", None),
    "Roster.next": ("`after` of the next page; null on the last one", 200),
    "FirstBody.first": ("The player who plays first in game 1", "second"),
    "QuestionsAnswer.number": ("The number of the round", 3),
}
# The public archive, whose values are those of the archive's format.
ARCHIVE: Mapping[str, Any] = {
    "ArchiveValue.drops": ("Who dropped after which round", [{"player": 9, "after_round": 2}]),
    "ArchiveValue.event": ("The event as the archive has it", {"name": "Friday Night Magic"}),
    "ArchiveValue.players": ("The players as the archive has them", [{"number": 1}]),
    "ArchiveValue.rounds": ("The rounds as the archive has them", [{"number": 1}]),
    "ArchiveValue.stages": ("The stages as the archive has them", [{"kind": "swiss"}]),
    "ArchiveValue.standings": ("Rounds whose standings are published", [1, 2]),
    "ArchiveValue.version": ("The version of the format", 30),
}
