import pytest

from domain.scans import read_link, read_scan, table_sign


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("T10R1", "T10R1"),
        ("T&àR&", "T10R1"),
        ("t&Àr& 21", "T10R1 21"),
        ("T§R!", "T6R8"),
        ("12 T-Rç", "12 T6R9"),
        ("12 21", "12 21"),
        ("t", "t"),
        ("Tara", "Tara"),
        ("T&R", "T&R"),
        ("", ""),
    ],
)
def test_the_code_of_a_slip_is_read_for_whatever_keyboard(typed: str, read: str) -> None:
    assert read_scan(typed) == read


LINK = "https://play.example/me/fnm/aZ3_w.M/"


@pytest.mark.parametrize(
    "typed",
    [
        LINK,
        "httpsÖ--plaz.example-me-fnm-aY3?w.M-",
        'httpsM!!plqy:exq,ple!,e!fn,!qW"°z:?!',
        'httpsM==plqy:exq,ple=,e=fn,=qW"°z:?=',
    ],
)
def test_a_link_is_read_for_whatever_keyboard(typed: str) -> None:
    assert read_link(typed) == LINK


@pytest.mark.parametrize("text", ["Http Smith", "Ada", "", " "])
def test_a_name_is_no_link(text: str) -> None:
    assert read_link(text) == text


SIGN = "https://play.example/e/fnm-2/tables/12/"


@pytest.mark.parametrize(
    "typed",
    [
        SIGN,
        SIGN.removesuffix("/"),
        "/e/fnm-2/tables/12/",
        "httpsÖ--plaz.example-e-fnmß2-tables-12-",
        "httpsM!!plqy:exq,ple!e!fn,)é!tqbles!&é!",
        "httpsM==plqy:exq,ple=e=fn,)é=tqbles=&é=",
    ],
)
def test_a_table_sign_is_read_for_whatever_keyboard(typed: str) -> None:
    assert table_sign(typed) == ("fnm-2", 12)


@pytest.mark.parametrize("text", [LINK, "T12R4", "12", "https://play.example/e/fnm/tables/x/", ""])
def test_other_codes_are_no_table_signs(text: str) -> None:
    assert table_sign(text) is None
