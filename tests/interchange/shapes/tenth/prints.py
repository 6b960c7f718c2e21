"""Prints of several rounds and pages, with the family name first."""

from __future__ import annotations

from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.fresh.tools import counts, lines
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import family_first

TENTH = "tenth collection"


@shape("Tenth: print of rounds, family first, empty lines between", TENTH, rounds="all")
def rounds(cup: Cup) -> str:
    text = ["Harbour Cup", ""]
    for number, games in enumerate(cup.rounds, start=1):
        text += [f"Round {number}", "", f"{'Table':<8}{'Player':<28}{'Opponent':<28}Result", ""]
        for g in games:
            first, second = family_first(g.first), family_first(g.second or "")
            won, lost, _drawn = counts(g)
            text += [f"{g.table:<8}{first:<28}{second:<28}{won}-{lost}", ""]
        text += [""]
    return lines(*text)


@shape("Tenth: print of rounds, family first, a bye", TENTH, rounds="all", players=9)
def rounds_with_a_bye(cup: Cup) -> str:
    text = []
    for number, games in enumerate(cup.rounds, start=1):
        text += [
            "Harbour Games",
            "Friday Night Magic",
            "",
            f"Results by Table - Round {number}",
            "",
        ]
        text += [f"{'Table':<7}{'Player 1':<26}{'Player 2':<26}Result", "-" * 70]
        for g in games:
            first, second = family_first(g.first), family_first(g.second) if g.second else "Bye"
            text.append(f"{g.table:<7}{first:<26}{second:<26}{'-'.join(map(str, counts(g)))}")
        text += ["", "Page 1 of 1", "", ""]
    return lines(*text)


@shape("Tenth: print of standings, family first, two pages", TENTH, points=True)
def pages(cup: Cup) -> str:
    half = len(cup.standings) // 2
    text = []
    for page, part in enumerate((cup.standings[:half], cup.standings[half:]), start=1):
        text += ["Harbour Cup", "Standings after round 3", ""]
        text += [f"{'Rank':<6}{'Name':<28}{'Points':>6}{'OMW%':>9}", ""]
        for line in part:
            name = family_first(line.name)
            text.append(f"{line.rank:<6}{name:<28}{line.points:>6}{line.shares[0]:>9.2f}")
        text += ["", f"Page {page} of 2", ""]
    return lines(*text)


@shape("Tenth: EventLink, points in brackets and vs. between", TENTH, rounds="last")
def eventlink(cup: Cup) -> str:
    text = ["Match Results by Table", "Round 3", "", f"{'Table':<7}{'Player 1':<32}{'':<6}"
            f"{'Player 2':<32}Results"]  # fmt: skip
    for g in cup.last:
        text.append(
            f"{g.table:<7}{g.first + ' (3)':<32}{'vs.':<6}{(g.second or '') + ' (0)':<32}"
            f"{'-'.join(map(str, counts(g)))}"
        )
    return lines(*text)


@shape("Tenth: by name, with a letter above each part", TENTH, rounds="last", results=False)
def letters(cup: Cup) -> str:
    both = [(g.first, g.second or "", g.table) for g in cup.last]
    both += [(second, first, table) for first, second, table in both]
    text = ["Pairings - Round 3", ""]
    text += [f"{'Name':<28}{'Table':<8}Opponent"]
    letter = ""
    for first, second, table in sorted(both):
        if first[0] != letter:
            letter = first[0]
            text += ["", letter]
        text.append(f"{first:<28}{table:<8}{second}")
    return lines(*text)


@shape("Tenth: a print with notes of dropped players below", TENTH, points=True)
def dropped_below(cup: Cup) -> str:
    text = [f"{'Pl':<4}{'Name':<28}{'Pts':>4}{'W':>4}{'L':>4}{'D':>4}"]
    text += [
        f"{x.rank:<4}{x.name:<28}{x.points:>4}{x.wins:>4}{x.losses:>4}{x.draws:>4}"
        for x in cup.standings
    ]
    return lines(*text, "", f"Dropped: {cup.standings[-1].name} (after round 2)")


@shape("Tenth: right-aligned first names, a colon in the middle", TENTH, rounds="last")
def around_a_colon(cup: Cup) -> str:
    text = ["3. Runde", ""]
    for g in cup.last:
        won, lost, _drawn = counts(g)
        text.append(f"{g.first:>26}  {won} : {lost}  {g.second}")
    return lines(*text)


@shape("Tenth: three lines of titles, a total of tables below", TENTH, rounds="last")
def total_below(cup: Cup) -> str:
    text = ["HARBOUR GAMES", "28 Nov 2026   Modern   27 players", "Round 3 of 5", ""]
    text += [f"{'Tbl':<5}{'Player A':<28}{'A':^3}{'B':^3} {'Player B':<28}"]
    for g in cup.last:
        won, lost, _drawn = counts(g)
        text.append(f"{g.table:<5}{g.first:<28}{won:^3}{lost:^3} {g.second}")
    return lines(*text, "", f"Tables: {len(cup.last)}")
