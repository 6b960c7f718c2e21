"""Shapes that programs print, and text that is copied out of PDF files."""

from __future__ import annotations

from tests.interchange.shapes.copied import points, spaced
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.registry import shape

PRINTED = "printed"


@shape("EventLink: Standings by Rank", PRINTED, points=True)
def eventlink_standings(cup: Cup) -> str:
    lines = [
        "Harbour Games - Friday Night Magic",
        "Standings by Rank",
        "",
        "Rank   Name                    Pod    Points OMW%   GW%    OGW%",
        "-" * 79,
    ]
    for line in cup.standings:
        shares = "".join(f"{share:<7.0f}" for share in line.shares)
        lines.append(f"{line.rank:<7}{line.name:<24}{1:<7}{line.points:<7}{shares}".rstrip())
    return "\n".join(lines) + "\n"


@shape("EventLink: Pairings by Table", PRINTED, rounds="last", results=False)
def eventlink_tables(cup: Cup) -> str:
    has = points(cup)
    lines = [
        "Pairings by Table",
        "Round 3",
        "",
        "Table  Player                   Points  Opponent                 Points",
        "-" * 72,
    ]
    for game in cup.last:
        second = game.second or "Bye"
        lines.append(
            f"{game.table:<7}{game.first:<25}{has[game.first]:<8}{second:<25}{has.get(second, '')}"
        )
    return "\n".join(lines) + "\n"


@shape("EventLink: Pairings by Player", PRINTED, rounds="last", results=False)
def eventlink_players(cup: Cup) -> str:
    lines = ["Pairings by Player - Round 3", "", f"{'Player':<28}{'Table':<8}Opponent", "-" * 62]
    seats = [(g.first, g.second or "", g.table) for g in cup.last]
    seats += [(second, first, table) for first, second, table in seats]
    for first, second, table in sorted(seats):
        lines.append(f"{first:<28}{table:<8}{second}")
    return "\n".join(lines) + "\n"


@shape("DCI Reporter: standings", PRINTED, points=True)
def reporter(cup: Cup) -> str:
    lines = [
        "Standings Harbour Cup",
        "",
        f"{'Rank':<6}{'Player':<26}{'Points':>7}{'OMW%':>10}{'PGW%':>10}{'OGW%':>10}",
    ]
    for line in cup.standings:
        shares = "".join(f"{share:>9.4f}%" for share in line.shares)
        lines.append(f"{line.rank:<6}{line.name:<26}{line.points:>7}{shares}")
    lines += ["", f"{len(cup.standings)} players"]
    return "\r\n".join(lines) + "\r\n"


@shape("PDF: standings over two pages", PRINTED, points=True)
def pdf_pages(cup: Cup) -> str:
    head = f"{'#':>4}  {'Name':<26}  {'Pts':>4}  {'OMW%':>7}"
    text = ""
    half = len(cup.standings) // 2
    for page, lines in enumerate((cup.standings[:half], cup.standings[half:]), start=1):
        text += f"Harbour Cup\nStandings after round 3\n\n{head}\n"
        for line in lines:
            share = f"{line.shares[0]:.2f}%"
            text += f"{line.rank:>4}  {line.name:<26}  {line.points:>4}  {share:>7}\n"
        text += f"\n                                   Page {page} of 2\n\f"
    return text


@shape("Lines: rank, name, points", PRINTED, points=True)
def ranked_lines(cup: Cup) -> str:
    return "".join(f"{line.rank}. {line.name} {line.points}\n" for line in cup.standings)


@shape("psql: a table with rules", PRINTED, rounds="last")
def psql(cup: Cup) -> str:
    lines = [" table | player 1                 | player 2                 | result "]
    lines.append("-------+--------------------------+--------------------------+--------")
    for game in cup.last:
        assert game.games is not None
        score = "{}-{}-{}".format(*game.games)
        lines.append(f" {game.table:>5} | {game.first:<24} | {game.second:<24} | {score:<6}")
    return "\n".join([*lines, f"({len(cup.last)} rows)", ""])


@shape("Pairings by table, dots between", PRINTED, rounds="last", results=False)
def dotted(cup: Cup) -> str:
    return "".join(f"{g.table}. {g.first} vs. {g.second}\n" for g in cup.last)


@shape("Result list with scores between names", PRINTED, rounds="last")
def scored_lines(cup: Cup) -> str:
    lines = []
    for game in cup.last:
        assert game.games is not None
        won, lost, drawn = game.games
        score = f"{won}-{lost}-{drawn}" if drawn else f"{won}-{lost}"
        lines.append(f"{game.table} {game.first} {score} {game.second}")
    return "\n".join(lines) + "\n"


@shape("KTS: pairings", PRINTED, rounds="last", results=False)
def kts(cup: Cup) -> str:
    lines = ["Round 3 Pairings", "", f"{'Table':<8}{'Player 1':<30}{'':<6}Player 2"]
    for game in cup.last:
        lines.append(f"{game.table:<8}{game.first:<30}{'VS.':<6}{game.second}")
    return "\n".join(lines) + "\n"


@shape("Final standings: name and record", PRINTED, verdict="doubted")
def name_and_record(cup: Cup) -> str:
    lines = [f"{line.rank:>2}  {line.name:<26}  {line.record}" for line in cup.standings]
    return "\n".join(lines) + "\n"


@shape("Slips: two names to a table", PRINTED, rounds="last", results=False)
def slips(cup: Cup) -> str:
    return "".join(f"Table: {g.table}\n  {g.first}\n  {g.second}\n\n" for g in cup.last)


@shape("Text: prose", PRINTED, verdict="refused")
def prose(cup: Cup) -> str:
    return (
        f"{cup.names[0]} won the Harbour Cup on Friday. It was a close final against "
        f"{cup.names[1]} - the third game took an hour.\n\nNext week, we draft.\n"
    )


@shape("PDF: cells one below the other", PRINTED, points=True, verdict="doubted")
def pdf_cells(cup: Cup) -> str:
    cells = ["Rank", "Name", "Points"]
    cells += [str(cell) for line in cup.standings for cell in (line.rank, line.name, line.points)]
    return "\n".join(cells) + "\n"


@shape("WLTR: standings with tabs and blanks", PRINTED, points=True)
def wltr(cup: Cup) -> str:
    lines = ["Rank\tName               \tPoints\tOMW%   \tGW%    \tOGW%"]
    for line in cup.standings:
        shares = "\t".join(f"{share:.2f} " for share in line.shares)
        lines.append(f"{line.rank}\t{line.name:<19}\t{line.points}  \t{shares}")
    return "\n".join(lines) + "\n"


@shape("Last round with scores, rules of signs", PRINTED, rounds="last")
def ruled(cup: Cup) -> str:
    rule = "+-------+----------------------------+----------------------------+---------+\n"
    text = rule + f"| {'Table':<5} | {'Player 1':<26} | {'Player 2':<26} | {'Result':<7} |\n" + rule
    for game in cup.last:
        text += f"| {game.table:<5} | {game.first:<26} | {game.second:<26} | {spaced(game):<7} |\n"
    return text + rule
