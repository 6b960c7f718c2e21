"""Sentences that follow each other, joined as the active language joins them."""

from collections.abc import Iterable

from django.utils.translation import pgettext


def sentence_space() -> str:
    """Return the space between two sentences: one in English, none in Japanese."""
    pattern = pgettext("one sentence after another", "%(first)s %(second)s")
    return pattern % {"first": "", "second": ""}


def join_sentences(sentences: Iterable[str]) -> str:
    """Return the sentences as one text, without those that are empty."""
    return sentence_space().join(str(sentence) for sentence in sentences if sentence)
