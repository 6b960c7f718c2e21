"""What follows without a draw in an archive: brackets, round robins; and how seats were drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pairings.brackets import Bracket, contests, double_elimination, single_elimination
from pairings.draw import Draw
from pairings.pods import Wish, draw_pods
from pairings.round_robin import round_robin

Json = dict[str, Any]
Pairs = set[frozenset[int]]
"""Who plays whom; somebody who has a bye stands alone."""


def table_differences(archive: Json, stage: int) -> Iterator[list[str]]:
    """Yield for each round of a round robin (stage from 1) what is not as in its table.

    Where somebody left, the opponent has a bye.
    """
    rounds = [_pairs(one) for one in _rounds(archive, stage)]
    if not rounds:
        return
    members = frozenset[int]().union(*rounds[0])
    order = [player["id"] for player in archive["players"] if player["id"] in members]
    for there, (drawn, bye) in zip(rounds, round_robin(order), strict=False):
        here = frozenset[int]().union(*there)
        due = {frozenset(pair) & here for pair in drawn}
        if bye is not None:
            due.add(frozenset({bye}) & here)
        yield _differing(there, due - {frozenset()}, "the table")


def bracket_differences(archive: Json, stage: int) -> Iterator[list[str] | None]:
    """Yield for each round of a playoff (stage from 1) what is not as its bracket gives it.

    None where the archive does not say who sat where. Where the highest seed gets the bye of
    somebody who left (rules of 2025), the players of a round may have changed places.
    """
    own = archive["stages"][stage - 1]
    rounds = _rounds(archive, stage)
    if not own.get("bracket"):
        yield from [None] * len(rounds)
        return
    entrants = own.get("bracket_seats", own["bracket"])
    bracket = _bracket(own, len(entrants))
    left = {drop["player"] for drop in archive["drops"]}
    results: dict[str, tuple[int, int | None]] = {}
    for place, one in enumerate(rounds, 1):
        due: Pairs = {
            frozenset(
                {contest.first} if contest.second is None else {contest.first, contest.second}
            )
            for contest in contests(bracket, entrants, results, place)
        }
        there = _pairs(one)
        everybody = frozenset[int]().union(*there)
        same_people = everybody == frozenset[int]().union(*due)
        if own.get("leaver") == "highest" and left & everybody and same_people:
            yield []
        else:
            yield _differing(there, due, "the bracket")
        results |= _decided(one)


def draw_differs(archive: Json, stage: int) -> bool | None:
    """Return whether the pods or the bracket of a stage (from 1) differ from its seed's draw.

    None where nothing was drawn, or where pods were made from standings.
    """
    own = archive["stages"][stage - 1]
    seed = own.get("seed")
    if seed is None:
        return None
    if own.get("pods") and stage == 1:
        seated = sorted(player for pod in own["pods"] for player in pod)
        wishes = {
            one["player"]: Wish(one["pod"] - 1, one["seat"] - 1 if "seat" in one else None)
            for one in own.get("wishes", [])
            if one["player"] in seated
        }
        drawn: list[list[int]] = own["pods"]
        return draw_pods(seated, seed, wishes) != drawn
    if own.get("bracket") and (stage == 1 or own.get("seating") == "draft"):
        return _seats_differ(own, seed, seeds_drawn=stage == 1)
    return None


def _seats_differ(own: Json, seed: int, *, seeds_drawn: bool) -> bool:
    draw = Draw(seed, "bracket")
    order = list(own["bracket"])
    if seeds_drawn:
        order.sort()
        draw.shuffle(order)
    seats = list(range(len(order)))
    if own.get("seating") == "draft":
        draw.shuffle(seats)
    seated = [player for _seat, player in sorted(zip(seats, order, strict=True))]
    entered: list[int] = own["bracket"]
    return order != entered or seated != own.get("bracket_seats", entered)


def _rounds(archive: Json, stage: int) -> list[Json]:
    return [one for one in archive["rounds"] if one["stage"] == stage]


def _pairs(one: Json) -> Pairs:
    return {frozenset(match["players"]) for match in one["matches"] if not match.get("unpaired")}


def _bracket(own: Json, entrants: int) -> Bracket:
    by_draft_seat = own.get("seating") == "draft"
    if own["kind"] == "double-elimination":
        return double_elimination(entrants, by_draft_seat=by_draft_seat)
    return single_elimination(
        entrants, by_draft_seat=by_draft_seat, third_place=bool(own.get("third_place"))
    )


def _decided(one: Json) -> dict[str, tuple[int, int | None]]:
    """Return winner and loser by the slot of each match that has a result."""
    found: dict[str, tuple[int, int | None]] = {}
    for match in one["matches"]:
        if "games" not in match:
            continue
        first, *others = match["players"]
        second = others[0] if others else None
        won, lost = match["games"][:2]
        if second is None or won > lost:
            found[match["slot"]] = first, second
        else:
            found[match["slot"]] = second, first
    return found


def _differing(there: Pairs, due: Pairs, source: str) -> list[str]:
    return [f"{_words(pair)} is not in {source}" for pair in sorted(there - due, key=sorted)] + [
        f"{_words(pair)} of {source} is missing" for pair in sorted(due - there, key=sorted)
    ]


def _words(pair: frozenset[int]) -> str:
    one, *others = sorted(pair)
    return f"{one} against {others[0]}" if others else f"a bye of {one}"
