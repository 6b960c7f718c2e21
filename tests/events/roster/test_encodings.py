"""Files in old encodings: the preview guesses, and a person chooses the language instead."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from events.models import Event
from events.roster.encoding_form import ENCODING_WORDS
from events.roster.parsing import uploads
from events.web.heavy import TooMuchError
from interchange.familiar_letters import FAMILIAR
from tests import factories
from tests.markup import flat

pytestmark = pytest.mark.django_db
LISTS = {
    "cp1250": ["Łukasz Wróbel", "Jiří Dvořák", "Győző Erdős"],
    "cp1251": ["Пётр Яковлев", "Ольга Щукина", "Анна Жукова"],
    "cp949": ["김민준", "이서연", "박지훈"],
    "gb18030": ["王小伟", "李娜", "张敏"],
    "cp932": ["山田 太郎", "鈴木 花子", "佐藤 けん"],
    "big5hkscs": ["陳怡君", "林志明", "黃淑芬"],
}


class Page:
    """The page of a list: its fields are sent back as a browser sends them, without scripts."""

    def __init__(self, event: Event) -> None:
        self.client: Client = factories.client_of(factories.staff_member(event))
        self.address = f"/staff/e/{event.slug}/roster/paste/"
        self.answer: Any = None

    def upload(self, content: bytes) -> "Page":
        file = SimpleUploadedFile("list.csv", content)
        self.answer = self.client.post(self.address, {"file": file})
        return self

    def send(self, **changed: str) -> "Page":
        self.answer = self.client.post(self.address, self.fields | changed)
        return self

    @property
    def text(self) -> str:
        return flat(self.answer.content.decode())

    @property
    def fields(self) -> dict[str, str]:
        context = self.answer.context
        shown = {"text": context["text"], "shape": context["preview"].shape}
        shown |= {"new": str(context["preview"].new), "show": "all"}
        shown |= {"read": context["preview"].names_read, "digest": context["preview"].digest}
        shown |= {f"name-{line.line.number}": line.entry.name for line in context["preview"].lines}
        for forms in ("encodings", "columns"):
            for field in context.get(forms) or ():
                shown[field.html_name] = str(field.value() or "")
        for name in re.findall(r'<(?:input|select|textarea)[^>]* name="([\w-]+)"', self.text):
            if name not in {*shown, "csrfmiddlewaretoken", "file", "turned", "take"}:
                raise AssertionError(f"{name} is not sent")
        return shown

    @property
    def names(self) -> list[str]:
        return [entry.name for entry in self.answer.context["preview"].entries]


@pytest.mark.parametrize(("encoding", "names"), LISTS.items())
def test_three_names_are_right_at_once(encoding: str, names: list[str]) -> None:
    page = Page(factories.event()).upload("\n".join(names).encode(encoding))
    assert page.names == names
    assert f'<option value="{encoding}" selected>' in page.text
    assert "The names look wrong? Read the file as" in page.text


@pytest.mark.parametrize(("encoding", "names"), LISTS.items())
def test_another_language_shows_the_names_again(encoding: str, names: list[str]) -> None:
    event = factories.event()
    page = Page(event).upload("\n".join(names).encode(encoding))
    page.send(encoding="cp1253")
    assert page.names != names
    page.send(encoding=encoding)
    assert page.names == names
    page.send(confirm="1")
    assert page.answer.status_code == 302
    assert set(event.enrollments.values_list("player__name", flat=True)) == set(names)


def test_each_language_shows_the_first_names_in_it() -> None:
    page = Page(factories.event()).upload("\n".join(LISTS["cp949"]).encode("cp949"))
    assert "Korean: 김민준, 이서연, 박지훈" in page.text
    assert len(re.findall("김민준, 이서연", page.text)) == 1


def test_choices_are_kept_and_guesses_renewed() -> None:
    """The second column was set to the phonetic name; the heading of the first is found again."""
    rows = "氏名,備考\n山田 太郎,やまだ\n鈴木 花子,すずき\n佐藤 けん,さとう\n"
    page = Page(factories.event()).upload(rows.encode("cp932"))
    page.send(encoding="cp1252")
    assert page.names[0] != "山田 太郎"
    page.send(**{"encoding": "cp932", "column-1": "reading"})
    first = page.answer.context["preview"].entries[0]
    assert (first.name, first.reading) == ("山田 太郎", "やまだ")
    assert page.fields["column-1"] == "reading"


def test_a_line_that_was_changed_stays_as_typed() -> None:
    page = Page(factories.event()).upload("\n".join(LISTS["cp1250"]).encode("cp1250"))
    page.send(encoding="cp1252")
    typed = page.fields["text"].replace(page.names[1], "Jana Nová") + "\nMax Vogel\n"
    page.send(text=typed.replace("\n", "\r\n"), encoding="cp1250")
    assert page.names == ["Łukasz Wróbel", "Jana Nová", "Győző Erdős", "Max Vogel"]


def too_much(*_job: object) -> None:
    raise TooMuchError("This file takes too long to read.")


def test_a_list_that_takes_too_long_to_compare_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines of two long lists were compared in a thread of the server, for minutes."""
    page = Page(factories.event()).upload("\n".join(LISTS["cp1250"]).encode("cp1250"))
    page.send(encoding="cp1252")
    monkeypatch.setattr(uploads, "run", too_much)
    page.send(text=page.fields["text"] + "\nMax Vogel\n", encoding="cp1250")
    assert page.answer.status_code == 422
    assert "takes too long to read" in page.text


def test_names_in_another_language_are_shown_before_they_are_enrolled() -> None:
    event = factories.event()
    page = Page(event).upload("\n".join(LISTS["cp949"]).encode("cp949"))
    page.send(encoding="gb18030", confirm="1")
    assert page.answer.status_code == 200
    assert not event.enrollments.exists()
    page.send(confirm="1")
    assert event.enrollments.count() == 3


def test_another_file_is_shown_before_it_is_enrolled() -> None:
    event = factories.event()
    page = Page(event).upload(b"Ada Falk\nBo Lind\n")
    file = SimpleUploadedFile("other.csv", b"Cy Moe\nDi Nox\n")
    answer = page.client.post(page.address, page.fields | {"confirm": "1", "file": file})
    assert answer.status_code == 200
    assert not event.enrollments.exists()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "ascii"])
def test_no_choice_where_the_encoding_is_known(encoding: str) -> None:
    names = ["Ada Falk"] if encoding == "ascii" else ["Łukasz Wróbel", "김민준"]
    page = Page(factories.event()).upload("\n".join(names).encode(encoding))
    assert page.names == names
    assert "The names look wrong?" not in page.text


@pytest.mark.parametrize("packed", ["", "no file", "eJwDAAAAAAE="])
def test_a_damaged_hidden_file_leaves_the_text(packed: str) -> None:
    page = Page(factories.event()).upload("\n".join(LISTS["cp949"]).encode("cp949"))
    page.send(encoding="gb18030", packed=packed)
    assert page.names == LISTS["cp949"]


def test_the_choice_is_in_japanese() -> None:
    page = Page(factories.event())
    page.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    page.upload("\n".join(LISTS["cp932"]).encode("cp932"))
    assert "名前が文字化けしていますか？ファイルの文字コード" in page.text
    assert "中央ヨーロッパ" in page.text
    assert "韓国語" in page.text
    assert "日本語：山田 太郎, 鈴木 花子, 佐藤 けん" in page.text


def test_every_encoding_that_is_guessed_has_a_name() -> None:
    assert set(ENCODING_WORDS) >= {*FAMILIAR, "cp1254", "utf-8"}
