"""The verifier with archives as they are written today, each byte of a result changed."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from archive.loading import archive_of
from domain.penalties import Infraction, PenaltyKind
from events.audit.actions import undo_verification, verify_slip
from events.core.judging.penalty_actions import give_penalty
from events.core.results.slips import Slip
from events.models import Event
from events.simulation.event_shapes import Kind
from events.simulation.simulate import Plan, simulate_event
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from standings.profile import MTR
from tests import factories
from tests.events.scenario import event_with_owner, start_round
from tests.events.support.phones import Phone, event_of_phones, pair_at
from tests.events.support.stages import finish_round, play_swiss
from tests.verifier.test_verifier import reports, sentences

pytestmark = pytest.mark.django_db

# The keys that hold a result in a match of an archive.
OF_A_RESULT = ("table", "players", "games", "seats", "marks", "bye", "unpaired", "double_loss")
LEAF = re.compile(r"\d|true|[WLDwld]")


def exported(event: Event) -> dict[str, Any]:
    event = Event.objects.get(pk=event.pk)
    archive: dict[str, Any] = json.loads(json.dumps(export_archive(event, chain=True)))
    return archive


def simulated(kind: Kind) -> Event:
    players = {Kind.DRAFT: 16, Kind.TWO_DAYS: 12, Kind.TABLES_CUT: 16}.get(kind, 8)
    plan = Plan(players=players, rounds=3, seed=5, name="Cup", kind=kind, finish=True)
    return simulate_event(actor=factories.user(), plan=plan)


def sealed_rounds(archive: dict[str, Any]) -> list[dict[str, Any]]:
    seals = [entry for entry in archive["chain"]["entries"] if entry.startswith("seal")]
    numbers = {int(number) for number in seals[-1].split()[1:-1]}
    return [round for round in archive["rounds"] if round["number"] in numbers]


def mutations(archive: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the archive with one byte of a result changed, each byte, and what was changed."""
    for round in sealed_rounds(archive):
        for match in round["matches"]:
            for key in OF_A_RESULT:
                if key not in match:
                    continue
                kept, text = match[key], json.dumps(match[key])
                for found in LEAF.finditer(text):
                    new = _other(found[0])
                    changed = text[: found.start()] + new + text[found.end() :]
                    try:
                        match[key] = json.loads(changed)
                    except ValueError:
                        # "01" is not a number.
                        continue
                    yield f"{key} of {match}", json.dumps(archive)
                match[key] = kept


# Parts of a match in an archive that the chain does not seal: times, accounts, reasons, and marks
# of the round in progress.
UNSEALED = frozenset(
    {"at", "received_at", "by", "reason", "undone_by", "extension_minutes", "extension_reason"}
    | {"check_mark", "turns_at"}
)


def detail_mutations(archive: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the archive with one byte of a slot, a report or a phone's game changed, each byte."""
    for round in sealed_rounds(archive):
        for match in round["matches"]:
            for holder, key in _leaves(match):
                kept = holder[key]
                for changed in _changes(kept):
                    holder[key] = changed
                    yield f"{key} of {match}", json.dumps(archive)
                holder[key] = kept


def _leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every plain value in a match as its container and its key."""
    pairs = list(value.items() if isinstance(value, dict) else enumerate(value))
    for key, inner in pairs:
        if key in UNSEALED:
            continue
        if isinstance(inner, dict | list):
            yield from _leaves(inner)
        else:
            yield value, key


def _changes(value: Any) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield (value + 1) % 10
    elif re.match(r"\d{4}-", value):
        yield None
    else:
        yield from (value[:at] + "x" + value[at + 1 :] for at in range(len(value)))


def _other(sign: str) -> str:
    if sign == "true":
        return "false"
    if sign.isdecimal():
        return str((int(sign) + 1) % 10)
    return {"W": "L", "L": "D", "D": "W", "w": "l", "l": "d", "d": "w"}[sign]


def check(archive: dict[str, Any]) -> int:
    """Check that an archive agrees and that every changed byte of a result is found."""
    changes = [*mutations(archive), *detail_mutations(archive)]
    whole, *made = reports([json.dumps(archive), *(text for _what, text in changes)])
    assert not whole["differs"], sentences(whole, False)
    assert made
    named = zip(made, changes, strict=True)
    assert [what for report, (what, _text) in named if not report["differs"]] == []
    return len(made)


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.TOP_8, Kind.TABLES_CUT])
def test_every_changed_byte_is_found_in_events_that_were_made_up(kind: Kind) -> None:
    assert check(exported(simulated(kind))) > 30


@pytest.mark.parametrize("kind", list(Kind))
def test_an_event_of_each_kind_agrees(kind: Kind) -> None:
    """Also where a round that is complete posts the next: the seal comes after both."""
    [report] = reports([json.dumps(exported(simulated(kind)))])
    assert not report["differs"], sentences(report, False)


@pytest.mark.parametrize("kind", [Kind.TOP_8, Kind.DRAFT, Kind.TRIOS, Kind.TABLES_CUT])
def test_an_imported_event_agrees_as_well(kind: Kind) -> None:
    archive = archive_of(exported(simulated(kind)))
    check(exported(import_archive(archive=archive, actor=factories.user())))


def test_penalties_and_custom_points_agree() -> None:
    own = replace(MTR, name="ours", win=5, draw=2, loss=1, floor=Fraction(2, 7))
    event, owner = event_with_owner(9, profile=own.to_dict())
    play_swiss(event, owner, 1, 1)
    start_round(event, owner, 2)
    give_penalty(
        event_id=event.pk, actor=owner, number=3, infraction=Infraction.SLOW_PLAY,
        penalty=PenaltyKind.GAME_LOSS, note="Warned twice.",
    )  # fmt: skip
    finish_round(event, owner, 2)
    check(exported(event))


def test_reports_of_phones_and_late_verifications_are_sealed() -> None:
    event, owner = event_of_phones(8)
    for table in (1, 2):
        first, second = map(Phone, pair_at(event, table))
        first.tell("2-1", second.enrollment)
        second.tell("2-1" if table == 1 else "2-0", first.enrollment)
    finish_round(event, owner, 1)
    texts = [exported(event)]
    verify_slip(event_id=event.pk, actor=owner, number=1, table=3, slip=Slip.of(0, 2))
    texts.append(exported(event))
    undo_verification(event_id=event.pk, actor=owner, number=1)
    texts.append(exported(event))
    assert [check(archive) > 30 for archive in texts] == [True] * 3


def test_an_older_seal_says_that_it_has_no_details() -> None:
    event = simulated(Kind.SWISS)
    archive = exported(event)
    assert "Reports, slots and who plays first are those sealed" in " ".join(
        sentences(reports([json.dumps(archive)])[0], True)
    )
    chain = archive["chain"]
    chain["entries"] = [entry for entry in chain["entries"] if not entry.startswith("seal-details")]
    link = chain["start"]
    for entry in chain["entries"]:
        link = hashlib.sha256(f"{link}\n{entry}".encode()).hexdigest()
    chain["head"] = link
    [report] = reports([json.dumps(archive)])
    assert not report["differs"], sentences(report, False)
    assert any("the last seal is older" in words for words in sentences(report, None))
