"""Leaving a playoff that is being played, and ending one by agreement, in the documents' words."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.events.finishing_actions import finish_event
from events.core.journal.words.entries import sentence
from events.core.progress.queries import next_step
from events.core.results.report_actions import undo_result
from events.core.rounds.actions import complete_round
from events.core.stages.plans import StagePlan
from events.core.stages.stage_words import finish_words
from events.models import Enrollment, Event, Report, Verb
from events.public_site.reads.events import load_event
from events.public_site.reads.leaders import final_leaders
from events.report.facts import facts_of
from events.report.highlights import highlights_of
from events.report.queries import event_report
from events.roster.drop_actions import disqualify
from events.stages.playoff_end_actions import end_playoff, resume_playoff
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from events.web.access import Action
from tests import factories
from tests.archives import as_bytes
from tests.events.preflight.answers import drop
from tests.events.scenario import at_table, journaled, player, refused, round_of, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.events.support.stages import (
    SINGLE,
    confirm,
    final_order,
    finish_round,
    play_swiss,
    report_by,
    staged,
)
from tests.events.test_words_of_the_documents import BOTH, read, same_language_afterwards

__all__ = ["same_language_afterwards"]

pytestmark = pytest.mark.django_db


def top_four() -> tuple[Event, User]:
    """A posted round of a top four, after one Swiss round of eight."""
    event, owner = staged(
        8, StagePlan(rounds=1, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE)
    )
    play_swiss(event, owner, 1, 1)
    confirm(event, owner, 1)
    start_round(event, owner, 2)
    return event, owner


def test_after_the_cut_the_bracket_gives_the_opponent_the_win_by_the_drop_itself() -> None:
    event, owner = top_four()
    match = at_table(event, 2, 1)
    assert match.second is not None
    drop(event_id=event.pk, actor=owner, number=match.first.number)
    match = at_table(event, 2, 1)
    assert match.official_report is not None
    assert match.official_report.source == Report.Source.WALKOVER
    assert match.winner_id == match.second_id
    report_by(event, owner, 2)
    complete_round(event_id=event.pk, actor=owner, number=2)
    final = round_of(event, 3).matches.get()
    assert match.second_id in (final.first_id, final.second_id)


def test_undoing_that_result_takes_the_drop_back_too() -> None:
    event, owner = top_four()
    number = at_table(event, 2, 1).first.number
    drop(event_id=event.pk, actor=owner, number=number)
    undo_result(event_id=event.pk, actor=owner, number=2, table=1)
    assert player(event, number).state == Enrollment.State.ACTIVE
    assert at_table(event, 2, 1).official_report is None


def test_a_disqualified_player_loses_the_posted_playoff_match_as_well() -> None:
    event, owner = top_four()
    match = at_table(event, 2, 2)
    assert match.second is not None
    disqualify(
        event_id=event.pk, actor=owner, number=match.second.number, reason="theft at the table"
    )
    assert at_table(event, 2, 2).winner_id == match.first_id
    assert player(event, match.second.number).state == Enrollment.State.DISQUALIFIED


def test_who_drops_in_a_swiss_round_still_plays_it() -> None:
    event, owner = staged(4, StagePlan(rounds=2))
    start_round(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=at_table(event, 1, 1).first.number)
    assert at_table(event, 1, 1).official_report is None


@BOTH
def test_ending_a_playoff_by_agreement_places_those_left_in_the_order_of_the_swiss_rounds(
    language: str,
) -> None:
    event, owner = top_four()
    finish_round(event, owner, 2)
    with refused("Give a reason. It is recorded in the journal.", "reason"):
        end_playoff(event_id=event.pk, actor=owner, number=2, reason="")
    end_playoff(event_id=event.pk, actor=owner, number=2, reason="the finalists split")
    shown = load_event(event.slug)
    assert shown.ahead is not None
    assert (shown.ahead.is_nothing, shown.next_round_is_due) == (True, False)
    step = next_step(event)
    assert step is not None
    assert step.is_finish
    [entry] = journaled(event, Verb.PLAYOFF_ENDED)
    assert "the finalists split" in sentence(entry)
    finish_event(event_id=event.pk, actor=owner)
    event.refresh_from_db()
    seats = event.stages.get(number=2).bracket_seats.select_related("enrollment")
    seeds = {one.enrollment.number: one.seed for one in seats}
    order = final_order(event)
    assert [seeds[number] for number in order[:2]] == sorted(seeds[one] for one in order[:2])
    report = event_report(event)
    left = sorted(line.person.number for line in report.winners)
    assert left == sorted(order[:2])
    assert sorted(row.number for row in final_leaders(load_event(event.slug))["winners"]) == left
    assert highlights_of(report, ()).label == "First place, shared"
    finishes = report.finishes or {}
    assert {finish_words(finishes, number) for number in left} == {"First place, shared"}
    facts = dict(facts_of(report))
    assert "the finalists split" in facts["Playoff"]
    said = {"en": "Ended by agreement", "ja": "同意により終了"}[language]
    assert said in read(Client(), event, "rules", language)


def test_a_playoff_with_a_match_that_is_played_is_not_ended_and_an_ended_one_can_go_on() -> None:
    event, owner = top_four()
    report_by(event, owner, 2)
    words = "Round 2 has results. Complete it or undo the results, then end the playoff."
    with refused(words):
        end_playoff(event_id=event.pk, actor=owner, number=2, reason="split")
    complete_round(event_id=event.pk, actor=owner, number=2)
    end_playoff(event_id=event.pk, actor=owner, number=2, reason="split")
    assert not event.rounds.filter(number=3).exists()
    with refused("The playoff has already ended."):
        end_playoff(event_id=event.pk, actor=owner, number=2, reason="split")
    event.refresh_from_db()
    values = export_archive(event)
    assert values["stages"][1]["ended_by_agreement"] == "split"
    again = import_archive(archive=read_archive(as_bytes(values)), actor=owner)
    assert export_archive(again) == values
    resume_playoff(event_id=event.pk, actor=owner, number=2)
    assert round_of(event, 3).is_posted
    with refused("The playoff was not ended by agreement."):
        resume_playoff(event_id=event.pk, actor=owner, number=2)
    with refused("Stage 1 is not a playoff."):
        end_playoff(event_id=event.pk, actor=owner, number=1, reason="split")


def test_a_playoff_that_is_decided_is_not_ended_by_agreement() -> None:
    event, owner = top_four()
    for number in (2, 3):
        finish_round(event, owner, number)
    with refused("The playoff is decided. No matches are left to play."):
        end_playoff(event_id=event.pk, actor=owner, number=2, reason="split")
    page = factories.client_of(owner).get(address(event, "bracket", number=2))
    assert "End the playoff by agreement" not in page.content.decode()


def test_before_anything_of_it_is_played_the_stage_is_removed_instead() -> None:
    event, owner = top_four()
    with refused("No playoff round is complete. Unpost the round and remove the stage."):
        end_playoff(event_id=event.pk, actor=owner, number=2, reason="split")
    assert round_of(event, 2).is_posted


def test_the_page_of_the_bracket_ends_it_and_lets_it_go_on() -> None:
    event, owner = top_four()
    finish_round(event, owner, 2)
    browser = factories.client_of(owner)
    assert (
        "End the playoff by agreement"
        in browser.get(address(event, "bracket", number=2)).content.decode()
    )
    page = browser.post(address(event, "playoff-end", number=2), {"reason": "split"}, follow=True)
    assert "Resume playoff" in page.content.decode()
    page = browser.post(address(event, "playoff-resume", number=2), follow=True)
    assert "End the playoff by agreement" in page.content.decode()


def test_doors() -> None:
    event, _owner = top_four()
    for path in ("stages/2/bracket/end/", "stages/2/bracket/resume/"):
        check_access(event, Route(path, Action.CONFIRM_CUT, "post"))
        check_methods(event, Route(path, Action.CONFIRM_CUT, "post"))
