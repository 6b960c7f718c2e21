"""The public edition of an event's archive, made only of posted and published data.

It has no e-mail address, no penalty, no unpublished result and no secret seed, because none of
those is read here.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from msgspec import UNSET

from archive.archived_players import ArchivedDrop, ArchivedPlayer
from archive.dumping import values_of
from archive.implied_values import floor_text
from archive.rounds_and_matches import ArchivedMatch, ArchivedRound
from archive.values import Archive, ArchivedEvent, ArchivedRules, ArchivedStage
from domain.kinds import EventState, RoundState, StageKind, TeamSize
from domain.results import Outcome
from events.api.answer_values import ArchiveValue, MatchValue, RoundValue, Side
from events.api.public_data.event_values import stages
from events.api.public_data.rounds import COMPLETE, RESULTS, rounds
from events.api.public_data.standings import published
from events.models import Enrollment
from events.public_site.reads.events import PublicEvent
from standings.archive import rules_of

BYE, UNPAIRED = RESULTS[Outcome.BYE], RESULTS[Outcome.UNPAIRED]
DOUBLE_LOSS = RESULTS[Outcome.DOUBLE_LOSS]


def public_archive(shown: PublicEvent) -> ArchiveValue:
    """Return the event as an archive of public data, as JSON values."""
    values = rounds(shown).rounds
    archive = Archive(
        written_by=f"Matchslip {settings.VERSION}",
        event=_event(shown),
        players=_players(shown, values),
        stages=tuple(_stages(shown)),
        rounds=tuple([_round(shown, value) for value in values]),
        drops=tuple(_drops(shown, values)),
        said_standings=tuple(standings.round for standings in published(shown)),
    )
    return ArchiveValue(**values_of(archive))


def _event(shown: PublicEvent) -> ArchivedEvent:
    event, profile, newest = shown.event, shown.profile, shown.round()
    is_over = event.is_finished and newest is not None and shown.knows_results(newest)
    state = EventState(event.state)
    if event.is_finished and not is_over:
        state = EventState.RUNNING
    values: dict[str, Any] = {
        "name": event.name,
        "date": event.date,
        "game_format": event.game_format,
        "rules": ArchivedRules(
            win=profile.win,
            draw=profile.draw,
            loss=profile.loss,
            floor=floor_text(profile.floor),
            games_to_win=event.games_to_win,
        ),
        "time_zone": event.time_zone,
        "venue": event.venue,
        "draws_allowed": event.draws_allowed,
        "round_minutes": event.round_minutes,
        "platform": event.platform,
        "enforcement_level": event.enforcement,
        "team_size": TeamSize(event.team_size),
        "finished_at": event.finished_at if is_over else None,
        "said_state": state,
    }
    archived = ArchivedEvent(**values)
    if profile == rules_of(archived):
        return archived
    return ArchivedEvent(**values, profile=profile.to_dict())


def _players(shown: PublicEvent, values: tuple[RoundValue, ...]) -> tuple[ArchivedPlayer, ...]:
    """Return all players in posted pairings or published standings, by number."""
    names = {
        row.number: (shown.names.unmarked(row.number, row.name), row.members)
        for row in shown.newest_standings.values()
    }
    for value in values:
        for match in value.matches:
            for side in sides_of(match):
                members = () if side.members is UNSET else tuple(side.members)
                names[side.number] = side.name, members
    return tuple(
        ArchivedPlayer(number=number, name=name, members=members)
        for number, (name, members) in sorted(names.items())
    )


def sides_of(match: MatchValue) -> tuple[Side, ...]:
    """Return the players of a match: by seat, both, or the only one."""
    if match.seats:
        return match.seats
    return (match.first,) if match.second is None else (match.first, match.second)


def _stages(shown: PublicEvent) -> list[ArchivedStage]:
    return [
        ArchivedStage(kind=StageKind(stage.kind), rounds=stage.rounds, advance=stage.advancing)
        for stage in stages(shown)
    ]


def _round(shown: PublicEvent, value: RoundValue) -> ArchivedRound:
    posted = shown.round(value.number)
    knows = posted is not None and value.results and not posted.has_delayed
    state = RoundState.COMPLETE if knows and value.state == COMPLETE else None
    return ArchivedRound(
        number=value.number,
        stage=value.stage,
        matches=tuple([_match(match) for match in value.matches]),
        said_state=state or RoundState.POSTED,
        posted_at=value.posted_at,
    )


def _match(match: MatchValue) -> ArchivedMatch:
    marks = match.marks or ""
    return ArchivedMatch(
        table=match.table,
        players=tuple(side.number for side in sides_of(match)),
        games=(0, 0, 0) if marks else match.games,
        marks=marks,
        bye=match.result == BYE,
        unpaired=match.result == UNPAIRED,
        double_loss=match.result == DOUBLE_LOSS,
    )


def _drops(shown: PublicEvent, values: tuple[RoundValue, ...]) -> list[ArchivedDrop]:
    """Return the drops in the newest standings, each after the player's last posted round."""
    last: dict[int, int] = {}
    for value in values:
        for match in value.matches:
            for side in sides_of(match):
                last[side.number] = value.number
    states: Mapping[int, str] = {row.number: row.state for row in shown.newest_standings.values()}
    return [
        ArchivedDrop(
            player=number,
            after_round=last.get(number, 0),
            disqualified=state == Enrollment.State.DISQUALIFIED,
        )
        for number, state in sorted(states.items())
        if state != Enrollment.State.ACTIVE
    ]
