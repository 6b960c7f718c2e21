"""The meaning of a table's headings, by the words that tools and people write above a column."""

from __future__ import annotations

from collections.abc import Iterator

from interchange.texts import folded

_WORDS = """
round: round, rnd, rd, rd., round number, round no, roundnumber, ラウンド, 回戦, runde,
    ronde, turno, ronda, rodada, manche, runda, kolo, forduló, тур, tur
table: table, table number, table no, tablenumber, tbl, tbl., bo, bo., board, 卓, テーブル,
    tisch, mesa, tavolo, tafel, stół, stůl, asztal, стол, bord, masa, br.
first: player 1, player1, player a, playera, p1, white, first, player one, player 1 name,
    player1 name, team 1, team1, competitor 1, home, seat 1, プレイヤー1, 選手1,
    player1name, weiss, weiß, player, name, player name, 名前, 氏名, 選手, nome, nombre, nom,
    naam, nazwisko, nazwisko imię, nazwisko/imię, jméno, név, имя, фамилия, фио, isim, namn,
    ad soyad, navn, nimi, ime, ime in priimek, spieler, joueur, jugador, jogador, giocatore,
    speler, gracz, player 1 username, hráč, játékos, игрок, oyuncu, spelare, spiller,
    pelaaja, teilnehmer,
    blancs, blancas, brancas, bianco, wit, białe, bílý, világos, белые, beyaz, vit, hvit, hvid
second: player 2, player2, player b, playerb, p2, black, second, player two, player 2 name,
    player2 name, team 2, team2, competitor 2, away, seat 2, opponent, プレイヤー2, 選手2,
    対戦相手, player2name, schwarz, opponent name, vs, player 2 username, gegner, adversaire,
    oponente, rival, avversario, adversário, tegenstander, przeciwnik, soupeř, ellenfél, соперник,
    rakip, motståndare, motstander, modstander, vastustaja, noirs, negras, pretas, nero, zwart,
    czarne, černý, sötét, черные, чёрные, siyah, svart, sort
third: player 3, player3, player 4, player4, seat 3, seat 4
result: result, results, match result, match results, match score, score, 結果, ergebnis,
    ergebnisse, resultat, résultat, résultats, resultado, resultados, risultato, uitslag,
    wynik, výsledek, eredmény, результат, sonuç, outcome, res., res
wins1: player 1 wins, player1 wins, p1 wins, player 1 score, player1 score, player1score,
    wins 1, player 1 games, player 1 game wins, games 1, score 1, score1, p1 score,
    player1wins, p1 games won
wins2: player 2 wins, player2 wins, p2 wins, player 2 score, player2 score, player2score,
    wins 2, player 2 games, player 2 game wins, games 2, score 2, score2, p2 score,
    player2wins, p2 games won
draws: draws, games drawn, drawn games, game draws, drawn, gamedraws
winner: winner, 勝者, winner name, winning player, gewinner
rank: rank, place, pos, pos., position, standing, rk., rk, #, 順位, platz, rang,
    final rank, plaats, miejsce, m-ce, poř., pořadí, helyezés, h., место, sıra, plac., plats,
    plass, sija, rg., rg, platzierung, puesto, posición, posição, colocação, posizione, classement,
    clas., rk.fin.
points: points, pts, pts., match points, matchpoints, mp, 勝点, 勝ち点, マッチポイント,
    punkte, puntos, pontos, punti, points total, pkt., pkt, pkte, pti, ptos, ptos., punten, punkty,
    body, pont, pontszám, очки, puan, poäng, poeng, point, pisteet, matchpunkte
record: record, match record, w-l-d, w/l/d, matchrecord, w-l-t, 戦績
omw: omw, omw%, omwp, omw %, opp match win %, opponent match win percentage, opponents mw%,
    opponentmatchwinpercentage, opponentwinrate, opp. match win, om%, owp, owp%,
    opp match win
gw: gw, gw%, gwp, tgw%, tgw, game win %, game win percentage, teamgamewinpercentage,
    gamewinrate, pgw%, pgw
ogw: ogw, ogw%, ogwp, opp game win %, opponent game win percentage, opponentgamewinrate,
    og%, opponentgamewinpercentage, opp. game win, opp game win
oomw: oomw, oomw%, oowp, oowp%, opp opp match win %
email: email, e-mail, email address, e-mail address, mail, メール, メールアドレス
id: id, player id, username, user name, dci, dci number, screen name, arena username,
    playerid, guid, konami id, bandai id, platform id
deck: decklist, deck, deck list, デッキ, デッキリスト, deck name
status: status, state, player status, 状態
dropped: dropped, drop, drop round, dropround, ドロップ
start: sno, sno., no, no., start number, starting rank, startno, snr, snr., no.ini., no. ini.,
    no.ini, nº.inic., nº inic., nr.in., nr. in., nr.st., nr st., stč., rsz., bşl.no, startnr,
    startnr., start nr., st.nr., ст.но., n.ini., nr, nr.
first name: first name, firstname, given name, vorname, prénom, primer nombre, nombre de pila,
    imię, keresztnév, förnamn, fornavn, etunimi
last name: last name, lastname, surname, family name, nachname, nom de famille, apellido,
    apellidos, sobrenome, cognome, achternaam, příjmení, vezetéknév, efternamn, etternavn, sukunimi
pod: pod, group, division, gruppe, groupe, grupo, gruppo
"""


def _meanings() -> Iterator[tuple[str, str]]:
    meaning = ""
    for line in _WORDS.strip().splitlines():
        if not line.startswith(" "):
            meaning, _colon, line = line.partition(":")
        for word in line.split(","):
            if word.strip():
                yield folded(word) or word.strip(), meaning


HEADINGS = dict(_meanings())
# What a column can mean, in the order of the list above.
MEANINGS = tuple(dict.fromkeys(HEADINGS.values()))
