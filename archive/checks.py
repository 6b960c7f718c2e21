"""Check the fields of an archive against each other: players, stages, and event data."""

import datetime
import json
import re
from collections.abc import Sequence

from archive.archived_players import ArchivedPlayer
from archive.decoding import wrong_text
from archive.desk_checks import check_desk
from archive.errors import ArchiveError, _, check_ids, check_known, refuse
from archive.field_types import SAID, Part
from archive.implied_values import floor_of
from archive.pools import check_pools
from archive.records import ArchivedDeckCheck, ArchivedFeature, Published
from archive.report_checks import dropping_report, match_of_drop
from archive.round_checks import (
    Course,
    check_playoff,
    check_rounds,
    check_rules_of_tables,
    check_seating,
)
from archive.seed_drawings import check_basis, check_drawings
from archive.values import Archive, ArchivedEvent, ArchivedStage, ArchivedWish
from archive.versions import FIRST, kinds_of
from domain.kinds import EventState, RoundState, StageKind
from domain.limits import FIRST_YEAR, LAST_YEAR, PROFILE_NAME_LENGTH
from domain.time_zones import known_time_zones

# A zero byte and half of a surrogate pair, as JSON writes them.
BAD_TEXT = re.compile(r"(?<!\\)(?:\\\\)*\\u0000|[\ud800-\udfff]")


def check(archive: Archive, version: int, *, lenient: bool) -> None:
    """Raise ArchiveError, which names the place, for values that contradict each other.

    `lenient` accepts impossible events as long as they can be computed with.
    """
    known = frozenset(player.number for player in archive.players)
    _check_players(archive.players, archive.event.team_size, lenient=lenient)
    check_rules_of_tables(archive)
    _check_stages(archive.stages, known, version, len(archive.rounds), lenient=lenient)
    _check_drops(archive, known, lenient=lenient)
    check_rounds(Course(archive, known, lenient=lenient), archive.rounds)
    if archive.published is not None:
        _check_published(archive.published, known)
    if not lenient:
        _check_extensions(archive)
        _check_moments(archive)
        _check_preparation(archive.event)
        _check_drops_of_reports(archive)
        _check_event(archive.event, archive)
        _check_standings(archive)
        _check_penalties(archive, known)
        check_drawings(archive.said_drawings, archive.rounds)
        for place, appeal in enumerate(archive.appeals):
            check_known(f"appeals[{place}].player", appeal.player, known)
        _check_decks(archive, known)
        check_desk(archive, known)


def _check_extensions(archive: Archive) -> None:
    """Refuse extensions with a control character; other programs define everything else in them."""
    if BAD_TEXT.search(json.dumps(archive.extensions or {}, ensure_ascii=False)):
        raise refuse("extensions", _("contains a control character."))


def _check_moments(part: Part, path: str = "") -> None:
    """Refuse years that a database or a time zone can't represent."""
    for name in part.__struct_fields__:
        value, place = getattr(part, name), f"{path}.{name}".lstrip(".")
        if isinstance(value, datetime.datetime) and not FIRST_YEAR <= value.year <= LAST_YEAR:
            raise refuse(
                place,
                _("must be between the years %(first)d and %(last)d."),
                first=FIRST_YEAR,
                last=LAST_YEAR,
            )
        inside = enumerate(value) if isinstance(value, tuple) else [(None, value)]
        for index, inner in inside:
            if isinstance(inner, Part):
                _check_moments(inner, place if index is None else f"{place}[{index}]")


def _check_preparation(event: ArchivedEvent) -> None:
    """Refuse a preparation clock that was paused before it was started."""
    clock = event.preparation
    if clock and clock.paused_at and (not clock.started_at or clock.paused_at < clock.started_at):
        raise refuse("event.preparation.paused_at", _("The clock was not running at that time."))


def _check_players(players: Sequence[ArchivedPlayer], team_size: int, *, lenient: bool) -> None:
    """Refuse a repeated id, address, or table, and team members that do not fit."""
    columns: tuple[tuple[str, str, object], ...] = (("id", "number", None),)
    if not lenient:
        columns += (("email", "email", ""), ("platform_id", "platform_id", ""))
        columns += (("fixed_table", "fixed_table", None),)
    for key, name, absent in columns:
        seen = set()
        for place, player in enumerate(players):
            value = getattr(player, name)
            if value != absent and value in seen:
                raise refuse(f"players[{place}].{key}", _("%(value)s appears twice."), value=value)
            seen.add(value)
    if lenient:
        return
    for place, player in enumerate(players):
        if player.checked_in_at is not None and not player.checked_in:
            raise refuse(f"players[{place}]", _("“%(key)s” is missing."), key="checked_in")
        if player.email and player.email != player.email.strip().lower():
            raise refuse(f"players[{place}].email", _("Email addresses must be lowercase."))
        if player.members:
            _check_members(f"players[{place}].members", player.members, team_size)


def _check_members(path: str, members: Sequence[str], team_size: int) -> None:
    if team_size == 1:
        raise refuse(path, _("Only teams have members. This is a single-player event."))
    if len(members) != team_size:
        raise refuse(
            path,
            _("Expected number of items: %(expected)s. Found: %(count)d."),
            expected=team_size,
            count=len(members),
        )


def _check_stages(
    stages: Sequence[ArchivedStage],
    known: frozenset[int],
    version: int,
    rounds: int,
    *,
    lenient: bool,
) -> None:
    """Refuse a stage that can't be played as described."""
    playing = known
    for place, stage in enumerate(stages):
        path = f"stages[{place}]"
        swiss = stage.kind is StageKind.SWISS
        counted = stage.kind.has_set_rounds
        if stage.kind not in kinds_of(version):
            raise refuse(
                f"{path}.kind",
                _("Expected %(expected)s here, found %(value)s."),
                expected=", ".join(sorted(f"“{kind}”" for kind in kinds_of(version))),
                value=f"“{stage.kind}”",
            )
        if stage.rounds is None and (counted or (version == FIRST and not lenient)):
            raise refuse(path, _("“%(key)s” is missing."), key="rounds")
        if stage.advance is not None:
            check_ids(f"{path}.advance", stage.advance, known)
        _check_swiss(path, stage, swiss=swiss)
        check_seating(path, stage)
        _check_draft(path, stage, playing)
        check_playoff(path, stage, playing)
        check_basis(f"{path}.basis", stage.basis, known, rounds)
        if stage.advance is not None:
            playing &= frozenset(stage.advance)


def _check_swiss(path: str, stage: ArchivedStage, *, swiss: bool) -> None:
    """Refuse pods and special rounds outside Swiss rounds, and both at once."""
    special = {
        "extra_round": stage.extra_round,
        "last_by_standings": stage.last_by_standings,
        "pods": stage.pods is not None,
    }
    for key, there in special.items():
        if there and not swiss:
            raise refuse(f"{path}.{key}", _("Only Swiss rounds can have pods and special rounds."))
    if stage.pods is None:
        return
    if stage.extra_round:
        raise refuse(f"{path}.extra_round", _("A draft cannot have a conditional round."))
    if stage.last_by_standings:
        raise refuse(
            f"{path}.last_by_standings",
            _("A draft is paired within its pods, including the last round."),
        )


def _check_draft(path: str, stage: ArchivedStage, playing: frozenset[int]) -> None:
    """Check the players in the pods of a draft, the drawings of the pods, and the wishes."""
    seated: set[int] = set()
    for at, pod in enumerate(stage.pods or ()):
        if not pod:
            raise refuse(f"{path}.pods[{at}]", _("must not be empty."))
        check_ids(f"{path}.pods[{at}]", pod, playing)
        for seat, number in enumerate(pod):
            if number in seated:
                raise refuse(
                    f"{path}.pods[{at}][{seat}]",
                    _("Player %(number)d appears twice."),
                    number=number,
                )
        seated.update(pod)
    if stage.pods_posted_at is not None and not stage.pods:
        raise refuse(f"{path}.pods_posted_at", _("There are no pods to post."))
    drawn = stage.said_pod_drawings
    if drawn and (not stage.pods or drawn[-1].seed != stage.seed):
        raise refuse(f"{path}.pod_drawings", _("The last drawing must use the seed of the stage."))
    _check_wishes(f"{path}.wishes", stage.wishes, playing)


def _check_wishes(path: str, wishes: Sequence[ArchivedWish], playing: frozenset[int]) -> None:
    wished: set[int] = set()
    for at, wish in enumerate(wishes):
        check_known(f"{path}[{at}].player", wish.player, playing)
        if wish.player in wished:
            raise refuse(f"{path}[{at}]", _("Player %(number)d appears twice."), number=wish.player)
        wished.add(wish.player)


def _check_drops(archive: Archive, known: frozenset[int], *, lenient: bool) -> None:
    """Check the dropped players and the round of each drop, which must be played or planned."""
    planned = max(sum(stage.rounds or 0 for stage in archive.stages), len(archive.rounds))
    left: set[int] = set()
    for place, drop in enumerate(archive.drops):
        path = f"drops[{place}]"
        check_known(f"{path}.player", drop.player, known)
        if drop.player in left:
            raise refuse(path, _("Player %(number)d appears twice."), number=drop.player)
        left.add(drop.player)
        if drop.after_round > planned and not lenient:
            raise refuse(
                f"{path}.after_round",
                _("must be between %(least)d and %(most)d, not %(value)s."),
                least=0,
                most=planned,
                value=drop.after_round,
            )
        if drop.left_out and (drop.disqualified or drop.after_round):
            raise refuse(f"{path}.left_out", _("Only a player who never played can be left out."))


def _check_drops_of_reports(archive: Archive) -> None:
    for place, drop in enumerate(archive.drops):
        match = match_of_drop(archive, drop) if drop.with_report else None
        if drop.with_report and (
            drop.disqualified or match is None or dropping_report(match, drop.player) is None
        ):
            raise refuse(
                f"drops[{place}].with_report",
                _("No report in round %(number)d says that player %(player)d drops."),
                number=drop.after_round,
                player=drop.player,
            )


def _check_published(published: Published, known: frozenset[int]) -> None:
    seen: set[int] = set()
    for place, row in enumerate(published.rows):
        path = f"published.rows[{place}]"
        check_known(f"{path}.player", row.player, known)
        if row.player in seen:
            raise refuse(path, _("Player %(number)d appears twice."), number=row.player)
        seen.add(row.player)


def _check_event(event: ArchivedEvent, archive: Archive) -> None:
    if event.time_zone not in known_time_zones():
        raise refuse("event.time_zone", _("“%(name)s” is not a time zone."), name=event.time_zone)
    if floor_of(event.rules.floor) is None:
        raise refuse("event.rules.floor", _("must be text such as “0.33” or “1/3”."))
    name = (event.profile or {}).get("name", "custom")
    if isinstance(name, str) and not (len(name) <= PROFILE_NAME_LENGTH and re.match(SAID, name)):
        raise ArchiveError(wrong_text(PROFILE_NAME_LENGTH, name), "event.profile.name")
    state, rounds = archive.state, archive.rounds
    if (state is EventState.SETUP) != (not rounds) and state is not EventState.FINISHED:
        words = (
            _("does not match: the file has %(count)d round.")
            if len(rounds) == 1
            else _("does not match: the file has %(count)d rounds.")
        )
        raise refuse("event.state", words, count=len(rounds))
    unfinished = [round.number for round in rounds if round.state is not RoundState.COMPLETE]
    if state is EventState.FINISHED and unfinished:
        raise refuse(
            "event.state",
            _("does not match: round %(number)d is not complete."),
            number=unfinished[0],
        )


def _check_standings(archive: Archive) -> None:
    complete = {round.number for round in archive.rounds if round.state is RoundState.COMPLETE}
    for place, number in enumerate(archive.said_standings or ()):
        if number not in complete:
            raise refuse(
                f"standings[{place}]", _("Round %(number)d is not complete."), number=number
            )


def _check_decks(archive: Archive, known: frozenset[int]) -> None:
    listed = [deck.player for deck in archive.decks]
    for place, player in enumerate(listed):
        check_known(f"decks[{place}].player", player, known)
        if player in listed[:place]:
            raise refuse(f"decks[{place}]", _("%(value)s appears twice."), value=player)
    check_pools(archive.pools, known)
    tables = {(round.number, match.table) for round in archive.rounds for match in round.matches}
    for place, check in enumerate(archive.deck_checks):
        _check_table(f"deck_checks[{place}]", check, tables)
        for at, player in enumerate(check.problems or ()):
            check_known(f"deck_checks[{place}].problems[{at}]", player, known)
    for place, feature in enumerate(archive.features):
        _check_table(f"features[{place}]", feature, tables)
        # One table is on camera once, and one match of an event at a time.
        others = archive.features[:place]
        again = any(
            (other.round, other.table) == (feature.round, feature.table) for other in others
        )
        if again or (feature.on_camera and any(other.on_camera for other in others)):
            raise refuse(f"features[{place}]", _("%(value)s appears twice."), value=feature.table)


def _check_table(
    path: str, record: ArchivedDeckCheck | ArchivedFeature, tables: set[tuple[int, int | None]]
) -> None:
    if (record.round, record.table) not in tables:
        raise refuse(
            path,
            _("Table %(table)d does not exist in round %(number)d."),
            table=record.table,
            number=record.round,
        )


def _check_penalties(archive: Archive, known: frozenset[int]) -> None:
    most = max(1, len(archive.rounds))
    for place, penalty in enumerate(archive.penalties):
        path = f"penalties[{place}]"
        check_known(f"{path}.player", penalty.player, known)
        if penalty.round is not None and penalty.round > most:
            raise refuse(
                f"{path}.round",
                _("must be between %(least)d and %(most)d, not %(value)s."),
                least=1,
                most=most,
                value=penalty.round,
            )
