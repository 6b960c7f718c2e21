"""Shapes that were written down before any reader had seen them: copies, prints, sheets."""

from __future__ import annotations

from tests.interchange.shapes.copied import points, tabs
from tests.interchange.shapes.cup import Cup, Game
from tests.interchange.shapes.registry import shape

WILD = "fresh"


def family_first(name: str) -> str:
    """Return "Ada Quill" as "Quill, Ada"; a single word stays."""
    given, _blank, family = name.partition(" ")
    return f"{family}, {given}" if family else name


def dashed(game: Game) -> str:
    """Return the games of a match as 2-1-0."""
    return "-".join(map(str, game.games or ()))


def chess(game: Game) -> str:
    """Return a result as chess writes it."""
    return {game.first: "1 - 0", game.second: "0 - 1"}.get(game.winner, "½ - ½")


def ordinal(rank: int) -> str:
    """Return a place as people say it."""
    return f"{rank}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(rank, 'th') }"


@shape("EventLink: cells one below the other", WILD, rounds="last", results=False)
def eventlink_stacked(cup: Cup) -> str:
    has = points(cup)
    return "".join(
        f"Table {game.table}\n{game.first}\n{has[game.first]} Points\nvs.\n"
        f"{game.second}\n{has[game.second or '']} Points\n"
        for game in cup.last
    )


@shape("AetherHub: its page, results without a heading", WILD, rounds="last")
def aetherhub_html(cup: Cup) -> str:
    has = points(cup)
    rows = "<tr><th>Table</th><th>Player 1</th><th>Player 2</th><th></th></tr>"
    for game in cup.last:
        given, _blank, family = game.first.partition(" ")
        first = f"{given} ({has[game.first]} Points) {family}"
        second = f"{game.second} ({has[game.second or '']} Points)"
        rows += f"<tr><td>{game.table}</td><td>{first}</td><td>{second}</td>"
        rows += f"<td>{dashed(game)}</td></tr>"
    return f"<html><body><table>{rows}</table></body></html>"


@shape("EventLink: standings with ordinals", WILD, points=True)
def eventlink_ordinals(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "Name", "Match Points", "Record", "OMW%")]
    for line in cup.standings:
        share = f"{line.shares[0]:.1f}%"
        rows.append((ordinal(line.rank), line.name, line.points, line.record, share))
    return tabs(*rows)


@shape("Standings: shared places T1, T3", WILD, points=True)
def tied_places(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Place", "Player", "Points")]
    rows += [(f"T{line.rank}", line.name, line.points) for line in cup.standings]
    return tabs(*rows)


@shape("Standings: places with a dot, decimal commas", WILD, points=True)
def dotted_places(cup: Cup) -> str:
    lines = ["Pl.;Name;Punkte;OMW%;GW%"]
    for line in cup.standings:
        shares = ";".join(f"{share:.2f}".replace(".", ",") for share in line.shares[:2])
        lines.append(f"{line.rank}.;{line.name};{line.points};{shares}")
    return "\n".join(lines) + "\n"


@shape("Standings: W-L-D and points in one cell", WILD, points=True)
def record_with_points(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("#", "Player", "W-L-D (Pts)")]
    rows += [(line.rank, line.name, f"{line.record} ({line.points})") for line in cup.standings]
    return tabs(*rows)


@shape("Melee: standings with country and username", WILD, points=True)
def melee_users(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Rank", "Player", "Username", "Decklists", "Match Record", "Points", "OMW%")
    ]
    for line in cup.standings:
        user = line.name.split()[0].lower() + "42"
        rows.append(
            (line.rank, line.name, user, "Izzet Phoenix", line.record, line.points, "55.5%")
        )
    return tabs(*rows)


@shape("Melee: pairings by player", WILD, rounds="last", results=False)
def melee_by_player(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Player", "Table", "Opponent")]
    for game in cup.last:
        rows.append((game.first, game.table, game.second))
        rows.append((game.second, game.table, game.first))
    return tabs(*sorted(rows[:1]), *sorted(rows[1:], key=str))


@shape("chess-results: Spanish pairings", WILD, rounds="last")
def chess_spanish(cup: Cup) -> str:
    has = points(cup)
    rows: list[tuple[object, ...]] = [
        ("M.", "Nº", "Blancas", "Elo", "Pts.", "Resultado", "Pts.", "Negras", "Elo", "Nº")
    ]
    for at, game in enumerate(cup.last, start=1):
        first, second = family_first(game.first), family_first(game.second or "")
        rows.append(
            (
                game.table,
                at,
                first,
                1900 + at,
                has[game.first],
                chess(game),
                has[game.second or ""],
                second,
                1800 + at,
                at + 4,
            )
        )
    return tabs(*rows)


@shape("chess-results: Polish standings", WILD, points=True)
def chess_polish(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("M-ce", "Nr", "Nazwisko", "FED", "Elo", "Pkt.", "Bch.")]
    for line in cup.standings:
        rows.append(
            (line.rank, line.rank + 3, family_first(line.name), "POL", 1500, line.points, 9)
        )
    return tabs(*rows)


@shape("chess-results: Turkish pairings", WILD, rounds="last")
def chess_turkish(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Masa", "Beyaz", "Sonuç", "Siyah")]
    rows += [
        (game.table, family_first(game.first), chess(game), family_first(game.second or ""))
        for game in cup.last
    ]
    return tabs(*rows)


@shape("chess-results: Hungarian standings", WILD, points=True)
def chess_hungarian(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Hely.", "Ksz.", "Név", "Ország", "Pont", "SB")]
    for line in cup.standings:
        rows.append((line.rank, line.rank + 2, line.name, "HUN", f"{line.points},0", "4,5"))
    return tabs(*rows)


@shape("chess-results: French grid, titles above", WILD, rounds="last")
def chess_french(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Ech.", "Blancs", "Rés.", "Noirs")]
    rows += [(game.table, game.first, chess(game), game.second) for game in cup.last]
    return "Open du Port\nAppariements de la ronde 3 le 2026/11/27\n\n" + tabs(*rows)


@shape("Challonge: standings of its page", WILD, points=True)
def challonge_page(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Rank", "Participant", "Match W-L-T", "Byes", "Score", "TB", "Buchholz")
    ]
    for line in cup.standings:
        record = f"{line.wins} - {line.losses} - {line.draws}"
        rows.append((line.rank, line.name, record, 0, line.points, 1, "12.5"))
    return tabs(*rows)


@shape("start.gg: sets copied from its page", WILD, rounds="last", verdict="refused")
def start_gg_page(cup: Cup) -> str:
    lines = ["Round 3"]
    for game in cup.last:
        assert game.games is not None
        lines += [game.first, str(game.games[0]), game.second or "", str(game.games[1]), ""]
    return "\n".join(lines)


@shape("TopDeck: standings of its page", WILD, points=True)
def topdeck_page(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Standing", "Name", "Points", "Win %", "Opponent Win %", "Decklist")
    ]
    for line in cup.standings:
        rows.append((line.rank, line.name, line.points, "66.67%", "50.00%", "View"))
    return tabs(*rows)


@shape("Swiss-Manager: German list of starters", WILD)
def starters(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Nr.", "Name", "Land", "EloI", "Verein/Ort")]
    rows += [
        (at, family_first(name), "GER", 1800 + at, "SK Hafen")
        for at, name in enumerate(cup.names, start=1)
    ]
    return tabs(*rows)


@shape("Swiss-Manager: Italian pairings", WILD, rounds="last")
def swiss_italian(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Sc.", "Bianco", "Ris.", "Nero")]
    rows += [
        (game.table, game.first, chess(game).replace(" ", ""), game.second) for game in cup.last
    ]
    return tabs(*rows)


@shape("Tabletop.TO: pairings of its page", WILD, rounds="last")
def tabletop_pairings(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Table", "Player 1", "Score", "Player 2", "Score")]
    for game in cup.last:
        assert game.games is not None
        rows.append((game.table, game.first, game.games[0], game.second, game.games[1]))
    return tabs(*rows)


@shape("Tabletop.TO: standings with faction", WILD, points=True)
def tabletop_standings(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "Player", "Faction", "Wins", "TP", "SoS")]
    for line in cup.standings:
        rows.append((line.rank, line.name, "Orks", line.wins, line.points, 41))
    text = tabs(*rows)
    return text.replace("TP", "Tournament Points")


@shape("Limitless: cells with flags and drops", WILD, points=True)
def limitless_flags(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("#", "Name", "Points", "Record", "OMW%", "OOMW%")]
    for line in cup.standings:
        record = f"{line.wins}-{line.losses}-{line.draws}"
        rows.append((line.rank, line.name, f"{line.points} pts", record, "61.11%", "55.00%"))
    return tabs(*rows)


@shape("PDF: names wrapped onto the next line", WILD, points=True)
def wrapped(cup: Cup) -> str:
    lines = ["Rank   Name                 Points   OMW%"]
    for line in cup.standings:
        given, _blank, family = line.name.partition(" ")
        lines.append(f"{line.rank:<7}{given:<21}{line.points:<9}55.5")
        lines.append(f"       {family}")
    return "\n".join(lines) + "\n"


@shape("PDF: pairings in fixed width, right aligned", WILD, rounds="last", results=False)
def right_aligned(cup: Cup) -> str:
    lines = [f"{'Table':>5}  {'Player 1':>28}  {'Player 2':>28}"]
    lines += [f"{game.table:>5}  {game.first:>28}  {game.second or '':>28}" for game in cup.last]
    return "\n".join(lines) + "\n"


@shape(
    "PDF: pairings with dots to the table", WILD, rounds="last", results=False, verdict="doubted"
)
def leaders(cup: Cup) -> str:
    lines = ["Pairings – Round 3"]
    lines += [f"{game.table}  {game.first} ........ {game.second}" for game in cup.last]
    return "\n".join(lines) + "\n"
