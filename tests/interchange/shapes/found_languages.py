"""Shapes of the fourth collection: headings and units in further languages."""

from __future__ import annotations

from tests.interchange.shapes.copied import tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.found_pages import FOUND, rank_rows
from tests.interchange.shapes.registry import Write, shape
from tests.interchange.shapes.wild import dashed, family_first

CHESS_RANKINGS = {
    "Dutch": ("Rg.", "Nr.", "Naam", "FED", "Rtg", "Ptn.", "Wp1", "Wp2"),
    "Finnish": ("Sija", "Nro", "Nimi", "Maa", "Vahv.", "Pist.", "BH.", "SB."),
    "Greek": ("Κατ.", "Α/Α", "Όνομα", "ΧΩΡ", "Έλο", "Βαθ.", "ΙσΒ1", "ΙσΒ2"),
    "Croatian": ("Poredak", "St.br.", "Ime", "FED", "Rtg", "Bod.", "TB1", "TB2"),
    "Romanian": ("Loc", "NrS", "Nume", "FED", "Elo", "Pct.", "Dep1", "Dep2"),
    "Ukrainian": ("Місце", "Ст.ном", "Ім'я", "ФЕД", "Рейт.", "Очк.", "ТБ1", "ТБ2"),
    "Norwegian": ("Pl.", "Nr.", "Navn", "Land", "Rating", "Poeng", "Kval1", "Kval2"),
    "Slovak": ("Por.", "Č.", "Meno", "FED", "Rtg", "Body", "PH1", "PH2"),
    "Catalan": ("Rk.", "Núm.", "Nom", "FED", "Elo", "Pts.", "Des 1", "Des 2"),
    "Chinese": ("排名", "序号", "姓名", "协会", "等级分", "积分", "破同分1", "破同分2"),
    "Japanese": ("順位", "番号", "氏名", "連盟", "レーティング", "得点", "TB1", "TB2"),
    "Indonesian": ("Rk.", "No.Aw", "Nama", "FED", "Rtg", "Pts.", "TB1", "TB2"),
    "Vietnamese": ("Hạng", "Số", "Tên", "LĐ", "Rtg", "Điểm", "HS1", "HS2"),
    "Arabic": ("الترتيب", "الرقم", "الاسم", "الاتحاد", "التصنيف", "النقاط", "TB1", "TB2"),
}


def _chess_ranking(heads: tuple[str, ...]) -> Write:
    def write(cup: Cup) -> str:
        rows: list[tuple[object, ...]] = [heads]
        for line in cup.standings:
            name = family_first(line.name)
            rows.append(
                (line.rank, line.rank + 4, name, "NED", 1700, f"{line.points},5", "9,5", "7")
            )
        return tabs(*rows).replace(",5\t9", ",0\t9")

    return write


for _language, _heads in CHESS_RANKINGS.items():
    shape(f"chess-results {_language}: ranking of the fourth collection", FOUND, points=True)(
        _chess_ranking(_heads)
    )

PAIRING_HEADS = {
    "Korean": ("테이블", "선수 1", "선수 2", "결과"),
    "simplified Chinese": ("桌号", "选手一", "选手二", "比分"),
    "traditional Chinese": ("桌次", "玩家A", "玩家B", "戰績"),
    "Japanese": ("卓番号", "先攻", "後攻", "勝敗"),
    "Japanese, left and right": ("卓", "左プレイヤー", "右プレイヤー", "スコア"),
    "Russian": ("Стол", "Игрок 1", "Игрок 2", "Счёт"),
    "French": ("Table", "Joueur 1", "Joueur 2", "Score"),
    "Spanish": ("Mesa", "Jugador 1", "Jugador 2", "Marcador"),
    "Polish": ("Stół", "Gracz 1", "Gracz 2", "Rezultat"),
    "Thai": ("โต๊ะ", "ผู้เล่น 1", "ผู้เล่น 2", "ผล"),
    "Czech": ("Stůl", "Hráč A", "Hráč B", "Skóre"),
    "German": ("Tisch", "Spieler/in A", "Spieler/in B", "Satzergebnis"),
}


def _pairings(heads: tuple[str, ...]) -> Write:
    def write(cup: Cup) -> str:
        rows: list[tuple[object, ...]] = [heads]
        rows += [(game.table, game.first, game.second, dashed(game)) for game in cup.last]
        return tabs(*rows)

    return write


for _language, _words in PAIRING_HEADS.items():
    _verdict = "doubted and other" if _words[3] == "戰績" else "equal"
    shape(f"Pairings of a page: {_language}", FOUND, rounds="last", verdict=_verdict)(
        _pairings(_words)
    )


@shape("Korean standings", FOUND, points=True)
def korean_standings(cup: Cup) -> str:
    return rank_rows(cup, ("순위", "이름", "승점", "OMW%", "GW%", "OGW%"), points_as="{}점")


@shape("Chinese standings with ordinals", FOUND, points=True)
def chinese_standings(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("名次", "牌手", "勝場", "敗場", "和局", "積分")]
    for line in cup.standings:
        rows.append(
            (f"第{line.rank}名", line.name, line.wins, line.losses, line.draws, line.points)
        )
    return tabs(*rows)


@shape("Japanese standings with 位 and 点", FOUND, points=True)
def japanese_units(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("順位", "プレイヤー名", "勝ち点", "勝率")]
    for line in cup.standings:
        rows.append((f"{line.rank}位", f"{line.name}さん", f"{line.points}点", "66.7%"))
    return tabs(*rows)


@shape("Japanese results with ○ and ×", FOUND, rounds="last", verdict="doubted")
def japanese_marks(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("卓", "プレイヤー", "", "", "プレイヤー")]
    for game in cup.last:
        marks = {game.first: ("○", "×"), game.second: ("×", "○")}.get(game.winner, ("△", "△"))
        rows.append((game.table, game.first, *marks, game.second))
    return tabs(*rows)
