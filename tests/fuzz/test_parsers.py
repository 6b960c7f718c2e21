"""Every parser of typed text: it reads a text, or refuses it with a RefusedError; nothing else."""

import zoneinfo
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product

import pytest
from django import forms
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from domain.results import parse_result
from events.announcements.forms import AnnouncedForm
from events.appeals.views import AppealForm
from events.core.decks.decklists import counted
from events.core.judging.penalty_queries import proposed_penalty
from events.core.players.player_entries import NewEnrollment, check_entry, cleaned_entry
from events.core.players.private_address import enrollment_in, sign_up_in
from events.core.players.queries import find_players, typed_player
from events.core.players.shown_names import first_and_initial
from events.core.refusals import RefusedError
from events.core.results.match_rules import MatchRules
from events.core.results.slips import check_score, parse_entry, parse_slip, plain_words
from events.core.search import name_matches, number_sought
from events.core.seats.table_numbering import (
    check_room,
    read_blocked,
    read_feature,
    read_rows,
    read_tables,
)
from events.core.typed_values import (
    checked_reason,
    checked_text,
    needed_reason,
    row_key,
    whole_number,
)
from events.desk.unposted_forms import PairAgainForm, TableField
from events.models import Event, Infraction, PenaltyKind
from events.paper.forms import TablesField
from events.penalties.views import PenaltyForm
from events.player_pages.push_actions import is_at_a_service
from events.roster.parsing.pasted_text import read_list
from events.roster.parsing.uploads import OldFile, upload_of
from events.settings.own_profile import OwnProfileForm
from events.web.forms.dates import MomentField
from interchange.values import ForeignError
from standings import PROFILES
from tests.events.scenario import event_with_owner
from tests.fuzz import values
from tests.fuzz.bounds import examples, in_time

RULES = (
    MatchRules(),
    MatchRules(games_to_win=1),
    MatchRules(games_to_win=3),
    MatchRules(draws_allowed=False),
    MatchRules(by_seats=True),
    MatchRules(double_sided=True),
    MatchRules(draws_allowed=False, playoff=True),
    MatchRules(games_to_win=1, sizes=((1, 4), (2, 3), (3, 5))),
)
# Pieces of each grammar: in random order they reach deeper than random letters.
OF_A_SLIP = [
    "0", "1", "2", "3", "9", "-", " ", "d", "dl", "w", "l", "t", "c", "c1", "c2", "g1", "g2", "x",
    "x1", "x2", "x12", "c124", "d13", "lwll", "!", "t1r1", "２", "٢", "×", "ー", ".", ":", "id",
]  # fmt: skip
OF_A_ROOM = ["1", "10", "999999", "-", ",", ";", " ", "\n", "–", "Feature", "٣", "²", "0", "、"]
OF_A_LIST = [
    "Rossi", "Anna", ",", "\t", ";", "|", "\n", "Name", "E-Mail", "a@b.invalid", "<a@b.invalid>",
    "Vorname", "bye", "byes: 2", "2", "1.", "#3", "(", ")", "Team:", "/", "山田", "さん", '"', "@x",
]  # fmt: skip
OF_A_DECK = [
    "4", "x", "4x", " ", "\n", "Island", "SB:", "Sideboard", "(UND)", "97", "*F*", "[SET]", "//",
    "枚", "稲妻", "Deck", "\t", "999", "<Cards", "/>", "²",
]  # fmt: skip
OF_A_NUMBER = ["0", "1", "9", ".", ",", "/", "%", "％", "-", "+", "e", "_", " ", "²", "٣", "½"]
OF_A_MOMENT = ["2026", "0001", "9999", "-", "05", "31", "T", ":", "23", "59", " ", "Z", "+", "14"]


def texts(*grammars: list[str]) -> st.SearchStrategy[str]:
    """Draw texts of one grammar's pieces, and texts of no grammar."""
    pieces = [st.lists(st.sampled_from(grammar), max_size=12).map("".join) for grammar in grammars]
    return st.one_of(*pieces, values.nasty, st.text(max_size=40))


def slip_of(text: str) -> None:
    """Read an entry as each kind of match does, and check what was read."""
    for rules in RULES:
        with suppress(RefusedError):
            entry = parse_entry(text, rules)
            if entry.slip is not None:
                result = entry.slip.result
                rules.game_at_time(result)
                check_score(result, rules.games_to_win, rules.draws_allowed, rules.by_seats)
        with suppress(RefusedError):
            parse_slip(plain_words(text), rules)


def entry_of_the_roster(text: str) -> None:
    """Clean and check a player of whom every field is this text."""
    check_entry(
        cleaned_entry(NewEnrollment(text, text, text, members=(text, text, text), reading=text))
    )


def roster_of(text: str) -> None:
    """Read a pasted list, of players and of teams, with the columns it names and with its own."""
    for seats in (0, 3):
        kinds = [column.kind for column in read_list(text, seats).columns]
        read_list(text, seats, kinds)


def rooms_of(text: str) -> None:
    """Read the three descriptions of a room."""
    for read in (read_tables, read_rows, read_blocked, read_feature):
        with suppress(RefusedError):
            read(text)
    check_room(text, text, text)


def numbers_of(text: str) -> None:
    """Read a whole number: minutes, a table, a seat, the key of a row."""
    number = whole_number(text, 999)
    assert number is None or 0 <= number <= 999
    row_key(text)
    number_sought(text)


def notes_of(text: str) -> None:
    """Read what is kept as it is written."""
    for read in (checked_reason, needed_reason):
        with suppress(RefusedError):
            read(text)
    checked_text(text, 200, "note")


def addresses_of(text: str) -> None:
    """Read a token from a player link, or an endpoint given for a phone."""
    for read in (enrollment_in, sign_up_in):
        read(text)
    is_at_a_service(text, ["https://push.example"])


def deck_of(text: str) -> None:
    """Count a decklist of each kind."""
    for game_format in ("Modern", "booster draft", text):
        counted(text, game_format, 2)


def names_of(text: str) -> None:
    """Search by a name, and shorten one."""
    name_matches("Anna Rossi", text, "あんな")
    name_matches(text, "anna", text)
    first_and_initial(text)


PARSERS: list[tuple[Callable[[str], None], list[str]]] = [
    (slip_of, OF_A_SLIP),
    (rooms_of, OF_A_ROOM),
    (roster_of, OF_A_LIST),
    (entry_of_the_roster, OF_A_LIST),
    (deck_of, OF_A_DECK),
    (numbers_of, OF_A_NUMBER),
    (notes_of, OF_A_LIST),
    (names_of, OF_A_LIST),
    (addresses_of, OF_A_LIST),
]


@examples(150, 0.2)
@given(st.data())
@pytest.mark.parametrize(
    ("parse", "grammar"), PARSERS, ids=[parse.__name__ for parse, _grammar in PARSERS]
)
def test_a_parser_refuses_in_words(
    parse: Callable[[str], None], grammar: list[str], data: st.DataObject
) -> None:
    text = data.draw(texts(grammar))
    with in_time(text), suppress(RefusedError):
        parse(text)


@examples(100, 0.1)
@given(st.binary(max_size=60))
def test_the_bytes_of_a_list(data: bytes) -> None:
    with suppress(ForeignError):
        upload = upload_of(data)
        assert isinstance(upload.text if isinstance(upload, OldFile) else upload, str)


def slips() -> Iterator[str]:
    """A few results with every pair of marks behind them, also the same one twice."""
    marks = ["", "t", "c", "c1", "c2", "g1", "g2", "x", "x1", "x2", "x12"]
    for games, marked, between in product(
        ["", "0", "11", "2", "20", "2-0-1", "111", "d", "dl", "wlw"],
        product(marks, repeat=2),
        ["", " "],
    ):
        yield f"1 {games}{between.join(marked)}"


def test_every_short_slip() -> None:
    for text in slips():
        slip_of(text)


@examples(100, 0.1)
@given(texts(OF_A_SLIP))
def test_a_result_of_an_archive(text: str) -> None:
    with suppress(ValueError):
        parse_result(text)


def typed_forms(text: str) -> Iterator[forms.BaseForm]:
    """Forms whose fields read typed text, with this text in each of them."""
    proposals = {kind: proposed_penalty(kind, 0) for kind in Infraction}
    yield PairAgainForm(dict.fromkeys(PairAgainForm.base_fields, text))
    own = OwnProfileForm(None, PROFILES["mtr"])
    yield OwnProfileForm({own.add_prefix(name): text for name in own.fields}, own.base)
    filled = QueryDict(mutable=True)
    for name in ("infraction", "penalty", "note", "seat"):
        filled[name] = text
    yield PenaltyForm((), proposals, 0, filled)
    yield PenaltyForm(
        (),
        proposals,
        0,
        {"infraction": Infraction.TARDINESS, "penalty": PenaltyKind.WARNING, "note": text},
    )


class TypedForms(TestCase):
    event: Event

    @classmethod
    def setUpTestData(cls) -> None:
        cls.event, _owner = event_with_owner(3)

    @examples(200, 0.1)
    @given(texts(OF_A_NUMBER, OF_A_MOMENT, OF_A_ROOM))
    def test_a_form_says_at_the_field_what_is_wrong(self, text: str) -> None:
        with in_time(text):
            for form in typed_forms(text):
                form.is_valid()
            AnnouncedForm(self.event, (), {"minutes": text, "reason": text}).is_valid()
            AppealForm(self.event, dict.fromkeys(AppealForm.base_fields, text)).is_valid()
            zone = zoneinfo.ZoneInfo(self.event.time_zone)
            for field in (MomentField(zone), TableField(), TablesField()):
                with suppress(forms.ValidationError):
                    field.clean(text)

    @examples(200, 0.1)
    @given(texts(OF_A_LIST, OF_A_NUMBER))
    def test_a_player_is_found_or_refused(self, text: str) -> None:
        with suppress(RefusedError):
            typed_player(self.event, text)
        find_players(self.event.enrollments.all(), text)
