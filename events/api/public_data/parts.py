"""Bracket, pods, decklists, announcements, clock and final report, for programs."""

import datetime

from events.api.answer_values import (
    Announcement,
    Announcements,
    Bracket,
    BracketMatch,
    BracketSide,
    Clock,
    Decklist,
    Decklists,
    Person,
    Pods,
    Preparation,
    Report,
    Seat,
    Timer,
)
from events.api.public_data.event_values import event_value
from events.api.public_data.rounds import rounds
from events.api.public_data.standings import standings
from events.core.cards.open_decks import open_decks
from events.core.stages.bracket_queries import bracket_picture
from events.core.stages.bracket_values import Box, Column, Side
from events.models import Enrollment
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.stages import pod_rows


def bracket(shown: PublicEvent) -> Bracket | None:
    """Return the newest bracket; a result is included once its round is complete."""
    stage = shown.bracket
    picture = bracket_picture(stage, names=shown.names) if stage else None
    if stage is None or picture is None:
        return None
    return Bracket(
        event=shown.event.slug,
        stage=stage.number,
        entrants=picture.entrants,
        winner=_person(picture.winner),
        matches=tuple(
            _bracket_match(column, box)
            for row in picture.drawn_rows
            for column in row
            for box in column.boxes
        ),
    )


def _bracket_match(column: Column, box: Box) -> BracketMatch:
    return BracketMatch(
        slot=box.slot,
        part=column.part,  # type: ignore[arg-type]  # one of the names in Column
        column=column.number,
        round=box.round_number,
        table=box.table,
        decided=box.decided,
        sides=tuple(_bracket_side(side) for side in box.sides),
    )


def _bracket_side(side: Side) -> BracketSide:
    return BracketSide(
        number=side.player.number if side.player else None,
        name=side.player.name if side.player else None,
        seed=side.seed,
        games=side.games,
        won=side.won,
    )


def _person(player: Enrollment | None) -> Person | None:
    return Person(number=player.number, name=player.name) if player else None


def pods(shown: PublicEvent) -> Pods | None:
    """Return the seats of the newest draft, once they are posted."""
    stage = shown.pods_stage
    if stage is None:
        return None
    rows = pod_rows(stage, shown.names)
    seats = [
        Seat(number=row.enrollment.number, name=row.enrollment.name, pod=row.pod, seat=row.seat)
        for row in sorted(rows, key=lambda row: (row.pod, row.seat))
    ]
    return Pods(event=shown.event.slug, stage=stage.number, seats=tuple(seats))


def decklists(shown: PublicEvent) -> Decklists:
    """Return the open decklists of those who advanced by the last cut; closed ones never."""
    lines = open_decks(shown.event, shown.names)
    return Decklists(
        event=shown.event.slug,
        decklists=tuple(
            Decklist(
                number=line.enrollment.number,
                name=line.enrollment.name,
                text=line.deck.text,
                main=line.main,
                sideboard=line.side,
            )
            for line in lines
        ),
    )


def announcements(shown: PublicEvent) -> Announcements:
    """Return the current announcements, each with its end."""
    return Announcements(
        event=shown.event.slug,
        announcements=tuple(
            Announcement(en=item.text_en, ja=item.text_ja, made_at=item.made_at, until=item.until)
            for item in shown.announcements
        ),
    )


def clock(shown: PublicEvent) -> Clock:
    """Return the clocks of the newest posted round and of a draft or deck construction."""
    newest, event = shown.round(), shown.event
    runs = newest is not None and not newest.complete
    return Clock(
        event=event.slug,
        round=newest.number if newest else None,
        clock=Timer(
            minutes=newest.minutes,
            started_at=newest.started_at,
            paused_at=newest.paused_at,
            added_seconds=newest.added_seconds,
            ends_at=_end(newest.minutes, newest.started_at, newest.paused_at, newest.added_seconds),
        )
        if newest is not None and runs
        else None,
        next_at=newest.next_at if newest else None,
        preparation=_preparation(shown),
    )


def _preparation(shown: PublicEvent) -> Preparation | None:
    event = shown.event
    if not event.preparation:
        return None
    minutes, added = event.preparation_minutes, event.preparation_added_seconds
    began, paused = event.preparation_started_at, event.preparation_paused_at
    return Preparation(
        kind=event.preparation,  # type: ignore[arg-type]  # one of Event.Preparation
        minutes=minutes,
        started_at=began,
        paused_at=paused,
        added_seconds=added,
        ends_at=_end(minutes, began, paused, added),
    )


def _end(
    minutes: int,
    began: datetime.datetime | None,
    paused: datetime.datetime | None,
    added: int,
) -> datetime.datetime | None:
    if began is None or paused is not None or minutes == 0:
        return None
    return began + datetime.timedelta(minutes=minutes, seconds=added)


def report(shown: PublicEvent) -> Report | None:
    """Return the final report, once the event is finished and its last standings are public."""
    newest, final = shown.round(), standings(shown)
    if not shown.event.is_finished or newest is None or final is None:
        return None
    if final.round < newest.number:
        return None
    playoff = bracket(shown)
    best = final.rows[0] if final.rows else None
    winner = Person(number=best.number, name=best.name, members=best.members) if best else None
    return Report(
        event=event_value(shown),
        winner=playoff.winner if playoff and playoff.winner else winner,
        standings=final,
        rounds=rounds(shown).rounds,
        bracket=playoff,
    )
