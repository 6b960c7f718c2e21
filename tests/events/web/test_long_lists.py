"""Long lists: pages of an event of 3,000 players stay small, and a search finds every row.

As many rows are shown with 10,000 players: `python -m tests.bench.large` prints the figures.
"""

import gzip
import re

import pytest
from django.db.models.signals import post_init
from django.test import Client
from django.utils import timezone

from events.core.adapters import posted_rows
from events.core.standings.actions import publish_standings
from events.models import Enrollment, Event, Match, Player, Role, Round
from events.web.staff_pages.rows_shown import PAGE
from tests import factories
from tests.markup import with_plain_names

pytestmark = pytest.mark.django_db

PLAYERS = 3_000
TABLES = PLAYERS // 2
MOST_BYTES, MOST_PHONE_BYTES = 700_000, 30_000
# Desk pages, with the beginning of each row.
PAGES = {
    "": '<tr id="open-',
    "rounds/1/": '<tr><td class="num figure"',
    "standings/": '<tr><td class="num figure">',
    "roster/": "<tr><td><label><input",
    "roster/check-in/": '<tr><td class="num">',
    "roster/drop-absent/": "<li><bdi",
    "rounds/2/complete/": '<li id="table-',
    "rounds/2/sources/": '<td class="num">',
    "feature/": '<span class="program">',
    "decks/": '<th scope="row"',
    "room/": '<li class="outstanding">',
    "report/": '<td class="num">',
}
# Pages that read one object per visible row, not per row of the event.
BY_NEED = ("roster/", "roster/?q=Person", "decks/", "room/", "feature/", "rounds/2/plans/")
MOST_OBJECTS = 1_500
MOST_ROWS = {"room/": 1_010, "report/": 3_000}


def large_event() -> Event:
    """Return an event whose round 1 is published; round 2 is posted without a result."""
    event = factories.event(slug="large", state=Event.State.RUNNING)
    people = Player.objects.bulk_create(
        Player(name=f"Person {number:04}") for number in range(1, PLAYERS + 1)
    )
    players = Enrollment.objects.bulk_create(
        Enrollment(event=event, player=person, name=person.name, number=number)
        for number, person in enumerate(people, start=1)
    )
    stage, now = event.stages.get(), timezone.now()
    second = players[TABLES:]
    for number, state in ((1, Round.State.COMPLETE), (2, Round.State.POSTED)):
        round = factories.RoundFactory.create(event=event, stage=stage, state=state)
        pairs = zip(players[:TABLES], second, strict=True)
        Match.objects.bulk_create(
            Match(round=round, table=table, first=first, second=other)
            for table, (first, other) in enumerate(pairs, start=1)
        )
        if number == 1:
            factories.report_round(round)
        round.posted_at, round.posted_rows = now, posted_rows(round)
        round.save(update_fields=["posted_at", "posted_rows"])
        second = [*second[1:], second[0]]
    owner = factories.staff_member(event, (Role.ORGANIZER, Role.SCOREKEEPER, Role.HEAD_JUDGE))
    publish_standings(event_id=event.pk, actor=owner, number=1)
    return event


@pytest.mark.slow
def test_a_large_event_is_shown_by_need() -> None:
    event = large_event()
    desk = factories.client_of(event.staff.get().user)
    base = f"/staff/e/{event.slug}/"
    for page, row in PAGES.items():
        answer = desk.get(base + page)
        assert answer.status_code == 200, page
        rows = answer.content.decode().count(row)
        assert 0 < rows <= MOST_ROWS.get(page, PAGE), (page, rows)
        assert len(answer.content) <= MOST_BYTES, (page, len(answer.content))
    check_pages_and_search(desk, f"{base}standings/", "Person 2999")
    check_pages_and_search(desk, f"{base}", "1500")
    check_pages_and_search(desk, f"{base}roster/", "Person 2999")
    check_pages_and_search(desk, f"{base}decks/", "Person 2999")
    for search in ("Person 2999", "1498"):
        for page in ("room/", "feature/", "rounds/2/sources/"):
            found = with_plain_names(desk.get(base + page, {"q": search}).content.decode())
            assert "Person 2999" in found, (page, search)
            assert "Person 0007" not in found, (page, search)
    for page in BY_NEED:
        assert objects_read(desk, base + page) <= MOST_OBJECTS, page
    # A re-pairing with many new tables, too.
    address = f"{base}rounds/2/plans/"
    whole, following = (
        desk.get(address + part).content.decode().partition('id="apply-whole-')[2]
        for part in ("", "?row=201")
    )
    assert re.search(r'href="\?row=201#apply-whole-\d+" rel="next"', whole)
    tables = [re.findall(r'<td class="num figure">(\d+)', text) for text in (whole, following)]
    assert list(map(len, tables)) == [200, 200]
    assert not {*tables[0]} & {*tables[1]}
    # All players whom the page counts are dropped, not only those of its part.
    absent = desk.get(f"{base}roster/drop-absent/").content.decode()
    assert 'name="numbers" value="1-3000"' in absent
    # "All the rest" includes those that are not listed.
    form = {"tables": f"1-{TABLES}", "choice-rest": "double-loss"}
    page = desk.get(f"{base}rounds/2/complete/").content.decode()
    assert f'value="1-{TABLES}"' in page
    values = re.findall(r'<option value="([^"]+)"', page.partition('id="choice-rest"')[2])
    form["choice-rest"] = values[0]
    assert desk.post(f"{base}rounds/2/complete/", form).status_code == 302
    assert event.rounds.get(number=2).state == Round.State.COMPLETE


def check_unposted_round(event: Event) -> None:
    """Check that the desk is shown a part of an unposted round, and finds the rest."""
    event.rounds.filter(number=2).update(state=Round.State.UNPOSTED, posted_at=None)
    desk, page = factories.client_of(event.staff.get().user), f"/staff/e/{event.slug}/rounds/2/"
    text = desk.get(page).content.decode()
    assert len(text) <= MOST_BYTES
    assert text.count('<tr><td class="num figure"') == PAGE
    assert text.count("<option value=") < 2 * PAGE + 10
    assert 'rel="next"' in text
    found = with_plain_names(desk.get(page, {"q": "Person 2999"}).content.decode())
    assert "<td>Person 2999" in found
    assert "<td>Person 0007" not in found


def objects_read(desk: Client, page: str) -> int:
    """Return how many rows of the database a page makes objects of."""
    read = 0

    def count(**_signal: object) -> None:
        nonlocal read
        read += 1

    post_init.connect(count)
    try:
        desk.get(page)
    finally:
        post_init.disconnect(count)
    return read


def check_pages_and_search(desk: Client, page: str, search: str) -> None:
    """Check that the next page has other rows, and that the search finds a row of the last."""
    first = desk.get(page).content.decode()
    following = re.search(r'href="(\?[^"]*row=\d+)" rel="next"', first)
    assert following, page
    after = desk.get(page + following[1]).content.decode()
    assert f"{PAGE + 1}–{2 * PAGE}" in after
    assert 'rel="prev"' in after
    found = with_plain_names(desk.get(page, {"q": search}).content.decode())
    assert f">{search}</a>" in found
    assert "Person 0007" not in found
    nobody = desk.get(page, {"q": "Nobody Atall"}).content.decode()
    assert "Person 0007" not in nobody


def test_phones_and_the_desk_find_a_table_in_a_large_event() -> None:
    event = large_event()
    check_phone(event)
    check_unposted_round(event)


def check_phone(event: Event) -> None:
    """Check that a phone is shown parts of the public lists, and finds its table."""
    phone, base = Client(), f"/e/{event.slug}/"
    texts = {}
    for page in ("", "pairings/", "pairings/?part=8", "pairings/?q=Person", "standings/"):
        answer = phone.get(base + page)
        assert answer.status_code == 200, page
        texts[page] = answer.content.decode()
        assert len(gzip.compress(answer.content)) <= MOST_PHONE_BYTES, page
    assert "?part=8" in texts["pairings/"]
    assert "Person 2999" not in texts["pairings/"]
    assert "Person 2999" in texts["pairings/?part=8"]
    assert "More names match." in texts["pairings/?q=Person"]
    found = phone.get(f"{base}pairings/", {"q": "Person 2999"}).content.decode()
    assert "Person 2999" in found
    assert found.count("<tr") <= 3
    found = phone.get(f"{base}standings/", {"q": "Person 2999"}).content.decode()
    assert "Person 2999" in found
    assert "Person 0007" not in found
    for wrong in ("pairings/?part=9", "standings/?part=0"):
        assert phone.get(base + wrong).status_code == 404


def test_a_small_event_has_no_pages() -> None:
    event = factories.EventFactory.create(players=20, posted=True)
    person = factories.staff_member(event)
    text = factories.client_of(person).get(f"/staff/e/{event.slug}/").content.decode()
    assert "rows-shown" not in text
    assert 'data-filter="#filter-open"' in text
    public = Client().get(f"/e/{event.slug}/pairings/").content.decode()
    assert "list-parts" not in public
    assert 'data-filter="#q"' in public
