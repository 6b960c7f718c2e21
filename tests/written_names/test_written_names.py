from types import SimpleNamespace

import pytest

from domain.written_names import bare, called, marked, name_html, without_mark, written

SARAH = "שרה כהן"


@pytest.mark.parametrize(
    ("name", "in_a_sentence"),
    [
        ("Ada Lind", "Ada Lind"),
        ("田中 太郎", "田中 太郎"),
        ("Дмитрий", "Дмитрий"),
        (SARAH, f"\u2068{SARAH}\u2069"),
        ("سارة علي", "\u2068سارة علي\u2069"),
        ("Ada שרה", "\u2068Ada שרה\u2069"),
        (f"{SARAH} #12", f"\u2068{SARAH}\u2069 #12"),
        ("Ada #12", "Ada #12"),
        ("", ""),
    ],
)
def test_a_name_in_a_sentence(name: str, in_a_sentence: str) -> None:
    assert written(name) == in_a_sentence
    assert written(in_a_sentence) == in_a_sentence, "a name that is written stays"
    assert bare(in_a_sentence) == name


@pytest.mark.parametrize(
    ("name", "html"),
    [
        ("Ada <Lind>", '<bdi translate="no">Ada &lt;Lind&gt;</bdi>'),
        ("Ada #12", '<bdi translate="no">Ada</bdi><span class="small nowrap"> #12</span>'),
        (f"\u2068{SARAH}\u2069", f'<bdi translate="no">{SARAH}</bdi>'),
        ("Ada#12", '<bdi translate="no">Ada#12</bdi>'),
    ],
)
def test_a_name_in_html(name: str, html: str) -> None:
    assert name_html(name) == html


def test_a_mark() -> None:
    assert marked("Ada", 12) == "Ada #12"
    assert marked("Ada", 12, namesake=False) == "Ada"
    assert without_mark("Ada #12") == "Ada"
    assert without_mark("Ada") == "Ada"


def test_how_somebody_is_called() -> None:
    assert called(SimpleNamespace(name="Ada", called="Ada #1")) == "Ada #1"
    assert called(SimpleNamespace(name="Ada", called=object())) == "Ada"
    assert called({"name": "Ada"}) == "Ada"
    assert called("Ada") == "Ada"
    assert called(None) == ""
