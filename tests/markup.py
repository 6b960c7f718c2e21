"""Markup without the line breaks and the indentation of the templates."""

import re
from typing import Any

# A name is written without a space before or after its element.
_NAME = re.compile(r"</?bdi\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")


def flat(answer: Any) -> str:
    """Return the page of `answer`, or the text given, with its whitespace at the least.

    Runs of it are one space, and there is none next to a tag. Only the layout of the templates is
    removed, so that an assertion may name a text that covers several lines of one. The elements
    around names go, too.
    """
    text = answer if isinstance(answer, str) else answer.content.decode()
    text = with_plain_names(text)
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", re.sub(r"\s+", " ", text))


def without_tags(markup: str) -> str:
    """Return markup without its tags, each but that of a name as a space."""
    return _TAG.sub(" ", _NAME.sub("", markup))


def with_plain_names(markup: str) -> str:
    """Return markup as it was without the elements that names stand in."""
    return _NAME.sub("", markup)
