"""Which spellings of a name are likely the same person."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.core.search import VARIANTS, likely_key

TWINS = [
    ["高橋 陽子", "高橋陽子", "髙橋 陽子", "髙橋　陽子", "陽子 高橋", "高橋\U000e0101陽子"],
    ["渡邊 結衣", "渡邉　結衣", "渡辺結衣", "渡邊結衣"],
    ["ｻﾄｳ ｹﾝ", "サトウ ケン", "さとうけん", "サトウ・ケン"],
    ["佐々木 希", "佐佐木希"],
    ["Ａｄａ　Ｆａｌｋ", "ada falk", "Falk, Ada", "FALK ADA", "Fálk, Adà", "Ada  Falk"],
    ["Jean-Luc Picard", "Picard Jean Luc", "Jeanluc Picard", "PICARD, Jean-Luc"],
    ["Siobhán O’Brien", "O'Brien, Siobhan", "Siobhan OBrien"],
    ["van der Berg, Jan", "Jan van der Berg", "Jan Vanderberg"],
]
OTHERS = [
    ["高橋 陽子", "高橋 洋子", "大橋 陽子"],
    ["山本 太郎", "本山 太郎"],
    ["Nora Smith", "Aron Smith"],
    ["Ada Falk", "Ada Falke", "Ida Falk"],
]


@pytest.mark.parametrize("names", TWINS, ids=lambda names: names[0])
def test_spellings_of_one_name_have_one_key(names: list[str]) -> None:
    assert len({likely_key(name) for name in names}) == 1


@pytest.mark.parametrize("names", OTHERS, ids=lambda names: names[0])
def test_other_names_have_other_keys(names: list[str]) -> None:
    assert len({likely_key(name) for name in names}) == len(names)


@pytest.mark.parametrize("pair", VARIANTS.split())
def test_every_variant_that_a_search_folds_is_folded(pair: str) -> None:
    assert likely_key(f"{pair[0]}山 花") == likely_key(f"花{pair[1]}山")


@given(st.text(max_size=12), st.text(max_size=12))
def test_the_order_of_two_parts_does_not_count(one: str, two: str) -> None:
    assert likely_key(f"{one} {two}") == likely_key(f"{two} {one}")
