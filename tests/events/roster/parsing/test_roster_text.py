"""Lists of players as people paste and upload them."""

import pytest

from events.roster.parsing.fields import LONGEST_LINE
from events.roster.parsing.pasted_text import read_list
from events.roster.parsing.people import RosterLine
from events.roster.parsing.uploads import OldFile, upload_of
from tests.events.support.pasted_lists import read_lines


def fields(text: str) -> list[tuple[str, str, str, str]]:
    return [
        (line.name, line.email, line.platform_id, line.awarded_byes) for line in read_lines(text)
    ]


def names(text: str) -> list[str]:
    return [line.name for line in read_lines(text)]


def test_one_name_a_line_with_numbering_and_empty_lines() -> None:
    lines = read_lines("Ada Falk\n\n 2. Bo Lind \r\n3) 田中　太郎\n")
    assert [(line.number, line.name) for line in lines] == [
        (1, "Ada Falk"),
        (3, "Bo Lind"),
        (4, "田中　太郎"),
    ]


def test_a_comma_between_family_and_given_name_is_no_separator() -> None:
    assert names("Falk, Ada\nLind, Bo\nCy") == ["Falk, Ada", "Lind, Bo", "Cy"]


def test_a_heading_of_one_column_keeps_the_whole_name() -> None:
    text = 'Name\nRossi2, Bella\nVerdi, Carlo\n"Falk, Ada"\nCy\nBo,'
    assert names(text) == ["Rossi2, Bella", "Verdi, Carlo", "Falk, Ada", "Cy", "Bo"]
    assert names("Name,,\nRossi, Bella\nVerdi,,") == ["Rossi, Bella", "Verdi"]
    assert not any(line.surplus for line in read_lines(text))


@pytest.mark.parametrize(
    "text",
    [
        "Name,E-mail\nRossi, Bella, bella@example.org",
        "Name;Byes\nRossi;1;Rossi#1",
        "Name\nRossi, bella@example.org",
        "Name\nRossi, Bella, bella@example.org",
        "Name\nRossi; Bella",
    ],
)
def test_more_fields_than_headings_are_marked(text: str) -> None:
    (line,) = read_lines(text)
    assert line.surplus


def test_empty_fields_behind_the_headings_are_nothing() -> None:
    (line,) = read_lines("Name,E-mail\nBella Rossi,bella@example.org,,")
    assert (line.name, line.email, line.surplus) == ("Bella Rossi", "bella@example.org", False)


def test_csv_without_a_header_is_in_the_documented_order() -> None:
    assert fields("Ada Falk,ada@example.org,Ada#1,2\nBo Lind,,,\n") == [
        ("Ada Falk", "ada@example.org", "Ada#1", "2"),
        ("Bo Lind", "", "", ""),
    ]


def test_short_lines_are_read_by_the_look_of_their_fields() -> None:
    assert fields("Ada Falk,2\nBo Lind,bo@example.org\nCy Moe,Cy#77,1") == [
        ("Ada Falk", "", "", "2"),
        ("Bo Lind", "bo@example.org", "", ""),
        ("Cy Moe", "", "Cy#77", "1"),
    ]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_header_sets_the_order_whatever_separates(mark: str) -> None:
    rows = [
        ["Platform ID", "E-Mail", "Points", "Player Name", "Byes"],
        ["A#1", "ada@example.org", "9", "Ada Falk", "1"],
    ]
    text = "\n".join(mark.join(row) for row in rows)
    assert fields(text) == [("Ada Falk", "ada@example.org", "A#1", "1")]
    assert read_list(text).header == mark.join(rows[0])


def test_quotes_keep_separators_and_a_stray_quote_stays_in_its_line() -> None:
    assert fields('name,email\n"Falk, Ada",ada@example.org\n"Bo Lind,bo@example.org\nCy,') == [
        ("Falk, Ada", "ada@example.org", "", ""),
        ("Bo Lind", "bo@example.org", "", ""),
        ("Cy", "", "", ""),
    ]


def test_first_and_last_name_columns_become_one_name() -> None:
    assert names("Last Name;First Name\nFalk;Ada") == ["Ada Falk"]
    assert names("姓,名\n田中,太郎") == ["田中 太郎"]


def test_japanese_headers() -> None:
    text = "氏名,メールアドレス,プラットフォームID,不戦勝\n田中太郎,t@example.jp,T#1,2"
    assert fields(text) == [("田中太郎", "t@example.jp", "T#1", "2")]


def test_a_very_long_line_is_marked() -> None:
    (line,) = read_lines("x" * (LONGEST_LINE + 1))
    assert line.too_long


def test_nothing_is_no_line() -> None:
    assert read_lines("\n ,,, \n;;\n") == []
    assert read_list("").header == ""


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Zoë Ångström,zoe@example.org", "utf-8"),
        ("Zoë Ångström,zoe@example.org", "utf-8-sig"),
        ("氏名;メール\n髙橋 花子;h@example.jp", "utf-16"),
        ("氏名,メール\n髙橋 花子,h@example.jp", "cp932"),
        ("田中太郎\nｱｷﾗ", "cp932"),
        ("name;email\nRenée Müller;rm@example.org", "cp1252"),
        ("José\nFrançois Noël\nBjørn Ødegård", "cp1252"),
    ],
)
def test_files_in_usual_encodings(text: str, encoding: str) -> None:
    upload = upload_of(text.encode(encoding))
    decoded = upload.text if isinstance(upload, OldFile) else upload
    assert [line.name for line in read_lines(decoded)] == names(text)


def test_line_keeps_what_was_typed() -> None:
    assert read_lines(" 1. Ada ,x ")[0] == RosterLine(1, " 1. Ada ,x ", "Ada, x")


MIXED = {
    "Rossi, Mario, mario@example.org": ("Rossi, Mario", "mario@example.org", "", ""),
    "1\tAda Falk\tada@example.org\tAda#1\t2": ("Ada Falk", "ada@example.org", "Ada#1", "2"),
    "Ando Kenji <kenji@example.org>": ("Ando Kenji", "kenji@example.org", "", ""),
    '"Kenji Ando" <kenji@example.org>': ("Kenji Ando", "kenji@example.org", "", ""),
    "Mario Rossi mario@example.org": ("Mario Rossi", "mario@example.org", "", ""),
    "mario@example.org, Mario Rossi": ("Mario Rossi", "mario@example.org", "", ""),
    "Mario Rossi (mailto:mario@example.org)": ("Mario Rossi", "mario@example.org", "", ""),
    "• Ada Falk": ("Ada Falk", "", "", ""),
    "- Bo Lind; bo@example.org": ("Bo Lind", "bo@example.org", "", ""),
    "* Cy Moe | cy@example.org | Cy#77": ("Cy Moe", "cy@example.org", "Cy#77", ""),
    "12: Jan Novak (2 byes)": ("Jan Novak", "", "", "2"),
    "(13) Jan Novak (bye)": ("Jan Novak", "", "", "1"),
    "Jan Novak - 2 byes": ("Jan Novak", "", "", "2"),
    "Jan Novak;2 byes;Jan_N": ("Jan Novak", "", "Jan_N", "2"),
    "Rossi, Mario": ("Rossi, Mario", "", "", ""),
    "van der Berg, Jan, 1": ("van der Berg, Jan", "", "", "1"),
    "Rossi\tMario\tmario@example.org": ("Rossi Mario", "mario@example.org", "", ""),
    "Ada Falk, adafalk": ("Ada Falk", "", "", ""),
    "田中太郎、tanaka@example.jp": ("田中太郎", "tanaka@example.jp", "", ""),
    "・髙橋　花子（不戦勝2）": ("髙橋　花子", "", "", "2"),
    "３：田中 太郎，t＠example.jp": ("田中 太郎", "t@example.jp", "", ""),
    "O'Brien, Siobhán": ("O'Brien, Siobhán", "", "", ""),
    "Jean-Luc 3.5": ("Jean-Luc 3.5", "", "", ""),
}


@pytest.mark.parametrize("line", MIXED)
def test_each_line_is_read_on_its_own_merits(line: str) -> None:
    assert fields(line) == [MIXED[line]]


def test_a_list_may_mix_every_separator() -> None:
    assert fields("\n".join(MIXED)) == list(MIXED.values())


def test_numbers_alone_are_numbering_where_every_line_has_one() -> None:
    assert names("1 Ada Falk\n2 Bo Lind\n3 Cy") == ["Ada Falk", "Bo Lind", "Cy"]
    assert names("7 of Nine\nBo Lind") == ["7 of Nine", "Bo Lind"]


def test_what_nobody_understands_is_named() -> None:
    (line,) = read_lines("Ada Falk;Ada#1;Italy;paid")
    assert (line.platform_id, line.unused, line.paid) == ("Ada#1", ("Italy",), True)
    (line,) = read_lines("Ada Falk a@example.org b@example.org")
    assert (line.email, line.unused) == ("a@example.org", ("b@example.org",))


def test_columns_can_be_said() -> None:
    text = "Falk\tAda\tItaly\tada@example.org\nLind\tBo\t\tbo@example.org\nCy Moe"
    assert [column.examples[0] for column in read_list(text).columns] == [
        "Falk",
        "Ada",
        "Italy",
        "ada@example.org",
    ]
    lines = read_lines(text, columns=["last", "first", "", "email"])
    assert [(line.name, line.email) for line in lines] == [
        ("Ada Falk", "ada@example.org"),
        ("Bo Lind", "bo@example.org"),
        ("Cy Moe", ""),
    ]


def test_columns_that_are_said_stand_above_a_header() -> None:
    text = "Name;E-mail\nitaly;Ada Falk"
    assert [(one.kind, one.heading) for one in read_list(text).columns] == [
        ("name", "Name"),
        ("email", "E-mail"),
    ]
    assert [line.name for line in read_lines(text, columns=["", "name"])] == ["Ada Falk"]


def test_below_a_header_a_line_with_other_marks_is_read_by_itself() -> None:
    assert fields("Name;E-mail\nAda Falk;ada@example.org\nRossi, Mario, m@example.org") == [
        ("Ada Falk", "ada@example.org", "", ""),
        ("Rossi, Mario", "m@example.org", "", ""),
    ]


def test_a_long_line_without_spaces_is_read_at_once() -> None:
    (line,) = read_lines("a@" * (LONGEST_LINE // 2))
    assert line.name == ""
