"""Convert an event archive to the input of the standings engine: its rules and tournament."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

from archive.errors import ArchiveError, Message, Words
from archive.values import Archive, ArchivedEvent
from domain.kinds import MatchKind as ArchivedKind
from domain.kinds import RoundState
from domain.limits import MOST_PLAYED_ROUNDS, MOST_STAGES_READ
from standings.profile import OF_TABLES, PROFILES, Profile
from standings.rule_values import TABLE_TIEBREAKERS, ProfileError, parse_floor
from standings.types import Match, MatchKind, Stage, TableMatch, Tournament


def implied_profile(win: int, draw: int, loss: int, floor: Fraction, games_to_win: int) -> Profile:
    """Return the rule profile implied by the five `rules` of an archive.

    3, 1 and 0 points with a floor of one third are `one-third`, with 0.33 `mtr`; anything else is
    `custom`, which differs from `mtr` in these figures. Raises ProfileError, a ValueError, for
    impossible points or an impossible floor.
    """
    use_games = games_to_win > 1  # One-game matches: GW% and OGW% are not used (rules, 3.1).
    name = "custom"
    for base in (PROFILES["mtr"], PROFILES["one-third"]):
        if (win, draw, loss, floor) == (base.win, base.draw, base.loss, base.floor):
            name = base.name
    return Profile(
        name,
        win=win,
        draw=draw,
        loss=loss,
        floor=floor,
        show_own_gw_floored=name != PROFILES["one-third"].name,
        use_games=use_games,
    )


def rules_of(event: ArchivedEvent) -> Profile:
    """Return the rule profile of the five `rules` of an event; ArchiveError if impossible."""
    rules = event.rules
    with _named("event.rules"):
        floor = parse_floor(rules.floor)
        return implied_profile(rules.win, rules.draw, rules.loss, floor, rules.games_to_win)


def profile_of(event: ArchivedEvent) -> Profile:
    """Return the rules of an event: its `profile`, or those implied by its five `rules`.

    Raises ArchiveError for impossible rules.
    """
    if event.profile is None:
        return rules_of(event)
    with _named("event.profile"):
        profile = Profile.from_dict(event.profile)
        if profile.table_size is None:
            _refuse_rules_of_tables(profile)
        return profile


def _refuse_rules_of_tables(profile: Profile) -> None:
    """Raise ProfileError for rules of tables of three to five in an event of two-player matches."""
    field = next(iter(sorted(OF_TABLES & profile.to_dict().keys())), "")
    if TABLE_TIEBREAKERS & {*profile.tiebreakers}:
        field = "tiebreakers"
    if field:
        text = "only tables of three to five players have these rules"
        raise ProfileError("tables", field, text)


@contextmanager
def _named(place: str) -> Iterator[None]:
    """Turn a ProfileError into an ArchiveError that names the place in the file."""
    try:
        yield
    except ProfileError as error:
        raise ArchiveError(Message(Words(error)), f"{place}.{error.field}") from error


def tournament_of(archive: Archive, through_round: int | None = None) -> Tournament:
    """Return all data behind the standings of an archive; raises ArchiveError as profile_of does.

    `through_round`: as it was after that round (None: all rounds), so that later players are not
    in it. Unposted rounds and matches without a result stay out. A player who dropped
    before taking part in any round ("did not take part", rules 2.9) is left out too.
    """
    last = MOST_PLAYED_ROUNDS * MOST_STAGES_READ if through_round is None else through_round
    matches = [
        Match(
            round.number,
            match.first,
            match.second,
            match.games,
            MatchKind.DOUBLE_LOSS if match.double_loss else _KINDS[match.kind],
        )
        for round in archive.rounds
        if round.number <= last and round.state is not RoundState.UNPOSTED
        for match in round.matches
        if match.games is not None and match.kind is not ArchivedKind.TABLE
    ]
    tables = [
        TableMatch(round.number, match.players, match.marks)
        for round in archive.rounds
        if round.number <= last and round.state is not RoundState.UNPOSTED
        for match in round.matches
        if match.marks
    ]
    seen = {match.first for match in matches} | {match.second for match in matches}
    seen |= {player for table in tables for player in table.players}
    left = {drop.player for drop in archive.drops}
    profile = profile_of(archive.event)
    return Tournament(
        profile=profile,
        players=tuple(
            sorted(
                player.number
                for player in archive.players
                if player.number in seen
                or (player.number not in left and player.first_round <= last)
            )
        ),
        stages=_stages(archive),
        matches=matches,
        disqualified=frozenset(drop.player for drop in archive.drops if drop.disqualified),
        seed=archive.event.seed,
        dropped={drop.player: drop.after_round for drop in archive.drops if profile.counts_drops},
        tables=tables,
    )


_KINDS = {
    ArchivedKind.PLAYED: MatchKind.PLAYED,
    ArchivedKind.BYE: MatchKind.BYE,
    ArchivedKind.UNPAIRED: MatchKind.UNPAIRED,
}


def _stages(archive: Archive) -> tuple[Stage, ...]:
    """Return the stages that have started; the standings depend on no others."""
    numbers: dict[int, list[int]] = {}
    for round in archive.rounds:
        numbers.setdefault(round.stage, []).append(round.number)
    return tuple(
        Stage(
            first_round=min(numbers[place]),
            last_round=max(numbers[place]),
            swiss=stage.kind.counts,
            advancing=None if stage.advance is None else frozenset(stage.advance),
        )
        for place, stage in enumerate(archive.stages, start=1)
        if place in numbers
    )
