"""Paper distinguishes players of the same name by their numbers, on every list."""

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest

from events import paper
from events.core.judging.penalty_actions import give_penalty
from events.core.namesakes import mark_namesakes
from events.core.results.slips import Slip
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods
from events.core.standings.correction_actions import correct_result
from events.models import Event, Infraction, PenaltyKind
from events.paper.document import Document
from events.prizes.actions import PrizeData, save_prizes
from events.report import views as report_views
from tests import factories
from tests.events.scenario import round_of
from tests.events.support.doors import address
from tests.events.support.stages import finish_round, playoff, staged

pytestmark = pytest.mark.django_db

NAME = "Anna Rossi"
OF_ROUNDS = [
    *(("pdf-pairings", 1, query) for query in ({}, {"by": "table"}, {"columns": "1"})),
    ("pdf-slips", 1, {}),
    ("pdf-standings", 1, {}),
    ("pdf-bracket", 2, {}),
    # Every label has the number below the name.
    *((name, 0, {}) for name in ("pdf-seats", "pdf-sign-in", "pdf-prizes")),
    ("report-pdf", 0, {}),
]


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> list[Document]:
    """The documents that are printed meanwhile, instead of their files."""
    printed: list[Document] = []

    def press(document: Document) -> bytes:
        printed.append(document)
        return b""

    monkeypatch.setattr(paper, "press", press)
    monkeypatch.setattr(report_views, "press", press)
    return printed


def texts_of(value: Any) -> Iterator[str]:
    """Return every text of a document without places to break; drawings are one text."""
    if isinstance(value, str):
        yield value.replace("\u200b", "")
    elif isinstance(value, dict):
        yield from texts_of(list(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_of(part)


def unmarked(document: Document) -> list[str]:
    """Return the texts with the name that has no number behind it."""
    return [
        text
        for text in texts_of(document.data)
        for found in re.findall(rf"(?:{NAME}|Rossi, Anna).{{0,30}}", text)
        if not re.match(r"(?:Anna Rossi|Rossi, Anna) #[1-6]\b", found)
    ]


def called_alike(event: Event, *numbers: int) -> None:
    event.enrollments.filter(number__in=numbers).update(name=NAME, sort_name="")
    mark_namesakes(event)


def test_every_list_of_an_event_marks_namesakes(pressed: list[Document]) -> None:
    event, owner = playoff(6, 4)
    match = round_of(event, 2).matches.get(table=1)
    one, other = match.first.number, round_of(event, 2).matches.get(table=2).first.number
    called_alike(event, one, other)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    prizes = PrizeData("USD", "tiebreak", False, 0, 0, False, "1: 100\n2-4: 50", "")
    save_prizes(**who, data=prizes)
    give_penalty(**who, number=one, infraction=Infraction.TARDINESS, penalty=PenaltyKind.GAME_LOSS)
    finish_round(event, owner, 2)
    correct_result(**who, number=2, table=1, slip=Slip.of(2, 0), reason="wrong slip")
    browser = factories.client_of(owner)
    for name, number, query in OF_ROUNDS:
        where = address(event, name, **({"number": number} if number else {}))
        assert browser.get(where, query).status_code == HTTPStatus.OK, name
        texts = " ".join(texts_of(pressed[-1].data))
        assert f"#{one}" in texts, name
        assert unmarked(pressed[-1]) == [], name


def test_lists_of_draft_seats_mark_namesakes(pressed: list[Document]) -> None:
    event, owner = staged(12, StagePlan(rounds=3, pods=True))
    called_alike(event, 1, 2)
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=4)
    browser = factories.client_of(owner)
    for query in ({}, {"by": "pod"}):
        browser.get(address(event, "pdf-pods", number=1), query)
        assert "Anna Rossi #1" in [*texts_of(pressed[-1].data)]
        assert unmarked(pressed[-1]) == []
