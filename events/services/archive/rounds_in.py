"""The rounds of an archive: who met whom, whether that can have happened."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from events.models import Event, Match, Round
from events.services.archive.bracket import BracketCourse
from events.services.archive.nodes import Node, name_table
from events.services.archive.people import known_player, read_ids
from events.services.archive.values import (
    ArchivedBefore,
    ArchivedDrop,
    ArchivedMatch,
    ArchivedRound,
    ArchivedStage,
    implied_round_state,
)
from events.services.archive.versions import only_in
from events.services.score import EXTRA_GAMES

# Platforms are seen to record 3-0 in a best of three, so that is possible everywhere.
MOST_WINS = 3
ROUND_OPTIONS = (
    "state", "seed", "changed_by_hand", "paired_at", "posted_at", "started_at", "completed_at",
)  # fmt: skip
RECORD = re.compile(r"\d{1,3}-\d{1,3}-\d{1,3}")
SEATS = re.compile("[wld-]{3}")
MATCH_OPTIONS = ("table", "games", "bye", "unpaired", "double_loss", "extension_minutes")


@dataclass(frozen=True, slots=True)
class Frame:
    """What the rest of the file says that the rounds have to fit."""

    version: int
    known: frozenset[int]
    stages: tuple[ArchivedStage, ...]
    drops: tuple[ArchivedDrop, ...]
    games_to_win: int
    team_size: int


class _Course:
    """What the rounds read so far say about the next one."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.stages = frame.stages
        self.left_after: Mapping[int, int] = {drop.player: drop.after_round for drop in frame.drops}
        self.played = [0] * len(frame.stages)
        self.stage = 1
        self.playing = frame.known
        self.bracket = _bracket_of(frame.stages[0])

    @property
    def games_to_win(self) -> int:
        """How many games win a match in the stage that is being read."""
        return self.stages[self.stage - 1].games_to_win or self.frame.games_to_win

    def enter(self, node: Node, stage: int) -> None:
        """Count one more round of `stage`, which must be this one or the next."""
        if stage > len(self.stages):
            raise node.error(
                _("There is no stage %(stage)d; the file has %(count)d.")
                % {"stage": stage, "count": len(self.stages)}
            )
        while self.stage < stage:
            left = self.stages[self.stage - 1]
            if not left.least_rounds <= self.played[self.stage - 1]:
                raise node.error(
                    _("Stage %(stage)d has %(rounds)d rounds, but only %(played)d are here.")
                    % {
                        "stage": self.stage,
                        "rounds": left.least_rounds,
                        "played": self.played[self.stage - 1],
                    }
                )
            if left.advance is not None:
                self.playing &= frozenset(left.advance)
            self.stage += 1
            self.bracket = _bracket_of(self.stages[self.stage - 1])
        if stage < self.stage:
            raise node.error(_("Stage %(stage)d is over already.") % {"stage": stage})
        self.played[stage - 1] += 1
        most = self.stages[stage - 1].most_rounds
        if self.played[stage - 1] > most:
            raise node.error(
                _("Stage %(stage)d has only %(rounds)d rounds.") % {"stage": stage, "rounds": most}
            )

    def player(self, node: Node, round_number: int) -> int:
        """Return a player who can play in this round."""
        number = known_player(node, self.frame.known)
        if number not in self.playing:
            raise node.error(
                _("Player %(number)d did not advance to stage %(stage)d.")
                % {"number": number, "stage": self.stage}
            )
        last = self.left_after.get(number)
        # Nobody is replaced in a bracket: who left stands in a match that the other one wins.
        if last is not None and last < round_number and self.bracket is None:
            raise node.error(
                _("Player %(number)d plays here, but left after round %(last)d.")
                % {"number": number, "last": last}
            )
        return number


def _bracket_of(stage: ArchivedStage) -> BracketCourse | None:
    return BracketCourse(stage) if stage.bracket else None


def read_rounds(node: Node, frame: Frame) -> tuple[ArchivedRound, ...]:
    """Read all rounds; only the last one may lack results or not be complete."""
    course = _Course(frame)
    found: list[ArchivedRound] = []
    for index, item in enumerate(node.items()):
        item.where = _("round %(number)d") % {"number": index + 1}
        options = (*ROUND_OPTIONS, *only_in("rounds", frame.version))
        fields = item.fields(("number", "stage", "matches"), options)
        number = fields["number"].whole()
        if number != index + 1:
            raise fields["number"].error(
                _("Rounds count from 1: %(expected)d is expected here, not %(number)d.")
                % {"expected": index + 1, "number": number}
            )
        if found and found[-1].state != Round.State.COMPLETE:
            raise item.error(
                _("Round %(number)d is not complete, so there can't be another.")
                % {"number": number - 1}
            )
        found.append(_round(fields, course))
    return tuple(found)


def _round(fields: dict[str, Node], course: _Course) -> ArchivedRound:
    number = fields["number"].whole()
    stage = fields["stage"].whole(1)
    course.enter(fields["stage"], stage)
    matches = _matches(fields["matches"], number, course)
    if course.bracket is not None:
        course.bracket.enter(fields["matches"], number, matches)
    options: dict[str, Any] = {}
    for key in ("paired_at", "posted_at", "started_at", "completed_at"):
        if key in fields:
            options[key] = fields[key].moment()
    if "seed" in fields:
        options["seed"] = fields["seed"].whole(0, 2**63 - 1)
    if "changed_by_hand" in fields:
        options["changed_by_hand"] = fields["changed_by_hand"].truth()
    if "order" in fields:
        options["order"] = read_ids(fields["order"], course.frame.known)
    if "again" in fields:
        options["again"] = fields["again"].whole()
    if "before" in fields:
        options["before"] = _before(fields["before"], matches)
    state = implied_round_state(matches)
    if "state" in fields:
        state = _state(fields["state"], matches)
    return ArchivedRound(number, stage, matches, state, **options)


def _before(node: Node, matches: tuple[ArchivedMatch, ...]) -> tuple[ArchivedBefore, ...]:
    here = frozenset(
        number for one in matches for number in (one.first, one.second) if number is not None
    )
    found = []
    for item in node.items():
        fields = item.fields(("player", "points", "record"))
        record = fields["record"].text(20)
        if not RECORD.fullmatch(record):
            raise fields["record"].error(_("must be wins, losses and draws, such as “2-0-1”."))
        found.append(
            ArchivedBefore(known_player(fields["player"], here), fields["points"].whole(), record)
        )
    return tuple(found)


def _state(node: Node, matches: tuple[ArchivedMatch, ...]) -> str:
    state = node.choice(Round.State.values)
    played = [match for match in matches if match.kind == Match.Kind.PLAYED]
    if state == Round.State.COMPLETE and any(match.games is None for match in played):
        raise node.error(_("A round without all results is not complete."))
    # In a bracket whoever left has lost already: such a match has no table.
    open_ = [match for match in played if not match.slot or match.table is not None]
    if state == Round.State.DRAFT and any(match.games is not None for match in open_):
        raise node.error(_("A draft has no results."))
    return state


def _matches(node: Node, number: int, course: _Course) -> tuple[ArchivedMatch, ...]:
    found = []
    busy: set[int] = set()
    tables: set[int] = set()
    for item in node.items(1):
        match = _match(item, number, course)
        for position, player in enumerate((match.first, match.second)):
            if player is None:
                continue
            if player in busy:
                place = Node(player, f"{item.path}.players[{position}]", item.where)
                raise place.error(
                    _("Player %(player)d is in round %(number)d twice.")
                    % {"player": player, "number": number}
                )
            busy.add(player)
        if match.table is not None and match.table in tables:
            raise item.error(
                _("Table %(table)d is in round %(number)d twice.")
                % {"table": match.table, "number": number}
            )
        if match.table is not None:
            tables.add(match.table)
        found.append(match)
    return tuple(found)


def _match(node: Node, number: int, course: _Course) -> ArchivedMatch:
    name_table(node, number)
    frame = course.frame
    fields = node.fields(("players",), (*MATCH_OPTIONS, *only_in("matches", frame.version)))
    flags: dict[str, bool] = {
        key: fields[key].truth() for key in ("bye", "unpaired", "double_loss") if key in fields
    }
    players = [course.player(item, number) for item in fields["players"].items(1, 2)]
    kind = _kind(node, flags, len(players))
    alone = kind != Match.Kind.PLAYED
    if alone and "table" in fields:
        raise fields["table"].error(_("A player without an opponent has no table."))
    double_loss = flags.get("double_loss", False)
    games = None
    if "games" in fields:
        games = _games(fields["games"], kind, course.games_to_win)
    elif alone or double_loss:
        raise node.error(_("“%(key)s” is missing.") % {"key": "games"})
    return ArchivedMatch(
        kind=kind,
        first=players[0],
        second=None if alone else players[1],
        table=fields["table"].whole(1) if "table" in fields else None,
        games=games,
        double_loss=double_loss,
        extension_minutes=fields["extension_minutes"].whole(0, 120)
        if "extension_minutes" in fields
        else 0,
        **_more(fields, course, games, alone=alone or double_loss),
    )


def _more(
    fields: dict[str, Node], course: _Course, games: tuple[int, int, int] | None, *, alone: bool
) -> dict[str, str]:
    """Read a match's place in a bracket, who plays first, and the seats of a team match."""
    found: dict[str, str] = {}
    if "slot" in fields:
        found["slot"] = fields["slot"].text(8)
        if course.bracket is None:
            raise fields["slot"].error(_("This stage has no bracket."))
    if "play_first" in fields:
        found["play_first"] = fields["play_first"].choice(Match.PlayFirst.values)
    if "seats" in fields:
        seats = found["seats"] = fields["seats"].text(3)
        if course.frame.team_size != Event.TeamSize.THREE or alone:
            raise fields["seats"].error(_("Only a match of two teams of three has seats."))
        if not SEATS.fullmatch(seats) or games != tuple(map(seats.count, "wld")):
            raise fields["seats"].error(
                _("“%(seats)s” is not the result of three seats that “games” counts.")
                % {"seats": seats}
            )
    return found


def _kind(node: Node, flags: Mapping[str, bool], players: int) -> str:
    true = [key for key, value in flags.items() if value]
    if len(true) > 1:
        raise node.error(
            _("A match can't be “%(one)s” and “%(other)s” at once.")
            % {"one": true[0], "other": true[1]}
        )
    kinds = {"bye": Match.Kind.BYE, "unpaired": Match.Kind.UNPAIRED}
    kind = kinds.get(true[0], Match.Kind.PLAYED) if true else Match.Kind.PLAYED
    if kind == Match.Kind.PLAYED and players != 2:
        raise node.error(
            _("One player alone needs “%(bye)s” or “%(unpaired)s”.")
            % {"bye": "bye", "unpaired": "unpaired"}
        )
    if kind != Match.Kind.PLAYED and players != 1:
        raise node.error(_("“%(key)s” is for one player, not two.") % {"key": true[0]})
    return kind.value


def _games(node: Node, kind: str, games_to_win: int) -> tuple[int, int, int]:
    items = node.items(3, 3)
    won, lost, drawn = (item.whole(0, 99) for item in items)
    if kind == Match.Kind.BYE and not (won > lost == drawn == 0 and won <= MOST_WINS):
        raise node.error(_("A bye is won without a lost or drawn game."))
    if kind == Match.Kind.UNPAIRED and (won or drawn or lost > MOST_WINS):
        raise node.error(_("A round without an opponent has no game won or drawn."))
    too_many_wins = max(won, lost) > MOST_WINS or min(won, lost) >= games_to_win
    if too_many_wins or won + lost + drawn > 2 * MOST_WINS - 1 + EXTRA_GAMES:
        raise node.error(
            _("%(score)s is an impossible score in a best of %(best_of)d.")
            % {"score": f"{won}-{lost}-{drawn}", "best_of": 2 * games_to_win - 1}
        )
    return won, lost, drawn
