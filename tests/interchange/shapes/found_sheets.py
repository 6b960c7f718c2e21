"""Shapes of the fourth collection: spreadsheets."""

from __future__ import annotations

from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.found_pages import FOUND, percent
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import dashed, family_first


def commas(*rows: tuple[object, ...]) -> str:
    """Return rows as CSV without quotation marks."""
    return "".join(",".join(map(str, row)) + "\n" for row in rows)


def standings(cup: Cup, heads: tuple[object, ...], rank: str = "{}", point: str = "{}") -> str:
    """Return CSV of rank, name, points."""
    return commas(
        heads,
        *((rank.format(line.rank), line.name, point.format(line.points)) for line in cup.standings),
    )


HEADS = ("Rank", "Name", "Points")

for _word, _rank in {
    "1=": "{}=", "=1": "={}", "T-1": "T-{}", "1º": "{}º", "1.º": "{}.º", "1er": "{}er",
    "No. 1": "No. {}", "1-": "{}-", "(1)": "({})", "1/8": "{}/8", "001": "00{}", "1.0": "{}.0",
    "Platz 1": "Platz {}", "1e": "{}e", "#1": "#{}",
}.items():  # fmt: skip
    shape(f"CSV: places as {_word}", FOUND, points=True)(
        lambda cup, rank=_rank: standings(cup, HEADS, rank=rank)  # type: ignore[misc]
    )

for _word, _point in {
    "9 points": "{} points", "9 Pkt.": "{} Pkt.", "9 MP": "{} MP", "9pts": "{}pts", "9.00": "{}.00",
    "+9": "+{}", "9 / 9": "{} / 9", "9 of 9": "{} of 9", "９": "{}", "9 pt": "{} pt",
    "9 Punkte": "{} Punkte", "9 puntos": "{} puntos", "9 分": "{}分",
}.items():  # fmt: skip
    shape(f"CSV: points as {_word}", FOUND, points=True)(
        lambda cup, point=_point: standings(cup, HEADS, point=point)  # type: ignore[misc]
    )


@shape("CSV: half points as 7½", FOUND, points=True)
def halves(cup: Cup) -> str:
    text = "Rang;Name;Punkte;Buchholz\n"
    for line in cup.standings:
        text += f"{line.rank};{line.name};{line.points};{line.rank + 3}½\n"
    return text


@shape("CSV: a place only at the first of equal players", FOUND, points=True)
def shared_blank(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [HEADS]
    before = -1
    for line in cup.standings:
        rows.append((line.rank if line.points != before else "", line.name, line.points))
        before = line.points
    return commas(*rows)


@shape("CSV: percentages without signs, decimal commas", FOUND, points=True)
def plain_shares(cup: Cup) -> str:
    text = "Platz\tName\tPunkte\tOMW\tGW\tOGW\n"
    for line in cup.standings:
        shares = "\t".join(f"{share / 100:.4f}".replace(".", ",") for share in line.shares)
        text += f"{line.rank}\t{line.name}\t{line.points}\t{shares}\n"
    return text


@shape("CSV: quoted numbers with decimal commas", FOUND, points=True)
def quoted_commas(cup: Cup) -> str:
    text = '"Rank","Player","Points","OMW%"\n'
    for line in cup.standings:
        share = f"{line.shares[0]:.1f}".replace(".", ",")
        text += f'"{line.rank}","{line.name}","{line.points}","{share}"\n'
    return text


@shape("CSV: a title, an empty row, a row of groups", FOUND, points=True)
def grouped_heads(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Friday League – Week 4", "", "", "", ""),
        ("", "", "", "", ""),
        ("", "", "Match", "Tiebreakers", ""),
        ("Rank", "Name", "Points", "OMW%", "GW%"),
    ]
    rows += [
        (line.rank, line.name, line.points, *map(percent, line.shares[:2]))
        for line in cup.standings
    ]
    return commas(*rows)


@shape("CSV: headings in two rows that belong together", FOUND, points=True)
def split_heads(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("", "Player", "Match", "Match", "Opp."),
        ("Rank", "Name", "Points", "Record", "MW%"),
    ]
    rows += [
        (line.rank, line.name, line.points, line.record, percent(line.shares[0]))
        for line in cup.standings
    ]
    return commas(*rows)


@shape("CSV: totals and notes below", FOUND, points=True)
def totals_below(cup: Cup) -> str:
    text = standings(cup, HEADS)
    total = sum(line.points for line in cup.standings)
    return f"{text}\n,Total,{total}\n,Average,{total / 8}\nJudge: R. Ferro,,\nExported by Tool,,\n"


@shape("CSV: number of players below", FOUND, points=True)
def count_below(cup: Cup) -> str:
    return standings(cup, HEADS) + "Total players: 8,,\n"


@shape("CSV: index column of pandas", FOUND, points=True)
def pandas(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("", "rank", "name", "points", "omw")]
    rows += [
        (line.rank - 1, line.rank, line.name, line.points, line.shares[0] / 100)
        for line in cup.standings
    ]
    return commas(*rows)


@shape("CSV: NaN and None for nothing", FOUND, rounds="last", players=9)
def nothing_words(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("table", "player_1", "player_2", "result")]
    for g in cup.last:
        rows.append((g.table, g.first, g.second or "NaN", dashed(g) if g.second else "NaN"))
    return commas(*rows)


@shape("CSV: every cell in single quotation marks", FOUND, points=True)
def single_quotes(cup: Cup) -> str:
    rows = [("'Rank'", "'Name'", "'Points'")]
    rows += [(f"'{line.rank}'", f"'{line.name}'", f"'{line.points}'") for line in cup.standings]
    return commas(*rows)


@shape("CSV: semicolons at the end of rows", FOUND, rounds="last")
def trailing(cup: Cup) -> str:
    text = "Runde;Tisch;Spieler 1;Spieler 2;Ergebnis;\n"
    return text + "".join(
        f"3;{g.table};{g.first};{g.second};{dashed(g).replace('-', ':')};\n" for g in cup.last
    )


@shape("CSV: games as dates, 2-Jan", FOUND, rounds="last", verdict="other")
def excel_dates(cup: Cup) -> str:
    months = ("", "Jan", "Feb")
    rows: list[tuple[object, ...]] = [("Table", "Player 1", "Player 2", "Result")]
    for g in cup.last:
        assert g.games is not None
        won, lost, _drawn = g.games
        text = f"{won}-{months[lost]}" if lost else f"{won}-0"
        text = f"{lost}-{months[won]}" if won == 0 else text
        rows.append((g.table, g.first, g.second, text if won else f"0-{lost}"))
    return commas(*rows)


@shape(
    "CSV: results of each game in columns", FOUND, rounds="last", results=False, verdict="doubted"
)
def by_games(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Table", "Player A", "Player B", "G1", "G2", "G3")]
    for g in cup.last:
        assert g.games is not None
        marks = ["A"] * g.games[0] + ["B"] * g.games[1] + ["-"] * 3
        rows.append((g.table, g.first, g.second, *marks[:3]))
    return commas(*rows)


@shape("CSV: result as A, B or D", FOUND, rounds="last")
def result_letters(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Round", "Table", "Player A", "Player B", "Winner")]
    for g in cup.last:
        rows.append(
            (3, g.table, g.first, g.second, {g.first: "A", g.second: "B"}.get(g.winner, "D"))
        )
    return commas(*rows)


@shape("CSV: result as the family name", FOUND, rounds="last")
def result_family(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Table", "Player 1", "Player 2", "Winner")]
    for g in cup.last:
        rows.append(
            (g.table, g.first, g.second, "Draw" if g.winner == "draw" else g.winner.split()[0])
        )
    return commas(*rows)


@shape("CSV: scores with a bye row of dashes", FOUND, rounds="last", players=9)
def bye_dashes(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Board", "Player", "Score", "Opponent", "Score")]
    for g in cup.last:
        assert g.games is not None
        rows.append(
            (g.table, g.first, g.games[0], g.second or "---", g.games[1] if g.second else "")
        )
    return commas(*rows)


@shape("CSV: names with commas, not quoted", FOUND, points=True, verdict="doubted and other")
def bare_commas(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [HEADS]
    rows += [(line.rank, family_first(line.name), line.points) for line in cup.standings]
    return commas(*rows)


@shape("CSV: family and given name of both sides", FOUND, rounds="last")
def both_parts(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Table", "Player 1 First Name", "Player 1 Last Name", "Player 2 First Name",
         "Player 2 Last Name", "Result")
    ]  # fmt: skip
    for g in cup.last:
        one, two = g.first.split(" ", 1), (g.second or "").split(" ", 1)
        rows.append((g.table, *one, *two, dashed(g)))
    return commas(*rows)


@shape("CSV: wins and losses, no points", FOUND)
def wins_losses(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Player", "Wins", "Losses", "Draws", "Win%")]
    rows += [(line.name, line.wins, line.losses, line.draws, "55%") for line in cup.standings]
    return commas(*rows)


@shape("CSV: pairings and standings below each other", FOUND, rounds="last", points=True)
def both_tables(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Pairings round 3",),
        ("Table", "Player 1", "Player 2", "Result"),
    ]
    rows += [(g.table, g.first, g.second, dashed(g)) for g in cup.last]
    rows += [(), ("Standings after round 3",), ("Rank", "Player", "Points")]
    rows += [(line.rank, line.name, line.points) for line in cup.standings]
    return commas(*rows)
