"""Each format, by an example made up after its documentation."""

import io
import json

import pytest
from openpyxl import Workbook

from domain.kinds import EventState, StageKind
from tests.interchange.reading import matches, notes, only, read

CACHE = {
    "Tournament": {"Name": "Cup", "Date": "2026-01-02T09:00:00+00:00", "Formats": "Modern"},
    "Decks": [{"Player": "Ada", "Mainboard": [{"Count": 4, "CardName": "Bolt"}], "Sideboard": []}],
    "Rounds": [
        {
            "RoundName": "Round 1",
            "Matches": [
                {"Player1": "Ada", "Player2": "Bob", "Result": "2-1-0"},
                {"Player1": "Cy", "Player2": "-", "Result": "2-0-0"},
            ],
        }
    ],
    "Standings": [
        {"Rank": 2, "Player": "Ada", "Points": 3, "Wins": 1, "Losses": 0, "Draws": 0},
        {"Rank": 1, "Player": "Cy", "Points": 3, "Wins": 1, "Losses": 0, "Draws": 0},
        {"Rank": 3, "Player": "Bob", "Points": 0, "Wins": 0, "Losses": 1, "Draws": 0},
    ],
}


def test_decklist_cache() -> None:
    event = only(json.dumps(CACHE), "decklist-cache")
    assert event.archive.event.name == "Cup"
    assert event.archive.event.date.isoformat() == "2026-01-02"
    assert [deck.text for deck in event.archive.decks] == ["4 Bolt"]
    assert matches(event) == [
        ["1", "1", "Ada/Bob", "played", "2-1-0"],
        ["1", "", "Cy", "bye", "2-0-0"],
    ]
    assert (event.comparison.rows, event.comparison.different) == (3, 0)


def test_last_rounds_in_which_winners_go_on_are_a_playoff() -> None:
    pairs = [("A", "B"), ("C", "D"), ("E", "F"), ("G", "H"), ("I", "J")]
    rounds = [[("A", "I"), ("C", "J"), ("E", "B"), ("G", "D"), ("F", "H")], pairs]
    rounds += [[("A", "C"), ("E", "G")], [("A", "E")]]
    values = {
        "Tournament": {"Name": "Cut", "Date": "2026-01-02"},
        "Rounds": [
            {
                "RoundName": f"Round {number}",
                "Matches": [
                    {"Player1": one, "Player2": two, "Result": "2-0-0"} for one, two in pairs
                ],
            }
            for number, pairs in enumerate(rounds, start=1)
        ],
        "Standings": [],
        "Decks": [],
    }
    event = only(json.dumps(values), "decklist-cache")
    assert [stage.kind for stage in event.archive.stages] == [
        StageKind.SWISS,
        StageKind.SINGLE_ELIMINATION,
    ]
    assert [stage.rounds for stage in event.archive.stages] == [2, 2]
    assert len(notes(event)) == 2


WER = """<?xml version="1.0" encoding="utf-16"?>
<event title="FNM" startdate="2019-01-12" format="MODERN" isplayoff="False" status="8"
  numberofrounds="2" playoffstartround="0"><participation>
  <person id="1" first="Ada" last="Lovelace"/><person id="2" first="Bob" last="Ito"/>
  <person id="3" first="Cy" last="Young"/><person id="4" first="Jo" last="Judge"/>
  <role cd="PL" type="PA"><ref person="3" seq="1"/><ref person="1" seq="2"/>
  <ref person="2" seq="3"/></role></participation><matches>
  <round number="1"><match person="1" opponent="2" outcome="1" win="2" loss="0" draw="0"/>
  <match person="3" outcome="3" win="2" loss="0" draw="0"/></round>
  <round number="2"><match person="1" opponent="3" outcome="2" win="1" loss="1" draw="1"/>
  </round></matches></event>"""


def test_wer_declares_utf_16_and_is_utf_8() -> None:
    event = only(WER, "wer")
    assert [line[2:] for line in matches(event)] == [
        ["Ada Lovelace/Bob Ito", "played", "2-0-0"],
        ["Cy Young", "bye", "2-0-0"],
        ["Ada Lovelace/Cy Young", "played", "1-1-1"],
    ]
    assert event.comparison.different == 0
    assert event.archive.state is EventState.FINISHED
    dropped = {drop.player: drop.after_round for drop in event.archive.drops}
    assert dropped == {2: 1, 4: 0}, "a judge is no player"


TOM = """<?xml version="1.0" encoding="UTF-8"?>
<tournament type="2" gametype="TRADING_CARD_GAME"><data><name>League</name>
<startdate>06/20/2026</startdate></data><players>
<player userid="7"><firstname>Ada</firstname><lastname>L</lastname></player>
<player userid="8"><firstname>Bob</firstname><lastname>I</lastname>
<dropped><status>1</status><round>1</round></dropped></player>
<player userid="9"><firstname>Cy</firstname><lastname>Y</lastname></player>
<player userid="10"><firstname>Di</firstname><lastname>Z</lastname></player></players><pods>
<pod category="0"><rounds><round number="1" type="3"><matches>
<match outcome="10"><player1 userid="7"/><player2 userid="8"/><tablenumber>4</tablenumber></match>
<match outcome="5"><player userid="9"/></match></matches></round>
<round number="2" type="3"><matches><match outcome="0"><player1 userid="7"/>
<player2 userid="9"/><tablenumber>1</tablenumber></match></matches></round></rounds></pod>
<pod category="2"><rounds><round number="1" type="3"><matches>
<match outcome="8"><player userid="10"/></match></matches></round></rounds></pod></pods>
</tournament>"""


def test_tom_has_an_event_for_each_pod() -> None:
    format, (junior, master) = read(TOM)
    assert format == "tom"
    assert [event.archive.event.name for event in (junior, master)] == [
        "League Junior",
        "League Master",
    ]
    assert [line[1:] for line in matches(junior)] == [
        ["4", "Ada L/Bob I", "dl", "0-0-0"],
        ["", "Cy Y", "bye", "2-0-0"],
        ["1", "Ada L/Cy Y", "played", ""],
    ]
    assert junior.archive.state is EventState.RUNNING
    assert [drop.after_round for drop in junior.archive.drops] == [1]
    assert matches(master)[0][3] == "unpaired", "late: a loss without an opponent"


KTS = """<?xml version="1.0"?><Tournament><Name>Duel</Name><Date>2026-01-02</Date>
<Finalized>False</Finalized><TournamentPlayers>{players}</TournamentPlayers><Matches>
<TournMatch><Player>1</Player><Player>2</Player><Round>1</Round><Status>Winner</Status>
<Table>3</Table><Winner>2</Winner><PlayoffMatch>False</PlayoffMatch></TournMatch>
<TournMatch><Player>3</Player><Player>0</Player><Round>1</Round><Status>Winner</Status>
<Winner>3</Winner></TournMatch>
<TournMatch><Player>1</Player><Player>3</Player><Round>2</Round><Status>DoubleLoss</Status>
<Winner>0</Winner></TournMatch></Matches></Tournament>"""


def test_konami() -> None:
    players = "".join(
        f"<TournPlayer><Player><ID>{number}</ID><FirstName>P</FirstName><LastName>{number}"
        "</LastName></Player></TournPlayer>"
        for number in (1, 2, 3)
    )
    event = only(KTS.format(players=players), "konami")
    assert [line[2:] for line in matches(event)] == [
        ["P 1/P 2", "played", "0-2-0"],
        ["P 3", "bye", "2-0-0"],
        ["P 1/P 3", "dl", "0-0-0"],
    ]


TOPDECK = {
    "data": {"name": "Deck Cup", "startDate": 1767312000, "format": "Legacy"},
    "standings": [
        {"standing": 1, "name": "Ada", "id": "a", "points": 3, "opponentWinRate": 0.3333},
        {"standing": 2, "name": "Bob", "id": "b", "points": 0, "opponentWinRate": 1},
    ],
    "rounds": [
        {
            "round": 1,
            "tables": [
                {
                    "table": 1,
                    "players": [{"name": "Ada", "id": "a"}, {"name": "Bob", "id": "b"}],
                    "winner": "Ada",
                    "winner_id": "a",
                    "status": "Completed",
                },
                {"table": "Byes", "players": [{"name": "Cy", "id": "c"}], "status": "Bye"},
                {
                    "table": 3,
                    "players": [{"name": name, "id": name} for name in "wxyz"],
                    "status": "Completed",
                },
            ],
        }
    ],
}


def test_topdeck_says_which_tables_it_cannot_hold() -> None:
    event = only(json.dumps([TOPDECK]), "topdeck")
    assert [line[2:] for line in matches(event)] == [
        ["Ada/Bob", "played", "2-0-0"],
        ["Cy", "bye", "2-0-0"],
    ]
    assert event.archive.event.date.isoformat() == "2026-01-02"
    assert any("More than two players" in note for note in notes(event))


MELEE = {
    "data": [
        {
            "RoundNumber": 1,
            "TableNumber": 5,
            "HasResult": True,
            "GameDraws": 0,
            "ResultString": "Bob won 2-1-0",
            "Competitors": [
                {"Team": {"Players": [{"DisplayName": "Ada", "Username": "ada1"}]}, "GameWins": 1},
                {"Team": {"Players": [{"DisplayName": "Bob", "Username": "bob2"}]}, "GameWins": 2},
            ],
        },
        {
            "RoundNumber": 1,
            "TableNumber": None,
            "ResultString": "Cy was awarded a bye",
            "Competitors": [{"Team": {"Players": [{"DisplayName": "Cy", "Username": "cy3"}]}}],
        },
        {
            "RoundNumber": 2,
            "TableNumber": 1,
            "Player1": "Ada",
            "Player1Username": "ada1",
            "Player2": "Cy",
            "Player2Username": "cy3",
            "Result": "Not reported",
        },
    ]
}


def test_melee_pages() -> None:
    event = only(json.dumps(MELEE), "melee")
    assert matches(event) == [
        ["1", "5", "Ada/Bob", "played", "1-2-0"],
        ["1", "", "Cy", "bye", "2-0-0"],
        ["2", "1", "Ada/Cy", "played", ""],
    ]


def trf_line(number: int, name: str, points: str, rank: int, cells: list[str]) -> str:
    head = f"001 {number:4} m    {name:33} 2000 ENG {0:11} 1990/01/01 {points:>4} {rank:4}"
    return head + "".join(f"  {cell}" for cell in cells)


TRF = "\r".join(
    [
        "012 Open",
        "042 2026/01/02",
        "142 3",
        trf_line(1, "Lovelace, Ada", "2.5", 1, ["   2 w 1", "0000 - H", "   3 b +"]),
        trf_line(2, "Müller, Bob", "1.5", 2, ["   1 b 0", "   3 w =", "0000 - U"]),
        trf_line(3, "Young, Cy", "0.5", 3, ["0000 - Z", "   2 b =", "   1 w -"]),
    ]
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_trf(encoding: str) -> None:
    event = only(TRF.encode(encoding), "trf")
    assert [player.name for player in event.archive.players] == [
        "Ada Lovelace",
        "Bob Müller",
        "Cy Young",
    ]
    assert [line[2:] for line in matches(event)] == [
        ["Ada Lovelace/Bob Müller", "played", "1-0-0"],
        ["Cy Young", "unpaired", "0-0-0"],
        ["Ada Lovelace", "unpaired", "0-0-0"],
        ["Bob Müller/Cy Young", "played", "0-0-1"],
        ["Cy Young/Ada Lovelace", "played", "0-1-0"],
        ["Bob Müller", "bye", "1-0-0"],
    ]
    reasons = {item.reason.value for item in event.comparison.differences}
    assert reasons == {"half-byes"}, "half a point without an opponent has no place here"


TABLE = """Round,Table,Player 1,Player 2,Result
1,1,Ada,Bob,2-1
1,2,Cy,Bye,
2,1,Ada,Cy,Ada won 2-0
2,,Bob,,0-2
3,1,Ada,Bob,what
"""


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_plain_tables_in_any_dialect(sign: str) -> None:
    event = only(TABLE.replace(",", sign), "table")
    assert matches(event) == [
        ["1", "1", "Ada/Bob", "played", "2-1-0"],
        ["1", "", "Cy", "bye", "2-0-0"],
        ["2", "1", "Ada/Cy", "played", "2-0-0"],
        ["2", "", "Bob", "unpaired", "0-0-0"],
        ["3", "1", "Ada/Bob", "played", ""],
    ]
    assert notes(event) == ["round 3, Ada – Bob: “what” is not a result."]


def test_japanese_headings_in_shift_jis() -> None:
    text = "ラウンド,卓,プレイヤー1,プレイヤー2,結果\n1,1,山田 太郎,鈴木 花子,2-1\n"
    event = only(text.encode("cp932"), "table")
    assert matches(event) == [["1", "1", "山田 太郎/鈴木 花子", "played", "2-1-0"]]


def test_a_workbook_with_a_sheet_for_each_round() -> None:
    book = Workbook()
    for number, rows in enumerate([[(1, "Ada", "Bob", "2-0")], [(1, "Bob", "Ada", "1-1-1")]], 1):
        sheet = book.create_sheet(f"Round {number}")
        sheet.append(["Table", "Player 1", "Player 2", "Result"])
        for row in rows:
            sheet.append(row)
    sheet = book.create_sheet("Standings")
    sheet.append(["Rank", "Name", "Points"])
    sheet.append([1, "Ada", 4])
    sheet.append([2, "Bob", 1])
    data = io.BytesIO()
    book.save(data)
    event = only(data.getvalue(), "table")
    assert [line[0] + line[4] for line in matches(event)] == ["12-0-0", "21-1-1"]
    assert (event.comparison.rows, event.comparison.different) == (2, 0)


def test_swiss_manager_cross_table() -> None:
    text = (
        "Rk.;SNo;Name;1.Rd;2.Rd;Pts.\n"
        "1;2;Lovelace, Ada;1b1;3w1;2\n2;3;Young, Cy;-1;2b0;1\n3;1;Ito, Bob;2w0;-0;0\n"
    )
    event = only(text, "cross-table")
    assert [line[2:] for line in matches(event)] == [
        ["Cy Young", "bye", "1-0-0"],
        ["Bob Ito/Ada Lovelace", "played", "0-1-0"],
        ["Ada Lovelace/Cy Young", "played", "1-0-0"],
        ["Bob Ito", "unpaired", "0-0-0"],
    ]


def test_a_match_and_a_player_that_are_there_twice() -> None:
    text = (
        "Round,Player 1,Player 2,Result\n1,Ada,Bob,2-0\n1,Bob,Ada,0-2\n1,Ada,Cy,2-1\n"
        "2,Cy,Bob,7-4\n2,Ada,Di,\n3,Ada,Bob,2-0\n"
    )
    event = only(text, "table")
    assert [line[2:] for line in matches(event)] == [
        ["Ada/Bob", "played", "2-0-0"],
        ["Cy/Bob", "played", "2-0-0"],
        ["Ada/Di", "dl", "0-0-0"],
        ["Ada/Bob", "played", "2-0-0"],
    ]
    assert len(notes(event)) == 4, "twice, plays twice, no such score, no result"
