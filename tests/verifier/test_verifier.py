"""Verifier of an archive: a page without a server, and a second count of the figures."""

import copy
import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from events.core.event_write import event_write
from events.core.players.actions import remove
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.questions.question import Given
from events.core.results.slips import Slip
from events.core.stages.plans import StagePlan
from events.core.standings.correction_actions import correct_result
from events.models import Event, JournalEntry, Verb
from events.roster.drop_actions import disqualify, drop, reinstate
from events.transfer.event_export import export_archive
from tests.events.scenario import event_with_owner
from tests.events.support.stages import SINGLE, confirm, play_swiss, staged
from tests.shared import ROOT, shared, shared_files

PAGE = ROOT / "static" / "verify" / "verify.html"
RUN = Path(__file__).with_name("run.js")


def reports(texts: Sequence[str]) -> list[Any]:
    """Return what the page says of these files."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    lines = "".join(json.dumps(text) + "\n" for text in texts)
    done = subprocess.run(
        [node, str(RUN), str(PAGE)], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def sentences(report: Any, ok: object = ...) -> list[str]:
    """Return what a report says in English; `ok`: of these lines alone."""
    lines = [line for part in report["parts"] for line in part["lines"]]
    return [line["en"] for line in lines if ok is ... or line["ok"] is ok]


@pytest.mark.parametrize("name", shared_files("corpus", "*.json"))
def test_real_events_agree(name: str) -> None:
    (report,) = reports([shared("corpus", name).read_text(encoding="utf-8")])
    assert not report["differs"], sentences(report, False)
    assert any("printed figures" in words for words in sentences(report, True))


def changed(archive: dict[str, Any]) -> Iterator[str]:
    """Yield the archive with one result changed: who won a match that was played to a winner."""
    for round in archive["rounds"]:
        if archive["stages"][round["stage"] - 1]["kind"] != "swiss":
            continue
        for match in round["matches"]:
            won, lost, drawn = match["games"]
            if len(match["players"]) == 2 and won != lost:
                match["games"] = [lost, won, drawn]
                yield json.dumps(archive)
                match["games"] = [won, lost, drawn]


@pytest.mark.parametrize("name", shared_files("corpus", "00[1-6]*.json"))
def test_every_changed_winner_is_found_in_printed_standings(name: str) -> None:
    archive = json.loads(shared("corpus", name).read_text(encoding="utf-8"))
    made = reports(list(changed(archive)))
    assert made
    assert all(report["differs"] for report in made)


def test_impossible_pairings_are_named() -> None:
    path = shared("corpus", "0021-players-08-rounds-3d9ddb.json")
    archive = json.loads(path.read_text(encoding="utf-8"))
    twice, stranger, loser = (copy.deepcopy(archive) for _ in range(3))
    first, second = twice["rounds"][0]["matches"][:2]
    first["players"][0] = second["players"][0]
    stranger["rounds"][0]["matches"][0]["players"][0] = 999
    out = set(range(1, 99)) - set(archive["stages"][0]["advance"])
    loser["rounds"][-1]["matches"][0]["players"][0] = min(
        out & {player["id"] for player in archive["players"]}
    )
    texts = [json.dumps(value) for value in (twice, stranger, loser)]
    said = [" ".join(sentences(report, False)) for report in reports(texts)]
    assert "Players are paired twice in a round" in said[0]
    assert "Players or rounds are named that do not exist." in said[1]
    assert "Players play who did not advance" in said[2]


def test_damaged_files_and_unknown_rules_are_said_in_words() -> None:
    path = shared("corpus", "0021-players-08-rounds-3d9ddb.json")
    archive = json.loads(path.read_text(encoding="utf-8"))
    archive["event"]["profile"] = {"draw_share": "1/2"}
    no_rounds = {"format": "event-archive", "event": {"name": "X", "date": "2026-01-01"}}
    made = reports(["{", "[]", json.dumps(no_rounds), json.dumps(archive)])
    nothing = ["This is no event archive, or it is cut off. Nothing was checked."]
    assert sentences(made[0]) == sentences(made[1]) == nothing
    assert sentences(made[2])[0].startswith("The file is damaged")
    assert sentences(made[3], None) == [
        "The event has rules that this page does not know: draw_share.",
        "The file has no chain of the journal. A change that moves no figure above is not found.",
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda it: it.update(version=9),
            "The file has version 9. This page knows versions 1 to 5.",
        ),
        (
            lambda it: it["rounds"][2]["matches"].pop(),
            "Without a match, though not dropped: 2",
        ),
        (
            lambda it: it["published"]["rows"].pop(3),
            "Players without a line in the printed standings: 1.",
        ),
        (lambda it: it["published"].update(rows=[]), "The file has no printed standings."),
        (
            lambda it: it["published"].update(ranks_follow_tiebreakers=False),
            "The printed places are not compared",
        ),
        (
            lambda it: it["stages"][0]["advance"].__setitem__(0, _first_out(it)),
            "Players above one who advanced from stage 1 did not",
        ),
    ],
)
def test_the_page_says_what_it_could_not_check(change: Any, words: str) -> None:
    path = shared("corpus", "0021-players-08-rounds-3d9ddb.json")
    archive = json.loads(path.read_text(encoding="utf-8"))
    change(archive)
    [report] = reports([json.dumps(archive)])
    assert words in " ".join(sentences(report, None))


def _first_out(archive: dict[str, Any]) -> int:
    """Return the player with the lowest printed place."""
    rows = sorted(archive["published"]["rows"], key=lambda row: int(row["rank"]))
    return int(rows[-1]["player"])


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it["published"]["rows"][0].update(player=999),
        lambda it: it.update(drops=[{"player": 999, "after_round": 1}]),
        lambda it: it["stages"][0]["advance"].append(999),
        lambda it: it["rounds"].pop(3),
    ],
)
def test_names_of_nobody_stop_the_check(change: Any) -> None:
    path = shared("corpus", "0021-players-08-rounds-3d9ddb.json")
    archive = json.loads(path.read_text(encoding="utf-8"))
    change(archive)
    [report] = reports([json.dumps(archive)])
    assert sentences(report, False) == [
        "Players or rounds are named that do not exist. Nothing else was checked."
    ]
    assert len(report["parts"]) == 1


def finished_event() -> dict[str, Any]:
    """Return the archive of an event with byes, a correction and a cut, with its chain."""
    event, owner = staged(
        9, StagePlan(rounds=3, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE)
    )
    play_swiss(event, owner, 1, 3)
    slip = Slip.of(0, 2)
    correct_result(event_id=event.pk, actor=owner, number=2, table=1, slip=slip, reason="slip")
    confirm(event, owner, 1)
    event.refresh_from_db()
    archive: dict[str, Any] = json.loads(json.dumps(export_archive(event, chain=True)))
    return archive


@pytest.mark.django_db
def test_every_changed_byte_of_the_results_is_found_by_the_seal() -> None:
    archive = finished_event()
    text, changed_texts = json.dumps(archive), []
    for match in (match for round in archive["rounds"] for match in round["matches"]):
        for numbers in (match["players"], match["games"]):
            for at, number in enumerate(numbers):
                for new in {0, 1, 2, 9} - {number}:
                    numbers[at] = new
                    changed_texts.append(json.dumps(archive))
                numbers[at] = number
    whole, *made = reports([text, *changed_texts])
    assert not whole["differs"], sentences(whole, False)
    assert "The results of all complete rounds (1, 2, 3) are those sealed" in " ".join(
        sentences(whole, True)
    )
    assert len(made) > 60
    assert [report for report in made if not report["differs"]] == []


@pytest.mark.django_db
def test_a_changed_added_or_lost_entry_breaks_the_chain() -> None:
    archive = finished_event()
    entries = archive["chain"]["entries"]
    hashes = [at for at, entry in enumerate(entries) if not entry.startswith("seal")]
    texts = []
    for at in (hashes[0], hashes[3], len(entries) - 1):
        for new in ([], [entries[at], entries[0]], ["0" * 64]):
            archive["chain"]["entries"] = [*entries[:at], *new, *entries[at + 1 :]]
            texts.append(json.dumps(archive))
    assert all(report["differs"] for report in reports(texts))


@pytest.mark.django_db
def test_a_removed_persons_words_leave_the_chain_whole() -> None:
    event, owner = staged(8, StagePlan(rounds=2))
    play_swiss(event, owner, 1, 1)
    with event_write(event.pk, owner) as write:
        write.redact(lambda data, _numbers: {**data, "first": "removed"})
    event.refresh_from_db()
    archive = export_archive(event, chain=True)
    (report,) = reports([json.dumps(archive)])
    assert not report["differs"], sentences(report, False)
    assert "since" not in archive["chain"]


@pytest.mark.django_db
def test_losses_of_rounds_that_a_player_missed_are_sealed() -> None:
    """They enter complete rounds when a player comes late, comes back, or is removed."""
    event, owner = staged(8, StagePlan(rounds=4))
    play_swiss(event, owner, 1, 1)
    drop(event_id=event.pk, actor=owner, number=8, given=Given({"leader-drops": "drop"}))
    play_swiss(event, owner, 2, 2)
    reinstate(event_id=event.pk, actor=owner, number=8, reason="asked")
    texts = [_exported(event)]
    [late] = enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name="Late")])
    texts.append(_exported(event))
    remove(event_id=event.pk, actor=owner, number=late.number)
    texts.append(_exported(event))
    for report in reports(texts):
        assert not report["differs"], sentences(report, False)


@pytest.mark.django_db
def test_a_disqualified_player_is_not_among_the_recomputed_places() -> None:
    event, owner = staged(8, StagePlan(rounds=2))
    play_swiss(event, owner, 1, 2)
    texts = [_exported(event)]
    disqualify(event_id=event.pk, actor=owner, number=1, reason="Cheating.")
    texts.append(_exported(event))
    before, after = (" ".join(sentences(report, None)) for report in reports(texts))
    assert "Recomputed from the results: Player 001 6," in before
    assert "Player 001" not in after


def _exported(event: Event) -> str:
    event.refresh_from_db()
    return json.dumps(export_archive(event, chain=True))


@pytest.mark.django_db
def test_an_event_older_than_the_chain_says_since_when() -> None:
    event, owner = event_with_owner(8)
    JournalEntry.objects.bulk_create([JournalEntry(event=event, verb=Verb.CLOCK_STARTED)])
    play_swiss(event, owner, 1, 1)
    event.refresh_from_db()
    (report,) = reports([json.dumps(export_archive(event, chain=True))])
    assert not report["differs"]
    assert any("are older than the chain" in words for words in sentences(report, None))


def test_the_hash_is_sha_256() -> None:
    texts = ["", "abc", "a" * 55, "a" * 56, "a" * 64, "組み合わせ" * 40]
    chain = {"start": "", "entries": [], "head": ""}
    for text in texts:
        start = hashlib.sha256(b"start").hexdigest()
        head = hashlib.sha256(f"{start}\n{text}".encode()).hexdigest()
        chain = {"start": start, "entries": [text], "head": head}
        archive = {
            "format": "event-archive",
            "event": {
                "name": "X",
                "date": "2026-01-01",
                "rules": {"win": 3, "draw": 1, "loss": 0, "floor": "0.33", "games_to_win": 2},
            },
            "players": [],
            "stages": [],
            "rounds": [],
            "chain": chain,
        }
        (report,) = reports([json.dumps(archive)])
        assert f"It ends with {head}." in " ".join(sentences(report, True))


@pytest.mark.django_db
def test_an_event_of_this_software_agrees_and_its_order_is_recomputed() -> None:
    event, owner = staged(
        9, StagePlan(rounds=3, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE)
    )
    play_swiss(event, owner, 1, 3)
    confirm(event, owner, 1)
    event.refresh_from_db()
    (report,) = reports([json.dumps(export_archive(event))])
    assert not report["differs"], sentences(report, False)
    assert "Rounds with a seed: 3." in " ".join(sentences(report, None))
    japanese = [line["ja"] for part in report["parts"] for line in part["lines"]]
    assert all(japanese)


def test_the_page_needs_nothing_but_itself() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.count("<script>") == 1
    assert "src=" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert "fetch(" not in page
