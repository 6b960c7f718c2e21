"""Lists of players as people paste and upload them."""

import pytest

from events.roster_text import LONGEST_LINE, RosterLine, decode, header_of, read_lines


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
    assert header_of(text) == mark.join(rows[0])


def test_quotes_keep_separators_and_a_stray_quote_stays_in_its_line() -> None:
    assert fields('name,email\n"Falk, Ada",ada@example.org\n"Bo Lind,bo@example.org\nCy,') == [
        ("Falk, Ada", "ada@example.org", "", ""),
        ("Bo Lind,bo@example.org", "", "", ""),
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
    assert header_of("") == ""


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
    decoded = decode(text.encode(encoding))
    assert [line.name for line in read_lines(decoded)] == names(text)


def test_line_keeps_what_was_typed() -> None:
    assert read_lines(" 1. Ada ,x ")[0] == RosterLine(1, " 1. Ada ,x ", "Ada ,x")
