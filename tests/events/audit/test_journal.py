"""The journal: sentences, filters, pages."""

from typing import Any

import pytest
from django.utils import translation

from events.core.journal.queries import PAGE
from events.core.journal.words.entries import sentence
from events.core.players.actions import remove
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.models import Event, JournalEntry, Role, Verb
from events.web.access import Action
from tests import factories
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.queries import queries_of

ROUTE = Route("journal/", Action.SEE)


def entry(verb: Verb, **data: Any) -> JournalEntry:
    return JournalEntry(verb=verb, round_number=2, table=12, first_number=3, data=data)


BOTH = {"first": "Rossi", "second": "Tanaka"}
SENTENCES = [
    (
        entry(Verb.CALLED, **BOTH, kind="judge", by="Rossi", namesakes=["first"]),
        "Round 2, table 12: a judge was called. Sent from the phone of Rossi #3.",
    ),
    (
        entry(
            Verb.CALLED,
            first="Rossi",
            second="Rossi",
            kind="judge",
            by="Rossi",
            namesakes=["first", "second"],
            source="first",
        ),
        "Round 2, table 12: a judge was called. Sent from the phone of Rossi #3.",
    ),
    (entry(Verb.ENROLLED, first="Rossi", losses=0), "Rossi was enrolled as number 3."),
    (
        entry(Verb.ENROLLED, first="Rossi", losses=2),
        "Rossi was enrolled as number 3. Arrived late: 2 assigned losses.",
    ),
    (
        entry(Verb.ENROLLMENT_CHANGED, first="Rossi", changed={"name": ["Rosi", "Rossi"]}),
        "Rossi was changed: name Rosi → Rossi.",
    ),
    (
        entry(
            Verb.ENROLLMENT_CHANGED, first="Rossi", changed={"fixed_table": [None, 7], "email": []}
        ),
        "Rossi was changed: fixed table – → 7, email.",
    ),
    (
        entry(Verb.DROPPED, first="Rossi", after=4, reason="no-show"),
        "Rossi was dropped after round 4. Reason: did not show up.",
    ),
    *(
        (
            entry(Verb.REINSTATED, first="Rossi", reason=code),
            f"Rossi is back in the event. Reason: {words}.",
        )
        for code, words in (
            # Older entries contain it for every undone drop.
            ("undo", "drop undone"),
            ("result-undone", "result undone"),
            ("new-result", "new result without the drop"),
            ("kept-in", "answer to the pre-flight check"),
        )
    ),
    (
        entry(Verb.DROPPED, first="Rossi", after=0, reason="100% ill."),
        "Rossi was dropped and did not take part. Reason: 100% ill.",
    ),
    (
        entry(Verb.RESULT_ENTERED, **BOTH, before=None, after=[2, 1, 0, False], dropped=[]),
        "Round 2, table 12: Rossi 2-1 Tanaka.",
    ),
    (
        entry(
            Verb.RESULT_ENTERED,
            **BOTH,
            before=[0, 0, 3, False],
            after=[0, 0, 0, True],
            dropped=[],
        ),
        "Round 2, table 12: Rossi double loss Tanaka. Previous result: 0-0-3.",
    ),
    (
        entry(Verb.RESULT_UNDONE, **BOTH, before=[2, 0, 0, False], after=None),
        "Round 2, table 12: the result 2-0 of Rossi against Tanaka was undone.",
    ),
    (
        entry(
            Verb.RESULT_CORRECTED,
            **BOTH,
            before=[2, 0, 0, False],
            after=[2, 1, 0, False],
            reason="Slip",
        ),
        (
            "Round 2, table 12: the result of Rossi against Tanaka was corrected from 2-0 to 2-1. "
            "Reason: Slip."
        ),
    ),
    (
        entry(
            Verb.PENALTY_GIVEN,
            first="Rossi",
            infraction="slow-play",
            penalty="warning",
            note="Twice",
        ),
        "Rossi: warning for Slow Play. Twice",
    ),
    (
        entry(Verb.STAFF_CHANGED, user="jo", roles=["judge", "scorekeeper"], had=[], invited=True),
        "jo was invited to the staff: judge, scorekeeper.",
    ),
    (
        entry(Verb.STAFF_CHANGED, user="jo", roles=[], had=["judge"]),
        "jo was removed from the staff.",
    ),
    (
        entry(Verb.TOKENS_CHANGED, change="made", name="Pad"),
        "The access token Pad was created.",
    ),
    (
        entry(Verb.PROGRAMS_CHANGED, change="added", name="League", host="swiss.example"),
        "The integration League (swiss.example) was added.",
    ),
    (
        entry(Verb.EVENT_CHANGED, fields=["name", "profile", "rounds"]),
        "Settings changed: name, rule profile, number of rounds.",
    ),
    (
        entry(Verb.PAIRING_CHANGED, **BOTH, change="swap"),
        "Unposted round 2: Rossi and Tanaka were swapped.",
    ),
    (
        entry(Verb.SEATS_CHANGED, stage=1, one="Rossi", other="Tanaka"),
        "Draft of stage 1: Rossi and Tanaka swapped seats.",
    ),
    (
        entry(Verb.SEATS_CHANGED, **BOTH, stage=1),
        "Draft of stage 1: Rossi and Tanaka swapped seats.",
    ),
    (
        entry(Verb.ROUND_COMPLETED, resolved=1),
        "Round 2 was completed. 1 missing result was resolved.",
    ),
]


@pytest.mark.parametrize(("told", "words"), SENTENCES, ids=[words for _told, words in SENTENCES])
def test_sentences(told: JournalEntry, words: str) -> None:
    with translation.override("en"):
        assert sentence(told) == words


@pytest.mark.parametrize("verb", list(Verb))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_verb_has_a_sentence_even_with_nothing_known(verb: Verb, language: str) -> None:
    with translation.override(language):
        text = sentence(JournalEntry(verb=verb, data={}))
    assert text
    assert "%(" not in text


@pytest.mark.django_db
def test_access() -> None:
    check_access(factories.event(), ROUTE)
    check_methods(factories.event(), ROUTE)


def write(event: Event, **columns: Any) -> None:
    values = {"verb": Verb.RESULT_UNDONE, "data": {"first": "A", "second": "B"}, **columns}
    JournalEntry.objects.create(event=event, **values)


@pytest.mark.django_db
def test_newest_first_by_the_page_with_as_many_queries_for_any_length() -> None:
    event = factories.event()
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    path = f"/staff/e/{event.slug}/journal/"
    assert "No journal entries yet." in client.get(path).content.decode()
    counts = []
    actor = factories.user()
    for size in (1, PAGE + 5):
        while event.journal.count() < size:
            write(event, table=event.journal.count() + 1, actor=actor)
        counts.append(queries_of(lambda: client.get(path)))
    page = client.get(path)
    assert counts[0] == counts[1]
    tables = [one.table for one in page.context["page"].entries]
    assert tables == list(range(PAGE + 5, 5, -1))
    older = client.get(f"{path}?{page.context['older']}")
    assert [one.table for one in older.context["page"].entries] == [5, 4, 3, 2, 1]
    assert older.context["older"] == ""


@pytest.mark.django_db
def test_filters() -> None:
    event = factories.event()
    factories.enroll_players(event, ["Ada Falk", "Bo Lind"])
    write(event, table=3, first_number=1, second_number=2)
    write(event, table=4, first_number=2)
    write(event, verb=Verb.CLOCK_STARTED, round_number=1)
    write(factories.event(), table=3, first_number=1)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))

    def shown(**query: str) -> list[tuple[str, int | None]]:
        page = client.get(f"/staff/e/{event.slug}/journal/", query).context["page"]
        return [(one.verb, one.table) for one in page.entries]

    assert shown(table="3") == [("result-undone", 3)]
    assert shown(player="ada") == [("result-undone", 3)]
    assert shown(player="2") == [("result-undone", 4), ("result-undone", 3)]
    assert shown(player="zz") == []
    assert shown(verb="clock-started") == [("clock-started", None)]
    assert shown(player="lind", table="4") == [("result-undone", 4)]
    # An invalid value does not filter, and its field shows an error.
    assert len(shown(table="x", verb="nonsense")) == 3


@pytest.mark.django_db
def test_a_removed_player_is_still_found() -> None:
    event = factories.event()
    actor = factories.staff_member(event, Role.SCOREKEEPER)
    enroll(event_id=event.pk, actor=actor, entries=[NewEnrollment("Ada"), NewEnrollment("Bo")])
    remove(event_id=event.pk, actor=actor, number=1)
    page = factories.client_of(actor).get(f"/staff/e/{event.slug}/journal/", {"player": "ada"})
    assert [one.verb for one in page.context["page"].entries] == [
        "enrollment-removed",
        "enrolled",
    ]
