"""Pages of federations: pairings in ten languages with points of both, family names first."""

from __future__ import annotations

from tests.interchange.shapes.copied import tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.registry import Write, shape
from tests.interchange.shapes.tenth.prints import TENTH
from tests.interchange.shapes.wild import family_first

# Language: title, then the headings board, number, name, rating, points and result.
HEADINGS = {
    "Czech": ("3. kolo", "Š.", "Č.", "Jméno", "Rtg", "Body", "Výsledek"),
    "Croatian": ("3. kolo", "Pl.", "Br.", "Ime", "Rtg", "Bod.", "Rezultat"),
    "Catalan": ("Ronda 3", "Tau.", "Núm.", "Nom", "Elo", "Pts.", "Resultat"),
    "Estonian": ("3. voor", "Laud", "Nr.", "Nimi", "Rtg", "Punktid", "Tulemus"),
    "Latvian": ("3. kārta", "G.", "Nr.", "Vārds", "Rtg", "Punkti", "Rezultāts"),
    "Icelandic": ("Umferð 3", "Borð", "Nr.", "Nafn", "Stig", "Vinn.", "Úrslit"),
    "Slovak": ("3. kolo", "Š.", "Č.", "Meno", "Rtg", "Body", "Výsledok"),
    "Bulgarian": ("Кръг 3", "Маса", "№", "Име", "Рейт.", "Точки", "Резултат"),
    "Serbian": ("3. kolo", "Tab.", "Br.", "Ime", "Rtg", "Poena", "Rezultat"),
    "Norwegian": ("Runde 3", "Bord", "Nr.", "Navn", "Rating", "Poeng", "Resultat"),
    "Lithuanian": ("3 ratas", "Lenta", "Nr.", "Vardas", "Rtg", "Taškai", "Rezultatas"),
}


def _pairings(title: str, *heads: str) -> Write:
    board, number, name, rating, points, result = heads

    def rows(cup: Cup) -> str:
        line = (board, number, "", name, rating, points, result, points, "", name, rating, number)
        table: list[tuple[object, ...]] = [(title,), line]
        for g in cup.last:
            score = told(g, "1 - 0", "0 - 1", "½ - ½")
            first, second = family_first(g.first), family_first(g.second or "")
            table.append((g.table, 2 * g.table, "CM", first, 2100, "1½", score, 1, "", second, 1988,
                          2 * g.table + 1))  # fmt: skip
        return tabs(*table)

    return rows


for language, (title, *heads) in HEADINGS.items():
    shape(f"Tenth: {language} pairings with points of both", TENTH, rounds="last")(
        _pairings(title, *heads)
    )
