"""The pages that say what no longer follows from the standings, each with the way out."""

import pytest
from django.test import Client

from events.core.journal.words.entries import sentence
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.stages.cut_actions import confirm_cut, take_cut_back
from events.core.stages.cuts import cut_line, cut_page
from events.models import Event, Role, Verb
from tests import factories
from tests.events.api.test_writing import Program
from tests.events.core.basis.test_departures import TOP_4, found, top_4_that_changed
from tests.events.preflight.answers import drop
from tests.events.scenario import journaled, refused, round_of, start_round
from tests.events.support.stages import confirm, play_swiss, slots, staged
from tests.markup import flat

pytestmark = pytest.mark.django_db

FOLLOWS_NO_LONGER = "The cut of stage 1 no longer follows from the standings after round 3."


def page_of(browser: Client, event: Event, address: str) -> str:
    return flat(browser.get(f"/staff/e/{event.slug}/{address}"))


def test_every_page_of_a_changed_cut_has_the_way_out() -> None:
    event, owner, _advanced, _today = top_4_that_changed()
    browser = factories.client_of(owner)
    action = f"/staff/e/{event.slug}/basis/cut-differs/1/take-back/"
    for address in ("", "rounds/4/", "rounds/3/", "stages/2/bracket/", "stages/1/cut/"):
        page = page_of(browser, event, address)
        assert FOLLOWS_NO_LONGER in page, address
        assert action in page, address
    assert FOLLOWS_NO_LONGER in page_of(browser, event, "rounds/3/gate/")
    keeper = factories.client_of(factories.staff_member(event, [Role.SCOREKEEPER], "keeper"))
    page = page_of(keeper, event, "rounds/4/")
    assert FOLLOWS_NO_LONGER in page
    assert action not in page
    answer = browser.post(action, {"reason": "The standings after round 3 changed."})
    assert answer["Location"] == f"/staff/e/{event.slug}/stages/1/cut/"
    page = page_of(browser, event, "stages/1/cut/")
    assert "The cut was undone." in page
    assert "Confirm: 4 players advance" in page
    assert FOLLOWS_NO_LONGER not in page


def test_the_answer_to_a_correction_says_what_no_longer_follows() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    advanced = confirm(event, owner, 1)
    start_round(event, owner, 4)
    browser = factories.client_of(owner)
    last = round_of(event, 3)
    matches = last.matches.select_related("first").exclude(second=None)
    for match in matches.order_by("-table"):
        if match.first.number not in advanced or match.winner_id != match.first_id:
            continue
        address = f"/staff/e/{event.slug}/rounds/3/tables/{match.table}/correct/"
        answer = browser.post(address, {"score": "0-2", "reason": "misread"}, follow=True)
        break
    page = flat(answer)
    assert FOLLOWS_NO_LONGER in page
    assert "The pairings did not change." not in page
    assert answer.redirect_chain[-1][0] == f"/staff/e/{event.slug}/stages/1/cut/"


def test_what_was_played_is_left_with_one_click() -> None:
    event, owner, _advanced, _today = top_4_that_changed()
    enter_result(event_id=event.pk, actor=owner, number=4, table=1, slip=Slip.of(2, 0))
    browser = factories.client_of(owner)
    page = page_of(browser, event, "rounds/4/")
    assert "Round 4 has been played, so the cut is final" in page
    assert "/take-back/" not in page
    [departure] = found(event)
    answer = browser.post(
        f"/staff/e/{event.slug}/rounds/3/gate/answer/", {f"answers.{departure.key}": "keep"}
    )
    assert answer["Location"] == f"/staff/e/{event.slug}/"
    assert FOLLOWS_NO_LONGER not in page_of(browser, event, "rounds/4/")
    assert FOLLOWS_NO_LONGER in page_of(browser, event, "stages/1/cut/")


def test_nobody_moves_up_after_an_undone_cut_unless_the_rules_say_so() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    advanced = confirm(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=advanced[2])
    take_cut_back(event_id=event.pk, actor=owner, number=1, reason="a slip was misread")
    stage = event.stages.get(number=1)
    page = cut_page(stage)
    assert [row.number for row in page.above] == list(advanced)
    assert [row.number for row in page.held] == [advanced[2]]
    [fifth] = page.next_up
    browser = factories.client_of(owner)
    shown = page_of(browser, event, "stages/1/cut/")
    assert "After a cut nobody moves up (MTR 2.10)" in shown
    assert f"Confirm with the next players moving up: {fifth.name}" in shown
    assert "advancing" in shown
    with refused("The standings have changed. Check the cut line again."):
        confirm_cut(
            event_id=event.pk,
            actor=owner,
            number=1,
            advancing=cut_line(stage, moves_up=True).numbers,
        )
    assert confirm(event, owner, 1) == advanced
    [entry] = journaled(event, Verb.CUT_CONFIRMED)[1:]
    assert f"Nobody moved up for player {advanced[2]}." in sentence(entry)
    start_round(event, owner, 4)
    assert advanced[2] in {player for both in slots(event, 4).values() for player in both}


def test_the_rules_of_an_event_let_the_next_player_move_up() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    advanced = confirm(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=advanced[2])
    take_cut_back(event_id=event.pk, actor=owner, number=1, reason="a slip was misread")
    page = cut_page(event.stages.get(number=1))
    address = f"/staff/e/{event.slug}/stages/1/cut/"
    factories.client_of(owner).post(address, {"advancing": page.moved_up, "moves_up": "1"})
    stage = event.stages.get(number=1)
    numbers = set(stage.advancing.values_list("number", flat=True))
    assert numbers == (set(advanced) - {advanced[2]}) | {page.next_up[0].number}
    [entry] = journaled(event, Verb.CUT_CONFIRMED)[1:]
    assert "The rules of the event let a player move up." in sentence(entry)
    assert found(event) == []


def test_a_program_that_corrects_a_result_reads_what_no_longer_follows() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    confirm(event, owner, 1)
    start_round(event, owner, 4)
    program = Program(event, owner)
    told = []
    for table in range(1, 5):
        path = f"rounds/3/tables/{table}/result"
        read = program.done("GET", path)
        assert read["no_longer_follows"] == []
        games = read["games"]
        body = {"games": [games[1], games[0], 0], "reason": "misread"}
        told = program.done("PUT", path, body, If_Match=read["version"])["no_longer_follows"]
        if told and told[0]["what"] == "cut-differs":
            break
    assert told[0]["text"].startswith(FOLLOWS_NO_LONGER)
    assert (told[0]["number"], told[0]["can_be_undone"]) == (1, True)
