"""Old encodings are guessed by the letters of a few names, in real bytes."""

from itertools import pairwise

import pytest

from interchange.encodings import evidence, examples, guessed, text_in
from interchange.familiar_letters import FAMILIAR
from interchange.texts import decoded
from tests.interchange.reading import matches, only

LISTS = {
    "german": ("cp1252", "Käte Lübke,Jörn Hüttl,Bärbel Weiß,Rüdiger Möhle,Änne Höß,Ömer Kühn"),
    "french": ("cp1252", "Aurélie Lacroix,Gaëlle Maréchal,Maïté Brûlé,Geneviève Bœuf,Anaïs Roy"),
    "spanish": ("cp1252", "Óscar Yáñez,Lucía Cañas,Íñigo Avilés,Mª José León,Toño Marín"),
    "portuguese": ("cp1252", "Simão Falcão,Fátima Gusmão,Verónica Leão,Hélder Romão,Inês Leitão"),
    "nordic": ("cp1252", "Kåre Brønn,Guðrún Ægisdóttir,Øystein Ødegård,Bård Sønsteby,Åsa Nyström"),
    "italian": ("cp1252", "Desirè Conti,Totò Ricci,Fabio Cantù,Niccolò Salò,Luca Papà,Ivo Nardì"),
    "signs": ("cp1252", "Ada – Berlin,Bo “Ace” Lind,Pat O’Connor"),
    "polish": ("cp1250", "Jędrzej Wróbel,Kinga Bąk,Hubert Śmiałek,Józef Ćwik,Marcin Kwaśny"),
    "polish n": ("cp1250", "Jan Zieliński,Ewa Kamińska,Igor Szymański"),
    "czech": ("cp1250", "Přemysl Horáček,Štěpán Kříž,Radůz Zedník,Bořek Ďáblík,Žaneta Vaňková"),
    "slovak": ("cp1250", "Ľubomír Hudák,Monika Ďurišová,Peter Kubáň,Zdenka Kováčová"),
    "hungarian": ("cp1250", "Főző Emőke,Nádasdy Örs,Gyönyörű Ödön,Kis Ernő,Dezső Sándor"),
    "croatian": ("cp1250", "Šime Čavić,Dražen Mišković,Vesna Ćosić,Goran Đokić"),
    "romanian": ("cp1250", "Gheorghe Vâlcan,Traian Băsău,Ilinca Grădinaru,Nicoleta Răduţ"),
    "russian": ("cp1251", "Тимур Гаязов,Наталья Щербакова,Фёдор Эйхман,Антон Хрущ,Лев Бык"),
    "capitals": ("cp1251", "ПЕТРОВ ИВАН,КУЗНЕЦОВА АННА,СМИРНОВ СЕРГЕЙ,ЖУКОВ ОЛЕГ"),
    "ukrainian": ("cp1251", "Їжак Олена,Іван Шевчук,Юрій Ковальчук,Євген Гнатюк"),
    "koi8": ("koi8_r", "Иван Петров,Анна Кузнецова,Сергей Смирнов"),
    "greek": ("cp1253", "Νίκος Καζάκης,Σοφία Ρήγα,Ζωή Λάσκου,Άννα Δημητρίου"),
    "turkish": ("cp1254", "Barış Öztürk,Tuğba Yılmaz,Oğuz Ateş,Ayşe Işık"),
    "hebrew": ("cp1255", "דוד כהן,שרה לוי,יוסף מזרחי,רחל פרץ"),
    "arabic": ("cp1256", "فاطمة حسن,أحمد إبراهيم,ليلى خالد"),
    "thai": ("cp874", "สมชาย ใจดี,สมหญิง รักไทย,ประเสริฐ วงศ์ทอง"),
    "kanji": ("cp932", "木村 誠,林 蒼,清水 陽菜,髙木 恵,森 翼"),
    "kana": ("cp932", "井上 あおい,ヤマダ タロウ,サトウ ケン"),
    "euc japanese": ("euc_jp", "山田 たろう,鈴木 はなこ,佐藤 けん"),
    "korean": ("cp949", "김민준,이서연,박지훈,최수아,정하은,남궁솔,제갈민"),
    "chinese": ("gb18030", "孙涛,马超群,胡军,林丹丹,何平,欧阳娜,司马光明"),
    "taiwanese": ("big5hkscs", "許文雄,鄭美玲,謝承翰,諸葛明,歐陽修文"),
    "mac": ("mac_roman", "Jürgen Müller,Zoé Lefèvre,José Núñez,Søren Åberg"),
    "dos": ("cp850", "Jürgen Müller,Käthe Groß,José Núñez"),
}  # fmt: skip
SHORT = [
    (encoding, names[at : at + 3])
    for encoding, listed in LISTS.values()
    for names in [listed.split(",")]
    for at in range(len(names) - 2)
]


@pytest.mark.parametrize("heading", ["", "Name\n", "Nr;Name;E-Mail\n"])
@pytest.mark.parametrize(("encoding", "names"), SHORT, ids=lambda value: str(value))
def test_three_names_show_their_encoding(encoding: str, names: list[str], heading: str) -> None:
    text = heading + "\n".join(names) + "\n"
    data = text.encode(encoding)
    assert text_in(data, guessed(data)) == text
    assert decoded(data) == text


@pytest.mark.parametrize("language", LISTS)
def test_a_few_names_among_many_show_it_too(language: str) -> None:
    encoding, listed = LISTS[language]
    names = [name for name in listed.split(",") if not name.isascii()][:3]
    text = "".join(
        f"{at};Max Vogel;max{at}@example.org\n{at};{name};\n" for at, name in enumerate(names)
    )
    assert decoded(text.encode(encoding)) == text


def test_headings_alone_are_read() -> None:
    for heading, encoding in (("氏名", "cp932"), ("姓名", "gb18030"), ("이름", "cp949")):
        text = f"{heading};email\nAda Falk;a@example.org\nBo Lind;b@example.org\n"
        assert decoded(text.encode(encoding)) == text


def test_a_mark_or_validity_decides_before_any_guess() -> None:
    text = "김민준\nŁukasz\n王伟\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
        assert decoded(text.encode(encoding)).lstrip("\ufeff") == text
    assert decoded("氏名\n山田\n".encode("iso2022_jp")) == "氏名\n山田\n"


def test_one_bad_byte_does_not_change_the_encoding() -> None:
    names = "\n".join(f"Jürgen Müller {at}" for at in range(20))
    assert guessed(names.encode() + b"\nAm\xe9lie") == "utf-8"
    assert (
        guessed("\n".join(["김민준", "이서연", "박지훈"] * 5).encode("cp949") + b"\xff\n")
        == "cp949"
    )


def test_nothing_but_bytes_of_no_letters_is_western() -> None:
    for text in ("§ 1", "Ada · Bo", "N° 7", "“Ada”", "€ 5"):
        assert guessed(text.encode("cp1252")) == "cp1252"


def test_examples_are_the_words_that_an_encoding_decides() -> None:
    data = "Nr;Name\n1;김\u3000민준\n2;Max Vogel\n3;이서연\n".encode("cp949")
    lines = evidence(data)
    assert examples(lines, "cp949") == "김 민준, 이서연"
    assert examples(lines, "utf-8") == "", "no text with signs of replacement"
    readings = [examples(lines, name) for name in FAMILIAR]
    assert readings.count("김 민준, 이서연") == 1


def test_results_in_an_old_encoding_have_the_same_names() -> None:
    names = ["Jiří Dvořák", "Kateřina Černá", "Ondřej Kříž", "Věra Malá"]
    rows = "".join(f"1,{at},{one},{two},2-1\n" for at, (one, two) in enumerate(pairwise(names), 1))
    event = only(("Round,Table,Player 1,Player 2,Result\n" + rows).encode("cp1250"), "table")
    assert matches(event)[0][2] == "Jiří Dvořák/Kateřina Černá"
