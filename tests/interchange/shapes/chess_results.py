"""Shapes of chess-results.com and Swiss-Manager, in ten languages."""

from __future__ import annotations

from tests.interchange.shapes.copied import tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.registry import Write, shape

CHESS = "Swiss-Manager"
# Of pairings: board, number, name, rating, points, result; of the ranking: rank, start, points.
LANGUAGES = {
    "English": "Bo.|No.|Name|Rtg|Pts.|Result|Rk.|SNo|Pts.|Round 3",
    "German": "Br.|Nr.|Name|Elo|Pkt.|Ergebnis|Rg.|Snr|Pkt.|Runde 3",
    "Spanish": "M.|No.|Nombre|Elo|Pts.|Resultado|Rk.|No.Ini.|Pts.|Ronda 3",
    "French": "Ech.|No.|Nom|Elo|Pts|Résultat|Rg.|No.Ini.|Pts|Ronde 3",
    "Portuguese": "Tab.|Nº.|Nome|Elo|Pts.|Resultado|Rk.|Nº.Inic.|Pts.|Ronda 3",
    "Italian": "Sc.|Nr.|Nome|Elo|Pti|Risultato|Pos.|Nr.ini.|Pti|Turno 3",
    "Polish": "Szach.|Nr|Nazwisko|Rank.|Pkt.|Wynik|M-ce|Nr st.|Pkt.|Runda 3",
    "Czech": "Š.|Č.|Jméno|Rtg|Body|Výsledek|Poř.|stč.|Body|Kolo 3",
    "Hungarian": "Asztal|Sorsz.|Név|Élő|Pont|Eredmény|Hely|Rsz.|Pont|3. forduló",
    "Russian": "Ст.|Ном.|Имя|Рейт.|Очки|Рез.|Место|Ст.ном|Очки|Тур 3",
    "Turkish": "Masa|No.|İsim|UKD|Puan|Sonuç|BSıra|BNo.|Puan|3. Tur",
    "Swedish": "Bord|Nr|Namn|Rtg|Poäng|Resultat|Rk.|Nr|Poäng|Rond 3",
}
MARKS = {0: "0 - 1", 1: "½ - ½", 2: "1 - 0"}


def family_first(name: str) -> str:
    """Return "Quill, Ada"."""
    given, _blank, family = name.partition(" ")
    return f"{family}, {given}"


def _pairings(words: tuple[str, ...]) -> Write:
    board, number, name, rating, points, result, *_rest = words

    def write(cup: Cup) -> str:
        has = {line.name: line.points for line in cup.standings}
        start = {player: at for at, player in enumerate(cup.names, start=1)}
        rows: list[tuple[object, ...]] = [
            (board, number, "", name, rating, points, result, points, "", name, rating, number)
        ]
        for g in cup.last:
            second = g.second or ""
            mark = MARKS[2 if g.winner == g.first else 0 if g.winner == second else 1]
            rows.append(
                (
                    g.table,
                    start[g.first],
                    "",
                    family_first(g.first),
                    2100,
                    f"{has[g.first]},5",
                    mark,
                    f"{has[second]}",
                    "FM",
                    family_first(second),
                    1980,
                    start[second],
                )
            )
        return f"{words[-1]}\n{tabs(*rows)}"

    return write


def _ranking(words: tuple[str, ...]) -> Write:
    def write(cup: Cup) -> str:
        start = {player: at for at, player in enumerate(cup.names, start=1)}
        rows: list[tuple[object, ...]] = [
            (words[6], words[7], "", words[2], "FED", words[3], words[8], "TB1", "TB2")
        ]
        rows += [
            (
                line.rank,
                start[line.name],
                "",
                family_first(line.name),
                "ENG",
                2000,
                line.points,
                "12,5",
                "30",
            )
            for line in cup.standings
        ]
        return tabs(*rows)

    return write


for language, line in LANGUAGES.items():
    heads = tuple(line.split("|"))
    shape(f"chess-results {language}: pairings", CHESS, rounds="last")(_pairings(heads))
    shape(f"chess-results {language}: ranking", CHESS, points=True)(_ranking(heads))


@shape("chess-results: cross table", CHESS, rounds="all", points=True)
def cross(cup: Cup) -> str:
    order = [line.name for line in cup.standings]
    at = {name: place for place, name in enumerate(order, start=1)}
    rows: list[tuple[object, ...]] = [
        ("Rk.", "", "Name", "Rtg", "FED", "1.Rd", "2.Rd", "3.Rd", "Pts.", "TB1")
    ]
    for line in cup.standings:
        own: list[str] = []
        for games in cup.rounds:
            g = next(g for g in games if line.name in (g.first, g.second))
            white = g.first == line.name
            mark = "1" if g.winner == line.name else "½" if g.winner == "draw" else "0"
            own.append(f"{at[(g.second if white else g.first) or '']}{'w' if white else 'b'}{mark}")
        score = f"{line.points}"
        rows.append((line.rank, "", family_first(line.name), 2000, "ENG", *own, score, "3,5"))
    return tabs(*rows)
