"""The arithmetic behind the figures: the same as the standings, for those who may see it."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from html import unescape
from http import HTTPStatus
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.results.slips import Slip
from events.core.standings.actions import withdraw_standings
from events.core.standings.correction_actions import correct_result
from events.core.words.ordinals import ordinal
from events.models import Match, Round, StandingsSnapshot
from standings import PROFILES, percent
from standings.profile import Profile
from standings.rule_values import Tiebreaker
from tests import factories
from tests.events.support.doors import EVERYBODY, address, check_refusals, check_wrong_method
from tests.events.support.public_events import Played
from tests.markup import without_tags

pytestmark = pytest.mark.django_db

FIVE = ["Anna Rossi", "Bob Stone", "Carla Vega", "Dan Moor", "Eve Holt"]


@pytest.fixture
def played() -> Played:
    """Five players after three published rounds: byes, floors, and players on equal points."""
    made = Played(FIVE, rounds=4)
    for number in (1, 2, 3):
        made.play(number)
        made.publish(number)
    return made


def stored(played: Played, number: int) -> list[dict[str, Any]]:
    """The rows of the newest standings that were published after a round."""
    snapshots = StandingsSnapshot.objects.filter(round__event=played.event, round__number=number)
    rows: list[dict[str, Any]] = snapshots.order_by("-revision")[0].rows
    return rows


def words(page: str) -> str:
    """The page as it is read."""
    text = without_tags(page)
    return re.sub(r"\s+", " ", unescape(text))


def read(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == HTTPStatus.OK, url
    return answer.content.decode()


def why(played: Played, number: int, player: int, end: str = "/") -> str:
    return f"{played.url('standings', number, 'players')}{player}{end}"


def data(client: Client, url: str) -> dict[str, Any]:
    answer = client.get(url)
    assert answer.status_code == HTTPStatus.OK
    assert answer["Content-Type"] == "application/json"
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_every_figure_is_the_one_of_the_standings(client: Client, played: Played) -> None:
    desk = factories.client_of(played.organizer)
    for round in (1, 2, 3):
        for row in stored(played, round):
            url = why(played, round, row["number"])
            page = words(read(client, url))
            found = data(client, why(played, round, row["number"], ".json"))
            kept = {"name": row["name"], "points": row["points"], "place": row["place"]}
            assert found["player"].items() >= kept.items()
            assert f"{ordinal(row['place'])} place after round {round}" in page
            for part in found["explanation"]["parts"]:
                assert part["value"] == row[part["tiebreaker"]]
                figure = percent(None if part["value"] is None else Fraction(part["value"]))
                assert part["text"] == figure
                assert f"{part['tiebreaker'].upper()}% {figure}" in page
            staff = f"/staff{url}"
            assert words(read(desk, staff)).count("exactly") == page.count("exactly")
            assert data(desk, f"{staff.rstrip('/')}.json") == found


def test_the_sum_can_be_done_with_a_pencil(client: Client, played: Played) -> None:
    """Compute each line again from the record next to it."""
    for row in stored(played, 3):
        found = data(client, why(played, 3, row["number"], ".json"))
        page = words(read(client, why(played, 3, row["number"])))
        part = found["explanation"]["parts"][0]
        assert part["tiebreaker"] == "omw"
        total = Fraction(0)
        for line in part["lines"]:
            record = line["record"]
            raw = Fraction(record["points"], 3 * record["rounds"])
            used = max(raw, Fraction(33, 100))
            total += used
            name = found["names"][str(line["player"])]
            result = f"{record['wins']}-{record['losses']}-{record['draws']}"
            assert f"{name} {result} {record['points']} point" in page
            assert f"/ (3 × {record['rounds']} rounds) = {percent(raw)} %" in page
            assert ("raised to 33.00 %" in page) or used == raw
        assert Fraction(part["total"]) == total
        assert Fraction(part["value"]) == total / len(part["lines"])
        assert f"/ {len(part['lines'])} opponent" in page


def test_a_bye_is_skipped_and_said_so(client: Client, played: Played) -> None:
    bye = Match.objects.filter(round__event=played.event, kind=Match.Kind.BYE)[0]
    page = read(client, why(played, 3, bye.first.number))
    row = re.search(r'<tr class="skipped">.*?</tr>', page, re.DOTALL)
    assert row is not None
    assert words(row[0]).split() == [str(bye.round.number), "Bye", "skipped"]


def test_without_an_opponent_a_dash_is_explained(client: Client) -> None:
    played = Played(["Anna", "Bob", "Carla"])
    played.play(1)
    played.publish(1)
    holder = Match.objects.get(kind=Match.Kind.BYE).first
    page = words(read(client, why(played, 1, holder.number)))
    assert "No opponents yet. A dash is shown, and it counts as 33.00 %" in page
    assert "OMW% –" in page


def test_a_round_without_an_opponent_is_skipped(client: Client, played: Played) -> None:
    enroll(
        event_id=played.event.pk,
        actor=played.organizer,
        entries=[NewEnrollment(name="Late Larry", late="losses")],
    )
    played.play(4)
    played.publish(4)
    page = words(read(client, why(played, 4, 6)))
    assert page.count("No opponent skipped") >= 3


def test_equal_points_say_what_separates(client: Client, played: Played) -> None:
    rows = stored(played, 3)
    seen = set()
    for ahead, behind in pairwise(rows):
        below = data(client, why(played, 3, ahead["number"], ".json"))["below"]
        above = data(client, why(played, 3, behind["number"], ".json"))["above"]
        if ahead["points"] != behind["points"]:
            assert below is None
            assert above is None
            continue
        assert (below["number"], above["number"]) == (behind["number"], ahead["number"])
        assert below["by"] == above["by"]
        assert below["compared"] == above["compared"]
        seen.add(below["by"])
        page = words(read(client, why(played, 3, behind["number"])))
        assert f"{ahead['name']} ranks above {behind['name']}" in page
        if below["by"] == "seed":
            assert ahead["drawn"]
            assert "by lot" in page
            continue
        code, last = below["by"], below["compared"][-1]
        assert Fraction(last["first"]) > Fraction(last["second"])
        assert (Fraction(ahead[code]), Fraction(behind[code])) == (
            Fraction(last["first"]),
            Fraction(last["second"]),
        )
        assert f"on {code.upper()}%: {last['first_text']} against {last['second_text']}." in page
    assert seen, "no two players were on equal points"


def test_a_place_drawn_by_lot_says_so(client: Client) -> None:
    played = Played(["Anna", "Bob", "Carla", "Dan"])
    played.play(1)
    played.publish(1)
    first = stored(played, 1)[0]
    assert first["drawn"]
    assert "ranks above" in words(read(client, why(played, 1, first["number"])))
    assert data(client, why(played, 1, first["number"], ".json"))["below"]["by"] == "seed"


@pytest.mark.parametrize("name", sorted(PROFILES))
def test_every_preset_is_explained(client: Client, name: str) -> None:
    played = Played(FIVE, profile=PROFILES[name].to_dict())
    for number in (1, 2, 3):
        # Two games, because a double-sided match has at most two.
        played.play(number, Slip.of(2, 0))
        played.publish(number)
    for row in stored(played, 3):
        found = data(client, why(played, 3, row["number"], ".json"))
        values = {**row["other"], "omw": row["omw"], "gw": row["gw"], "ogw": row["ogw"]}
        for part in found["explanation"]["parts"]:
            assert part["value"] == values[part["tiebreaker"]], part["tiebreaker"]
        page = read(client, why(played, 3, row["number"]))
        shown = re.findall(r'data-part="([a-z-]+)"', page)
        kept = [code.value for code in Tiebreaker if code.value in shown]
        wanted = [code.value for code in Tiebreaker if code in PROFILES[name].ranked_by]
        assert kept == [code for code in wanted if code != "head-to-head"]


def test_a_floor_that_only_ranks_is_told(client: Client) -> None:
    profile = replace(PROFILES["one-third"], name="half", floor=Fraction(1, 2))
    played = Played(FIVE[:4], profile=profile.to_dict())
    played.play(1)
    played.publish(1)
    last = stored(played, 1)[-1]
    page = words(read(client, why(played, 1, last["number"])))
    assert "3 game points / (3 × 3 games) = 33.33 %" in page
    assert "It counts as 50.00 % when places are decided." in page


def test_only_published_standings_are_explained(client: Client) -> None:
    played = Played(FIVE)
    played.play(1)
    assert client.get(why(played, 1, 1)).status_code == HTTPStatus.NOT_FOUND
    played.publish(1)
    read(client, why(played, 1, 1))
    withdraw_standings(event_id=played.event.pk, actor=played.organizer, number=1, reason="oops")
    assert client.get(why(played, 1, 1)).status_code == HTTPStatus.NOT_FOUND
    assert client.get(why(played, 1, 1, ".json")).status_code == HTTPStatus.NOT_FOUND
    for wrong in (why(played, 2, 1), why(played, 1, 99), why(played, 0, 0)):
        assert client.get(wrong).status_code == HTTPStatus.NOT_FOUND
    assert read(factories.client_of(played.organizer), f"/staff{why(played, 1, 1)}")


def test_a_changed_result_changes_nothing_that_was_published(
    client: Client, played: Played
) -> None:
    match = Match.objects.filter(round__event=played.event, kind=Match.Kind.PLAYED)[0]
    pages = [why(played, 3, one, end) for one in range(1, 6) for end in ("/", ".json")]
    pages += [played.url("players", one) for one in range(1, 6)]
    before = {page: read(client, page) for page in pages}
    Match.objects.filter(pk=match.pk).update(first_wins=0, second_wins=2, drawn_games=0)
    assert {page: read(client, page) for page in pages} == before


def test_a_changed_result_is_not_given_away_by_older_publications(
    client: Client, played: Played
) -> None:
    """A publication without a stored basis is explained where today's results agree with it."""
    StandingsSnapshot.objects.update(basis=None)
    match = Match.objects.filter(round__event=played.event, kind=Match.Kind.PLAYED)[0]
    before = {one: read(client, why(played, 3, one)) for one in range(1, 6)}
    Match.objects.filter(pk=match.pk).update(first_wins=0, second_wins=2, drawn_games=0)
    changed = 0
    for row in stored(played, 3):
        found = data(client, why(played, 3, row["number"], ".json"))
        if found["explanation"] is None:
            changed += 1
            page = words(read(client, why(played, 3, row["number"])))
            assert "A result changed after these standings were published." in page
            assert "game point" not in page
        else:
            assert read(client, why(played, 3, row["number"])) == before[row["number"]]
    assert changed >= 2


def test_a_correction_explains_the_new_revision(client: Client, played: Played) -> None:
    match = Match.objects.filter(round__event=played.event, kind=Match.Kind.PLAYED)[0]
    assert match.table is not None
    correct_result(
        event_id=played.event.pk,
        actor=played.organizer,
        number=match.round.number,
        table=match.table,
        slip=Slip.of(0, 2, 0),
        reason="slip misread",
    )
    for row in stored(played, 3):
        found = data(client, why(played, 3, row["number"], ".json"))
        assert found["explanation"]["parts"][0]["value"] == row["omw"]


def test_standings_lead_to_the_arithmetic(client: Client, played: Played) -> None:
    for page in (played.url("standings"), played.url("standings", 3)):
        found = read(client, page)
        # static/js/explain.js makes the figures of each row links to this address.
        assert f'data-figures="{played.url("standings", 3)}players/0/"' in found
        assert f'href="{played.url("rules")}"' in found
    own = read(client, played.url("players", 1))
    assert f"href={played.url('standings', 3)}players/1/>" in own
    desk = factories.client_of(played.organizer)
    found = read(desk, address(played.event, "standings-after", number=2))
    assert found.count(f'href="/staff{why(played, 2, 1)}"') == 3
    assert f'href="{played.url("rules")}"' in found


@pytest.mark.parametrize("name", ["explain", "explain-json"])
def test_the_doors_of_the_desk(played: Played, name: str) -> None:
    url = address(played.event, name, round=3, number=1)
    check_refusals("get", url, EVERYBODY, played.event)
    check_wrong_method("get", url, played.event)
    for role in EVERYBODY:
        browser = factories.client_of(factories.staff_member(played.event, role))
        assert browser.get(url).status_code == HTTPStatus.OK
    owner = factories.client_of(played.organizer)
    for round, number in ((4, 1), (3, 99)):
        gone = address(played.event, name, round=round, number=number)
        assert owner.get(gone).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("end", ["/", ".json"])
def test_players_pages_read_only(client: Client, played: Played, end: str) -> None:
    for method in ("post", "put", "patch", "delete"):
        answer = getattr(client, method)(why(played, 3, 1, end))
        assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_names_are_text_and_never_markup(client: Client) -> None:
    nasty = "<img src=x onerror=alert(1)>"
    played = Played([nasty, '"><script>alert(2)</script>'])
    played.play(1)
    played.publish(1)
    for number in (1, 2):
        page = read(client, why(played, 1, number))
        assert "<img" not in page
        assert "<script>alert" not in page
        assert "&lt;img src=x" in page


def test_imported_rounds_without_a_seed_are_explained_too(client: Client, played: Played) -> None:
    Round.objects.filter(event=played.event).update(seed=None)
    assert "Total</th>" in read(client, why(played, 3, 1))


def test_the_profile_is_part_of_the_data(client: Client, played: Played) -> None:
    found = data(client, why(played, 3, 1, ".json"))
    assert Profile.from_dict(found["profile"]) == PROFILES["mtr"]
    assert set(found) == {
        "event",
        "after_round",
        "profile",
        "player",
        "explanation",
        "names",
        "above",
        "below",
        "chance",
    }
