"""A playoff as a picture: columns of matches or tables, with the players known so far."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Max

from events.core.adapters import TablesCut, advanced_by_slot, bracket_for, results_by_slot
from events.core.players.shown_names import ShownNames
from events.core.results.delayed_results import delayed_matches
from events.core.stages.bracket_values import Box, Column, Picture, Side
from events.core.stages.plans import bracket_players
from events.models import BracketSeat, Enrollment, GameReport, Match, Round, Stage
from pairings.formats.brackets import (
    FINAL,
    NOBODY,
    RESET_FINAL,
    THIRD_PLACE,
    Bracket,
    Slot,
    Source,
    is_over,
    needs_reset,
    occupants,
    placing,
)
from pairings.formats.table_cuts import cut_round


def bracket_picture(stage: Stage, *, names: ShownNames | None = None) -> Picture | None:
    """Lay out a bracket in two queries, three where players report their games.

    None before its players are seated.

    With `names` it is for the public: players have their public names. Unposted rounds are left
    out, and so are the results of a round in progress, unless the event shows them at once. A
    result delayed for a feature match is left out, with one query more.
    """
    hidden = delayed_matches(stage.event) if names is not None else {}
    seats = list(
        BracketSeat.objects.filter(stage=stage).select_related("enrollment").order_by("seat")
    )
    if not seats:
        return None
    matches = Match.objects.filter(round__stage=stage).exclude(slot="").select_related("round")
    if stage.is_tables:
        matches = matches.prefetch_related("table_seats__enrollment")
    if names is not None:
        matches = matches.of_posted_rounds()
        for seat in seats:
            names.on(seat.enrollment)
    drawn = _cut_picture if stage.is_tables else _picture
    listed = list(matches.select_related("first", "second"))
    for match in listed:
        match.round.stage, match.round.event = stage, stage.event
    all_shown = names is None or stage.follows_results
    open_matches = [match for match in listed if match.pk not in hidden]
    shown = [match for match in open_matches if all_shown or match.round.is_complete]
    games = _current_games(stage, open_matches) if all_shown else {}
    return drawn(stage, seats, listed, _Known(shown, games))


@dataclass(frozen=True, slots=True)
class _Known:
    """Results that a reader may know: their matches, and the game being played, by match."""

    matches: list[Match]
    games: dict[int, int]


def _picture(
    stage: Stage, seats: list[BracketSeat], matches: list[Match], shown: _Known
) -> Picture:
    bracket = bracket_for(stage, len(seats))
    results = results_by_slot(shown.matches)
    entrants = [seat.enrollment_id for seat in seats]
    layout = _Layout(
        people={seat.enrollment_id: seat for seat in seats},
        matches={match.slot: match for match in matches},
        results=results,
        known=occupants(bracket, entrants, results),
        games=shown.games,
    )
    boxes = {slot.name: layout.box(slot) for slot in bracket.slots if layout.reached(slot)}
    if not needs_reset(bracket, results) and RESET_FINAL not in layout.matches:
        boxes.pop(RESET_FINAL, None)
    winner = None
    if is_over(bracket, results):
        by_seed = sorted(entrants, key=lambda number: layout.people[number].seed)
        winner = layout.people[placing(bracket, by_seed, results)[0]].enrollment
    rows, third = _columns(bracket, boxes)
    return _with_winner(Picture(stage, rows, third, None, len(seats)), winner)


def _with_winner(picture: Picture, winner: Enrollment | None) -> Picture:
    """Return the picture of a decided bracket; a disqualified player does not win the event."""
    if winner is None:
        return picture
    is_out = winner.state == Enrollment.State.DISQUALIFIED
    return replace(picture, winner=None if is_out else winner, is_over=True)


def _current_games(stage: Stage, matches: Iterable[Match]) -> dict[int, int]:
    """Return the number of the game that is being played, by match. At most one query."""
    playing = [match for match in matches if match.round.is_posted]
    if not playing or not stage.event.takes_games:
        return {}
    counted = GameReport.objects.filter(match__in=playing, undone_at__isnull=True)
    newest = counted.values("match").annotate(newest=Max("number"))
    return {row["match"]: row["newest"] + 1 for row in newest}


def _cut_picture(
    stage: Stage, seats: list[BracketSeat], matches: list[Match], shown: _Known
) -> Picture:
    """Lay out a cut at tables of four: waiting players, the tables, and seats not known yet."""
    by_seed = sorted(seats, key=lambda seat: seat.seed)
    entrants = tuple(seat.enrollment_id for seat in by_seed)
    cut = TablesCut(entrants, advanced_by_slot(shown.matches, entrants))
    layout = _CutLayout(
        people={seat.enrollment_id: seat for seat in seats},
        matches={match.slot: match for match in matches},
        cut=cut,
    )
    columns = tuple(layout.column(number) for number in range(1, cut.rounds + 1))
    winner = layout.people[cut.placing()[0]].enrollment if cut.is_over else None
    return _with_winner(Picture(stage, (columns,), None, None, len(seats)), winner)


@dataclass(frozen=True, slots=True)
class _CutLayout:
    people: dict[int, BracketSeat]
    matches: dict[str, Match]
    cut: TablesCut

    def column(self, number: int) -> Column:
        """Lay out one round: its tables, as far as their players are known."""
        played = cut_round(self.cut.expected(number), number)
        boxes = [self._box(table.slot, table.players) for table in played.tables]
        waiting = [self._waits(slot, player) for slot, player in played.waiting]
        players = bracket_players(Stage.Kind.TABLES_CUT, len(self.cut.entrants), number)
        return Column("main", number, 2 * len(boxes), (*boxes, *waiting), players=players)

    def _box(self, slot: str, expected: Sequence[int]) -> Box:
        match = self.matches.get(slot)
        players = expected if match is None else [player.pk for player in match.players]
        winner = self.cut.advanced.get(slot)
        result = match.result if match is not None and winner is not None else None
        return Box(
            slot=slot,
            round_number=match.round.number if match else None,
            table=match.table if match else None,
            sides=tuple(self._side(player, won=player == winner) for player in players),
            decided=winner is not None,
            drawn=result is not None and result.is_draw,
            timed=match.round if match else None,
            extension=match.extension_minutes if match else 0,
        )

    def _waits(self, slot: str, player: int) -> Box:
        match = self.matches.get(slot)
        number = match.round.number if match else None
        return Box(slot, number, None, (self._side(player),), decided=False, waits=True)

    def _side(self, player: int, *, won: bool = False) -> Side:
        seat = self.people.get(player)
        return Side(
            player=seat.enrollment if seat else None,
            seed=seat.seed if seat else None,
            nobody=False,
            games=None,
            won=won,
            chooses=False,
            plays_first=False,
        )


@dataclass(frozen=True, slots=True)
class _Layout:
    people: dict[int, BracketSeat]
    matches: dict[str, Match]
    results: dict[str, tuple[int, int | None]]
    known: dict[str, tuple[int | None, int | None]]
    games: dict[int, int]

    def reached(self, slot: Slot) -> bool:
        """Return whether a slot can ever have a player."""
        return self.known[slot.name] != (NOBODY, NOBODY)

    def box(self, slot: Slot) -> Box:
        """Lay out one match: as it was created, or as far as its players are known."""
        match = self.matches.get(slot.name)
        both = self.known[slot.name]
        if match is not None:
            both = match.first_id, NOBODY if match.second_id is None else match.second_id
        decided = slot.name in self.results
        return Box(
            slot=slot.name,
            round_number=match.round.number if match else None,
            table=match.table if match else None,
            sides=(self._side(slot, both, 0), self._side(slot, both, 1)),
            decided=decided,
            timed=match.round if match else None,
            extension=match.extension_minutes if match else 0,
            game=self.games.get(match.pk) if match else None,
        )

    def _either(self, source: Source) -> tuple[Enrollment, ...]:
        """Return the two players of an undecided match; empty while either is not known."""
        if isinstance(source.of, int):
            return ()
        both = self.known[source.of]
        seats = [self.people.get(number) for number in both if number is not None]
        known = tuple(seat.enrollment for seat in seats if seat is not None)
        return known if len(known) == len(both) else ()

    def _side(self, place: Slot, both: tuple[int | None, int | None], index: int) -> Side:
        slot = place.name
        own, other = both[index], both[1 - index]
        seat = self.people.get(own) if own is not None else None
        rival = self.people.get(other) if other is not None else None
        match = self.matches.get(slot)
        decided = slot in self.results
        played = decided and match is not None and match.table is not None
        games = match.games if match is not None and played else None
        first = Match.PlayFirst.FIRST if index == 0 else Match.PlayFirst.SECOND
        return Side(
            player=seat.enrollment if seat else None,
            seed=seat.seed if seat else None,
            nobody=own == NOBODY,
            games=games[index] if games else None,
            won=decided and self.results[slot][0] == own,
            chooses=seat is not None and rival is not None and seat.seed < rival.seed,
            plays_first=match is not None and match.play_first == first,
            either=self._either((place.first, place.second)[index]) if own is None else (),
        )


def _columns(
    bracket: Bracket, boxes: dict[str, Box]
) -> tuple[tuple[tuple[Column, ...], ...], Column | None]:
    """Sort the matches into rows of columns; the match for the third place is separate."""
    parts: dict[tuple[str, int], list[str]] = {}
    for slot in bracket.slots:
        parts.setdefault(_part(slot.name, bracket.double), []).append(slot.name)
    columns = {
        key: Column(*key, len(names), tuple(boxes[name] for name in names if name in boxes))
        for key, names in parts.items()
    }
    shown = {key: column for key, column in columns.items() if column.boxes}
    third = shown.pop(("third", 1), None)
    rows: list[list[Column]] = [[], []]
    for key in sorted(shown, key=_order):
        rows[1 if key[0] == "once-beaten" else 0].append(shown[key])
    return tuple(_joined(row) for row in rows if row), third


def _joined(row: list[Column]) -> tuple[Column, ...]:
    """Mark the columns whose matches lead to the next one in pairs.

    A place that no player can reach breaks the pairs.
    """
    following = [len(column.boxes) for column in row[1:]] + [0]
    return tuple(
        replace(column, is_joined=len(column.boxes) == column.matches == 2 * after)
        for column, after in zip(row, following, strict=True)
    )


def _part(name: str, double: bool) -> tuple[str, int]:
    if name == THIRD_PLACE:
        return "third", 1
    if name == FINAL:
        return "final", 1
    if name == RESET_FINAL:
        return "reset", 1
    number = int(name[1:].split("-")[0])
    if name.startswith("L"):
        return "once-beaten", number
    return ("unbeaten" if double else "main"), number


def _order(key: tuple[str, int]) -> tuple[int, int]:
    parts: Iterable[str] = ("main", "unbeaten", "final", "reset", "once-beaten")
    return list(parts).index(key[0]), key[1]


def who_chooses(round: Round, match: Match) -> BracketSeat | None:
    """Return the player who chooses to play or draw in game 1 of a playoff match: the better seed.

    Digital event rules, 2.2. None without an opponent.
    """
    if not round.stage.is_elimination or match.second_id is None:
        return None
    both = BracketSeat.objects.filter(
        stage=round.stage, enrollment__in=(match.first_id, match.second_id)
    )
    return both.select_related("enrollment").order_by("seed").first()


def seeds_of(stage: Stage) -> dict[int, int]:
    """Return the seed of each player in a playoff by enrollment number, in one query."""
    return dict(BracketSeat.objects.filter(stage=stage).values_list("enrollment__number", "seed"))
