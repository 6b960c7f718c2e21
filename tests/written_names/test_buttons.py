"""A button lines its parts up with a gap: a sentence in it is one part, or the gap splits it."""

import re

from tests.written_names.templates import TEMPLATES

_BUTTON = re.compile(
    r"<(button)\b[^>]*>(.*?)</button>|<(a) class=\"[^\"]*\bbutton\b[^>]*>(.*?)</a>", re.DOTALL
)
_WHOLE = re.compile(r"<(span|b|strong)\b.*?</\1>|{% words_at .*?%}", re.DOTALL)
_NAME = re.compile(r"\|(?:name|names|proper_name)\b")
_TEXT_AROUND = re.compile(
    r"{%\s*blocktranslate\b.*?\|(?:name|names|proper_name)\b|[\w}][^{}<>]*{{[^}]*\|(?:name|names)\b",
    re.DOTALL,
)


def _split_sentences(text: str) -> list[str]:
    """Return the buttons whose words and name are parts of their own."""
    found = []
    for match in _BUTTON.finditer(text):
        loose = _WHOLE.sub("", match[2] or match[4] or "")
        if _NAME.search(loose) and _TEXT_AROUND.search(loose):
            found.append(" ".join(loose.split()))
    return found


def test_a_sentence_with_a_name_is_one_part_of_its_button() -> None:
    split = {
        str(path.relative_to(TEMPLATES)): sentences
        for path in sorted(TEMPLATES.rglob("*.html"))
        if (sentences := _split_sentences(path.read_text()))
    }
    assert split == {}


def test_the_search_finds_a_split_sentence() -> None:
    loose = "{% blocktranslate with name=a|name %}Drop {{ name }}{% endblocktranslate %}"
    assert _split_sentences(f"<button class='x'>{loose}</button>")
    assert _split_sentences('<a class="button small" href="#">{{ a.number }} {{ a|name }}</a>')
    assert not _split_sentences(f"<button><span>{loose}</span></button>")
    assert not _split_sentences("<button>{{ a|name }}</button>")
