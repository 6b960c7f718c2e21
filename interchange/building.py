"""Build the values of an archive from the contents of a file, as an event that can have happened.

A part that does not fit is left out or corrected, and noted: nothing is dropped silently.
"""

import datetime
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from archive.document import Json
from archive.errors import Message, _
from archive.implied_values import floor_text
from domain.kinds import EventState, RoundState, StageKind
from domain.limits import (
    EMAIL_LENGTH,
    EVENT_NAME_LENGTH,
    MOST_PLAYERS,
    MOST_ROUNDS,
    NAME_LENGTH,
    SHORT_LENGTH,
)
from interchange.building_matches import matches_of
from interchange.profiles import own_rules, profile_named
from interchange.texts import clean
from interchange.values import ForeignError, FoundEvent, FoundRound, Person, Subject


@dataclass(frozen=True, slots=True)
class Built:
    """An archive as JSON values; `numbers` gives each person's number by the key of the file.

    `rounds` maps the numbers of the rounds in the file to ours.
    """

    values: Json
    numbers: dict[str, int]
    rounds: dict[int, int]


def build(event: FoundEvent, today: datetime.date, *, going_on: bool = False) -> Built:
    """Return an event as an archive, counted by the likeliest of its rule profiles.

    `going_on`: the event continues here, so it is never finished. Raises ForeignError for an event
    without players or with too many.
    """
    people = list(event.persons.values())
    if not people:
        raise ForeignError(_("The file contains no players."))
    if len(people) > MOST_PLAYERS:
        raise ForeignError(_("The file contains more than %(most)d players."), most=MOST_PLAYERS)
    numbers = {person.key: number for number, person in enumerate(people, start=1)}
    rounds = _in_order(event)
    ours = {round.number: place for place, round in enumerate(rounds, start=1)}
    written = _rounds(event, rounds, numbers)
    values: Json = {
        "format": "event-archive",
        "version": 5 if event.at_tables else 3,
        "event": _head(event, today) | rules_values(event, event.profiles[0]),
        "players": [_player(event, person, numbers[person.key]) for person in people],
        "stages": _stages(event, rounds, numbers, going_on=going_on),
        "rounds": written,
        "drops": _drops(event, written, numbers, ours, _staying(event, rounds, going_on)),
        "decks": _decks(people, numbers),
    }
    _without_repeats(values)
    _set_state(event, values, today, going_on=going_on)
    return Built(values, numbers, ours)


def _head(event: FoundEvent, today: datetime.date) -> Json:
    return {
        "name": (event.name or "Imported event")[:EVENT_NAME_LENGTH].strip(),
        "date": (event.date or today).isoformat(),
        "game_format": event.game_format[:SHORT_LENGTH].strip(),
        "venue": event.venue[:EVENT_NAME_LENGTH].strip(),
        "team_size": event.team_size if event.team_size in (1, 2, 3) else 1,
    }


def rules_values(event: FoundEvent, profile: str) -> Json:
    """Return the rules and the profile of an archive's event."""
    rules = own_rules(profile_named(profile), event.points)
    return {
        "rules": {
            "win": rules.win,
            "draw": rules.draw,
            "loss": rules.loss,
            "floor": floor_text(rules.floor),
            "games_to_win": event.games_to_win,
        },
        "profile": rules.to_dict(),
    }


def _player(event: FoundEvent, person: Person, number: int) -> Json:
    name = clean(person.name)
    if len(name) > NAME_LENGTH:
        event.note(
            Subject.PERSON,
            name[:40],
            _("The name is longer than %(most)d characters and was cut."),
            most=NAME_LENGTH,
        )
    values: Json = {"id": number, "name": name[:NAME_LENGTH].strip() or person.key[:NAME_LENGTH]}
    email = person.email.strip().lower()
    if email and len(email) <= EMAIL_LENGTH and "@" in email:
        values["email"] = email
    platform_id = clean(person.platform_id)[:NAME_LENGTH]
    if platform_id:
        values["platform_id"] = platform_id
    members = [clean(member)[:NAME_LENGTH] for member in person.members]
    if event.team_size in (2, 3) and len(members) == event.team_size and all(members):
        values["members"] = members
    return values


def _without_repeats(values: Json) -> None:
    """Remove email addresses and platform ids that another player already has."""
    for key in ("email", "platform_id"):
        seen: set[str] = set()
        for player in values["players"]:
            if player.get(key) in seen:
                del player[key]
            elif key in player:
                seen.add(player[key])


def _in_order(event: FoundEvent) -> list[FoundRound]:
    """Return the rounds that can be written: Swiss before playoff, numbered as in the file."""
    ordered = sorted(event.rounds, key=lambda item: (item.playoff, item.number))
    for item in ordered:
        if not _has_match(item):
            event.note(
                Subject.ROUND,
                Message(_("round %(number)d"), number=item.number)
                if item.name in ("", str(item.number))
                else item.name,
                _("The round has no match and is left out."),
            )
    ordered = [item for item in ordered if _has_match(item)]
    swiss = [item.number for item in ordered if not item.playoff]
    missing = sorted(set(range(1, max(swiss, default=0) + 1)) - set(swiss))
    for first, last in _runs(missing):
        place = Message(_("round %(number)d"), number=first)
        if last > first:
            place = Message(_("rounds %(first)d to %(last)d"), first=first, last=last)
        event.note(
            Subject.ROUND,
            place,
            _("The round is not in the file. The rounds after it move up."),
        )
    return ordered


def _has_match(round: FoundRound) -> bool:
    """Return whether a match is left without pairings of a player against the same player."""
    return any(pairing.seats or pairing.first != pairing.second for pairing in round.pairings)


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last number of each unbroken run."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return runs


def _stages(
    event: FoundEvent, rounds: list[FoundRound], numbers: dict[str, int], *, going_on: bool
) -> list[Json]:
    swiss = [item for item in rounds if not item.playoff]
    playoff = [item for item in rounds if item.playoff]
    planned = min(event.planned or 0, MOST_ROUNDS)
    usual = max(1, math.ceil(math.log2(max(2, len(numbers)))))
    if going_on or not rounds:
        planned = planned or max(usual, len(swiss))
    elif event.finished or playoff:
        planned = 0
    stages: list[Json] = []
    kind = StageKind.TABLES if event.at_tables else StageKind.SWISS
    if swiss or not playoff:
        stages.append({"kind": kind.value, "rounds": max(len(swiss), planned, 1)})
    if _cut(event, swiss):
        first, second = _days(event, swiss)
        stages[0] |= {"rounds": len(first), "advance": _playing(second, numbers)}
        stages.append({"kind": kind.value, "rounds": len(second)})
    if playoff:
        stages.append(_playoff(event, playoff, numbers))
        if swiss:
            stages[-2]["advance"] = _playing(playoff, numbers)
    return stages


def _playoff(event: FoundEvent, rounds: list[FoundRound], numbers: dict[str, int]) -> Json:
    if event.cut:
        seeds = [numbers[key] for key in event.cut]
        return {"kind": StageKind.TABLES_CUT.value, "round_minutes": 0, "bracket": seeds}
    return {"kind": StageKind.SINGLE_ELIMINATION.value, "rounds": len(rounds)}


def _cut(event: FoundEvent, swiss: list[FoundRound]) -> bool:
    return event.cut_after is not None and all(_days(event, swiss))


def _days(event: FoundEvent, swiss: list[FoundRound]) -> tuple[list[FoundRound], list[FoundRound]]:
    """Return the Swiss rounds up to the cut between them, and those after it."""
    last = event.cut_after or 0
    return [item for item in swiss if item.number <= last], [
        item for item in swiss if item.number > last
    ]


def _playing(rounds: list[FoundRound], numbers: dict[str, int]) -> list[int]:
    """Return the numbers of all players in these rounds."""
    return sorted({numbers[key] for item in rounds for pair in item.pairings for key in pair.keys})


def _rounds(event: FoundEvent, rounds: list[FoundRound], numbers: dict[str, int]) -> list[Json]:
    swiss = [item for item in rounds if not item.playoff]
    cut = _cut(event, swiss)
    stage_of_playoff = 1 + bool(swiss) + cut
    later = _days(event, swiss)[1] if cut else []
    written: list[Json] = []
    for place, item in enumerate(rounds, start=1):
        matches = matches_of(event, item, numbers, last=place == len(rounds))
        written.append(
            {
                "number": place,
                "stage": stage_of_playoff if item.playoff else 1 + (item in later),
                "matches": matches,
            }
        )
    return written


def _staying(event: FoundEvent, rounds: list[FoundRound], going_on: bool) -> set[int]:
    """Return the rounds, in our numbering, after which a player is still in the event.

    Round 0 means no match at all. Such a player did not take part, unless there is no round yet or
    the event continues here: then the player may join in a later round.
    """
    swiss = [item for item in rounds if not item.playoff]
    last = set(range(len(swiss) or len(rounds), len(rounds) + 1))
    if _cut(event, swiss):
        last.add(len(_days(event, swiss)[0]))
    return last | {0} if going_on else last


def _drops(
    event: FoundEvent,
    written: list[Json],
    numbers: dict[str, int],
    ours: dict[int, int],
    staying: set[int],
) -> list[Json]:
    """Return drops from the file, of disqualified players, and of players without later matches."""
    last_played = {
        number: item["number"]
        for item in written
        for match in item["matches"]
        for number in match["players"]
    }
    drops: list[Json] = []
    for key, person in event.persons.items():
        played = last_played.get(numbers[key], 0)
        named = person.dropped_after
        if named is not None:
            after = max(played, min(ours.get(named, played), len(written)))
        elif played not in staying or person.disqualified:
            after = played
        else:
            continue
        drop: Json = {"player": numbers[key], "after_round": after}
        if person.disqualified:
            drop["disqualified"] = True
        drops.append(drop)
    return drops


def _decks(people: Iterable[Person], numbers: dict[str, int]) -> list[Json]:
    return [
        {"player": numbers[person.key], "state": "submitted", "text": person.deck}
        for person in people
        if person.deck and len(person.deck) <= 2000 and "\x00" not in person.deck
    ]


def _set_state(event: FoundEvent, values: Json, today: datetime.date, *, going_on: bool) -> None:
    """Finish a complete event that does not continue here; post its last round if incomplete."""
    rounds: list[dict[str, Any]] = values["rounds"]
    if not rounds:
        values["event"]["state"] = EventState.SETUP.value
        return
    complete = all("games" in match for match in rounds[-1]["matches"])
    past = event.date is not None and event.date < today
    over = complete and not going_on and event.finished is not False and (event.finished or past)
    played = sum(item["stage"] == 1 for item in rounds)
    if over:
        values["stages"][0]["rounds"] = max(played, 1)
    values["event"]["state"] = (EventState.FINISHED if over else EventState.RUNNING).value
    state = RoundState.COMPLETE if complete else RoundState.POSTED
    rounds[-1]["state"] = state.value
