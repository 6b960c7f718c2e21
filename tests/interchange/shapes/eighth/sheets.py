"""Sheets: exports of small programs, and tables that people make themselves."""

from __future__ import annotations

from tests.interchange.shapes.copied import tabs
from tests.interchange.shapes.cup import Cup, Game
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.fresh.tools import Rows, counts, lines
from tests.interchange.shapes.registry import shape

EIGHTH = "eighth collection"


def shares(line: object) -> tuple[str, ...]:
    """Return the percentages of a line of standings with their signs."""
    return tuple(f"{share:.1f}%" for share in line.shares)  # type: ignore[attr-defined]


@shape("Eighth: games won and game wins, both called GW", EIGHTH, points=True)
def twice_gw(cup: Cup) -> str:
    return commas(
        ("Rank", "Player", "Match Points", "W", "L", "D", "GW", "GL", "OMW%", "GW%", "OGW%"),
        *((x.rank, x.name, x.points, x.wins, x.losses, x.draws, 2 * x.wins, 2 * x.losses,
           *shares(x)) for x in cup.standings),
    )  # fmt: skip


@shape("Eighth: standings without places, matches first", EIGHTH, points=True)
def no_places(cup: Cup) -> str:
    return commas(
        ("Name", "Matches", "Match Points", "OMW%", "GW%", "OGW%"),
        *((x.name, 3, x.points, *shares(x)) for x in cup.standings),
    )


@shape("Eighth: status active or dropped", EIGHTH, points=True)
def status(cup: Cup) -> str:
    return commas(
        ("Place", "Player", "Status", "Match points", "Wins", "Losses", "Draws", "OMW%"),
        *((x.rank, x.name, "dropped" if x.rank > 6 else "active", x.points, x.wins, x.losses,
           x.draws, shares(x)[0]) for x in cup.standings),
    )  # fmt: skip


@shape("Eighth: stage, games of three parts, finished, winner", EIGHTH, rounds="all")
def finished(cup: Cup) -> str:
    rows: Rows = [("Round", "Stage", "Table", "Player 1", "Player 2", "Games (P1-P2-draws)",
                   "Result", "Winner")]  # fmt: skip
    for number, games in enumerate(cup.rounds, start=1):
        rows += [
            (number, "Swiss", g.table, g.first, g.second, "-".join(map(str, counts(g))),
             "Finished", told(g, g.first, g.second or "", ""))
            for g in games
        ]  # fmt: skip
    return commas(*rows)


@shape("Eighth: sets, the winner as 0 or 1", EIGHTH, rounds="last")
def sets(cup: Cup) -> str:
    return commas(
        ("P1", "P2", "Set Winner", "P1Score", "P2Score"),
        *((g.first, g.second, told(g, "0", "1", ""), *counts(g)[:2]) for g in cup.last),
    )


@shape("Eighth: teams of both, a status and a result", EIGHTH, rounds="all")
def teams(cup: Cup) -> str:
    rows: Rows = [("round", "table", "player1", "team1", "player2", "team2", "status", "result")]
    for number, games in enumerate(cup.rounds, start=1):
        rows += [
            (number, g.table, g.first, "Red", g.second, "Blue", "CONFIRMED",
             "-".join(map(str, counts(g)[:2])))
            for g in games
        ]  # fmt: skip
    return commas(*rows)


@shape("Eighth: names of a database, without places", EIGHTH, points=True)
def snake(cup: Cup) -> str:
    return commas(
        ("player_id", "player_name", "match_points", "omw_pct", "game_win_pct", "sonneborn_berger"),
        *((f"u{x.rank}9f", x.name, x.points, *(f"{share / 100:.4f}" for share in x.shares[:2]),
           x.points / 2) for x in cup.standings),
    )  # fmt: skip


@shape("Eighth: groups of headings above name and games", EIGHTH, rounds="last")
def grouped(cup: Cup) -> str:
    rows: Rows = [("", "Player 1", "", "Player 2", ""), ("Table", "Name", "Games", "Name", "Games")]
    rows += [(g.table, g.first, counts(g)[0], g.second, counts(g)[1]) for g in cup.last]
    return tabs(*rows)


@shape(
    "Eighth: a merged cell for each round, scores inside", EIGHTH, rounds="all", verdict="doubted"
)
def merged(cup: Cup) -> str:
    rows: Rows = [("", "Table", "Player", "", "", "Player")]
    for number, games in enumerate(cup.rounds, start=1):
        rows += [
            (f"Round {number}" if at == 0 else "", g.table, g.first, counts(g)[0], counts(g)[1],
             g.second)
            for at, g in enumerate(games)
        ]  # fmt: skip
    return tabs(*rows)


def dates(write: str) -> object:
    def day(game: Game) -> str:
        won, lost, _drawn = counts(game)
        return write.format(won=won, lost=lost)

    return day


@shape("Eighth: German dates instead of scores", EIGHTH, rounds="last", results=False)
def german_dates(cup: Cup) -> str:
    months = ("", "Jan", "Feb")
    rows = ["Tisch;Spieler 1;Spieler 2;Ergebnis"]
    for g in cup.last:
        won, lost, _drawn = counts(g)
        rows.append(f"{g.table};{g.first};{g.second};{won or 1:02}. {months[lost or 1]}")
    return lines(*rows)


@shape("Eighth: ISO dates instead of scores", EIGHTH, rounds="last", results=False)
def iso_dates(cup: Cup) -> str:
    rows: Rows = [("Table", "Player 1", "Player 2", "Result")]
    for g in cup.last:
        won, lost, _drawn = counts(g)
        rows.append((g.table, g.first, g.second, f"2026-{won or 1:02}-{lost or 1:02} 00:00:00"))
    return commas(*rows)


@shape("Eighth: scores without a dash", EIGHTH, rounds="last", results=False)
def undashed(cup: Cup) -> str:
    return commas(
        ("Table", "Player 1", "Player 2", "Result"),
        *((g.table, g.first, g.second, "".join(map(str, counts(g)[:2]))) for g in cup.last),
    )


@shape("Eighth: W 2-0 and L 1-2", EIGHTH, rounds="last")
def lettered(cup: Cup) -> str:
    return commas(
        ("Table", "Player", "Opponent", "Result"),
        *((t, a, b, f"{told(g, 'W', 'L', 'D')} {score}")
          for (t, a, b, score), g in zip(short(cup), cup.last, strict=True)),
    )  # fmt: skip


@shape("Eighth: 2 to 1 in words", EIGHTH, rounds="last")
def to(cup: Cup) -> str:
    return tabs(
        ("Table", "Player A", "Player B", "Score"),
        *((t, a, b, s.replace("-", " to ")) for t, a, b, s in short(cup)),
    )


@shape("Eighth: wide Japanese digits in the score", EIGHTH, rounds="last")
def wide(cup: Cup) -> str:
    to_wide = str.maketrans("0123456789-", "０１２３４５６７８９－")
    return tabs(
        ("卓", "プレイヤー1", "プレイヤー2", "スコア"),
        *((str(t).translate(to_wide), a, b, s.translate(to_wide)) for t, a, b, s in short(cup)),
    )


@shape("Eighth: a bye on the left", EIGHTH, rounds="last", players=9)
def left_bye(cup: Cup) -> str:
    rows: Rows = [("Table", "Player 1", "Player 2", "Result")]
    for t, a, b, score in short(cup):
        rows.append((t, a, b, score) if b else ("-", "BYE", a, "0-2"))
    return commas(*rows)


@shape("Eighth: Win, Loss and Tie at both sides", EIGHTH, rounds="last")
def both_words(cup: Cup) -> str:
    return commas(
        ("Table", "Player 1", "Outcome", "Player 2", "Outcome"),
        *((g.table, g.first, told(g, "Win", "Loss", "Tie"), g.second,
           told(g, "Loss", "Win", "Tie")) for g in cup.last),
    )  # fmt: skip


@shape("Eighth: the place behind everything", EIGHTH, points=True)
def place_last(cup: Cup) -> str:
    return commas(
        ("Player", "W", "L", "D", "Pts", "Final Place"),
        *((x.name, x.wins, x.losses, x.draws, x.points, x.rank) for x in cup.standings),
    )


@shape("Eighth: points of each week and a total", EIGHTH, points=True)
def weeks(cup: Cup) -> str:
    return tabs(
        ("Player", "Wk 1", "Wk 2", "Wk 3", "Total"),
        *((x.name, min(3, x.points), max(0, min(3, x.points - 3)), max(0, x.points - 6), x.points)
          for x in cup.standings),
    )  # fmt: skip


@shape("Eighth: pandas, all figures with .0", EIGHTH, points=True)
def floats(cup: Cup) -> str:
    return commas(
        ("", "Rank", "Player", "Points", "OMW"),
        *((at, f"{x.rank}.0", x.name, f"{x.points}.0", x.shares[0] / 100)
          for at, x in enumerate(cup.standings)),
    )  # fmt: skip


@shape("Eighth: a mark, sep= and all cells quoted", EIGHTH, rounds="last")
def sep(cup: Cup) -> str:
    rows = ["sep=;", '"Table";"Player 1";"Player 2";"Result"']
    rows += [f'"{t}";"{a}";"{b}";"{s}"' for t, a, b, s in short(cup)]
    return "\ufeff" + "\r\n".join(rows) + "\r\n"


@shape("Eighth: standings after every round in one list", EIGHTH, points=True, verdict="doubted")
def every_round(cup: Cup) -> str:
    rows: Rows = [("Round", "Rank", "Player", "Points")]
    for number in (1, 2, 3):
        rows += [
            (number, x.rank, x.name, min(x.points, 3 * number) if number < 3 else x.points)
            for x in cup.standings
        ]
    return commas(*rows)


@shape("Eighth: ID, conceded and time", EIGHTH, rounds="last")
def remarks(cup: Cup) -> str:
    ends = ("", " (time)", " (conceded)", "", "")
    return commas(
        ("Table", "Player 1", "Player 2", "Result"),
        *((t, a, b, "ID" if g.winner == "draw" else s + ends[t])
          for (t, a, b, s), g in zip(short(cup), cup.last, strict=True)),
    )  # fmt: skip


@shape("Eighth: Spanish form, games won and lost by me", EIGHTH, rounds="last")
def spanish_form(cup: Cup) -> str:
    return commas(
        ("Marca temporal", "Tu nombre", "Nombre de tu rival", "Partidas ganadas",
         "Partidas perdidas", "Empates"),
        *((f"28/11/2026 17:0{g.table}:11", g.first, g.second, *counts(g)) for g in cup.last),
    )  # fmt: skip


@shape(
    "Eighth: all rounds below each other, tables begin again",
    EIGHTH,
    rounds="all",
    verdict="doubted",
)
def begin_again(cup: Cup) -> str:
    rows: Rows = [("Table", "Player 1", "Player 2", "Match Results")]
    for games in cup.rounds:
        rows += [(g.table, g.first, g.second, " - ".join(map(str, counts(g)[:2]))) for g in games]
    return commas(*rows)


@shape("Eighth: marks of dropped players and their legend", EIGHTH, points=True)
def legend(cup: Cup) -> str:
    rows: Rows = [("Rank", "Name", "Points", "OMW%")]
    rows += [
        (x.rank, x.name + (" *" if x.rank > 6 else ""), x.points, shares(x)[0])
        for x in cup.standings
    ]
    return tabs(*rows, ("* dropped",))


@shape("Eighth: Swedish league, a matrix of everyone", EIGHTH, points=True)
def matrix(cup: Cup) -> str:
    rows: Rows = [("Namn", "1", "2", "3", "Poäng", "Kvot")]
    rows += [(x.name, "v", "f", "o", x.points, f"{x.shares[0]:.2f}") for x in cup.standings]
    return tabs(*rows)
