"""The report as one PDF: cover, pictures, standings, matches, evidence."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from events.core.report.report_values import (
    Correction,
    Person,
    Report,
    ReportLine,
    ReportMatch,
    ReportRound,
)
from events.core.sentences import join_sentences
from events.core.stages.bracket_values import Box, Picture, Side
from events.core.stages.stage_words import (
    after_words,
    column_title,
    finish_line,
    result_of_player,
    round_title,
    standings_after_words,
)
from events.core.words.result_words import seat_result_words
from events.core.words.tiebreakers import tiebreaker_short
from events.core.words.venue_times import venue_clock, venue_time
from events.models import Event, Match
from events.paper.document import Document, breakable, document, name_on_paper
from events.report.archetype_tables import archetype_tables
from events.report.facts import checks_of, facts_of, short_facts
from events.report.highlights import Highlights, highlights_of
from events.report.pictures import pictures_of
from events.report.round_times import RoundTime

# The cover has room for the last three rounds of a bracket: eight players.
_COLUMNS_ON_COVER = 3
_MOST_BOXES_ON_COVER = 4


def report_document(
    report: Report, times: Sequence[RoundTime], bracket: Picture | None, logo: str = ""
) -> Document:
    """Return the whole report of the event as it is now, with its bracket, as one document.

    `logo` is an SVG; empty for none.
    """
    highlights = highlights_of(report, times)
    title = _("Interim report") if report.interim else _("Final report")
    return document(
        report.event,
        "report",
        "interim-report" if report.interim else "report",
        title,
        foot=_("%(first)s, %(second)s") % {"first": title, "second": _made(report)},
        cover=_cover(report, highlights, logo),
        bracket=_bracket(bracket),
        pictures={
            "title": _("The event in pictures"),
            "drawn": [
                {
                    "title": breakable(picture.title),
                    "note": picture.note,
                    "svg": render_to_string(
                        "report/pictures/picture.html",
                        {"picture": picture, "paper_style": _paper_style()},
                    ),
                }
                for picture in pictures_of(report, times)
            ],
        },
        prizes=_prizes(report),
        archetypes=archetype_tables(report.archetypes),
        standings=_standings(report),
        matches={
            "title": _("Matches by round"),
            "note": _("Table, players, result.")
            if report.event.at_tables
            else _("Table, players, games. The winner is in bold."),
            "rounds": [_round(round) for round in report.rounds],
        },
        evidence=_evidence(report, times),
    )


def _paper_style() -> SafeString:
    """Return the colours of a picture, which finds no style sheet in a PDF."""
    style = Path(__file__).with_name("pictures") / "paper.css"
    return mark_safe(f"<style>{style.read_text()}</style>")  # noqa: S308 - a file of our own


def _made(report: Report) -> str:
    """Say how old the report is: one of a finished event is the same whenever it is set."""
    if report.event.finished_at is not None:
        finished = venue_time(report.event, report.event.finished_at)
        return _("event finished %(time)s") % {"time": finished}
    return _("created %(time)s") % {"time": venue_time(report.event, timezone.now())}


def _cover(report: Report, highlights: Highlights, logo: str) -> dict[str, Any]:
    name = highlights.name
    return {
        "event": breakable(report.event.name),
        "label": highlights.label if name else "",
        "winner": breakable(name),
        "line": highlights.line,
        "facts": [[words, breakable(str(value))] for words, value in short_facts(report)],
        "figures": [[figure.value, figure.words] for figure in highlights.figures],
        "sentences": join_sentences(highlights.sentences),
        "word": breakable(report.sheet.organizer_word),
        "word_title": _("A word from the organizer"),
        "logo": logo,
    }


def _bracket(picture: Picture | None) -> list[dict[str, Any]]:
    if picture is None:
        return []
    columns = [column for column in picture.rows[0] if len(column.boxes) <= _MOST_BOXES_ON_COVER]
    return [
        {"title": str(column_title(column)), "boxes": [_box(box) for box in column.boxes]}
        for column in columns[-_COLUMNS_ON_COVER:]
    ]


def _box(box: Box) -> list[dict[str, Any]]:
    return [_bracket_side(side) for side in box.sides]


def _bracket_side(side: Side) -> dict[str, Any]:
    return {
        "name": name_on_paper(side.player) if side.player else "–",
        "seed": "" if side.seed is None else str(side.seed),
        "games": "" if side.games is None else str(side.games),
        "won": side.won,
    }


def _standings(report: Report) -> dict[str, Any]:
    for_points = report.elimination_results is None
    codes = [str(tiebreaker_short(code.value)) for code in report.columns] if for_points else []
    heads = [_("Points"), _("Record"), *codes] if for_points else [_("Finish")]
    title = _("Final standings")
    if report.interim and report.standings_after:
        title = standings_after_words(report.round(report.standings_after))
    return {
        "title": title,
        "heads": ["", _("Name"), *heads],
        "rows": [_standings_row(report, line) for line in report.standings],
        "empty": _("Standings appear once a round is complete."),
    }


def _standings_row(report: Report, line: ReportLine) -> dict[str, Any]:
    number, row = line.person.number, line.row
    more = ""
    if report.elimination_results is not None:
        cells = [result_of_player(report.elimination_results, number)]
    else:
        cells = [str(row.points), line.record, *(figure.shown for figure in line.figures)]
        finish = None if report.finishes is None else report.finishes.get(number)
        more = "" if finish is None or finish.result is None else finish_line(finish)
    return {
        "place": "" if row.place is None else str(row.place),
        "name": breakable(line.person.name),
        "more": more,
        "cells": [str(cell) for cell in cells],
    }


def _prizes(report: Report) -> dict[str, Any]:
    heads, rows = _filled(
        ["", _("Name"), _("Cash"), _("Prize")],
        [
            [
                str(award.place or "–"),
                breakable(award.name),
                award.money,
                breakable(award.other),
            ]
            for award in report.prizes
            if not award.value.is_empty
        ],
    )
    return {"title": _("Prizes"), "heads": heads, "rows": rows, "money": report.pays_money}


def _filled(
    heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[list[str], list[list[str]]]:
    """Leave out the columns in which no row has anything."""
    kept = [at for at in range(len(heads)) if any(row[at] for row in rows)]
    return [heads[at] for at in kept], [[row[at] for at in kept] for row in rows]


def _round(round: ReportRound) -> dict[str, Any]:
    return {
        "title": str(round_title(round)),
        "matches": [_match(match) for match in round.matches],
    }


def _match(match: ReportMatch) -> list[Any]:
    """Return table, both names, games, and which side won: 0 nobody, 1 the first, 2 the second."""
    table = "" if match.table is None else str(match.table)
    first = breakable(match.first.name)
    if match.is_table:
        seated = [person.name for person in match.players_by_seat]
        words = seat_result_words(match.result.marks) if match.result else "–"
        return [table, breakable(", ".join(seated)), breakable(words), "", 0]
    if match.second is None:
        won = 1 if match.is_bye else 0
        return [table, first, str(dict(Match.KIND_WORDS)[match.kind]), "", won]
    winner = match.winner
    won = 0 if winner is None else 1 if winner.is_first else 2 if winner.is_second else 0
    return [table, first, breakable(match.second.name), match.score or "–", won]


def _evidence(report: Report, times: Sequence[RoundTime]) -> dict[str, Any]:
    event = report.event
    rounds_heads, rounds = _filled(*_rounds(event, times))
    return {
        "title": _("Rules, rounds and how to check"),
        "facts": [[str(words), breakable(str(value))] for words, value in facts_of(report)],
        "checks": list(checks_of(report)),
        "rounds_title": _("Rounds"),
        "rounds_heads": rounds_heads,
        "rounds": rounds,
        "drops_title": _("Drops and disqualifications"),
        "drops": [] if report.public else [_drop(report, person) for person in report.drops],
        "penalties_title": _("Penalties"),
        "penalties": [
            [
                "" if penalty.round_number is None else _name_of(report, penalty.round_number),
                name_on_paper(penalty.enrollment),
                str(penalty.get_infraction_display()),
                str(penalty.get_penalty_display()),
            ]
            for penalty in (() if report.public else report.penalties)
        ],
        "corrections_title": _("Corrections"),
        "corrections": []
        if report.public
        else [_correction(report, made) for made in report.corrections],
        "signatures": [] if report.public else [_("Head judge, date"), _("Organizer, date")],
    }


def _rounds(event: Event, times: Sequence[RoundTime]) -> tuple[list[str], list[list[str]]]:
    """Return the heads and the rows of the times of the rounds."""
    heads = [_("Round"), _("Posted"), _("Started"), _("Last result"), _("Minutes"), _("Last table")]
    rows = [
        [
            time.title,
            venue_clock(event, time.posted),
            venue_clock(event, time.start),
            venue_clock(event, time.last_result),
            str(time.minutes),
            "" if time.last_table is None else str(time.last_table),
        ]
        for time in times
    ]
    return heads, rows


def _name_of(report: Report, number: int) -> str:
    return round_title(report.round(number))


def _correction(report: Report, made: Correction) -> list[str]:
    where = _name_of(report, made.round_number)
    change = f"{made.before or '–'} → {made.after}"
    return [where, breakable(made.players), change, breakable(made.reason), made.by]


def _drop(report: Report, person: Person) -> list[str]:
    if person.disqualified:
        how = _("disqualified")
    elif person.no_show:
        how = _("no-show")
    else:
        how = _("dropped")
    after = ""
    if person.dropped_after:
        after = after_words(report.round(person.dropped_after))
    return [breakable(person.name), how, after]
