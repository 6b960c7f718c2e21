"""Shapes of the fifth collection: tables of pages in languages that no shape had so far."""

from __future__ import annotations

from collections.abc import Callable

from tests.interchange.shapes.copied import tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.fresh.tools import FRESH, counts
from tests.interchange.shapes.registry import Write, shape
from tests.interchange.shapes.wild import chess, dashed, family_first

# Place, start number, name, federation, rating, points, one tiebreaker.
STANDINGS = {
    "Romanian": "Loc;Nr.;Nume;FED;Elo;Puncte;Wtg1",
    "Croatian": "Rg.;St.br.;Ime;FED;Rtg;Bod.;Wtg1",
    "Slovenian": "Mesto;Št.;Ime;FED;Rtg;Točke;Wtg1",
    "Greek": "Κατ.;Α/Α;Όνομα;Ομοσπ;Elo;Βαθ.;Κρ1",
    "Vietnamese": "Hạng;Số;Tên;LĐ;Rtg;Điểm;HS1",
    "Indonesian": "Peringkat;No.;Nama;FED;Rtg;Poin;TB1",
    "Finnish": "Sija;Nro;Nimi;Maa;Elo;Pisteet;Vert1",
    "Catalan": "Rg.;Núm.;Nom;FED;Elo;Punts;Des 1",
    "Estonian": "Koht;Nr;Nimi;FED;Elo;Punktid;TB1",
    "Latvian": "Vieta;Nr.;Vārds;FED;Rtg;Punkti;TB1",
    "Lithuanian": "Vieta;Nr.;Vardas;FED;Rtg;Taškai;TB1",
    "Icelandic": "Röð;Nr.;Nafn;Land;Stig;Vinn.;TB1",
    "Bulgarian": "Място;№;Име;ФЕД;ЕЛО;Точки;ТБ1",
    "Serbian": "Место;Ст.бр.;Име;ФЕД;Рејтинг;Поени;ТБ1",
    "Persian": "رتبه;شماره;نام;کشور;ریتینگ;امتیاز;TB1",
    "Arabic": "الترتيب;الرقم;الاسم;البلد;التصنيف;النقاط;TB1",
    "Hebrew": "דירוג;מספר;שם;מדינה;מד כושר;נקודות;TB1",
    "Thai": "อันดับ;ลำดับ;ชื่อ;ประเทศ;เรตติ้ง;คะแนน;TB1",
}
# Table, player, result, player.
PAIRINGS = {
    "Romanian": "Masa;Alb;Rezultat;Negru",
    "Croatian": "Ploča;Bijeli;Rezultat;Crni",
    "Greek": "Σκ.;Λευκά;Αποτέλεσμα;Μαύρα",
    "Vietnamese": "Bàn;Trắng;Kết quả;Đen",
    "Indonesian": "Meja;Putih;Hasil;Hitam",
    "Finnish": "Pöytä;Valkea;Tulos;Musta",
    "Catalan": "Taula;Blanques;Resultat;Negres",
    "Bulgarian": "Маса;Бели;Резултат;Черни",
    "Hebrew": "שולחן;לבן;תוצאה;שחור",
    "Arabic": "الطاولة;أبيض;النتيجة;أسود",
}


def _standings(heads: str) -> Write:
    def write(cup: Cup) -> str:
        rows = [
            (x.rank, x.rank + 3, family_first(x.name), "GER", 1500, x.points, 9)
            for x in cup.standings
        ]
        return tabs(tuple(heads.split(";")), *rows)

    return write


def _pairings(heads: str) -> Write:
    def write(cup: Cup) -> str:
        rows = [(g.table, g.first, chess(g), g.second) for g in cup.last]
        return tabs(tuple(heads.split(";")), *rows)

    return write


for language, heads in STANDINGS.items():
    shape(f"{language} standings", FRESH, points=True)(_standings(heads))
for language, heads in PAIRINGS.items():
    shape(f"{language} pairings", FRESH, rounds="last")(_pairings(heads))


def _results(heads: tuple[str, ...], write: Callable[..., str]) -> Write:
    def rows(cup: Cup) -> str:
        return tabs(heads, *((g.table, g.first, g.second, write(g)) for g in cup.last))

    return rows


JAPANESE = ("卓番号", "プレイヤー1", "プレイヤー2", "勝敗")
shape("Japanese pairings, 勝敗 with ○ and ×", FRESH, rounds="last")(
    _results(JAPANESE, lambda g: told(g, "○", "×", "△"))
)
shape("Japanese pairings, 勝敗 with games", FRESH, rounds="last")(_results(JAPANESE, dashed))
shape("Japanese pairings, 先攻 and 後攻", FRESH, rounds="last")(
    _results(("卓", "先攻", "後攻", "勝者"), lambda g: told(g, "先攻", "後攻", "引分"))
)


@shape("Japanese pairings, both sides with 勝敗", FRESH, rounds="last")
def both_marks(cup: Cup) -> str:
    return tabs(
        ("卓", "選手A", "勝敗", "選手B", "勝敗"),
        *((g.table, g.first, told(g, "○", "×", "△"), g.second, told(g, "×", "○", "△"))
          for g in cup.last),
    )  # fmt: skip


@shape("Japanese standings, records in words", FRESH, points=True)
def record_words(cup: Cup) -> str:
    return tabs(
        ("順位", "名前", "勝敗", "勝ち点", "オポ"),
        *((x.rank, f"{x.name} さん", f"{x.wins}勝{x.losses}敗{x.draws}分", x.points, "61.1%")
          for x in cup.standings),
    )  # fmt: skip


@shape("Japanese standings, 様 behind the names", FRESH, points=True)
def honorifics(cup: Cup) -> str:
    return tabs(
        ("順位", "氏名", "得点"), *((x.rank, f"{x.name}様", x.points) for x in cup.standings)
    )


@shape("Chinese standings, points of small matches", FRESH, points=True)
def chinese(cup: Cup) -> str:
    return tabs(
        ("排名", "选手", "大分", "小分", "对手胜率"),
        *((x.rank, x.name, x.points, 2 * x.points, "55%") for x in cup.standings),
    )


@shape("Chinese pairings, games in two columns", FRESH, rounds="last")
def chinese_games(cup: Cup) -> str:
    return tabs(
        ("桌号", "选手1", "胜局", "选手2", "胜局"),
        *((g.table, g.first, counts(g)[0], g.second, counts(g)[1]) for g in cup.last),
    )


@shape("Korean standings, W L D in one cell", FRESH, points=True)
def korean(cup: Cup) -> str:
    return tabs(
        ("순위", "이름", "전적", "승점", "상대 승률"),
        *((x.rank, x.name, f"{x.wins}승 {x.losses}패 {x.draws}무", x.points, "61.1%")
          for x in cup.standings),
    )  # fmt: skip
