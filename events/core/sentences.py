"""Join consecutive sentences as the active language joins them."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import pgettext


def sentence_space() -> str:
    """Return the space between two sentences: one in English, none in Japanese."""
    pattern = pgettext("one sentence after another", "%(first)s %(second)s")
    return pattern % {"first": "", "second": ""}


def join_sentences(sentences: Iterable[str]) -> str:
    """Return the sentences as one text, without those that are empty."""
    return sentence_space().join(str(sentence) for sentence in sentences if sentence)


def with_single_stops(text: str, values: Any) -> str:
    """Return a sentence without a second period after a value that ends in one: "Sammy D. Jr."."""
    for value in set(_texts(values)):
        if value.endswith("."):
            text = re.sub(rf"{re.escape(value)}\.(?=\s|$)", value, text)
    return text


def _texts(values: Any) -> Iterator[str]:
    if isinstance(values, str):
        yield values
    elif isinstance(values, dict):
        yield from _texts(list(values.values()))
    elif isinstance(values, list | tuple):
        for value in values:
            yield from _texts(value)
