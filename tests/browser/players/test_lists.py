from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.models import Event
from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ["Éva Nagy", "anna Rossi", "Zoë Li", "Bob O'Connor", "田中 太郎"]


@pytest.fixture
def decks(chromium: Browser, live_server: LiveServer) -> Iterator[Page]:
    event: Event = factories.event()
    for player, byes in zip(factories.enroll_players(event, NAMES), [0, 2, 0, 1, 0], strict=True):
        player.awarded_byes = byes
        player.save(update_fields=["awarded_byes"])
    factories.staff_member(event, username="keeper")
    page = chromium.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")
    page.set_default_timeout(30_000)
    page.goto(f"{live_server.url}/login/?next=/staff/e/{event.slug}/decks/")
    page.get_by_label("Username").or_(page.get_by_label("Username")).fill("keeper")
    page.get_by_label("Password").fill(factories.PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/decks/")
    yield page
    page.close()


def shown(page: Page) -> list[str]:
    rows = page.locator("table.data[data-filter] tbody tr:visible")
    return [text for text in rows.locator("th").all_inner_texts() if text]


def test_a_list_sorts_by_its_columns_both_ways_by_keyboard(decks: Page) -> None:
    head = decks.locator("th[data-sort]", has_text="Player")
    head.get_by_role("button").focus()
    decks.keyboard.press("Enter")
    expect(head).to_have_attribute("aria-sort", "ascending")
    names = ["anna Rossi", "Bob O'Connor", "Éva Nagy", "Zoë Li", "田中 太郎"]
    order = [next(name for name in NAMES if name in line) for line in shown(decks)]
    assert order == names
    decks.keyboard.press("Enter")
    expect(head).to_have_attribute("aria-sort", "descending")
    order = [next(name for name in NAMES if name in line) for line in shown(decks)]
    assert order == names[::-1]
    expect(decks.locator("th[aria-sort]")).to_have_count(1)


def test_a_list_narrows_and_keeps_the_order(decks: Page) -> None:
    decks.locator("th[data-sort]", has_text="Player").get_by_role("button").click()
    box = decks.get_by_role("searchbox").or_(decks.locator("input[type=search]")).first
    box.fill("eva")
    rows = decks.locator("table.data[data-filter] tbody tr:visible")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Éva Nagy")
    box.fill("")
    expect(rows).to_have_count(5)
    expect(rows.first).to_contain_text("anna Rossi")


def test_an_update_of_the_list_keeps_order_filter_and_place(decks: Page) -> None:
    """htmx does this when another screen has changed something: new rows replace the old ones."""
    decks.locator("th[data-sort]", has_text="Player").get_by_role("button").click()
    box = decks.locator("input[type=search]").first
    box.fill("o")
    rows = decks.locator("table.data[data-filter] tbody tr:visible")
    expect(rows).to_have_count(1)
    decks.evaluate(
        """() => {
          const table = document.querySelector("table.data[data-filter]");
          const fresh = table.cloneNode(true);
          fresh.removeAttribute("data-prepared");
          fresh.querySelectorAll("th[data-sort] > button").forEach((button) => {
            button.replaceWith(...button.childNodes);
          });
          fresh.querySelectorAll("[aria-sort]").forEach((th) => th.removeAttribute("aria-sort"));
          const body = fresh.tBodies[0];
          [...body.rows].reverse().forEach((row) => { row.hidden = false; body.append(row); });
          htmx.swap(table, fresh.outerHTML, { swapStyle: "outerHTML" });
        }"""
    )
    expect(decks.locator("th[aria-sort=ascending]")).to_have_count(1)
    expect(rows).to_have_count(1)
    expect(box).to_be_focused()
    box.fill("")
    expect(rows.first).to_contain_text("anna Rossi")


def test_after_a_player_is_enrolled_the_next_name_can_be_typed(decks: Page) -> None:
    decks.goto(decks.url.replace("decks/", "roster/?add"))
    name = decks.get_by_label("Name", exact=True)
    name.fill("Ada Falk")
    decks.keyboard.press("Enter")
    expect(decks.locator("#messages")).to_contain_text("Ada Falk is player number 6.")
    expect(name).to_be_focused()
    decks.keyboard.type("Bo Lind")
    decks.keyboard.press("Enter")
    expect(decks.locator("#messages")).to_contain_text("Bo Lind is player number 7.")
    expect(name).to_be_in_viewport()


def test_after_a_miss_at_check_in_typing_replaces_what_was_looked_for(decks: Page) -> None:
    decks.goto(decks.url.replace("decks/", "roster/check-in/"))
    box = decks.locator("#search")
    expect(box).to_be_focused()
    decks.keyboard.type("nobody")
    decks.keyboard.press("Enter")
    expect(decks.locator("#answer")).to_contain_text("nobody")
    expect(box).to_be_focused()
    decks.keyboard.type("zoe")
    expect(box).to_have_value("zoe")
    decks.keyboard.press("Enter")
    expect(decks.locator("#shown")).to_contain_text("Zoë Li is here")
