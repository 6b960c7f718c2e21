"""The gallery takes its pictures; that its list is whole is tested without a browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.gallery.shot_list import every_shot
from tests.browser.gallery.shots import THEMES, picture, take_in, write_page
from tests.screens.scenes import make_scene, visitor_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_page_shows_a_picture_of_each_size_and_theme(
    chromium: Browser, live_server: LiveServer, tmp_path: Path
) -> None:
    make_scene("empty")
    shots = [
        shot
        for shot in every_shot()
        if shot.scene == "empty"
        and shot.language == "en"
        and shot.name in ("staff:penalties", "public:about")
    ]
    visitors = {key: visitor_of(*key) for key in {(shot.scene, shot.who) for shot in shots}}
    taken = list(take_in(chromium, live_server.url, shots, visitors, tmp_path))
    assert [(shot.shot.size, shot.faults) for shot in taken] == [
        *(("390", []), ("390", [])),
        *(("1280", []), ("1280", [])),
    ]
    pictures = [tmp_path / picture(shot, theme) for shot in shots for theme in THEMES]
    assert len({path.read_bytes() for path in pictures}) == 8
    page = chromium.new_page()
    write_page(tmp_path / "index.html", [shot.plain() for shot in taken])
    page.goto((tmp_path / "index.html").as_uri())
    expect(page.locator("section")).to_have_count(2)
    expect(page.locator("figure")).to_have_count(4)
    page.get_by_label("dark").check()
    expect(page.locator("figure")).to_have_count(8)
    page.get_by_label("Page or event").fill("penalties")
    expect(page.locator("section")).to_have_count(1)
    page.close()


def test_no_two_shots_have_one_name() -> None:
    shots = every_shot()
    assert len({picture(shot, "light") for shot in shots}) == len(shots)
