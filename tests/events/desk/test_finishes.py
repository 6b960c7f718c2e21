"""Results of Swiss rounds and a playoff say how far everyone came, and the Swiss rank."""

import csv
import io
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

import standings
from events.core.adapters import tournament_of
from events.core.events.finishing_actions import finish_event
from events.core.stages.elimination_results import playoff_finishes
from events.core.stages.plans import StagePlan
from events.core.standings.actions import publish_standings
from events.models import Event
from tests import factories
from tests.events.scenario import event_with_owner, play_round, start_round
from tests.events.support.paper_files import pages_of, texts
from tests.events.support.stages import SINGLE, confirm, finish_round, play_swiss, staged
from tests.markup import flat

pytestmark = pytest.mark.django_db


def cup(size: int = 4, *, finished: bool = True) -> tuple[Event, User, dict[int, int]]:
    """A cup of 12 players whose worst seed wins the playoff; the Swiss ranks by number."""
    event, owner = staged(
        12, StagePlan(rounds=2, cut_by="rank", cut_value=size), StagePlan(kind=SINGLE)
    )
    play_swiss(event, owner, 1, 2)
    ranks = {row.player: row.place or 0 for row in standings.compute(tournament_of(event, 2))}
    confirm(event, owner, 1)
    start_round(event, owner, 3)
    if finished:
        worst = {number for number, rank in ranks.items() if rank == size}
        for number in (3, 4):
            finish_round(
                event,
                owner,
                number,
                lambda a, b: next((n for n in (a, b) if n in worst), min(a, b)),
            )
            publish_standings(event_id=event.pk, actor=owner, number=number)
        finish_event(event_id=event.pk, actor=owner)
    return event, owner, ranks


def check_finishes(event: Event, ranks: dict[int, int]) -> None:
    found = playoff_finishes(event, 4)
    assert found is not None
    assert {number: finish.swiss_rank for number, finish in found.items()} == ranks
    winner = next(number for number, rank in ranks.items() if rank == 4)
    reached = found[winner].result
    assert reached is not None
    assert reached.won_all
    assert sum(finish.result is not None for finish in found.values()) == 4


def test_before_the_playoff_and_without_one_nothing_is_added() -> None:
    event, _owner, _ranks = cup(finished=False)
    assert playoff_finishes(event, 2) is None
    swiss, owner = event_with_owner(8)
    play_round(swiss, owner, 1)
    assert playoff_finishes(swiss, 1) is None
    page = factories.client_of(owner).get(f"/staff/e/{swiss.slug}/report/").content.decode()
    assert "Swiss rank" not in page


def check_page_of_the_staff(browser: Client, path: str) -> None:
    page = flat(browser.get(path).content.decode())
    assert '<th scope="col">Finish</th>' in page
    assert "Swiss rank</th>" in page
    # The figures of the report's pictures come before its standings.
    first = re.search(r"Swiss rank</th>.*?<tbody>(.*?</tr>)", page)
    assert first is not None
    assert re.search(r'<td class="nowrap">Winner</td>\s*<td class="num">4</td>', first[0])
    assert re.search(r'<td class="nowrap">Final</td>', page)
    assert re.search(r'<td class="nowrap">–</td>\s*<td class="num">12</td>', page)


def check_csv(browser: Client, event: Event, ranks: dict[int, int]) -> None:
    answer = browser.get(f"/staff/e/{event.slug}/report/csv/standings/")
    lines = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=","))
    if "Swiss rank" not in lines[0]:
        lines = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert [line["Came to"] for line in lines][:3] == ["Winner", "Final", "Semifinals"]
    assert {int(line["Number"]): int(line["Swiss rank"]) for line in lines} == ranks


def check_public_page(event: Event) -> None:
    client = factories.client_of(None)
    page = client.get(f"/e/{event.slug}/standings/").content.decode()
    assert "Winner, Swiss rank 4" in page
    assert re.search("Final, Swiss rank [23]", page)
    assert "Swiss rank 12" in page
    japanese = client.get(
        f"/e/{event.slug}/standings/", headers={"accept-language": "ja"}
    ).content.decode()
    assert "Swiss rank" not in japanese
    assert "スイスラウンド4位" in japanese
    before = client.get(f"/e/{event.slug}/standings/3/").content.decode()
    assert "still in, Swiss rank 4" in before


def check_paper(browser: Client, event: Event) -> None:
    address = f"/staff/e/{event.slug}/standings/4/print/"
    pages = pages_of(browser, address)
    assert "Swiss rank" in " ".join(texts(pages)[0].split())


def test_every_page_and_file_has_finish_and_swiss_rank() -> None:
    event, owner, ranks = cup()
    browser = factories.client_of(owner)
    check_finishes(event, ranks)
    for path in ("report/", "standings/", "standings/4/"):
        check_page_of_the_staff(browser, f"/staff/e/{event.slug}/{path}")
    check_csv(browser, event, ranks)
    check_public_page(event)
    check_paper(browser, event)
