"""A Commander night of 14 whose every result comes from phones without JavaScript, in Japanese."""

import re
from html import unescape
from typing import NamedTuple

import pytest
from django.contrib.auth.models import User

from events.core.events.finishing_actions import finish_event
from events.core.rounds.actions import complete_round
from events.core.stages.elimination_results import playoff_finishes
from events.core.standings.actions import publish_standings
from events.models import Enrollment, Event, Match, Report
from tests.events.scenario import start_round
from tests.events.support.phones import EVERYTHING, Phone
from tests.events.tables_of_four.playing import advance, table_event

pytestmark = pytest.mark.django_db

FORM = re.compile(r'<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')
BUTTON = re.compile(r'<button[^>]*name="score"[^>]*value="([^"]*)"[^>]*>(.*?)</button>', re.DOTALL)


class Tap(NamedTuple):
    """A button of a form: what the browser sends when it is pressed."""

    words: str
    fields: dict[str, str]


def _taps(phone: Phone) -> list[Tap]:
    """Return the buttons that report a result, as a browser without JavaScript has them."""
    taps = []
    for action, inside in FORM.findall(phone.page()):
        if action != phone.url("report"):
            continue
        hidden = {name: unescape(value) for name, value in HIDDEN.findall(inside)}
        for score, words in BUTTON.findall(inside):
            plain = " ".join(re.sub(r"<[^>]*>", " ", words).split())
            taps.append(Tap(plain, {**hidden, "score": unescape(score)}))
    return taps


def _press(phone: Phone, tap: Tap) -> None:
    answer = phone.client.post(phone.url("report"), tap.fields)
    assert answer.status_code == 302, answer.content.decode()


def _report(match: Match, winner: int) -> None:
    """Let a player of a table report who won, and another who did not win confirm it."""
    phones = [Phone(player, "ja") for player in match.players]
    reporting = phones[(winner + 1) % len(phones)]
    agreeing = phones[(winner + 2) % len(phones)] if len(phones) > 2 else phones[0]
    name = match.players[winner].name
    [tap] = [tap for tap in _taps(reporting) if re.search(rf"\b{name}(?!\d)", tap.words)]
    assert "勝" in tap.words
    _press(reporting, tap)
    assert not Match.objects.get(pk=match.pk).has_result, "one phone alone decides nothing"
    first, *others = _taps(agreeing)
    assert name in first.words, "the confirmation comes first"
    assert others, "another result can be reported"
    _press(agreeing, first)


def _play_by_phone(event: Event, owner: User, number: int) -> dict[int, Enrollment]:
    """Play a round by phones; return who won each table."""
    if not event.rounds.filter(number=number, state="posted").exists():
        start_round(event, owner, number)
    won = {}
    for match in Match.objects.of_tables().filter(round__event=event, round__number=number):
        winner = ((match.table or 0) + number) % len(match.players)
        _report(match, winner)
        match.refresh_from_db()
        assert match.official_report is not None
        assert match.official_report.source == Report.Source.SEAT
        assert match.marks.index("w") == winner
        won[match.table or 0] = match.players[winner]
    complete_round(event_id=event.pk, actor=owner, number=number)
    publish_standings(event_id=event.pk, actor=owner, number=number)
    return won


def test_a_night_of_fourteen_is_reported_by_phones_alone() -> None:
    event, owner = table_event(14, rounds=2, cut=4)
    Event.objects.filter(pk=event.pk).update(**EVERYTHING)
    event.refresh_from_db()
    for number in (1, 2):
        won = _play_by_phone(event, owner, number)
        for player in won.values():
            page = Phone(player, "ja").page()
            assert 'lang="ja"' in page
            assert "勝" in page
    advance(event, owner)
    [champion] = _play_by_phone(event, owner, 3).values()
    finish_event(event_id=event.pk, actor=owner)
    event.refresh_from_db()
    finishes = playoff_finishes(event, 3) or {}
    won_all = [
        number for number, finish in finishes.items() if finish.result and finish.result.won_all
    ]
    assert won_all == [champion.number]
    phones = Report.objects.filter(match__round__event=event, source=Report.Source.SEAT)
    assert phones.count() == 2 * Match.objects.of_tables().filter(round__event=event).count()
