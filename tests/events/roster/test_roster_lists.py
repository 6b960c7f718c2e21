"""A list of names for the roster: the parsed names, and the likely duplicates."""

import re

import pytest

from events.paper.queries import players_by_name
from tests import factories
from tests.events.roster.test_roster import names, scorekeeper
from tests.markup import without_tags

pytestmark = pytest.mark.django_db


def test_a_list_shows_what_was_understood_column_by_column() -> None:
    event = factories.event()
    client, path = scorekeeper(event)
    text = "Rossi, Mario, mario@example.org\n1\tItaly\tFalk\tAda"
    page = client.post(f"{path}paste/", {"text": text}).content.decode()
    rows = re.findall(r"<tr.*?>(.*?)</tr>", page.split('id="preview"')[1], re.S)[1:]
    # The shortened line comes first, because its removed parts may belong to the name.
    words = without_tags(rows[1]).split()
    assert words[:3] == ["1", "Mario", "Rossi"]
    assert "Rossi, Mario, mario@example.org" in " ".join(words), "the line as it was pasted"
    assert "family name first; email: mario@example.org" in " ".join(words)
    assert re.findall(r'name="column-\d"', page) == [f'name="column-{one}"' for one in range(4)]
    chosen = {"text": text, "column-2": "last", "column-3": "first", "column-0": "nonsense"}
    response = client.post(f"{path}paste/", chosen)
    names_read = [item.entry.name for item in response.context["preview"].lines]
    assert names_read[1] == "Ada Falk"
    assert '<option value="last" selected>' in response.content.decode()


def test_merging_a_line_fills_what_the_enrolled_player_lacks() -> None:
    event = factories.event(platform="Arena")
    factories.enroll_players(event, ["Mario Rossi", "Bo Lind"])
    client, path = scorekeeper(event)
    text = "Rossi, Mario, mario@example.org, Mario#1\nLind Bo\nNew One"
    page = client.post(f"{path}paste/", {"text": text}).content.decode()
    assert "Same person: merge and add mario@example.org, Mario#1" in page
    assert "possibly the same person" in page
    confirm = {"text": text, "confirm": "1", "new": "1", "line-1": "merge", "line-2": ""}
    page = client.post(f"{path}paste/", confirm, follow=True).content.decode()
    assert "1 player was enrolled." in page
    assert "1 enrolled player was updated from the list." in page
    one = event.enrollments.select_related("player").get(number=1)
    assert (one.name, one.player.email, one.platform_id) == (
        "Mario Rossi",
        "mario@example.org",
        "Mario#1",
    )
    assert names(event) == ["Mario Rossi", "Bo Lind", "New One"]


def test_merging_alone_is_something_to_do_and_another_person_is_enrolled() -> None:
    event = factories.event()
    factories.enroll_players(event, ["Mario Rossi"])
    client, path = scorekeeper(event)
    data = {"text": "Rossi Mario, mario@example.org", "confirm": "1", "new": "0"}
    assert client.post(f"{path}paste/", {**data, "line-1": "merge"}).status_code == 302
    assert names(event) == ["Mario Rossi"]
    data["text"] = "Rossi Mario"
    assert client.post(f"{path}paste/", {**data, "line-1": "anyway"}).status_code == 302
    assert names(event) == ["Mario Rossi", "Rossi Mario"]


def test_every_list_by_name_has_the_same_order() -> None:
    event = factories.event()
    factories.enroll_players(event, ["Zoe", "van der Berg", "Vandal", "Álvaro", "adam", "Van Aken"])
    client, path = scorekeeper(event)
    expected = ["adam", "Álvaro", "Van Aken", "van der Berg", "Vandal", "Zoe"]
    for page in (path, f"{path}check-in/"):
        text = client.get(page).content.decode()
        found = sorted(expected, key=lambda name: text.rindex(f"{name}"))
        assert found == expected
    # Paper lists follow the roster by family name, on the wall and at the door.
    text = client.get(path, {"sort": "family"}).content.decode()
    listed = players_by_name(event)
    expected = ["adam", "Van Aken", "Álvaro", "van der Berg", "Vandal", "Zoe"]
    assert [one.name for one in listed] == expected
    assert sorted(listed, key=lambda one: text.index(f'"players/{one.number}/"')) == listed
